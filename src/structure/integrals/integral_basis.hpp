#pragma once

#include <functional>
#include <vector>

#include "structure/evidence/constant_relations.hpp"

namespace anholon {

// Functions among whose combinations first integrals are looked for: monomials in letters. Some letters are functions of
// (t, q): the model's own sines, cosines, quaternions and coordinates; the others are velocities, momenta and multipliers.
class IntegralBasis {
  public:
    struct Letter {
        Expr symbol;      // as it is printed
        Expr definition;  // in t, q, q̇, λ
        bool is_velocity = false;
        // Coordinates enter linearly if the system does not hold them, and alone if they are angles.
        enum class Use { anyhow, linearly, alone } use = Use::anyhow;
    };
    struct Element {
        std::vector<std::size_t> factors;  // letters, ascending, with repetition
        std::size_t velocity_degree = 0;
    };
    // All elements of at most this degree in velocities, and as high a degree in the functions, up to 2, as there is room for.
    IntegralBasis(const Setting& s, std::size_t velocity_degree, std::size_t max_elements);

    const std::vector<Element>& elements() const { return elements_; }
    const std::vector<Letter>& letters() const { return letters_; }
    std::size_t function_degree(std::size_t velocity_degree) const { return degrees_[velocity_degree]; }

    // Along the motion a state has the values of the letters and of their derivatives in these, and the rows follow from them.
    std::vector<Expr> sampled() const;
    ResidueRow values(const PrimeField& F, std::span<const Residue> sampled) const;
    ResidueRow rates(const PrimeField& F, std::span<const Residue> sampled) const;

    // Σ c_k f_k, in the symbols of the letters or in t, q, q̇, λ.
    Expr in_symbols(const std::vector<Expr>& c) const;
    Expr in_state(const std::vector<Expr>& c) const;

  private:
    void add_functions(const Setting& s);
    void add_velocities(const Setting& s);
    void add_elements(std::size_t velocity_degree, std::size_t max_elements);
    std::vector<Element> elements_of(std::size_t velocity_degree, std::size_t function_degree) const;

    Context& c_;
    std::vector<Letter> letters_;
    std::vector<Element> elements_;
    std::vector<std::size_t> degrees_;
};

// The state's symbols, on which integrals depend: t, q, q̇ and, where they move by themselves, λ.
std::vector<Expr> state_symbols(const Setting& s);

// Functions that are 0 on the constraint manifold: F_a, dF_a/dt, f_μ.
std::vector<Expr> kept_functions(const Setting& s);

// Whether functions are independent of those before them, on the constraint manifold: whether their gradients are, at a
// random state with these parameters.
class FunctionalIndependence {
  public:
    // `later` is known, too, once count_in_later was called.
    FunctionalIndependence(const Setting& s, const IntegralBasis& basis, const std::vector<Expr>& known,
                           Expr later, const ParameterValues& parameters, const Budget& budget);
    bool adds(const ResidueRow& c);  // and counts it in, if so
    void count_in_later();

  private:
    const IntegralBasis& basis_;
    std::size_t variables_ = 0;
    std::optional<PrimeField> field_;
    ResidueRow letters_;
    ResidueRow later_;
    ResidueRows gradients_;  // by letter
    std::optional<RowSpace> known_;
};

}  // namespace anholon
