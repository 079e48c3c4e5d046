#include "cases.hpp"

#include <cmath>
#include <stdexcept>

#include "benchmark.hpp"
#include "code/lean.hpp"
#include "model/model.hpp"
#include "model/state/initial_state.hpp"
#include "motion/law.hpp"

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

}  // namespace

Case prepared(const Text& text, double until, const char* form_id) {
    Case c;
    c.name = text.name;
    c.until = until;
    c.derive = seconds_of([&] {
        Diagnostics diagnostics;
        std::optional<System> system = elaborate_model(Source(text.name, text.model), diagnostics);
        if (!system) throw std::runtime_error("the model of " + text.name + " is refused");
        c.system = std::make_unique<System>(std::move(*system));
        const Setting setting(*c.system);
        const EquationForm& form = form_id == nullptr      ? form_of_motion(setting)
                                   : form_id == integrated ? form_to_integrate(setting)
                                                           : *find_form(form_id);
        c.form = form.id;
        c.equations = lean(rate_equations(*c.system, form, form.derive(setting)));
    });
    c.x = initial_values(*c.system, c.equations);
    for (const Rational& value : c.equations.parameter_values) c.p.push_back(value.to_double());
    return c;
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
    double worst = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        worst = std::max(worst, std::abs(a[i] - b[i]) / std::max(1.0, std::abs(b[i])));
    return worst;
}

}  // namespace anholon::bench
