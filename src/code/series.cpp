#include "code/series.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

namespace anholon {

namespace {

using Kind = Series::Kind;
using Operand = std::uint32_t;
using Place = std::uint32_t;

// Row i and column j belong together where W_ij is not 0: the sets of rows that can be solved apart.
std::vector<std::vector<std::size_t>> connected(std::size_t n, auto&& is_zero) {
    std::vector<std::size_t> set(2 * n);  // rows, then columns
    std::iota(set.begin(), set.end(), 0);
    const auto find = [&](std::size_t i) {
        while (set[i] != i) i = set[i] = set[set[i]];
        return i;
    };
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j)
            if (!is_zero(i, j)) set[find(i)] = find(n + j);
    std::map<std::size_t, std::vector<std::size_t>> parts;  // rows, then columns, of each set
    for (std::size_t i = 0; i < 2 * n; ++i) parts[find(i)].push_back(i);
    std::vector<std::vector<std::size_t>> result;
    for (auto& [root, members] : parts) result.push_back(std::move(members));
    return result;
}

class Lowering {
  public:
    Lowering(const RateEquations& e, std::span<const Expr> watched) : n_(e.unknowns.size()) {
        std::vector<Expr> inputs = e.state;
        inputs.push_back(e.t);
        out_.states = inputs.size();
        inputs.insert(inputs.end(), e.unknowns.begin(), e.unknowns.end());
        inputs.insert(inputs.end(), e.parameters.begin(), e.parameters.end());
        std::vector<Expr> outputs;
        if (n_ > 0) outputs.assign(e.W.entries().begin(), e.W.entries().end());
        for (const auto* list : {&e.r, &e.rates}) outputs.insert(outputs.end(), list->begin(), list->end());
        outputs.insert(outputs.end(), watched.begin(), watched.end());
        from_ = program(outputs, inputs);
        out_.scalars.inputs = e.parameters;
        one_ = number(1);
        zero_ = number(0);
    }

    SeriesProgram run() {
        for (std::size_t i = 0; i < out_.states; ++i)
            append({.kind = Kind::state, .a = static_cast<std::uint32_t>(i)});
        operands_.resize(from_.instructions.size());
        const std::vector<bool> late = after_solving();
        lower([&](Place i) { return !late[i]; });
        solve();
        lower([&](Place i) { return late[i]; });
        const auto& outputs = from_.outputs;
        const std::size_t first_rate = n_ * n_ + n_;
        for (std::size_t k = first_rate; k < outputs.size(); ++k) {
            const bool is_rate = k < first_rate + out_.states - 1;
            (is_rate ? out_.rates : out_.watched).push_back(operands_[outputs[k]]);
        }
        out_.rates.push_back(one_);  // of time
        return std::move(out_);
    }

  private:
    // Which instructions need the unknowns z.
    std::vector<bool> after_solving() const {
        std::vector<bool> late(from_.instructions.size());
        for (std::size_t i = 0; i < late.size(); ++i) {
            const auto& [op, a, b, c] = from_.instructions[i];
            if (op == Op::constant) continue;
            late[i] = op == Op::input ? a >= out_.states && a < out_.states + n_
                                      : late[a] || (has_two(op) && late[b]) || (op == Op::choose && late[c]);
        }
        return late;
    }

    static bool has_two(Op op) { return argument_count(op) > 1; }

    void lower(auto&& is_due) {
        for (Place i = 0; i < from_.instructions.size(); ++i)
            if (is_due(i)) operands_[i] = lowered(from_.instructions[i]);
    }

    Operand lowered(const Instruction& instruction) {
        const auto [op, a, b, c] = instruction;
        if (op == Op::choose) return choose(operands_[a], operands_[b], operands_[c]);
        if (op == Op::constant) return number(from_.constants[a]);
        if (op == Op::input) {
            if (a < out_.states) return a;
            if (a < out_.states + n_) return z_[a - out_.states];
            return scalar({Op::input, static_cast<std::uint32_t>(a - out_.states - n_), 0});
        }
        const Operand x = operands_[a], y = has_two(op) ? operands_[b] : one_;
        if (is_scalar(x) && is_scalar(y))
            return has_two(op) ? folded(op, x, y) : scalar({op, x & ~scalar_flag, 0});
        switch (op) {
            case Op::add: return add(x, y);
            case Op::subtract: return subtract(x, y);
            case Op::multiply: return multiply(x, y);
            case Op::divide: return divide(x, y);
            case Op::negate: return append({.kind = Kind::negate, .a = x});
            case Op::square_root: return square_root(x);
            case Op::abs: return append({.kind = Kind::turned, .a = x});
            case Op::sign: return append({.kind = Kind::piecewise, .a = x});
            default: return function(op, x, y);
        }
    }

