#include "structure/integrals/poisson.hpp"

#include <algorithm>

#include "expr/operations.hpp"
#include "expr/walk.hpp"
#include "structure/evidence/abbreviations.hpp"
#include "structure/integrals/integral_basis.hpp"

namespace anholon {

namespace {

using At = StateSampler::At;

constexpr std::size_t most_freedoms = 4;       // of which the inverse of the inertia is written out
constexpr std::size_t most_integrals = 8;      // whose pairs are formed
constexpr std::size_t most_operations = 4000;  // of a bracket that is examined

struct Known {
    Expr shown, in_eta;
};

}  // namespace

PoissonBracket::PoissonBracket(const Setting& s)
    : s_(s), Y_(substitute(gradient(s.L_in_frame(), s.frame().eta()), s.frame().on_constraints())) {
    const std::vector<Expr> free = s.frame().free();
    Matrix M(s.c, free.size(), free.size());
    for (std::size_t r = 0; r < free.size(); ++r)
        for (std::size_t k = 0; k < free.size(); ++k) M(r, k) = derivative(Y_[r], free[k]);
    InverseResult inverted = inverse(M);
    if (inverted.outcome != InverseResult::Outcome::regular)
        throw Undefined("the momenta do not determine the velocities");
    inverse_ = std::move(inverted.inverse);
}

Expr PoissonBracket::in_eta(const Expr& F) const {
    return substitute(s_.frame().in_eta(F), s_.frame().on_constraints());
}

Expr PoissonBracket::in_velocities(const Expr& F) const {
    Substitution definitions;
    for (const std::size_t k : s_.frame().all_indices())
        definitions.emplace_back(s_.frame().eta(k), s_.frame().definition(k));
    return substitute(F, definitions);
}

// ∂F/∂y = (∂Y/∂η)⁻¹ ∂F/∂η;  X_s F at equal y is X_s F − ∂F/∂y_r X_s Y_r at equal η.
PoissonBracket::Slopes PoissonBracket::slopes(const Expr& F) const {
    const AdaptedFrame& X = s_.frame();
    Slopes out{inverse_ * gradient(F, X.free()), {}};
    for (const std::size_t k : X.free_indices()) {
        Expr along = X.apply(k, F);
        for (const std::size_t r : X.free_indices()) along -= out.by_y[r - 1] * X.apply(k, Y_[r - 1]);
        out.along.push_back(along);
    }
    return out;
}

Expr PoissonBracket::operator()(const Expr& F, const Expr& G) const {
    const AdaptedFrame& X = s_.frame();
    const FrameCovector y(Y_);
    const Slopes f = slopes(F), g = slopes(G);
    Expr out = dot(f.along, g.by_y) - dot(f.by_y, g.along);
    for (const std::size_t r : X.free_indices())
        for (const std::size_t k : X.free_indices())
            if (r != k) out -= y(X.bracket(r, k)) * f.by_y[r - 1] * g.by_y[k - 1];
    return out;
}

namespace {

class Bracketing {
  public:
    Bracketing(const Setting& s, const FirstIntegrals& found, const Budget& budget)
        : s_(s), budget_(budget), bracket_(s) {
        for (const FirstIntegral& I : found.list) {
            independent_.push_back(I.value);
            if (I.printed && I.valid == Parameters::free && !holds_multipliers(I.value))
                known_.push_back({I.printed, bracket_.in_eta(I.value)});
        }
        for (const Expectation& e : s.system.expectations)
            if (e.kind == Expectation::Kind::integral && e.left)
                expect(e.left);  // the energy and linear ones have no formula
    }

    std::vector<BracketOfIntegrals> run() {
        for (std::size_t b = 1; b < known_.size() && known_.size() <= most_integrals; ++b)
            for (std::size_t a = 0; a < b; ++a) add(a, b);
        return std::move(out_);
    }

  private:
    bool holds_multipliers(const Expr& e) const {
        const std::vector<Expr> lambda = s_.multipliers();
        const Walk walk(e);
        return std::ranges::any_of(lambda, [&](const Expr& x) { return walk.contains(x.id()); });
    }

    // What the model expects, if it is an integral, and independent of those before.
    void expect(const Expr& left) {
        if (holds_multipliers(left)) return;
        const Expr F = bracket_.in_eta(left), value = bracket_.in_velocities(F);
        if (constancy(value).answer != Answer::yes || !is_independent(s_, value, independent_, budget_))
            return;
        independent_.push_back(value);
        known_.push_back({left, F});
    }

    VanishingVerdict constancy(const Expr& value) const {
        return vanish(s_, {Dt(value)}, At::motion, Parameters::free, budget_)[0];
    }

    void add(std::size_t a, std::size_t b) {
        const Expr function = simplified(bracket_(known_[a].in_eta, known_[b].in_eta));
        if (function.is_number() || operations(function).total() > most_operations) return;
        const Expr value = bracket_.in_velocities(function), printed = names_.in_letters(function, budget_);
        if (vanish(s_, {value}, At::states, Parameters::free, budget_)[0].answer != Answer::no) return;
        const VanishingVerdict proof = constancy(value);
        if (proof.answer == Answer::unknown) return;
        BracketOfIntegrals found{known_[a].shown, known_[b].shown, value, printed};
        found.is_integral = proof.answer == Answer::yes;
        found.error_bound = proof.error_bound;
        if (found.is_integral && is_independent(s_, value, independent_, budget_)) {
            found.is_new = true;
            independent_.push_back(value);
            known_.push_back({printed, function});
        }
        out_.push_back(std::move(found));
    }

    const Setting& s_;
    const Budget& budget_;
    PoissonBracket bracket_;
    Abbreviations names_{s_};
    std::vector<Known> known_;
    std::vector<Expr> independent_;
    std::vector<BracketOfIntegrals> out_;
};

}  // namespace

std::vector<BracketOfIntegrals> brackets_of_integrals(const Setting& s, const FirstIntegrals& found,
                                                      const Budget& budget) {
    if (s.system.motion.axiom != Axiom::nonholonomic && !s.is_unconstrained()) return {};
    if (s.has_nonlinear_constraints() || s.no_frame() || !s.system.states.empty()) return {};
    if (s.frame().l() == 0 || s.frame().l() > most_freedoms) return {};
    try {
        return Bracketing(s, found, budget).run();
    } catch (const Undefined&) {
        return {};  // no Legendre transform, so no bracket
    }
}

}  // namespace anholon
