#include "model/elaboration.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "expr/derivative.hpp"
#include "model/errors.hpp"
#include "model/unit.hpp"

namespace anholon {

namespace {

using namespace syntax;

// With its primes, x''.
std::string written_name(const Elaboration& model, const Definition& d) {
    return model.text(d.name) + std::string(std::min(d.primes, 9u), '\'');
}

// x = 1 [m] + 2 [cm]: do the units of the numbers fit the name?
bool has_fitting_quantities(Elaboration& model, const Definition& d) {
    if (d.unit || !has_quantity(model.tree.expressions, d.value)) return true;
    const auto given =
        dimension_of(model.tree.expressions, d.value, model.source, model.dimensions, model.diagnostics);
    const auto known = model.dimensions.find(ascii_name(model.source.text(d.name)));
    if (!given || known == model.dimensions.end() || !known->second) return true;
    const Dimension wanted = *known->second / pow(seconds(), Rational(static_cast<long>(d.primes)));
    if (*given == wanted) return true;
    model.report(unit_misfit(d.value.span, "'" + written_name(model, d) + "'", *given, wanted));
    return false;
}

void initial_value(Elaboration& model, const Definition& d, std::vector<InitialValue>& out) {
    const std::string name = model.text(d.name);
    const Meaning* meaning = model.outer.find(name);
    Expr value = model.constant_expression(d.value, "an initial value");
    if (!meaning) return model.report(init_unknown(d.name, name, model.outer, model.source));
    const bool is_coordinate = meaning->noun == "coordinate";
    const bool is_state = is_coordinate || meaning->noun == "velocity" || meaning->noun == "quasi-velocity" ||
                          meaning->noun == "multiplier";
    if (!is_state || !meaning->value || d.primes > (is_coordinate ? 1u : 0u))
        return model.report(
            init_not_state(d.name, written_name(model, d),
                           is_state ? (is_coordinate ? "acceleration" : "rate") : meaning->noun));
    if (d.unit) value = with_unit(model, d, value);
    if (!value || !has_fitting_quantities(model, d)) return;
    const Expr symbol = d.primes == 0 ? meaning->value : dot(meaning->value);
    const auto same =
        std::find_if(out.begin(), out.end(), [&](const InitialValue& i) { return i.symbol == symbol; });
    if (same != out.end()) return model.report(init_twice(d.name, name, same->span));
    out.push_back({symbol, value, d.name});
}

// A body whose attitude is not given has its axes along those of space.
void upright(Elaboration& model, const BodyAttitude& attitude) {
    const bool is_given = std::ranges::any_of(model.system.init, [&](const InitialValue& i) {
        return std::ranges::find(attitude.q, i.symbol) != attitude.q.end();
    });
    if (!is_given) model.system.init.push_back({attitude.q[0], model.context().one(), attitude.body});
}

}  // namespace

Expr with_unit(Elaboration& model, const Definition& d, Expr value) {
    const auto u = read_unit(*d.unit, model.source, model.diagnostics);
    if (!u || !value) return {};
    const auto known = model.dimensions.find(ascii_name(model.source.text(d.name)));
    if (known != model.dimensions.end() && known->second) {
        const Dimension wanted = *known->second / pow(seconds(), Rational(static_cast<long>(d.primes)));
        if (wanted != u->dimension) {
            model.report(unit_misfit(*d.unit, "'" + written_name(model, d) + "'", u->dimension, wanted));
            return {};
        }
    }
    return value * u->scale(model.context());
}

void initial_values(Elaboration& model, const std::vector<Definition>& items,
                    std::vector<InitialValue>& out) {
    for (const Definition& d : items) {
        if (model.diagnostics.full()) return;
        initial_value(model, d, out);
    }
}

void read_initial_values(Elaboration& model) {
    model.each<InitStatement>(
        [&](const auto& s, const auto&) { initial_values(model, s.items, model.system.init); });
    for (const BodyAttitude& attitude : model.attitudes) upright(model, attitude);
}

}  // namespace anholon
