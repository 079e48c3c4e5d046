#include "structure/evidence/stated_point.hpp"

#include <algorithm>

namespace anholon {

namespace {

// What the model states of a coordinate: its initial value, or its default.
const InitialValue* stated(const Setting& s, const Expr& q) {
    for (const auto* list : {&s.system.init, &s.system.defaults})
        if (const auto i = std::ranges::find(*list, q, &InitialValue::symbol); i != list->end()) return &*i;
    return nullptr;
}

// A coordinate without a stated value takes that which a geometric constraint gives it, as a body's height does.
bool complete(const Setting& s, Expr residual, Substitution& point) {
    for (auto& [q, value] : point) {
        if (std::ranges::find(s.q, q) == s.q.end() || stated(s, q)) continue;
        const Expr slope = derivative(residual, q);
        if (!slope.is_number() || slope == s.c.zero()) continue;
        value = -substitute(residual, point) / slope;
        return is_zero(substitute(residual, point)).answer == Answer::yes;
    }
    return false;
}

}  // namespace

std::optional<Substitution> stated_point(const Setting& s) {
    Substitution point;
    for (const Parameter& p : s.system.parameters) point.emplace_back(p.symbol, p.exact);
    const Substitution parameters = point;
    point.emplace_back(s.t, s.c.zero());
    for (const Expr& q : s.q) {
        const InitialValue* given = stated(s, q);
        point.emplace_back(q, given ? substitute(given->value, parameters) : s.c.zero());
    }
    try {
        for (const Expr& F : s.system.functions_of_place())
            if (is_zero(substitute(F, point)).answer != Answer::yes && !complete(s, F, point))
                return std::nullopt;
    } catch (const Undefined&) {  // a constraint has a pole there
        return std::nullopt;
    }
    return point;
}

}  // namespace anholon
