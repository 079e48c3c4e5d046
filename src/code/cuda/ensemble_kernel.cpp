#include "code/cuda/ensemble_kernel.hpp"

#include <algorithm>
#include <stdexcept>

#include "code/cuda/device_program.hpp"
#include "code/cuda/ensemble_templates.hpp"
#include "code/source/fill.hpp"
#include "code/source/language.hpp"
#include "expr/context.hpp"
#include "expr/derivative.hpp"
#include "integrate/runge_kutta/coefficients.hpp"

namespace anholon {

namespace {

using runge_kutta::stages;

const Language language{.local = "            const double @name@ = @value@;\n",
                        .assignment = "            @place@ = @value@;\n",
                        .element = "@array@@i@",
                        .entry = "",
                        .comment = "// ",
                        .line_break = "",
                        .operations = {{Op::power, "power(@a@, @b@)"}, {Op::divide, "quotient(@a@, @b@)"}}};

std::string text(std::size_t n) { return std::to_string(n); }
std::string named(const char* letter, std::size_t i) { return letter + text(i); }
std::string slope(std::size_t stage, std::size_t i) { return "k" + text(stage) + "_" + text(i); }

std::size_t nonzero(const double* weights, std::size_t count) {
    return count - static_cast<std::size_t>(std::count(weights, weights + count, 0.0));
}

// A trial ends where there are no rates. The branch also keeps the compiler from mixing stages, which would take more registers.
constexpr const char* without_rates_text = R"(        if (!(fabs(@slope@) <= 1e300)) {
            ++refused;
            retried = 2;
            h = 0.25 * d;
@unseek@            continue;
        }
)";

// Of the length of steps.
constexpr double safety = 0.8;

// After so many trials tangent vectors are made orthogonal to what they count modulo: it costs as much as a stage or two.
constexpr std::size_t trials_between = 16;

class Writer {
  public:
    explicit Writer(const EnsembleKernel& kernel)
        : kernel_(kernel), n_(kernel.equations.state.size() / (kernel.tangents + 1)) {
        check();
        layout_.variables = n_;
        layout_.tangents = kernel.tangents;
        layout_.parameters = kernel.scanned.size();
        const RateEquations& e = kernel.equations;
        inputs_.push_back(e.t);
        inputs_.insert(inputs_.end(), e.state.begin(), e.state.end());
        inputs_.insert(inputs_.end(), e.parameters.begin(), e.parameters.end());
        known_.resize(1 + e.state.size());
        for (std::size_t k = 0; k < e.parameters.size(); ++k)
            known_.push_back(is_scanned(k) ? KnownInput{.is_steady = true}
                                           : KnownInput{.value = kernel.parameters[k], .is_steady = true});
        sort_measures();
    }

    KernelText run() {
        Values values = layout_values();
        values["first_rates"] = rates(e().rates, "t", "x", [](std::size_t i) { return slope(0, i); });
        values["probe_rates"] = rates(e().rates, "(t + h)", "y", [](std::size_t i) { return slope(1, i); });
        values["euler"] = each("            const double y@i@ = x@i@ + h * k0_@i@;\n", whole());
        values["stages"] = all_stages();
        values["ends"] = ends();
        values["error"] = error();
        values["sizes"] = sizes();
        values["tangents"] = growths();
        values["projection"] = projection();
        values["watch"] = watch();
        values["keep"] = keep();
        values["seek"] = seek();
        values["not_seeking"] = watched_.empty() ? "" : "seek == 0.0 && ";
        values["seeking"] = watched_.empty() ? "" : "seek != 0.0 ? seek : ";
        values["short"] = watched_.empty() ? "is_last" : "(is_last || sought > 0)";
        values["unseek"] = unseek();
        values["watch_first"] = watch_first();
        values["guards"] = guards();
        values["stop"] = stop();
        values["safety"] = number(safety);
        return {fill(prologue_text, values) + fill(begin_text, values) + fill(advance_text, values), layout_,
                places_, operations_};
    }

  private:
    const RateEquations& e() const { return kernel_.equations; }
    std::size_t whole() const { return layout_.whole(); }

