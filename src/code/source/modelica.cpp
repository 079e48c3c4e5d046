#include <algorithm>
#include <iterator>
#include <sstream>

#include "base/words.hpp"
#include "code/source/fill.hpp"
#include "code/source/functions.hpp"
#include "code/source/languages.hpp"
#include "code/source/names.hpp"
#include "expr/print.hpp"

namespace anholon {

namespace {

const Language language{
    .local = "  @name@ = @value@;\n",
    .assignment = "  @place@ = @value@;\n",
    .element = "@array@[@i@]",
    .entry = "@array@[@i@, @j@]",
    .comment = "",
    .line_break = ", ",
    .first_index = 1,
    // There is no NaN: where the branch is taken, under the condition @when@, what has no value
    // is an error. The condition may name later values, as equations have no order.
    .lenient = {{Op::square_root, "if @when@ then sqrt(@a@) else 0.0"},
                {Op::log, "if @when@ then log(@a@) else 0.0"},
                {Op::power, "if @when@ then @a@^@b@ else 0.0"},
                {Op::asin, "if @when@ then asin(@a@) else 0.0"},
                {Op::acos, "if @when@ then acos(@a@) else 0.0"},
                {Op::divide, "if @when@ then @a@ / @b@ else 0.0"}},
    .operations = {{Op::power, "@a@^@b@"},
                   {Op::abs, "abs(@a@)"},
                   {Op::sign, "sign(@a@)"},
                   {Op::choose, "if @a@ > 0.0 then @b@ else @c@"}}};

// Keywords, and what the language specification declares for every model (Modelica 3.6, 2.3.3, 3.7, 4.9).
constexpr const char* reserved =
    R"(abs acos actualStream algorithm and annotation array asin assert AssertionLevel atan atan2
backSample block Boolean break cardinality cat ceil change class Clock connect connector constant
constrainedby cos cosh cross delay der diagonal discrete div each edge else elseif elsewhen
encapsulated end enumeration equation exp expandable extends external ExternalObject false fill
final firstTick floor flow for function getInstanceName hold homotopy identity if import impure in
initial inner input inStream Integer integer interval linspace log log10 loop matrix max min mod
model ndims noClock noEvent not ones operator or outer outerProduct output package parameter partial
pre previous product promote protected public pure Real record redeclare reinit rem replaceable
return sample scalar semiLinear shiftSample sign sin sinh size skew smooth solverMethod
spatialDistribution sqrt StateSelect stream String subSample sum superSample symmetric tan tanh
terminal terminate then time transpose true type vector when while within zeros)";

constexpr const char* model_text = R"(model @model@ "@title@"
  // W z = r, der(x) = G(x, z)
@parameters@
@state@
@unknowns@
protected
@linear_declarations@
@values@
equation
@solve@
@equations@
@solve_readings@
end @model@;
)";

// x'' is called x_ddot.
std::string wish(const Symbol& s) {
    return s.name + (s.dots == 0 ? "" : "_" + std::string(static_cast<std::size_t>(s.dots) - 1, 'd') + "dot");
}

// "kg m^2/s^2" is kg.m2/s2 in Modelica; roots of units have no way to be written there.
std::string unit_attribute(std::string_view unit) {
    if (unit.empty() || unit == "1" || unit.find("^(") != unit.npos) return "";
    std::string text;
    for (const char c : unit)
        if (c != '^') text += c == ' ' ? '.' : c;
    return "(unit = \"" + text + "\")";
}

std::set<std::string, std::less<>> words(const char* text) {
    std::istringstream in(text);
    return {std::istream_iterator<std::string>(in), {}};
}

class Model {
  public:
    explicit Model(const RateEquations& e) : e_(e), names_(words(reserved)) {
        model_ = names_.name(capitalised(e.name));
        p_ = named(e.parameters);
        x_ = named(e.state);
        z_ = named(e.unknowns);
        W_ = names_.name("W");
        r_ = names_.name("r");
        y_ = numbered("y", e.readings.unknowns.size());
        Wy_ = names_.name("Wy");
        ry_ = names_.name("ry");
        for (const auto& [name, value] : e.readings.values) read_.push_back(names_.name(name));
    }

    std::string text() {
        const std::string equations = written_equations();
        const std::size_t n = z_.size();
        return fill(
            model_text,
            {{"model", model_},
             {"title", e_.title},
             {"parameters", parameters()},
             {"state", state()},
             {"unknowns", unknowns() + readings()},
             {"linear_declarations", linear_declaration(W_, r_, n) + linear_declaration(Wy_, ry_, y_.size()) +
                                         (y_.empty() ? "" : "  Real " + joined(y_) + ";\n")},
             {"values", values()},
             {"solve", n == 0 ? "" : "  " + W_ + " * {" + joined(z_) + "} = " + r_ + ";\n"},
             {"solve_readings", y_.empty() ? "" : "  " + Wy_ + " * {" + joined(y_) + "} = " + ry_ + ";\n"},
             {"equations", equations}});
    }

