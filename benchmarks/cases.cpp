#include "cases.hpp"

#include <algorithm>
#include <cmath>

#include "benchmark.hpp"
#include "code/lean.hpp"
#include "model/state/initial_state.hpp"
#include "motion/law.hpp"
#include "request/reduced.hpp"

namespace anholon::bench {
namespace {

std::vector<double> initial_values(const System& system, const RateEquations& equations) {
    const InitialState initial = initial_state(system).state.value();
    std::vector<double> x;
    for (const Expr& symbol : equations.state)
        for (const auto* list : {&initial.q, &initial.v, &initial.eta, &initial.lambda})
            for (const InitialVariable& variable : *list)
                if (variable.symbol == symbol) x.push_back(variable.value);
    return x;
}

template <class Make>
Case prepared(const std::string& name, double until, const char* form_id, Make&& system) {
    Case c;
    c.name = name;
    c.until = until;
    c.derive = seconds_of([&] {
        c.system = std::make_unique<System>(system());
        const Setting setting(*c.system);
        const EquationForm& form = form_id == nullptr ? form_to_integrate(setting) : *find_form(form_id);
        c.form = form.id;
        c.equations = lean(rate_equations(*c.system, form, form.derive(setting)));
    });
    c.x = initial_values(*c.system, c.equations);
    for (const Rational& value : c.equations.parameter_values) c.p.push_back(value.to_double());
    return c;
}

}  // namespace

Case prepared(const Text& text, double until, const char* form_id) {
    return prepared(text.name, until, form_id, [&] { return system_of(text); });
}

Case core_of(const Text& text, double until) {
    return prepared("the core of " + text.name, until, nullptr,
                    [&] { return request::reduced(system_of(text)).system; });
}

Text reference_disc() {
    Text disc = of_gallery("rolling-disc", "disc");
    const auto replace = [&](const std::string& from, const std::string& to) {
        disc.model.replace(disc.model.find(from), from.size(), to);
    };
    replace("R = 1 [m]", "R = 0.5 [m]");
    replace("A = 0.25", "A = 0.0625");
    replace("C = 0.5", "C = 0.125");
    replace("init theta = pi/3, u = 3*sin(pi/3), w = -1",
            "init theta = pi/2 - 1/5, u = cos(1/5)/2, w = 6 + sin(1/5)/2");
    disc.name = "reference disc";
    return disc;
}

double distance(const std::vector<double>& a, const std::vector<double>& b) {
    if (a.size() != b.size()) return NAN;
    double worst = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double difference = std::abs(a[i] - b[i]) / std::max(1.0, std::abs(b[i]));
        if (std::isnan(difference)) return difference;  // which no maximum would keep
        worst = std::max(worst, difference);
    }
    return worst;
}

}  // namespace anholon::bench