    void check() const {
        const auto demand = [](bool holds, const char* sentence) {
            if (!holds) throw std::invalid_argument(sentence);
        };
        const RateEquations& e = kernel_.equations;
        demand(e.unknowns.empty(), "a kernel solves no equations: eliminate the unknowns first");
        demand(!e.state.empty(), "a kernel needs a state");
        demand(e.state.size() % (kernel_.tangents + 1) == 0,
               "the state must be x followed by as many tangent vectors as stated");
        demand(e.parameters.size() == kernel_.parameters.size(), "each parameter needs a value");
        demand(kernel_.normals.size() % n_ == 0, "a covector has an entry per variable of the motion");
        demand(kernel_.tangents > 0 || (kernel_.normals.empty() && !kernel_.is_modulo_flow),
               "what tangent vectors are orthogonal to needs tangent vectors");
        demand(kernel_.projection.empty() || kernel_.projection.size() == n_,
               "a projection replaces every variable of the motion");
        for (const std::size_t k : kernel_.scanned)
            demand(k < e.parameters.size(), "a scanned parameter is not among the parameters");
    }

    bool is_scanned(std::size_t k) const { return std::ranges::count(kernel_.scanned, k) > 0; }

    void sort_measures() {
        for (const Measure& m : kernel_.measures) {
            const bool is_integral = m.kind == Measure::Kind::integral;
            std::vector<Measure>& list = is_integral ? integrals_ : watched_;
            places_.push_back({is_integral, list.size()});
            list.push_back(m);
        }
        layout_.integrals = integrals_.size();
        layout_.watched = watched_.size();
    }

    // --- texts of programs

    // The statements for some functions, and how many operations they take.
    template <class FunctionOutput>
    std::string statements_of(std::span<const Expr> functions, const std::string& t, const char* state,
                              FunctionOutput&& output) {
        if (functions.empty()) return "";
        const Program p = device_program(program(functions, inputs_), known_);
        last_operations_ = static_cast<double>(p.operations());
        const auto input = [&](std::size_t k) {
            if (k == 0) return t;
            if (k <= e().state.size()) return named(state, k - 1);
            const auto at = std::ranges::find(kernel_.scanned, k - 1 - e().state.size());
            return named("p", static_cast<std::size_t>(at - kernel_.scanned.begin()));
        };
        return statements(p, language, {.input = input, .output = output, .value = [](std::size_t k) {
                                            return named("v", k);
                                        }});
    }

    // Σ_j weight_j k_j of one variable, without what vanishes.
    template <class Weights>
    std::string weighted(const Weights& weights, std::size_t count, std::size_t i) {
        std::string sum;
        for (std::size_t j = 0; j < count; ++j)
            if (weights[j] != 0) sum += (sum.empty() ? "" : " + ") + number(weights[j]) + " * " + slope(j, i);
        return sum;
    }

    template <class FunctionOutput>
    std::string rates(std::span<const Expr> functions, const std::string& t, const char* state,
                      FunctionOutput&& output) {
        return statements_of(functions, t, state, output);
    }

    static std::string each(const char* line, std::size_t count, std::size_t first = 0) {
        std::string lines;
        for (std::size_t i = first; i < first + count; ++i) lines += fill(line, {{"i", text(i)}});
        return lines;
    }

    // `separator` between the texts of so many numbers.
    static std::string joined(const char* one, std::size_t count, const char* separator,
                              std::size_t first = 0) {
        std::string all;
        for (std::size_t i = first; i < first + count; ++i)
            all += (i == first ? "" : separator) + fill(one, {{"i", text(i)}});
        return all;
    }

    // A name and its place in the state, for so many numbers in a row.
    static std::string loads(const char* name, std::size_t at, std::size_t count) {
        std::string lines;
        for (std::size_t i = 0; i < count; ++i)
            lines += "    double " + named(name, i) + " = AT(" + text(at + i) + ");\n";
        return lines;
    }
    static std::string stores(const char* name, std::size_t at, std::size_t count) {
        std::string lines;
        for (std::size_t i = 0; i < count; ++i)
            lines += "    AT(" + text(at + i) + ") = " + named(name, i) + ";\n";
        return lines;
    }

