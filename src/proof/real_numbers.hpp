#pragma once

#include <string>

#include "algebra/ball.hpp"
#include "proof/evaluation.hpp"

namespace anholon::proof {

// Real numbers enclosed in balls. What may be zero is not divided by, and has no sign and no root: then there is no value, at this
// precision.
class RealNumbers {
  public:
    using Value = Ball;
    using Scalar = Ball;

    explicit RealNumbers(long precision) : precision_(precision) {}
    long precision() const { return precision_; }

    const Ball& scalar(const Ball& v) const { return v; }
    const Ball& plain(const Ball& v) const { return v; }
    Ball angle(const Ball& sine, const Ball& cosine, Id) const { return atan2(sine, cosine); }
    Ball from(long n) const { return Ball(Rational(n), precision_); }
    Ball number(const Rational& a) const { return Ball(a, precision_); }
    Ball add(const Ball& a, const Ball& b) const;
    Ball negate(const Ball& a) const;
    Ball multiply(const Ball& a, const Ball& b) const;
    Ball inverse(const Ball& a) const;
    Ball power(const Ball& a, long n) const;
    bool is_positive(const Ball& v) const;
    Ball sine(const Program&, Id argument) const { return sines_.at(argument).first; }
    Ball cosine(const Program&, Id argument) const { return sines_.at(argument).second; }
    Ball atan2(const Ball& y, const Ball& x) const;

    template <class Of>
    Ball node(const Program& p, Id id, const Of& of) {
        Ball v = computed(p, id, of);
        if (!v.is_finite()) throw NoValue{"it has no value, or one that cannot be enclosed"};
        return v;
    }

  private:
    Ball applied(Ball::Operation f, const Ball& a) const;
    Ball root(const Ball& a, long n) const;

    Ball computed(const Program& p, Id id, const auto& of) {
        const std::span<const Id> a = p.arguments(id);
        switch (p[id].op) {
            case Op::number: return number(p.number_at(id));
            case Op::variable: throw NoValue{p.name_at(id) + " has no value"};
            case Op::pi: return Ball::pi(precision_);
            case Op::add: {
                Ball sum = of(a[0]);
                for (std::size_t k = 1; k < a.size(); ++k) sum = add(sum, of(a[k]));
                return sum;
            }
            case Op::subtract: return add(of(a[0]), negate(of(a[1])));
            case Op::negate: return negate(of(a[0]));
            case Op::multiply: {
                Ball product = of(a[0]);
                for (std::size_t k = 1; k < a.size(); ++k) product = multiply(product, of(a[k]));
                return product;
            }
            case Op::divide: return multiply(of(a[0]), inverse(of(a[1])));
            case Op::power: return power(of(a[0]), p[id].n);
            case Op::root: return root(of(a[0]), p[id].n);
            case Op::exp: return applied(Ball::Operation::exp, of(a[0]));
            case Op::sin:
            case Op::cos: {
                auto& [sine, cosine] = sines_[a[0]];
                sine = applied(Ball::Operation::sin, of(a[0]));
                cosine = applied(Ball::Operation::cos, of(a[0]));
                return p[id].op == Op::sin ? sine : cosine;
            }
            case Op::atan: return applied(Ball::Operation::atan, of(a[0]));
            case Op::log: return applied(Ball::Operation::log, of(a[0]));
            case Op::atan2: return atan2(of(a[0]), of(a[1]));
            case Op::abs: return is_positive(of(a[0])) ? of(a[0]) : negate(of(a[0]));
            case Op::sign: return from(is_positive(of(a[0])) ? 1 : -1);
            case Op::choose: return is_positive(of(a[0])) ? of(a[1]) : of(a[2]);
        }
        return {};
    }

    long precision_;
    std::map<Id, std::pair<Ball, Ball>> sines_;  // with cosines, by argument
};

}  // namespace anholon::proof
