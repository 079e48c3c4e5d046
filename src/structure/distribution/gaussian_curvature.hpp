#pragma once

#include <string>
#include <vector>

#include "model/space/vector3.hpp"
#include "structure/distribution/distribution.hpp"
#include "structure/zeros/vanishing.hpp"

namespace anholon {

// What a point runs through when the system takes all its configurations: the surface of a body on which its point of contact moves, in
// axes of the body.
struct SurfaceOfPoint {
    enum class Kind { point, curve, plane, sphere, other };
    Kind kind = Kind::other;
    Expr K = {};  // Gaussian curvature in coordinates; empty where it is no surface, or no formula was found
    Expr printed = {};  // the same in the letters of the model
    Answer is_constant = Answer::unknown;
    std::vector<Expr> parameters =
        {};  // the two coordinates that the point depends on; none where it depends on more
    struct Metric {
        Expr E, F, G;  // ds² = E du² + 2 F du dv + G dv²
    };
    Metric metric = {};  // in those parameters
    std::string reason = {};

    static SurfaceOfPoint plane(Context& c);
    bool is_surface() const { return kind != Kind::point && kind != Kind::curve; }
};

// Zero tests of functions on the manifold. Coordinates that are known to be independent there need no points of it.
class ZerosOnManifold {
  public:
    ZerosOnManifold(const Setting& s, const Budget& budget, std::vector<Expr> independent = {})
        : s_(s), vanishing_(s, budget), independent_(std::move(independent)) {}
    Vanishing::Result operator()(const Expr& e);
    bool vanishes(const Expr& e) { return (*this)(e).answer == Answer::yes; }
    void count_error(double bound) { vanishing_.count_error(bound); }
    FactProof proof() const { return vanishing_.proof(); }

  private:
    const Setting& s_;
    Vanishing vanishing_;
    std::vector<Expr> independent_;
};

SurfaceOfPoint surface_of_point(const Distribution& D, const Vector3& point, ZerosOnManifold& zeros,
                                const Budget& budget);
// The coordinates that it depends on.
std::vector<Expr> coordinates_in(const System& system, const Vector3& point);

// (L N − M²)/(E G − F²) of a surface X(u, v).
Expr gaussian_curvature(const Vector3& X, const Expr& u, const Expr& v);
// Of a surface whose normal at X(n) is n or −n, a function of the three components of a unit vector: 1/K is the determinant of dX on the
// tangent plane, and that is the trace of its adjugate.
Expr curvature_by_normals(const Vector3& X, const std::vector<Expr>& n);

// X f along a field of the distribution's chart.
Expr along(const Distribution& D, const Field& X, const Expr& f);

}  // namespace anholon
