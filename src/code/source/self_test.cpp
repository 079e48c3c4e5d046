#include "code/source/self_test.hpp"

#include <algorithm>
#include <cmath>

#include "algebra/prime_field.hpp"
#include "code/source/functions.hpp"
#include "expr/enclosure.hpp"

namespace anholon {

namespace {

using Balls = std::vector<Ball>;

void subtract_multiple(Ball& a, const Ball& factor, const Ball& b, long precision) {
    Ball product;
    product.multiply(factor, b, precision);
    a.subtract(a, product, precision);
}

// X with W X = B, by Gauss and Jordan; all by rows. Nothing where a pivot may be zero.
std::optional<Balls> solution(Balls W, Balls B, std::size_t n, long precision) {
    if (n == 0) return Balls{};
    const std::size_t m = B.size() / n;
    const auto size = [&](std::size_t i, std::size_t k) { return std::abs(W[i * n + k].midpoint()); };
    for (std::size_t k = 0; k < n; ++k) {
        std::size_t best = k;
        for (std::size_t i = k + 1; i < n; ++i)
            if (size(i, k) > size(best, k)) best = i;
        if (W[best * n + k].contains_zero()) return std::nullopt;
        if (best != k) {
            std::swap_ranges(W.begin() + k * n, W.begin() + (k + 1) * n, W.begin() + best * n);
            std::swap_ranges(B.begin() + k * m, B.begin() + (k + 1) * m, B.begin() + best * m);
        }
        for (std::size_t i = 0; i < n; ++i) {
            if (i == k) continue;
            Ball factor;
            factor.divide(W[i * n + k], W[k * n + k], precision);
            for (std::size_t j = k; j < n; ++j)
                subtract_multiple(W[i * n + j], factor, W[k * n + j], precision);
            for (std::size_t j = 0; j < m; ++j)
                subtract_multiple(B[i * m + j], factor, B[k * m + j], precision);
        }
    }
    for (std::size_t k = 0; k < n; ++k)
        for (std::size_t j = 0; j < m; ++j) B[k * m + j].divide(B[k * m + j], W[k * n + k], precision);
    return B;
}

// A + B C with A of n×n, B of n×m.
Balls sum_with_product(Balls A, const Balls& B, const Balls& C, std::size_t n, std::size_t m,
                       long precision) {
    Ball product;
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j)
            for (std::size_t k = 0; k < m; ++k) {
                product.multiply(B[i * m + k], C[k * n + j], precision);
                A[i * n + j].add(A[i * n + j], product, precision);
            }
    return A;
}

struct Enclosed {
    Balls W, r, z, dx, J;
};

std::optional<Enclosed> enclosed(const RateEquations& e, const std::vector<FunctionOutput>& parts,
                                 const Point& point, long precision) {
    const std::size_t nx = e.state.size(), nz = e.unknowns.size();
    EnclosedPoint at;
    for (const auto& [symbol, value] : point) at.emplace_back(symbol, Ball(value, precision));
    const auto values = [&](std::span<const Expr> list) { return enclosures(list, at, precision); };
    Enclosed v{.W = values(e.W.entries()), .r = values(e.r), .z = {}, .dx = {}, .J = {}};
    const auto z = solution(v.W, v.r, nz, precision);
    if (!z) return std::nullopt;
    v.z = *z;
    for (std::size_t k = 0; k < nz; ++k) at.emplace_back(e.unknowns[k], v.z[k]);
    v.dx = values(e.rates);
    if (parts.empty()) return v;
    // J = G_x + G_z z_x,  W z_x = B
    const auto zx = solution(v.W, values(parts[0].entries), nz, precision);
    if (!zx) return std::nullopt;
    v.J = sum_with_product(values(parts[1].entries), values(parts[2].entries), *zx, nx, nz, precision);
    return v;
}

// Are all values known to this error, relative to 1 + |value|?
bool are_known(const Enclosed& v, double error) {
    for (const Balls* list : {&v.W, &v.r, &v.z, &v.dx, &v.J})
        for (const Ball& b : *list)
            if (!b.is_finite() || !std::isfinite(b.midpoint()) ||
                !(b.radius() <= error * (1 + std::abs(b.midpoint()))))
                return false;
    return true;
}

std::vector<double> nearest_doubles(const Balls& values) {
    std::vector<double> list;
    for (const Ball& b : values) list.push_back(b.midpoint());
    return list;
}

std::vector<double> coordinates(const Point& at, std::size_t first, std::size_t count) {
    std::vector<double> list;
    for (std::size_t k = first; k < first + count; ++k) list.push_back(at[k].second.to_double());
    return list;
}

SelfTest rounded(const RateEquations& e, const Point& at, const Enclosed& v) {
    const std::size_t nx = e.state.size(), np = e.parameters.size();
    return {.t = at[0].second.to_double(),
            .x = coordinates(at, 1, nx),
            .p = coordinates(at, 1 + nx, np),
            .W = nearest_doubles(v.W),
            .r = nearest_doubles(v.r),
            .z = nearest_doubles(v.z),
            .dx = nearest_doubles(v.dx),
            .J = nearest_doubles(v.J),
            .values = {}};
}

// The double that a program will read, as a number.
Rational exact(double value) {
    int exponent = 0;
    const auto mantissa = static_cast<long>(std::ldexp(std::frexp(value, &exponent), 53));
    return Rational(mantissa) * pow(Rational(2), exponent - 53);
}

// Coordinates k/8. Every second point keeps the model's parameters: others may leave no state at all.
Point point(const RateEquations& e, std::uint64_t seed) {
    Point at;
    const auto eighths = [&](const Expr& symbol) {
        const long k = static_cast<long>(mix(seed, at.size()) % 15) + 1;
        at.emplace_back(symbol, Rational(k, 8));
    };
    eighths(e.t);
    for (const Expr& x : e.state) eighths(x);
    const bool keeps_parameters = seed % 2 == 0;
    for (std::size_t k = 0; k < e.parameters.size(); ++k)
        if (const double value = e.parameter_values[k].to_double(); keeps_parameters && std::isfinite(value))
            at.emplace_back(e.parameters[k], exact(value));
        else
            eighths(e.parameters[k]);
    return at;
}

// Of y, or nothing where their W is singular.
std::optional<Balls> enclosed_readings(const RateEquations& e, const Point& point, long precision) {
    const Readings& readings = e.readings;
    EnclosedPoint at;
    for (const auto& [symbol, value] : point) at.emplace_back(symbol, Ball(value, precision));
    const auto y = solution(enclosures(readings.W.entries(), at, precision),
                            enclosures(readings.r, at, precision), readings.unknowns.size(), precision);
    if (!y) return std::nullopt;
    for (std::size_t k = 0; k < y->size(); ++k) at.emplace_back(readings.unknowns[k], (*y)[k]);
    std::vector<Expr> functions;
    for (const auto& [name, value] : readings.values) functions.push_back(value);
    return enclosures(functions, at, precision);
}

// The largest relative error that rounding may cause, by balls of 53 bits; at most `largest`.
double rounding_of(const Balls& rough, double largest) {
    double error = 0;
    for (const Ball& b : rough)
        error = std::max(error, b.is_finite() ? b.radius() / (1 + std::abs(b.midpoint())) : largest);
    return std::min(error, largest);
}

// The values of the readings, none where they are not known, or not to this error in doubles.
std::vector<double> known_readings(const RateEquations& e, const Point& at, double error) {
    const auto fine = enclosed_readings(e, at, 256), rough = enclosed_readings(e, at, 53);
    if (!fine || !rough || rounding_of(*fine, 1) > 1e-30 || rounding_of(*rough, 1) > error) return {};
    return nearest_doubles(*fine);
}

}  // namespace