    Values layout_values() {
        Values v;
        const EnsembleLayout& l = layout_;
        v["bounds"] =
            text(threads_per_block) +
            (kernel_.blocks_per_multiprocessor > 0 ? ", " + text(kernel_.blocks_per_multiprocessor) : "");
        v["title"] = e().title.empty() ? e().name : e().title;
        for (char& one : v["title"])
            if (one == '\n' || one == '\\') one = ' ';
        v["h"] = text(l.h());
        v["retried"] = text(l.retried());
        v["accepted"] = text(l.accepted());
        v["refused"] = text(l.refused());
        v["stop_at"] = text(l.stop());
        v["load_x"] = loads("x", l.x(), whole());
        v["load_weights"] = loads("w", l.weight(), n_);
        v["load_growths"] = loads("growth", l.growth(), l.tangents);
        v["load_integrals"] = loads("integral", l.integral(), l.integrals);
        v["load_watched"] = loads("g", l.value(), l.watched) + loads("dg", l.slope(), l.watched) +
                            loads("extreme", l.extreme(), l.watched) +
                            loads("crossing", l.crossing(), l.watched);
        if (l.watched > 0)
            v["load_watched"] += "    double seek = AT(" + text(l.seek()) + ");\n    int sought = (int)AT(" +
                                 text(l.sought()) + ");\n";
        v["store_x"] = stores("x", l.x(), whole());
        v["store_weights"] = stores("w", l.weight(), n_);
        v["store_growths"] = stores("growth", l.growth(), l.tangents);
        v["store_integrals"] = stores("integral", l.integral(), l.integrals);
        v["store_watched"] = stores("g", l.value(), l.watched) + stores("dg", l.slope(), l.watched) +
                             stores("extreme", l.extreme(), l.watched) +
                             stores("crossing", l.crossing(), l.watched);
        if (l.watched > 0)
            v["store_watched"] += "    AT(" + text(l.seek()) + ") = seek;\n    AT(" + text(l.sought()) +
                                  ") = (double)sought;\n";
        for (std::size_t k = 0; k < l.parameters; ++k)
            v["load_parameters"] +=
                "    const double " + named("p", k) + " = e.parameters[" + text(k) + " * count + j];\n";
        v["load_parameters"] += "";
        v["zero_growths"] = each("    double growth@i@ = 0.0;\n", l.tangents);
        v["zero_integrals"] = each("    double integral@i@ = 0.0;\n", l.integrals);
        v["first_slopes"] = declared(0);
        v["probe_slopes"] = declared(1);
        v["first_weights"] = each("    double w@i@;\n", n_);
        v["largest"] = joined("fabs(x@i@)", n_, ", ");
        v["start_weights"] = each("        w@i@ = start;\n", n_);
        v["weigh"] = weigh();
        v["tangent_weights"] = tangent_weights();
        v["size_norm"] = norm("x@i@");
        v["speed_norm"] = norm("k0_@i@");
        v["bend_norm"] = norm("(k1_@i@ - k0_@i@)");
        return v;
    }

    std::string declared(std::size_t stage) const {
        std::string names;
        for (std::size_t i = 0; i < whole(); ++i) names += (i ? ", " : "") + slope(stage, i);
        return "        double " + names + ";\n";
    }

    // --- the size of errors

    // 1 over the square of what is allowed to a variable of a tangent vector: the tolerance relative to the length of the vector.
    std::string tangent_weights() const {
        std::string lines;
        for (std::size_t k = 0; k < layout_.tangents; ++k)
            lines += "        const double length" + text(k) + " = " +
                     joined("x@i@ * x@i@", n_, " + ", (k + 1) * n_) + ";\n" + "        const double wt" +
                     text(k) + " = reciprocal(tolerance2 * length" + text(k) + ");\n";
        return lines;
    }

