#pragma once

#include <array>

#include "proof/implicit.hpp"
#include "proof/law.hpp"

namespace anholon::proof {

// Sets the variables of a system to a point of its state space, step by step (DrawStep). `apart` evaluates what recipes contain:
// its roots choose a component and say nothing of the signs of the state. `free` gives the value of a free variable.
template <class Numbers, class Free>
void draw(const System& system, const LawNodes& law, Evaluation<Numbers>& at, Evaluation<Numbers>& apart,
          const Program& program, const Free& free) {
    using Scalar = typename Numbers::Scalar;
    Numbers& n = at.numbers();
    std::vector<Id> drawn;
    const auto set = [&](Id variable, const typename Numbers::Value& value) {
        at.set(variable, value);
        apart.set(variable, value);
        drawn.push_back(variable);
    };
    for (const Id x : system.free_names()) set(x, free(x));
    for (const DrawStep& step : system.draw) {
        switch (step.kind) {
            case DrawStep::Kind::free: break;
            case DrawStep::Kind::set: set(step.names[0], n.plain(apart(step.nodes[0]))); break;
            case DrawStep::Kind::angle: {
                const auto sine = apart(step.nodes[0]), cosine = apart(step.nodes[1]);
                apart.numbers().angle(sine, cosine, step.names[0]);
                set(step.names[0], n.angle(sine, cosine, step.names[0]));
                break;
            }
            case DrawStep::Kind::solve: {
                Evaluation<Numbers> scratch(program, n);
                for (const Id x : drawn) scratch.set(x, at(x));
                for (const Id x : step.names) scratch.set(x, n.plain(n.from(0)));
                std::vector<Id> f;
                for (const DrawStep::Of& of : step.constraints)
                    f.push_back(of.is_rate ? law.f[of.constraint] : system.constraints[of.constraint].value);
                std::vector<typename Evaluation<Numbers>::Direction> directions;
                for (const Id x : step.names) directions.push_back({{x, n.from(1)}});
                const std::vector<Scalar> value = scratch.scalars(f);
                const auto slope = scratch.tangents(f, directions);
                LinearSystem<Scalar> affine;
                affine.unknowns = step.names.size();
                for (std::size_t i = 0; i < f.size(); ++i) {
                    std::vector<Scalar> row;
                    for (const auto& column : slope) row.push_back(column[i]);
                    row.push_back(n.negate(value[i]));
                    affine.rows.push_back(std::move(row));
                }
                const auto z = solved_fully(n, std::move(affine));
                for (std::size_t k = 0; k < step.names.size(); ++k) set(step.names[k], n.plain(z[k]));
                break;
            }
        }
    }
}

// A real state near a drawn one at which all levels are 0, so that the constraints of the model itself hold: positions first, then
// velocities (proof/implicit.hpp).
inline void draw_at_level_zero(const System& system, const LawNodes& law,
                               const Evaluation<RealNumbers>& drawn, Evaluation<RealNumbers>& at,
                               const Program& program) {
    const long precision = at.numbers().precision();
    for (const Id x : system.state())
        if (drawn.has(x)) at.set(x, drawn.known(x));
    for (const System::Level& level : system.levels) at.set(level.level, at.numbers().from(0));
    const auto solve = [&](const std::vector<Id>& G, const std::vector<Id>& names) {
        if (G.empty()) return;
        std::vector<Ball> values;
        for (const Id x : names) values.push_back(drawn.known(x).exact_midpoint());
        const auto solved = solved_near(program, G, names, std::move(values), at, precision);
        for (std::size_t k = 0; k < names.size(); ++k) at.set(names[k], solved[k]);
    };
    // Coordinates on spheres stay there; all others move, those that the recipe has solved for as well.
    std::vector<Id> positions, coordinates;
    for (const Id x : system.coordinates) {
        const bool is_set = std::ranges::any_of(system.draw, [&](const DrawStep& step) {
            return (step.kind == DrawStep::Kind::set || step.kind == DrawStep::Kind::angle) &&
                   step.constraints.empty() && step.names[0] == x;
        });
        if (!is_set) coordinates.push_back(x);
    }
    for (const DrawStep& step : system.draw)
        for (const DrawStep::Of& of : step.constraints)
            if (!of.is_rate && system.constraints[of.constraint].is_position)
                positions.push_back(system.constraints[of.constraint].value);
    solve(positions, coordinates);
    solve(law.f, system.velocities);
}

}  // namespace anholon::proof
