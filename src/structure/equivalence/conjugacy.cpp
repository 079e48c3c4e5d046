#include "structure/equivalence/conjugacy.hpp"

#include <algorithm>
#include <map>

#include "mechanics/claims/claim_system.hpp"
#include "proof/continuity.hpp"
#include "proof/judge.hpp"
#include "proof/primes.hpp"

namespace anholon {

namespace {

// Values of expressions at states in general position. A number may have no root modulo a prime, so several primes are tried.
std::optional<Samples> sampled(const Setting& s, const std::vector<Expr>& expressions, const Budget& budget,
                               std::string& why) {
    for (std::uint64_t seed = 11; seed < 27; ++seed) {
        StateSampler sampler(s, expressions, StateSampler::At::states, seed);
        if (auto samples = sampler.draw(2, budget)) return samples;
        why = sampler.why();
    }
    return std::nullopt;
}

std::vector<Expr> slopes(const std::vector<Expr>& f, const std::vector<Expr>& x) {
    if (f.empty() || x.empty()) return {};
    const Matrix J = jacobian(f, x);
    return {J.entries().begin(), J.entries().end()};
}

std::size_t rank(const PrimeField& field, std::span<const Residue> entries, std::size_t columns) {
    if (columns == 0) return 0;
    ResidueRows rows;
    for (std::size_t k = 0; k < entries.size(); k += columns)
        rows.emplace_back(entries.begin() + static_cast<long>(k),
                          entries.begin() + static_cast<long>(k + columns));
    return echelon(field, std::move(rows), columns).rows.size();
}

Conjugacy::Kind kind_of(const Conjugacy& c) {
    using Kind = Conjugacy::Kind;
    if (c.rank == c.a && c.rank == c.b) return Kind::equivalence;
    if (c.rank == c.b) return Kind::quotient;
    return c.rank == c.a ? Kind::embedding : Kind::neither;
}

}  // namespace

std::optional<std::size_t> dimension(const Setting& s, const Variables& variables, const Budget& budget) {
    const std::vector<Expr>&x = variables.law.state, &C = variables.kept;
    if (C.empty()) return x.size();
    std::string why;
    const auto samples = sampled(s, slopes(C, x), budget, why);
    if (!samples) return std::nullopt;
    std::size_t most = 0;
    for (std::size_t lane = 0; lane < samples->rows.size(); ++lane)
        for (const ResidueRow& row : samples->rows[lane])
            most = std::max(most, rank(*samples->fields[lane], row, x.size()));
    return x.size() - most;
}

namespace {

using proof::Id;

proof::Claim map_claim(proof::Translation& translate, const PushForward& f) {
    proof::Claim claim{.id = "map", .kind = proof::Claim::Kind::map};
    for (const Expr& e : f.positive) claim.where.push_back({proof::Condition::Kind::positive, translate(e)});
    claim.clock = translate(f.rate);
    return claim;
}

// Whether the map is written in the coordinates and velocities of B itself.
bool is_in_own_variables(const Setting& b, const Variables& of_b) {
    const auto& state = of_b.law.state;
    const auto has = [&](const Expr& x) { return std::ranges::find(state, x) != state.end(); };
    return std::ranges::all_of(b.q, has) && std::ranges::all_of(b.v, has);
}

// A claim about two systems, and what each of the quantities that should vanish is called.
struct MapClaim {
    proof::Claim claim;
    std::vector<std::string> names;
};

MapClaim claim_between(proof::Subject& subject, proof::Translation& translate, const Setting& b,
                       const PushForward& f, const std::string& text_of_b) {
    proof::Translation of_b(subject.program, b.c);
    const std::size_t to =
        add_system(subject, of_b, b,
                   {.time = ClaimSystemOptions::Time::if_it_occurs, .prefix = "B.", .text = text_of_b});
    const proof::System& other = subject.systems[to];
    std::map<Id, Id> image;
    for (std::size_t k = 0; k < f.parameters.size(); ++k)
        image[of_b(b.system.parameters[k].symbol)] = translate(f.parameters[k]);
    std::map<std::string, Id> by_name;
    for (std::size_t k = 0; k < f.names.size(); ++k) by_name["B." + f.names[k]] = translate(f.images[k]);
    MapClaim out{map_claim(translate, f), {}};
    out.claim.to = to;
    for (const Id x : other.state()) {
        const std::string& name = subject.program.name_at(x);
        const bool is_level =
            std::ranges::find(other.levels, x, &proof::System::Level::level) != other.levels.end();
        const Id value = other.time == x     ? *subject.systems[0].time
                         : is_level          ? subject.program.number(0)
                         : image.contains(x) ? image.at(x)
                                             : by_name.at(name);
        out.claim.images.emplace_back(x, value);
    }
    const auto note = [&](const std::vector<Id>& list) {
        for (const Id x : list) out.names.push_back(subject.program.name_at(x).substr(2) + "'");
    };
    note(other.parameters);
    if (other.time) note({*other.time});
    for (const auto* list : {&other.coordinates, &other.velocities, &other.multipliers}) note(*list);
    for (const proof::System::Constraint& c : other.constraints)
        out.names.insert(out.names.end(), c.is_position ? 2 : 1, "constraint " + c.name.substr(2));
    return out;
}

MapClaim claim_in_variables(proof::Translation& translate, const PushForward& f) {
    MapClaim out{map_claim(translate, f), {}};
    for (const Expr& image : f.images) {
        const Id node = translate(image);
        out.claim.images.emplace_back(node, node);
    }
    out.claim.pushed = proof::Claim::Pushed{translate(f.change), translate(f.W),  translate(f.r),
                                            translate(f.G0),     translate(f.G1), translate(f.constraints)};
    for (const std::string& name : f.names) out.names.push_back(name + "'");
    for (const std::string& name : f.kept) out.names.push_back("constraint " + name);
    return out;
}

// Dimensions and the rank of the map at random states.
bool set_ranks(const Setting& a, const Setting& b, const Variables& of_b, const PushForward& map,
               const Budget& budget, Conjugacy& out) {
    const auto size_of_b = dimension(b, of_b, budget);
    if (!size_of_b) {
        out.reason = "no state of " + b.system.name + " was found";
        return false;
    }
    out.b = *size_of_b;
    std::vector<Expr> both = slopes(map.kept_by_a, map.state);
    const std::size_t kept_entries = both.size();
    const std::vector<Expr> of_images = slopes(map.images, map.state);
    both.insert(both.end(), of_images.begin(), of_images.end());
    const auto samples = sampled(a, both, budget, out.reason);
    if (!samples) return false;
    out.reason.clear();
    const std::size_t n = map.state.size();
    for (std::size_t lane = 0; lane < samples->rows.size(); ++lane)
        for (const ResidueRow& row : samples->rows[lane]) {
            const PrimeField& field = *samples->fields[lane];
            const std::size_t kept = rank(field, std::span(row).first(kept_entries), n);
            out.a = n - kept;
            out.rank = std::max(out.rank, rank(field, row, n) - kept);
        }
    out.kind = kind_of(out);
    return true;
}

}  // namespace

Conjugacy conjugacy(const Setting& a, const Setting& b, const Variables& of_b, const PushForward& map,
                    Parameters parameters, const Budget& budget, const ModelTexts& texts) {
    using Outcome = proof::Judgement::Outcome;
    using Values = ClaimSystemOptions::Values;
    Conjugacy out;
    if (!set_ranks(a, b, of_b, map, budget, out)) return out;
    out.judged.subject = std::make_shared<proof::Subject>();
    proof::Translation translate(out.judged.subject->program, a.c);
    const Values values = parameters == Parameters::stated ? Values::as_declared : Values::any;
    add_system(*out.judged.subject, translate, a, {.parameters = values, .text = texts.a});
    out.seed = proof::seed_of_run();
    std::vector<std::string> names;
    const auto judge = [&](MapClaim made) {
        out.judged.claim = std::move(made.claim);
        names = std::move(made.names);
        add_conditions_on_parameters(*out.judged.subject, out.judged.claim);
        out.judged.judgement = proof::judge(*out.judged.subject, out.judged.claim, {.seed = out.seed});
    };
    // As a claim about two systems if possible, since a certificate can state that; else with B's equations written at the images, where
    // sums of angles are seen.
    if (is_in_own_variables(b, of_b)) {
        judge(claim_between(*out.judged.subject, translate, b, map, texts.b));
        for (std::size_t k = 0; k < 2; ++k)
            if (const auto state = proof::regular_state(*out.judged.subject, k, out.seed))
                out.judged.subject->systems[k].sample = *state;
    }
    if (out.judged.judgement.outcome == Outcome::open) judge(claim_in_variables(translate, map));
    switch (out.judged.judgement.outcome) {
        case Outcome::holds:
            out.holds = Answer::yes;
            out.error_bound = out.judged.judgement.error_bound();
            break;
        case Outcome::fails:
            out.holds = Answer::no;
            for (const std::size_t k : out.judged.judgement.differing)
                if (std::ranges::find(out.differs, names[k]) == out.differs.end())
                    out.differs.push_back(names[k]);
            for (const auto& [name, value] : out.judged.judgement.state)
                out.witness += (out.witness.empty() ? "" : ", ") + name + " = " + value;
            if (!out.differs.empty())
                out.witness += ": there " + out.differs.front() + " is off by " + out.judged.judgement.value;
            break;
        case Outcome::open: out.reason = out.judged.judgement.reason; break;
    }
    return out;
}

}  // namespace anholon
