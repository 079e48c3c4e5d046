#include "study/traced_surface.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/deadline.hpp"
#include "base/finite.hpp"
#include "study/random_numbers.hpp"

namespace anholon {

namespace {

constexpr std::size_t most_attempts = 10, most_cells = 400, most_grids = 5;
constexpr double
    growth = 1.4,
    fast_growth = 1.8;  // of the number of cells from one attempt to the next; after one that was too coarse
constexpr double room = 3;                 // the box around what is found, in widths of that
constexpr std::size_t most_searches = 16;  // of special points, from the most promising vertices

class Tracing {
  public:
    Tracing(const LevelSet& set, const TraceOptions& options)
        : set_(set), options_(options), random_(options.seed) {}

    TracedSurface found() {
        explore();
        if (points_.empty()) return std::move(out_);
        choose_box();
        std::size_t cells = options_.cells;
        for (std::size_t k = 0; k < most_attempts && cells <= most_cells && !out_.is_decided; ++k) {
            if (!attempt(cells)) break;
            cells = std::max(cells + 1, static_cast<std::size_t>(std::lround(
                                            static_cast<double>(cells) *
                                            (out_.attempts.back().is_fine() ? growth : fast_growth))));
        }
        if (out_.surface.cells() > 0) examine();
        return std::move(out_);
    }

  private:
    // Points of the set, and how far it extends as far as they tell.
    void explore() {
        extent_.assign(set_.n, {});
        std::vector<Interval> drawn(set_.n);
        scales_.variables.assign(set_.n, 1);
        for (std::size_t i = 0; i < set_.n; ++i) {
            const double size = std::max(1.0, std::fabs(options_.first[i]));
            drawn[i] = {options_.first[i] - 2 * size, options_.first[i] + 2 * size};
            scales_.variables[i] = size;
            if (set_.is_circle(i)) {
                drawn[i] = {0, set_.periods[i]};
                scales_.variables[i] = set_.periods[i] / (2 * std::numbers::pi);
            } else if (is_boxed(i)) {
                drawn[i] = *options_.box[i];
                scales_.variables[i] = (drawn[i].high - drawn[i].low) / 2;
            }
        }
        for (int round = 0; round < 3; ++round) {
            std::vector<Coordinates> starts;
            starts.push_back(options_.first);
            for (std::size_t k = 0; k < options_.starts; ++k) {
                Coordinates x(set_.n);
                for (std::size_t i = 0; i < set_.n; ++i)
                    x[i] = drawn[i].low + random_.uniform() * (drawn[i].high - drawn[i].low);
                starts.push_back(std::move(x));
            }
            std::vector<Coordinates> points;
            for (const Coordinates& x : starts) {
                Deadline::check();
                if (auto point = point_near(set_, scales_.variables, x); point && is_in_box(*point))
                    points.push_back(std::move(*point));
            }
            out_.starts = starts.size();
            out_.reached = points.size();
            if (points.empty()) return;
            points_ = std::move(points);
            for (std::size_t i = 0; i < set_.n; ++i) {
                if (set_.is_circle(i)) continue;
                extent_[i] = {points_[0][i], points_[0][i]};
                for (const Coordinates& x : points_) {
                    extent_[i].low = std::min(extent_[i].low, x[i]);
                    extent_[i].high = std::max(extent_[i].high, x[i]);
                }
                double width = extent_[i].high - extent_[i].low;
                const double least = 1e-9 * std::max(1.0, std::fabs(points_[0][i]));
                if (width < least) {  // it has one value, as far as is known
                    const double size = std::max(1.0, std::fabs(points_[0][i])) / 2;
                    extent_[i] = {extent_[i].low - size, extent_[i].high + size};
                    width = 2 * size;
                }
                scales_.variables[i] = width / 2;
                drawn[i] = {extent_[i].low - width / 2, extent_[i].high + width / 2};
                if (is_boxed(i))
                    drawn[i] = {std::max(drawn[i].low, options_.box[i]->low),
                                std::min(drawn[i].high, options_.box[i]->high)};
            }
        }
    }

