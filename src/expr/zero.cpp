#include "expr/zero.hpp"

#include <algorithm>
#include <cstdio>

#include "base/text.hpp"
#include "expr/modular.hpp"
#include "expr/normal_form.hpp"
#include "expr/print.hpp"
#include "expr/walk.hpp"

namespace anholon {

namespace {

ZeroVerdict unknown(std::string reason) {
    ZeroVerdict v;
    v.reason = std::move(reason);
    return v;
}

std::string naming(const std::string& reason, Expr culprit) {
    return culprit ? reason + ": " + text_in_brief(culprit) : reason;
}

// Points with coordinates k/8, of both signs, drawn wider from try to try.
Point random_point(std::span<const Expr> symbols, std::uint64_t seed, std::uint64_t attempt) {
    Point point;
    const std::uint64_t range = 16 + 8 * attempt;
    for (std::size_t i = 0; i < symbols.size(); ++i) {
        if (symbols[i].symbol().kind == SymbolKind::pi) continue;
        const auto k = static_cast<long>(mix(mix(seed, attempt), i) % range) + 1;
        // A third of the points is all positive: roots and logarithms want it.
        const bool negative = attempt % 3 != 0 && (mix(mix(seed, attempt), i + 1000) & 1) != 0;
        point.emplace_back(symbols[i], Rational(negative ? -k : k, 8));
    }
    return point;
}

// A point at which the value, enclosed by ball arithmetic, is certainly not zero.
std::optional<ZeroVerdict> witness(Expr e, std::uint64_t seed) {
    const std::vector<Expr> symbols = symbols_of(e);
    for (std::uint64_t attempt = 0; attempt < 48; ++attempt) {
        const Point point = random_point(symbols, seed, attempt);
        for (const long precision : {128L, 1024L}) {
            const Ball value = enclosure(e, point, precision);
            if (!value.is_finite()) break;
            if (value.contains_zero()) continue;
            ZeroVerdict v;
            v.answer = Answer::no;
            v.proof = Proof::witness;
            v.witness = point;
            v.witness_value = value.to_string(6);
            return v;
        }
    }
    return std::nullopt;
}

bool has_long_numbers(Expr e) {
    const Context& c = e.context();
    const Walk walk(e);
    return std::ranges::any_of(walk.nodes(), [&](NodeId id) {
        return c.node(id).kind == Kind::number && c.number_at(id).bits() > 30;
    });
}

ZeroVerdict by_normal_form(Expr e, std::size_t max_terms) {
    try {
        const NormalForms forms(std::span(&e, 1), max_terms);
        ZeroVerdict v;
        v.proof = Proof::normal_form;
        v.answer = forms[0].is_zero() ? Answer::yes : Answer::no;
        return v;
    } catch (const TooLarge& error) {
        return unknown(std::string("no normal form: ") + error.what());
    } catch (const DividesByZero& error) {
        return unknown(naming(error.what(), error.divisor));
    } catch (const Undefined& error) {
        return unknown(error.what());
    }
}

// A formal no becomes a no by a witness; without one the question stays open.
ZeroVerdict confirmed(Expr e, std::uint64_t seed) {
    if (auto v = witness(e, seed)) return *v;
    return unknown(
        "it does not vanish as an algebraic expression, but no real point was found where its value "
        "is certainly not zero; roots or functions in it may depend on each other");
}

}  // namespace

ZeroVerdict is_zero_modulo_primes(Expr e, std::uint64_t seed) {
    ZeroVerdict v;
    if (e.is_number()) {
        v.answer = e.number().is_zero() ? Answer::yes : Answer::no;
        v.proof = Proof::canonical_form;
        return v;
    }
    try {
        const ModularVerdict modular = vanishes_modulo_primes(e, seed);
        if (modular.outcome == ModularVerdict::Outcome::undecided)
            return unknown(naming(modular.reason, modular.culprit));
        v.answer = modular.outcome == ModularVerdict::Outcome::vanishes ? Answer::yes : Answer::no;
        // No point was needed: rewriting over base angles left a number.
        v.proof = modular.points == 0 ? Proof::normal_form : Proof::prime_field;
        v.error_bound = v.answer == Answer::yes ? modular.error_bound : 0;
        return v;
    } catch (const Undefined& error) {  // rewriting may show up a division by zero
        return unknown(error.what());
    }
}

ZeroVerdict is_zero(Expr e, const ZeroOptions& options) {
    using Use = ZeroOptions::Use;
    if (e.is_number()) {
        ZeroVerdict v = is_zero_modulo_primes(e);
        if (v.answer == Answer::no) v.witness_value = e.number().to_string();
        return v;
    }
    const ZeroVerdict modular = is_zero_modulo_primes(e, options.seed);
    if (options.use != Use::normal_form && modular.answer == Answer::yes) {
        // A prime that divides all coefficients would make anything vanish; only long numbers can hide it.
        if (has_long_numbers(e))
            if (auto v = witness(e, options.seed)) return *v;
        return modular;
    }
    if (modular.answer == Answer::no) {
        const ZeroVerdict v = confirmed(e, options.seed);
        if (v.answer == Answer::no || options.use == Use::prime_field) return v;
    }
    if (options.use == Use::prime_field) return modular;
    const ZeroVerdict normal = by_normal_form(e, options.max_terms);
    if (normal.answer != Answer::no)
        return normal.answer == Answer::yes || modular.answer == Answer::unknown ? normal
                                                                                 : unknown(normal.reason);
    return confirmed(e, options.seed);
}

std::string_view name(Proof proof) {
    switch (proof) {
        case Proof::none: return "none";
        case Proof::canonical_form: return "canonical form";
        case Proof::normal_form: return "normal form";
        case Proof::prime_field: return "prime field";
        case Proof::witness: return "witness";
    }
    return "";
}

std::string describe(const ZeroVerdict& v) {
    switch (v.answer) {
        case Answer::unknown: return "unknown: " + v.reason;
        case Answer::yes: {
            std::string s = "yes, by " + std::string(name(v.proof));
            if (v.proof == Proof::prime_field)
                s += " (chance of error below " + rounded_up(v.error_bound) + ")";
            return s;
        }
        case Answer::no: break;
    }
    std::string s = "no: its value is " + v.witness_value;
    for (std::size_t i = 0; i < v.witness.size(); ++i)
        s += (i == 0 ? " at " : ", ") + symbol_text(v.witness[i].first.symbol()) + " = " +
             v.witness[i].second.to_string();
    return s;
}

}  // namespace anholon
