#include "report/symbolic_stability.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/words.hpp"
#include "expr/print.hpp"
#include "expr/simplify.hpp"
#include "report/latex_layout.hpp"
#include "report/layout.hpp"

namespace anholon {

namespace {

using Claim = SymbolicStability::Claim;

// Longer ones are told by their length; JSON has them.
constexpr std::size_t longest = 1200, longest_entry = 400;

std::string as_written(const Expr& e) { return has_long_numbers(e) ? decimal_polynomial(e) : text(e); }

std::string shown(const Expr& e, std::size_t most = longest) {
    std::string out = as_written(e);
    if (out.size() <= most) return out;
    return fmt::format("an expression of {} characters", out.size());
}

std::string names(const std::vector<Expr>& list) {
    std::vector<std::string> words;
    for (const Expr& e : list) words.push_back(shown(e));
    return joined(words);
}

std::string power_of(const Expr& s, std::size_t k) {
    return k == 0 ? "" : k == 1 ? text(s) : text(s) + "^" + std::to_string(k);
}

// Whether it has terms outside parentheses.
bool is_sum_text(const std::string& text) {
    int depth = 0;
    for (std::size_t k = 0; k + 1 < text.size(); ++k) {
        depth += text[k] == '(' ? 1 : text[k] == ')' ? -1 : 0;
        if (depth == 0 && k > 0 && text[k] == ' ') return true;
    }
    return false;
}

// (a2)*s^2 + (a1)*s + a0
std::string polynomial_text(const CharacteristicFactor& f, const Expr& s) {
    std::string out;
    const bool is_decimal = std::ranges::any_of(f.coefficients, has_long_numbers);
    const Expr leading = f.coefficients.back();
    const Expr divisor = is_decimal && letters_in(leading).empty() ? leading : leading.context().one();
    for (std::size_t k = f.coefficients.size(); k-- > 0;) {
        if (f.coefficients[k].is_number() && f.coefficients[k].number().is_zero()) continue;
        const Expr a = simplified(f.coefficients[k] / divisor);
        std::string coefficient = is_decimal ? decimal_polynomial(a) : as_written(a);
        const bool is_sum = k > 0 && is_sum_text(coefficient);
        std::string sign = out.empty() ? "" : " + ";
        if (!is_sum && coefficient.starts_with('-')) {
            sign = out.empty() ? "-" : " - ";
            coefficient.erase(0, 1);
        }
        const std::string power = power_of(s, k);
        if (power.empty())
            out += sign + coefficient;
        else if (coefficient == "1")
            out += sign + power;
        else
            out += sign + (is_sum ? "(" + coefficient + ")" : coefficient) + "*" + power;
    }
    return out;
}

// A formula of LaTeX in lines of a column.
std::string broken(const std::string& formula) {
    const std::vector<std::string> lines = latex_lines(formula, latex_column, latex_column);
    if (lines.size() < 2) return formula;
    std::string out = "\\begin{aligned}";
    for (std::size_t k = 0; k < lines.size(); ++k) out += (k == 0 ? "& " : " \\\\\n& \\quad ") + lines[k];
    return out + "\\end{aligned}";
}

// A text that decimal_polynomial() has made of e, in LaTeX.
std::string decimal_latex(const std::string& decimal, const Expr& e) {
    const auto is_name = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '\'';
    };
    const auto is_digit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
    std::string out;
    for (std::size_t k = 0; k < decimal.size();) {
        const char c = decimal[k];
        std::size_t end = k + 1;
        if (is_digit(c)) {
            while (end < decimal.size() && (is_digit(decimal[end]) || decimal[end] == '.')) ++end;
            out += decimal.substr(k, end - k);
            if (end < decimal.size() && decimal[end] == 'e') {
                const std::size_t from = end++;
                while (end < decimal.size() &&
                       (is_digit(decimal[end]) || decimal[end] == '-' || decimal[end] == '+'))
                    ++end;
                out += fmt::format(" \\cdot 10^{{{}}}", std::stoi(decimal.substr(from + 1, end - from - 1)));
            }
        } else if (is_name(c)) {
            while (end < decimal.size() && is_name(decimal[end])) ++end;
            const std::string word = decimal.substr(k, end - k);
            const std::vector<Expr> letters = letters_in(e);
            const auto letter = std::ranges::find_if(letters, [&](const Expr& l) { return text(l) == word; });
            out += letter == letters.end() ? word : latex(*letter);
        } else if (c == '^') {
            while (end < decimal.size() && is_digit(decimal[end])) ++end;
            out += "^{" + decimal.substr(k + 1, end - k - 1) + "}";
        } else {
            out += c == '*' ? ' ' : c;
        }
        k = end;
    }
    return out;
}

// The polynomial in LaTeX; empty where it is too long.
std::string polynomial_latex(const CharacteristicFactor& f, const Expr& s) {
    const std::string as_text = polynomial_text(f, s);
    if (as_text.size() > longest) return "";
    if (std::ranges::any_of(f.coefficients, has_long_numbers)) {
        Expr all = s;
        for (const Expr& a : f.coefficients) all = all * s + a;  // its letters
        return decimal_latex(as_text, all);
    }
    std::string out;
    for (std::size_t k = f.coefficients.size(); k-- > 0;) {
        const Expr a = simplified(f.coefficients[k]);
        if (a.is_number() && a.number().is_zero()) continue;
        const bool is_sum = k > 0 && is_sum_text(text(a)), is_negative = !is_sum && text(a).starts_with('-');
        const Expr size = is_negative ? -a : a;
        out += out.empty() ? (is_negative ? "-" : "") : (is_negative ? " - " : " + ");
        if (is_sum)
            out += "\\left(" + latex(size) + "\\right) ";
        else if (k == 0 || size != a.context().one())
            out += latex(size) + " ";
        if (k > 0) out += k == 1 ? latex(s) : latex(s) + "^{" + std::to_string(k) + "}";
    }
    return out;
}
std::string factor_latex(const CharacteristicFactor& f, const Expr& s) {
    const std::string out = polynomial_latex(f, s);
    if (out.empty() || f.multiplicity == 1) return out;
    return "\\left(" + out + "\\right)^{" + std::to_string(f.multiplicity) + "}";
}

std::string counted(std::size_t n, const char* one, const char* many) {
    return fmt::format("{} {}", n, n == 1 ? one : many);
}

// A factor with its multiplicity; a long one is told by its length.
std::string factor_text(const CharacteristicFactor& f, const Expr& s) {
    std::string factor = polynomial_text(f, s);
    if (factor.size() > longest)
        factor = fmt::format("a polynomial of degree {} in s with {} characters", f.coefficients.size() - 1,
                             factor.size());
    return f.multiplicity > 1 ? fmt::format("({})^{}", factor, f.multiplicity) : factor;
}

std::string relation(const JudgedCondition& c) {
    if (!c.inequality) return "never satisfied";
    const auto& [left, right, is_solved] = *c.inequality;
    if (!is_solved && (has_long_numbers(left) || has_long_numbers(right)))
        return decimal_polynomial(left - right, DecimalScale::first_is_one) + " > 0";
    return shown(left) + " > " + shown(right);
}

// The same in LaTeX; empty where it never holds, or is too long.
std::string relation_latex(const JudgedCondition& c) {
    if (!c.inequality) return "";
    const auto& [left, right, is_solved] = *c.inequality;
    const std::string as_text = relation(c);
    if (!is_solved && (has_long_numbers(left) || has_long_numbers(right)))
        return as_text.size() > longest ? "" : decimal_latex(as_text, left - right);
    const auto side = [](const Expr& e) {
        return has_long_numbers(e) ? decimal_latex(as_written(e), e) : latex(e);
    };
    for (const Expr& e : {left, right})
        if (as_written(e).size() > longest) return "";
    return side(left) + " > " + side(right);
}

class Writer {
  public:
    Writer(const std::string& system, const SymbolicStability& s, std::size_t width)
        : system_(system), s_(s), width_(width) {}

