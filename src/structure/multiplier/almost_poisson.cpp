#include "structure/multiplier/almost_poisson.hpp"

#include "structure/evidence/fresh.hpp"

namespace anholon {

int permutation_sign(std::size_t r, std::size_t s, std::size_t t) {
    if (r == s || s == t || t == r) return 0;
    return (r < s) == ((s < t) == (r < t)) ? 1 : -1;
}

AlmostPoisson::AlmostPoisson(const Setting& s, const ConstrainedInertia& inertia)
    : s_(s), inertia_(inertia), T_(s.c.zero()) {
    const AdaptedFrame& frame = s.frame();
    for (std::size_t r = 1; r <= frame.l(); ++r) {
        y_.push_back(momentum_letter(s, frame.eta(r)));
        X_.emplace_back();
        for (const Expr& q : s.q) X_.back().push_back(frame.apply(r, q));
    }
    eta_ = inertia.inverse_G * y_;
    Substitution at_rest;
    for (const Expr& eta : frame.eta()) at_rest.emplace_back(eta, s.c.zero());
    L_ = substitute(s.L_in_frame(), frame.on_constraints());
    H_ = dot(y_, eta_) / 2 - substitute(L_, at_rest);
    for (std::size_t r = 1; r <= l(); ++r) Q_.push_back(substitute(frame.force(r), frame.on_constraints()));
}

Expr AlmostPoisson::along(std::size_t r, Expr f) const {
    Direction direction;
    for (std::size_t i = 0; i < s_.q.size(); ++i) direction.emplace_back(s_.q[i], X_[r - 1][i]);
    return directional_derivative(f, direction);
}

Expr AlmostPoisson::of_momenta_briefly(std::size_t r, std::size_t s) const {
    const AdaptedFrame& frame = s_.frame();
    Expr sum = s_.c.zero();
    for (std::size_t m = 1; m <= frame.n(); ++m) {
        const Expr c = frame.c(m, s, r);
        if (c == s_.c.zero()) continue;
        Expr y = m <= l() ? y_[m - 1] : s_.c.zero();
        for (std::size_t k = 1; m > l() && k <= l(); ++k) y += inertia_.M(m - 1, k - 1) * frame.eta(k);
        sum += c * y;
    }
    for (std::size_t k = 1; k <= l(); ++k) {
        const Expr B = derivative(derivative(Q_[r - 1], frame.eta(s)), frame.eta(k)) -
                       derivative(derivative(Q_[s - 1], frame.eta(r)), frame.eta(k));
        sum += B * frame.eta(k) / 3;
    }
    for (std::size_t k = 1; l() == 3 && k <= 3; ++k) sum += T_ * permutation_sign(r, s, k) * frame.eta(k);
    return sum;
}

Expr AlmostPoisson::of_momenta(std::size_t r, std::size_t s) const {
    Substitution velocities;
    for (std::size_t k = 1; k <= l(); ++k) velocities.emplace_back(s_.frame().eta(k), eta_[k - 1]);
    return substitute(of_momenta_briefly(r, s), velocities);
}

Expr AlmostPoisson::bracket(Expr f, Expr g) const {
    const std::vector<Expr> df = gradient(f, y_), dg = gradient(g, y_);
    Expr sum = s_.c.zero();
    for (std::size_t r = 1; r <= l(); ++r) {
        sum += along(r, f) * dg[r - 1] - along(r, g) * df[r - 1];
        for (std::size_t s = 1; s <= l(); ++s) {
            const Expr both = df[r - 1] * dg[s - 1];
            if (r != s && both != s_.c.zero()) sum += both * of_momenta(r, s);
        }
    }
    return sum;
}

std::vector<Expr> AlmostPoisson::momenta() const {
    const AdaptedFrame& frame = s_.frame();
    const std::vector<Expr> p = gradient(s_.L, s_.v);
    std::vector<Expr> list;
    for (std::size_t k = 1; k <= l(); ++k) {
        list.push_back(s_.c.zero());
        for (std::size_t i = 0; i < p.size(); ++i)
            list.back() += p[i] * derivative(frame.in_eta(s_.v[i]), frame.eta(k));
    }
    return list;
}

// ∂H/∂q for given y is −∂L/∂q for given η.
std::vector<Expr> AlmostPoisson::equations_residuals() const {
    const AdaptedFrame& frame = s_.frame();
    const std::vector<Expr> y = momenta();
    Substitution known;
    for (std::size_t k = 1; k <= l(); ++k) {
        known.emplace_back(y_[k - 1], y[k - 1]);
        known.emplace_back(frame.eta(k), frame.definition(k));
    }
    std::vector<Expr> residuals;
    for (std::size_t s = 1; s <= l(); ++s) {
        Expr rate = along(s, L_);
        for (std::size_t r = 1; r <= l(); ++r)
            if (r != s) rate += of_momenta_briefly(s, r) * frame.eta(r);
        residuals.push_back(Dt(y[s - 1]) - substitute(rate, known));
    }
    return residuals;
}

}  // namespace anholon