    bool is_boxed(std::size_t i) const { return i < options_.box.size() && options_.box[i].has_value(); }
    bool is_in_box(const Coordinates& x) const {
        for (std::size_t i = 0; i < set_.n; ++i)
            if (is_boxed(i) && !set_.is_circle(i) &&
                !(x[i] >= options_.box[i]->low && x[i] <= options_.box[i]->high))
                return false;
        return true;
    }

    void choose_box() {
        out_.box.assign(set_.n, {});
        for (std::size_t i = 0; i < set_.n; ++i) {
            const double width = extent_[i].high - extent_[i].low;
            out_.box[i] = is_boxed(i)
                              ? *options_.box[i]
                              : Interval{extent_[i].low - room * width, extent_[i].high + room * width};
        }
    }

    // So many cells across; where it starts is drawn anew, so that no corner lies on the set.
    Grid grid(std::size_t cells) {
        Grid out;
        for (std::size_t i = 0; i < set_.n; ++i) {
            const bool is_circle = set_.is_circle(i);
            const double width = is_circle ? set_.periods[i] : extent_[i].high - extent_[i].low;
            const double step = width / static_cast<double>(cells);
            const double origin = (is_circle ? 0 : extent_[i].low) + random_.uniform() * step;
            out.step.push_back(step);
            out.origin.push_back(origin);
            out.counts.push_back(is_circle ? static_cast<std::int16_t>(cells) : std::int16_t{0});
            const auto place = [&](double x) {
                return static_cast<std::int16_t>(std::clamp((x - origin) / step, -30000.0, 30000.0));
            };
            out.low.push_back(is_circle ? std::int16_t{0} : place(out_.box[i].low));
            out.high.push_back(is_circle ? std::int16_t{0} : place(out_.box[i].high));
        }
        return out;
    }

    // False if there will be no other.
    bool attempt(std::size_t cells) {
        for (std::size_t k = 0; k < most_grids; ++k) {
            Grid on = grid(cells);
            CellSurfaceWalk walk(set_, on, options_.most_simplices);
            std::size_t missed = 0;
            TracedSurface::Attempt made;
            made.cells = cells;
            try {
                for (const Coordinates& x : points_)
                    missed += walk.follow(x) == CellSurfaceWalk::Followed::not_met ? 1 : 0;
                CellSurface surface = walk.surface();
                move_onto_set(surface, on, made);
                made.alignment = alignment(surface, on);
                SurfaceTopology topology = topology_with_curves(surface);
                out_.surface = std::move(surface);
                out_.topology = std::move(topology);
                out_.grid = {on};
                out_.missed = missed;
            } catch (const CellSurfaceFailed& failed) {
                if (failed.why == CellSurfaceFailed::Why::degenerate) continue;
                out_.is_too_large = true;
                return false;
            }
            made.polygons = out_.surface.cells();
            made.components = out_.topology.components;
            made.curves = out_.topology.curves.size();
            made.parts = out_.topology.parts.size();
            std::ranges::sort(made.components);
            if (!out_.attempts.empty()) {
                const TracedSurface::Attempt& last = out_.attempts.back();
                out_.is_decided = last.components == made.components && last.curves == made.curves &&
                                  last.parts == made.parts && out_.topology.unclear_cells == 0 &&
                                  !made.components.empty() && last.is_fine() && made.is_fine() && missed == 0;
            }
            const bool is_fine = made.is_fine();
            out_.attempts.push_back(std::move(made));
            if (out_.surface.cells() == 0) {
                find_singular_starts();
                return false;
            }
            // No grid is fine near a point at which the set is not smooth.
            if (!is_fine) examine_smoothness();
            return out_.singular.empty();
        }
        out_.is_degenerate = true;
        return false;
    }