    std::string text() {
        const bool is_steady = s_.numbers.at == Standstill::steady;
        say(fmt::format("{}: near {}, in letters, by {}", system_,
                        is_steady ? "a steady motion" : "an equilibrium", s_.numbers.form->title));
        add_place();
        add_equations();
        add_polynomial();
        add_conditions();
        add_signs();
        add_critical();
        add_claim();
        add_theorems();
        add_verdict_here();
        return std::move(out_);
    }

    // What is known beyond the linear equations.
    std::string theorems() {
        add_theorems();
        return std::move(out_);
    }

  private:
    void say(const std::string& words) { out_ += paragraph("", words, 2, width_); }

    void add_theorems() {
        add_frozen();
        add_potential();
        add_routh();
    }

    void add_place() {
        for (const auto& [variable, value] : s_.at.kept) {
            const std::string name = anholon::text(variable);
            if (value == variable)
                out_ += fmt::format("  {} is free, {:.10g} here\n", name, s_.at.value(variable));
            else
                out_ += equation(name, shown(value), width_);
        }
        if (!s_.numbers.cyclic.empty()) say("cyclic coordinates, left out: " + joined(s_.numbers.cyclic));
    }

    void add_equations() {
        const std::size_t n = s_.variables.size();
        std::string list;
        for (std::size_t i = 0; i < n; ++i) {
            Expr sum = s_.A.context().zero();
            bool is_short = true;
            for (std::size_t j = 0; j < n; ++j) {
                sum += s_.A(i, j) * s_.deviations[j];
                is_short = is_short && !has_long_numbers(s_.A(i, j));
            }
            const std::string right = is_short ? anholon::text(sum) : std::string(longest, ' ');
            if (right.size() > longest_entry) return;
            list += equation(anholon::text(s_.deviations[i]) + "'", right, width_);
        }
        out_ += "linear equations\n" + list;
    }

