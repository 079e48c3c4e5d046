#include "structure/measure/prescribed_derivatives.hpp"

#include "expr/simplify.hpp"

namespace anholon {

namespace {

using At = StateSampler::At;
constexpr SimplifyOptions kModest{.max_terms = 300, .max_nodes = 120, .max_angle_terms = 30};

Demand bracket(const Setting& s, const Demand& a, const Demand& b) {
    Direction along_a, along_b;
    for (std::size_t i = 0; i < s.q.size(); ++i) {
        along_a.emplace_back(s.q[i], a.field[i]);
        along_b.emplace_back(s.q[i], b.field[i]);
    }
    std::vector<Expr> of_a = a.field, of_b = b.field;
    of_a.push_back(a.u);
    of_b.push_back(b.u);
    const auto ab = directional_derivative(of_b, along_a), ba = directional_derivative(of_a, along_b);
    Demand result{{}, {}, "[" + a.name + ", " + b.name + "]"};
    for (std::size_t i = 0; i < s.q.size(); ++i) result.field.push_back(simplified(ab[i] - ba[i], kModest));
    result.u = simplified(ab.back() - ba.back(), kModest);
    return result;
}

enum class Place { independent, follows, contradicts, unknown };

// Where a demand stands to the others: at random states its field is a new direction, or its u follows, or does not.
Place place_of(const Setting& s, const std::vector<Demand>& known, const Demand& next, Parameters parameters,
               const Budget& budget, double& error_bound) {
    const std::size_t n = s.q.size();
    std::vector<Expr> table;
    for (const Demand& demand : known) {
        table.insert(table.end(), demand.field.begin(), demand.field.end());
        table.push_back(demand.u);
    }
    table.insert(table.end(), next.field.begin(), next.field.end());
    table.push_back(next.u);
    StateSampler sampler(s, table, At::states, 3);
    if (parameters == Parameters::stated) sampler.set_parameters({ParameterValues::Kind::stated, {}});
    const std::size_t states = sampler.enough_states();
    const auto samples = sampler.draw(states, budget);
    if (!samples) return Place::unknown;
    Place place = Place::follows;
    // The chance that a new direction was not seen at any of the states, or a contradiction.
    const double steps = static_cast<double>(table.size() * (known.size() + 1));
    error_bound = sampler.chance_of_error(steps, states * samples->rows.size());
    for (std::size_t lane = 0; lane < samples->rows.size(); ++lane)
        for (const ResidueRow& row : samples->rows[lane]) {
            ResidueRows fields;
            for (std::size_t at = 0; at < row.size(); at += n + 1)
                fields.emplace_back(row.begin() + static_cast<long>(at),
                                    row.begin() + static_cast<long>(at + n + 1));
            const PrimeField& F = *samples->fields[lane];
            const auto last = echelon(F, fields, n + 1);  // a pivot in the last column: 0 = 1
            fields.pop_back();
            const auto before = echelon(F, fields, n);
            const std::size_t with = last.pivots.size() - (!last.pivots.empty() && last.pivots.back() == n);
            if (with > before.pivots.size()) return Place::independent;
            if (!last.pivots.empty() && last.pivots.back() == n) place = Place::contradicts;
        }
    return place;
}

// Brackets with the generators suffice: i_X dα = 0 for these and i_[X,Y] dα = L_X i_Y dα carry closedness over to the rest.
}  // namespace

Closure closure(const Setting& s, const std::vector<Demand>& generators, Parameters parameters,
                const Budget& budget) {
    using Outcome = Closure::Outcome;
    std::vector<Demand> known, queue = generators;
    double error_bound = 0;
    for (std::size_t next = 0; next < queue.size(); ++next) {
        budget.check();
        double chance = 0;
        const Place place = place_of(s, known, queue[next], parameters, budget, chance);
        if (place == Place::unknown) return {};
        if (place != Place::independent) error_bound += chance;
        if (place == Place::contradicts)
            return {Outcome::contradiction, queue[next].name, known.size(), error_bound};
        if (place == Place::follows) continue;
        known.push_back(queue[next]);
        // Two generators have one bracket.
        for (std::size_t r = next < generators.size() ? next + 1 : 0; r < generators.size(); ++r)
            queue.push_back(bracket(s, generators[r], queue[next]));
    }
    return {Outcome::consistent, "", known.size(), error_bound};
}

}  // namespace anholon
