#pragma once

#include <functional>
#include <optional>
#include <utility>

#include "scene/scene.hpp"

namespace anholon {

// A point of a surface with two parameters; nothing where it has none.
using SurfacePoint = std::function<std::optional<Point3>(double u, double v)>;
using ParameterRange = std::pair<double, double>;

// The part of a surface between the ends of both ranges, at least 2 intervals each way. Vertices that coincide at a seam or a pole are
// one vertex; triangles without a point are left out.
Mesh mesh_of(const SurfacePoint& point, const ParameterRange& u, const ParameterRange& v,
             std::size_t along_u = 48, std::size_t along_v = 64);

// Turns the triangles so that, on the whole, they are seen in the mathematical sense from outside.
void turn_outward(Mesh& mesh);

// A range that is so much longer at both ends, as the surface is measured, as far as it has points. The whole period where the surface
// closes after a turn of 2π.
enum class Along { u, v };
ParameterRange extended(const SurfacePoint& point, Along parameter, const ParameterRange& range, double other,
                        double margin);

}  // namespace anholon
