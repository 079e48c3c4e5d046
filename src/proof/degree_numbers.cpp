#include "proof/degree_numbers.hpp"

#include <algorithm>
#include <cmath>

#include "proof/linear_parts.hpp"

namespace anholon::proof {

Degree DegreeNumbers::named(double above, std::map<std::uint32_t, double> divisors) {
    degrees_.push_back(std::max(above, 0.0));
    return {above, std::move(divisors), static_cast<std::uint32_t>(degrees_.size() - 1)};
}

double DegreeNumbers::below(const Degree& d) const {
    double sum = 0;
    for (const auto& [name, exponent] : d.divisors) sum += exponent * degrees_[name];
    return sum;
}

Degree DegreeNumbers::from(long n) { return n == 0 ? Degree{-HUGE_VAL} : Degree{}; }

Degree DegreeNumbers::add(const Degree& a, const Degree& b) {
    if (a.is_zero()) return b;
    if (b.is_zero()) return a;
    Degree sum{0, a.divisors};
    for (const auto& [name, exponent] : b.divisors) {
        double& own = sum.divisors[name];
        own = std::max(own, exponent);
    }
    const double above = std::max(a.above - below(a), b.above - below(b)) + below(sum);
    return named(above, std::move(sum.divisors));
}

Degree DegreeNumbers::multiply(const Degree& a, const Degree& b) {
    if (a.is_zero() || b.is_zero()) return from(0);
    if (a.above == 0 && a.divisors.empty()) return b;
    if (b.above == 0 && b.divisors.empty()) return a;
    auto divisors = a.divisors;
    for (const auto& [name, exponent] : b.divisors) divisors[name] += exponent;
    return named(a.above + b.above, std::move(divisors));
}

Degree DegreeNumbers::inverse(const Degree& a) {
    if (a.is_zero()) throw NoValue{"it divides by zero"};
    if (a.above == 0 && a.divisors.empty()) return a;
    return named(below(a), {{a.name, 1}});
}

Degree DegreeNumbers::power(const Degree& a, long n) {
    if (n == 0) return from(1);
    if (n < 0) return power(inverse(a), -n);
    if (a.is_zero() || n == 1) return a;
    auto divisors = a.divisors;
    for (auto& [name, exponent] : divisors) exponent *= static_cast<double>(n);
    return named(static_cast<double>(n) * a.above, std::move(divisors));
}

Degree DegreeNumbers::root(const Degree& a, long n) {
    if (n != 2) odd_roots_ *= static_cast<double>(n);
    return named(a.above + below(a));
}

Degree DegreeNumbers::angle(const Degree& sine, const Degree& cosine, Id variable) {
    angles_[variable] = std::max(sine.above + below(sine), cosine.above + below(cosine));
    return random();
}

// A polynomial of degree d in units has the denominator (1 + t²)^d, or e^d, which do not vanish.
Degree DegreeNumbers::of_unit(const Program& p, Id argument) {
    double sum = 0;
    for (const auto& [atom, c] : linear_parts(p, argument)) {
        const auto drawn = atom ? angles_.find(*atom) : angles_.end();
        sum += std::abs(c.to_double()) * Q_ * (drawn == angles_.end() ? 2 : drawn->second);
    }
    return named(sum);
}

// A row times its common denominator.
double DegreeNumbers::of_row(const std::vector<Degree>& row) const {
    Degree common;
    for (const Degree& x : row)
        if (!x.is_zero())
            for (const auto& [name, exponent] : x.divisors) {
                double& own = common.divisors[name];
                own = std::max(own, exponent);
            }
    double most = 0;
    for (const Degree& x : row)
        if (!x.is_zero()) most = std::max(most, x.above - below(x) + below(common));
    return most;
}

LinearSolution<Degree> DegreeNumbers::solved(const LinearSystem<Degree>& system) {
    std::vector<double> rows;
    for (const auto& row : system.rows) rows.push_back(of_row(row));
    std::ranges::sort(rows, std::greater());
    const std::size_t n = std::min(system.unknowns, rows.size());
    double minor = 0;
    for (std::size_t k = 0; k < n; ++k) minor += rows[k];
    const Degree determinant = named(minor);
    LinearSolution<Degree> out;
    out.rank = n;
    for (std::size_t k = 0; k < system.unknowns; ++k)
        out.z.emplace_back(named(minor, {{determinant.name, 1}}));
    if (rows.size() > n) out.left.push_back(named(minor + rows[n], {{determinant.name, 1}}));
    return out;
}

std::vector<Degree> solved_fully(DegreeNumbers& n, const LinearSystem<Degree>& system) {
    std::vector<Degree> out;
    for (const auto& z : n.solved(system).z) out.push_back(*z);
    return out;
}

}  // namespace anholon::proof
