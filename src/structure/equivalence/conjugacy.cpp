#include "structure/equivalence/conjugacy.hpp"

#include <algorithm>

#include "mechanics/claims/claim_system.hpp"
#include "proof/judge.hpp"
#include "proof/primes.hpp"

namespace anholon {

namespace {

constexpr std::uint64_t rank_seed = 11;

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

void name_differences(const PushForward& map, const std::vector<std::size_t>& differing, Conjugacy& out) {
    std::vector<std::string> names;
    for (const std::string& name : map.names) names.push_back(name + "'");
    for (const std::string& name : map.kept) names.push_back("constraint " + name);
    for (const std::size_t k : differing)
        if (std::ranges::find(out.differs, names[k]) == out.differs.end()) out.differs.push_back(names[k]);
}

}  // namespace

std::optional<std::size_t> dimension(const Setting& s, const Variables& variables, const Budget& budget) {
    const std::vector<Expr>&x = variables.law.state, &C = variables.kept;
    if (C.empty()) return x.size();
    StateSampler sampler(s, slopes(C, x), StateSampler::At::states, rank_seed);
    const auto samples = sampler.draw(2, budget);
    if (!samples) return std::nullopt;
    std::size_t most = 0;
    for (std::size_t lane = 0; lane < samples->rows.size(); ++lane)
        for (const ResidueRow& row : samples->rows[lane])
            most = std::max(most, rank(*samples->fields[lane], row, x.size()));
    return x.size() - most;
}

namespace {

// The map as a claim about A.
proof::Claim claim_of(proof::Translation& translate, const PushForward& f) {
    proof::Claim claim{.id = "map", .kind = proof::Claim::Kind::map};
    for (const Expr& image : f.images) {
        const proof::Id node = translate(image);
        claim.images.emplace_back(node, node);
    }
    claim.clock = translate(f.rate);
    claim.pushed = proof::Claim::Pushed{translate(f.change), translate(f.W),  translate(f.r),
                                        translate(f.G0),     translate(f.G1), translate(f.constraints)};
    for (const Expr& e : f.positive) claim.where.push_back({proof::Condition::Kind::positive, translate(e)});
    return claim;
}

// Dimensions and the rank of the map at random states.
bool set_ranks(const Setting& a, const Setting& b, const Variables& of_b, const PushForward& map, const Budget& budget,
               Conjugacy& out) {
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
    StateSampler sampler(a, both, StateSampler::At::states, rank_seed);
    const auto samples = sampler.draw(2, budget);
    if (!samples) {
        out.reason = sampler.why();
        return false;
    }
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
                    Parameters parameters, const Budget& budget) {
    using Outcome = proof::Judgement::Outcome;
    Conjugacy out;
    if (!set_ranks(a, b, of_b, map, budget, out)) return out;
    proof::Subject subject;
    proof::Translation translate(subject.program, a.c);
    const bool is_declared = parameters == Parameters::stated;
    proof::Claim claim;
    claim.system = add_system(subject, translate, a,
                              {.parameters = is_declared ? ClaimSystemOptions::Values::as_declared
                                                         : ClaimSystemOptions::Values::any});
    const std::size_t system = claim.system;
    claim = claim_of(translate, map);
    claim.system = system;
    out.seed = proof::seed_of_run();
    const proof::Judgement found = judge(subject, claim, {.seed = out.seed});
    switch (found.outcome) {
        case Outcome::holds:
            out.holds = Answer::yes;
            out.error_bound = found.error_bound();
            break;
        case Outcome::fails:
            out.holds = Answer::no;
            name_differences(map, found.differing, out);
            for (const auto& [name, value] : found.state)
                out.witness += (out.witness.empty() ? "" : ", ") + name + " = " + value;
            if (!found.differing.empty()) out.witness += ": there " + out.differs.front() + " is off by " + found.value;
            break;
        case Outcome::open: out.reason = found.reason; break;
    }
    return out;
}

}  // namespace anholon