    void move_onto_set(CellSurface& surface, const Grid& on, TracedSurface::Attempt& made) const {
        for (std::size_t v = 0; v < surface.vertices(); ++v) {
            if (v % 1024 == 0) Deadline::check();
            const auto x = surface.point(v);
            const auto distance = [&](const std::optional<Coordinates>& to) {
                double far = to ? 0 : std::numeric_limits<double>::infinity();
                for (std::size_t i = 0; to && i < set_.n; ++i)
                    far = std::max(far, std::fabs((*to)[i] - x[i]) / on.step[i]);
                return far;
            };
            auto moved = corrected(set_, on.step, Coordinates(x.begin(), x.end()));
            if (distance(moved) > 1) moved = point_near(set_, on.step, Coordinates(x.begin(), x.end()), 20);
            const double far = distance(moved);
            if (far > 1.5) {
                ++made.unmoved;
                continue;
            }
            made.largest_move = std::max(made.largest_move, far);
            std::ranges::copy(*moved, x.begin());
        }
    }

    double alignment(const CellSurface& surface, const Grid& on) const {
        const std::size_t size = set_.k * set_.n;
        Coordinates slopes(surface.vertices() * size);
        for (std::size_t v = 0; v < surface.vertices(); ++v)
            set_.slopes(surface.point(v).data(), slopes.data() + v * size);
        const auto of = [&](std::uint32_t v) { return std::span(slopes).subspan(v * size, size); };
        double least = 1;
        for (std::size_t c = 0; c < surface.cells(); ++c) {
            if (c % 1024 == 0) Deadline::check();
            const auto corners = surface.cell(c);
            for (std::size_t i = 0; i < corners.size(); ++i) {
                const std::uint32_t a = corners[i], b = corners[(i + 1) % corners.size()];
                if (a < b) least = std::min(least, aligned(set_, of(a), of(b), on.step));
            }
        }
        return least;
    }

    Coordinates degenerate_at(std::span<const double> x) const {
        Coordinates m(options_.degenerates);
        options_.degenerate(x.data(), m.data());
        return m;
    }
    static double inner(std::span<const double> a, std::span<const double> b) {
        double sum = 0;
        for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
        return sum;
    }
    static double length(std::span<const double> a) { return std::sqrt(inner(a, a)); }

    SurfaceTopology topology_with_curves(const CellSurface& surface) {
        if (options_.degenerates == 0) return topology_of(surface);
        at_vertex_.clear();
        for (std::size_t v = 0; v < surface.vertices(); ++v)
            at_vertex_.push_back(degenerate_at(surface.point(v)));
        out_.has_degenerate_cells = has_degenerate_cells(surface);
        if (out_.has_degenerate_cells) return topology_of(surface);
        return topology_of(surface, [&](std::uint32_t a, std::uint32_t b) {
            return inner(at_vertex_[a], at_vertex_[b]) < 0 && crossing(surface, a, b).has_value();
        });
    }

    // On a curve or at a point they vanish at some corners of a cell by chance, but hardly at all of them.
    bool has_degenerate_cells(const CellSurface& surface) const {
        double largest = 0;
        for (const Coordinates& m : at_vertex_) largest = std::max(largest, length(m));
        for (std::size_t c = 0; c < surface.cells(); ++c)
            if (std::ranges::all_of(surface.cell(c),
                                    [&](std::uint32_t v) { return length(at_vertex_[v]) <= 1e-9 * largest; }))
                return true;
        return false;
    }

    // The point of an edge, on the set, at which the functions vanish on their way from m to about −m; nothing if they only turn.
    std::optional<Coordinates> crossing(const CellSurface& surface, std::uint32_t a, std::uint32_t b) const {
        const auto x = surface.point(a), y = surface.point(b);
        const Coordinates& m = at_vertex_[a];
        const double size = std::max(length(m), length(at_vertex_[b]));
        double low = 0, high = 1, least = length(m);
        Coordinates at(x.begin(), x.end());
        for (int step = 0; step < 45; ++step) {
            const double part = (low + high) / 2;
            Coordinates middle(set_.n);
            for (std::size_t i = 0; i < set_.n; ++i) middle[i] = x[i] + part * set_.apart(i, y[i], x[i]);
            auto point = corrected(set_, scales_.variables, middle);
            if (!point) point = point_near(set_, scales_.variables, middle, 20);
            if (!point) return std::nullopt;
            const Coordinates here = degenerate_at(*point);
            least = length(here);
            at = *point;
            if (least < 1e-10 * size) break;
            (inner(here, m) > 0 ? low : high) = part;
        }
        return least < 1e-4 * size ? std::optional(at) : std::nullopt;
    }

