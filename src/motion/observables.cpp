#include "motion/observables.hpp"

#include <algorithm>

#include "expr/walk.hpp"
#include "model/request.hpp"
#include "model/system_units.hpp"

namespace anholon {

namespace {

class Observables {
  public:
    explicit Observables(const Formulation& law) : law_(law) {}

    void add(std::string name, Expr value, Observable::Kind kind, std::string unit = {},
             std::string description = {}) {
        // An output is there under its own name, whatever else has its value.
        if (kind != Observable::Kind::output && is_listed(value)) return;
        while (std::ranges::find(list_, name, &Observable::name) != list_.end()) name += "_";
        try {
            law_.lowered(value);
        } catch (const Unavailable&) {
            return;
        }
        list_.push_back({std::move(name), value, std::move(unit), std::move(description), kind});
    }
    void add(Expr symbol, Observable::Kind kind, std::string unit = {}, std::string description = {}) {
        add(symbol_text(symbol.symbol()), symbol, kind, std::move(unit), std::move(description));
    }
    void mark_details(const std::vector<Expr>& details) {
        for (Observable& o : list_) o.is_detail = std::ranges::find(details, o.value) != details.end();
    }
    std::vector<Observable> finish() { return std::move(list_); }

  private:
    bool is_listed(const Expr& value) const {
        return std::ranges::find(list_, value, &Observable::value) != list_.end();
    }

    const Formulation& law_;
    std::vector<Observable> list_;
};

// The rates of the quaternions of bodies, and the multipliers of the constraints that keep their length.
std::vector<Expr> details_of(const System& system) {
    std::vector<Expr> details;
    for (std::size_t k = 0; k < system.constraints.size(); ++k) {
        const Constraint& c = system.constraints[k];
        if (!system.base.rates_of_constraints.contains(c.name)) continue;
        for (const Expr& q : symbols_of(c.residual)) details.push_back(dot(q));
        if (k < system.multipliers.size()) details.push_back(system.multipliers[k]);
    }
    return details;
}

std::string per_second(const std::string& unit) { return unit.empty() ? "" : unit + "/s"; }

std::string integrated(const std::string& unit) {
    if (unit.empty()) return "";
    return unit == "1" ? "s" : unit + " s";
}

}  // namespace

std::vector<Observable> standard_observables(const System& system, const Formulation& law,
                                             const std::vector<Quadrature>& quadratures) {
    using Kind = Observable::Kind;
    Observables columns(law);
    const SystemUnits units(system);
    columns.add(system.t, Kind::time, units.are_given() || system.has_quantities ? "s" : "", "time");
    for (const Coordinate& q : system.coordinates)
        columns.add(q.symbol, Kind::coordinate, q.unit, q.description);
    for (const Coordinate& q : system.coordinates)
        columns.add(dot(q.symbol), Kind::velocity, per_second(q.unit));
    if (system.algebra)
        for (const Expr& w : system.algebra->omega) columns.add(w, Kind::velocity);
    for (const QuasiVelocity& eta : system.quasi)
        columns.add(eta.symbol, Kind::quasi_velocity, units.unit_of(eta.symbol), "quasi-velocity");
    for (std::size_t k = 0; k < system.multipliers.size(); ++k)
        columns.add(system.multipliers[k], Kind::multiplier, units.unit_of(system.multipliers[k]),
                    "multiplier of " + system.constraints[k].name);
    for (const DryFriction& f : system.frictions)
        for (const DryFriction::Row& row : f.rows)
            columns.add(row.force, Kind::multiplier, units.unit_of(row.force), "friction of " + f.name);
    for (const KnownMultiplier& k : system.reactions)
        columns.add(symbol_text(k.symbol.symbol()), k.value, Kind::multiplier, k.unit,
                    "multiplier of " + k.constraint);
    for (const ControllerState& s : system.states) columns.add(s.symbol, Kind::state, s.unit, s.description);
    for (const Output& o : system.outputs) columns.add(o.name, o.value, Kind::output, o.unit, o.description);
    columns.add("energy", energy_of(system), Kind::energy, units.unit_of(energy_of(system)));
    std::size_t count = 0;
    for (const Expectation& e : system.expectations) {
        if (e.kind != Expectation::Kind::integral || !e.left) continue;
        columns.add("integral" + std::to_string(++count), e.left, Kind::integral, units.unit_of(e.left),
                    e.name);
    }
    for (const Quadrature& quadrature : quadratures)
        columns.add(quadrature.symbol, Kind::quadrature, integrated(units.unit_of(quadrature.integrand)),
                    text_in_brief(quadrature.integrand));
    columns.mark_details(details_of(system));
    return columns.finish();
}

}  // namespace anholon