    void add_polynomial() {
        out_ += "characteristic polynomial, its factors\n";
        const CharacteristicPolynomial& p = s_.polynomial;
        if (p.zeros > 0) out_ += fmt::format("  {}\n", power_of(p.s, p.zeros));
        for (const CharacteristicFactor& f : p.factors) {
            const std::string factor = factor_text(f, p.s);
            out_ += formula("  ", factor, 4, width_);
        }
        if (p.zeros == 0) return;
        std::string zeros = counted(p.zeros, "root is", "roots are") + " zero for all values of the letters";
        if (s_.family > 0)
            zeros += fmt::format(
                ": {} along the family of {}, of dimension {}{}",
                s_.family == p.zeros ? (p.zeros == 1 ? "it belongs to motion" : "they belong to motion")
                                     : std::to_string(s_.family),
                s_.numbers.at == Standstill::steady ? "steady motions" : "equilibria", s_.family,
                s_.is_family_in_letters ? "" : " as found in numbers at the values here");
        say(zeros);
    }

    void add_conditions() {
        if (s_.conditions.empty()) {
            if (!s_.polynomial.factors.empty()) say("conditions: none is left, they hold for all values");
            return;
        }
        say(imaginary_only()   ? "conditions, that the roots be imaginary and simple"
            : some_imaginary() ? "conditions, that roots have negative real parts, and those of even factors "
                                 "be imaginary and simple"
                               : "conditions, that the roots have negative real parts (Lienard and Chipart)");
        for (std::size_t k = 0; k < s_.conditions.size(); ++k) {
            const JudgedCondition& c = s_.conditions[k];
            out_ += formula(fmt::format("  {}. ", k + 1), relation(c), 7, width_);
            const std::string_view here = c.sign > 0   ? "holds here"
                                          : c.sign < 0 ? "violated here"
                                                       : "on the boundary here";
            out_ += paragraph("     ", fmt::format("{}; {}", c.condition.name, here), 7, width_);
        }
    }

    bool some_imaginary() const {
        return std::ranges::any_of(s_.polynomial.factors, &CharacteristicFactor::is_even);
    }
    bool several_even() const {
        return std::ranges::count_if(s_.polynomial.factors, &CharacteristicFactor::is_even) > 1;
    }
    bool is_minimum_anywhere() const {
        return s_.potential && s_.potential->outcome == PotentialMinimum::Outcome::definite &&
               s_.potential->conditions.empty();
    }
    bool imaginary_only() const {
        return std::ranges::all_of(s_.polynomial.factors, &CharacteristicFactor::is_even);
    }

    void add_signs() {
        const KnownSigns& k = s_.polynomial.signs;
        if (!k.by_range.empty()) say("signs used, by the ranges of the model: " + names(k.by_range));
        if (!k.by_value.empty())
            say("signs used, as those of the values (there is no range): " + names(k.by_value));
        if (!k.inertia.empty())
            say("keeps its sign as long as the accelerations are determined (it divides det W): " +
                names(k.inertia));
        if (!k.nonzero.empty()) say("taken to be different from zero: " + names(k.nonzero));
    }

