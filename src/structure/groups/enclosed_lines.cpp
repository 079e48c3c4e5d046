#include "structure/groups/enclosed_lines.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace anholon {

namespace {

constexpr std::size_t kMaxBoxes = 100000;
constexpr double kMargin = 0.125;  // charts overlap, so that a line on the edge of one is inside it

double down(double x) { return std::nextafter(x, -std::numeric_limits<double>::infinity()); }
double up(double x) { return std::nextafter(x, std::numeric_limits<double>::infinity()); }

// [lo, hi], rounded outwards by an ulp.
struct Interval {
    double lo = 0, hi = 0;
    double middle() const { return lo + (hi - lo) / 2; }
    double width() const { return hi - lo; }
    bool contains(const Interval& b) const { return lo <= b.lo && b.hi <= hi; }
    bool holds_inside(const Interval& b) const { return lo < b.lo && b.hi < hi; }
    bool meets(const Interval& b) const { return lo <= b.hi && b.lo <= hi; }
    bool has_zero() const { return lo <= 0 && hi >= 0; }
};
Interval point(double x) { return {x, x}; }
Interval enclosed(const Rational& x) { return {down(x.to_double()), up(x.to_double())}; }
Interval operator+(Interval a, Interval b) { return {down(a.lo + b.lo), up(a.hi + b.hi)}; }
Interval operator-(Interval a, Interval b) { return {down(a.lo - b.hi), up(a.hi - b.lo)}; }
Interval operator*(Interval a, Interval b) {
    const auto [lo, hi] = std::minmax({a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi});
    return {down(lo), up(hi)};
}
Interval operator/(Interval a, Interval b) {  // b without zero
    const auto [lo, hi] = std::minmax({a.lo / b.lo, a.lo / b.hi, a.hi / b.lo, a.hi / b.hi});
    return {down(lo), up(hi)};
}

using Box = std::vector<Interval>;

Box middle_of(const Box& X) {
    Box m;
    for (const Interval& x : X) m.push_back(point(x.middle()));
    return m;
}

// The inverse of a matrix of midpoints, approximately; empty if it is singular to working precision.
std::vector<std::vector<double>> inverted(std::vector<std::vector<double>> A) {
    const std::size_t n = A.size();
    std::vector<std::vector<double>> B(n, std::vector<double>(n, 0));
    for (std::size_t i = 0; i < n; ++i) B[i][i] = 1;
    for (std::size_t j = 0; j < n; ++j) {
        std::size_t pivot = j;
        for (std::size_t i = j; i < n; ++i)
            if (std::abs(A[i][j]) > std::abs(A[pivot][j])) pivot = i;
        if (!(std::abs(A[pivot][j]) > 1e-12)) return {};
        std::swap(A[pivot], A[j]);
        std::swap(B[pivot], B[j]);
        for (std::size_t i = 0; i < n; ++i) {
            const double factor = i == j ? 1 - 1 / A[j][j] : A[i][j] / A[j][j];
            for (std::size_t k = 0; k < n; ++k) {
                A[i][k] -= factor * A[j][k];
                B[i][k] -= factor * B[j][k];
            }
        }
    }
    return B;
}

// F_i = v_i − x_i v_k for i ≠ k, in the chart x_k = 1.
class ChartEquations {
  public:
    ChartEquations(const QuadraticField& v, std::size_t k) : p_(v.p), k_(k) {
        for (const Rational& a : v.a) a_.push_back(enclosed(a));
        for (std::size_t i = 0; i < p_; ++i)
            if (i != k) rows_.push_back(i);
    }

    std::size_t size() const { return rows_.size(); }

    Box whole(const Box& y) const {  // with x_k = 1 put in
        Box x = y;
        x.insert(x.begin() + static_cast<long>(k_), point(1));
        return x;
    }

    Box values(const Box& y) const {
        const Box x = whole(y);
        Box F;
        for (const std::size_t i : rows_) F.push_back(v(i, x) - x[i] * v(k_, x));
        return F;
    }

    // ∂F_i/∂x_j = ∂v_i/∂x_j − δ_ij v_k − x_i ∂v_k/∂x_j
    std::vector<Box> jacobian(const Box& y) const {
        const Box x = whole(y);
        const Interval vk = v(k_, x);
        std::vector<Box> J;
        for (const std::size_t i : rows_) {
            Box row;
            for (const std::size_t j : rows_) {
                Interval entry = dv(i, j, x) - x[i] * dv(k_, j, x);
                if (i == j) entry = entry - vk;
                row.push_back(entry);
            }
            J.push_back(row);
        }
        return J;
    }

    // m − Y F(m) + (1 − Y F'(X)) (X − m); nothing if F'(m) is singular
    std::optional<Box> krawczyk(const Box& X) const {
        const Box m = middle_of(X), F = values(m);
        const std::vector<Box> J = jacobian(X);
        std::vector<std::vector<double>> centre(size());
        for (std::size_t i = 0; i < size(); ++i)
            for (const Interval& entry : J[i]) centre[i].push_back(entry.middle());
        const auto Y = inverted(centre);
        if (Y.empty()) return std::nullopt;
        Box K;
        for (std::size_t i = 0; i < size(); ++i) {
            Interval sum = m[i];
            for (std::size_t j = 0; j < size(); ++j) sum = sum - point(Y[i][j]) * F[j];
            for (std::size_t j = 0; j < size(); ++j) {
                Interval entry = point(i == j ? 1 : 0);
                for (std::size_t k = 0; k < size(); ++k) entry = entry - point(Y[i][k]) * J[k][j];
                sum = sum + entry * (X[j] - m[j]);
            }
            K.push_back(sum);
        }
        return K;
    }