    // --- scalars

    Operand scalar(const Instruction& instruction) {
        Program& s = out_.scalars;
        const auto [found, is_new] =
            known_scalars_.try_emplace(instruction, static_cast<Place>(s.instructions.size()));
        if (is_new) {
            s.outputs.push_back(static_cast<Place>(s.instructions.size()));
            s.instructions.push_back(instruction);
        }
        return found->second | scalar_flag;
    }

    Operand folded(Op op, Operand a, Operand b) { return scalar({op, a & ~scalar_flag, b & ~scalar_flag}); }

    Operand number(double value) {
        const auto [found, is_new] =
            numbers_.try_emplace(value, static_cast<Place>(out_.scalars.constants.size()));
        if (is_new) out_.scalars.constants.push_back(value);
        return scalar({Op::constant, found->second, 0});
    }

    enum class Sign { turns, stays };

    // --- series, each once

    Operand append(const Series& s) {
        out_.series.push_back(s);
        return static_cast<Operand>(out_.series.size() - 1);
    }

    Operand once(const Series& s) {
        const auto [found, is_new] = known_.try_emplace({s.kind, s.a, s.b}, Operand{0});
        if (is_new) found->second = append(s);
        return found->second;
    }

    // A series with an inner sum Σ a_j b_{k−j}.
    Operand convolved(Series s, Operand a, Operand b) {
        s.sum = static_cast<std::uint32_t>(out_.sums++);
        out_.convolutions.push_back({a, b, s.sum});
        return append(s);
    }

    Operand next() const { return static_cast<Operand>(out_.series.size()); }

    Operand add(Operand a, Operand b) {
        if (a == zero_) return b;
        if (b == zero_) return a;
        if (is_scalar(a) && is_scalar(b)) return folded(Op::add, a, b);
        return once({.kind = Kind::add, .a = a, .b = b});
    }
    Operand subtract(Operand a, Operand b) {
        return b == zero_ ? a : once({.kind = Kind::subtract, .a = a, .b = b});
    }
    Operand multiply(Operand a, Operand b) {
        if (is_scalar(a)) std::swap(a, b);
        if (a == zero_ || b == zero_) return zero_;
        if (is_scalar(a)) return folded(Op::multiply, a, b);
        if (is_scalar(b)) return once({.kind = Kind::scale, .a = a, .b = b});
        return convolved({.kind = Kind::product, .a = a, .b = b}, a, b);
    }
    Operand divide(Operand a, Operand b) {
        if (a == zero_) return zero_;
        if (is_scalar(a) && is_scalar(b)) return folded(Op::divide, a, b);
        if (is_scalar(b)) return once({.kind = Kind::scale, .a = a, .b = folded(Op::divide, one_, b)});
        return convolved({.kind = Kind::quotient, .a = a, .b = b}, b, next());
    }
    Operand choose(Operand u, Operand a, Operand b) {
        if (is_scalar(u) && is_scalar(a) && is_scalar(b))
            return scalar({Op::choose, u & ~scalar_flag, a & ~scalar_flag, b & ~scalar_flag});
        return append({.kind = Kind::chosen, .a = a, .u = u, .v = b});
    }
    Operand square_root(Operand a) { return convolved({.kind = Kind::square_root, .a = a}, next(), next()); }
    Operand theta(Operand a) { return is_scalar(a) ? zero_ : once({.kind = Kind::theta, .a = a}); }
    // θa b, where b may still have to be made.
    Operand theta_product(Operand theta_a, Operand b) {
        return convolved({.kind = Kind::theta_product, .a = theta_a, .b = b}, theta_a, b);
    }
    Operand integral(Operand a, Op function, Operand u, Operand v) {
        return append({.kind = Kind::integral, .function = function, .a = a, .u = u, .v = v});
    }
    // ±θ⁻¹(b θx), the value of function(x), where b may still have to be made.
    Operand theta_integral(Op function, Operand x, Operand b, Sign sign = Sign::stays) {
        const Operand d = theta(x);
        return convolved({.kind = Kind::theta_integral,
                          .function = function,
                          .a = x,
                          .b = b,
                          .u = x,
                          .v = one_,
                          .is_negative = sign == Sign::turns},
                         d, b);
    }

    // --- elementary functions, by their differential equations

    Operand function(Op op, Operand x, Operand y) {
        const auto [found, is_new] = functions_.try_emplace({op, x, y}, Operand{0});
        if (is_new) found->second = made(op, x, y);
        return functions_.at({op, x, y});
    }