    void add_critical() {
        for (const CriticalLetter& c : s_.critical) {
            std::string list;
            for (const double value : c.values)
                list += fmt::format("{}{:.15g}", list.empty() ? "" : ", ", value);
            say(fmt::format("condition {} changes its sign at {} = {}", c.condition + 1,
                            anholon::text(c.letter), list));
        }
    }

    void add_claim() {
        for (const std::string& sentence : claim_sentences()) say(sentence);
    }

  public:
    // What holds where the conditions do, and where they do not.
    std::vector<std::string> claim_sentences() const {
        std::vector<std::string> out;
        const std::string unstable = "unstable where one is violated";
        const std::string_view all = s_.conditions.empty() ? "for all values" : "where all conditions hold";
        if (s_.holds_nowhere()) {
            out.emplace_back(
                "stability: unstable for all values, the boundaries of other conditions aside: an eigenvalue "
                "has a positive real part");
        } else if (s_.claim == Claim::nothing_to_decide) {
            out.emplace_back("stability: not decided: all eigenvalues vanish");
        } else if (s_.claim == Claim::stationary) {
            out.emplace_back("stability: stable for all values, as every nearby state is stationary as well");
        } else {
            out.push_back(fmt::format("stability: {} {}{}", claim(), all,
                                      s_.conditions.empty() ? "" : "; " + unstable));
        }
        if (!s_.conditions.empty() && !s_.holds_nowhere())
            out.emplace_back("on the boundaries the linear equations do not decide");
        if (s_.claim == Claim::first_order && !s_.holds_nowhere() && several_even() && !is_minimum_anywhere())
            out.emplace_back(
                "the roots of different even factors are taken to be different: where they coincide, the "
                "linear motion may grow with time");
        return out;
    }

  private:
    void add_verdict_here() {
        say(fmt::format("at the values here: {}; {}", name(s_.here.verdict), s_.here.reason));
    }

    void add_frozen() {
        using enum FrozenConstraints::Outcome;
        const FrozenConstraints& f = s_.frozen;
        switch (f.outcome) {
            case none: return;
            case same:
                say("constraints frozen here, which can be integrated, give the same linear equations, "
                    "compared "
                    "exactly (Korteweg, Whittaker)");
                return;
            case not_compared:
                say("the linear equations were not compared with those of constraints frozen here: " +
                    f.reason);
                return;
            case different: break;
        }
        say("constraints frozen here, which can be integrated, would give other linear equations (Bottema): "
            "along "
            "displacements, each named by a coordinate, they lack these forces");
        for (std::size_t i = 0; i < f.along.size(); ++i) {
            Expr sum = f.difference.context().zero();
            for (std::size_t j = 0; j < s_.deviations.size(); ++j)
                sum += f.difference(i, j) * s_.deviations[j];
            if (sum.is_number() && sum.number().is_zero()) continue;
            out_ += formula("  " + anholon::text(f.along[i]) + ": ", shown(sum, longest_entry), 4, width_);
        }
    }

    // "V = -k*tau^4 + ... along (x, y) = (1, 0)"
    std::string first_term(const PotentialMinimum& p) const {
        const std::string where = fmt::format(
            "V'' vanishes along {}", p.flat == 1 ? "one direction" : std::to_string(p.flat) + " directions");
        if (p.flat > 1 && p.direction.empty())
            return fmt::format("{}, where V = {} + ..., of order {}", where, shown(p.term), p.order);
        std::string along;
        if (p.flat > 1) {
            std::vector<std::string> components;
            for (const Expr& e : p.direction) components.push_back(shown(e, longest_entry));
            along = " along (" + joined(components) + ")";
        }
        std::string coefficient = shown(p.term);
        if (is_sum_text(coefficient)) coefficient = "(" + coefficient + ")";
        coefficient = coefficient == "1" ? "" : coefficient == "-1" ? "-" : coefficient + "*";
        return fmt::format("{}, where V = {}tau^{} + ...{}", where, coefficient, p.order, along);
    }

