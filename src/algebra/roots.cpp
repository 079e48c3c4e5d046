#include "algebra/roots.hpp"

#include <algorithm>

#include "algebra/flint.hpp"

#include <flint/nmod_poly.h>

namespace anholon {

namespace {

// A polynomial of FLINT.
class Flint {
  public:
    explicit Flint(const PrimeField& field, std::span<const Residue> coefficients = {}) : field_(field) {
        nmod_poly_init(f_, field.prime());
        for (std::size_t k = 0; k < coefficients.size(); ++k)
            nmod_poly_set_coeff_ui(f_, static_cast<slong>(k), field.value(coefficients[k]));
    }
    ~Flint() { nmod_poly_clear(f_); }
    Flint(const Flint&) = delete;
    Flint& operator=(const Flint&) = delete;

    nmod_poly_struct* get() { return f_; }

    std::vector<Residue> roots() const {
        std::vector<std::uint64_t> values;
        if (nmod_poly_degree(f_) > 0) {
            nmod_poly_factor_t factors;
            nmod_poly_factor_init(factors);
            nmod_poly_factor(factors, f_);
            for (slong i = 0; i < factors->num; ++i) {
                const nmod_poly_struct* p = factors->p + i;  // monic
                if (nmod_poly_degree(p) == 1)
                    values.push_back(n_negmod(nmod_poly_get_coeff_ui(p, 0), field_.prime()));
            }
            nmod_poly_factor_clear(factors);
        }
        std::ranges::sort(values);
        std::vector<Residue> result;
        for (const std::uint64_t v : values) result.push_back(field_.from(v));
        return result;
    }

    std::vector<Residue> coefficients() const {
        std::vector<Residue> result;
        for (slong k = 0; k <= nmod_poly_degree(f_); ++k)
            result.push_back(field_.from(nmod_poly_get_coeff_ui(f_, k)));
        return result;
    }

  private:
    const PrimeField& field_;
    nmod_poly_t f_;
};

}  // namespace

std::vector<Residue> roots(const PrimeField& field, std::span<const Residue> coefficients) {
    return Flint(field, coefficients).roots();
}

Residue resultant(const PrimeField& field, std::span<const Residue> f, std::span<const Residue> g) {
    Flint a(field, f), b(field, g);
    return field.from(nmod_poly_resultant(a.get(), b.get()));
}

std::vector<Residue> common_roots(const PrimeField& field, std::span<const Residue> f,
                                  std::span<const Residue> g) {
    Flint a(field, f), b(field, g), common(field);
    nmod_poly_gcd(common.get(), a.get(), b.get());
    return common.roots();
}

std::vector<Residue> interpolated(const PrimeField& field, std::span<const Residue> values) {
    std::vector<mp_limb_t> xs, ys;
    for (std::size_t k = 0; k < values.size(); ++k) {
        xs.push_back(k);
        ys.push_back(field.value(values[k]));
    }
    Flint f(field);
    nmod_poly_interpolate_nmod_vec(f.get(), xs.data(), ys.data(), static_cast<slong>(xs.size()));
    return f.coefficients();
}

}  // namespace anholon
