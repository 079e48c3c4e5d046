#include "integrate/taylor/roots.hpp"

#include <cmath>

namespace anholon::taylor {

namespace {

using Polynomial = std::vector<double>;

// p(x + 1)
void shift_by_one(Polynomial& p) {
    for (std::size_t i = 0; i + 1 < p.size(); ++i)
        for (std::size_t j = p.size() - 1; j-- > i;) p[j] += p[j + 1];
}

// How many signs change in (1 + x)^n p(1 / (1 + x)): as many zeros as p has in (0, 1), or an even number more.
int variations(const Polynomial& p) {
    Polynomial q(p.rbegin(), p.rend());
    shift_by_one(q);
    int count = 0, sign = 0;
    for (const double c : q) {
        const int s = (c > 0) - (c < 0);
        if (s == 0) continue;
        count += sign != 0 && s != sign;
        sign = s;
    }
    return count;
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

double enclosed(std::span<const double> p, double low, double high) {
    double at_low = value(p, low);
    while (true) {
        const double middle = low + (high - low) / 2;
        if (middle <= low || middle >= high) return high;
        const double at_middle = value(p, middle);
        if (at_middle == 0) return middle;
        if ((at_middle < 0) == (at_low < 0)) {
            low = middle;
            at_low = at_middle;
        } else {
            high = middle;
        }
    }
}

constexpr int max_depth = 40;

// `part` is p on [low, high] as a polynomial on [0, 1].
void isolate(std::span<const double> p, const Polynomial& part, double low, double high, int depth,
             std::vector<double>& found) {
    const int count = variations(part);
    if (count == 0) return;
    const double a = value(p, low), b = value(p, high);
    if (count == 1 || depth == max_depth) {
        // A zero at an end of the interval is the neighbour's.
        if (a != 0 && b != 0 && (a < 0) != (b < 0)) found.push_back(enclosed(p, low, high));
        return;
    }
    const double middle = (low + high) / 2;
    const Polynomial left = left_half(part);
    Polynomial right = left;
    shift_by_one(right);
    isolate(p, left, low, middle, depth + 1, found);
    if (value(p, middle) == 0) found.push_back(middle);
    isolate(p, right, middle, high, depth + 1, found);
}

}  // namespace

double value(std::span<const double> p, double x) {
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
    if (value(p, 1) == 0) found.push_back(1);
    return found;
}

}  // namespace anholon::taylor
