#include "scene/box.hpp"

#include <algorithm>
#include <cmath>

namespace anholon {

namespace {

using ItemKind = PictureItem::Kind;

}  // namespace

OwnBox own_box(const Shape& s) {
    const std::vector<double>& z = s.sizes;
    switch (s.kind) {
        case ItemKind::ball: return {{}, {z[0], z[0], z[0]}, true};
        case ItemKind::ellipsoid: return {{}, {z[0], z[1], z[2]}, true};
        case ItemKind::disc: return {{}, {z[0], z[0], z[1] / 2}, true};
        case ItemKind::ring: return {{}, {z[0] + z[1], z[0] + z[1], z[1]}, true};
        case ItemKind::cylinder: return {{}, {z[0], z[0], z[1] / 2}};
        case ItemKind::cone: return {{0, 0, z[1] / 2}, {z[0], z[0], z[1] / 2}};
        case ItemKind::box: return {{}, {z[0] / 2, z[1] / 2, z[2] / 2}};
        case ItemKind::blade: return {{}, {z[0] / 2, 0, 0}};
        case ItemKind::plane: return {{}, {z[0] / 2, z[1] / 2, 0}};
        case ItemKind::surface: {
            Box box;
            for (std::size_t k = 0; k + 2 < s.mesh.vertices.size(); k += 3)
                box.include(Point3{s.mesh.vertices[k], s.mesh.vertices[k + 1], s.mesh.vertices[k + 2]});
            OwnBox out;
            for (std::size_t k = 0; k < 3; ++k) {
                out.middle[k] = (box.low[k] + box.high[k]) / 2;
                out.half[k] = (box.high[k] - box.low[k]) / 2;
            }
            return out;
        }
        case ItemKind::rod:
        case ItemKind::spring:
        case ItemKind::arrow:
        case ItemKind::trace:
        case ItemKind::text: break;
    }
    return {};
}

void Box::include(const Point3& p, double radius) {
    for (std::size_t k = 0; k < 3; ++k) {
        low[k] = is_empty ? p[k] - radius : std::min(low[k], p[k] - radius);
        high[k] = is_empty ? p[k] + radius : std::max(high[k], p[k] + radius);
    }
    is_empty = false;
}

void Box::include(const Box& other) {
    if (other.is_empty) return;
    include(other.low);
    include(other.high);
}

void Box::include(const OwnBox& own, const Point3& place, const Quaternion& q) {
    const auto R = rotation(q);
    Point3 from, to;
    for (std::size_t k = 0; k < 3; ++k) {
        double middle = place[k], half = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            middle += R[k][i] * own.middle[i];
            const double part = std::fabs(R[k][i]) * own.half[i];
            half = own.is_round ? std::hypot(half, part) : half + part;
        }
        from[k] = middle - half;
        to[k] = middle + half;
    }
    include(from);
    include(to);
}

double Box::diagonal() const { return std::hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]); }

}  // namespace anholon
