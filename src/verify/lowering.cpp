#include "verify/lowering.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/text.hpp"
#include "expr/print.hpp"
#include "integrate/factorization.hpp"
#include "mechanics/forms/forms.hpp"
#include "model/state/parameter_values.hpp"
#include "newton_euler/newton_euler.hpp"
#include "syntax/statement.hpp"
#include "verify/real_states.hpp"

namespace anholon {

namespace {

using Numbers = std::vector<double>;
using newton_euler::NewtonEuler;
using newton_euler::Response;

// A system's accelerations and multipliers as numbers, by Lagrange's equations with multipliers, and with dry friction where it slips.
class SystemResponse {
  public:
    explicit SystemResponse(const System& system) : n_(system.coordinates.size()) {
        const Setting setting(system);
        const Equations e = system.frictions.empty() ? lagrange_multipliers(setting) : dry_friction(setting);
        size_ = e.unknowns.size();
        std::vector<Expr> all(e.W.entries().begin(), e.W.entries().end());
        all.insert(all.end(), e.r.begin(), e.r.end());
        linear_ = interpreted(program(all, inputs_of_state(system)));
        std::vector<Expr> inputs = inputs_of_state(system), told;
        for (const Expr& lambda : system.multipliers) inputs.push_back(lambda);
        for (const DryFriction& f : system.frictions)
            for (const DryFriction::Row& row : f.rows) inputs.push_back(row.force);
        for (const auto& [name, value] : system.lets) {
            if (name.find("reaction_") == std::string::npos) continue;
            names_.push_back(name);
            told.push_back(value);
        }
        reactions_ = interpreted(program(told, inputs));
    }

    // False where the equations have no solution, or one that rounding decides.
    bool solve(const Numbers& point) {
        Numbers values(size_ * (size_ + 1));
        (*linear_)(point.data(), values.data());
        Factorization factors;
        if (!factors.factor(std::span(values).first(size_ * size_), size_) || factors.condition() > 1e7)
            return false;
        z_.assign(values.end() - static_cast<long>(size_), values.end());
        factors.solve(z_);
        return std::ranges::all_of(z_, [](double x) { return std::isfinite(x); });
    }
    double acceleration(std::size_t k) const { return z_[k]; }

    // Nothing where the model does not tell it.
    std::optional<double> reaction(const std::string& name, const Numbers& point) const {
        const auto found = std::ranges::find(names_, name);
        if (found == names_.end()) return std::nullopt;
        Numbers inputs = point, values(names_.size());
        inputs.insert(inputs.end(), z_.begin() + static_cast<long>(n_), z_.end());
        (*reactions_)(inputs.data(), values.data());
        return values[static_cast<std::size_t>(found - names_.begin())];
    }

  private:
    std::size_t n_, size_ = 0;
    std::unique_ptr<Evaluator> linear_, reactions_;
    std::vector<std::string> names_;
    Numbers z_;
};

class Comparison {
  public:
    Comparison(const System& system, const NewtonEuler& laws, const LoweringOptions& options)
        : system_(system), laws_(laws), options_(options), states_(system, options.seed), response_(system) {}

    LoweringVerdict run() {
        verdict_.has_parts = true;
        for (std::size_t tries = 0; verdict_.states < options_.states && tries < 4 * options_.states;
             ++tries) {
            const auto state = states_.draw();
            if (!state) break;
            Numbers point{state->t};
            for (const Numbers* part : {&state->q, &state->v, &states_.parameters()})
                point.insert(point.end(), part->begin(), part->end());
            if (!response_.solve(point)) continue;
            compare(*state, point);
            if (verdict_.agrees == Answer::no) return verdict_;
            ++verdict_.states;
        }
        if (verdict_.states >= options_.states)
            verdict_.agrees = Answer::yes;
        else
            verdict_.reason = verdict_.states == 0
                                  ? "no regular state of the constraint manifold was found"
                                  : "too few regular states of the constraint manifold were found";
        return verdict_;
    }

  private:
    // How far accelerations by Newton and Euler change with the last digits of the state: forces that balance leave no more of themselves.
    Numbers rounding(const RealState& state, const Response& right) const {
        Numbers change(state.q.size(), 0.0);
        for (double direction : {1.0, -1.0}) {
            RealState moved = state;
            for (Numbers* part : {&moved.q, &moved.v})
                for (double& x : *part) {
                    x = std::nextafter(x, direction * std::numeric_limits<double>::infinity());
                    direction = -direction;
                }
            const Response there = laws_.at({moved.t, moved.q, moved.v});
            for (std::size_t k = 0; k < change.size(); ++k)
                change[k] = std::max(change[k], std::abs(there.accelerations[k] - right.accelerations[k]));
        }
        return change;
    }

