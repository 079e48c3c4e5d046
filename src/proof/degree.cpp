#include "proof/degree.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "proof/linear_parts.hpp"

namespace anholon::proof {

namespace {

// The denominator is a product of powers of divisors, the numerators of nodes that are divided by: terms over the same divisors
// have a common denominator.
using Divisors = std::map<Id, double>;
struct Degree {
    double above = 0;
    Divisors divisors = {};
};

class Degrees {
  public:
    Degrees(const Program& program, const Rational& Q) : p_(program), Q_(Q.to_double()) {}

    double of(std::span<const Id> roots) {
        double most = 0;
        for (const Id id : p_.below(roots)) degrees_[id] = made(id);
        for (const Id root : roots)
            most = std::max(most, degrees_[root].above + below(degrees_[root].divisors));
        return most * odd_roots_;
    }

  private:
    double below(const Divisors& divisors) const {
        double sum = 0;
        for (const auto& [node, exponent] : divisors) sum += exponent * degrees_.at(node).above;
        return sum;
    }
    static void unite(Divisors& a, const Divisors& b) {
        for (const auto& [node, exponent] : b) a[node] = std::max(a[node], exponent);
    }
    static void multiply(Divisors& a, const Divisors& b, double times = 1) {
        for (const auto& [node, exponent] : b) a[node] += exponent * times;
    }
    Degree sum(std::span<const Id> terms) const {
        Degree out{-HUGE_VAL, {}};
        for (const Id x : terms) unite(out.divisors, degrees_.at(x).divisors);
        for (const Id x : terms)
            out.above = std::max(out.above, degrees_.at(x).above - below(degrees_.at(x).divisors));
        out.above += below(out.divisors);
        return out;
    }
    // a^n = N^n/D^n and a^−n = D^n/N^n, where N has the name of a.
    Degree power(Id a, double n) const {
        const Degree& base = degrees_.at(a);
        if (n < 0) return {-n * below(base.divisors), {{a, -n}}};
        Degree out{n * base.above, {}};
        multiply(out.divisors, base.divisors, n);
        return out;
    }
    static Degree product(Degree a, const Degree& b) {
        a.above += b.above;
        multiply(a.divisors, b.divisors);
        return a;
    }
    double multiples(Id argument) const {
        double sum = 0;
        for (const auto& [atom, c] : linear_parts(p_, argument)) sum += std::abs(c.to_double()) * Q_;
        return sum;
    }

    Degree made(Id id) {
        const std::span<const Id> a = p_.arguments(id);
        switch (p_[id].op) {
            case Op::number:
            case Op::sign: return {};
            case Op::add:
            case Op::subtract: return sum(a);
            case Op::negate:
            case Op::abs: return degrees_.at(a[0]);
            case Op::choose: return sum(a.subspan(1));
            case Op::multiply: {
                Degree out;
                for (const Id x : a) out = product(std::move(out), degrees_.at(x));
                return out;
            }
            case Op::divide: return product(degrees_.at(a[0]), power(a[1], -1));
            case Op::power: return power(a[0], static_cast<double>(p_[id].n));
            case Op::root: {
                if (p_[id].n != 2) odd_roots_ *= static_cast<double>(p_[id].n);
                Degree out = degrees_.at(a[0]);
                out.above += below(out.divisors);
                return out;
            }
            // A polynomial of degree d in units has the denominator (1 + t²)^d, or e^d, which do not vanish.
            case Op::sin:
            case Op::cos:
            case Op::exp: return {2 * multiples(a[0]), {}};
            default: return {1, {}};
        }
    }

    const Program& p_;
    double Q_, odd_roots_ = 1;
    std::map<Id, Degree> degrees_;
};

}  // namespace

double degree(const Program& program, std::span<const Id> roots, const Rational& common_denominator) {
    return Degrees(program, common_denominator).of(roots);
}

}  // namespace anholon::proof