  private:
    Interval a(std::size_t i, std::size_t j, std::size_t k) const { return a_[(i * p_ + j) * p_ + k]; }
    Interval v(std::size_t i, const Box& x) const {
        Interval sum;
        for (std::size_t j = 0; j < p_; ++j)
            for (std::size_t k = 0; k < p_; ++k) sum = sum + a(i, j, k) * x[j] * x[k];
        return sum;
    }
    Interval dv(std::size_t i, std::size_t j, const Box& x) const {
        Interval sum;
        for (std::size_t k = 0; k < p_; ++k) sum = sum + (a(i, j, k) + a(i, k, j)) * x[k];
        return sum;
    }

    std::size_t p_, k_;
    std::vector<Interval> a_;
    std::vector<std::size_t> rows_;
};

struct Root {
    std::size_t chart;
    Box unique, tight;  // without x_k: one root in `unique`, and it lies in `tight`
};

// False if some box stays undecided.
bool search(const ChartEquations& F, std::size_t chart, std::vector<Root>& roots, std::size_t& boxes,
            const Budget& budget) {
    std::vector<Box> open{Box(F.size(), {-1 - kMargin, 1 + kMargin})};
    while (!open.empty()) {
        if (++boxes > kMaxBoxes) return false;
        if (boxes % 256 == 0) budget.check();
        Box X = std::move(open.back());
        open.pop_back();
        const Box values = F.values(X);
        if (std::ranges::any_of(values, [](const Interval& f) { return !f.has_zero(); })) continue;
        const bool is_known = std::ranges::any_of(roots, [&](const Root& r) {
            return r.chart == chart &&
                   std::ranges::equal(r.unique, X,
                                      [](const Interval& u, const Interval& x) { return u.contains(x); });
        });
        if (is_known) continue;
        if (const auto K = F.krawczyk(X)) {
            bool inside = true, apart = false;
            for (std::size_t i = 0; i < X.size(); ++i) {
                inside = inside && X[i].holds_inside((*K)[i]);
                apart = apart || !X[i].meets((*K)[i]);
            }
            if (apart) continue;
            if (inside) {
                Box tight = *K;
                for (int step = 0; step < 8; ++step)
                    if (const auto closer = F.krawczyk(tight))
                        for (std::size_t i = 0; i < tight.size(); ++i)
                            tight[i] = {std::max(tight[i].lo, (*closer)[i].lo),
                                        std::min(tight[i].hi, (*closer)[i].hi)};
                roots.push_back({chart, X, tight});
                continue;
            }
        }
        const auto widest = std::ranges::max_element(X, {}, &Interval::width) - X.begin();
        // Off the middle: roots like to lie at 0 and ±1, where halves would share them.
        const Interval whole = X[static_cast<std::size_t>(widest)];
        const double cut = whole.lo + 0.4871 * whole.width();
        for (const Interval half : {Interval{whole.lo, cut}, Interval{cut, whole.hi}}) {
            open.push_back(X);
            open.back()[static_cast<std::size_t>(widest)] = half;
        }
    }
    return true;
}

// The same line twice, in one chart or in two? Nothing if that cannot be told.
std::optional<bool> is_same(const ChartEquations& of_b, const Root& a, const Root& b) {
    Box x = of_b.whole(b.tight);
    // a has 1 there and at most 1 + kMargin elsewhere, so b = a would have 1/(1 + kMargin) there at least.
    if (x[a.chart].has_zero()) return x[a.chart].width() < 0.5 ? std::optional(false) : std::nullopt;
    const Interval scale = x[a.chart];
    x.erase(x.begin() + static_cast<long>(a.chart));
    bool inside = true, apart = false;
    for (std::size_t i = 0; i < x.size(); ++i) {
        x[i] = x[i] / scale;
        inside = inside && a.unique[i].contains(x[i]);
        apart = apart || !a.tight[i].meets(x[i]);
    }
    if (inside) return true;
    if (apart) return false;
    return std::nullopt;
}

EnclosedLine line_of(const ChartEquations& F, const Root& root) {
    EnclosedLine line;
    double largest = 0;
    for (const Interval& x : F.whole(root.tight)) {
        line.direction.push_back(x.has_zero() ? 0 : x.middle());
        line.radius = std::max(line.radius, x.width() / 2);
        if (std::abs(x.middle()) > std::abs(largest)) largest = x.middle();
    }
    for (double& x : line.direction) x /= largest;
    return line;
}

}  // namespace

std::optional<std::vector<EnclosedLine>> enclosed_lines(const QuadraticField& v, const Budget& budget) {
    std::vector<ChartEquations> charts;
    std::vector<Root> lines;
    std::size_t boxes = 0;
    for (std::size_t k = 0; k < v.p; ++k) {
        charts.emplace_back(v, k);
        std::vector<Root> roots;
        if (!search(charts[k], k, roots, boxes, budget)) return std::nullopt;
        for (Root& root : roots) {
            bool known = false;
            for (const Root& other : lines) {
                const auto same = is_same(charts[k], other, root);
                if (!same) return std::nullopt;
                known = known || *same;
            }
            if (!known) lines.push_back(std::move(root));
        }
    }
    std::vector<EnclosedLine> out;
    for (const Root& root : lines) out.push_back(line_of(charts[root.chart], root));
    return out;
}

}  // namespace anholon