  private:
    static std::string linear_declaration(const std::string& W, const std::string& r, std::size_t n) {
        const std::string size = std::to_string(n);
        return n == 0 ? "" : "  Real " + W + "[" + size + ", " + size + "], " + r + "[" + size + "];\n";
    }

    std::vector<std::string> numbered(const std::string& name, std::size_t count) {
        std::vector<std::string> list;
        for (std::size_t k = 1; k <= count; ++k) list.push_back(names_.name(name + std::to_string(k)));
        return list;
    }

    std::string readings() const {
        std::string lines;
        for (std::size_t k = 0; k < read_.size(); ++k)
            lines += "  output Real " + read_[k] + " \"" + e_.readings.values[k].first + "\";\n";
        return lines;
    }

    std::vector<std::string> named(const std::vector<Expr>& symbols) {
        std::vector<std::string> list;
        for (const Expr& s : symbols) list.push_back(names_.name(wish(s.symbol())));
        return list;
    }

    std::string parameters() const {
        std::string lines;
        const std::vector<double> values = parameter_values(e_);
        for (std::size_t k = 0; k < p_.size(); ++k)
            lines += "  parameter Real " + p_[k] +
                     (e_.parameter_units.empty() ? "" : unit_attribute(e_.parameter_units[k])) + " = " +
                     number(values[k]) + ";\n";
        return lines;
    }

    std::string state() const {
        std::string lines;
        for (std::size_t k = 0; k < x_.size(); ++k) {
            const bool is_given = k < e_.initial.size();
            lines += "  Real " + x_[k] +
                     (is_given ? "(start = " + number(e_.initial[k]) + ", fixed = true)" : "") + " \"" +
                     anholon::text(e_.state[k]) + "\";\n";
        }
        return lines;
    }

    std::string unknowns() const {
        std::string lines;
        for (std::size_t k = 0; k < z_.size(); ++k)
            lines += "  Real " + z_[k] + " \"" + anholon::text(e_.unknowns[k]) + "\";\n";
        return lines;
    }

    std::string written_equations() {
        std::vector<Expr> symbols{e_.t}, results;
        std::vector<std::string> inputs{"time"}, places;
        const auto read = [&](const std::vector<Expr>& list, const std::vector<std::string>& names) {
            symbols.insert(symbols.end(), list.begin(), list.end());
            inputs.insert(inputs.end(), names.begin(), names.end());
        };
        read(e_.parameters, p_);
        read(e_.state, x_);
        read(e_.unknowns, z_);
        // Both systems may know an acceleration by one symbol; its value is the same.
        for (std::size_t k = 0; k < y_.size(); ++k)
            if (std::ranges::find(symbols, e_.readings.unknowns[k]) == symbols.end()) {
                symbols.push_back(e_.readings.unknowns[k]);
                inputs.push_back(y_[k]);
            }
        const auto write = [&](const Expr& e, std::string place) {
            results.push_back(e);
            places.push_back(std::move(place));
        };
        const std::size_t n = z_.size();
        for (std::size_t k = 0; k < n * n; ++k)
            write(e_.W(k / n, k % n), entry(language, W_, k / n, k % n, n));
        for (std::size_t k = 0; k < n; ++k) write(e_.r[k], element(language, r_, k));
        for (std::size_t k = 0; k < x_.size(); ++k) write(e_.rates[k], "der(" + x_[k] + ")");
        write_readings(write);
        return statements(program(results, symbols), language,
                          {.input = [&](std::size_t k) { return inputs[k]; },
                           .output = [&](std::size_t k) { return places[k]; },
                           .value = [&](std::size_t k) { return value(k); }});
    }

    void write_readings(auto&& write) {
        const Readings& readings = e_.readings;
        const std::size_t n = y_.size();
        for (std::size_t k = 0; k < n * n; ++k)
            write(readings.W(k / n, k % n), entry(language, Wy_, k / n, k % n, n));
        for (std::size_t k = 0; k < n; ++k) write(readings.r[k], element(language, ry_, k));
        for (std::size_t k = 0; k < read_.size(); ++k) write(readings.values[k].second, read_[k]);
    }

    std::string values() const {
        constexpr std::ptrdiff_t a_line = 16;
        std::string lines;
        for (auto first = values_.begin(); first != values_.end();) {
            const auto last = values_.end() - first > a_line ? first + a_line : values_.end();
            lines += "  Real " + joined({first, last}) + ";\n";
            first = last;
        }
        return lines;
    }

    std::string value(std::size_t k) { return values_.emplace_back(names_.name("v" + std::to_string(k))); }

    const RateEquations& e_;
    UniqueNames names_;
    std::string model_, W_, r_, Wy_, ry_;
    std::vector<std::string> p_, x_, z_, y_, read_, values_;
};

}  // namespace

std::string modelica(const RateEquations& e, const ExportOptions&) { return Model(e).text(); }

}  // namespace anholon
