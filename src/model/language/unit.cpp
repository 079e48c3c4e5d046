#include "model/language/unit.hpp"

#include <algorithm>
#include <vector>

#include "base/text.hpp"
#include "model/language/errors.hpp"
#include "model/language/unit_names.hpp"
#include "syntax/token.hpp"

namespace anholon {

bool Dimension::is_one() const {
    return std::all_of(powers.begin(), powers.end(), [](const Rational& p) { return p.is_zero(); });
}

Dimension operator*(const Dimension& a, const Dimension& b) {
    Dimension out;
    for (std::size_t i = 0; i < out.powers.size(); ++i) out.powers[i] = a.powers[i] + b.powers[i];
    return out;
}

Dimension operator/(const Dimension& a, const Dimension& b) { return a * pow(b, -1); }

Dimension pow(const Dimension& a, const Rational& exponent) {
    Dimension out;
    for (std::size_t i = 0; i < out.powers.size(); ++i) out.powers[i] = a.powers[i] * exponent;
    return out;
}

namespace {

Dimension basic(std::size_t unit) {
    Dimension out;
    out.powers[unit] = 1;
    return out;
}

}  // namespace

Dimension metres() { return basic(0); }
Dimension kilograms() { return basic(1); }
Dimension seconds() { return basic(2); }

namespace {

constexpr std::string_view base_names[] = {"m", "kg", "s", "A", "K", "mol", "cd"};
constexpr std::size_t print_order[] = {1, 0, 2, 3, 4, 5, 6};  // kg before m, as people write

}  // namespace

std::string to_string(const Dimension& dimension) {
    std::string over, under;
    std::size_t divisors = 0;
    for (const std::size_t i : print_order) {
        const Rational& p = dimension.powers[i];
        if (p.is_zero()) continue;
        std::string& side = p.sign() > 0 ? over : under;
        if (p.sign() < 0) ++divisors;
        if (!side.empty()) side += ' ';
        side += base_names[i];
        const Rational size = abs(p);
        if (size.is_one()) continue;
        side += size.is_integer() ? "^" + size.to_string() : "^(" + size.to_string() + ")";
    }
    if (under.empty()) return over.empty() ? "1" : over;
    return (over.empty() ? "1" : over) + "/" + (divisors > 1 ? "(" + under + ")" : under);
}

Expr Unit::scale(Context& context) const {
    return context.number(factor) * pow(context.pi() / Rational(180), Rational(degrees));
}

namespace {

struct NamedUnit {
    std::string_view name;
    std::array<int, 7> powers;  // m kg s A K mol cd
    long numerator = 1, denominator = 1;
    bool takes_prefix = true;
};

constexpr NamedUnit units[] = {
    {"m", {1}},
    {"g", {0, 1}, 1, 1000},
    {"s", {0, 0, 1}},
    {"A", {0, 0, 0, 1}},
    {"K", {0, 0, 0, 0, 1}},
    {"mol", {0, 0, 0, 0, 0, 1}},
    {"cd", {0, 0, 0, 0, 0, 0, 1}},
    {"rad", {}},
    {"sr", {}},
    {"Hz", {0, 0, -1}},
    {"N", {1, 1, -2}},
    {"Pa", {-1, 1, -2}},
    {"J", {2, 1, -2}},
    {"W", {2, 1, -3}},
    {"C", {0, 0, 1, 1}},
    {"V", {2, 1, -3, -1}},
    {"F", {-2, -1, 4, 2}},
    {"Ohm", {2, 1, -3, -2}},
    {"Wb", {2, 1, -2, -1}},
    {"T", {0, 1, -2, -1}},
    {"H", {2, 1, -2, -2}},
    {"min", {0, 0, 1}, 60, 1, false},
    {"h", {0, 0, 1}, 3600, 1, false},
    {"deg", {}, 1, 1, false},
};

struct Prefix {
    char letter;
    int power;
};
constexpr Prefix prefixes[] = {{'n', -9}, {'u', -6}, {'m', -3}, {'c', -2}, {'d', -1},
                               {'k', 3},  {'M', 6},  {'G', 9},  {'T', 12}};

const NamedUnit* find_unit(std::string_view name) {
    const auto* found =
        std::find_if(std::begin(units), std::end(units), [&](const NamedUnit& u) { return u.name == name; });
    return found == std::end(units) ? nullptr : found;
}

std::optional<Unit> unit_by_name(std::string_view name) {
    const NamedUnit* named = find_unit(name);
    Rational factor = 1;
    if (!named && name.size() > 1) {
        named = find_unit(name.substr(1));
        const auto* prefix = std::find_if(std::begin(prefixes), std::end(prefixes),
                                          [&](const Prefix& p) { return p.letter == name[0]; });
        if (!named || !named->takes_prefix || prefix == std::end(prefixes)) return std::nullopt;
        factor = pow(Rational(10), prefix->power);
    }
    if (!named) return std::nullopt;
    Unit unit;
    for (std::size_t i = 0; i < 7; ++i) unit.dimension.powers[i] = named->powers[i];
    unit.factor = factor * Rational(named->numerator, named->denominator);
    unit.degrees = named->name == "deg" ? 1 : 0;
    return unit;
}

Unit power_of(const Unit& u, const Rational& exponent) {
    Unit out;
    out.dimension = pow(u.dimension, exponent);
    if (exponent.is_integer() && (!u.factor.is_one() || u.degrees != 0)) {
        const long n = exponent.to_long().value_or(0);
        out.factor = pow(u.factor, n);
        out.degrees = u.degrees * n;
    }
    return out;
}

Unit product(const Unit& a, const Unit& b) {
    return {a.dimension * b.dimension, a.factor * b.factor, a.degrees + b.degrees};
}

// product = factor { ["*" | "/"] factor }, factor = (name | 1 | "(" product ")") ["^" exponent]
class UnitReader {
  public:
    UnitReader(std::span<const syntax::Token> tokens, const Source& source, Diagnostics& diagnostics)
        : cursor_(tokens), source_(source), diagnostics_(diagnostics) {}

