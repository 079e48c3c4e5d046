#include "code/program.hpp"

#include <cmath>
#include <map>
#include <numbers>
#include <optional>
#include <stdexcept>

#include "code/interpreter.hpp"
#include "code/shared_factors.hpp"
#include "expr/walk.hpp"

namespace anholon {

namespace {

Op operation(Function f) {
    switch (f) {
        case Function::sin: return Op::sin;
        case Function::cos: return Op::cos;
        case Function::tan: return Op::tan;
        case Function::asin: return Op::asin;
        case Function::acos: return Op::acos;
        case Function::atan: return Op::atan;
        case Function::atan2: return Op::atan2;
        case Function::sinh: return Op::sinh;
        case Function::cosh: return Op::cosh;
        case Function::tanh: return Op::tanh;
        case Function::exp: return Op::exp;
        case Function::log: return Op::log;
        case Function::abs: return Op::abs;
        case Function::sign: return Op::sign;
        case Function::choose: return Op::choose;
    }
    return Op::sin;
}

class Lowering {
  public:
    Lowering(std::span<const Expr> outputs, std::span<const Expr> inputs)
        : c_(outputs[0].context()), walk_(c_, outputs), places_(walk_.size()) {
        program_.inputs.assign(inputs.begin(), inputs.end());
        for (std::size_t k = 0; k < inputs.size(); ++k)
            input_of_[inputs[k].id()] = static_cast<std::uint32_t>(k);
    }

    Program run(std::span<const Expr> outputs) {
        find_constant();
        plan_products();
        for (std::size_t i = 0; i < walk_.size(); ++i) {
            const Node node = c_.node(walk_[i]);
            // Numbers are made where they are used: most are exponents and coefficients ±1.
            if (node.kind != Kind::number) places_[i] = lowered(walk_[i], node);
        }
        for (const Expr& e : outputs) program_.outputs.push_back(place(e.id()));
        return std::move(program_);
    }

  private:
    using Place = std::uint32_t;

    Place emit(Op op, Place a, Place b = 0, Place c = 0) {
        if ((op == Op::add || op == Op::multiply) && a > b) std::swap(a, b);
        const Instruction instruction{op, a, b, c};
        const auto [found, is_new] =
            known_.try_emplace(instruction, static_cast<Place>(program_.instructions.size()));
        if (is_new) program_.instructions.push_back(instruction);
        return found->second;
    }

    Place constant(double value) {
        const auto [found, is_new] =
            constants_.try_emplace(value, static_cast<Place>(program_.constants.size()));
        if (is_new) program_.constants.push_back(value);
        return emit(Op::constant, found->second);
    }

    Place place(NodeId id) {
        return c_.node(id).kind == Kind::number ? constant(c_.number_at(id).to_double())
                                                : places_[walk_.place(id)];
    }

    Place lowered(NodeId id, const Node& node) {
        switch (node.kind) {
            case Kind::number: break;
            case Kind::symbol: return symbol(id);
            case Kind::multiple: return scaled(c_.number_at(node.args[0]), place(node.args[1]));
            case Kind::sum: return sum(node);
            case Kind::product: return product(id, node);
            case Kind::function:
                return emit(operation(node.function), place(node.args[0]),
                            node.count > 1 ? place(node.args[1]) : 0,
                            node.count > 2 ? place(node.args[2]) : 0);
        }
        return 0;
    }

    Place symbol(NodeId id) {
        if (const auto found = input_of_.find(id); found != input_of_.end())
            return emit(Op::input, found->second);
        if (c_.symbol_at(id).kind == SymbolKind::pi) return constant(std::numbers::pi);
        throw std::invalid_argument("'" + c_.symbol_at(id).name + "' is not an input of the program");
    }

    Place scaled(const Rational& k, Place e) {
        if (k.is_one()) return e;
        if (k == Rational(-1)) return emit(Op::negate, e);
        // m/3 is one rounding, m·0.333… two.
        if (k.numerator().is_one() || k.numerator() == Rational(-1)) {
            const Place quotient = emit(Op::divide, e, constant(k.denominator().to_double()));
            return k.sign() > 0 ? quotient : emit(Op::negate, quotient);
        }
        return emit(Op::multiply, constant(k.to_double()), e);
    }