    // Σ (value/allowed)²
    std::string norm(const char* value) const {
        const std::string square = std::string(value) + " * " + value;
        std::string sum = joined(("w@i@ * (" + square + ")").c_str(), n_, " + ");
        for (std::size_t k = 0; k < layout_.tangents; ++k)
            sum += " + wt" + text(k) + " * (" + joined(square.c_str(), n_, " + ", (k + 1) * n_) + ")";
        return sum;
    }

    // The weights of variables that have become larger than ever, as dop853.cpp has them: relative to the largest value so far, and that at
    // least 1e-4 of the largest of all or 1e-4.
    std::string weigh() const {
        return each(
                   "            if (x@i@ * x@i@ * w@i@ * tolerance2 > 1.0) w@i@ = 1.0 / (x@i@ * x@i@ * "
                   "tolerance2);\n",
                   n_) +
               "            double least = w0;\n" +
               each("            least = fmin(least, w@i@);\n", n_ - 1, 1) +
               "            const double floor2 = fmax(1e-8 * fmin(1.0, reciprocal(least * tolerance2)), "
               "1e-200);\n" +
               "            const double most = reciprocal(floor2 * tolerance2);\n" +
               each("            w@i@ = fmin(w@i@, most);\n", n_);
    }

    std::string sizes() const {
        return "            if (largest_of(" + joined("x@i@ * x@i@ * w@i@", n_, ", ") +
               ") * tolerance2 > 1.0) {\n" + weigh() + "            }\n";
    }

    // --- a step

    std::string all_stages() {
        std::vector<Expr> with_integrals = e().rates;
        for (const Measure& m : integrals_) with_integrals.push_back(m.function);
        std::string out;
        for (std::size_t i = 0; i < layout_.integrals; ++i)
            out += "        double mean" + text(i) + " = 0.0;\n";
        for (std::size_t s = 0; s < stages; ++s) {
            const bool counts = layout_.integrals > 0 && runge_kutta::b[s] != 0;
            out += declared(s) + "        {\n";
            const char* const state = s == 0 ? "x" : "y";
            if (s > 0)
                for (std::size_t i = 0; i < whole(); ++i)
                    out += "            const double " + named("y", i) + " = " + named("x", i) + " + d * (" +
                           weighted(runge_kutta::a[s], s, i) + ");\n";
            const std::string t = s == 0 ? "t" : "(t + " + number(runge_kutta::c[s]) + " * d)";
            if (counts) out += each("            double integrand@i@;\n", layout_.integrals);
            out += statements_of(counts ? with_integrals : e().rates, t, state, [&](std::size_t k) {
                return k < whole() ? slope(s, k) : named("integrand", k - whole());
            });
            if (counts)
                out += each(
                    ("            mean@i@ += " + number(runge_kutta::b[s]) + " * integrand@i@;\n").c_str(),
                    layout_.integrals);
            out += "        }\n" + fill(without_rates_text, {{"slope", slope(s, 0)}, {"unseek", unseek()}});
            operations_ += last_operations_ +
                           static_cast<double>(2 * whole() * (s > 0 ? nonzero(runge_kutta::a[s], s) + 1 : 0));
        }
        return out;
    }

    std::string ends() {
        std::string out;
        for (std::size_t i = 0; i < whole(); ++i)
            out +=
                "            " + named("x", i) + " += d * (" + weighted(runge_kutta::b, stages, i) + ");\n";
        operations_ += static_cast<double>(2 * whole() * (nonzero(runge_kutta::b, stages) + 1));
        return out + each("            integral@i@ += d * mean@i@;\n", layout_.integrals);
    }