    void add_potential() {
        using enum PotentialMinimum::Outcome;
        if (!s_.potential) return;
        const PotentialMinimum& p = *s_.potential;
        const std::string where = p.conditions.empty() ? "for all values" : "where these conditions hold";
        const std::string by = p.is_dissipated ? " (Lagrange, Dirichlet; the energy is dissipated), "
                                               : " (Lagrange, Dirichlet), ";
        switch (p.outcome) {
            case outside:
                say("potential energy: the theorem of Lagrange and Dirichlet does not apply: " + p.reason);
                return;
            case definite:
                if (std::ranges::any_of(p.conditions, &StabilityCondition::is_never))
                    say("potential energy: V'' is not positive definite for any values");
                else
                    say("potential energy: a strict minimum, so stable" + by + where);
                break;
            case minimum:
                say("potential energy: " + first_term(p) + ": a strict minimum, so " +
                    (p.is_damped ? "asymptotically stable (Lagrange, Dirichlet; Barbashin, Krasovskii: every "
                                   "velocity is damped), "
                                 : "stable" + by) +
                    where);
                break;
            case no_minimum: say("potential energy: " + first_term(p) + no_minimum_by(p) + where); break;
            case degenerate:
                say("potential energy: nothing is decided by it: " + p.reason +
                    (s_.numbers.cyclic.empty() ? "" : "; --at steady judges it up to its symmetries"));
                return;
        }
        for (const JudgedCondition& c : s_.of_potential)
            if (!c.condition.is_never()) out_ += formula("  ", relation(c), 4, width_);
        if (!p.signs.nonzero.empty()) say("taken to be different from zero there: " + names(p.signs.nonzero));
    }

    static std::string no_minimum_by(const PotentialMinimum& p) {
        if (p.is_damped)
            return ": no minimum, so unstable, as every velocity is damped (Barbashin, Krasovskii), ";
        if (p.forbidden > 0)
            return ": no minimum on the displacements that the constraints allow, so unstable (Kozlov "
                   "1986), ";
        return p.flat == 1 ? ": no minimum, so unstable (Koiter 1965; Kozlov and Palamodov 1982), "
                           : ": no minimum, so unstable (Chetaev; Kozlov and Palamodov 1982), ";
    }

    void add_routh() {
        if (!s_.routh) return;
        const RouthLyapunov& r = *s_.routh;
        if (r.outcome == RouthLyapunov::Outcome::not_decided) {
            say("integrals (Routh, Lyapunov): nothing is decided by them: " + r.reason);
            return;
        }
        for (std::size_t k = 0; k < r.extrema.size(); ++k) {
            const auto& conditions = s_.of_routh[k];
            say(fmt::format("{}: {}, so stable up to symmetries, {}",
                            k == 0 ? "integrals (Routh, Lyapunov)" : "or",
                            r.rows == 0 ? "nothing is free on their level"
                                        : fmt::format("a combination has a strict {} on the level of all",
                                                      r.extrema[k].is_maximum ? "maximum" : "minimum"),
                            conditions.empty() ? "for all values" : "where these conditions hold"));
            for (const JudgedCondition& c : conditions) out_ += formula("  ", relation(c), 4, width_);
        }
        say(r.rows == 0 ? "the integrals" : "the integrals, with their factors in the combination");
        for (const RouthLyapunov::Integral& one : r.integrals) {
            std::string name = one.name;
            if (name.empty()) name = as_written(one.value);
            if (name.size() > longest_entry && one.printed) name = shown(one.printed, longest_entry);
            out_ +=
                formula("  ", one.factor ? name + "; " + shown(one.factor, longest_entry) : name, 4, width_);
        }
        if (!r.signs.nonzero.empty()) say("taken to be different from zero there: " + names(r.signs.nonzero));
    }

    std::string claim() const {
        switch (s_.claim) {
            case Claim::asymptotic: return "asymptotically stable (Lyapunov)";
            case Claim::asymptotic_but_family:
                return "stable, asymptotically except along the family (Lyapunov, Malkin),";
            case Claim::first_order:
                return "stable to first order, which does not decide whether it is stable,";
            case Claim::zeros_left:
                return s_.family == s_.polynomial.zeros
                           ? "not decided, as the family that explains the zero roots was found in numbers "
                             "only,"
                           : "not decided, as no family explains all zero roots,";
            case Claim::growing:
                if (s_.polynomial.zeros < 2 &&
                    std::ranges::all_of(s_.polynomial.factors,
                                        [](const CharacteristicFactor& f) { return f.multiplicity == 1; }))
                    return "not decided, as roots of different factors coincide at the values here and let "
                           "the linear motion grow with time,";
                return "not decided, as multiple roots let the linear motion grow with time,";
            case Claim::stationary:
            case Claim::nothing_to_decide: break;
        }
        return "";
    }

