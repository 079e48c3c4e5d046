#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "algebra/prime_field.hpp"
#include "expr/context.hpp"
#include "expr/walk.hpp"

namespace anholon {

// Evaluation of elementary expressions (expr/elementary.hpp) at random points over prime fields, several
// points in one pass. Symbols get random values; sin and cos of a base angle a point of the circle,
// 2t/(1 + t²) and (1 − t²)/(1 + t²); exp a random square; log, asin, … a value that depends on their
// arguments' values alone. A point at which a division or a root does not exist is dropped; the branch of a choice that is not
// taken need not exist. A symbol has one value at a point, whatever is evaluated there.
class ModularPoints {
  public:
    static constexpr std::size_t lanes = 2;
    using Values = std::array<Residue, lanes>;

    // The points are determined by (seed, round), half of them modulo one prime, half modulo another; every so many rounds
    // modulo the same two.
    static constexpr std::uint64_t period = 8;
    ModularPoints(const Context& context, std::uint64_t seed, std::uint64_t round);

    void set(NodeId symbol, const Values& values);  // instead of random ones
    void set_angle(NodeId angle, const Values& t);  // sin = 2t/(1 + t²), cos = (1 − t²)/(1 + t²)
    // Symbols that are drawn as squares, since their roots must exist: decided once for all that will be evaluated.
    void draw_squares(std::shared_ptr<const std::set<NodeId>> symbols) { squares_ = std::move(symbols); }
    void evaluate(const Walk& walk);

    // After evaluate:
    const Values& operator[](std::size_t place) const { return values_[place]; }
    bool is_alive(std::size_t lane) const { return !failure_[lane]; }
    bool any_alive() const;
    struct Failure {
        NodeId node;       // what is no divisor, or no square
        bool is_division;  // or else a root of it
    };
    const std::optional<Failure>& failure(std::size_t lane) const { return failure_[lane]; }
    const PrimeField& field(std::size_t lane) const { return fields_[lane % 2]; }

  private:
    Values each(auto&& f) const;
    Values random(std::uint64_t key) const;
    Values random_squares(std::uint64_t key) const;
    Values symbol(NodeId id) const;
    Values choice(const Node& node, const Walk& walk) const;
    void evaluate(const Walk& walk, std::size_t place);
    void drop_needed(const Walk& walk);
    Values sum(const Node& node, const Walk& walk) const;
    Values product(const Node& node, const Walk& walk);
    Values power(NodeId base, const Values& value, const Rational& e);
    Values inverse(NodeId base, const Values& value);
    Values square_root(NodeId base, const Values& value);
    Values function(const Node& node, const Walk& walk);

    const Context* context_;
    std::uint64_t seed_;
    std::array<PrimeField, 2> fields_;
    std::vector<Values> values_;
    std::array<std::optional<Failure>, lanes> failure_;
    std::unordered_map<std::uint32_t, Values> given_, given_angles_;
    std::shared_ptr<const std::set<NodeId>> squares_;
    // Where there are choices: by place, the lanes in which a node has no value, and why.
    std::vector<std::array<std::optional<Failure>, lanes>> failures_;
    std::unordered_map<std::uint32_t, Values> inverses_, square_roots_;  // by base, as found so far
};

// The symbols under a fractional power that is needed whatever branches are taken.
std::set<NodeId> symbols_under_roots(const Context& c, const Walk& walk);

// The chance that something computed from elementary expressions in `steps` rational steps vanishes at so many random
// points without being zero.
double chance_of_error(std::span<const Expr> elementary, double steps, std::size_t points);

// The outcome of evaluating an expression at random points until enough are good.
struct ModularVerdict {
    enum class Outcome { vanishes, differs, undecided } outcome;
    double error_bound = 1;  // chance that "vanishes" is wrong
    std::size_t points = 0;
    std::string reason;  // of "undecided"
    Expr culprit;        // a divisor that is identically zero
};

ModularVerdict vanishes_modulo_primes(Expr e, std::uint64_t seed);

// The values of several expressions at random points, enough of them for a zero at all to mean zero but for a chance
// of at most `error_bound`, and so for what is rationally computed from them `steps` times over.
struct ModularSample {
    std::vector<PrimeField> fields;            // of each point
    std::vector<std::vector<Residue>> values;  // by expression, then point
    double error_bound = 0;
};
// Nothing if no points could be found, with the reason in `why`.
std::optional<ModularSample> sample_modulo_primes(std::span<const Expr> e, std::size_t steps,
                                                  std::uint64_t seed, std::string& why);

}  // namespace anholon
