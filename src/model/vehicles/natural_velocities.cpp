#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "expr/derivative.hpp"
#include "model/state/initial_state.hpp"
#include "model/state/parameter_values.hpp"
#include "model/statements/elaboration.hpp"

namespace anholon {

namespace {

constexpr long precision = 80;

// A velocity that may be taken for a free one, and what it would be called.
struct Candidate {
    std::string name;
    Expr definition;
};

// The speeds of a free frame along its own axes and its turning rate come first: they are regular however it is turned.
std::vector<Candidate> candidates(const Elaboration& model) {
    std::vector<Candidate> out;
    for (const FreeFrame& frame : model.free_frames) {
        for (const char* speed : {"v2", "v1"})
            if (const Meaning* let = model.outer.find(frame.prefix + speed))
                out.push_back({frame.prefix + speed, let->value});
        out.push_back({frame.prefix + "w", dot(frame.pose[2])});
    }
    for (const Coordinate& q : model.system.coordinates) {
        const bool is_of_frame = std::ranges::any_of(model.free_frames, [&](const FreeFrame& frame) {
            return std::ranges::find(frame.pose, q.symbol) != frame.pose.end();
        });
        if (!is_of_frame) out.push_back({q.symbol.symbol().name + "_rate", dot(q.symbol)});
    }
    return out;
}

using Row = std::vector<double>;

double product(const Row& a, const Row& b) {
    double sum = 0;
    for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
    return sum;
}

// Rows that are orthogonal to each other, and how much of a new one they do not span.
class SpannedRows {
  public:
    double part_outside(const Row& row) {
        rest_ = row;
        const double length = std::sqrt(product(row, row));
        for (int pass = 0; pass < 2; ++pass)
            for (const Row& one : basis_) {
                const double along = product(rest_, one);
                for (std::size_t k = 0; k < rest_.size(); ++k) rest_[k] -= along * one[k];
            }
        return length > 0 ? std::sqrt(product(rest_, rest_)) / length : 0;
    }
    void add(const Row& row) {
        if (part_outside(row) == 0) return;
        const double length = std::sqrt(product(rest_, rest_));
        for (double& one : rest_) one /= length;
        basis_.push_back(rest_);
    }

  private:
    std::vector<Row> basis_;
    Row rest_;
};

// The candidates that complete the constraints to a frame at the initial state, each the first that the ones before leave free.
std::vector<Candidate> chosen(const System& system, const std::vector<Candidate>& all) {
    const InitialStateResult initial = initial_state(system);
    if (!initial.state) return {};
    Point at = parameter_point(system);
    at.emplace_back(system.t, Rational(0));
    for (const InitialVariable& q : initial.state->q)
        at.emplace_back(q.symbol, Rational::parse(decimal(q.value, 17)).value_or(Rational(0)));
    const std::vector<Expr> v = system.velocities();
    const auto row = [&](const Expr& e) {
        Row out;
        for (const Ball& b : enclosures(gradient(e, v), at, precision)) out.push_back(b.midpoint());
        return out;
    };
    SpannedRows span;
    for (const Constraint& c : system.constraints) span.add(row(c.residual));
    std::vector<Candidate> out;
    const std::size_t wanted = v.size() - system.constraints.size();
    constexpr double enough = 0.05;
    for (const Candidate& candidate : all) {
        if (out.size() == wanted) break;
        const Row r = row(candidate.definition);
        if (!(span.part_outside(r) > enough)) continue;
        span.add(r);
        out.push_back(candidate);
    }
    return out.size() == wanted ? out : std::vector<Candidate>();
}

std::string free_name(const Elaboration& model, std::string name) {
    while (model.outer.find(name) || model.system.c().find(name)) name += '_';
    return name;
}

}  // namespace

// Velocities in the axes of the ground, such as x', would be a bad choice for a vehicle: x' = v cos ψ determines v only as long as
// the vehicle is not turned across.
void take_natural_velocities(Elaboration& model) {
    System& system = model.system;
    const bool is_linear = std::ranges::all_of(
        system.constraints, [](const Constraint& c) { return c.kind == Constraint::Kind::linear; });
    if (model.free_frames.empty() || !system.quasi.empty() || system.constraints.empty() || !is_linear ||
        system.constraints.size() >= system.velocities().size())
        return;
    for (const auto& [wish, definition] : chosen(system, candidates(model))) {
        const bool is_named = model.outer.find(wish) && model.outer.find(wish)->value == definition;
        const std::string name = is_named ? wish : free_name(model, wish);
        const Expr symbol = model.context().variable(name);
        std::erase_if(system.lets, [&](const auto& let) { return let.first == name; });
        model.outer.replace(name, {symbol, "quasi-velocity", model.free_frames[0].name});
        model.inner.replace(name, {definition, "quasi-velocity", model.free_frames[0].name});
        for (InitialValue& i : system.init)
            if (i.symbol == definition && !definition.is_symbol()) i.symbol = symbol;
        system.quasi.push_back({symbol, definition, model.free_frames[0].name});
    }
}

}  // namespace anholon