    Place sum(const Node& node) {
        // Begin with a summand that is added, so that no sign has to be turned.
        const Rational& c0 = c_.number_at(node.args[0]);
        std::size_t first = 1;
        while (first < node.count && c_.number_at(node.args[first]).sign() < 0) first += 2;
        const bool starts_with_constant = !c0.is_zero() && (first >= node.count || c0.sign() > 0);
        Place total = starts_with_constant
                          ? constant(c0.to_double())
                          : scaled(c_.number_at(node.args[first]), place(node.args[first + 1]));
        if (!c0.is_zero() && !starts_with_constant) total = added(total, c0, constant(1), true);
        for (std::size_t k = 1; k < node.count; k += 2)
            if (starts_with_constant || k != first)
                total = added(total, c_.number_at(node.args[k]), place(node.args[k + 1]), false);
        return total;
    }

    Place added(Place total, const Rational& k, Place e, bool is_constant) {
        const Place magnitude = is_constant ? constant(abs(k).to_double()) : scaled(abs(k), e);
        return emit(k.sign() < 0 ? Op::subtract : Op::add, total, magnitude);
    }

    // Which nodes do not change during a motion: made of numbers and parameters.
    void find_constant() {
        is_constant_.resize(walk_.size());
        for (std::size_t i = 0; i < walk_.size(); ++i) {
            const Node node = c_.node(walk_[i]);
            if (node.kind == Kind::symbol) {
                const SymbolKind kind = c_.symbol_at(walk_[i]).kind;
                is_constant_[i] = kind == SymbolKind::constant || kind == SymbolKind::pi;
            } else {
                is_constant_[i] = true;
                for (const NodeId a : node.arguments())
                    is_constant_[i] =
                        is_constant_[i] && (c_.node(a).kind == Kind::number || is_constant_[walk_.place(a)]);
            }
        }
    }

    // The factors of products that change, each power of a base by a number of its own.
    void plan_products() {
        std::vector<std::vector<SharedFactors::Factor>> products;
        std::map<std::pair<NodeId, Rational>, std::uint32_t> numbers;
        for (const NodeId id : walk_.nodes()) {
            const Node node = c_.node(id);
            if (node.kind != Kind::product) continue;
            std::vector<SharedFactors::Factor> factors;
            for (std::size_t k = 0; k < node.count; k += 2) {
                if (is_constant(node.args[k])) continue;
                const Rational& e = c_.number_at(node.args[k + 1]);
                const bool is_square = abs(e) == Rational(2);  // one of its factors may be shared
                const Rational power = is_square ? Rational(1) : abs(e);
                const auto [found, is_new] = numbers.try_emplace({node.args[k], power}, powers_.size());
                if (is_new) powers_.emplace_back(node.args[k], power);
                factors.insert(factors.end(), is_square ? 2 : 1, {found->second, e.sign() < 0});
            }
            product_of_[id] = products.size();
            products.push_back(std::move(factors));
        }
        shared_.emplace(static_cast<std::uint32_t>(powers_.size()), std::move(products));
    }

    bool is_constant(NodeId id) const {
        return c_.node(id).kind == Kind::number || is_constant_[walk_.place(id)];
    }

    Place factor(std::uint32_t base) {
        if (!shared_->is_pair(base)) return power(place(powers_[base].first), powers_[base].second);
        const SharedFactors::Pair& pair = shared_->pair(base);
        const Place a = factor(pair.a), b = factor(pair.b);
        return emit(pair.is_quotient ? Op::divide : Op::multiply, a, b);
    }

    // What stays constant comes first and by itself: it is computed once a motion, not once a step.
    Place product(NodeId id, const Node& node) {
        std::vector<Place> above, below, constant_above, constant_below;
        for (std::size_t k = 0; k < node.count; k += 2) {
            if (!is_constant(node.args[k])) continue;
            const Rational& e = c_.number_at(node.args[k + 1]);
            (e.sign() > 0 ? constant_above : constant_below).push_back(power(place(node.args[k]), abs(e)));
        }
        for (const auto& [base, is_below] : (*shared_)[product_of_.at(id)])
            (is_below ? below : above).push_back(factor(base));
        if (above.empty() && below.empty()) return quotient(constant_above, constant_below);
        if (constant_above.empty() && constant_below.empty()) return quotient(above, below);
        if (above.empty()) return emit(Op::divide, quotient(constant_above, constant_below), times(below));
        const Place variable = quotient(above, below);
        if (constant_above.empty()) return emit(Op::divide, variable, times(constant_below));
        return emit(Op::multiply, quotient(constant_above, constant_below), variable);
    }

