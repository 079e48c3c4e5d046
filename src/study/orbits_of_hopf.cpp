#include "study/orbits_of_hopf.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "study/bordered_rows.hpp"

namespace anholon {

namespace {

constexpr double small = 0.01;  // ε, relative to the variables

// v of x* + εv, in the variables that stand still, of length 1.
std::vector<double> direction(BranchOfStandstills& standstills, const SpecialPoint& hopf) {
    const auto linear = standstills.linear_part(hopf.u);
    if (!linear) throw NoOrbit("the linear equations have no value there");
    if (linear->orbit > 0)
        throw NoOrbit(
            "the motion is steady along symmetries, so orbits near it close up to symmetries only: the core "
            "(--reduced) may do without them");
    const std::size_t n = linear->independent.size(), kept = linear->T.size() / std::max<std::size_t>(n, 1);
    std::vector<double> squared(n * n, 0.0);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) {
            for (std::size_t k = 0; k < n; ++k)
                squared[i * n + j] += linear->A[i * n + k] * linear->A[k * n + j];
            if (i == j) squared[i * n + j] += hopf.frequency * hopf.frequency;
        }
    const std::vector<double> v = least_directions(squared, n, n, 1)[0];
    std::vector<double> out(kept, 0.0);
    for (std::size_t i = 0; i < kept; ++i)
        for (std::size_t k = 0; k < n; ++k) out[i] += linear->T[i * n + k] * v[k];
    const double length = std::sqrt(dot(out, out));
    for (double& part : out) part /= length;
    return out;
}

}  // namespace

OrbitsOfHopf orbits_of_hopf(const Flow& flow, BranchOfStandstills& standstills, const SpecialPoint& hopf,
                            const Sweep& sweep, const FlowRunOptions& run) {
    const SteadyPart& part = standstills.part();
    const std::vector<double> v = direction(standstills, hopf);
    const std::vector<Expr>& state = flow.equations().state;
    const std::size_t n = state.size();
    OrbitsOfHopf out;
    std::vector<double> x(n, 0.0), along(n, 0.0);
    std::vector<bool> is_known(n, false);
    for (std::size_t k = 0; k < part.kept().size(); ++k) {
        const auto at = std::ranges::find(state, part.state()[part.kept()[k]]);
        if (at == state.end())
            throw NoOrbit("the equations of its motion are in other variables than those of its standstills");
        const auto place = static_cast<std::size_t>(at - state.begin());
        out.places.push_back(place);
        x[place] = hopf.u[k];
        along[place] = v[k];
        is_known[place] = true;
    }
    if (std::ranges::find(is_known, false) != is_known.end())
        throw NoOrbit(
            "coordinates that do not stand still move along, so orbits near it close up to symmetries only: "
            "the core (--reduced) may do without them");
    double size = 1;
    for (const double value : x) size = std::max(size, std::fabs(value));
    const double value = hopf.u.back(), period = 2 * std::numbers::pi / hopf.frequency;
    const OrbitSweep of_orbits{
        sweep.what == Sweep::What::parameter ? OrbitSweep::What::parameter : OrbitSweep::What::function,
        sweep.symbol, sweep.name, sweep.from, sweep.to};
    BranchOfOrbitsOptions options{.run = run, .begins_at = value, .least_size = size};
    // The first orbit, on the plane across v at a small distance: nothing is held, since all that is near is of one family or of none.
    options.holds = BranchOfOrbitsOptions::Holds::nothing;
    PeriodicOrbit first;
    first.start = x;
    first.period = period;
    for (std::size_t i = 0; i < n; ++i) first.start[i] += small * size * along[i];
    BranchOfOrbits raw(flow, first, of_orbits, options);
    CurvePoint near = raw.beginning();
    near.tangent.assign(near.u.size(), 0.0);
    for (std::size_t i = 0; i < n; ++i) near.tangent[i] = size * along[i];
    SolutionCurve curve(raw, {.scales = raw.scales(near.u)});
    raw.refer_to(near.u);
    const auto found = curve.corrected(near.u, near.tangent);
    if (!found) throw NoOrbit("no orbit is found near it: " + curve.why());
    first.start.assign(found->u.begin(), found->u.begin() + static_cast<long>(n));
    first.period = found->u[n];
    first.explained = raw.explained_at(found->u);
    options.begins_at = found->u.back();
    options.holds = BranchOfOrbitsOptions::Holds::families;
    out.problem = std::make_unique<BranchOfOrbits>(flow, first, of_orbits, options);
    out.near = out.problem->beginning();
    out.near.tangent = near.tangent;
    out.places.push_back(out.problem->value_place());
    return out;
}

}  // namespace anholon
