#include "code/source/c99.hpp"

#include <algorithm>
#include <cctype>
#include <cstdio>

#include "algebra/prime_field.hpp"
#include "code/program.hpp"
#include "expr/enclosure.hpp"
#include "expr/print.hpp"

namespace anholon {

namespace {

std::string number(double value) {
    char buffer[40];
    std::snprintf(buffer, sizeof buffer, "%.17g", value);
    std::string s = buffer;
    if (s.find_first_of(".en") == std::string::npos) s += ".0";
    return s;
}

std::string identifier(const std::string& name) {
    std::string id;
    for (const char ch : name)
        id += std::isalnum(static_cast<unsigned char>(ch)) != 0
                  ? static_cast<char>(std::tolower(static_cast<unsigned char>(ch)))
                  : '_';
    return id.empty() || std::isdigit(static_cast<unsigned char>(id[0])) != 0 ? "model_" + id : id;
}

std::string call(Op op) {
    switch (op) {
        case Op::square_root: return "sqrt";
        case Op::power: return "pow";
        case Op::sin: return "sin";
        case Op::cos: return "cos";
        case Op::tan: return "tan";
        case Op::asin: return "asin";
        case Op::acos: return "acos";
        case Op::atan: return "atan";
        case Op::atan2: return "atan2";
        case Op::sinh: return "sinh";
        case Op::cosh: return "cosh";
        case Op::tanh: return "tanh";
        case Op::exp: return "exp";
        case Op::log: return "log";
        case Op::abs: return "fabs";
        default: return "";
    }
}

// The statements of a program; `input` names the k-th input, `output` the k-th place to write to.
std::string statements(const Program& program, auto&& input, auto&& output) {
    const auto& instructions = program.instructions;
    const auto operand = [&](std::uint32_t place) {
        const Instruction& i = instructions[place];
        if (i.op == Op::input) return input(i.a);
        if (i.op == Op::constant) return number(program.constants[i.a]);
        return "v" + std::to_string(place);
    };
    const auto bracketed = [&](std::uint32_t place) {
        const std::string s = operand(place);
        return s.starts_with('-') ? "(" + s + ")" : s;
    };
    std::string out;
    for (std::uint32_t place = 0; place < instructions.size(); ++place) {
        const auto& [op, a, b] = instructions[place];
        std::string value;
        switch (op) {
            case Op::input:
            case Op::constant: continue;
            case Op::add: value = operand(a) + " + " + bracketed(b); break;
            case Op::subtract: value = operand(a) + " - " + bracketed(b); break;
            case Op::multiply: value = operand(a) + " * " + bracketed(b); break;
            case Op::divide: value = operand(a) + " / " + bracketed(b); break;
            case Op::negate: value = "-" + bracketed(a); break;
            case Op::sign: value = "(" + operand(a) + " > 0.0) - (" + operand(a) + " < 0.0)"; break;
            case Op::power:
            case Op::atan2: value = call(op) + "(" + operand(a) + ", " + operand(b) + ")"; break;
            default: value = call(op) + "(" + operand(a) + ")";
        }
        out += "    const double v" + std::to_string(place) + " = " + value + ";\n";
    }
    for (std::size_t k = 0; k < program.outputs.size(); ++k)
        out += "    " + output(k) + " = " + operand(program.outputs[k]) + ";\n";
    return out;
}

class Writer {
  public:
    explicit Writer(const RateEquations& e) : e_(e), id_(identifier(e.name)) {
        inputs_.push_back(e.t);
        for (const auto* list : {&e.state, &e.parameters, &e.unknowns})
            inputs_.insert(inputs_.end(), list->begin(), list->end());
        if (!e.W.empty()) linear_.assign(e.W.entries().begin(), e.W.entries().end());
        linear_.insert(linear_.end(), e.r.begin(), e.r.end());
    }

    std::string run() {
        return header() + function_system() + function_rates() + function_rhs() + self_test();
    }

  private:
    std::size_t nz() const { return e_.unknowns.size(); }

    std::string listing(const char* letter, const std::vector<Expr>& symbols) const {
        std::string s;
        for (std::size_t k = 0; k < symbols.size(); ++k)
            s += " *   " + std::string(letter) + "[" + std::to_string(k) + "] = " + text(symbols[k]) + "\n";
        return s;
    }

