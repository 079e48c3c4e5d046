#include "integrate/roots.hpp"

#include <cmath>

namespace anholon {

namespace {

using Polynomial = std::vector<double>;

// p(x + 1)
void shift_by_one(Polynomial& p) {
    for (std::size_t i = 0; i + 1 < p.size(); ++i)
        for (std::size_t j = p.size() - 1; j-- > i;) p[j] += p[j + 1];
}

struct Variations {
    int count = 0;
    int at_left = 0;  // the sign of p just right of 0
};

// How many signs change in (1 + x)^n p(1 / (1 + x)): as many zeros as p has in (0, 1), or an even number more.
Variations variations(const Polynomial& p) {
    Polynomial q(p.rbegin(), p.rend());
    shift_by_one(q);
    Variations result;
    for (const double c : q) {
        const int s = (c > 0) - (c < 0);
        if (s == 0) continue;
        result.count += result.at_left != 0 && s != result.at_left;
        result.at_left = s;
    }
    return result;
}

// p(x / 2)
Polynomial left_half(Polynomial p) {
    double scale = 1;
    for (double& c : p) {
        c *= scale;
        scale /= 2;
    }
    return p;
}

// The one zero between, where the sign of p is `at_low` before it.
double enclosed(std::span<const double> p, double low, double high, int at_low) {
    while (true) {
        const double middle = low + (high - low) / 2;
        if (middle <= low || middle >= high)
            return std::abs(value_of_polynomial(p, low)) < std::abs(value_of_polynomial(p, high)) ? low
                                                                                                  : high;
        const double at_middle = value_of_polynomial(p, middle);
        if (at_middle == 0) return middle;
        ((at_middle < 0) == (at_low < 0) ? low : high) = middle;
    }
}

constexpr int max_depth = 40;

// `part` is p on [low, high] as a polynomial on [0, 1].
void isolate(std::span<const double> p, const Polynomial& part, double low, double high, int depth,
             std::vector<double>& found) {
    const auto [count, at_low] = variations(part);
    if (count == 0) return;
    if (count == 1) return found.push_back(enclosed(p, low, high, at_low));
    if (depth == max_depth) return;  // it touches zero, as far as can be told
    const double middle = (low + high) / 2;
    const Polynomial left = left_half(part);
    Polynomial right = left;
    shift_by_one(right);
    isolate(p, left, low, middle, depth + 1, found);
    if (right[0] == 0 && right.size() > 1 && right[1] != 0) found.push_back(middle);
    isolate(p, right, middle, high, depth + 1, found);
}

// Those with different signs before and behind: where p only touches zero, rounding may feign a zero.
std::vector<double> confirmed(std::span<const double> p, const std::vector<double>& zeros) {
    std::vector<double> result;
    double from = 0;
    for (std::size_t k = 0; k < zeros.size(); ++k) {
        const double to = k + 1 < zeros.size() ? zeros[k + 1] : 1;
        const double before = value_of_polynomial(p, (from + zeros[k]) / 2),
                     behind = value_of_polynomial(p, (zeros[k] + to) / 2);
        if (zeros[k] == 1 || (before < 0) != (behind < 0)) result.push_back(zeros[k]);
        from = zeros[k];
    }
    return result;
}

}  // namespace

double value_of_polynomial(std::span<const double> p, double x) {
    double sum = 0;
    for (std::size_t k = p.size(); k-- > 0;) sum = sum * x + p[k];
    return sum;
}

std::vector<double> sign_changes(std::span<const double> p) {
    std::vector<double> found;
    double others = 0;
    for (std::size_t k = 1; k < p.size(); ++k) others += std::abs(p[k]);
    if (p.empty() || std::abs(p[0]) > others) return found;
    isolate(p, {p.begin(), p.end()}, 0, 1, 0, found);
    if (value_of_polynomial(p, 1) == 0) found.push_back(1);
    return confirmed(p, found);
}

}  // namespace anholon
