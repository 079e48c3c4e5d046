#include "study/cell_surface.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <unordered_map>
#include <unordered_set>

#include "algebra/prime_field.hpp"
#include "base/deadline.hpp"
#include "base/finite.hpp"

namespace anholon {

namespace {

constexpr std::uint32_t none = ~std::uint32_t{0};
constexpr std::size_t most_searched = 20000;  // simplices around a start
constexpr double near_enough = 0.75;          // of a start to a vertex, in steps

template <typename Array>
std::size_t mixed(const Array& numbers) {
    std::uint64_t out = 0x9e3779b97f4a7c15;
    for (const auto x : numbers) {
        out ^= static_cast<std::uint64_t>(x) + 0x9e3779b97f4a7c15 + (out << 6) + (out >> 2);
        out *= 0xff51afd7ed558ccd;
        out ^= out >> 32;
    }
    return out;
}

// The numbers of corners in one order, whichever simplex asks, so that rounding is the same; `along` is put in the same order.
void put_in_order(std::span<std::uint32_t> corners, std::span<std::size_t> along = {}) {
    for (std::size_t i = 1; i < corners.size(); ++i)
        for (std::size_t j = i; j > 0 && corners[j] < corners[j - 1]; --j) {
            std::swap(corners[j], corners[j - 1]);
            if (!along.empty()) std::swap(along[j], along[j - 1]);
        }
}

struct HashGridPoint {
    std::size_t operator()(const GridPoint& y) const { return mixed(y); }
};
struct HashSimplex {
    std::size_t operator()(const FreudenthalSimplex& s) const { return mixed(s.base) * 31 + mixed(s.order); }
};
using Face = std::array<std::uint32_t, most_dimensions>;  // its corners, the rest none
struct HashFace {
    std::size_t operator()(const Face& f) const { return mixed(f); }
};

}  // namespace

struct CellSurfaceWalk::Work {
    Work(const LevelSet& of, Grid on, std::size_t most_simplices)
        : set(of), grid(std::move(on)), most(most_simplices), n(of.n), k(of.k) {
        surface.n = n;
    }

    const LevelSet& set;
    const Grid grid;
    const std::size_t most, n, k;
    CellSurface surface;

    std::unordered_map<GridPoint, std::uint32_t, HashGridPoint> numbers;
    std::vector<double> values;  // k of each corner of the grid
    std::unordered_map<Face, std::uint32_t, HashFace> zeros;
    std::unordered_set<FreudenthalSimplex, HashSimplex> seen;

    GridPoint wrapped(GridPoint y) const {
        for (std::size_t i = 0; i < n; ++i)
            if (grid.counts[i] > 0)
                y[i] = static_cast<std::int16_t>(((y[i] % grid.counts[i]) + grid.counts[i]) % grid.counts[i]);
        return y;
    }
    FreudenthalSimplex wrapped(FreudenthalSimplex s) const {
        s.base = wrapped(s.base);
        return s;
    }
    double place(std::size_t i, double y) const { return grid.origin[i] + grid.step[i] * y; }

    std::uint32_t number_of(const GridPoint& at) {
        const GridPoint y = wrapped(at);
        const auto [found, is_new] = numbers.try_emplace(y, static_cast<std::uint32_t>(numbers.size()));
        if (is_new) {
            double x[most_dimensions];
            for (std::size_t i = 0; i < n; ++i) x[i] = place(i, y[i]);
            values.resize(values.size() + k);
            set.values(x, values.data() + values.size() - k);
        }
        return found->second;
    }
    std::span<const double> value(std::uint32_t corner) const {
        return std::span(values).subspan(corner * k, k);
    }

    struct Corners {
        std::array<GridPoint, most_dimensions + 1> y;
        std::array<std::uint32_t, most_dimensions + 1> number;
    };
    enum class Inside { yes, outside, no_value };
    Inside take_corners(const FreudenthalSimplex& simplex, Corners& out) {
        corners_of(simplex, n, out.y);
        for (std::size_t c = 0; c <= n; ++c) {
            for (std::size_t i = 0; i < n; ++i)
                if (grid.counts[i] == 0 && (out.y[c][i] < grid.low[i] || out.y[c][i] > grid.high[i]))
                    return Inside::outside;
            out.number[c] = number_of(out.y[c]);
            if (!are_finite(value(out.number[c]))) return Inside::no_value;
        }
        return Inside::yes;
    }

