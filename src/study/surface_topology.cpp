#include "study/surface_topology.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <numeric>
#include <tuple>

namespace anholon {

namespace {

using Number = std::uint32_t;

// Classes of what belongs together; with a sign between members, to see whether a class is twisted.
class Classes {
  public:
    explicit Classes(std::size_t count) : parent_(count), sign_(count, 1) {
        std::iota(parent_.begin(), parent_.end(), Number{0});
    }
    Number of(Number x) { return root(x).first; }
    // False if both were in one class already, with the other sign.
    bool join(Number x, Number y, int sign = 1) {
        const auto [a, s] = root(x);
        const auto [b, t] = root(y);
        if (a == b) return s * t * sign > 0;
        parent_[std::max(a, b)] = std::min(a, b);
        sign_[std::max(a, b)] = s * t * sign;
        return true;
    }
    // Classes by number, in the order of their first members.
    std::vector<Number> numbered() {
        std::vector<Number> out(parent_.size()), name(parent_.size());
        Number next = 0;
        for (Number x = 0; x < parent_.size(); ++x) {
            if (of(x) == x) name[x] = next++;
            out[x] = name[of(x)];
        }
        return out;
    }

  private:
    std::pair<Number, int> root(Number x) {
        int sign = 1;
        Number top = x;
        while (parent_[top] != top) {
            sign *= sign_[top];
            top = parent_[top];
        }
        for (int s = sign; parent_[x] != x;) {  // shorten the way
            const Number next = parent_[x];
            const int of_x = sign_[x];
            parent_[x] = top;
            sign_[x] = s;
            s *= of_x;
            x = next;
        }
        return {top, sign};
    }
    std::vector<Number> parent_;
    std::vector<int> sign_;
};

std::size_t count_of(const std::vector<Number>& numbered) {
    return numbered.empty() ? 0 : *std::ranges::max_element(numbered) + std::size_t{1};
}

struct Edge {
    Number a, b;            // a < b
    Number sides[2];        // of cells: places in the list of corners
    int directions[2];      // +1: the cell runs from a to b
    std::size_t count = 0;  // of cells
    bool is_crossed = false;
};

class Topology {
  public:
    Topology(const CellSurface& surface, const CrossesEdge& crosses) : surface_(surface) {
        struct Side {
            Number a, b, place;
            int direction;
        };
        std::vector<Side> sides;
        for (Number c = 0; c < surface.cells(); ++c) {
            const auto corners = surface.cell(c);
            for (std::size_t i = 0; i < corners.size(); ++i) {
                const Number x = corners[i], y = corners[(i + 1) % corners.size()];
                sides.push_back({std::min(x, y), std::max(x, y), static_cast<Number>(edge_of_side_.size()),
                                 x < y ? 1 : -1});
                edge_of_side_.push_back(0);
                half_of_side_.push_back(2 * c);
            }
        }
        std::ranges::sort(sides, [](const Side& s, const Side& t) {
            return std::tie(s.a, s.b, s.place) < std::tie(t.a, t.b, t.place);
        });
        for (const Side& s : sides) {
            if (edges_.empty() || edges_.back().a != s.a || edges_.back().b != s.b)
                edges_.push_back({.a = s.a, .b = s.b, .sides = {}, .directions = {}});
            Edge& e = edges_.back();
            if (e.count == 2) throw CellSurfaceFailed{CellSurfaceFailed::Why::degenerate};
            e.sides[e.count] = s.place;
            e.directions[e.count++] = s.direction;
            edge_of_side_[s.place] = static_cast<Number>(edges_.size() - 1);
        }
        if (crosses)
            for (Edge& e : edges_) e.is_crossed = crosses(e.a, e.b);
    }

    SurfaceTopology found() {
        find_components();
        find_curves();
        find_parts();
        return std::move(out_);
    }

  private:
    // Euler characteristics and orientability of classes of vertices, all edges and cells for which `has` holds being counted.
    template <typename HasEdge, typename HasCell>
    std::vector<SurfaceType> kinds(const std::vector<Number>& of_vertex, const HasEdge& has_edge,
                                   const HasCell& has_cell) {
        std::vector<SurfaceType> out(count_of(of_vertex));
        for (const Number c : of_vertex) ++out[c].euler;
        Classes halves(2 * surface_.cells());
        for (const Edge& e : edges_) {
            if (!has_edge(e)) continue;
            SurfaceType& kind = out[of_vertex[e.a]];
            --kind.euler;
            if (e.count == 2 && !halves.join(half_of_side_[e.sides[0]], half_of_side_[e.sides[1]],
                                             -e.directions[0] * e.directions[1]))
                kind.is_orientable = false;
        }
        for (Number c = 0; c < surface_.cells(); ++c)
            if (has_cell(c)) ++out[of_vertex[surface_.cell(c)[0]]].euler;
        return out;
    }

    void find_components() {
        Classes vertices(surface_.vertices());
        for (const Edge& e : edges_) vertices.join(e.a, e.b);
        out_.component_of = vertices.numbered();
        out_.components = kinds(
            out_.component_of, [](const Edge&) { return true; }, [](Number) { return true; });
        // The edge of the surface, piece by piece.
        Classes border(surface_.vertices());
        std::vector<bool> is_border(surface_.vertices());
        for (const Edge& e : edges_)
            if (e.count == 1) {
                border.join(e.a, e.b);
                is_border[e.a] = is_border[e.b] = true;
            }
        for (Number v = 0; v < surface_.vertices(); ++v)
            if (is_border[v] && border.of(v) == v) ++out_.components[out_.component_of[v]].boundaries;
    }