    void examine_smoothness() {
        find_extent();
        find_scales();
        find_singular_points();
    }

    void examine() {
        if (out_.singular.empty()) examine_smoothness();
        out_.curves.resize(out_.topology.curves.size());
        for (std::size_t c = 0; c < out_.curves.size(); ++c)
            for (const auto& [a, b] : out_.topology.curves[c].edges)
                if (auto at = crossing(out_.surface, a, b)) out_.curves[c].push_back(std::move(*at));
        if (options_.degenerates > 0 && !out_.has_degenerate_cells) find_degenerate_points();
    }

    void find_extent() {
        out_.extent.assign(set_.n, {});
        for (std::size_t i = 0; i < set_.n; ++i) {
            out_.extent[i] = {out_.surface.point(0)[i], out_.surface.point(0)[i]};
            for (std::size_t v = 0; v < out_.surface.vertices(); ++v) {
                out_.extent[i].low = std::min(out_.extent[i].low, out_.surface.point(v)[i]);
                out_.extent[i].high = std::max(out_.extent[i].high, out_.surface.point(v)[i]);
            }
            if (set_.is_circle(i)) continue;
            const double width = out_.extent[i].high - out_.extent[i].low;
            if (width > 0) scales_.variables[i] = width / 2;
        }
    }

    void find_scales() {
        scales_.functions.assign(set_.k, 0);
        Coordinates J(set_.k * set_.n);
        for (std::size_t v = 0; v < out_.surface.vertices(); ++v) {
            set_.slopes(out_.surface.point(v).data(), J.data());
            for (std::size_t a = 0; a < set_.k; ++a) {
                double sum = 0;
                for (std::size_t i = 0; i < set_.n; ++i)
                    sum +=
                        J[a * set_.n + i] * J[a * set_.n + i] * scales_.variables[i] * scales_.variables[i];
                if (std::isfinite(sum)) scales_.functions[a] = std::max(scales_.functions[a], std::sqrt(sum));
            }
        }
        for (double& scale : scales_.functions)
            if (!(scale > 0)) scale = 1;
    }

    // Vertices at which a function of vertices is smaller than at all neighbours, the smallest first.
    std::vector<std::size_t> least_vertices(const std::vector<double>& values) const {
        std::vector<bool> is_least(values.size(), true);
        for (std::size_t c = 0; c < out_.surface.cells(); ++c) {
            const auto corners = out_.surface.cell(c);
            for (const std::uint32_t v : corners)
                for (const std::uint32_t w : corners)
                    if (values[w] < values[v]) is_least[v] = false;
        }
        std::vector<std::size_t> out;
        for (std::size_t v = 0; v < values.size(); ++v)
            if (is_least[v]) out.push_back(v);
        std::ranges::stable_sort(out, {}, [&](std::size_t v) { return values[v]; });
        if (out.size() > most_searches) out.resize(most_searches);
        return out;
    }

    void add_new(std::vector<Coordinates>& list, const Coordinates& x) const {
        for (const Coordinates& other : list) {
            double far = 0;
            for (std::size_t i = 0; i < set_.n; ++i) {
                // Singular points are found with half of the digits: a set of one point seems to be as wide as that.
                const double scale = std::max(scales_.variables[i], 0.1 * std::max(1.0, std::fabs(x[i])));
                far = std::max(far, std::fabs(set_.apart(i, x[i], other[i])) / scale);
            }
            if (far < 1e-4) return;
        }
        list.push_back(x);
    }

    void find_singular_points() {
        std::vector<double> slopes(out_.surface.vertices());
        for (std::size_t v = 0; v < slopes.size(); ++v) {
            if (v % 1024 == 0) Deadline::check();
            slopes[v] = smallest_slope(set_, scales_, out_.surface.point(v));
        }
        const auto least = static_cast<std::size_t>(std::ranges::min_element(slopes) - slopes.begin());
        out_.smallest_slope = slopes[least];
        out_.where_smallest.assign(out_.surface.point(least).begin(), out_.surface.point(least).end());
        for (const std::size_t v : least_vertices(slopes)) {
            const auto x = out_.surface.point(v);
            if (const auto point = singular_point_near(set_, scales_, Coordinates(x.begin(), x.end()));
                point && is_in_box(*point))
                add_new(out_.singular, *point);
        }
    }

