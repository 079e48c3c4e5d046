#include "study/symbolic_stability.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "algebra/real_roots.hpp"
#include "base/deadline.hpp"
#include "base/text.hpp"
#include "expr/introduce.hpp"
#include "expr/normal_form.hpp"
#include "expr/print.hpp"
#include "expr/simplify.hpp"
#include "expr/walk.hpp"
#include "model/state/parameter_values.hpp"
#include "structure/symmetries/affine_symmetries.hpp"
#include "structure/zeros/range.hpp"
#include "study/standstill/corners.hpp"

namespace anholon {

namespace {

bool contains(const std::vector<Expr>& list, const Expr& e) {
    return std::ranges::find(list, e) != list.end();
}

// The parameters that have values, exactly: 18 [deg] is pi/10.
Substitution numbers_of(const System& system, const SymbolicOptions& options, const Point& values) {
    Substitution list;
    if (!options.letters) return list;
    for (std::size_t k = 0; k < system.parameters.size(); ++k) {
        const Parameter& p = system.parameters[k];
        if (contains(*options.letters, p.symbol)) continue;
        const Rational& value = values[k].second;
        list.emplace_back(p.symbol, value == p.value ? p.exact : system.c().number(value));
    }
    return list;
}

// The model's own values.
bool are_stated(const System& system, const Point& values) {
    for (std::size_t k = 0; k < system.parameters.size(); ++k)
        if (values[k].second != system.parameters[k].value) return false;
    return true;
}

// Symmetries at the values of those parameters only that are no letters.
void use_symmetries(StandstillEquations& equations, const Point& values, const Substitution& numbers) {
    if (equations.at() != Standstill::steady) return;
    ConstantValues fixed;
    for (const auto& [symbol, value] : values)
        if (std::ranges::find(numbers, symbol, &std::pair<Expr, Expr>::first) != numbers.end())
            fixed.emplace_back(symbol, value);
    if (special_values(fixed) == special_values(values)) return;
    equations.part().use(motion_symmetries(equations.system(), fixed).fields);
}

// p > 0 with the negative terms on the right; solved for a power of a letter that is free, where the sign of its coefficient is known.
class Writing {
  public:
    Writing(const System& system, const ExactStandstill& at) : system_(system), at_(at) {
        for (Parameter& p : system_.parameters)
            for (const auto& [symbol, value] : at.values)
                if (symbol == p.symbol) p.value = value;
    }

    std::optional<Inequality> inequality(const StabilityCondition& condition) const {
        if (condition.factors.empty()) return std::nullopt;
        const Expr zero = system_.c().zero();
        if (condition.factors.size() > 1) {
            Expr product = system_.c().one();
            for (const Expr& f : condition.factors) product *= simplified(f);
            return condition.sign > 0 ? Inequality{product, zero} : Inequality{zero, product};
        }
        const Expr p = condition.factors[0] * Rational(condition.sign);
        const NormalForms forms(std::span(&p, 1));
        const Polynomial& polynomial = forms[0].numerator;  // p has no denominator
        if (auto solved = solved_for_free(forms, polynomial)) return solved;
        Polynomial plus = forms.ring().zero(), minus = plus;
        polynomial.for_each_term([&](const Rational& c, std::span<const long> exponents) {
            if (c.sign() > 0)
                plus = plus + forms.ring().term(c, exponents);
            else
                minus = minus - forms.ring().term(c, exponents);
        });
        const auto written = [&](const Polynomial& q) {
            return q.is_zero() ? zero : simplified(forms.expr(q));
        };
        return Inequality{written(plus), written(minus)};
    }

  private:
    // a x^k + b > 0: x^k > −b/a or −b/a > x^k.
    std::optional<Inequality> solved_for_free(const NormalForms& forms, const Polynomial& p) const {
        for (std::size_t g = 0; g < forms.ring().generators(); ++g) {
            const Expr x = forms.generator(g);
            if (!x || !x.is_symbol() || !contains(at_.free, x) || p.degree(g) < 1) continue;
            const std::size_t of_x[] = {g};
            const auto parts = by_exponents(p, of_x);
            if (parts.size() > 2 || (parts.size() == 2 && parts.begin()->first[0] != 0)) continue;
            const auto& [power, leading] = *parts.rbegin();
            const Expr a = forms.expr(leading);
            const int sign = letters_in(a).empty() ? (at_.value(a) > 0 ? 1 : -1) : sign_of(system_, a);
            if (sign == 0) continue;
            const Expr left = pow(x, Rational(power[0]));
            const Expr right =
                parts.size() == 2 ? simplified(-forms.expr(parts.begin()->second) / a) : system_.c().zero();
            return sign > 0 ? Inequality{left, right, true} : Inequality{right, left, true};
        }
        return std::nullopt;
    }