    // The edges of a cell that are crossed, by their places in it.
    std::vector<std::size_t> crossed(Number c) const {
        std::vector<std::size_t> out;
        const std::size_t first = c == 0 ? 0 : surface_.ends[c - 1];
        for (std::size_t i = first; i < surface_.ends[c]; ++i)
            if (edges_[edge_of_side_[i]].is_crossed) out.push_back(i - first);
        return out;
    }
    Number edge(Number c, std::size_t place) const {
        return edge_of_side_[(c == 0 ? 0 : surface_.ends[c - 1]) + place];
    }

    void find_curves() {
        Classes joined(edges_.size());
        // The ends of crossed edges on one side of a curve: 2e for the end a of edge e, 2e + 1 for b.
        sides_ = std::make_unique<Classes>(2 * edges_.size());
        std::vector<int> ends(edges_.size());  // cells in which the curve goes on
        for (Number c = 0; c < surface_.cells(); ++c) {
            const std::vector<std::size_t> at = crossed(c);
            if (at.empty()) continue;
            if (at.size() != 2) {
                ++out_.unclear_cells;
                for (const std::size_t place : at) joined.join(edge(c, at[0]), edge(c, place));
                continue;
            }
            const Number first = edge(c, at[0]), second = edge(c, at[1]);
            joined.join(first, second);
            for (std::size_t place = at[0] + 1; place < at[1]; ++place)
                ++half_of_side_[(c == 0 ? 0 : surface_.ends[c - 1]) + place];
            ++ends[first];
            ++ends[second];
            const auto corners = surface_.cell(c);
            const auto end_of = [&](Number e, Number vertex) {
                return 2 * e + (edges_[e].a == vertex ? 0 : 1);
            };
            // From the far corner of the first to the near corner of the second, and back.
            sides_->join(end_of(first, corners[(at[0] + 1) % corners.size()]),
                         end_of(second, corners[at[1]]));
            sides_->join(end_of(first, corners[at[0]]),
                         end_of(second, corners[(at[1] + 1) % corners.size()]));
        }
        std::map<Number, Number> number;
        for (Number e = 0; e < edges_.size(); ++e) {
            if (!edges_[e].is_crossed) continue;
            const auto [found, is_new] =
                number.try_emplace(joined.of(e), static_cast<Number>(out_.curves.size()));
            if (is_new) {
                out_.curves.emplace_back();
                out_.component_of_curve.push_back(out_.component_of[edges_[e].a]);
            }
            CrossedCurve& curve = out_.curves[found->second];
            curve.edges.emplace_back(edges_[e].a, edges_[e].b);
            if (ends[e] != 2) curve.is_closed = false;
        }
    }

    // A part is what remains connected without the crossed edges; cells that are cut shrink onto what remains of their edges.
    void find_parts() {
        Classes vertices(surface_.vertices());
        for (const Edge& e : edges_)
            if (!e.is_crossed) vertices.join(e.a, e.b);
        out_.part_of = vertices.numbered();
        std::vector<bool> is_cut(surface_.cells());
        for (Number c = 0; c < surface_.cells(); ++c) is_cut[c] = !crossed(c).empty();
        const std::vector<SurfaceType> kinds_of_parts = kinds(
            out_.part_of, [](const Edge& e) { return !e.is_crossed; }, [&](Number c) { return !is_cut[c]; });
        out_.parts.resize(kinds_of_parts.size());
        for (std::size_t p = 0; p < out_.parts.size(); ++p) out_.parts[p].kind = kinds_of_parts[p];
        for (Number v = 0; v < surface_.vertices(); ++v)
            out_.parts[out_.part_of[v]].component = out_.component_of[v];
        // One boundary for each side of a curve.
        for (Number e = 0; e < edges_.size(); ++e)
            if (edges_[e].is_crossed)
                for (const Number end : {2 * e, 2 * e + 1})
                    if (sides_->of(end) == end)
                        ++out_.parts[out_.part_of[end % 2 == 0 ? edges_[e].a : edges_[e].b]].kind.boundaries;
        // And what the edge of the surface gives, where no curve meets it.
        Classes border(surface_.vertices());
        std::vector<int> state(surface_.vertices());  // 1: on the edge, 2: a curve ends there
        for (const Edge& e : edges_)
            if (e.count == 1) {
                border.join(e.a, e.b);
                state[e.a] = std::max(state[e.a], 1);
            }
        for (const Edge& e : edges_)
            if (e.count == 1 && e.is_crossed) state[border.of(e.a)] = 2;
        for (Number v = 0; v < surface_.vertices(); ++v)
            if (state[v] == 1 && border.of(v) == v) ++out_.parts[out_.part_of[v]].kind.boundaries;
    }

    const CellSurface& surface_;
    std::vector<Number> edge_of_side_;
    std::vector<Number> half_of_side_;  // 2c, or 2c + 1 for the other half of a cell c that is cut
    std::vector<Edge> edges_;
    std::unique_ptr<Classes> sides_;
    SurfaceTopology out_;
};

}  // namespace

std::size_t SurfaceType::genus() const {
    const long handles = 2 - euler - static_cast<long>(boundaries);
    return static_cast<std::size_t>(std::max(0L, is_orientable ? handles / 2 : handles));
}

SurfaceTopology topology_of(const CellSurface& surface, const CrossesEdge& crosses) {
    return Topology(surface, crosses).found();
}

}  // namespace anholon