std::optional<SelfTest> self_test(const RateEquations& e, const std::vector<FunctionOutput>& derivatives) {
    // A point is comfortable where balls of 53 bits, whose radii bound the rounding of doubles, stay small. The more comfortable ones come
    // first: long equations may have none that is quite so.
    for (const double rounding : {1e-13, 1e-11, 1e-9, 1e-7, HUGE_VAL})
        for (std::uint64_t seed = 1; seed <= 32; ++seed) {
            const Point at = point(e, seed);
            const auto rough = enclosed(e, derivatives, at, 53);
            if (!rough || !are_known(*rough, rounding)) continue;
            const auto fine = enclosed(e, derivatives, at, 256);
            if (!fine || !are_known(*fine, 1e-30)) continue;
            SelfTest test = rounded(e, at, *fine);
            test.values = known_readings(e, at, 1e-12);
            return test;
        }
    return std::nullopt;
}

namespace {

std::optional<Point> start_of(const RateEquations& e) {
    if (e.initial.size() != e.state.size()) return std::nullopt;
    Point at{{e.t, Rational(0)}};
    const auto add = [&](const std::vector<Expr>& symbols, const std::vector<double>& values) {
        for (std::size_t k = 0; k < symbols.size(); ++k) at.emplace_back(symbols[k], exact(values[k]));
    };
    if (!std::ranges::all_of(e.initial, [](double x) { return std::isfinite(x); })) return std::nullopt;
    add(e.state, e.initial);
    add(e.parameters, parameter_values(e));
    return at;
}

}  // namespace

std::optional<StartTest> start_test(const RateEquations& e) {
    constexpr double largest = 1e-6;
    const auto at = start_of(e);
    const auto fine = at ? enclosed(e, {}, *at, 256) : std::nullopt;
    if (!fine || !are_known(*fine, 1e-30)) return std::nullopt;
    const auto rough = enclosed(e, {}, *at, 53);
    StartTest out{
        nearest_doubles(fine->dx), {}, std::max(1e-11, rough ? rounding_of(rough->dx, largest) : largest)};
    out.values = known_readings(e, *at, out.tolerance);
    return out;
}

Values test_values(const SelfTest& test, const Language& language) {
    const auto text = [&](const std::vector<double>& values) { return list(values, language); };
    return {{"t", number(test.t)},  {"x", text(test.x)},
            {"p", text(test.p)},    {"W", text(test.W)},
            {"r", text(test.r)},    {"z", text(test.z)},
            {"dx", text(test.dx)},  {"J", text(test.J)},
            {"tolerance", "1e-11"}, {"point_values", text(test.values)}};
}

}  // namespace anholon
