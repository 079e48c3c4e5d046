#include "model/language/errors.hpp"

#include <cmath>

#include "base/text.hpp"
#include "expr/print.hpp"
#include "model/algebra/lie_algebra.hpp"
#include "model/language/mistake.hpp"

namespace anholon {

namespace {

std::string with_article(std::string_view noun) {
    if (noun == "time") return "time";
    const bool vowel = !noun.empty() && std::string_view("aeiou").find(noun[0]) != std::string_view::npos;
    return (vowel ? "an " : "a ") + std::string(noun);
}

}  // namespace

namespace {

// xdot, xddot, x_dot, dx, where x is known.
std::string derivative_help(std::string_view name, const Scope& scope) {
    const auto said = [&](std::string_view of, const char* primes) -> std::string {
        const Meaning* meaning = scope.find(of);
        if (!meaning || meaning->noun != "coordinate") return "";
        return "the time derivative of " + quote(of) + " is written " + std::string(of) + primes;
    };
    for (const auto& [ending, primes] :
         {std::pair("_ddot", "''"), std::pair("ddot", "''"), std::pair("_dot", "'"), std::pair("dot", "'"),
          std::pair("_t", "'"), std::pair("p", "'")})
        if (name.ends_with(ending))
            if (std::string help =
                    said(name.substr(0, name.size() - std::string_view(ending).size()), primes);
                !help.empty())
                return help;
    if (name.starts_with('d')) return said(name.substr(1), "'");
    return "";
}

// egg_reaction for reaction: the one name that ends so.
std::optional<std::string> longer_name(const std::string& name, const std::vector<std::string>& names) {
    std::optional<std::string> found;
    for (const std::string& one : names)
        if (one.ends_with("_" + name)) {
            if (found) return found;
            found = one;
        }
    return found;
}

}  // namespace

Diagnostic name_unknown(Span span, std::string_view name, const Scope& scope, const Source& source) {
    Diagnostic d{
        .code = "name-unknown", .message = "no symbol " + quote(name) + " in this model", .span = span};
    if (d.help = derivative_help(name, scope); !d.help.empty()) return d;
    auto meant = nearest(ascii_name(name), scope.names());
    if (!meant) meant = longer_name(ascii_name(name), scope.names());
    if (const Meaning* meaning = meant ? scope.find(*meant) : nullptr) {
        d.help = "did you mean the " + meaning->noun + " " + quote(*meant);
        if (meaning->declared)
            d.help += " (line " + std::to_string(source.line_of(meaning->declared->begin)) + ")";
        d.help += "?";
    }
    return d;
}

Diagnostic function_unknown(Span span, std::string_view name, const Scope& scope) {
    Diagnostic d{.code = "function-unknown", .message = "no function " + quote(name), .span = span};
    const Meaning* meaning = scope.find(name);
    if (meaning) d.message = quote(name) + " is " + with_article(meaning->noun) + ", not a function";
    for (const char* derivative : {"diff", "Diff", "Derivative", "derivative", "D", "dot", "ddt", "der"})
        if (!meaning && name == derivative) {
            d.help = "time derivatives are written with primes: x' and x''";
            return d;
        }
    const std::string meant = meaning ? "" : probable_builtin(name);
    d.help = meant.empty() ? "if a product is meant, write " + std::string(name) + "*(…)"
                           : "did you mean " + quote(meant) + "?";
    return d;
}

Diagnostic function_bare(Span span, const Builtin& function) {
    return {.code = "function-bare",
            .message = quote(function.name) + " is a function and needs its argument",
            .span = span,
            .help = "write " + std::string(function.usage)};
}

Diagnostic argument_count(Span span, const Builtin& function, std::size_t given) {
    const std::string wanted = function.arguments == 1   ? "one argument"
                               : function.arguments == 2 ? "two arguments"
                                                         : "three arguments";
    return {.code = "argument-count",
            .message = quote(function.name) + " takes " + wanted + ", not " + std::to_string(given),
            .span = span,
            .help = "write " + std::string(function.usage)};
}

Diagnostic undefined(Span span, std::string reason) {
    return {.code = "undefined", .message = "undefined operation: " + std::move(reason), .span = span};
}

Diagnostic symbol_bad(Span span, std::string reason) {
    return {.code = "symbol-bad", .message = std::move(reason), .span = span};
}

Diagnostic number_too_long(Span span) {
    return {.code = "number-too-long",
            .message = "written out, this number has more than 100000 digits",
            .span = span,
            .help = "numbers are exact here; use a symbol for a scale"};
}

Diagnostic primes_too_many(Span span, std::string_view name, int limit) {
    return {.code = "primes-too-many",
            .message = quote(name) + " has more than " + std::to_string(limit) + " primes",
            .span = span};
}

Diagnostic prime_of_constant(Span span, std::string_view name, std::string_view noun) {
    return {.code = "prime-of-constant",
            .message = quote(name) + " is " + with_article(noun) + " and has no time derivative",
            .span = span};
}

namespace {

std::string counted(std::size_t n, std::string_view one) {
    return std::to_string(n) + " " + std::string(one) + (n == 1 ? "" : one.ends_with('y') ? "" : "s");
}

}  // namespace

Diagnostic name_duplicate(Span span, std::string_view name, const Meaning& first) {
    Diagnostic d = error("name-duplicate", span, quote(name) + " is already " + with_article(first.noun));
    if (first.declared) d.notes.push_back({"declared here", *first.declared});
    return d;
}

Diagnostic constraint_name_duplicate(Span span, std::string_view name, Span first) {
    return twice("name-duplicate", span, "two constraints are called " + quote(name), first);
}

Diagnostic latex_bad(Span span, const std::string& fault) {
    return error("latex-bad", span, "this is no symbol in LaTeX: " + fault,
                 "a symbol is written \"\\\\tau_R\" or \"\\\\dot{m}_{12}\"");
}
Diagnostic latex_twice(Span span, std::string_view name, Span first) {
    return twice("latex-twice", span, quote(name) + " has its LaTeX already", first);
}
Diagnostic latex_same(Span span, std::string_view name, const std::string& latex, std::string_view other) {
    return error("latex-same", span,
                 quote(name) + " and " + quote(other) + " would both be " + latex + " in LaTeX");
}
Diagnostic name_reserved(Span span, std::string_view name) {
    return error("name-reserved", span, quote(name) + " is the name of a function and cannot be declared");
}

Diagnostic value_not_constant(Span span, std::string_view what, Expr culprit) {
    return error("value-not-constant", span,
                 std::string(what) + " must be constant and cannot depend on " + quote(text(culprit)));
}

Diagnostic value_not_real(Span span, std::string_view what) {
    return error("value-not-real", span, std::string(what) + " has no finite real value");
}

Diagnostic range_empty(Span span) {
    return error("range-empty", span, "a range must go from the smaller number to the larger one");
}

Diagnostic value_outside_range(Span span, std::string_view name) {
    return error("value-outside-range", span, "the value of " + quote(name) + " lies outside its own range");
}

Diagnostic parameter_derived(Span span, std::string_view name, const std::vector<std::string>& from) {
    std::string list;
    for (std::size_t k = 0; k < from.size(); ++k)
        list += (k == 0 ? "" : k + 1 == from.size() ? " and " : ", ") + quote(from[k]);
    return error("parameter-derived", span, quote(name) + " is defined by " + list + " and cannot be set",
                 "set " + list + ", or give " + quote(name) + " a number in the model");
}

Diagnostic setting_not_positive(Span span, std::string_view what) {
    return error("setting-not-positive", span, quote(what) + " takes a positive number");
}

Diagnostic input_unknown(Span span, std::string_view name, std::string_view noun,
                         const std::vector<std::string>& inputs) {
    std::string list;
    for (const std::string& one : inputs) list += (list.empty() ? "" : ", ") + one;
    Diagnostic d = error("input-unknown", span, "this model has no input " + quote(name));
    const auto meant = nearest(std::string(name), inputs);
    if (noun == "parameter")
        d.help = quote(name) + " is a parameter: set it with -p";
    else if (!noun.empty())
        d.help = quote(name) + " is " + with_article(noun);
    else if (meant)
        d.help = "did you mean " + quote(*meant) + "?";
    else
        d.help = inputs.empty() ? "it has none; one is declared by: input tau [N m] = 0"
                                : "the inputs are " + list;
    return d;
}

Diagnostic input_feedback(Span span, std::string_view input, std::string_view name, std::string_view noun) {
    return error("input-feedback", span,
                 "an input given from outside is a function of t and parameters, and " + quote(name) +
                     " is " + with_article(noun),
                 "a value of " + quote(input) +
                     " that depends on the motion is feedback: write it in the model, as a "
                     "force with a state or an output");
}

Diagnostic rate_of_what(Span span, std::string_view name, unsigned primes, std::string_view noun) {
    const std::string written(name);
    if (noun == "state")
        return error("rate-bad", span,
                     quote(name) + " is a state, and its equation gives its first derivative",
                     "write " + written + "' = …");
    if (noun.empty())
        return error("rate-bad", span,
                     "this is the equation of a state, and no state " + quote(name) + " is declared",
                     "declare it: state " + written);
    return error("rate-bad", span,
                 quote(written + std::string(std::min(primes, 9u), '\'')) + " cannot be set: " + quote(name) +
                     " is " + with_article(noun) + ", and only states have equations of their own",
                 "the motion of coordinates follows from energies, forces and constraints");
}

Diagnostic rate_twice(Span span, std::string_view name) {
    return error("rate-twice", span, "the state " + quote(name) + " has two equations");
}

Diagnostic rate_missing(Span span, std::string_view name) {
    return error("rate-missing", span, "the state " + quote(name) + " has no equation",
                 "write " + std::string(name) + "' = …");
}

Diagnostic rate_unexpected(Span span, std::string_view where, Expr rate) {
    return error("rate-unexpected", span,
                 std::string(where) + " contains " + quote(text(rate)) + ", the derivative of a state",
                 "write the right side of its equation instead");
}

Diagnostic state_not_in_force(Span span, std::string_view name, std::string_view where) {
    return error("state-misplaced", span, "the state " + quote(name) + " is in " + std::string(where),
                 "a state may occur in forces, torques, outputs and the equations of states");
}

Diagnostic energy_missing(Span model) {
    return error("energy-missing", model,
                 "the model states no kinetic energy and no Lagrangian, so nothing in it has inertia",
                 "add kinetic …, and potential … if there is one; or lagrangian …");
}

Diagnostic energy_twice(Span span, std::string_view what, Span first) {
    Diagnostic d = error("energy-twice", span, std::string(what) + " is given in two ways");
    d.notes.push_back({"the other one is here", first});
    return d;
}

Diagnostic coordinates_missing(Span model) {
    return error("coordinates-missing", model, "the model has no coordinates",
                 "add coord x, …; or algebra … for a system on a Lie group");
}

Diagnostic part_name_taken(Span span, std::string_view name, std::string_view owner, Span named) {
    return error_beside("name-duplicate", span,
                        quote(name) + " is a name that " + quote(owner) + " already defines", "this part",
                        named);
}

Diagnostic coordinates_too_many(Span span, std::size_t limit) {
    return error("coordinates-too-many", span,
                 "a model can have at most " + std::to_string(limit) + " coordinates");
}

Diagnostic acceleration_unexpected(Span span, std::string_view where, Expr acceleration) {
    return error("acceleration-unexpected", span,
                 std::string(where) + " cannot contain the acceleration " + text(acceleration));
}

Diagnostic force_on_what(Span span, std::string_view name, std::string_view noun) {
    return error(
        "force-on-what", span,
        "a force acts on a coordinate or a quasi-velocity; " + quote(name) + " is " + with_article(noun));
}

Diagnostic constraint_constant(Span span, std::string_view name, std::string_view residual) {
    Diagnostic d =
        error("constraint-constant", span,
              quote(name) + " contains no coordinate and no velocity, so no motion can satisfy it");
    d.notes.push_back({"it requires " + std::string(residual) + " = 0"});
    return d;
}

Diagnostic constraint_always(Span span, std::string_view name) {
    return {.severity = Severity::warning,
            .code = "constraint-always",
            .message = quote(name) + " holds identically and constrains nothing",
            .span = span};
}

Diagnostic constraint_redundant(Span span, std::string_view name, std::string_view from,
                                std::string_view relation, std::size_t rank) {
    Diagnostic d{.severity = Severity::warning,
                 .code = "constraint-redundant",
                 .message = quote(name) + " follows from " + std::string(from),
                 .span = span};
    d.notes.push_back({std::string(relation) + ", so the rank is " + std::to_string(rank) + ", not " +
                       std::to_string(rank + 1) + "; its multiplier would not be unique"});
    d.notes.push_back({quote(name) + " is left out"});
    return d;
}

Diagnostic constraint_contradictory(Span span, std::string_view name, std::string_view others,
                                    std::string_view demand, Span first) {
    Diagnostic d =
        error("constraint-contradictory", span, quote(name) + " contradicts " + std::string(others));
    d.notes.push_back({"together they require " + std::string(demand) + " = 0", first});
    return d;
}

Diagnostic covector_needs_algebra(Span span) {
    return error("covector-needs-algebra", span,
                 "only a model on a Lie algebra can have a constraint given by components",
                 "write an equation, such as cos(theta)*y' - sin(theta)*x' = 0");
}

Diagnostic quasi_not_linear(Span span, std::string_view name) {
    return error("quasi-not-linear", span,
                 "the quasi-velocity " + quote(name) + " is not a linear function of the velocities");
}

Diagnostic quasi_dependent(Span span, std::string_view name, std::string_view relation) {
    Diagnostic d = error("quasi-dependent", span,
                         "the quasi-velocity " + quote(name) + " is not free, or depends on the others");
    d.notes.push_back({std::string(relation)});
    return d;
}

Diagnostic quasi_count(Span span, std::size_t given, std::size_t wanted, std::size_t velocities,
                       std::size_t rank) {
    Diagnostic d = error("quasi-count", span,
                         counted(given, "quasi-velocity") + (given == 1 ? " is" : " are") + " given where " +
                             std::to_string(wanted) + (wanted == 1 ? " is" : " are") + " free");
    if (given != 1)
        d.message = std::to_string(given) + " quasi-velocities are given where " + std::to_string(wanted) +
                    (wanted == 1 ? " is" : " are") + " free";
    d.notes.push_back(
        {std::to_string(velocities) + " velocities, constraints of rank " + std::to_string(rank)});
    return d;
}

Diagnostic inertia_singular(Span span, std::string_view direction) {
    Diagnostic d = error(
        "inertia-singular", span,
        "a motion that the constraints allow has no inertia, so forces do not determine its acceleration");
    d.notes.push_back({"this is the motion with " + std::string(direction)});
    return d;
}

Diagnostic motion_twice(Span span, Span first) {
    return twice("motion-twice", span, "the law of motion is given twice", first);
}

Diagnostic motion_needs_constraints(Span span, std::string_view motion) {
    return error("motion-needs-constraints", span,
                 quote(motion) + " describes how constraints on velocities act, but the model has none");
}

Diagnostic servo_count(Span span, std::string_view what, std::size_t given, std::size_t wanted) {
    return error("servo-count", span,
                 "each constraint on velocities needs its own " + std::string(what) + ": " +
                     std::to_string(wanted) + (wanted == 1 ? " is" : " are") + " needed, " +
                     std::to_string(given) + (given == 1 ? " is" : " are") + " given");
}

Diagnostic tuple_length(Span span, std::string_view what, std::size_t given, std::size_t wanted) {
    return error(
        "tuple-length", span,
        std::string(what) + " has " + counted(wanted, "component") + " here, not " + std::to_string(given));
}

Diagnostic servo_vector_needs_algebra(Span span) {
    return error("servo-vector-needs-algebra", span,
                 "only a model on a Lie algebra can have a momentum given by components",
                 "write servo momentum N = …");
}

Diagnostic algebra_unknown(Span span, std::string_view name) {
    std::string known;
    for (const std::string& one : algebra_names()) known += (known.empty() ? "" : ", ") + one;
    return error("algebra-unknown", span, "no known Lie algebra is called " + quote(name),
                 "the known ones are " + known + "; or give a table { [1, 2] = e3; … }");
}

Diagnostic algebra_twice(Span span, Span first) {
    return twice("algebra-twice", span, "the Lie algebra is given twice", first);
}

Diagnostic algebra_with_coordinates(Span span, Span coordinate) {
    Diagnostic d = error("algebra-with-coordinates", span, "a model on a Lie algebra has no coordinates");
    d.notes.push_back({"a coordinate is declared here", coordinate});
    return d;
}

Diagnostic algebra_missing(Span span, std::string_view keyword) {
    return error("algebra-missing", span, quote(keyword) + " is allowed only in a model on a Lie algebra",
                 "add algebra so(3), or another one");
}

Diagnostic bracket_index(Span span) {
    return error("bracket-index", span,
                 "a bracket takes two different basis elements, each given by a number from 1 to " +
                     std::to_string(max_algebra_dimension));
}

Diagnostic bracket_twice(Span span, Span first) {
    return twice("bracket-twice", span, "this bracket is given twice", first);
}

Diagnostic bracket_not_linear(Span span) {
    return error("bracket-not-linear", span, "a bracket must be a linear combination of basis elements",
                 "write e3, or 2*e1 - e2, or a number k for the element e_k");
}

Diagnostic jacobi_fails(Span span, std::size_t i, std::size_t j, std::size_t k) {
    const std::string triple =
        "e" + std::to_string(i) + ", e" + std::to_string(j) + ", e" + std::to_string(k);
    return error("jacobi-fails", span,
                 "Jacobi's identity fails for " + triple + ", so this is not a Lie algebra");
}

Diagnostic inertia_length(Span span, std::size_t diagonal, std::size_t rest, std::size_t dimension) {
    return error("inertia-length", span,
                 "here an inertia tensor must have " + std::to_string(dimension) +
                     " diagonal components and " + std::to_string(dimension * (dimension - 1) / 2) +
                     " others, not " + std::to_string(diagonal) + " and " + std::to_string(rest),
                 "write the diagonal, then ';' and the rest row by row: (I1, I2, I3; I12, I13, I23)");
}

Diagnostic velocities_count(Span span, std::size_t given, std::size_t wanted) {
    return error("velocities-count", span,
                 "the algebra has " + std::to_string(wanted) + " velocities, but " + std::to_string(given) +
                     " names are given");
}

Diagnostic init_unknown(Span span, std::string_view name, const Scope& scope, const Source& source) {
    Diagnostic d = name_unknown(span, name, scope, source);
    d.code = "init-unknown";
    return d;
}

Diagnostic reaction_not_known(Span span, std::string_view name, std::string_view why) {
    return error("reaction-not-known", span, quote(name) + " is not known: " + std::string(why));
}

Diagnostic init_not_state(Span span, std::string_view name, std::string_view noun) {
    return error("init-not-state", span,
                 quote(name) + " is " + with_article(noun) + " and has no initial value",
                 "initial values belong to coordinates, velocities, quasi-velocities and multipliers");
}

Diagnostic guess_not_state(Span span, std::string_view name, std::string_view noun) {
    return error("guess-not-state", span, quote(name) + " is " + with_article(noun) + " and takes no guess",
                 "guesses belong to coordinates and their velocities");
}

Diagnostic guess_of_given(Span span, std::string_view name, Span given) {
    Diagnostic d =
        error("guess-of-given", span, quote(name) + " has an initial value, which leaves nothing to guess");
    d.notes.push_back({"given here", given});
    return d;
}

Diagnostic init_twice(Span span, std::string_view name, Span first) {
    return twice("init-twice", span, quote(name) + " has two initial values", first);
}

Diagnostic experiment_twice(Span span, std::string_view name, Span first) {
    return twice("experiment-twice", span, "two experiments are called " + quote(name), first);
}

Diagnostic experiment_parameter(Span span, std::string_view name) {
    return error("experiment-parameter", span, quote(name) + " is not a parameter of this model");
}

Diagnostic setting_twice(Span span, std::string_view name, Span first) {
    return twice("setting-twice", span, quote(name) + " is given twice", first);
}

Diagnostic dof_not_count(Span span) {
    return error("dof-not-count", span, "the number of degrees of freedom must be a whole number");
}

Diagnostic unit_unknown(Span span, std::string_view name, std::string_view meant) {
    static constexpr std::pair<std::string_view, std::string_view> others[] = {
        {"lb", "0.45359237 kg"},     {"lbs", "0.45359237 kg"}, {"lbf", "4.4482216152605 N"},
        {"oz", "0.028349523125 kg"}, {"in", "0.0254 m"},       {"inch", "0.0254 m"},
        {"ft", "0.3048 m"},          {"mi", "1609.344 m"},     {"mph", "0.44704 m/s"},
        {"rpm", "pi/30 rad/s"},      {"psi", "6894.757 Pa"},   {"kgf", "9.80665 N"}};
    for (const auto& [other, si] : others)
        if (other == name)
            return error("unit-unknown", span, "no unit " + quote(name),
                         "use SI units: 1 " + std::string(other) + " is " + std::string(si));
    return error("unit-unknown", span, "no unit " + quote(name),
                 meant.empty() ? "use SI units, such as [kg m^2/s], or deg, min, h"
                               : "did you mean " + quote(meant) + "?");
}

Diagnostic unit_malformed(Span span) {
    return error("unit-malformed", span, "a unit is expected here", "units are written [kg m^2/s]");
}

Diagnostic unit_scaled(Span span, std::string_view name, std::string_view si, std::string_view given) {
    return error("unit-scaled", span, quote(name) + " is a variable and is measured in SI units",
                 "write [" + std::string(si) + "]; values may have other units, as in init " +
                     std::string(name) + " = 1 " + std::string(given));
}

Diagnostic unit_misfit(Span span, std::string_view what, const Dimension& given, const Dimension& wanted) {
    return error(
        "unit-mismatch", span,
        std::string(what) + " must have the dimension " + to_string(wanted) + ", not " + to_string(given));
}

Diagnostic unit_unexpected(Span span) {
    return error("unit-unexpected", span, "a definition takes its unit from its expression",
                 "leave the unit out");
}

Diagnostic unit_mismatch(Mismatch of, Span span, const Dimension& left, const Dimension& right,
                         Span left_span, Span right_span) {
    static constexpr std::pair<std::string_view, std::string_view> words[] = {
        {"the two sides of the equation", "this side"},
        {"the terms of this sum", "this term"},
        {"the energies", "this energy"},
        {"the arguments", "this argument"},
        {"the two branches of 'if'", "this branch"},
        {"the two sides of the comparison", "this side"},
        {"the components of this vector", "this component"}};
    const auto& [all, one] = words[static_cast<std::size_t>(of)];
    Diagnostic d = error("unit-mismatch", span, std::string(all) + " have different dimensions");
    d.notes.push_back({std::string(one) + " has " + to_string(left), left_span});
    d.notes.push_back({std::string(one) + " has " + to_string(right), right_span});
    return d;
}

Diagnostic unit_of_argument(Span span, std::string_view function, const Dimension& given) {
    return error(
        "unit-mismatch", span,
        "the argument of " + quote(function) + " must have no dimension, but this has " + to_string(given));
}

Diagnostic unit_of_exponent(Span span, const Dimension& given) {
    return error("unit-mismatch", span,
                 "an exponent must have no dimension, but this has " + to_string(given));
}

Diagnostic unit_of_base(Span span, const Dimension& given) {
    return error("unit-mismatch", span,
                 "a quantity with the dimension " + to_string(given) +
                     " can be raised only to a power that is a number");
}

namespace {

// Where a residual vanishes towards infinity, or has no value, its size says nothing.
std::string off_by(double residual) {
    const bool says_something = std::isfinite(residual) && residual > 1e-6;
    return says_something ? "; the nearest state found misses it by " + decimal(residual, 10) : "";
}

}  // namespace

Diagnostic state_impossible(Span span, std::string_view constraint, double residual) {
    return error("state-impossible", span,
                 "no real initial state near the given one satisfies " + quote(constraint) + off_by(residual),
                 "give initial values, or a `guess`, nearer to a possible state");
}

Diagnostic constraint_unsatisfiable(Span span, std::string_view constraint, double residual) {
    return error("state-impossible", span,
                 "no real values were found that satisfy " + quote(constraint) + off_by(residual),
                 "if it has solutions, give a `guess` near one of them");
}

Diagnostic constraint_degenerate(Span span, std::string_view constraint) {
    return error("constraint-degenerate", span,
                 "the gradient of " + quote(constraint) + " vanishes at the initial state",
                 "it restricts no velocity there; state it by a function whose gradient does not vanish, "
                 "such as x = 0 instead of x^3 = 0");
}

Diagnostic state_inconsistent(Span span, std::string_view symbol, std::string_view given,
                              std::string_view used) {
    return error("state-inconsistent", span,
                 "the constraints do not allow " + std::string(symbol) + " = " + std::string(given),
                 "the nearest state has " + std::string(symbol) + " = " + std::string(used));
}

}  // namespace anholon
