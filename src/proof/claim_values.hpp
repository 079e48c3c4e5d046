#pragma once

#include <vector>

#include "proof/law.hpp"

namespace anholon::proof {

// Nodes that are differentiated once for a claim: the laws of its systems.
struct ClaimNodes {
    LawNodes law, other;
};
inline ClaimNodes claim_nodes(Subject& subject, const Claim& claim) {
    for (const auto& [name, node] : claim.definitions) subject.rate(name);
    ClaimNodes out{law_nodes(subject, subject.systems[claim.system]), {}};
    if (claim.kind == Claim::Kind::map && !claim.pushed)
        out.other = law_nodes(subject, subject.systems[claim.to]);
    return out;
}

// The ranks of the linear systems of a claim, found in a field, for elimination in balls.
struct Ranks {
    std::size_t law = 0, other = 0, extras = 0;
};

template <class Scalar>
struct ClaimValues {
    std::vector<Scalar> vanishing;  // all that has to vanish
    // Of claims about forms: the derivatives of its equations, and of the constraints, by the rates and then the extras.
    std::vector<std::vector<Scalar>> slopes;
    std::size_t rates = 0;
    std::vector<Scalar> equations,
        of_law;  // the values of its equations without extras; the rates by the law
    Ranks ranks;
};

// A claim at one point, whose variables are set: what has to vanish there. Throws NoValue.
template <class Numbers>
class ClaimAt {
  public:
    using Scalar = typename Numbers::Scalar;
    using Direction = typename Evaluation<Numbers>::Direction;

    // `ranks` are needed for balls.
    ClaimAt(Subject& subject, const Claim& claim, const ClaimNodes& nodes, Evaluation<Numbers>& at,
            const Ranks& ranks)
        : subject_(subject),
          claim_(claim),
          nodes_(nodes),
          at_(at),
          n_(at.numbers()),
          known_(ranks),
          system_(subject.systems[claim.system]) {}

    ClaimValues<Scalar> values() {
        switch (claim_.kind) {
            case Claim::Kind::zero:
            case Claim::Kind::equation:
                if (system_.law != Law::none && needs_rates()) set_rates(system_, solve_law());
                out_.vanishing.push_back(at_.scalar(claim_.node));
                break;
            case Claim::Kind::integral: {
                const auto rates = solve_law();
                out_.vanishing =
                    at_.tangent(std::array{claim_.node}, motion(system_, nodes_.law, at_, &rates));
                break;
            }
            case Claim::Kind::form: form(); break;
            case Claim::Kind::map: claim_.pushed ? pushed(*claim_.pushed) : map(); break;
        }
        return std::move(out_);
    }

  private:
    LinearSolution<Scalar> solve(LinearSystem<Scalar> system, std::size_t rank) const {
        if constexpr (std::is_same_v<Numbers, RealNumbers>)
            return solved(n_, std::move(system), rank);
        else
            return solved(n_, std::move(system));
    }
    Rates<Scalar> solved_law(const System& system, const LawNodes& law, std::size_t known,
                             std::size_t& rank) const {
        const auto z = solve(law_system(system, law, at_), known);
        rank = z.rank;
        if constexpr (std::is_same_v<Numbers, FieldNumbers>)
            if (!z.left.empty()) throw NoValue{"the law and the constraints contradict each other"};
        return rates_of(system, law, z);
    }
    Rates<Scalar> solve_law() { return solved_law(system_, nodes_.law, known_.law, out_.ranks.law); }

    // Does the node contain anything that is not a function of the state?
    bool needs_rates() {
        const std::vector<Id> state = system_.state();
        for (const Id id : subject_.program.below(std::array{claim_.node}))
            if (subject_.program[id].op == Op::variable && std::ranges::find(state, id) == state.end())
                return true;
        return false;
    }

    void set(Id variable, const Scalar& x) { at_.set(variable, n_.plain(x)); }

    void set_rates(const System& system, const Rates<Scalar>& rates) {
        for (std::size_t s = 0; s < system.velocities.size(); ++s)
            set(subject_.rate(system.velocities[s]), rates.of_velocities[s]);
        for (std::size_t m = 0; m < system.multipliers.size(); ++m)
            set(subject_.rate(system.multipliers[m]), rates.of_multipliers[m]);
        for (std::size_t k = 0; k < system.constraints.size(); ++k)
            if (rates.reactions[k]) set(subject_.reaction(system, k), *rates.reactions[k]);
    }

