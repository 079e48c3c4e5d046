#include "request/derive.hpp"

#include <algorithm>
#include <chrono>

#include "base/words.hpp"
#include "expr/operations.hpp"
#include "expr/signs.hpp"
#include "expr/simplify.hpp"
#include "mechanics/forms/core.hpp"
#include "mechanics/permutations.hpp"
#include "motion/exported.hpp"
#include "request/abbreviations.hpp"
#include "request/failure.hpp"
#include "request/form.hpp"

namespace anholon::request {

namespace {

constexpr std::size_t most_solved = 5;        // unknowns up to which z is written out
constexpr std::size_t most_definitions = 20;  // of a form that is not written in names
constexpr std::size_t longest_solved = 200;   // and the length of its lines

Label label(Expr symbol) { return {text(symbol), latex(symbol)}; }

Equations written(const Setting& s, const EquationForm& form) {
    Equations e = form.derive(s);
    if (form.write) form.write(s, e);
    return e;
}

// What is wanted of one form of one system.
class Deriving {
  public:
    Deriving(const Setting& s, const EquationForm& form, const Derive& request)
        : s_(s), e_(written(s, form)), request_(request) {
        d_.form = &form;
        d_.system = s.system.name;
    }

    Derivation run() {
        if (wants("definitions")) add_definitions();
        if (wants("equations")) add_equations();
        if (names("matrices")) add_matrices();
        if (names("permutations")) add_permutations();
        if (wants("kinematics")) add_kinematics();
        if (wants("kinematics")) add_states();
        if (wants("solved")) add_solved();
        d_.where = abbreviate(s_.system, expressions(), {.simplify = request_.simplify});
        count();
        return std::move(d_);
    }

  private:
    bool names(std::string_view part) const {
        return std::ranges::find(request_.parts, part) != request_.parts.end();
    }
    bool wants(std::string_view part) const { return request_.parts.empty() || names(part); }

    Expr shown(Expr e) const {
        if (!e || !request_.simplify) return e;
        // sin(a - b) for sin(a)*cos(b) - … would hide what many definitions share.
        const bool is_written_in_names = e_.definitions.size() > most_definitions;
        SimplifyOptions options{.max_nodes = most_simplified_nodes};
        if (is_written_in_names) {
            options.max_terms = 300;
            options.max_angle_terms = 0;
        }
        return simplified(with_signs(e), options);
    }

    void add_definitions() {
        const auto is_among = [](const std::vector<Expr>& list, Expr symbol) {
            return std::ranges::find(list, symbol) != list.end();
        };
        for (const QuasiVelocity& quasi : s_.system.quasi)
            if (e_.vectors.empty() &&
                (is_among(e_.state, quasi.symbol) || is_among(e_.unknowns, quasi.symbol)))
                d_.quasi_velocities.push_back({label(quasi.symbol), quasi.definition});
        for (const Definition& definition : e_.definitions) {
            const Expr value = shown(definition.value);
            const bool is_coefficient = definition.name.text.starts_with("c^");
            if (is_coefficient && value == s_.system.c().zero()) continue;
            d_.definitions.push_back({definition.name, value});
        }
    }

    void add_equations() {
        for (const Line& line : e_.lines) {
            Line simple{shown(line.under_dt), shown(line.left), {}};
            for (const Line::Part& part : line.right) simple.right.push_back({shown(part.value), part.note});
            d_.lines.push_back(std::move(simple));
        }
        d_.vectors = e_.vectors;
    }

    void add_matrices() {
        if (e_.W.empty()) return;
        MatrixForm m{{}, e_.W, {}, {}};
        for (const Expr& z : e_.unknowns) m.unknowns.push_back(label(z));
        Substitution at_rest;
        for (const Expr& x : e_.state)
            if (std::ranges::find(e_.unknowns, dot(x)) != e_.unknowns.end())
                at_rest.emplace_back(x, s_.c.zero());
        for (std::size_t i = 0; i < e_.r.size(); ++i) {
            for (std::size_t j = 0; j < e_.W.columns(); ++j) m.M(i, j) = shown(e_.W(i, j));
            m.Q.push_back(shown(substitute(e_.r[i], at_rest)));
            m.h.push_back(shown(m.Q.back() - e_.r[i]));
        }
        d_.matrices = std::move(m);
    }

    void add_permutations() {
        if (s_.no_frame()) return;
        for (const PermutationRelation& relation : permutation_relations(s_)) {
            const Label eta = label(relation.eta), delta = label(relation.displacement);
            d_.permutations.push_back({{delta.text + "' - delta(" + eta.text + ")",
                                        "\\frac{d}{dt}" + delta.latex + " - \\delta(" + eta.latex + ")"},
                                       shown(relation.difference)});
        }
    }

    void add_kinematics() {
        for (const Definition& rate : e_.kinematics) d_.kinematics.push_back({rate.name, shown(rate.value)});
        if (!e_.vectors.empty() || !e_.kinematics.empty()) return;
        const std::vector<Expr> q_dot = s_.rates(e_.velocities);
        for (std::size_t i = 0; i < s_.q.size() && i < q_dot.size(); ++i)
            if (const Expr rate = dot(s_.q[i]); q_dot[i] != rate)
                d_.kinematics.push_back({label(rate), shown(q_dot[i])});
    }