    // The errors of the steps of order 5 and 3.
    std::string error() {
        double error3[stages];
        for (std::size_t j = 0; j < stages; ++j) error3[j] = runge_kutta::b[j] - runge_kutta::b3[j];
        std::string out = "        double sum5 = 0.0, sum3 = 0.0;\n";
        for (std::size_t i = 0; i < whole(); ++i) {
            const std::string weight = i < n_ ? named("w", i) : named("wt", i / n_ - 1);
            out += "        {\n            const double e5 = " + weighted(runge_kutta::error5, stages, i) +
                   ";\n            const double e3 = " + weighted(error3, stages, i) +
                   ";\n            sum5 += " + weight + " * (e5 * e5);\n            sum3 += " + weight +
                   " * (e3 * e3);\n        }\n";
        }
        operations_ += static_cast<double>(
            2 * whole() * (nonzero(runge_kutta::error5, stages) + nonzero(error3, stages) + 3));
        return out + "        const double both = sum5 + 0.01 * sum3;\n" +
               "        const double error = both < 1e-200 ? 0.0 : fabs(d) * sum5 * reciprocal_root(" +
               number(static_cast<double>(whole())) + " * both);\n";
    }

    // --- tangent vectors

    static std::string scaled(const std::string& by, std::size_t first, std::size_t count) {
        std::string lines;
        for (std::size_t i = first; i < first + count; ++i)
            lines += "                " + named("x", i) + " *= " + by + ";\n";
        return lines;
    }

    // Makes the tangent vectors orthonormal and adds the logarithms of what they have grown by. A single one is only scaled, and only
    // where its length leaves a range.
    std::string growths() {
        if (layout_.tangents == 0) return "";
        if (rows() > 0) return growths_in_quotient();
        std::string out;
        for (std::size_t k = 0; k < layout_.tangents; ++k) {
            const std::size_t first = (k + 1) * n_;
            for (std::size_t l = 0; l < k; ++l) {
                const std::size_t other = (l + 1) * n_;
                std::string dot;
                for (std::size_t i = 0; i < n_; ++i)
                    dot += (i ? " + " : "") + named("x", first + i) + " * " + named("x", other + i);
                const std::string name = "along" + text(k) + "_" + text(l);
                out += "                const double " + name + " = " + dot + ";\n";
                for (std::size_t i = 0; i < n_; ++i)
                    out += "                " + named("x", first + i) + " -= " + name + " * " +
                           named("x", other + i) + ";\n";
            }
            const std::string length = "grown" + text(k), inverse = "inverse" + text(k);
            out += "                const double " + length + " = " +
                   joined("x@i@ * x@i@", n_, " + ", first) + ";\n                growth" + text(k) +
                   " += 0.5 * log(" + length + ");\n                const double " + inverse +
                   " = reciprocal_root(" + length + ");\n" + scaled(inverse, first, n_);
        }
        const std::string all = joined("x@i@ * x@i@", n_, " + ", n_);
        if (layout_.tangents == 1)
            return "            const double length2 = " + all +
                   ";\n            if (is_last || !(length2 > 1e-6 && length2 < 1e6)) {\n" + out +
                   "            }\n";
        return "            {\n" + out + "            }\n";
    }

    // Covectors and ẋ, then the tangent vectors.
    std::size_t rows() const { return kernel_.normals.size() / n_ + (kernel_.is_modulo_flow ? 1 : 0); }
    std::string entry(std::size_t row, std::size_t i) const {
        return row < rows() ? named("b", row * n_ + i) : named("x", (row - rows() + 1) * n_ + i);
    }
    // Σ a_i b_i of two rows
    std::string dot(std::size_t a, std::size_t b) const {
        std::string sum;
        for (std::size_t i = 0; i < n_; ++i) sum += (i ? " + " : "") + entry(a, i) + " * " + entry(b, i);
        return sum;
    }

    // The covectors and ẋ become an orthonormal basis, one after the other, and the tangent vectors after them; as OrthonormalBasis of
    // src/study does it. All threads of a block come here at the same trials, unless a vector has become very long or short.
    std::string growths_in_quotient() {
        std::string out = each("                double b@i@;\n", rows() * n_) + "                {\n";
        std::vector<Expr> functions = kernel_.normals;
        if (kernel_.is_modulo_flow)
            functions.insert(functions.end(), e().rates.begin(), e().rates.begin() + static_cast<long>(n_));
        out += statements_of(functions, "t", "x", [](std::size_t k) { return named("b", k); });
        out += "                }\n                bool is_explained = " +
               (kernel_.is_modulo_flow ? dot(rows() - 1, rows() - 1) + " > 1e-18 * largest_of(" +
                                             joined("x@i@ * x@i@", n_, ", ") + ")"
                                       : std::string("true")) +
               ";\n";
        for (std::size_t row = 0; row < rows() + layout_.tangents; ++row) out += added_to_basis(row);
        const std::string all = joined("x@i@ * x@i@", n_, " + ", n_);
        return "            const double length2 = " + all +
               ";\n            if (is_last || (accepted + refused) % " + text(trials_between) +
               " == 0 || !(length2 > 1e-6 && length2 < 1e6)) {\n" + out +
               "                if (!is_explained) status = 6;\n            }\n";
    }