    std::optional<Unit> run() {
        auto unit = product_of_factors(0);
        if (!unit) return std::nullopt;
        if (cursor_.at(syntax::TokenKind::end)) return unit;
        return malformed();
    }

  private:
    using Kind = syntax::TokenKind;

    std::nullopt_t malformed() {
        const Span span = cursor_.at(Kind::end) ? cursor_.gap() : cursor_.peek().span;
        diagnostics_.add(unit_malformed(span));
        return std::nullopt;
    }

    std::optional<Unit> product_of_factors(int depth) {
        auto out = factor(depth);
        while (out && !cursor_.at(Kind::end) && !cursor_.at(Kind::right_paren)) {
            const bool divides = cursor_.at(Kind::slash);
            if (divides || cursor_.at(Kind::star)) cursor_.next();
            const auto next = factor(depth);
            if (!next) return std::nullopt;
            out = product(*out, divides ? power_of(*next, -1) : *next);
        }
        return out;
    }

    std::optional<Unit> factor(int depth) {
        std::optional<Unit> out;
        if (cursor_.at(Kind::left_paren) && depth < 8) {
            cursor_.next();
            out = product_of_factors(depth + 1);
            if (out && !cursor_.accept(Kind::right_paren)) return malformed();
        } else if (cursor_.at(Kind::number) && source_.text(cursor_.peek().span) == "1") {
            cursor_.next();
            out = Unit{};
        } else if (cursor_.at(Kind::name)) {
            const syntax::Token token = cursor_.next();
            out = unit_by_name(source_.text(token.span));
            if (!out) {
                std::vector<std::string> names{"kg"};
                for (const NamedUnit& u : units) names.emplace_back(u.name);
                diagnostics_.add(unit_unknown(token.span, source_.text(token.span),
                                              nearest(source_.text(token.span), names).value_or("")));
                return std::nullopt;
            }
        } else {
            return malformed();
        }
        if (!out || !cursor_.accept(Kind::caret)) return out;
        const auto power = exponent();
        if (!power) return malformed();
        return power_of(*out, *power);
    }

    // 2, -1, (1/2)
    std::optional<Rational> exponent() {
        const bool in_parens = cursor_.accept(Kind::left_paren);
        const int sign = cursor_.accept(Kind::minus) ? -1 : 1;
        auto value = small_number();
        if (value && in_parens && cursor_.accept(Kind::slash)) {
            const auto divisor = small_number();
            if (!divisor || divisor->is_zero()) return std::nullopt;
            value = *value / *divisor;
        }
        if (!value || (in_parens && !cursor_.accept(Kind::right_paren))) return std::nullopt;
        return *value * Rational(sign);
    }

    std::optional<Rational> small_number() {
        if (!cursor_.at(Kind::number)) return std::nullopt;
        auto value = Rational::parse(source_.text(cursor_.next().span), 10);
        if (!value || abs(*value) > Rational(100)) return std::nullopt;
        return value;
    }

    syntax::Cursor cursor_;
    const Source& source_;
    Diagnostics& diagnostics_;
};

}  // namespace

std::optional<Unit> read_unit(Span span, const Source& source, Diagnostics& diagnostics) {
    // The tokens are those of the source; only their places are needed, so the part is lexed by itself.
    const Source part("unit", std::string(source.text({span.begin + 1, span.end - 1})));
    Diagnostics ignored;
    std::vector<syntax::Token> tokens = syntax::lex(part, ignored);
    for (syntax::Token& token : tokens) {
        token.span.begin += span.begin + 1;
        token.span.end += span.begin + 1;
    }
    return UnitReader(tokens, source, diagnostics).run();
}

std::vector<std::string_view> unit_names() {
    std::vector<std::string_view> out;
    for (const NamedUnit& unit : units) out.push_back(unit.name);
    return out;
}

std::string si_unit(const std::string& written) {
    if (written.empty()) return "";
    if (written == "rad" || written == "1") return written;
    const Source source("unit", "[" + written + "]");
    Diagnostics ignored;
    const auto unit = read_unit(source.all(), source, ignored);
    if (!unit) return "";
    return unit->degrees != 0 && unit->dimension.is_one() ? "rad" : to_string(unit->dimension);
}

}  // namespace anholon