    // Barycentric coordinates of the zero of the affine function on a face of k + 1 corners; nothing if it is not inside.
    std::optional<std::array<double, most_dimensions>> zero_in(std::span<const std::uint32_t> face) const {
        double A[most_dimensions][most_dimensions + 1];
        for (std::size_t a = 0; a < k; ++a) {
            const double at_first = value(face[0])[a];
            bool above = at_first > 0, below = at_first < 0;
            A[a][k] = -at_first;
            for (std::size_t c = 0; c < k; ++c) {
                const double at = value(face[c + 1])[a];
                above = above || at > 0;
                below = below || at < 0;
                A[a][c] = at - at_first;
            }
            if (!above || !below) return std::nullopt;
        }
        for (std::size_t c = 0; c < k; ++c) {
            std::size_t pivot = c;
            for (std::size_t a = c + 1; a < k; ++a)
                if (std::fabs(A[a][c]) > std::fabs(A[pivot][c])) pivot = a;
            if (A[pivot][c] == 0) return std::nullopt;
            if (pivot != c) std::swap_ranges(A[pivot], A[pivot] + k + 1, A[c]);
            for (std::size_t a = c + 1; a < k; ++a) {
                const double part = A[a][c] / A[c][c];
                for (std::size_t j = c; j <= k; ++j) A[a][j] -= part * A[c][j];
            }
        }
        std::array<double, most_dimensions> out{};
        double sum = 0;
        for (std::size_t c = k; c-- > 0;) {
            double x = A[c][k];
            for (std::size_t j = c + 1; j < k; ++j) x -= A[c][j] * out[j + 1];
            out[c + 1] = x / A[c][c];
            if (!(out[c + 1] > 0)) return std::nullopt;
            sum += out[c + 1];
        }
        out[0] = 1 - sum;
        return out[0] > 0 ? std::optional(out) : std::nullopt;
    }

    // The vertex of the surface on the face that lacks corners i and j of a simplex.
    std::uint32_t vertex(const Corners& corners, std::size_t i, std::size_t j) {
        std::array<std::size_t, most_dimensions> places{};
        Face face;
        face.fill(none);
        std::size_t count = 0;
        for (std::size_t c = 0; c <= n; ++c)
            if (c != i && c != j) {
                face[count] = corners.number[c];
                places[count++] = c;
            }
        put_in_order(std::span(face).first(count), std::span(places).first(count));
        const auto parts = zero_in(std::span(face).first(count));
        if (!parts) return none;
        const auto [found, is_new] = zeros.try_emplace(face, static_cast<std::uint32_t>(surface.vertices()));
        if (is_new)
            for (std::size_t d = 0; d < n; ++d) {
                double y = 0;
                for (std::size_t c = 0; c < count; ++c) y += (*parts)[c] * corners.y[places[c]][d];
                surface.points.push_back(place(d, y));
            }
        return found->second;
    }

    bool has_no_zero(const Corners& corners) const {
        for (std::size_t a = 0; a < k; ++a) {
            bool above = false, below = false;
            for (std::size_t c = 0; c <= n; ++c) {
                const double at = value(corners.number[c])[a];
                above = above || at > 0;
                below = below || at < 0;
            }
            if (!above || !below) return true;
        }
        return false;
    }

    // The facets, by the corner they lack, that the surface passes through; its polygon becomes a cell.
    std::vector<std::size_t> take_cell(const Corners& corners) {
        if (has_no_zero(corners)) return {};
        std::array<std::array<std::uint32_t, most_dimensions + 1>, most_dimensions + 1> at{};
        std::array<std::size_t, most_dimensions + 1> degree{};
        std::size_t count = 0;
        for (std::size_t i = 0; i <= n; ++i)
            for (std::size_t j = i + 1; j <= n; ++j) {
                at[i][j] = at[j][i] = vertex(corners, i, j);
                if (at[i][j] == none) continue;
                ++degree[i];
                ++degree[j];
                ++count;
            }
        if (count == 0) return {};
        std::vector<std::size_t> facets;
        for (std::size_t i = 0; i <= n; ++i) {
            if (degree[i] != 0 && degree[i] != 2) throw CellSurfaceFailed{CellSurfaceFailed::Why::degenerate};
            if (degree[i] == 2) facets.push_back(i);
        }
        // Two facets share a corner of the polygon: around it.
        std::size_t before = facets[0], now = facets[0], length = 0;
        do {
            std::size_t next = n + 1;
            for (std::size_t j = 0; j <= n && next > n; ++j)
                if (j != now && at[now][j] != none && (length == 0 || j != before)) next = j;
            surface.corners.push_back(at[now][next]);
            before = now;
            now = next;
            ++length;
        } while (now != facets[0]);
        if (length != count || length < 3) throw CellSurfaceFailed{CellSurfaceFailed::Why::degenerate};
        surface.ends.push_back(static_cast<std::uint32_t>(surface.corners.size()));
        return facets;
    }