    const std::string& system_;
    const SymbolicStability& s_;
    std::size_t width_;
    std::string out_;
};

Json texts(const std::vector<Expr>& list) {
    Json::Array out;
    for (const Expr& e : list) out.emplace_back(text(e));
    return Json::array(std::move(out));
}

Json sentences(const std::vector<std::string>& list) {
    return Json::array(Json::Array(list.begin(), list.end()));
}

Json or_null(const std::string& words) { return words.empty() ? Json() : Json(words); }

Json condition_json(const JudgedCondition& c, Context& context) {
    return Json::object({{"name", c.condition.name},
                         {"shown", relation(c)},
                         {"latex", or_null(broken(relation_latex(c)))},
                         {"factor", c.factor},
                         {"positive", text(c.condition.expression(context))},
                         {"left", c.inequality ? Json(text(c.inequality->left)) : Json()},
                         {"right", c.inequality ? Json(text(c.inequality->right)) : Json()},
                         {"never", c.condition.is_never()},
                         {"here", c.sign > 0   ? "holds"
                                  : c.sign < 0 ? "violated"
                                               : "boundary"}});
}

std::string_view name(PotentialMinimum::Outcome outcome) {
    switch (outcome) {
        case PotentialMinimum::Outcome::outside: return "outside";
        case PotentialMinimum::Outcome::definite: return "definite";
        case PotentialMinimum::Outcome::minimum: return "minimum";
        case PotentialMinimum::Outcome::no_minimum: return "no minimum";
        case PotentialMinimum::Outcome::degenerate: return "not decided";
    }
    return "";
}

Json frozen_json(const FrozenConstraints& f) {
    using enum FrozenConstraints::Outcome;
    if (f.outcome == none) return {};
    Json::Array rows;
    for (std::size_t i = 0; i < f.along.size(); ++i) {
        const std::span<const Expr> row = f.difference.row(i);
        rows.push_back(texts({row.begin(), row.end()}));
    }
    return Json::object({{"same", f.outcome == not_compared ? Json() : Json(f.outcome == same)},
                         {"reason", f.reason},
                         {"along", texts(f.along)},
                         {"difference", Json::array(std::move(rows))}});
}

Json routh_json(const SymbolicStability& s, Context& context) {
    if (!s.routh) return {};
    const RouthLyapunov& r = *s.routh;
    Json::Array extrema, integrals;
    for (std::size_t k = 0; k < r.extrema.size(); ++k) {
        Json::Array conditions;
        for (const JudgedCondition& c : s.of_routh[k]) conditions.push_back(condition_json(c, context));
        extrema.push_back(Json::object(
            {{"maximum", r.extrema[k].is_maximum}, {"conditions", Json::array(std::move(conditions))}}));
    }
    for (const RouthLyapunov::Integral& one : r.integrals)
        integrals.push_back(Json::object({{"name", one.name},
                                          {"value", one.value ? Json(text(one.value)) : Json()},
                                          {"factor", one.factor ? Json(text(one.factor)) : Json()}}));
    return Json::object(
        {{"outcome", r.outcome == RouthLyapunov::Outcome::definite ? "definite" : "not decided"},
         {"reason", r.reason},
         {"integrals", Json::array(std::move(integrals))},
         {"extrema", Json::array(std::move(extrema))},
         {"nonzero", texts(r.signs.nonzero)}});
}

Json potential_json(const SymbolicStability& s, Context& context) {
    if (!s.potential) return {};
    Json::Array conditions;
    for (const JudgedCondition& c : s.of_potential) conditions.push_back(condition_json(c, context));
    return Json::object({{"outcome", name(s.potential->outcome)},
                         {"reason", s.potential->reason},
                         {"conditions", Json::array(std::move(conditions))},
                         {"second_kind", s.potential->is_second_kind},
                         {"dissipated", s.potential->is_dissipated},
                         {"damped", s.potential->is_damped},
                         {"directions", s.potential->flat},
                         {"along", texts(s.potential->direction)},
                         {"order", s.potential->order},
                         {"term", s.potential->term ? Json(text(s.potential->term)) : Json()}});
}

}  // namespace

