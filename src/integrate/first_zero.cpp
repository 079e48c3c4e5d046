#include "integrate/first_zero.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "integrate/roots.hpp"

namespace anholon {

namespace {

constexpr std::size_t nodes = 11;
constexpr double resolution =
    1e-8;                        // of a function on a part of the way, relative to its largest value there
constexpr double noise = 1e-12;  // relative to its scale
constexpr int max_depth = 12;
// A zero that is closer to the start, as a part of the time and of the way, is where the functions start.
constexpr double rounding = 0x1p-46;

int sign(double x) { return (x > 0) - (x < 0); }

// Chebyshev's points of [0, 1], its ends among them.
double node(std::size_t k) {
    return (1 - std::cos(static_cast<double>(k) * std::numbers::pi / static_cast<double>(nodes - 1))) / 2;
}

// The polynomial through the values at the nodes, by Newton's divided differences.
std::vector<double> interpolated(std::vector<double> f) {
    for (std::size_t order = 1; order < nodes; ++order)
        for (std::size_t k = nodes - 1; k >= order; --k)
            f[k] = (f[k] - f[k - 1]) / (node(k) - node(k - order));
    std::vector<double> p(nodes, 0.0);
    for (std::size_t k = nodes; k-- > 0;) {
        for (std::size_t j = nodes - 1; j > 0; --j) p[j] = p[j - 1] - node(k) * p[j];
        p[0] = f[k] - node(k) * p[0];
    }
    return p;
}

class Search {
  public:
    Search(const SampledFunctions& functions, double from, double to)
        : functions_(functions), from_(from), whole_(to - from), values_(functions.count) {}

    std::optional<FirstZero> on(double low, double high, int depth) {
        const std::vector<std::vector<double>> parts = polynomials(low, high);
        const double middle = low + (high - low) / 2;
        if (depth < max_depth && middle != low && middle != high && !is_resolved(parts, low, high)) {
            const auto left = on(low, middle, depth + 1);
            return left ? left : on(middle, high, depth + 1);
        }
        std::vector<Zero> zeros;
        for (std::size_t k = 0; k < functions_.count; ++k)
            if (const auto zero = first_of(k, parts[k], low, high)) zeros.push_back(*zero);
        if (zeros.empty()) return std::nullopt;
        const auto distance = [&](const Zero& zero) { return std::abs(zero.t - from_); };
        FirstZero first{std::ranges::min_element(zeros, {}, distance)->t, {}};
        for (const Zero& zero : zeros)
            if (std::abs(zero.t - first.t) <= rounding * (std::abs(first.t) + std::abs(whole_)))
                first.functions.push_back(zero.function);
        return first;
    }

  private:
    struct Zero {
        FirstZero::Function function;
        double t;
    };

    double value(std::size_t k, double t) {
        functions_.values(t, values_);
        return values_[k];
    }

    std::vector<std::vector<double>> polynomials(double low, double high) {
        std::vector<std::vector<double>> f(functions_.count, std::vector<double>(nodes));
        for (std::size_t i = 0; i < nodes; ++i) {
            functions_.values(i + 1 == nodes ? high : low + node(i) * (high - low), values_);
            for (std::size_t k = 0; k < f.size(); ++k) f[k][i] = values_[k];
        }
        if (low == from_)
            for (const std::size_t k : functions_.start_at_zero) f[k][0] = 0;
        sizes_.assign(f.size(), 0);
        for (std::size_t k = 0; k < f.size(); ++k) {
            for (const double one : f[k]) sizes_[k] = std::max(sizes_[k], std::abs(one));
            f[k] = interpolated(std::move(f[k]));
        }
        return f;
    }

    // Between the nodes, at places without a period.
    bool is_resolved(const std::vector<std::vector<double>>& parts, double low, double high) {
        for (const double at : {0.0317, 0.1618, 0.3679, 0.5772, 0.7071, 0.9189}) {
            functions_.values(low + at * (high - low), values_);
            for (std::size_t k = 0; k < parts.size(); ++k)
                if (std::abs(value_of_polynomial(parts[k], at) - values_[k]) >
                    std::max(resolution * sizes_[k], noise * functions_.scales[k]))
                    return false;
        }
        return true;
    }

    std::optional<Zero> first_of(std::size_t k, const std::vector<double>& p, double low, double high) {
        double before = 0;
        for (const double root : sign_changes(p)) {
            const int direction = -sign(value_of_polynomial(p, (before + root) / 2));
            before = root;
            if (!functions_.is_wanted(k, direction)) continue;
            const double t = enclosed(k, root, direction, low, high);
            const bool is_start = std::abs(t - from_) <= rounding * (std::abs(from_) + std::abs(whole_));
            if (!is_start || functions_.may_vanish_at_start(k)) return Zero{{k, direction}, t};
        }
        return std::nullopt;
    }

    // The zero of the function itself near that of its polynomial.
    double enclosed(std::size_t k, double root, int direction, double low, double high) {
        const auto at = [&](double part) { return part >= 1 ? high : low + part * (high - low); };
        double left = root, right = root;
        for (double reach = 1e-12; sign(value(k, at(left))) != -direction; reach *= 4) {
            if (left <= 0) return at(root);
            left = std::max(0.0, root - reach);
        }
        for (double reach = 1e-12; sign(value(k, at(right))) == -direction; reach *= 4) {
            if (right >= 1) return at(root);
            right = std::min(1.0, root + reach);
        }
        double a = at(left), b = at(right);
        while (true) {
            const double middle = a + (b - a) / 2;
            if (middle == a || middle == b) return b;
            (sign(value(k, middle)) == -direction ? a : b) = middle;
        }
    }

    const SampledFunctions& functions_;
    double from_, whole_;
    std::vector<double> values_, sizes_;
};

}  // namespace

std::optional<FirstZero> first_zero(const SampledFunctions& functions, double from, double to) {
    if (functions.count == 0 || from == to) return std::nullopt;
    return Search(functions, from, to).on(from, to, 0);
}

}  // namespace anholon
