#pragma once

// Random expressions for property tests: the same for the same seed.

#include <random>
#include <vector>

#include "expr/context.hpp"

namespace anholon::testing {

class RandomExpression {
  public:
    RandomExpression(Context& context, std::uint64_t seed) : context_(context), engine_(seed) {
        for (const char* name : {"x", "y", "z"}) symbols_.push_back(context.variable(name));
        symbols_.push_back(context.constant("a"));
    }

    const std::vector<Expr>& symbols() const { return symbols_; }
    int below(int n) { return std::uniform_int_distribution<int>(0, n - 1)(engine_); }
    Rational small_rational() {
        const int numerator = 1 + below(7);
        return Rational(below(2) == 0 ? numerator : -numerator, 1 + below(3));
    }

    // Polynomials, quotients, sin, cos: what mechanics is made of.
    Expr mechanical(int depth) { return make(depth, 6); }
    // All functions, kept inside their domains: log(u² + 1), asin(u/(1 + u²)), √(u² + 1).
    Expr any(int depth) { return make(depth, 20); }

  private:
    Expr leaf() { return below(5) == 0 ? context_.number(small_rational()) : symbols_[below(4)]; }

    Expr make(int depth, int kinds) {
        if (depth == 0) return leaf();
        const auto inner = [&] { return make(depth - 1, kinds); };
        switch (below(kinds)) {
            case 0: return small_rational() * inner() + inner();
            case 1: return inner() * inner();
            case 2: return pow(inner(), 2 + below(2));
            case 3: return sin(inner());
            case 4: return cos(inner());
            case 5: return inner() / (pow(inner(), 2) + 1);
            case 6: return exp(inner() / (pow(inner(), 2) + 2));
            case 7: return log(pow(inner(), 2) + 1);
            case 8: return sqrt(pow(inner(), 2) + 1);
            case 9: return pow(pow(inner(), 2) + 2, Rational(-1 - below(4), 3));
            case 10: return atan(inner());
            case 11: return bounded(Function::asin, inner());
            case 12: return bounded(Function::acos, inner());
            case 13: return atan2(inner(), pow(inner(), 2) + 1);
            case 14: return tanh(inner());
            case 15: return sinh(sin(inner()));
            case 16: return cosh(sin(inner()));
            case 17: return tan(sin(inner()));
            case 18: return choose(inner(), inner(), inner());
            default: return abs(inner()) + sign(inner());
        }
    }

    static Expr bounded(Function f, Expr u) { return apply(f, u / (pow(u, 2) + 1)); }

    Context& context_;
    std::mt19937_64 engine_;
    std::vector<Expr> symbols_;
};

}  // namespace anholon::testing