    std::string added_to_basis(std::size_t row) const {
        const std::string before = named("before", row), rest = named("rest", row);
        std::string out = "                const double " + before + " = " + dot(row, row) + ";\n";
        for (int pass = 0; pass < 2; ++pass)
            for (std::size_t other = 0; other < row; ++other) {
                out += "                {\n                const double along = " + dot(row, other) + ";\n";
                for (std::size_t i = 0; i < n_; ++i)
                    out += "                " + entry(row, i) + " -= along * " + entry(other, i) + ";\n";
                out += "                }\n";
            }
        out += "                const double " + rest + " = " + dot(row, row) + ";\n                if (!(" +
               rest + " > 1e-18 * " + before +
               ")) is_explained = false;\n                {\n                const double inverse = "
               "reciprocal_root(" +
               rest + ");\n";
        for (std::size_t i = 0; i < n_; ++i) out += "                " + entry(row, i) + " *= inverse;\n";
        out += "                }\n";
        if (row >= rows())
            out += "                " + named("growth", row - rows()) + " += 0.5 * log(" + rest + ");\n";
        return out;
    }

    // --- what is gathered

    std::string projection() {
        if (kernel_.projection.empty()) return "";
        std::string out =
            "            {\n" + each("            double moved@i@;\n", n_) +
            statements_of(kernel_.projection, "t", "x", [](std::size_t k) { return named("moved", k); });
        return out + each("            x@i@ = moved@i@;\n", n_) + "            }\n";
    }

    // Values and slopes of what is watched, as variables now_i and dnow_i.
    std::string values_and_slopes(const char* indent) {
        std::vector<Expr> functions;
        Direction along{{e().t, e().t.context().one()}};
        for (std::size_t i = 0; i < e().state.size(); ++i) along.emplace_back(e().state[i], e().rates[i]);
        for (const Measure& m : watched_) functions.push_back(m.function);
        const std::vector<Expr> slopes = directional_derivative(functions, along);
        functions.insert(functions.end(), slopes.begin(), slopes.end());
        const std::size_t count = watched_.size();
        return each((std::string(indent) + "double now@i@, dnow@i@;\n").c_str(), count) + indent + "{\n" +
               statements_of(
                   functions, "t", "x",
                   [&](std::size_t k) { return k < count ? named("now", k) : named("dnow", k - count); }) +
               indent + "}\n";
    }

    static bool is_extreme(const Measure& m) {
        return m.kind == Measure::Kind::maximum || m.kind == Measure::Kind::minimum;
    }
    static Values values_of(const Measure& m, std::size_t i) {
        return {{"i", text(i)},
                {"direction", std::to_string(m.direction)},
                {"sign", m.kind == Measure::Kind::minimum ? "-" : ""},
                {"better", m.kind == Measure::Kind::minimum ? "fmin" : "fmax"}};
    }

    // --- steps that end where something watched happens

    std::string unseek() const {
        return watched_.empty() ? "" : "            seek = 0.0;\n            sought = 0;\n";
    }

    std::string keep() const {
        if (watched_.empty()) return "";
        return each("            const double old@i@ = x@i@;\n", whole()) +
               each("            const double kept@i@ = integral@i@;\n", layout_.integrals);
    }