    std::string header() const {
        const auto count = [](std::size_t n) { return std::to_string(std::max<std::size_t>(n, 1)); };
        return "/* " + e_.title +
               "\n * W(t, x, p) z = r(t, x, p),  dx/dt = G(t, x, p, z); W by rows.\n * State:\n" +
               listing("x", e_.state) + " * Parameters:\n" + listing("p", e_.parameters) + " * Unknowns:\n" +
               listing("z", e_.unknowns) + " */\n#include <math.h>\n\nenum { " + id_ +
               "_nx = " + count(e_.state.size()) + ", " + id_ + "_np = " + count(e_.parameters.size()) +
               ", " + id_ + "_nz = " + count(nz()) + " };\n\n/* The model's values of the parameters. */\n" +
               defaults();
    }

    std::string defaults() const {
        std::vector<double> values;
        for (const Rational& v : e_.parameter_values) values.push_back(v.to_double());
        return array("const double " + id_ + "_parameters", values);
    }

    std::string input(std::uint32_t k) const {
        if (k == 0) return "t";
        k -= 1;
        if (k < e_.state.size()) return "x[" + std::to_string(k) + "]";
        k -= static_cast<std::uint32_t>(e_.state.size());
        if (k < e_.parameters.size()) return "p[" + std::to_string(k) + "]";
        return "z[" + std::to_string(k - e_.parameters.size()) + "]";
    }

    static std::string unused(const std::vector<std::string>& names) {
        std::string s;
        for (const std::string& n : names) s += "    (void)" + n + ";\n";
        return s;
    }

    std::string function_system() const {
        return "\nvoid " + id_ +
               "_system(double t, const double *x, const double *p, double *W, double *r)\n{\n" +
               unused({"t", "x", "p", "W", "r"}) +
               statements(
                   program(linear_, inputs_), [&](std::uint32_t k) { return input(k); },
                   [&](std::size_t k) {
                       const std::size_t entries = nz() * nz();
                       return k < entries ? "W[" + std::to_string(k) + "]"
                                          : "r[" + std::to_string(k - entries) + "]";
                   }) +
               "}\n";
    }

    std::string function_rates() const {
        return "\nvoid " + id_ +
               "_rates(double t, const double *x, const double *p, const double *z, double *dx)\n{\n" +
               unused({"t", "x", "p", "z"}) +
               statements(
                   program(e_.rates, inputs_), [&](std::uint32_t k) { return input(k); },
                   [](std::size_t k) { return "dx[" + std::to_string(k) + "]"; }) +
               "}\n";
    }

    // Gauss with partial pivoting, in place.
    std::string function_rhs() const {
        const std::string n = std::to_string(nz()),
                          size = std::to_string(std::max<std::size_t>(nz() * nz(), 1));
        std::string s = "\n/* Returns 0, or 1 where W is singular; dx is then left as it was. */\nint " +
                        id_ + "_rhs(double t, const double *x, const double *p, double *dx, double *z)\n{\n";
        if (nz() > 0)
            s += "    double W[" + size + "];\n    " + id_ +
                 "_system(t, x, p, W, z);\n    for (int k = 0; k < " + n +
                 "; ++k) {\n        int best = k;\n        for (int i = k + 1; i < " + n +
                 "; ++i)\n            if (fabs(W[i * " + n + " + k]) > fabs(W[best * " + n +
                 " + k])) best = i;\n        const double pivot = W[best * " + n +
                 " + k];\n        if (!(fabs(pivot) > 0.0)) return 1;\n        for (int j = 0; best != k && "
                 "j < " +
                 n + "; ++j) {\n            const double swap = W[k * " + n + " + j];\n            W[k * " +
                 n + " + j] = W[best * " + n + " + j];\n            W[best * " + n +
                 " + j] = swap;\n        }\n        const double right = z[best];\n        z[best] = z[k];\n "
                 "       z[k] = "
                 "right;\n        for (int i = k + 1; i < " +
                 n + "; ++i) {\n            const double f = W[i * " + n +
                 " + k] / pivot;\n            for (int j = k; j < " + n + "; ++j) W[i * " + n +
                 " + j] -= f * W[k * " + n +
                 " + j];\n            z[i] -= f * z[k];\n        }\n    }\n    for (int k = " + n +
                 " - 1; k >= 0; --k) {\n        for (int j = k + 1; j < " + n + "; ++j) z[k] -= W[k * " + n +
                 " + j] * z[j];\n        z[k] /= W[k * " + n + " + k];\n    }\n";
        return s + "    " + id_ + "_rates(t, x, p, z, dx);\n    return 0;\n}\n";
    }