    Operand made(Op op, Operand x, Operand y) {
        const Operand d = theta(x);
        switch (op) {
            case Op::sin:
            case Op::cos: return pair(op, Op::sin, Op::cos, x, Sign::turns);
            case Op::sinh:
            case Op::cosh: return pair(op, Op::sinh, Op::cosh, x, Sign::stays);
            case Op::exp: return theta_integral(op, x, next());
            case Op::log: return integral(divide(d, x), op, x, y);
            case Op::tan:                                             // θs = (1 + s²) θa
            case Op::tanh: {                                          // θs = (1 − s²) θa
                const Operand s = theta_integral(op, x, next() + 2);  // s, s², 1 ± s²
                const Operand square = multiply(s, s);
                op == Op::tan ? add(one_, square) : subtract(one_, square);
                return s;
            }
            case Op::atan: return integral(divide(d, add(one_, multiply(x, x))), op, x, y);
            case Op::asin:
            case Op::acos: {
                const Operand root = square_root(subtract(one_, multiply(x, x)));
                const Operand m = divide(d, root);
                return integral(op == Op::asin ? m : append({.kind = Kind::negate, .a = m}), op, x, y);
            }
            case Op::atan2: {  // of (y, x): θ = (x θy − y θx) / (x² + y²)
                const Operand turn = subtract(multiply(y, d), multiply(x, theta(y)));
                return integral(divide(turn, add(multiply(x, x), multiply(y, y))), op, x, y);
            }
            case Op::power: {                                    // θp = e p θa / a
                const Operand m = theta_product(d, next() + 3);  // m, e m, e m / a, p
                return integral(divide(multiply(m, y), x), op, x, y);
            }
            default: assert(false); return zero_;
        }
    }

    // s and c with θs = c θa, θc = ∓s θa. θa stands before them.
    Operand pair(Op wanted, Op sine, Op cosine, Operand x, Sign sign) {
        const Operand s = theta_integral(sine, x, next() + 1), c = theta_integral(cosine, x, s, sign);
        functions_[{sine, x, one_}] = s;
        functions_[{cosine, x, one_}] = c;
        return wanted == sine ? s : c;
    }

    // --- W z = r

    Operand W(std::size_t i, std::size_t j) const { return operands_[from_.outputs[i * n_ + j]]; }
    Operand r(std::size_t i) const { return operands_[from_.outputs[n_ * n_ + i]]; }

    void solve() {
        z_.resize(n_);
        const auto parts = connected(n_, [&](std::size_t i, std::size_t j) { return W(i, j) == zero_; });
        const auto is_square = [&](const auto& part) {
            const auto rows = std::ranges::count_if(part, [&](std::size_t i) { return i < n_; });
            return static_cast<std::size_t>(rows) * 2 == part.size();
        };
        if (std::ranges::all_of(parts, is_square)) {
            for (const auto& part : parts) solve(part);
        } else {
            std::vector<std::size_t> all(2 * n_);
            std::iota(all.begin(), all.end(), 0);
            solve(all);  // singular whatever the state: found at the start
        }
    }

    void solve(const std::vector<std::size_t>& part) {
        const std::size_t n = part.size() / 2;
        if (n == 1) {
            z_[part[1] - n_] = divide(r(part[0]), W(part[0], part[1] - n_));
            return;
        }
        LinearBlock block;
        block.z = next();
        block.first_sum = static_cast<std::uint32_t>(out_.sums);
        out_.sums += n;
        for (std::size_t i = 0; i < n; ++i) {
            block.r.push_back(r(part[i]));
            for (std::size_t j = 0; j < n; ++j) {
                const Operand w = W(part[i], part[n + j] - n_);
                block.W.push_back(w);
                if (!is_scalar(w))
                    out_.convolutions.push_back({w, block.z + static_cast<Operand>(j),
                                                 block.first_sum + static_cast<std::uint32_t>(i)});
            }
        }
        for (std::size_t j = 0; j < n; ++j)
            z_[part[n + j] - n_] = append({.kind = Kind::unknown,
                                           .a = static_cast<std::uint32_t>(out_.blocks.size()),
                                           .b = static_cast<std::uint32_t>(j)});
        out_.blocks.push_back(std::move(block));
    }

    std::size_t n_;  // unknowns
    Program from_;
    SeriesProgram out_;
    std::vector<Operand> operands_;  // of each instruction
    std::vector<Operand> z_;
    Operand one_ = 0, zero_ = 0;
    std::map<Instruction, Place> known_scalars_;
    std::map<double, Place> numbers_;
    std::map<std::tuple<Kind, Operand, Operand>, Operand> known_;
    std::map<std::tuple<Op, Operand, Operand>, Operand> functions_;
};

}  // namespace

SeriesProgram series_program(const RateEquations& equations, std::span<const Expr> watched) {
    return Lowering(equations, watched).run();
}

}  // namespace anholon
