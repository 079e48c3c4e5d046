#include "request/derive.hpp"

#include <algorithm>
#include <chrono>

#include "expr/operations.hpp"
#include "expr/print.hpp"
#include "expr/simplify.hpp"
#include "motion/exported.hpp"
#include "request/form.hpp"

namespace anholon::request {

namespace {

constexpr std::size_t most_solved = 5;       // unknowns up to which z is written out
constexpr std::size_t longest_solved = 200;  // and the length of its lines

Derivation derivation(const Setting& s, const EquationForm& form, bool simplify) {
    const auto start = std::chrono::steady_clock::now();
    const auto shown = [&](Expr e) { return e && simplify ? simplified(e) : e; };
    const Equations e = form.derive(s);
    Derivation d;
    d.form = &form;
    d.system = s.system.name;
    const auto is_in_state = [&](Expr symbol) { return std::ranges::find(e.state, symbol) != e.state.end(); };
    for (const QuasiVelocity& quasi : s.system.quasi)
        if (is_in_state(quasi.symbol) || std::ranges::find(e.unknowns, quasi.symbol) != e.unknowns.end())
            d.quasi_velocities.push_back({{text(quasi.symbol), latex(quasi.symbol)}, quasi.definition});
    for (const Definition& definition : e.definitions) {
        const Expr value = shown(definition.value);
        const bool is_coefficient = definition.name.text.starts_with("c^");
        if (is_coefficient && value == s.system.c().zero()) continue;
        d.definitions.push_back({definition.name, value});
    }
    for (const Line& line : e.lines) {
        Line simple{shown(line.under_dt), shown(line.left), {}};
        for (const Line::Part& part : line.right) simple.right.push_back({shown(part.value), part.note});
        d.lines.push_back(std::move(simple));
    }
    const std::vector<Expr> q_dot = s.rates(e.velocities);
    for (std::size_t i = 0; i < s.q.size() && i < q_dot.size(); ++i)
        if (const Expr rate = dot(s.q[i]); q_dot[i] != rate)
            d.kinematics.push_back({{text(rate), latex(rate)}, shown(q_dot[i])});
    if (simplify && !e.unknowns.empty() && e.unknowns.size() <= most_solved) {
        const Solution z = solved(e);
        const auto is_short = [](Expr x) { return text(x).size() <= longest_solved; };
        if (z.outcome == Solution::Outcome::unique && std::ranges::all_of(z.x, is_short))
            for (std::size_t k = 0; k < z.x.size(); ++k)
                d.solved.push_back({{text(e.unknowns[k]), latex(e.unknowns[k])}, z.x[k]});
    }
    std::vector<Expr> all(e.r);
    if (!e.W.empty()) all.insert(all.end(), e.W.entries().begin(), e.W.entries().end());
    all.insert(all.end(), e.rates.begin(), e.rates.end());
    d.operations = operations(all).total();
    d.unknowns = e.unknowns.size();
    d.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return d;
}

}  // namespace

Derivations answer(const Derive& request, const System& system) {
    std::vector<const EquationForm*> forms;
    if (request.form == "all") {
        for (const EquationForm& form : all_forms())
            if (form.role != EquationForm::Role::control) forms.push_back(&form);
    } else {
        const bool is_core = system.algebra && !system.coordinates.empty();
        const EquationForm& law = is_core ? *find_form("core") : law_of_motion(system);
        forms.push_back(request.form.empty() ? &law : &form_of(request.form));
    }
    const Setting setting(system, regular_velocities(system));
    if (request.form != "all") demand_applicable(*forms.front(), setting);
    Derivations out{system.name, {}};
    for (const EquationForm* form : forms) {
        Derivations::Entry entry{form, form->inapplicable(setting)};
        if (request.progress) request.progress(form->id);
        if (!entry.inapplicable) entry.derivation = derivation(setting, *form, request.simplify);
        out.entries.push_back(std::move(entry));
    }
    return out;
}

}  // namespace anholon::request
