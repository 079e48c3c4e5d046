#include "structure/variational/prolonged_motion.hpp"

#include <algorithm>

namespace anholon {

namespace {

constexpr std::size_t lanes = ModularPoints::lanes;
constexpr std::uint64_t kSeed = 11;
constexpr std::size_t kStates = 6, kManyStates = 100;  // modulo each prime
constexpr double kSmallEnough = 1e-20;

Substitution stated_values(const Setting& s, Parameters parameters) {
    Substitution stated;
    if (parameters == Parameters::stated)
        for (const Parameter& p : s.system.parameters) stated.emplace_back(p.symbol, p.exact);
    return stated;
}

// W x by rows.
std::vector<Expr> product(std::span<const Expr> W, std::span<const Expr> x) {
    std::vector<Expr> out;
    for (std::size_t i = 0; i < x.size(); ++i) {
        out.push_back(x[i].context().zero());
        for (std::size_t j = 0; j < x.size(); ++j) out.back() += W[i * x.size() + j] * x[j];
    }
    return out;
}

}  // namespace

Expr rate_of(const Setting& s, Expr e) { return substitute(Dt(e), s.kinematics(s.v)); }

std::vector<Expr> rates_of(const Setting& s, std::span<const Expr> e) {
    std::vector<Expr> out;
    for (const Expr& part : e) out.push_back(rate_of(s, part));
    return out;
}

ProlongedMotion::ProlongedMotion(const Setting& s, const Equations& equations, std::size_t order,
                                 std::vector<Expr> expressions, Parameters parameters)
    : s_(s), expressions_(std::move(expressions)) {
    if (!equations.W.empty()) W_.assign(equations.W.entries().begin(), equations.W.entries().end());
    std::vector<Expr> all = expressions_, z = equations.unknowns, r = equations.r;
    all.insert(all.end(), W_.begin(), W_.end());
    const std::vector<Expr> W_dot = order > 1 ? rates_of(s, W_) : std::vector<Expr>{};
    for (std::size_t k = 0; k < order; ++k) {
        all.insert(all.end(), r.begin(), r.end());
        unknowns_.push_back(z);
        right_.push_back(r);
        if (k + 1 == order) break;
        const std::vector<Expr> moved = product(W_dot, z);
        r = rates_of(s, r);
        for (std::size_t i = 0; i < r.size(); ++i) r[i] -= moved[i];
        for (Expr& unknown : z) unknown = dot(unknown);
    }
    try {
        points_.emplace(s, all, ManifoldPoints::Keep::all_constraints, stated_values(s, parameters));
    } catch (const Undefined& error) {  // as 1/a for a = 0
        why_ = std::string("at the stated values of the parameters: ") + error.what();
    }
}

void ProlongedMotion::solve() {
    if (right_.empty()) return;
    const auto W = points_->evaluate(W_);
    for (std::size_t k = 0; k < right_.size(); ++k) {
        const auto z = points_->solve(W, points_->evaluate(right_[k]));
        for (std::size_t i = 0; i < z.size(); ++i) points_->set(unknowns_[k][i], z[i]);
    }
}

std::optional<Samples> ProlongedMotion::draw(std::size_t states, const Budget& budget) {
    if (!points_) return std::nullopt;
    Samples samples;
    const auto has_enough = [&](const ResidueRows& rows) { return rows.size() >= states; };
    std::uint64_t round = 0;
    while (!std::ranges::all_of(samples.rows, has_enough)) {
        if (round > 40 * (states + 1)) {
            why_ = points_->why().empty() ? "no state was found at which all roots and divisions exist"
                                          : points_->why();
            return std::nullopt;
        }
        budget.check();
        if (!points_->draw(kSeed, ModularPoints::period * round++)) continue;
        solve();
        const auto values = points_->evaluate(expressions_);
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            samples.fields[lane] = points_->field(lane);
            if (!points_->is_alive(lane) || has_enough(samples.rows[lane])) continue;
            ResidueRow row;
            for (const auto& v : values) row.push_back(v[lane]);
            samples.rows[lane].push_back(std::move(row));
        }
    }
    return samples;
}

std::size_t ProlongedMotion::enough_states(double steps) const {
    return chance_of_error(steps, lanes * kStates) > kSmallEnough ? kManyStates : kStates;
}

double ProlongedMotion::chance_of_error(double steps, std::size_t states) const {
    if (!points_) return 1;
    const double size = right_.empty() ? 1 : static_cast<double>(right_[0].size() + 2);
    const double solves = static_cast<double>(right_.size() + 1);
    return anholon::chance_of_error(points_->elementary(),
                                    steps * solves * points_->degree() * 4 * size * size, states);
}

}  // namespace anholon