    Place times(const std::vector<Place>& factors) {
        Place total = factors[0];
        for (std::size_t k = 1; k < factors.size(); ++k) total = emit(Op::multiply, total, factors[k]);
        return total;
    }

    Place quotient(const std::vector<Place>& above, const std::vector<Place>& below) {
        if (below.empty()) return times(above);
        return emit(Op::divide, above.empty() ? constant(1) : times(above), times(below));
    }

    // base^e, e > 0: whole powers and half-whole ones by multiplications.
    Place power(Place base, const Rational& e) {
        if (e.denominator() == Rational(2)) {
            const Place root = emit(Op::square_root, base);
            return power(root, e.numerator());
        }
        const auto n = e.to_long();
        if (!n || *n > 1024) return emit(Op::power, base, constant(e.to_double()));
        Place result = base, square = base;
        bool has_result = false;
        for (long k = *n; k != 0; k >>= 1) {
            if ((k & 1) != 0) {
                result = has_result ? emit(Op::multiply, result, square) : square;
                has_result = true;
            }
            if (k > 1) square = emit(Op::multiply, square, square);
        }
        return result;
    }

    Context& c_;
    Walk walk_;
    std::vector<Place> places_;
    Program program_;
    std::vector<bool> is_constant_;                    // by place of the walk
    std::vector<std::pair<NodeId, Rational>> powers_;  // what SharedFactors knows by number
    std::map<NodeId, std::size_t> product_of_;
    std::optional<SharedFactors> shared_;
    std::map<NodeId, Place> input_of_;
    std::map<Instruction, Place> known_;
    std::map<double, Place> constants_;
};

double value_of(Op op, double a, double b, double c) {
    switch (op) {
        case Op::input:
        case Op::constant: return a;
        case Op::add: return a + b;
        case Op::subtract: return a - b;
        case Op::multiply: return a * b;
        case Op::divide: return a / b;
        case Op::negate: return -a;
        case Op::square_root: return std::sqrt(a);
        case Op::power: return std::pow(a, b);
        case Op::sin: return std::sin(a);
        case Op::cos: return std::cos(a);
        case Op::tan: return std::tan(a);
        case Op::asin: return std::asin(a);
        case Op::acos: return std::acos(a);
        case Op::atan: return std::atan(a);
        case Op::atan2: return std::atan2(a, b);
        case Op::sinh: return std::sinh(a);
        case Op::cosh: return std::cosh(a);
        case Op::tanh: return std::tanh(a);
        case Op::exp: return std::exp(a);
        case Op::log: return std::log(a);
        case Op::abs: return std::fabs(a);
        case Op::sign: return a > 0 ? 1 : a < 0 ? -1 : 0;
        case Op::choose: return a > 0 ? b : c;
    }
    return 0;
}

}  // namespace

std::size_t argument_count(Op op) {
    switch (op) {
        case Op::input:
        case Op::constant: return 0;
        case Op::add:
        case Op::subtract:
        case Op::multiply:
        case Op::divide:
        case Op::power:
        case Op::atan2: return 2;
        case Op::choose: return 3;
        default: return 1;
    }
}

std::size_t Program::operations() const {
    std::size_t count = 0;
    for (const Instruction& i : instructions)
        count += i.op != Op::input && i.op != Op::constant && i.op != Op::negate;
    return count;
}

Program program(std::span<const Expr> outputs, std::span<const Expr> inputs) {
    if (outputs.empty()) return {{inputs.begin(), inputs.end()}, {}, {}, {}};
    return Lowering(outputs, inputs).run(outputs);
}

void run(const Program& program, std::size_t from, std::size_t to, const double* inputs, double* values) {
    for (std::size_t i = from; i < to; ++i) {
        const auto& [op, a, b, c] = program.instructions[i];
        if (op == Op::input)
            values[i] = inputs[a];
        else if (op == Op::constant)
            values[i] = program.constants[a];
        else
            values[i] = value_of(op, values[a], values[b], values[c]);
    }
}

std::vector<double> run(const Program& program, std::span<const double> inputs) {
    assert(inputs.size() == program.inputs.size());
    std::vector<double> values(program.instructions.size());
    run(program, 0, values.size(), inputs.data(), values.data());
    std::vector<double> result;
    for (const std::uint32_t place : program.outputs) result.push_back(values[place]);
    return result;
}

}  // namespace anholon