    // Where the set is thinner than a surface no cell meets it.
    void find_singular_starts() {
        scales_.functions.assign(set_.k, 0);
        Coordinates J(set_.k * set_.n);
        for (const Coordinates& point : points_) {
            Coordinates x = point;
            for (std::size_t i = 0; i < set_.n; ++i) x[i] += (random_.uniform() - 0.5) * scales_.variables[i];
            set_.slopes(x.data(), J.data());
            for (std::size_t a = 0; a < set_.k; ++a)
                for (std::size_t i = 0; i < set_.n; ++i)
                    if (const double slope = std::fabs(J[a * set_.n + i]) * scales_.variables[i];
                        std::isfinite(slope))
                        scales_.functions[a] = std::max(scales_.functions[a], slope);
        }
        for (double& scale : scales_.functions)
            if (!(scale > 0)) scale = 1;
        for (std::size_t k = 0; k < points_.size() && out_.singular.size() < most_searches; ++k)
            if (const auto point = singular_point_near(set_, scales_, points_[k]); point && is_in_box(*point))
                add_new(out_.singular, *point);
    }

    void find_degenerate_points() {
        std::vector<double> sizes(out_.surface.vertices());
        double largest = 0;
        for (std::size_t v = 0; v < sizes.size(); ++v)
            largest = std::max(largest, sizes[v] = length(at_vertex_[v]));
        for (const CrossedCurve& curve : out_.topology.curves)
            for (const auto& [a, b] : curve.edges) sizes[a] = sizes[b] = largest;
        // F = 0 and m = 0 together.
        LevelSet both = set_;
        both.k = set_.k + options_.degenerates;
        both.values = [this](const double* x, double* F) {
            set_.values(x, F);
            options_.degenerate(x, F + set_.k);
        };
        both.slopes = [this](const double* x, double* J) {
            set_.slopes(x, J);
            const std::size_t n = set_.n, M = options_.degenerates;
            Coordinates up(x, x + n), down = up, high(M), low(M);
            for (std::size_t i = 0; i < n; ++i) {
                const double step = 1e-6 * scales_.variables[i];
                up[i] += step;
                down[i] -= step;
                options_.degenerate(up.data(), high.data());
                options_.degenerate(down.data(), low.data());
                up[i] = down[i] = x[i];
                for (std::size_t a = 0; a < M; ++a) J[(set_.k + a) * n + i] = (high[a] - low[a]) / (2 * step);
            }
        };
        for (const std::size_t v : least_vertices(sizes)) {
            if (sizes[v] >= 0.5 * largest) break;
            const auto x = out_.surface.point(v);
            const auto point = point_near(both, scales_.variables, Coordinates(x.begin(), x.end()));
            if (!point || !is_in_box(*point) || is_on_curve(*point)) continue;
            add_new(out_.degenerate_points, *point);
        }
    }

    // Near a point of a curve, by the distance of vertices.
    bool is_on_curve(const Coordinates& x) const {
        for (const std::vector<Coordinates>& curve : out_.curves)
            for (const Coordinates& y : curve) {
                double far = 0;
                for (std::size_t i = 0; i < set_.n; ++i)
                    far = std::max(far, std::fabs(set_.apart(i, x[i], y[i])) / out_.grid.front().step[i]);
                if (far < 2) return true;
            }
        return false;
    }

    const LevelSet& set_;
    const TraceOptions& options_;
    RandomNumbers random_;
    std::vector<Coordinates> points_;
    std::vector<Interval> extent_;
    LevelSetScales scales_;
    std::vector<Coordinates> at_vertex_;  // the functions that vanish together
    TracedSurface out_;
};

}  // namespace

TracedSurface traced(const LevelSet& set, const TraceOptions& options) {
    return Tracing(set, options).found();
}

}  // namespace anholon
