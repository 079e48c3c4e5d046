#include "model/statements/elaboration.hpp"

#include <algorithm>
#include <map>

#include "base/text.hpp"
#include "model/language/errors.hpp"
#include "model/state/parameter_values.hpp"

namespace anholon {

namespace {

using namespace syntax;

void setting(Elaboration& model, const ExperimentStatement::Setting& s, std::map<std::string, Span>& seen,
             Experiment& e) {
    using Kind = ExperimentStatement::Setting::Kind;
    const std::string name = model.text(s.keyword);
    const auto [old, is_new] = seen.try_emplace(name, s.keyword);
    if (!is_new) return model.report(setting_twice(s.keyword, name, old->second));
    const auto value = model.constant(s.value, "a setting");
    if (!value) return;
    if (has_quantity(model.tree.expressions, s.value)) {
        const Dimension wanted = s.kind == Kind::until || s.kind == Kind::every ? seconds() : Dimension{};
        const auto given =
            dimension_of(model.tree.expressions, s.value, model.source, model.dimensions, model.diagnostics);
        if (given && *given != wanted)
            return model.report(unit_misfit(s.value.span, "'" + name + "'", *given, wanted));
    }
    if (value->value.sign() <= 0) return model.report(setting_not_positive(s.value.span, name));
    Rational& place = s.kind == Kind::until ? e.until : s.kind == Kind::every ? e.every : e.tolerance;
    place = value->value;
}

void parameter_value(Elaboration& model, const Definition& d, Experiment& e) {
    const std::string name = ascii_name(model.source.text(d.name));
    const auto p = std::find_if(model.system.parameters.begin(), model.system.parameters.end(),
                                [&](const Parameter& one) { return one.symbol.symbol().name == name; });
    const auto value = model.constant(d.value, "a parameter");
    if (model.fixed.contains(name)) return;
    const auto derived = std::ranges::find(model.system.derived, name, &DerivedParameter::name);
    if (derived != model.system.derived.end() && d.primes == 0)
        return model.report(parameter_derived(d.name, name, derived->from));
    if (p == model.system.parameters.end() || d.primes > 0)
        return model.report(experiment_parameter(d.name, name));
    if (!value) return;
    for (const auto& [symbol, other] : e.parameters)
        if (symbol == p->symbol) return model.report(setting_twice(d.name, name, p->span));
    const bool is_in_si = has_quantity(model.tree.expressions, d.value);
    const Expr scaled = d.unit     ? with_unit(model, d, value->exact)
                        : is_in_si ? value->exact
                                   : value->exact * p->scale;
    if (!scaled) return;
    const auto c = model.evaluated(scaled, d.value.span, "a parameter");
    if (!c) return;
    if (p->range && (c->value < p->range->first || c->value > p->range->second))
        return model.report(value_outside_range(d.value.span, name));
    e.parameters.emplace_back(p->symbol, c->value);
}

// The derived parameters must keep to their ranges as well.
void check_derived(Elaboration& model, const Experiment& e) {
    if (const auto outside =
            derived_outside_range(model.system, parameter_point(model.system, {.experiment = &e})))
        model.report(*outside);
}

void experiment(Elaboration& model, const ExperimentStatement& s, Span span) {
    Experiment e;
    e.name = model.text(s.name);
    e.span = span;
    for (const Experiment& other : model.system.experiments)
        if (other.name == e.name) return model.report(experiment_twice(s.name, e.name, other.span));
    std::map<std::string, Span> seen;
    for (const auto& one : s.settings) setting(model, one, seen, e);
    initial_values(model, s.init, e.init);
    guesses(model, s.guesses, e.init, e.guesses);
    for (const Definition& d : s.parameters) parameter_value(model, d, e);
    for (const auto& one : s.studies)
        e.studies.push_back({model.text(one.study),
                             model.text(one.option),
                             model.text(one.value),
                             {one.option.begin, one.value.end}});
    if (!model.diagnostics.failed()) check_derived(model, e);
    model.system.experiments.push_back(std::move(e));
}

}  // namespace

void read_experiments(Elaboration& model) {
    model.each<ExperimentStatement>([&](const auto& s, const auto& at) { experiment(model, s, at.span); });
}

}  // namespace anholon