    // Values at a point with coordinates k/8, each from an enclosure of some 30 digits.
    std::string self_test() const {
        std::vector<Expr> all = linear_;
        all.insert(all.end(), e_.rates.begin(), e_.rates.end());
        for (std::uint64_t seed = 1; seed < 64; ++seed) {
            Point at;
            for (std::size_t k = 0; k < inputs_.size(); ++k)
                at.emplace_back(inputs_[k], Rational(static_cast<long>(mix(seed, k) % 15) + 1, 8));
            const std::vector<Ball> exact = enclosures(all, at, 128);
            const auto is_good = [](const Ball& b) { return b.is_finite() && std::abs(b.midpoint()) < 1e6; };
            if (std::ranges::all_of(exact, is_good)) return test_main(at, exact);
        }
        return "";
    }

    static std::string array(const std::string& name, const std::vector<double>& values) {
        std::string s = name + "[] = {";
        for (std::size_t k = 0; k < values.size(); ++k) s += (k == 0 ? "" : ", ") + number(values[k]);
        return s + (values.empty() ? "0.0" : "") + "};\n";
    }

    std::string test_main(const Point& at, const std::vector<Ball>& exact) const {
        const auto values = [&](std::size_t from, std::size_t count) {
            std::vector<double> list;
            for (std::size_t k = from; k < from + count; ++k) list.push_back(at[k].second.to_double());
            return list;
        };
        const std::size_t nx = e_.state.size(), np = e_.parameters.size();
        std::vector<double> expected;
        for (const Ball& b : exact) expected.push_back(b.midpoint());
        const std::string entries = std::to_string(nz() * nz()), n = std::to_string(nz());
        return "\n#ifdef ANHOLON_SELF_TEST\n#include <stdio.h>\n\nstatic double worst = 0.0;\n\nstatic void "
               "compare(double "
               "found, double expected)\n{\n    const double error = fabs(found - expected) / (1.0 + "
               "fabs(expected));\n    if "
               "(!(error <= worst)) worst = error;\n}\n\nint main(void)\n{\n    const double t = " +
               number(at[0].second.to_double()) + ";\n" + array("    const double x", values(1, nx)) +
               array("    const double p", values(1 + nx, np)) +
               array("    const double z", values(1 + nx + np, nz())) +
               array("    const double expected", expected) + "    double W[" +
               std::to_string(std::max<std::size_t>(nz() * nz(), 1)) + "], r[" + id_ + "_nz], dx[" + id_ +
               "_nx];\n    " + id_ + "_system(t, x, p, W, r);\n    " + id_ +
               "_rates(t, x, p, z, dx);\n    for (int k = 0; k < " + entries +
               "; ++k) compare(W[k], expected[k]);\n    for (int k = 0; k < " + n +
               "; ++k) compare(r[k], expected[" + entries + " + k]);\n    for (int k = 0; k < " +
               std::to_string(nx) + "; ++k) compare(dx[k], expected[" + std::to_string(nz() * nz() + nz()) +
               " + k]);\n    double y[" + id_ + "_nz];\n    const int singular = " + id_ +
               "_rhs(t, x, p, dx, y);\n    for (int i = 0; !singular && i < " + n +
               "; ++i) {\n        double left = 0.0;\n        for (int j = 0; j < " + n +
               "; ++j) left += W[i * " + n +
               " + j] * y[j];\n        compare(left, r[i]);\n    }\n    printf(\"worst relative error "
               "%.1e\\n\", "
               "worst);\n    return worst < 1e-12 ? 0 : 1;\n}\n#endif\n";
    }

    const RateEquations& e_;
    std::string id_;
    std::vector<Expr> inputs_, linear_;
};

}  // namespace

std::string c99(const RateEquations& equations) { return Writer(equations).run(); }

}  // namespace anholon