    // The motion satisfies the equations for some extras, and with df/dt = 0 they determine all rates.
    void form() {
        const Rates<Scalar> rates = solve_law();
        set_rates(system_, rates);
        const std::size_t own = rates.of_velocities.size() + rates.of_multipliers.size();
        const Direction along = motion(system_, nodes_.law, at_, &rates);
        // Functions of the state with a name, and how their rates follow those of the state.
        std::vector<Direction> by_state(own), by_rate(own);
        for (std::size_t k = 0; k < own; ++k) {
            const bool is_velocity = k < system_.velocities.size();
            const Id x =
                is_velocity ? system_.velocities[k] : system_.multipliers[k - system_.velocities.size()];
            by_state[k].emplace_back(x, n_.from(1));
            by_rate[k].emplace_back(subject_.rate(x), n_.from(1));
        }
        Direction whole = along;
        for (const auto& [name, node] : claim_.definitions) {
            at_.set(name, at_(node));
            const Scalar change = at_.tangent(std::array{node}, whole)[0];
            set(subject_.rate(name), change);
            whole.emplace_back(name, change);
            for (std::size_t k = 0; k < own; ++k) {
                const Scalar slope = at_.tangent(std::array{node}, by_state[k])[0];
                by_state[k].emplace_back(name, slope);
                by_rate[k].emplace_back(subject_.rate(name), slope);
            }
        }
        for (const Id x : claim_.extras) {
            set(x, n_.from(0));
            by_rate.push_back({{x, n_.from(1)}});
        }
        const std::vector<Scalar> values = at_.scalars(claim_.equations);
        const auto slopes = at_.tangents(claim_.equations, by_rate);  // by column
        LinearSystem<Scalar> extras;
        extras.unknowns = claim_.extras.size();
        for (std::size_t i = 0; i < values.size(); ++i) {
            std::vector<Scalar> row, all;
            for (std::size_t k = 0; k < slopes.size(); ++k) all.push_back(slopes[k][i]);
            row.assign(all.begin() + static_cast<long>(own), all.end());
            row.push_back(n_.negate(values[i]));
            extras.rows.push_back(std::move(row));
            out_.slopes.push_back(std::move(all));
        }
        const auto z = solve(std::move(extras), known_.extras);
        out_.ranks.extras = z.rank;
        out_.vanishing = z.left;
        const auto of_constraints = at_.tangents(nodes_.law.f, std::span(by_state));
        for (std::size_t k = 0; k < nodes_.law.f.size(); ++k) {
            std::vector<Scalar> row;
            for (std::size_t j = 0; j < own; ++j) row.push_back(of_constraints[j][k]);
            row.resize(own + claim_.extras.size(), n_.from(0));
            out_.slopes.push_back(std::move(row));
        }
        out_.rates = own;
        out_.equations = values;
        out_.of_law = rates.of_velocities;
        out_.of_law.insert(out_.of_law.end(), rates.of_multipliers.begin(), rates.of_multipliers.end());
    }

    // y = φ(x) moves by the other law, with dt_other = f dt, and lies on the other constraints.
    void map() {
        const System& other = subject_.systems[claim_.to];
        const Rates<Scalar> rates = solve_law();
        const Direction along = motion(system_, nodes_.law, at_, &rates);
        const Scalar f = claim_.clock ? at_.scalar(*claim_.clock) : n_.from(1);
        std::map<Id, Scalar> change;
        std::vector<Id> images;
        for (const auto& [variable, image] : claim_.images) images.push_back(image);
        const std::vector<Scalar> changes = at_.tangent(images, along);
        for (std::size_t k = 0; k < claim_.images.size(); ++k)
            change.emplace(claim_.images[k].first, changes[k]);
        for (const auto& [variable, image] : claim_.images) at_.set(variable, at_(image));
        std::size_t rank = 0;
        const Rates<Scalar> right = solved_law(other, nodes_.other, known_.other, rank);
        out_.ranks.other = rank;
        const auto expect = [&](Id variable, const Scalar& rate) {
            out_.vanishing.push_back(n_.add(change.at(variable), n_.negate(n_.multiply(f, rate))));
        };
        for (const Id x : other.parameters) out_.vanishing.push_back(change.at(x));
        if (other.time) expect(*other.time, n_.from(1));
        for (std::size_t i = 0; i < other.coordinates.size(); ++i)
            expect(other.coordinates[i], at_.scalar(nodes_.other.q_rates[i]));
        for (std::size_t s = 0; s < other.velocities.size(); ++s)
            expect(other.velocities[s], right.of_velocities[s]);
        for (std::size_t m = 0; m < other.multipliers.size(); ++m)
            expect(other.multipliers[m], right.of_multipliers[m]);
        for (std::size_t k = 0; k < other.constraints.size(); ++k) {
            out_.vanishing.push_back(at_.scalar(other.constraints[k].value));
            if (other.constraints[k].is_position) out_.vanishing.push_back(at_.scalar(nodes_.other.f[k]));
        }
    }

    void pushed(const Claim::Pushed& f) {
        set_rates(system_, solve_law());
        const std::size_t size = f.r.size();
        LinearSystem<Scalar> law;
        law.unknowns = size;
        for (std::size_t i = 0; i < size; ++i) {
            law.rows.push_back(at_.scalars(std::span(f.W).subspan(i * size, size)));
            law.rows.back().push_back(at_.scalar(f.r[i]));
        }
        const auto z = solve(std::move(law), size);
        const Scalar rate = claim_.clock ? at_.scalar(*claim_.clock) : n_.from(1);
        for (std::size_t k = 0; k < f.change.size(); ++k) {
            Scalar G = at_.scalar(f.G0[k]);
            for (std::size_t j = 0; j < size; ++j) {
                if (!z.z[j])
                    throw NoValue{
                        "the equations of the other system cannot be solved at the images: W is singular"};
                G = n_.add(G, n_.multiply(at_.scalar(f.G1[k * size + j]), *z.z[j]));
            }
            out_.vanishing.push_back(n_.add(at_.scalar(f.change[k]), n_.negate(n_.multiply(rate, G))));
        }
        for (const Id c : f.constraints) out_.vanishing.push_back(at_.scalar(c));
    }

    Subject& subject_;
    const Claim& claim_;
    const ClaimNodes& nodes_;
    Evaluation<Numbers>& at_;
    Numbers& n_;
    Ranks known_;
    const System& system_;
    ClaimValues<Scalar> out_;
};

}  // namespace anholon::proof