    void spread(const FreudenthalSimplex& first) {
        std::deque<FreudenthalSimplex> front{wrapped(first)};
        seen.insert(front.front());
        Corners corners;
        while (!front.empty()) {
            const FreudenthalSimplex simplex = front.front();
            front.pop_front();
            if (seen.size() % 1024 == 0) Deadline::check();
            if (seen.size() > most) throw CellSurfaceFailed{CellSurfaceFailed::Why::too_large};
            take_corners(simplex, corners);
            for (const std::size_t facet : take_cell(corners)) {
                const FreudenthalSimplex next = wrapped(across(simplex, n, facet));
                if (seen.contains(next)) continue;
                Corners of_next;
                switch (take_corners(next, of_next)) {
                    case Inside::outside: surface.leaves_box = true; continue;
                    case Inside::no_value: surface.meets_no_value = true; continue;
                    case Inside::yes: break;
                }
                seen.insert(next);
                front.push_back(next);
            }
        }
    }

    // How far a place of the grid is from y along the axis on which it is farthest, in steps; on a circle the shorter way.
    double apart(std::span<const double> place, std::span<const double> y) const {
        double far = 0;
        for (std::size_t d = 0; d < n; ++d) {
            const double along = place[d] - y[d];
            far =
                std::max(far, std::fabs(grid.counts[d] > 0 ? std::remainder(along, grid.counts[d]) : along));
        }
        return far;
    }

    // The distance of the nearest vertex of the surface in a simplex; infinite if there is none.
    double nearest(const Corners& corners, std::span<const double> y) const {
        double least = std::numeric_limits<double>::infinity();
        if (has_no_zero(corners)) return least;
        for (std::size_t i = 0; i <= n; ++i)
            for (std::size_t j = i + 1; j <= n; ++j) {
                std::array<std::uint32_t, most_dimensions> face{};
                std::array<std::size_t, most_dimensions> places{};
                std::size_t count = 0;
                for (std::size_t c = 0; c <= n; ++c)
                    if (c != i && c != j) {
                        face[count] = corners.number[c];
                        places[count++] = c;
                    }
                put_in_order(std::span(face).first(count), std::span(places).first(count));
                const auto parts = zero_in(std::span(face).first(count));
                if (!parts) continue;
                std::array<double, most_dimensions> at{};
                for (std::size_t d = 0; d < n; ++d)
                    for (std::size_t c = 0; c < count; ++c) at[d] += (*parts)[c] * corners.y[places[c]][d];
                least = std::min(least, apart(std::span(at).first(n), y));
            }
        return least;
    }

    // A simplex that the surface passes through near y, a place on the set: the one around it, or else the first, by the number of facets
    // between, in which a vertex is near. Another sheet may be farther away, and is not meant.
    std::optional<FreudenthalSimplex> met_near(std::span<const double> y) {
        std::deque<FreudenthalSimplex> front{wrapped(simplex_around(y))};
        std::unordered_set<FreudenthalSimplex, HashSimplex> tried{front.front()};
        const FreudenthalSimplex first = front.front();
        Corners corners;
        while (!front.empty() && tried.size() < most_searched) {
            const FreudenthalSimplex simplex = front.front();
            front.pop_front();
            if (take_corners(simplex, corners) != Inside::yes) continue;
            if (nearest(corners, y) <= (simplex == first ? 1.0 : near_enough)) return simplex;
            for (std::size_t i = 0; i <= n; ++i) {
                const auto next = wrapped(across(simplex, n, i));
                std::array<double, most_dimensions> middle{};
                for (std::size_t d = 0; d < n; ++d) middle[d] = next.base[d] + 0.5;
                if (apart(std::span(middle).first(n), y) <= 2 && tried.insert(next).second)
                    front.push_back(next);
            }
        }
        return std::nullopt;
    }
};

CellSurfaceWalk::CellSurfaceWalk(const LevelSet& set, Grid grid, std::size_t most_simplices)
    : work_(std::make_unique<Work>(set, std::move(grid), most_simplices)) {}
CellSurfaceWalk::~CellSurfaceWalk() = default;

CellSurfaceWalk::Followed CellSurfaceWalk::follow(std::span<const double> start) {
    Work& w = *work_;
    std::vector<double> y;
    for (std::size_t i = 0; i < w.n; ++i) y.push_back((start[i] - w.grid.origin[i]) / w.grid.step[i]);
    for (std::size_t i = 0; i < w.n; ++i)
        if (w.grid.counts[i] > 0) {
            y[i] = std::fmod(y[i], w.grid.counts[i]);
        } else if (!(y[i] > w.grid.low[i] && y[i] < w.grid.high[i])) {
            w.surface.leaves_box = true;
            return Followed::outside_box;
        }
    const auto found = w.met_near(y);
    if (!found) return Followed::not_met;
    if (!w.seen.contains(*found)) w.spread(*found);
    return Followed::yes;
}

const CellSurface& CellSurfaceWalk::surface() const { return work_->surface; }

}  // namespace anholon
