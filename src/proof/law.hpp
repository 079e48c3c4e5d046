#pragma once

#include <optional>
#include <vector>

#include "proof/claim.hpp"
#include "proof/evaluation.hpp"
#include "proof/linear_system.hpp"

namespace anholon::proof {

// Parts of a system's law that are differentiated once: L̂ = L + Σ λ_μ g_μ, g = −f (vakonomic) or N (servo-momentum),
//   p_s = ∂L̂/∂w_s,  ∂L̂/∂q_i,  and each constraint f(t, q, w), which is dF/dt of a position constraint.
struct LawNodes {
    std::vector<Id> p, slopes;          // by velocity; by coordinate
    std::vector<Id> f;                  // by constraint
    std::vector<Id> q_rates;            // q̇_i
    std::vector<std::size_t> reacting;  // constraints with a force of their own
};
LawNodes law_nodes(Subject& subject, const System& system);

// The rates of a state by the law: w', then λ'; the forces λ_ν of the constraints where they are determined.
template <class Scalar>
struct Rates {
    std::vector<Scalar> of_velocities, of_multipliers;
    std::vector<std::optional<Scalar>>
        reactions;  // by constraint; none of those that have no force of their own
    std::size_t rank = 0;
};

// The direction of the motion in the state: t, q and what is moved; w and λ too, where their rates are given.
template <class Numbers>
typename Evaluation<Numbers>::Direction motion(const System& system, const LawNodes& law,
                                               Evaluation<Numbers>& at,
                                               const Rates<typename Numbers::Scalar>* rates) {
    typename Evaluation<Numbers>::Direction out;
    if (system.time) out.emplace_back(*system.time, at.numbers().from(1));
    for (std::size_t i = 0; i < system.coordinates.size(); ++i)
        out.emplace_back(system.coordinates[i], at.scalar(law.q_rates[i]));
    for (const auto& [variable, rate] : system.moved) out.emplace_back(variable, at.scalar(rate));
    if (!rates) return out;
    for (std::size_t s = 0; s < system.velocities.size(); ++s)
        out.emplace_back(system.velocities[s], rates->of_velocities[s]);
    for (std::size_t m = 0; m < system.multipliers.size(); ++m)
        out.emplace_back(system.multipliers[m], rates->of_multipliers[m]);
    return out;
}

// d/dt p_s − X_s L̂ − Σ c^m_rs w_r p_m = Q_s + Σ λ_ν e_νs,  df/dt = 0, as W z = r with z = (w', λ', λ_ν).
template <class Numbers>
LinearSystem<typename Numbers::Scalar> law_system(const System& system, const LawNodes& law,
                                                  Evaluation<Numbers>& at) {
    using Scalar = typename Numbers::Scalar;
    Numbers& n = at.numbers();
    if (system.given) {
        LinearSystem<Scalar> out;
        out.unknowns = system.given->r.size();
        for (std::size_t i = 0; i < out.unknowns; ++i) {
            std::vector<Scalar> row;
            for (std::size_t j = 0; j < out.unknowns; ++j)
                row.push_back(at.scalar(system.given->W[i * out.unknowns + j]));
            row.push_back(at.scalar(system.given->r[i]));
            out.rows.push_back(std::move(row));
        }
        return out;
    }
    const std::size_t size = system.velocities.size(), carried = system.multipliers.size();
    const auto minus = [&](const Scalar& a, const Scalar& b) { return n.add(a, n.negate(b)); };

    std::vector<Id> roots = law.p;
    roots.insert(roots.end(), law.f.begin(), law.f.end());
    if (!system.kinematics.empty())
        roots.insert(roots.end(), system.kinematics.begin(), system.kinematics.end());
    std::vector<typename Evaluation<Numbers>::Direction> directions;
    for (const auto* list : {&system.velocities, &system.multipliers})
        for (const Id x : *list) directions.push_back({{x, n.from(1)}});
    directions.push_back(motion<Numbers>(system, law, at, nullptr));
    const auto slope = at.tangents(roots, directions);
    const auto& along = slope.back();

    LinearSystem<Scalar> out;
    out.unknowns = size + carried + law.reacting.size();
    const std::vector<Scalar> p = at.scalars(law.p), dL = at.scalars(law.slopes);
    for (std::size_t s = 0; s < size; ++s) {
        std::vector<Scalar> row(out.unknowns + 1, n.from(0));
        for (std::size_t k = 0; k < size + carried; ++k) row[k] = slope[k][s];
        for (std::size_t k = 0; k < law.reacting.size(); ++k) {
            const auto& f = system.constraints[law.reacting[k]];
            const Scalar e =
                f.direction.empty() ? slope[s][size + law.reacting[k]] : at.scalar(f.direction[s]);
            row[size + carried + k] = n.negate(e);
        }
        Scalar right = system.forces.empty() ? n.from(0) : at.scalar(system.forces[s]);
        if (!system.is_on_algebra) {
            right = n.add(right, dL[s]);
        } else {
            for (std::size_t i = 0; i < system.coordinates.size(); ++i)  // B_is = ∂q̇_i/∂w_s
                right = n.add(right, n.multiply(slope[s][size + law.f.size() + i], dL[i]));
        }
        for (const System::Bracket& c : system.brackets)
            if (c.s == s)
                right = n.add(right, n.multiply(at.scalar(c.value),
                                                n.multiply(at.scalar(system.velocities[c.r]), p[c.m])));
        row.back() = minus(right, along[s]);
        out.rows.push_back(std::move(row));
    }
    for (std::size_t k = 0; k < law.f.size(); ++k) {
        std::vector<Scalar> row(out.unknowns + 1, n.from(0));
        for (std::size_t j = 0; j < size + carried; ++j) row[j] = slope[j][size + k];
        row.back() = n.negate(along[size + k]);
        out.rows.push_back(std::move(row));
    }
    return out;
}

// Throws NoValue where the law does not determine the rates.
template <class Scalar>
Rates<Scalar> rates_of(const System& system, const LawNodes& law, const LinearSolution<Scalar>& z) {
    Rates<Scalar> out;
    out.rank = z.rank;
    const std::size_t size = system.velocities.size(), carried = system.multipliers.size();
    for (std::size_t k = 0; k < size + carried; ++k) {
        if (!z.z[k]) throw NoValue{"the law of motion does not determine the accelerations: W is singular"};
        (k < size ? out.of_velocities : out.of_multipliers).push_back(*z.z[k]);
    }
    out.reactions.resize(system.constraints.size());
    for (std::size_t k = 0; k < law.reacting.size(); ++k)
        out.reactions[law.reacting[k]] = z.z[size + carried + k];
    return out;
}

}  // namespace anholon::proof
