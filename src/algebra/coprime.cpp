#include "algebra/coprime.hpp"

#include <algorithm>

#include "algebra/prime_field.hpp"

namespace anholon {

namespace {

using Image =
    std::vector<Residue>;  // coefficients, the constant first; empty if the generator does not occur

const PrimeField& field() {
    static const PrimeField F(field_primes()[0]);
    return F;
}

// The powers of the value that a generator has, and those of its inverse.
struct Powers {
    explicit Powers(std::size_t generator)
        : x(field().from(mix(41, generator))), inverse(field().inverse(x)), up{field().one()}, down{up} {}

    void extend(long degree) {
        while (std::ssize(up) <= degree) {
            up.push_back(field().multiply(up.back(), x));
            down.push_back(field().multiply(down.back(), inverse));
        }
    }

    Residue x, inverse;
    std::vector<Residue> up, down;
};

// Of all generators of the rings met so far, by their places.
std::vector<Powers>& powers_for(const std::vector<long>& degrees) {
    static thread_local std::vector<Powers> all;
    while (all.size() < degrees.size()) all.emplace_back(all.size());
    for (std::size_t g = 0; g < degrees.size(); ++g) all[g].extend(degrees[g]);
    return all;
}

// The images of a polynomial in the generators `free`: of all its terms, or of those with each exponent of the generator `part`.
struct Images {
    std::vector<std::vector<Image>> of;  // by part, by place in `free`
    std::vector<std::size_t> terms;      // by part
    bool are_defined = true;

    Images(const Polynomial& a, const std::vector<long>& degrees, std::span<const std::size_t> free,
           std::optional<std::size_t> part = std::nullopt)
        : of(part ? static_cast<std::size_t>(degrees[*part]) + 1 : 1, std::vector<Image>(free.size())),
          terms(of.size(), 0) {
        const PrimeField& F = field();
        const std::vector<Powers>& powers = powers_for(degrees);
        const auto exponent = [](std::span<const long> e, std::size_t g) {
            return static_cast<std::size_t>(e[g]);
        };
        a.for_each_term([&](const Rational& coefficient, std::span<const long> exponents) {
            const auto k = F.from(coefficient);
            if (!k) are_defined = false;
            Residue value = k.value_or(F.one());
            for (std::size_t g = 0; g < exponents.size(); ++g)
                if (exponents[g] > 0) value = F.multiply(value, powers[g].up[exponent(exponents, g)]);
            const std::size_t place = part ? exponent(exponents, *part) : 0;
            ++terms[place];
            for (std::size_t i = 0; i < free.size(); ++i) {
                Image& image = of[place][i];
                const std::size_t e = exponent(exponents, free[i]);
                if (image.size() <= e) image.resize(e + 1, F.zero());
                image[e] = F.add(image[e], e == 0 ? value : F.multiply(value, powers[free[i]].down[e]));
            }
        });
        for (std::vector<Image>& images : of)
            for (Image& image : images)
                if (image.size() == 1) image.clear();
    }
};

// The degree of the greatest common divisor, by Euclid.
std::size_t common_degree(Image a, Image b) {
    const PrimeField& F = field();
    const auto trim = [](Image& x) {
        while (!x.empty() && x.back().is_zero()) x.pop_back();
    };
    for (trim(a), trim(b); !b.empty(); std::swap(a, b)) {
        const Residue inverse = F.inverse(b.back());
        while (a.size() >= b.size()) {
            const Residue factor = F.multiply(a.back(), inverse);
            for (std::size_t k = 0; k < b.size(); ++k) {
                Residue& x = a[a.size() - b.size() + k];
                x = F.subtract(x, F.multiply(factor, b[k]));
            }
            trim(a);
        }
    }
    return a.empty() ? 0 : a.size() - 1;
}

bool are_coprime(const std::vector<Image>& a, const std::vector<Image>& b) {
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (a[i].empty() || b[i].empty()) continue;
        if (b[i].back().is_zero() || common_degree(a[i], b[i]) > 0) return false;
    }
    return true;
}

}  // namespace

bool are_coprime(const Polynomial& a, const Polynomial& b) {
    if (a.is_zero() || b.is_zero()) return false;
    const std::vector<long> of_a = a.degrees(), of_b = b.degrees();
    std::vector<std::size_t> common;
    for (std::size_t g = 0; g < of_a.size(); ++g)
        if (of_a[g] > 0 && of_b[g] > 0) common.push_back(g);
    if (common.empty()) return true;
    const Images small(b, of_b, common), large(a, of_a, common);
    return small.are_defined && large.are_defined && are_coprime(large.of[0], small.of[0]);
}

bool is_irreducible_by_a_linear_generator(const Polynomial& p) {
    const std::vector<long> degrees = p.degrees();
    const auto linear = std::ranges::find(degrees, 1);
    if (linear == degrees.end()) return false;
    const auto x = static_cast<std::size_t>(linear - degrees.begin());
    std::vector<std::size_t> others;
    for (std::size_t g = 0; g < degrees.size(); ++g)
        if (g != x && degrees[g] > 0) others.push_back(g);
    const Images parts(p, degrees, others, x);
    const bool has_both = parts.terms[0] > 0 && parts.terms[1] > 0;
    return has_both && parts.are_defined && are_coprime(parts.of[0], parts.of[1]);
}

}  // namespace anholon
