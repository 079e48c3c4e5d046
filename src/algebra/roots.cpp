#include "algebra/roots.hpp"

#include <algorithm>

#include "algebra/flint.hpp"

#include <flint/nmod_poly.h>

namespace anholon {

std::vector<Residue> roots(const PrimeField& field, std::span<const Residue> coefficients) {
    nmod_poly_t f;
    nmod_poly_init(f, field.prime());
    for (std::size_t k = 0; k < coefficients.size(); ++k)
        nmod_poly_set_coeff_ui(f, static_cast<slong>(k), field.value(coefficients[k]));
    std::vector<std::uint64_t> values;
    if (nmod_poly_degree(f) > 0) {
        nmod_poly_factor_t factors;
        nmod_poly_factor_init(factors);
        nmod_poly_factor(factors, f);
        for (slong i = 0; i < factors->num; ++i) {
            const nmod_poly_struct* p = factors->p + i;  // monic
            if (nmod_poly_degree(p) == 1)
                values.push_back(n_negmod(nmod_poly_get_coeff_ui(p, 0), field.prime()));
        }
        nmod_poly_factor_clear(factors);
    }
    nmod_poly_clear(f);
    std::ranges::sort(values);
    std::vector<Residue> result;
    for (const std::uint64_t v : values) result.push_back(field.from(v));
    return result;
}

std::vector<Residue> interpolated(const PrimeField& field, std::span<const Residue> values) {
    std::vector<mp_limb_t> xs, ys;
    for (std::size_t k = 0; k < values.size(); ++k) {
        xs.push_back(k);
        ys.push_back(field.value(values[k]));
    }
    nmod_poly_t f;
    nmod_poly_init(f, field.prime());
    nmod_poly_interpolate_nmod_vec(f, xs.data(), ys.data(), static_cast<slong>(xs.size()));
    std::vector<Residue> result;
    for (slong k = 0; k <= nmod_poly_degree(f); ++k)
        result.push_back(field.from(nmod_poly_get_coeff_ui(f, k)));
    nmod_poly_clear(f);
    return result;
}

}  // namespace anholon
