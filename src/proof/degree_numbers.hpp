#pragma once

#include <map>

#include "proof/evaluation.hpp"
#include "proof/linear_system.hpp"

namespace anholon::proof {

// A bound of the degree of a number at a random point, as a rational function of the random values that points are made of. The
// denominator is a product of powers of divisors, so that terms over the same divisors have a common denominator.
struct Degree {
    double above = 0;  // of the numerator; −∞ of the number 0
    std::map<std::uint32_t, double> divisors =
        {};                  // exponents, by the name of a numerator that is divided by
    std::uint32_t name = 0;  // of the numerator

    bool is_zero() const { return above < 0; }
};

// Numbers of which the degree alone is computed: the same steps as in FieldNumbers, on all branches at once. A unit of the circle
// counts 2, a square root as much as its radicand; odd roots multiply the whole.
class DegreeNumbers {
  public:
    using Value = Degree;
    using Scalar = Degree;
    static constexpr bool takes_both_branches = true;

    explicit DegreeNumbers(const Rational& common_denominator) : Q_(common_denominator.to_double()) {}

    double whole(const Degree& d) const { return d.is_zero() ? 0 : (d.above + below(d)) * odd_roots_; }

    const Degree& scalar(const Degree& v) const { return v; }
    const Degree& plain(const Degree& v) const { return v; }
    Degree angle(const Degree& sine, const Degree& cosine, Id variable);
    Degree random(double degree = 1) { return named(degree); }
    Degree from(long n);
    Degree add(const Degree& a, const Degree& b);
    Degree negate(const Degree& a) const { return a; }
    Degree multiply(const Degree& a, const Degree& b);
    Degree inverse(const Degree& a);
    Degree power(const Degree& a, long n);
    bool is_positive(const Degree&) const { return true; }
    Degree sine(const Program& p, Id argument) { return of_unit(p, argument); }
    Degree cosine(const Program& p, Id argument) { return of_unit(p, argument); }

    template <class Of>
    Degree node(const Program& p, Id id, const Of& of) {
        const std::span<const Id> a = p.arguments(id);
        switch (p[id].op) {
            case Op::number: return from(p.number_at(id).is_zero() ? 0 : 1);
            case Op::variable: throw NoValue{p.name_at(id) + " has no value"};
            case Op::add:
            case Op::subtract: {
                Degree sum = of(a[0]);
                for (std::size_t k = 1; k < a.size(); ++k) sum = add(sum, of(a[k]));
                return sum;
            }
            case Op::multiply: {
                Degree product = of(a[0]);
                for (std::size_t k = 1; k < a.size(); ++k) product = multiply(product, of(a[k]));
                return product;
            }
            case Op::negate:
            case Op::abs: return of(a[0]);
            case Op::divide: return multiply(of(a[0]), inverse(of(a[1])));
            case Op::power: return power(of(a[0]), p[id].n);
            case Op::root: return root(of(a[0]), p[id].n);
            case Op::sin:
            case Op::cos:
            case Op::exp: return of_unit(p, a[0]);
            case Op::sign: return from(1);
            case Op::choose: return add(of(a[1]), of(a[2]));
            default: return random();  // pi, and functions of which nothing is known
        }
    }

    // A z = b by Cramer's rule, with the largest rows.
    LinearSolution<Degree> solved(const LinearSystem<Degree>& system);

  private:
    Degree named(double above, std::map<std::uint32_t, double> divisors = {});
    double below(const Degree& d) const;
    double of_row(const std::vector<Degree>& row) const;
    Degree root(const Degree& a, long n);
    Degree of_unit(const Program& p, Id argument);

    double Q_, odd_roots_ = 1;
    std::vector<double> degrees_{0};  // of numerators, by name
    std::map<Id, double> angles_;     // of the units of angles that are drawn
};

inline LinearSolution<Degree> solved(DegreeNumbers& n, const LinearSystem<Degree>& system) {
    return n.solved(system);
}
std::vector<Degree> solved_fully(DegreeNumbers& n, const LinearSystem<Degree>& system);

}  // namespace anholon::proof
