#include "proof/linear_parts.hpp"

#include <map>

namespace anholon::proof {

LinearParts linear_parts(const Program& program, Id argument) {
    std::map<std::optional<Id>, Rational> parts;
    std::vector<std::pair<Id, Rational>> open{{argument, 1}};
    while (!open.empty()) {
        const auto [id, factor] = open.back();
        open.pop_back();
        const std::span<const Id> a = program.arguments(id);
        switch (program[id].op) {
            case Op::number: parts[std::nullopt] += factor * program.number_at(id); continue;
            case Op::add:
                for (const Id x : a) open.emplace_back(x, factor);
                continue;
            case Op::subtract:
                open.emplace_back(a[0], factor);
                open.emplace_back(a[1], -factor);
                continue;
            case Op::negate: open.emplace_back(a[0], -factor); continue;
            case Op::divide:
                if (!program.is_number(a[1]) || program.is_zero(a[1])) break;
                open.emplace_back(a[0], factor / program.number_at(a[1]));
                continue;
            case Op::multiply: {
                Rational number = 1;
                std::vector<Id> others;
                for (const Id x : a)
                    if (program.is_number(x))
                        number *= program.number_at(x);
                    else
                        others.push_back(x);
                if (others.size() > 1) break;
                if (others.empty())
                    parts[std::nullopt] += factor * number;
                else
                    open.emplace_back(others[0], factor * number);
                continue;
            }
            default: break;
        }
        parts[id] += factor;
    }
    LinearParts out;
    for (const auto& [atom, c] : parts)
        if (!c.is_zero()) out.emplace_back(atom, c);
    return out;
}

Rational common_denominator(const Program& program, std::span<const Id> nodes) {
    Rational Q = 1;
    for (const Id id : nodes) {
        const Op op = program[id].op;
        if (op != Op::sin && op != Op::cos && op != Op::exp) continue;
        for (const auto& [atom, c] : linear_parts(program, program.arguments(id)[0]))
            Q = lcm(Q, c.denominator());
    }
    return Q;
}

}  // namespace anholon::proof
