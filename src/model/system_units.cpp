#include "model/system_units.hpp"

#include "expr/walk.hpp"

namespace anholon {

namespace {

std::optional<Dimension> read(const std::string& unit) {
    if (unit.empty()) return std::nullopt;
    if (unit == "1") return Dimension{};
    const Source source("unit", "[" + unit + "]");
    Diagnostics ignored;
    const auto out = read_unit(source.all(), source, ignored);
    return out ? std::optional(out->dimension) : std::nullopt;
}

}  // namespace

SystemUnits::SystemUnits(const System& system) : system_(system) {
    const auto add = [&](const Expr& symbol, const std::optional<Dimension>& dimension) {
        names_[symbol.symbol().name] = dimension;
        are_given_ = are_given_ || (dimension && !dimension->is_one());
    };
    for (const Parameter& p : system.parameters) add(p.symbol, read(p.unit));
    for (const Coordinate& q : system.coordinates) add(q.symbol, read(q.unit));
    for (const ControllerState& s : system.states) add(s.symbol, read(s.unit));
    for (const QuasiVelocity& eta : system.quasi) add(eta.symbol, dimension_of(eta.definition));
    for (const auto& [u, definition] : system.base.definitions) add(u, dimension_of(definition));
    if (are_given_) add_multipliers(system);
}

// Q_i = λ ∂f/∂q̇_i, or λ ∂F/∂q_i of a geometric constraint, and Q_i q_i is an energy.
void SystemUnits::add_multipliers(const System& system) {
    const auto energy = dimension_of(system.T);
    for (std::size_t k = 0; k < system.multipliers.size() && k < system.constraints.size(); ++k) {
        const Constraint& c = system.constraints[k];
        auto residual = dimension_of(c.residual);
        if (residual && c.kind != Constraint::Kind::geometric) *residual = *residual * seconds();
        names_[system.multipliers[k].symbol().name] =
            energy && residual ? std::optional(*energy / *residual) : std::nullopt;
    }
    for (const DryFriction& f : system.frictions)
        for (const DryFriction::Row& row : f.rows) {
            const auto slip = dimension_of(row.slip);
            names_[row.force.symbol().name] =
                energy && slip ? std::optional(*energy / (*slip * seconds())) : std::nullopt;
        }
}

std::optional<Dimension> SystemUnits::of_symbol(const Symbol& symbol) const {
    if (symbol.kind == SymbolKind::pi) return Dimension{};
    if (symbol.kind == SymbolKind::time) return seconds();
    const auto found = names_.find(symbol.name);
    if (found == names_.end() || !found->second) return std::nullopt;
    return *found->second / pow(seconds(), Rational(symbol.dots));
}

std::optional<Dimension> SystemUnits::dimension_of(const Expr& e) const {
    if (!are_given_ || system_.has_quantities) return std::nullopt;
    Context& c = system_.c();
    const Walk walk(e);
    std::vector<std::optional<Dimension>> known(walk.size());
    const auto of = [&](NodeId id) -> const std::optional<Dimension>& { return known[walk.place(id)]; };
    for (std::size_t i = 0; i < walk.size(); ++i) {
        const Node node = c.node(walk[i]);
        switch (node.kind) {
            case Kind::number: known[i] = Dimension{}; break;
            case Kind::symbol: known[i] = of_symbol(c.symbol_at(walk[i])); break;
            case Kind::multiple: known[i] = of(node.args[1]); break;
            case Kind::function:
                known[i] = node.function == Function::abs ? of(node.args[0]) : Dimension{};
                break;
            case Kind::product: {
                std::optional<Dimension> product = Dimension{};
                for (std::size_t k = 0; k < node.count && product; k += 2) {
                    const auto& base = of(node.args[k]);
                    product = base ? std::optional(*product * pow(*base, c.number_at(node.args[k + 1])))
                                   : std::nullopt;
                }
                known[i] = product;
                break;
            }
            case Kind::sum: {
                // The first term stands for all; where they differ nothing is told.
                std::optional<Dimension> sum =
                    node.args[0] == Context::zero_id ? of(node.args[2]) : Dimension{};
                for (std::size_t k = 1; k < node.count && sum; k += 2)
                    if (of(node.args[k + 1]) != sum) sum.reset();
                known[i] = sum;
                break;
            }
        }
    }
    return known.back();
}

std::string SystemUnits::unit_of(const Expr& e) const {
    const auto dimension = dimension_of(e);
    return dimension ? to_string(*dimension) : "";
}

Dimensions SystemUnits::of_names() const {
    Dimensions out(names_.begin(), names_.end());
    out["t"] = seconds();
    out["pi"] = Dimension{};
    for (const auto& [name, value] : system_.lets) out[name] = dimension_of(value);
    return out;
}

}  // namespace anholon