    void compare(const RealState& state, const Numbers& point) {
        const Response right = laws_.at({state.t, state.q, state.v});
        const auto where = [&] { return ", at " + text_of(state); };
        if (!(right.off_place < 1e-9))
            return fail(right.worst_place + ": off by " + decimal(right.off_place, 3) + where());
        if (!(right.off_velocity < 1e-9))
            return fail(right.worst_velocity + ": off by " + decimal(right.off_velocity, 3) + where());
        constexpr double several = 100;  // roundings in formulas of this length
        const Numbers rounding = this->rounding(state, right);
        double scale = 1e-12;
        for (const double v : state.v) scale = std::max(scale, v * v);
        for (const double a : right.accelerations) scale = std::max(scale, std::abs(a));
        for (std::size_t k = 0; k < state.q.size(); ++k)
            if (!judge(response_.acceleration(k), right.accelerations[k],
                       std::max(scale, several * rounding[k] / options_.tolerance)))
                return fail(text(dot(dot(system_.coordinates[k].symbol))) + " = " +
                            decimal(response_.acceleration(k), 12) + ", by Newton and Euler " +
                            decimal(right.accelerations[k], 12) + where());
        for (const newton_euler::ContactForce& f : right.forces) compare(f, point, where);
    }

    void compare(const newton_euler::ContactForce& f, const Numbers& point, auto&& where) {
        double scale = 1e-12;
        for (const double one : f.force) scale = std::max(scale, std::abs(one));
        for (std::size_t i = 0; i < 3; ++i)
            for (const std::string& prefix : {std::string(), f.body + "_"})
                for (const std::string& suffix : {std::string(), "_" + f.support}) {
                    const std::string name = prefix + "reaction_" + "xyz"[i] + suffix;
                    const auto told = response_.reaction(name, point);
                    if (!told) continue;
                    verdict_.reactions += i == 0;
                    if (!judge(*told, f.force[i], scale))
                        return fail(name + " = " + decimal(*told, 12) + ", by Newton and Euler " +
                                    decimal(f.force[i], 12) + where());
                }
    }

    bool judge(double ours, double right, double scale) {
        const double difference = std::abs(ours - right) / scale;
        if (!(difference <= options_.tolerance)) return false;
        verdict_.worst = std::max(verdict_.worst, difference);
        return true;
    }

    void fail(const std::string& difference) {
        if (verdict_.agrees == Answer::no) return;
        verdict_.agrees = Answer::no;
        verdict_.difference = difference;
    }

    std::string text_of(const RealState& state) const {
        std::string out = "t = " + decimal(state.t, 6);
        for (std::size_t k = 0; k < state.q.size(); ++k)
            out += ", " + text(system_.coordinates[k].symbol) + " = " + decimal(state.q[k], 6);
        for (std::size_t k = 0; k < state.v.size(); ++k)
            out += ", " + text(dot(system_.coordinates[k].symbol)) + " = " + decimal(state.v[k], 6);
        return out;
    }

    const System& system_;
    const NewtonEuler& laws_;
    LoweringOptions options_;
    RealStates states_;
    SystemResponse response_;
    LoweringVerdict verdict_;
};

NewtonEuler::Parameters values_by_name(const System& system, const Point& point) {
    NewtonEuler::Parameters out;
    for (const auto& [symbol, value] : point) out.emplace(symbol.symbol().name, value.to_double());
    for (const auto& [name, value] : derived_values(system, point)) out.emplace(name, value);
    return out;
}

// Each parameter is changed by another factor, so that numbers that are equal by chance no longer are.
Point moved_apart(Point point) {
    long k = 0;
    for (auto& [symbol, value] : point)
        value = (value.is_zero() ? Rational(3, 10) : value) * (Rational(1) + Rational(7 * ++k % 31, 127));
    return point;
}

}  // namespace

LoweringVerdict verify_lowering(const syntax::ModelTree& tree, const Source& source, const System& system,
                                const LoweringOptions& options) {
    // A core has other coordinates than its bodies.
    LoweringVerdict unknown{.has_parts = NewtonEuler::has_parts(tree) && !system.algebra};
    if (!unknown.has_parts) return unknown;
    std::vector<std::string> names;
    for (const Coordinate& q : system.coordinates) names.push_back(q.symbol.symbol().name);
    const Point stated = parameter_point(system);
    NewtonEuler::Parameters parameters = values_by_name(system, stated),
                            generic = values_by_name(system, moved_apart(stated));
    const Numbers held = held_values(system);
    const std::vector<Expr> symbols = inputs_of_state(system);
    for (std::size_t k = 0; k < held.size(); ++k) {
        const std::string name = symbols[symbols.size() - held.size() + k].symbol().name;
        parameters[name] = held[k];
        generic.emplace(name, held[k]);  // of a state
    }
    try {
        const NewtonEuler laws(tree, source, names, parameters, generic);
        return Comparison(system, laws, options).run();
    } catch (const newton_euler::NotSupported& what) {
        unknown.reason = std::string("the check by Newton and Euler does not support ") + what.what();
        return unknown;
    }
}

LoweringVerdict verify_lowering(const Source& source, const System& system, const LoweringOptions& options) {
    Diagnostics ignored;
    const auto tree = syntax::parse_model(source, ignored);
    return tree ? verify_lowering(*tree, source, system, options) : LoweringVerdict{};
}

}  // namespace anholon