    // The equations of controllers stand beside those of coordinates.
    void add_states() {
        for (const ControllerState& state : s_.system.states)
            d_.kinematics.push_back({label(dot(state.symbol)), shown(state.rate)});
    }

    void add_solved() {
        if (!request_.simplify || !e_.vectors.empty() || e_.unknowns.empty() ||
            e_.unknowns.size() > most_solved)
            return;
        Solution z = solve(e_.W, e_.r);
        if (z.outcome != Solution::Outcome::unique) return;
        // The shortest first: one that stays too long to read leaves out the others.
        std::vector<std::pair<std::size_t, std::size_t>> order;
        for (std::size_t k = 0; k < z.x.size(); ++k) order.emplace_back(operations(z.x[k]).total(), k);
        std::ranges::sort(order);
        for (const auto& [size, k] : order)
            if (z.x[k] = simplified(z.x[k]); text(z.x[k]).size() > longest_solved) return;
        for (std::size_t k = 0; k < z.x.size(); ++k) d_.solved.push_back({label(e_.unknowns[k]), z.x[k]});
    }

    // In the order of the page.
    std::vector<Expr*> expressions() {
        std::vector<Expr*> all;
        const auto add = [&](Expr& e) {
            if (e) all.push_back(&e);
        };
        for (auto* list : {&d_.quasi_velocities, &d_.definitions})
            for (Definition& definition : *list) add(definition.value);
        for (Line& line : d_.lines) {
            add(line.under_dt);
            add(line.left);
            for (Line::Part& part : line.right) add(part.value);
        }
        if (d_.matrices) {
            for (std::size_t i = 0; i < d_.matrices->M.rows(); ++i)
                for (std::size_t j = 0; j < d_.matrices->M.columns(); ++j) add(d_.matrices->M(i, j));
            for (auto* list : {&d_.matrices->h, &d_.matrices->Q})
                for (Expr& e : *list) add(e);
        }
        for (auto* list : {&d_.permutations, &d_.kinematics, &d_.solved})
            for (Definition& definition : *list) add(definition.value);
        return all;
    }

    void count() {
        std::vector<Expr> all(e_.r);
        if (!e_.W.empty()) all.insert(all.end(), e_.W.entries().begin(), e_.W.entries().end());
        all.insert(all.end(), e_.rates.begin(), e_.rates.end());
        d_.operations = operations(all).total();
        d_.unknowns = e_.unknowns.size();
    }

    const Setting& s_;
    const Equations e_;
    const Derive& request_;
    Derivation d_;
};

Derivation derivation(const Setting& s, const EquationForm& form, const Derive& request) {
    const auto start = std::chrono::steady_clock::now();
    Derivation d = Deriving(s, form, request).run();
    d.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return d;
}

bool has(const Derivation& d, const std::string& part) {
    if (part == "equations") return !d.lines.empty() || !d.vectors.empty();
    if (part == "matrices") return d.matrices.has_value();
    if (part == "permutations") return !d.permutations.empty();
    if (part == "kinematics") return !d.kinematics.empty();
    if (part == "definitions") return !d.definitions.empty() || !d.quasi_velocities.empty();
    return !d.solved.empty();
}

std::string why_missing(const std::string& part, const Derivation& d) {
    const std::string start = d.form->title + " of " + d.system;
    if (part == "solved")
        return start + " is not solved for its unknowns: there are more than " + std::to_string(most_solved) +
               " of them, or the solution is too long to read";
    if (part == "permutations") return start + " has no permutation relations: there is no frame";
    return start + " has no " + part;
}

void demand_known(const std::vector<std::string>& parts) {
    const std::vector<std::string> known = derivation_parts();
    for (const std::string& part : parts)
        if (std::ranges::find(known, part) == known.end())
            throw Refusal(Refusal::Of::words, "part-unknown", "equations have no part '" + part + "'",
                          did_you_mean(part, known, "the parts are " + joined(known)));
}

}  // namespace

std::vector<std::string> derivation_parts() {
    return {"definitions", "equations", "matrices", "permutations", "kinematics", "solved"};
}

Derivations answer(const Derive& request, const System& system) {
    demand_known(request.parts);
    std::vector<const EquationForm*> forms;
    if (request.form == "all") {
        for (const EquationForm& form : all_forms())
            if (form.role != EquationForm::Role::control) forms.push_back(&form);
    } else {
        const EquationForm& law = is_core(system) ? *find_form("core") : law_of_motion(system);
        forms.push_back(request.form.empty() ? &law : &form_of(request.form));
    }
    const Setting setting(system, regular_velocities(system));
    if (request.form != "all") demand_applicable(*forms.front(), setting);
    Derivations out{system.name, {}};
    for (const EquationForm* form : forms) {
        Derivations::Entry entry{form, form->inapplicable(setting)};
        if (request.progress) request.progress(form->id);
        if (!entry.inapplicable) {
            entry.derivation = derivation(setting, *form, request);
            for (const std::string& part : request.parts)
                if (!has(*entry.derivation, part))
                    entry.missing.push_back(why_missing(part, *entry.derivation));
            if (!entry.missing.empty() && request.form != "all")
                throw Refusal(Refusal::Of::system, "part-missing", entry.missing.front());
        }
        out.entries.push_back(std::move(entry));
    }
    return out;
}

}  // namespace anholon::request
