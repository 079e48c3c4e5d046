#include "structure/evidence/state_sampler.hpp"

#include <algorithm>
#include <cmath>

#include "mechanics/forms/registry.hpp"

namespace anholon {

namespace {

constexpr std::size_t lanes = ModularPoints::lanes;
constexpr std::size_t kStatesToVanish = 6,
                      kManyStates = 100;  // many where roots leave each one little to say
constexpr double kSmallEnough = 1e-20;

}  // namespace

bool keeps_velocity_constraints(Axiom axiom) {
    return axiom != Axiom::viscous && axiom != Axiom::added_mass && axiom != Axiom::free;
}

StateSampler::StateSampler(const Setting& s, std::vector<Expr> expressions, At at, std::uint64_t seed)
    : s_(s), expressions_(std::move(expressions)), seed_(seed) {
    all_ = expressions_;
    if (at == At::motion) {
        const EquationForm& form = law_of_motion(s.system);
        if (const Reason reason = form.inapplicable(s)) {
            why_ = *reason;
            return;
        }
        law_ = form.derive(s);
        if (!law_->W.empty()) W_.assign(law_->W.entries().begin(), law_->W.entries().end());
        all_.insert(all_.end(), W_.begin(), W_.end());
        all_.insert(all_.end(), law_->r.begin(), law_->r.end());
    }
    start({});
}

void StateSampler::start(const Substitution& stated) {
    using Keep = ManifoldPoints::Keep;
    const bool keeps = keeps_velocity_constraints(s_.system.motion.axiom);
    points_.reset();
    try {
        points_.emplace(s_, all_, keeps ? Keep::all_constraints : Keep::geometric_ones, stated);
    } catch (const Undefined& error) {  // as 1/a for a = 0
        why_ = std::string("at the stated values of the parameters: ") + error.what();
    }
}

void StateSampler::set_parameters(const ParameterValues& values) {
    using Kind = ParameterValues::Kind;
    if (const bool stated = values.kind == Kind::stated; stated != is_stated_) {
        is_stated_ = stated;
        Substitution exact;
        for (const Parameter& p : s_.system.parameters) exact.emplace_back(p.symbol, p.exact);
        start(stated ? exact : Substitution{});
    }
    if (!points_) return;
    points_->fix_nothing();
    for (std::size_t k = 0; values.kind == Kind::common && k < values.common.size(); ++k)
        points_->fix(s_.system.parameters[k].symbol, values.common[k]);
}

ParameterPoint StateSampler::random_parameters(std::uint64_t key) const {
    const ModularPoints primes(s_.c, seed_, 0);
    ParameterPoint point(s_.system.parameters.size());
    for (std::size_t k = 0; k < point.size(); ++k)
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            // Squares, so that roots of parameters exist.
            const Residue root = primes.field(lane).from(mix(mix(seed_, key), 2 * k + lane));
            point[k][lane] = primes.field(lane).multiply(root, root);
        }
    return point;
}

void StateSampler::solve_motion() {
    if (!law_) return;
    const auto W = points_->evaluate(W_), r = points_->evaluate(law_->r);
    const auto z = points_->solve(W, r);
    for (std::size_t k = 0; k < z.size(); ++k) points_->set(law_->unknowns[k], z[k]);
}

std::optional<Samples> StateSampler::draw(std::size_t states, const Budget& budget) {
    Samples samples;
    if (!points_) return std::nullopt;
    const auto enough = [&] {
        return std::ranges::all_of(samples.rows, [&](const auto& r) { return r.size() >= states; });
    };
    for (std::size_t tries = 0; !enough(); ++tries) {
        const bool hopeless = tries >= 40 && std::ranges::any_of(samples.rows, &ResidueRows::empty);
        if (hopeless || tries > 40 * (states + 1)) {
            why_ = points_->why().empty() ? "no state was found at which all roots and divisions exist"
                                          : points_->why();
            return std::nullopt;
        }
        budget.check();
        if (!points_->draw(seed_, ModularPoints::period * round_++)) continue;
        solve_motion();
        const auto values = points_->evaluate(expressions_);
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            samples.fields[lane] = points_->field(lane);
            if (!points_->is_alive(lane) || samples.rows[lane].size() == states) continue;
            ResidueRow row;
            for (const auto& v : values) row.push_back(v[lane]);
            samples.rows[lane].push_back(std::move(row));
        }
    }
    return samples;
}

double StateSampler::chance_of_error(double steps, std::size_t states) const {
    if (!points_) return 1;
    const double size = law_ ? static_cast<double>(law_->unknowns.size() + 2) : 1;
    return anholon::chance_of_error(points_->elementary(), steps * points_->degree() * 4 * size * size,
                                    states);
}

std::size_t StateSampler::enough_states() const {
    std::size_t states = kStatesToVanish;
    for (const std::size_t more : {kManyStates, 2 * kManyStates, 4 * kManyStates}) {
        const double chance = chance_of_error(1, 2 * states);
        if (chance <= kSmallEnough) break;
        states = more;
        if (chance >= 1) break;  // more would say no more
    }
    return states;
}

std::vector<VanishingVerdict> vanish(const Setting& s, const std::vector<Expr>& e, StateSampler::At at,
                                     Parameters parameters, const Budget& budget) {
    std::vector<VanishingVerdict> verdicts(e.size());
    if (e.empty()) return verdicts;
    StateSampler sampler(s, e, at, 5);
    if (parameters == Parameters::stated) sampler.set_parameters({ParameterValues::Kind::stated, {}});
    const std::size_t states = sampler.enough_states();
    const auto samples = sampler.draw(states, budget);
    for (std::size_t k = 0; k < e.size(); ++k) {
        if (!samples) {
            verdicts[k].reason = sampler.why();
            continue;
        }
        verdicts[k].answer = Answer::yes;
        verdicts[k].error_bound = sampler.chance_of_error(1, 2 * states);
        for (const ResidueRows& rows : samples->rows)
            for (const ResidueRow& row : rows)
                if (!row[k].is_zero()) verdicts[k].answer = Answer::no;
    }
    return verdicts;
}

}  // namespace anholon
