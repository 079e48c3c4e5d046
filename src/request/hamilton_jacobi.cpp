#include "request/hamilton_jacobi.hpp"

#include <algorithm>

#include "expr/introduce.hpp"
#include "expr/walk.hpp"
#include "model/friction_refusal.hpp"
#include "model/refusal.hpp"
#include "model/request.hpp"
#include "structure/variational/principles.hpp"

namespace anholon::request {

namespace {

using Of = Refusal::Of;

bool is_name(const std::string& text) {
    const auto is_letter = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    };
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    return !text.empty() && is_letter(text[0]) &&
           std::ranges::all_of(text, [&](char c) { return is_letter(c) || is_digit(c); });
}

struct Function {
    Expr S;
    std::vector<Expr> constants;
};

Function read_function(const HamiltonJacobi& request, const Setting& s) {
    Scope scope = scope_of(s.system);
    Function out;
    for (const std::string& name : request.constants) {
        if (!is_name(name))
            throw Refusal(Of::words, "constant-bad", "'" + name + "' is no name of a constant",
                          "--constants takes names, such as --constants h,a");
        const Expr a = introduced(s.c, name, SymbolKind::constant, "constant of S", out.constants.size());
        if (!scope.add(name, {.value = a, .noun = "constant of S"}))
            throw Refusal(Of::words, "constant-taken", "the name '" + name + "' has a meaning already",
                          "give the constant of S another name");
        out.constants.push_back(a);
    }
    const Source source("--integral", *request.S);
    Diagnostics said;
    out.S = read_expression(source, scope, s.system, said);
    if (!out.S || said.failed()) throw Refusal(said, source);
    const Walk walk(out.S);
    for (const NodeId id : walk.nodes()) {
        const Expr symbol(s.c, id);
        if (symbol.kind() != Kind::symbol || symbol.symbol().kind != SymbolKind::variable) continue;
        if (std::ranges::find(s.q, symbol) == s.q.end())
            throw Refusal(Of::words, "integral-bad",
                          "S is a function of the time, the coordinates, parameters and constants; '" +
                              symbol_text(symbol.symbol()) + "' is none of them");
    }
    return out;
}

// A motion is found iff it is stationary among the curves that satisfy the constraints.
void ask_principle(HamiltonJacobiFound& out, const Setting& s, const Budget& budget) {
    const VariationalPrinciples found = variational_principles(s, budget);
    if (found.valid == Parameters::stated) return;  // told of all parameters only
    if (found.verdict == PrinciplesVerdict::both) out.has_generic_motions = Answer::yes;
    if (found.verdict == PrinciplesVerdict::hoelder) out.has_generic_motions = Answer::no;
    out.generic_proof = by_points(found.error_bound, "equations for the multipliers");
}

// The equation is told even where the time does not suffice for more.
void examine(HamiltonJacobiFound& out, const Setting& s, const Budget& budget) {
    const std::string late = "the time allowed is up";
    try {
        if (out.is_holonomic)
            out.separation = separation(s, out.equation, budget);
        else
            out.shared = shared_motions(s, budget);
        if (out.shared && out.shared->verdict == SharedMotions::Verdict::undecided)
            ask_principle(out, s, budget);
    } catch (const TimeIsUp&) {
        if (out.is_holonomic)
            out.separation = Separation{.reason = late};
        else if (!out.shared)
            out.shared = SharedMotions{.reason = late};
    }
}

}  // namespace

HamiltonJacobiFound answer(const HamiltonJacobi& request, const System& system) {
    if (!request.S && !request.constants.empty())
        throw Refusal(Of::words, "constants-alone",
                      "--constants names the constants of --integral, which is missing");
    if (!system.states.empty())
        throw Refusal(Of::system, "no-hamilton-jacobi",
                      "there is no Hamilton–Jacobi equation: the model has states of controllers");
    if (const auto why = no_forces_of_the_state(system))
        throw Refusal(Of::system, "no-hamilton-jacobi", "there is no Hamilton–Jacobi equation: " + *why);
    const Setting s(system);
    const Budget budget(request.seconds);
    const Deadline deadline(budget.limit());
    HamiltonJacobiFound out;
    try {
        if (const Reason why = no_hamilton_jacobi(s))
            throw Refusal(Of::system, "no-hamilton-jacobi", "there is no Hamilton–Jacobi equation: " + *why);
        std::optional<Function> function;
        if (request.S) function = read_function(request, s);
        const AdaptedFrame& X = s.frame();
        out.system = system.name;
        out.inputs = names_of_inputs(system);
        out.q = s.q;
        out.free = X.free();
        out.has_frame = s.on_algebra() || X.free() != s.v;
        const Answer closed = X.is_closed();
        if (closed == Answer::unknown)
            throw Refusal(Of::system, "not-decided",
                          "it was not decided whether the constraints are holonomic");
        out.is_holonomic = closed == Answer::yes;
        out.equation = hamilton_jacobi(s);
        if (function)
            out.integral = complete_integral(s, out.equation, function->S, function->constants, budget);
        else
            examine(out, s, budget);
    } catch (const Undefined& e) {
        throw Refusal(Of::system, "no-hamilton-jacobi",
                      std::string("the Hamilton–Jacobi equation was not derived: ") + e.what());
    }
    return out;
}

}  // namespace anholon::request
