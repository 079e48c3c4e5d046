#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "newton_euler/assembly.hpp"

namespace anholon::newton_euler {

struct State {
    double t = 0;
    std::vector<double> q, v;
};

struct ContactForce {
    std::string body, support;
    std::array<double, 3> force{};  // on the body, in axes of space
};

// What a part needs of what holds it: m a − F, and (I ω)˙ − M about its mass centre, in axes of space.
struct Demand {
    std::string part;
    std::array<double, 3> centre{}, force{}, moment{};
};

// What the laws of Newton and Euler demand at a state.
struct Response {
    std::vector<double> accelerations;  // q̈
    // How far the state is from what holds the parts, against the sizes that take part; and what is violated most.
    double off_place = 0, off_velocity = 0;
    std::string worst_place, worst_velocity;
    std::vector<ContactForce> forces;  // none where they are not determined
    std::vector<Demand> demands;       // of all parts
};

// The second way from a text to its motion. Each body has the axes that it really has, its mass and its whole inertia; positions,
// velocities and accelerations come from numbers that carry their time derivatives. Of the lowering to a System nothing takes
// part. Bodies obey m a = F and (I ω)˙ = M with what holds them as reactions that do no virtual work:
//   Σ J_vᵀ (m a − F) + J_ωᵀ (I α + Ω × I Ω − M) = Cᵀ λ,   C q̈ + ċ = 0.                                       theory §2, §6
class NewtonEuler {
  public:
    using Parameters = std::map<std::string, double, std::less<>>;

    // The generic values are others, without chance equalities: whether a body is one of revolution is told by them.
    NewtonEuler(const syntax::ModelTree& tree, const Source& source, std::vector<std::string> coordinates,
                const Parameters& parameters, const Parameters& generic);

    // Whether the text has parts at all.
    static bool has_parts(const syntax::ModelTree& tree);

    // Throws NotSupported.
    Response at(const State& state) const;

  private:
    // q(t + ε) with one of its first three coefficients changed in one coordinate.
    struct Variation {
        std::size_t coordinate = 0;
        std::optional<std::size_t> order = std::nullopt;
    };
    Assembly assembled(const State& state, const Variation& variation, const std::vector<double>& a) const;
    void add_parts(const Assembly& still, const std::vector<Assembly>& by,
                   std::vector<std::vector<double>>& M, std::vector<double>& h) const;
    void add_stated_energy(const State& state, std::vector<std::vector<double>>& M,
                           std::vector<double>& h) const;

    Reader reader_;
    std::vector<std::string> coordinates_;
    Names constants_;
    std::set<std::string> spinning_;
    bool has_kinetic_ = false, has_other_ = false;
};

}  // namespace anholon::newton_euler
