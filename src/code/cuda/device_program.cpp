#include "code/cuda/device_program.hpp"

#include <cmath>
#include <map>
#include <set>

#include "code/interpreter.hpp"

namespace anholon {

namespace {

using Place = std::uint32_t;

class Specialising {
  public:
    Specialising(const Program& program, const std::vector<KnownInput>& inputs)
        : from_(program), inputs_(inputs), is_steady_(program.instructions.size()) {
        to_.inputs = program.inputs;
        evaluate();
        count_divisions();
    }

    Program run() {
        for (std::size_t i = 0; i < from_.instructions.size(); ++i) places_.push_back(specialised(i));
        for (const Place output : from_.outputs) to_.outputs.push_back(places_[output]);
        return without_dead(std::move(to_));
    }

  private:
    // The values of what is known; the others are computed along and not used.
    void evaluate() {
        std::vector<double> point;
        for (const KnownInput& input : inputs_) point.push_back(input.value.value_or(1));
        values_.resize(from_.instructions.size());
        anholon::run(from_, 0, values_.size(), point.data(), values_.data());
        is_known_.resize(values_.size());
        for (std::size_t i = 0; i < values_.size(); ++i) {
            const Instruction& now = from_.instructions[i];
            const Place arguments[] = {now.a, now.b, now.c};
            bool known = now.op != Op::input || inputs_[now.a].value.has_value();
            bool steady = known || inputs_[now.a].is_steady;
            for (std::size_t k = 0; k < argument_count(now.op); ++k) {
                known = known && is_known_[arguments[k]];
                steady = steady && is_steady_[arguments[k]];
            }
            is_known_[i] = known && std::isfinite(values_[i]);
            is_steady_[i] = steady;
        }
    }

    void count_divisions() {
        for (const Instruction& now : from_.instructions) {
            if (now.op != Op::divide) continue;
            ++divisions_[now.b];
            find_roots(now.b);
        }
    }
    // What stands under a root that is a factor of a divisor.
    void find_roots(Place divisor) {
        const Instruction& now = from_.instructions[divisor];
        if (now.op == Op::square_root) inverse_roots_.insert(now.a);
        if (now.op != Op::multiply) return;
        find_roots(now.a);
        find_roots(now.b);
    }

    // Does the inverse take no division of its own?
    bool is_inverted(Place divisor) const {
        const Instruction& now = from_.instructions[divisor];
        const auto found = divisions_.find(divisor);
        return is_steady_[divisor] || (found != divisions_.end() && found->second > 1) ||
               inverse_roots_.contains(divisor) || now.op == Op::square_root || is_product_of_inverted(now);
    }
    bool is_product_of_inverted(const Instruction& now) const {
        return now.op == Op::multiply && is_inverted(now.a) && is_inverted(now.b);
    }
    // 1/√q is one operation, and 1/q is its square.
    Place inverse(Place divisor) {
        const Instruction& now = from_.instructions[divisor];
        if (is_known_[divisor] && std::isfinite(1 / values_[divisor])) return constant(1 / values_[divisor]);
        if (now.op == Op::square_root) return inverse_root(now.a);
        if (is_product_of_inverted(now)) return product(inverse(now.a), inverse(now.b));
        if (inverse_roots_.contains(divisor)) return product(inverse_root(divisor), inverse_root(divisor));
        return emit(Op::divide, constant(1), places_[divisor]);
    }
    Place inverse_root(Place radicand) { return emit(Op::power, places_[radicand], constant(-0.5)); }

    Place emit(Op op, Place a, Place b = 0, Place c = 0) {
        if ((op == Op::add || op == Op::multiply) && a > b) std::swap(a, b);
        const Instruction instruction{op, a, b, c};
        const auto [found, is_new] =
            known_.try_emplace(instruction, static_cast<Place>(to_.instructions.size()));
        if (is_new) to_.instructions.push_back(instruction);
        return found->second;
    }

    Place constant(double value) {
        const auto [found, is_new] = constants_.try_emplace(value, static_cast<Place>(to_.constants.size()));
        if (is_new) to_.constants.push_back(value);
        return emit(Op::constant, found->second);
    }

    std::optional<double> number(Place place) const {
        const Instruction& now = to_.instructions[place];
        if (now.op != Op::constant) return std::nullopt;
        return to_.constants[now.a];
    }
    bool is(Place place, double value) const { return number(place) == value; }
    std::optional<Place> negated(Place place) const {
        const Instruction& now = to_.instructions[place];
        return now.op == Op::negate ? std::optional(now.a) : std::nullopt;
    }

