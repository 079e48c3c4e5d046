#include "scene/quaternion.hpp"

#include <cmath>
#include <vector>

namespace anholon {

namespace {

double dot(const Point3& a, const Point3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Point3 cross(const Point3& a, const Point3& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
std::optional<Point3> unit(const Point3& a) {
    const double length = std::hypot(a[0], a[1], a[2]);
    if (!(length > 1e-100) || !std::isfinite(length)) return std::nullopt;
    return Point3{a[0] / length, a[1] / length, a[2] / length};
}

}  // namespace

std::optional<Quaternion> quaternion_of(const Point3& first, const Point3& third) {
    const auto z = unit(third), a = unit(first);
    if (!z || !a) return std::nullopt;
    const double along = dot(*a, *z);
    if (std::fabs(along) > 1 - 1e-12) return std::nullopt;
    const auto x = unit({(*a)[0] - along * (*z)[0], (*a)[1] - along * (*z)[1], (*a)[2] - along * (*z)[2]});
    const Point3 y = cross(*z, *x);
    // R has the columns x, y, z. The largest of the four squares is divided by.
    const double R[3][3] = {{(*x)[0], y[0], (*z)[0]}, {(*x)[1], y[1], (*z)[1]}, {(*x)[2], y[2], (*z)[2]}};
    const double trace = R[0][0] + R[1][1] + R[2][2];
    std::size_t largest = 3;
    double most = trace;
    for (std::size_t k = 0; k < 3; ++k)
        if (R[k][k] > most) {
            most = R[k][k];
            largest = k;
        }
    Quaternion q;
    if (largest == 3) {
        q = {R[2][1] - R[1][2], R[0][2] - R[2][0], R[1][0] - R[0][1], 1 + trace};
    } else {
        const std::size_t i = largest, j = (i + 1) % 3, k = (i + 2) % 3;
        q[i] = 1 + R[i][i] - R[j][j] - R[k][k];
        q[j] = R[i][j] + R[j][i];
        q[k] = R[i][k] + R[k][i];
        q[3] = R[k][j] - R[j][k];
    }
    const double length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (double& component : q) component /= length;
    return q;
}

std::optional<Quaternion> quaternion_by_one(const Point3& first, const Point3& third,
                                            const Quaternion* before) {
    const auto x = unit(first), z = unit(third);
    if (x.has_value() == z.has_value()) return std::nullopt;
    std::vector<Point3> others;
    if (before) {
        const auto R = rotation(*before);
        const std::size_t column = z ? 0 : 2;
        others.push_back({R[0][column], R[1][column], R[2][column]});
    }
    for (const Point3& axis : {Point3{1, 0, 0}, Point3{0, 1, 0}, Point3{0, 0, 1}}) others.push_back(axis);
    for (const Point3& other : others) {
        if (z)
            if (const auto q = quaternion_of(other, *z)) return q;
        if (!x) continue;
        const double along = dot(other, *x);
        const Point3 across{other[0] - along * (*x)[0], other[1] - along * (*x)[1],
                            other[2] - along * (*x)[2]};
        if (std::fabs(along) > 1 - 1e-12) continue;
        if (const auto q = quaternion_of(*x, across)) return q;
    }
    return std::nullopt;
}

std::array<Point3, 3> rotation(const Quaternion& q) {
    const auto& [x, y, z, w] = q;
    return {Point3{1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)},
            Point3{2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)},
            Point3{2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)}};
}

Quaternion nearer(const Quaternion& q, const Quaternion& other) {
    const double product = q[0] * other[0] + q[1] * other[1] + q[2] * other[2] + q[3] * other[3];
    if (product >= 0) return q;
    return {-q[0], -q[1], -q[2], -q[3]};
}

}  // namespace anholon