    System system_;
    const ExactStandstill& at_;
};

int sign_at(const Expr& e, const Point& values) {
    const Ball value = enclosure(e, values, 256);
    if (!value.is_finite() || value.contains_zero()) return 0;
    return value.midpoint() > 0 ? 1 : -1;
}

// The coefficients of a polynomial of one letter, enclosed.
std::optional<std::vector<Ball>> enclosed_coefficients(const Expr& p, const Expr& letter) {
    const NormalForms forms(std::span(&p, 1));
    const std::size_t n = forms.ring().generators();
    std::size_t place = n;
    for (std::size_t g = 0; g < n; ++g)
        if (forms.generator(g) == letter) place = g;
    if (place == n) return std::nullopt;
    const Polynomial& q = forms[0].numerator;
    std::vector<Ball> list(static_cast<std::size_t>(q.degree(place)) + 1, Ball(Rational(0), 512));
    const std::size_t of_letter[] = {place};
    for (const auto& [power, coefficient] : by_exponents(q, of_letter)) {
        const Expr c = forms.expr(coefficient);
        if (!letters_in(c).empty()) return std::nullopt;  // in a function
        list[static_cast<std::size_t>(power[0])] = enclosure(c, {}, 512);
    }
    return list;
}

// Where it depends on one letter only.
void find_critical(SymbolicStability& out) {
    for (std::size_t k = 0; k < out.conditions.size(); ++k)
        for (const Expr& factor : out.conditions[k].condition.factors) {
            const std::vector<Expr> letters = letters_in(factor);
            if (letters.size() != 1) continue;
            const auto coefficients = enclosed_coefficients(factor, letters[0]);
            if (!coefficients) continue;
            const auto roots = real_roots(*coefficients);
            if (!roots) continue;
            CriticalLetter critical{letters[0], k, {}};
            for (const EnclosedRoot& root : *roots) critical.values.push_back(root.value());
            if (!critical.values.empty()) out.critical.push_back(std::move(critical));
        }
}

// δθ̇ is written delta_theta_dot: a dot of its own would be the rate of δθ.
std::string deviation_name(const Symbol& symbol) {
    std::string name = "delta_" + symbol.name;
    for (int k = 0; k < symbol.dots; ++k) name += "_dot";
    return name;
}

SymbolicStability::Claim claim_of(const SymbolicStability& s) {
    using enum SymbolicStability::Claim;
    const CharacteristicPolynomial& p = s.polynomial;
    // A family that was found in numbers may be one at these values only.
    const bool is_explained = p.zeros == s.family && s.is_family_in_letters;
    if (p.factors.empty()) return is_explained ? stationary : nothing_to_decide;
    if (std::ranges::any_of(p.factors, &CharacteristicFactor::is_even))
        return p.is_semisimple ? first_order : growing;
    if (p.zeros == 0) return asymptotic;
    return is_explained ? asymptotic_but_family : zeros_left;
}

// Whether the linear equations decide for no values of the letters that the standstill is stable, and not for all that it is unstable.
bool leaves_open(const SymbolicStability& s) {
    using enum SymbolicStability::Claim;
    return !s.holds_nowhere() && s.claim != asymptotic && s.claim != asymptotic_but_family &&
           s.claim != stationary;
}

bool all_hold(const std::vector<JudgedCondition>& conditions) {
    return std::ranges::all_of(conditions, [](const JudgedCondition& c) { return c.sign > 0; });
}

// At the values of the letters.
Stability stability_by_conditions(const SymbolicStability& s) {
    using Verdict = Stability::Verdict;
    const auto vanishes_here = [&](const Expr& e) { return sign_at(e, s.at.values) == 0; };
    if (std::ranges::any_of(s.polynomial.signs.nonzero, vanishes_here) ||
        std::ranges::any_of(s.conditions, [](const JudgedCondition& c) { return c.sign == 0; }))
        return {Verdict::undecided, "a condition on the eigenvalues is on its boundary here"};
    if (!all_hold(s.conditions)) return {Verdict::unstable, "an eigenvalue has a positive real part"};
    switch (s.claim) {
        case SymbolicStability::Claim::asymptotic:
            return {Verdict::asymptotic, "all real parts are negative"};
        case SymbolicStability::Claim::asymptotic_but_family:
            return {Verdict::asymptotic_but_family,
                    "the zero eigenvalues are those of the family, all others have negative real parts"};
        case SymbolicStability::Claim::stationary:
            return {Verdict::stable, "every nearby state is stationary as well"};
        default: break;
    }
    const std::size_t zeros = s.polynomial.zeros;
    const std::string which = zeros == 0   ? "some are imaginary"
                              : zeros == 1 ? "1 eigenvalue vanishes"
                                           : std::to_string(zeros) + " eigenvalues vanish";
    return {Verdict::undecided,
            "no eigenvalue has a positive real part, and " + which + ": the linear equations do not decide"};
}

// What the linear equations leave open, the potential energy or the integrals may decide. Both never contradict them: where an eigenvalue
// has a positive real part no integral has a strict extremum.
Stability stability_here(const SymbolicStability& s) {
    using Verdict = Stability::Verdict;
    if (s.numbers.stability.verdict != Verdict::undecided) return s.numbers.stability;
    const Stability linear = stability_by_conditions(s);
    if (linear.verdict != Verdict::undecided) return linear;
    if (s.potential && all_hold(s.of_potential)) {
        using enum PotentialMinimum::Outcome;
        const PotentialMinimum& p = *s.potential;
        if (p.outcome == minimum && p.is_damped)
            return {Verdict::asymptotic,
                    "the potential has a strict minimum here, and every velocity is damped"};
        if (p.outcome == definite || p.outcome == minimum)
            return {Verdict::stable, "the potential has a strict minimum here (Lagrange and Dirichlet)"};
        if (p.outcome == no_minimum)
            return {Verdict::unstable,
                    "the potential decreases along a direction that the constraints allow"};
    }
    const auto vanishes_here = [&](const Expr& e) { return sign_at(e, s.at.values) == 0; };
    if (s.routh && std::ranges::any_of(s.of_routh, all_hold) &&
        std::ranges::none_of(s.routh->signs.nonzero, vanishes_here))
        return {Verdict::stable,
                "an integral has a strict extremum here on the level of the others (Routh and Lyapunov)"};
    return s.numbers.stability.reason.empty() ? linear : s.numbers.stability;
}

// The exact part of it, at out.at near x.
void add_exactly(SymbolicStability& out, StandstillEquations& equations, const std::vector<double>& x,
                 const Substitution& numbers, const Point& values, const Budget& budget) {
    const System& system = equations.system();
    const ExactLinearPart linear = exact_linear_part(equations.part(), system, out.at);
    out.variables = linear.variables;
    for (std::size_t k = 0; k < out.variables.size(); ++k)
        out.deviations.push_back(introduced(system.c(), deviation_name(out.variables[k].symbol()),
                                            SymbolKind::variable, "deviation", k));
    out.polynomial = characteristic_polynomial(linear, system, out.at);
    out.A = linear.A();
    out.family = linear.family;
    if (out.family < out.polynomial.zeros && out.family < out.numbers.family)
        out.family =
            std::max(out.family, wider_family(equations.part(), system, x, out.at, numbers, values, budget));
    out.is_family_in_letters = out.family >= out.numbers.family || out.family == out.polynomial.zeros;
    if (!out.is_family_in_letters) out.family = out.numbers.family;
    const Writing writing(system, out.at);
    const auto judged = [&](std::size_t factor, const StabilityCondition& c) {
        const int sign = c.factors.empty() ? c.sign : sign_at(c.expression(system.c()), out.at.values);
        return JudgedCondition{factor, c, writing.inequality(c), sign};
    };
    for (std::size_t k = 0; k < out.polynomial.factors.size(); ++k)
        for (const StabilityCondition& c : out.polynomial.factors[k].conditions)
            out.conditions.push_back(judged(k, c));
    if (equations.at() == Standstill::equilibrium) {
        out.frozen = frozen_constraints(equations.part(), system, out.at, linear);
        out.potential = potential_minimum(system, out.at, numbers);
        for (const StabilityCondition& c : out.potential->conditions)
            out.of_potential.push_back(judged(0, c));
    }
    find_critical(out);
    out.claim = claim_of(out);
    if (equations.at() == Standstill::steady && leaves_open(out)) {
        const bool are_declared = numbers.size() == values.size() && are_stated(system, values);
        out.routh = routh_lyapunov(equations.part(), system, out.at, linear, are_declared, budget);
        for (const RouthLyapunov::Extremum& one : out.routh->extrema) {
            out.of_routh.emplace_back();
            for (const StabilityCondition& c : one.conditions) out.of_routh.back().push_back(judged(0, c));
        }
    }
    out.here = stability_here(out);
}

}  // namespace

bool SymbolicStability::holds_nowhere() const {
    return std::ranges::any_of(conditions, [](const JudgedCondition& c) { return c.condition.is_never(); });
}

std::vector<Expr> SymbolicStability::letters() const {
    std::vector<Expr> list;
    for (const CharacteristicFactor& f : polynomial.factors)
        for (const Expr& a : f.coefficients)
            for (const Expr& letter : letters_in(a))
                if (!contains(list, letter)) list.push_back(letter);
    return list;
}

SymbolicStability symbolic_stability(const System& system, const SymbolicOptions& options) {
    const Budget budget(options.seconds);
    const Deadline deadline(budget.limit());
    StandstillEquations equations(system, options.standstill.at);
    SymbolicStability out;
    out.numbers = linearisation(equations, options.standstill);
    StandstillSearch search(equations, options.standstill);
    const std::vector<double> x = search.found().x;
    if (const auto u = corner_at(equations.part(), x)) throw NoLinearEquations(text_of_corner(*u));
    const Point values = parameter_point(system, options.standstill.initial);
    const Substitution numbers = numbers_of(system, options, values);
    equations.part().demand_autonomous(numbers);
    use_symmetries(equations, values, numbers);
    out.at = exact_standstill(equations.part(), system, x, numbers, values, budget);
    add_exactly(out, equations, x, numbers, values, budget);
    return out;
}

std::optional<Stability> exact_stability(StandstillEquations& equations, const std::vector<double>& x,
                                         const Standing& standing, const Point& values) {
    const Budget work = Budget::of_steps(3'000'000);
    SymbolicStability out;
    // How many directions a wider family that passes here may have; what is found of it is proved.
    out.numbers.family = standing.family;
    SteadyPart& part = equations.part();
    try {
        const Deadline deadline(work.limit());
        if (standing.exact) {
            out.at = *standing.exact;
        } else {
            const Budget few = work_for_formulas();
            const Deadline sooner(few.limit());
            out.at = exact_standstill(part, equations.system(), x, part.exact_parameters(), values, few);
        }
        add_exactly(out, equations, x, part.exact_parameters(), values, work);
        return out.here;
    } catch (const NotExact&) {
    } catch (const TooLarge&) {
    } catch (const TimeIsUp&) {
    } catch (const Undefined&) {
    }
    return std::nullopt;
}

std::string_view name(SymbolicStability::Claim claim) {
    switch (claim) {
        case SymbolicStability::Claim::asymptotic: return "asymptotically stable";
        case SymbolicStability::Claim::asymptotic_but_family:
            return "stable, asymptotically except along the family";
        case SymbolicStability::Claim::first_order: return "stable to first order";
        case SymbolicStability::Claim::zeros_left: return "not decided: zero eigenvalues";
        case SymbolicStability::Claim::growing: return "not decided: multiple eigenvalues";
        case SymbolicStability::Claim::stationary: return "stable";
        case SymbolicStability::Claim::nothing_to_decide: return "not decided: all eigenvalues vanish";
    }
    return "";
}

std::vector<Expr> letters_in(Expr e) {
    std::vector<Expr> list = symbols_of(e);
    std::erase_if(list, [](const Expr& x) { return x.symbol().kind == SymbolKind::pi; });
    return list;
}

bool has_long_numbers(Expr e) {
    constexpr std::size_t long_enough = 24;  // bits
    Context& c = e.context();
    const Walk walk(e);
    return std::ranges::any_of(walk.nodes(), [&](NodeId id) {
        const Node node = c.node(id);
        if (node.kind == Kind::number) return c.number_at(id).bits() > long_enough;
        return node.kind == Kind::function && letters_in(Expr(c, id)).empty();
    });
}

std::string decimal_polynomial(Expr e, DecimalScale scaled) {
    constexpr int digits = 10;
    const std::vector<Expr> letters = letters_in(e);
    if (letters.empty()) return decimal(enclosure(e, {}, 256).midpoint(), digits);
    const NormalForms forms(std::span(&e, 1));
    std::vector<std::size_t> places;
    for (std::size_t g = 0; g < forms.ring().generators(); ++g)
        if (const Expr x = forms.generator(g); x && !letters_in(x).empty()) places.push_back(g);
    double scale = enclosure(forms.expr(forms[0].denominator), {}, 256).midpoint();
    std::string out;
    auto parts = by_exponents(forms[0].numerator, places);
    if (scaled == DecimalScale::first_is_one)
        scale = std::fabs(enclosure(forms.expr(parts.rbegin()->second), {}, 256).midpoint());
    for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
        const double c = enclosure(forms.expr(part->second), {}, 256).midpoint() / scale;
        std::string monomial;
        for (std::size_t k = 0; k < places.size(); ++k) {
            const long power = part->first[k];
            if (power == 0) continue;
            if (!monomial.empty()) monomial += "*";
            monomial += text(forms.generator(places[k]));
            if (power > 1) monomial += "^" + std::to_string(power);
        }
        const std::string sign = out.empty() ? (c < 0 ? "-" : "") : (c < 0 ? " - " : " + ");
        const std::string size = decimal(std::fabs(c), digits);
        out += sign + (monomial.empty() ? size : size == "1" ? monomial : size + "*" + monomial);
    }
    return out;
}

}  // namespace anholon