    Place negative(Place a) {
        if (const auto inner = negated(a)) return *inner;
        if (const auto value = number(a)) return constant(-*value);
        return emit(Op::negate, a);
    }
    Place sum(Place a, Place b) {
        if (is(a, 0)) return b;
        if (is(b, 0)) return a;
        if (const auto inner = negated(b)) return difference(a, *inner);
        if (const auto inner = negated(a)) return difference(b, *inner);
        return emit(Op::add, a, b);
    }
    Place difference(Place a, Place b) {
        if (is(b, 0)) return a;
        if (is(a, 0)) return negative(b);
        if (const auto inner = negated(b)) return sum(a, *inner);
        return emit(Op::subtract, a, b);
    }
    Place product(Place a, Place b) {
        if (is(a, 0) || is(b, 0)) return constant(0);
        if (is(a, 1)) return b;
        if (is(b, 1)) return a;
        if (is(a, -1)) return negative(b);
        if (is(b, -1)) return negative(a);
        if (const auto merged = merged_constants(a, b)) return *merged;
        if (const auto merged = merged_constants(b, a)) return *merged;
        return emit(Op::multiply, a, b);
    }
    // k (l e) = (k l) e
    std::optional<Place> merged_constants(Place k, Place product_of) {
        const Instruction now = to_.instructions[product_of];
        if (!number(k) || now.op != Op::multiply) return std::nullopt;
        for (const auto& [l, rest] : {std::pair(now.a, now.b), std::pair(now.b, now.a)})
            if (const auto value = number(l); value && std::isfinite(*number(k) * *value))
                return product(constant(*number(k) * *value), rest);
        return std::nullopt;
    }
    Place quotient(Place above, Place below) {
        const Place a = places_[above];
        if (is(a, 0)) return a;
        const bool inverts = is_inverted(below) || (is_known_[below] && std::isfinite(1 / values_[below]));
        return inverts ? product(a, inverse(below)) : emit(Op::divide, a, places_[below]);
    }

    Place specialised(std::size_t i) {
        const auto& [op, a, b, c] = from_.instructions[i];
        if (is_known_[i]) return constant(values_[i]);
        if (op == Op::constant) return constant(from_.constants[a]);
        if (op == Op::input) return emit(op, a);
        switch (op) {
            case Op::add: return sum(places_[a], places_[b]);
            case Op::subtract: return difference(places_[a], places_[b]);
            case Op::multiply: return product(places_[a], places_[b]);
            case Op::divide: return quotient(a, b);
            case Op::negate: return negative(places_[a]);
            case Op::square_root:
                if (inverse_roots_.contains(a)) return product(places_[a], inverse_root(a));
                break;
            default: break;
        }
        const std::size_t count = argument_count(op);
        return emit(op, places_[a], count > 1 ? places_[b] : 0, count > 2 ? places_[c] : 0);
    }

    // Without what no output needs any more.
    static Program without_dead(Program program) {
        std::vector<bool> is_needed(program.instructions.size());
        for (const Place output : program.outputs) is_needed[output] = true;
        for (std::size_t i = program.instructions.size(); i-- > 0;) {
            const Instruction& now = program.instructions[i];
            const Place arguments[] = {now.a, now.b, now.c};
            for (std::size_t k = 0; is_needed[i] && k < argument_count(now.op); ++k)
                is_needed[arguments[k]] = true;
        }
        std::vector<Place> places(program.instructions.size());
        std::vector<Instruction> kept;
        for (std::size_t i = 0; i < is_needed.size(); ++i) {
            if (!is_needed[i]) continue;
            Instruction now = program.instructions[i];
            const std::size_t count = argument_count(now.op);
            if (count > 0) now.a = places[now.a];
            if (count > 1) now.b = places[now.b];
            if (count > 2) now.c = places[now.c];
            places[i] = static_cast<Place>(kept.size());
            kept.push_back(now);
        }
        for (Place& output : program.outputs) output = places[output];
        program.instructions = std::move(kept);
        return program;
    }

    const Program& from_;
    const std::vector<KnownInput>& inputs_;
    std::vector<double> values_;
    std::vector<bool> is_known_, is_steady_;
    std::map<Place, std::size_t> divisions_;
    std::set<Place> inverse_roots_;
    Program to_;
    std::vector<Place> places_;  // of the instructions of from_
    std::map<Instruction, Place> known_;
    std::map<double, Place> constants_;
};

}  // namespace

Program device_program(const Program& program, const std::vector<KnownInput>& inputs) {
    return Specialising(program, inputs).run();
}

}  // namespace anholon