    // A step within which something happens is taken again, so long that it ends there by the cubic through its ends, and again by Newton's
    // method: what is found then has the errors of steps alone. `sought` is 1 + what + how many things · the round.
    std::string seek() {
        if (watched_.empty()) return "";
        std::string out = values_and_slopes("            ") + "            double again = 0.0;\n";
        const std::string count = text(watched_.size());
        out += "            if (sought == 0 && stop > 0) {\n";
        for (std::size_t i = 0; i < watched_.size(); ++i) out += look_for(watched_[i], i);
        out += "            } else if (sought > 0 && (sought - 1) / " + count + " < 4) {\n" +
               "                double event = 0.0, rate = 1.0;\n" + second_slopes();
        for (std::size_t i = 0; i < watched_.size(); ++i)
            out += fill(
                "                if ((sought - 1) % @count@ == @i@) { event = @event@; rate = @rate@; }\n",
                {{"count", count},
                 {"i", text(i)},
                 {"event", is_extreme(watched_[i]) ? named("dnow", i) : named("now", i)},
                 {"rate", is_extreme(watched_[i]) ? named("ddnow", i) : named("dnow", i)}});
        out += fill(R"(                const double change = -event / rate;
                if (fabs(change) > 1e-12 * fabs(d) && fabs(change) < 0.5 * fabs(d)) {
                    again = d + change;
                    sought += @count@;
                }
            }
            if (again != 0.0) {
                ++refused;
                seek = again;
                t = from;
@restore@                continue;
            }
)",
                    {{"count", count},
                     {"restore", each("                x@i@ = old@i@;\n", whole()) +
                                     each("                integral@i@ = kept@i@;\n", layout_.integrals)}});
        return out;
    }

    // The earliest of what happens within the step.
    std::string look_for(const Measure& m, std::size_t i) const {
        Values v = values_of(m, i);
        v["which"] = text(1 + i);
        v["happens"] = is_extreme(m) ? fill(
                                           "@sign@dg@i@ * d > 0.0 && @sign@dnow@i@ * d < 0.0 && 2.0 * "
                                           "top_between(@sign@g@i@, @sign@d * "
                                           "dg@i@, @sign@now@i@, @sign@d * dnow@i@) - fmax(@sign@g@i@, "
                                           "@sign@now@i@) > @sign@extreme@i@",
                                           v)
                                     : fill("crosses(g@i@, now@i@, @direction@)", v);
        v["place"] =
            fill(is_extreme(m) ? "place_of_top(@sign@g@i@, @sign@d * dg@i@, @sign@now@i@, @sign@d * dnow@i@)"
                               : "zero_between(g@i@, d * dg@i@, now@i@, d * dnow@i@)",
                 v);
        return fill(R"(                if (@happens@) {
                    const double part = @place@;
                    if (part > 0.0 && part < 1.0 && (again == 0.0 || fabs(part * d) < fabs(again))) {
                        again = part * d;
                        sought = @which@;
                    }
                }
)",
                    v);
    }

    // Of extremes, whose slopes vanish.
    std::string second_slopes() {
        std::vector<Expr> functions;
        std::vector<std::size_t> places;
        Direction along{{e().t, e().t.context().one()}};
        for (std::size_t i = 0; i < e().state.size(); ++i) along.emplace_back(e().state[i], e().rates[i]);
        for (std::size_t i = 0; i < watched_.size(); ++i)
            if (is_extreme(watched_[i])) {
                functions.push_back(watched_[i].function);
                places.push_back(i);
            }
        if (functions.empty()) return "";
        functions = directional_derivative(directional_derivative(functions, along), along);
        std::string out;
        for (const std::size_t i : places) out += "                double " + named("ddnow", i) + ";\n";
        return out + "                {\n" +
               statements_of(functions, "t", "x", [&](std::size_t k) { return named("ddnow", places[k]); }) +
               "                }\n";
    }

    std::string watch() {
        if (watched_.empty()) return "";
        std::string out = "            const int met = sought > 0 ? (sought - 1) % " + text(watched_.size()) +
                          " : -1;\n" + unseek();
        for (std::size_t i = 0; i < watched_.size(); ++i) out += watch(watched_[i], i);
        return out + each("            g@i@ = now@i@;\n            dg@i@ = dnow@i@;\n", watched_.size());
    }

    // What the step has ended at stands behind it; what else happens within, in the same step, by the cubic.
    static std::string watch(const Measure& m, std::size_t i) {
        Values v = values_of(m, i);
        if (is_extreme(m))
            return fill(R"(            extreme@i@ = @better@(extreme@i@, now@i@);
            if (met == @i@)
                dnow@i@ = 0.0;
            else if (@sign@dg@i@ * d > 0.0 && @sign@dnow@i@ * d < 0.0)
                extreme@i@ = @better@(extreme@i@, @sign@top_between(@sign@g@i@, @sign@d * dg@i@, @sign@now@i@, @sign@d * dnow@i@));
)",
                        v);
        v["met"] = m.kind == Measure::Kind::first ? "                if (stop > 0) status = 1;\n" : "";
        return fill(R"(            if (met == @i@ || crosses(g@i@, now@i@, @direction@)) {
                extreme@i@ += 1.0;
                crossing@i@ = met == @i@ ? t : from + d * zero_between(g@i@, d * dg@i@, now@i@, d * dnow@i@);
                if (met == @i@) now@i@ = d * dnow@i@ < 0.0 ? -1e-300 : 1e-300;
@met@            }
)",
                    v);
    }

    // Where measures begin.
    std::string watch_first() {
        if (watched_.empty()) return "";
        std::string out = "    double " +
                          joined("g@i@, dg@i@, extreme@i@, crossing@i@", watched_.size(), ", ") +
                          ";\n    {\n" + values_and_slopes("            ") +
                          each("            g@i@ = now@i@;\n            dg@i@ = dnow@i@;\n", watched_.size());
        return out + reset_watched("            ") +
               "    }\n    const double seek = 0.0;\n    const int sought = 0;\n";
    }

    std::string reset_watched(const char* indent) const {
        std::string out;
        for (std::size_t i = 0; i < watched_.size(); ++i) {
            const bool counts = !is_extreme(watched_[i]);
            out += indent + named("extreme", i) + " = " + (counts ? "0.0" : named("g", i)) + ";\n" + indent +
                   named("crossing", i) + " = t;\n";
        }
        return out;
    }

    std::string guards() {
        if (kernel_.guards.empty()) return "";
        const std::size_t count = kernel_.guards.size();
        return "            {\n" + each("            double guard@i@;\n", count) +
               statements_of(kernel_.guards, "t", "x", [](std::size_t k) { return named("guard", k); }) +
               "            if (status == 0 && !(" + joined("guard@i@ > 0.0", count, " && ") +
               ")) status = 5;\n            }\n";
    }

    // At the first stop all measures begin anew, at the others what they are is noted.
    std::string stop() const {
        std::string out = "                if (stop == 0) {\n" +
                          each("                    growth@i@ = 0.0;\n", layout_.tangents) +
                          each("                    integral@i@ = 0.0;\n", layout_.integrals) +
                          reset_watched("                    ") + "                } else {\n";
        const std::string record =
            "(" + text(layout_.records()) + " + (stop - 1) * " + text(layout_.record_size()) + " + ";
        for (std::size_t k = 0; k < layout_.tangents; ++k)
            out += "                    AT" + record + text(k) + ") = " + named("growth", k) + ";\n";
        for (std::size_t k = 0; k < layout_.integrals; ++k)
            out += "                    AT" + record + text(layout_.tangents + k) +
                   ") = " + named("integral", k) + ";\n";
        return out + "                }\n";
    }

    const EnsembleKernel& kernel_;
    std::size_t n_;  // variables of the motion
    EnsembleLayout layout_;
    std::vector<Expr> inputs_;  // t, the whole state, the parameters
    std::vector<KnownInput> known_;
    std::vector<Measure> integrals_, watched_;
    std::vector<KernelText::MeasurePlace> places_;
    double operations_ = 0, last_operations_ = 0;
};

}  // namespace

KernelText kernel_text(const EnsembleKernel& kernel) { return Writer(kernel).run(); }

}  // namespace anholon