std::string as_text(const std::string& system, const SymbolicStability& stability, std::size_t width) {
    return Writer(system, stability, width).text();
}

std::string as_latex(const SymbolicStability& s) {
    std::string out;
    const auto line = [&](const std::string& words) { out += (out.empty() ? "& " : " \\\\\n& ") + words; };
    const auto formula = [&](const std::string& formula, const std::string& words) {
        line("\\quad " + (formula.empty() ? "\\text{" + words + "}" : formula));
    };
    const CharacteristicPolynomial& p = s.polynomial;
    line("\\text{characteristic polynomial, its factors}");
    if (p.zeros > 0) line("\\quad " + latex(pow(p.s, Rational(static_cast<std::int64_t>(p.zeros)))));
    for (const CharacteristicFactor& f : p.factors)
        formula(broken(factor_latex(f, p.s)),
                fmt::format("a polynomial of degree {}", f.coefficients.size() - 1));
    if (!s.conditions.empty()) line("\\text{conditions}");
    for (const JudgedCondition& c : s.conditions)
        formula(broken(relation_latex(c)), c.inequality ? "a long one, in the text" : "never satisfied");
    for (const std::string& words : Writer("", s, 80).claim_sentences()) line("\\text{" + words + "}");
    return "\\begin{align*}\n" + out + "\n\\end{align*}\n";
}

Json as_json(const std::string& system, const SymbolicStability& s) {
    Context& context = s.polynomial.s.context();
    Json::Object state, values;
    for (const auto& [variable, value] : s.at.kept) state.emplace_back(text(variable), text(value));
    for (const auto& [letter, value] : s.at.values) values.emplace_back(text(letter), value.to_double());
    Json::Array matrix, factors, conditions, critical;
    for (std::size_t i = 0; i < s.variables.size(); ++i) {
        const std::span<const Expr> row = s.A.row(i);
        matrix.push_back(texts({row.begin(), row.end()}));
    }
    for (const CharacteristicFactor& f : s.polynomial.factors)
        factors.push_back(Json::object({{"shown", factor_text(f, s.polynomial.s)},
                                        {"latex", or_null(broken(factor_latex(f, s.polynomial.s)))},
                                        {"coefficients", texts(f.coefficients)},
                                        {"multiplicity", static_cast<std::int64_t>(f.multiplicity)},
                                        {"even", f.is_even}}));
    for (const JudgedCondition& c : s.conditions) conditions.push_back(condition_json(c, context));
    for (const CriticalLetter& c : s.critical) {
        Json::Array list;
        for (const double value : c.values) list.emplace_back(value);
        critical.push_back(Json::object({{"letter", text(c.letter)},
                                         {"condition", c.condition},
                                         {"values", Json::array(std::move(list))}}));
    }
    const KnownSigns& k = s.polynomial.signs;
    return Json::object(
        {{"system", system},
         {"at", s.numbers.at == Standstill::steady ? "steady" : "equilibrium"},
         {"form", s.numbers.form->id},
         {"state", Json::object(std::move(state))},
         {"free", texts(s.at.free)},
         {"values", Json::object(std::move(values))},
         {"variables", texts(s.variables)},
         {"matrix", Json::array(std::move(matrix))},
         {"zero_roots", s.polynomial.zeros},
         {"family", s.family},
         {"factors", Json::array(std::move(factors))},
         {"conditions", Json::array(std::move(conditions))},
         {"signs", Json::object({{"by_range", texts(k.by_range)},
                                 {"by_value", texts(k.by_value)},
                                 {"inertia", texts(k.inertia)},
                                 {"nonzero", texts(k.nonzero)}})},
         {"critical", Json::array(std::move(critical))},
         {"holds_nowhere", s.holds_nowhere()},
         {"claim", s.holds_nowhere() ? "unstable" : name(s.claim)},
         {"frozen_constraints", frozen_json(s.frozen)},
         {"statement", sentences(Writer(system, s, 80).claim_sentences())},
         {"theorems", Writer(system, s, 80).theorems()},
         {"potential", potential_json(s, context)},
         {"routh_lyapunov", routh_json(s, context)},
         {"here", Json::object({{"verdict", name(s.here.verdict)}, {"reason", s.here.reason}})}});
}

}  // namespace anholon
