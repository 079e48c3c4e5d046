#include "scene/mesh.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace anholon {

namespace {

double distance(const Point3& a, const Point3& b) {
    return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

double at(const ParameterRange& range, std::size_t k, std::size_t count) {
    const double part = static_cast<double>(k) / static_cast<double>(count);
    return k == count ? range.second : range.first + part * (range.second - range.first);
}

}  // namespace

Mesh mesh_of(const SurfacePoint& point, const ParameterRange& u, const ParameterRange& v, std::size_t along_u,
             std::size_t along_v) {
    const std::size_t rows = along_u + 1, columns = along_v + 1;
    std::vector<std::optional<Point3>> grid(rows * columns);
    Point3 low{}, high{};
    bool is_first = true;
    for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t j = 0; j < columns; ++j) {
            auto& p = grid[i * columns + j] = point(at(u, i, along_u), at(v, j, along_v));
            if (!p) continue;
            for (std::size_t k = 0; k < 3; ++k) {
                low[k] = is_first ? (*p)[k] : std::min(low[k], (*p)[k]);
                high[k] = is_first ? (*p)[k] : std::max(high[k], (*p)[k]);
            }
            is_first = false;
        }
    const double close = 1e-9 * distance(low, high);
    const auto are_one = [&](const std::optional<Point3>& a, const std::optional<Point3>& b) {
        return a && b && distance(*a, *b) <= close;
    };
    const auto all = [](std::size_t count, auto&& holds) {
        for (std::size_t k = 0; k < count; ++k)
            if (!holds(k)) return false;
        return true;
    };
    const bool closes_u =
        all(columns, [&](std::size_t j) { return are_one(grid[j], grid[along_u * columns + j]); });
    const bool closes_v =
        all(rows, [&](std::size_t i) { return are_one(grid[i * columns], grid[i * columns + along_v]); });
    Mesh out;
    std::vector<std::optional<std::uint32_t>> number(grid.size());
    const auto add = [&](const Point3& p) {
        out.vertices.insert(out.vertices.end(), p.begin(), p.end());
        return static_cast<std::uint32_t>(out.vertices.size() / 3 - 1);
    };
    for (std::size_t i = 0; i < rows; ++i) {
        const bool is_pole =
            all(columns, [&](std::size_t j) { return are_one(grid[i * columns], grid[i * columns + j]); });
        for (std::size_t j = 0; j < columns; ++j) {
            const std::size_t here = i * columns + j;
            if (!grid[here]) continue;
            if (i == along_u && closes_u)
                number[here] = number[j];
            else if (j > 0 && (is_pole || (j == along_v && closes_v)))
                number[here] = number[i * columns];
            else
                number[here] = add(*grid[here]);
        }
    }
    const auto triangle = [&](std::size_t a, std::size_t b, std::size_t c) {
        if (!number[a] || !number[b] || !number[c]) return;
        if (number[a] == number[b] || number[b] == number[c] || number[a] == number[c]) return;
        out.triangles.insert(out.triangles.end(), {*number[a], *number[b], *number[c]});
    };
    for (std::size_t i = 0; i < along_u; ++i)
        for (std::size_t j = 0; j < along_v; ++j) {
            const std::size_t a = i * columns + j, b = a + columns;
            triangle(a, b, a + 1);
            triangle(a + 1, b, b + 1);
        }
    return out;
}

// Σ (p − middle)·normal over the triangles, which is three times the volume where the mesh is closed.
void turn_outward(Mesh& mesh) {
    const auto vertex = [&](std::uint32_t k) {
        return Point3{mesh.vertices[3 * k], mesh.vertices[3 * k + 1], mesh.vertices[3 * k + 2]};
    };
    Point3 middle{};
    const double count = static_cast<double>(mesh.vertices.size()) / 3;
    for (std::size_t k = 0; k < mesh.vertices.size(); ++k) middle[k % 3] += mesh.vertices[k] / count;
    double volume = 0;
    for (std::size_t t = 0; t + 2 < mesh.triangles.size(); t += 3) {
        std::array<Point3, 3> p;
        for (std::size_t i = 0; i < 3; ++i) {
            p[i] = vertex(mesh.triangles[t + i]);
            for (std::size_t k = 0; k < 3; ++k) p[i][k] -= middle[k];
        }
        volume += p[0][0] * (p[1][1] * p[2][2] - p[1][2] * p[2][1]) +
                  p[0][1] * (p[1][2] * p[2][0] - p[1][0] * p[2][2]) +
                  p[0][2] * (p[1][0] * p[2][1] - p[1][1] * p[2][0]);
    }
    if (volume >= 0) return;
    for (std::size_t t = 0; t + 2 < mesh.triangles.size(); t += 3)
        std::swap(mesh.triangles[t + 1], mesh.triangles[t + 2]);
}

ParameterRange extended(const SurfacePoint& point, Along parameter, const ParameterRange& range, double other,
                        double margin) {
    const auto at = [&](double x) { return parameter == Along::u ? point(x, other) : point(other, x); };
    constexpr double turn = 2 * std::numbers::pi;
    const double middle = (range.first + range.second) / 2;
    const auto closes = [&](double x) {
        const auto a = at(x), b = at(x + turn), between = at(x + turn / 3);
        return a && b && between && distance(*a, *b) <= 1e-9 * distance(*a, *between);
    };
    if (closes(middle) && closes(middle + 0.7) && closes(middle - 1.3))
        return {middle - turn / 2, middle + turn / 2};
    // Outwards in short pieces, shorter where the surface is about to end.
    const auto end = [&](double from, double direction) {
        double x = from, way = 0;
        double step = 1e-3 * std::max({std::fabs(from), range.second - range.first, 1e-3});
        auto here = at(x);
        for (std::size_t k = 0; k < 2000 && here && way < margin; ++k) {
            const auto next = at(x + direction * step);
            const double length = next ? distance(*here, *next) : 0;
            if (!next || length > margin / 10) {
                step /= 2;
                if (step < 1e-12 * std::max(1.0, std::fabs(x))) break;
                continue;
            }
            x += direction * step;
            way += length;
            here = next;
            if (length < margin / 40) step *= 2;
        }
        return x;
    };
    return {end(range.first, -1), end(range.second, 1)};
}

}  // namespace anholon
