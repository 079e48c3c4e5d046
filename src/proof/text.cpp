#include "proof/text.hpp"

namespace anholon::proof {

namespace {

constexpr std::size_t kMostDepth = 6;

// Stronger operations have larger strength: a sum in a product needs parentheses.
enum Strength { of_sum, of_product, of_power, of_name };

std::string written(const Program& p, Id id, Strength around, std::size_t depth);

std::string call(const Program& p, Id id, const char* function, std::size_t depth) {
    std::string out = function;
    const char* before = "(";
    for (const Id a : p.arguments(id)) {
        out += before + written(p, a, of_sum, depth);
        before = ", ";
    }
    return out + ")";
}

std::string written(const Program& p, Id id, Strength around, std::size_t depth) {
    if (depth == 0) return "…";
    const std::span<const Id> a = p.arguments(id);
    const auto inner = [&](std::size_t k, Strength s) { return written(p, a[k], s, depth - 1); };
    const auto joined = [&](const char* sign, Strength s) {
        std::string out = inner(0, s);
        for (std::size_t k = 1; k < a.size(); ++k) out += sign + inner(k, s);
        return out;
    };
    const auto sum = [&] {
        std::string out = inner(0, of_sum);
        for (std::size_t k = 1; k < a.size(); ++k) {
            const std::string term = inner(k, of_sum);
            out += term[0] == '-' ? " - " + term.substr(1) : " + " + term;
        }
        return out;
    };
    const auto wrapped = [&](const std::string& formula, Strength own) {
        return own < around ? "(" + formula + ")" : formula;
    };
    switch (p[id].op) {
        case Op::number: {
            const Rational& value = p.number_at(id);
            return wrapped(value.to_string(), value.is_integer() && value.sign() >= 0 ? of_name : of_sum);
        }
        case Op::variable: return p.name_at(id);
        case Op::pi: return "pi";
        case Op::add: return wrapped(sum(), of_sum);
        case Op::subtract: return wrapped(inner(0, of_sum) + " - " + inner(1, of_product), of_sum);
        case Op::negate: return wrapped("-" + inner(0, of_product), of_sum);
        case Op::multiply: {
            const bool is_negative = p.is_number(a[0]) && p.number_at(a[0]).sign() < 0;
            if (!is_negative) return wrapped(joined("*", of_product), of_product);
            // -2*x, which a sum writes as a difference
            std::string out = p.number_at(a[0]) == Rational(-1) ? "-" : p.number_at(a[0]).to_string() + "*";
            for (std::size_t k = 1; k < a.size(); ++k) out += (k == 1 ? "" : "*") + inner(k, of_product);
            return wrapped(out, of_sum);
        }
        case Op::divide: return wrapped(inner(0, of_product) + "/" + inner(1, of_power), of_product);
        case Op::power: return wrapped(inner(0, of_name) + "^" + std::to_string(p[id].n), of_power);
        case Op::root:
            if (p[id].n == 2) return call(p, id, "sqrt", depth - 1);
            return wrapped(inner(0, of_name) + "^(1/" + std::to_string(p[id].n) + ")", of_power);
        case Op::exp: return call(p, id, "exp", depth - 1);
        case Op::sin: return call(p, id, "sin", depth - 1);
        case Op::cos: return call(p, id, "cos", depth - 1);
        case Op::atan: return call(p, id, "atan", depth - 1);
        case Op::log: return call(p, id, "log", depth - 1);
        case Op::atan2: return call(p, id, "atan2", depth - 1);
        case Op::abs: return call(p, id, "abs", depth - 1);
        case Op::sign: return call(p, id, "sign", depth - 1);
        case Op::choose: return call(p, id, "if", depth - 1);
    }
    return "";
}

}  // namespace

std::string text(const Program& program, Id id) { return written(program, id, of_sum, kMostDepth); }

}  // namespace anholon::proof
