#include "model/statements/elaboration.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "expr/derivative.hpp"
#include "model/language/errors.hpp"
#include "model/language/unit.hpp"
#include "model/state/state_variable.hpp"

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

bool is_given_twice(Elaboration& model, const Definition& d, Expr symbol,
                    const std::vector<InitialValue>& out) {
    const auto same = std::ranges::find(out, symbol, &InitialValue::symbol);
    if (same == out.end()) return false;
    model.report(init_twice(d.name, model.text(d.name), same->span));
    return true;
}

void initial_value(Elaboration& model, const Definition& d, std::vector<InitialValue>& out) {
    const std::string name = model.text(d.name);
    const Meaning* meaning = model.outer.find(name);
    Expr value = model.constant_expression(d.value, "an initial value");
    if (!meaning) return model.report(init_unknown(d.name, name, model.outer, model.source));
    const Expr symbol = state_variable(*meaning, d.primes, model.system);
    if (!symbol && meaning->value)
        return model.report(init_not_state(d.name, written_name(model, d), noun_of(*meaning, d.primes)));
    if (d.unit) value = with_unit(model, d, value);
    if (!value || !symbol || !has_fitting_quantities(model, d)) return;
    if (!is_given_twice(model, d, symbol, out)) out.push_back({symbol, value, d.name});
}

void guess(Elaboration& model, const Definition& d, const std::vector<InitialValue>& given,
           std::vector<InitialValue>& out) {
    const std::string name = model.text(d.name);
    const Meaning* meaning = model.outer.find(name);
    Expr value = model.constant_expression(d.value, "a guess");
    if (!meaning) return model.report(init_unknown(d.name, name, model.outer, model.source));
    const bool is_coordinate = meaning->noun == "coordinate", is_velocity = meaning->noun == "velocity";
    if (!(is_coordinate && d.primes < 2) && !(is_velocity && d.primes == 0))
        return model.report(guess_not_state(d.name, written_name(model, d), noun_of(*meaning, d.primes)));
    if (d.unit) value = with_unit(model, d, value);
    const Expr symbol = d.primes == 0 ? meaning->value : dot(meaning->value);
    const auto fixed = std::ranges::find(given, symbol, &InitialValue::symbol);
    if (fixed != given.end())
        return model.report(guess_of_given(d.name, written_name(model, d), fixed->span));
    if (value && !is_given_twice(model, d, symbol, out)) out.push_back({symbol, value, d.name});
}

// A body whose attitude is not given has its axes along those of space, unless the constraints turn it; of one that is given in part,
// the rest of the quaternion is 0.
void upright(Elaboration& model, const BodyAttitude& attitude) {
    const auto has = [&](const std::vector<InitialValue>& list, const Expr& q) {
        return std::ranges::find(list, q, &InitialValue::symbol) != list.end();
    };
    const auto is_stated = [&](const Expr& q) {
        return has(model.system.init, q) || has(model.system.guesses, q);
    };
    const bool is_upright = std::ranges::none_of(attitude.q, is_stated);
    for (std::size_t k = 0; k < attitude.q.size(); ++k)
        if (!is_stated(attitude.q[k]))
            model.system.defaults.push_back(
                {attitude.q[k], is_upright && k == 0 ? model.context().one() : model.context().zero(),
                 attitude.body});
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

void guesses(Elaboration& model, const std::vector<Definition>& items, const std::vector<InitialValue>& given,
             std::vector<InitialValue>& out) {
    for (const Definition& d : items) {
        if (model.diagnostics.full()) return;
        guess(model, d, given, out);
    }
}

void read_initial_values(Elaboration& model) {
    model.each<InitStatement>(
        [&](const auto& s, const auto&) { initial_values(model, s.items, model.system.init); });
    model.each<GuessStatement>([&](const auto& s, const auto&) {
        guesses(model, s.items, model.system.init, model.system.guesses);
    });
    for (const BodyAttitude& attitude : model.attitudes) upright(model, attitude);
}

}  // namespace anholon
