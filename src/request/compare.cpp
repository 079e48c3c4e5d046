#include "request/compare.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "base/words.hpp"
#include "code/linear_solve.hpp"
#include "expr/copy.hpp"
#include "expr/print.hpp"
#include "expr/walk.hpp"
#include "model/refusal.hpp"
#include "model/request.hpp"
#include "model/state/least_movement.hpp"
#include "model/state/parameter_values.hpp"
#include "model/state/scattered_state.hpp"
#include "motion/law.hpp"
#include "request/words.hpp"
#include "study/affine_map.hpp"

namespace anholon::request {

namespace {

using From = Comparison::Image::From;
using Of = Refusal::Of;

constexpr long precision = 128;
constexpr std::size_t most_entries = 40;  // of the matrix of an affine map that is looked for

// What a name of B is: a coordinate, a velocity, a multiplier that moves, a parameter; empty if none of these.
Expr named_in(const Setting& b, std::span<const Expr> state, const std::string& name) {
    const std::string plain = ascii_name(name);
    for (const Expr& x : state)
        if (symbol_text(x.symbol()) == plain) return x;
    for (const Parameter& p : b.system.parameters)
        if (p.symbol.symbol().name == plain) return p.symbol;
    return {};
}

[[noreturn]] void unknown_name(const Setting& b, std::span<const Expr> state, const std::string& name) {
    std::vector<std::string> names;
    for (const Expr& x : state) names.push_back(symbol_text(x.symbol()));
    for (const Parameter& p : b.system.parameters) names.push_back(p.symbol.symbol().name);
    for (const QuasiVelocity& quasi : b.system.quasi)
        if (quasi.symbol.symbol().name == ascii_name(name))
            throw Refusal(Of::words, "map-quasi",
                          "'" + name + "' is a quasi-velocity of " + b.system.name +
                              ": it follows from the coordinates",
                          "give the coordinates, or compare the cores: --reduced");
    const auto close = nearest(ascii_name(name), names);
    throw Refusal(Of::words, "map-unknown",
                  "'" + name + "' is neither a variable nor a parameter of " + b.system.name,
                  close ? "did you mean '" + *close + "'?" : "its names are " + joined(names));
}

// A map under construction, with where each of its images comes from.
struct Draft {
    StateMap map;
    std::vector<Comparison::Image> shown;

    bool has(const Expr& symbol) const {
        return std::ranges::any_of(map.images, [&](const auto& i) { return i.first == symbol; });
    }
    void add(const Expr& symbol, const Expr& image, From from) {
        map.images.emplace_back(symbol, image);
        shown.push_back({symbol_text(symbol.symbol()), text(image), from});
    }
};

// EXPR > 0, or EXPR < 0.
Expr positive(const std::string& words, const System& system) {
    const std::size_t sign = words.find_first_of("<>");
    if (sign == std::string::npos || without_blanks_around(words.substr(sign + 1)) != "0")
        throw Refusal(Of::words, "where-bad", "--where takes EXPR > 0 or EXPR < 0, not '" + words + "'");
    const Expr e = expression("--where", words.substr(0, sign), system);
    return words[sign] == '>' ? e : -e;
}

void read_map(const Compare& request, const Setting& a, const Setting& b, std::span<const Expr> state,
              Draft& draft) {
    for (const std::string& words : request.map)
        for (const std::string& part : split_outside_parentheses(words, ',')) {
            const std::size_t sign = part.find('=');
            if (sign == std::string::npos)
                throw Refusal(Of::words, "map-bad", "--map takes NAME = EXPR, not '" + part + "'",
                              "for example --map \"x = x + a*cos(phi), m = 2*m\"");
            const std::string name = without_blanks_around(part.substr(0, sign));
            const Expr symbol = named_in(b, state, name);
            if (!symbol) unknown_name(b, state, name);
            if (draft.has(symbol)) throw Refusal(Of::words, "setting-twice", "'" + name + "' is given twice");
            draft.add(symbol, expression("--map", part.substr(sign + 1), a.system), From::given);
        }
    if (request.time) draft.map.rate = expression("--time", *request.time, a.system);
    if (draft.map.rate && vanishes(draft.map.rate))
        throw Refusal(Of::words, "time-zero", "--time takes the rate of B's time, which is not 0");
    for (const std::string& words : request.where) draft.map.positive.push_back(positive(words, a.system));
}

// A namesake in A: of a velocity a velocity.
Expr namesake(const Setting& a, const Expr& symbol) {
    const Symbol& s = symbol.symbol();
    const Scope scope = scope_of(a.system);
    if (s.kind == SymbolKind::constant) {
        const Meaning* meaning = scope.find(s.name);
        return meaning && meaning->noun == "parameter" ? meaning->value : Expr();
    }
    if (s.dots > 0) {
        const auto found = std::ranges::find_if(
            a.v, [&](const Expr& v) { return symbol_text(v.symbol()) == symbol_text(s); });
        return found == a.v.end() ? Expr() : *found;
    }
    const Meaning* meaning = scope.find(s.name);
    return meaning && meaning->noun != "parameter" ? meaning->value : Expr();
}

// What the words do not say: namesakes, and the values that B states for its parameters.
void complete_by_names(const Setting& a, const Setting& b, std::span<const Expr> state, Draft& draft) {
    for (const Expr& x : state) {
        const bool is_rate = !b.on_algebra() && x.symbol().dots > 0;  // follows from its coordinate
        if (draft.has(x) || is_rate) continue;
        if (const Expr same = namesake(a, x)) draft.add(x, same, From::name);
    }
    for (const Parameter& p : b.system.parameters) {
        if (draft.has(p.symbol)) continue;
        const Expr same = namesake(a, p.symbol);
        draft.add(p.symbol, same ? same : copied(p.exact, a.c), same ? From::name : From::stated);
    }
}

// The map decided for all values of the parameters, and where that fails at those stated.
void decide(const Setting& a, const Setting& b, const Variables& of_b, const PushForward& f,
            const Budget& budget, const ModelTexts& texts, Comparison& out) {
    out.parameters = Parameters::free;
    out.verdict = conjugacy(a, b, of_b, f, Parameters::free, budget, texts);
    if (out.verdict.holds == Answer::yes) return;
    if (!a.system.parameters.empty()) {
        const Conjugacy stated = conjugacy(a, b, of_b, f, Parameters::stated, budget, texts);
        if (stated.holds == Answer::yes) {
            out.notes.push_back(
                out.verdict.holds == Answer::no
                    ? "for general values of the parameters it fails: " + joined(out.verdict.differs)
                    : "for general values of the parameters it is not decided: " + out.verdict.reason);
            out.verdict = stated;
            out.parameters = Parameters::stated;
            return;
        }
    }
    out.witness = out.verdict.witness;
}

void try_map(const Setting& a, const Setting& b, Draft draft, const Budget& budget, const ModelTexts& texts,
             Comparison& out) {
    const Variables of_b = own_variables(b);
    complete_by_names(a, b, of_b.law.state, draft);
    out.map = draft.shown;
    if (draft.map.rate) out.rate = text(draft.map.rate);
    const PushForward f = push_forward(a, b, of_b, draft.map);
    for (std::size_t k = 0; k < f.used.size(); ++k)
        if (!f.used[k]) out.notes.push_back("no root depends on --where " + out.where[k]);
    decide(a, b, of_b, f, budget, texts, out);
}

// --------------------------------------------------------------------------------- the search

// Rates of a form in numbers, with parameters as stated.
struct NumericFlow {
    const Setting& s;
    const EquationForm& form;
    Variables variables;
    RateFunction rates;
    StateFunctions kept;

    explicit NumericFlow(const Setting& setting)
        : s(setting),
          form(form_of_motion(setting)),
          variables(free_variables(setting, form)),
          rates(rate_equations(setting.system, form, variables.law)),
          kept(rates.equations(), variables.kept) {}

    Numbers parameters() const {
        Numbers p;
        for (const Rational& value : rates.equations().parameter_values) p.push_back(value.to_double());
        return p;
    }
    bool is_autonomous() const {
        std::vector<Expr> all(variables.law.rates.begin(), variables.law.rates.end());
        if (!variables.law.W.empty())
            all.insert(all.end(), variables.law.W.entries().begin(), variables.law.W.entries().end());
        all.insert(all.end(), variables.law.r.begin(), variables.law.r.end());
        return !Walk(s.c, all).contains(s.t.id());
    }
};

// States of A in the variables of its form.
void sample(NumericFlow& a, std::size_t count, FlowPair& pair) {
    const ScatteredStates states(a.s.system);
    a.rates.set_parameters(a.parameters());
    const std::vector<Expr> x = substitute(a.variables.law.state, a.variables.law.state_of);
    for (std::uint64_t k = 0; k < 8 * count && pair.states.size() < count; ++k) {
        const auto state = states.at(k);
        if (!state) continue;
        Point point = parameter_point(a.s.system);
        point.emplace_back(a.s.t, Rational(0));
        for (const auto* list : {&state->q, &state->v, &state->lambda})
            for (const InitialVariable& one : *list) point.emplace_back(one.symbol, rational(one.value));
        Numbers at, rate(x.size());
        for (const Ball& value : enclosures(x, point, precision)) at.push_back(value.midpoint());
        if (!std::ranges::all_of(at, [](double one) { return std::isfinite(one); })) continue;
        if (!a.rates.rates(0, at, rate)) continue;
        pair.states.push_back(std::move(at));
        pair.rates.push_back(std::move(rate));
    }
}

// A number that was found, as it is probably meant: a fraction, a root of one, a part of π. Empty if it is none of these.
Expr recognised(Context& c, double x) {
    const auto number = [&](const std::pair<long, long>& f) { return c.number(Rational(f.first, f.second)); };
    if (const auto f = fraction(x, 1e6)) return number(*f);
    if (const auto f = fraction(x / M_PI, 1e3)) return number(*f) * c.pi();
    if (const auto f = fraction(x * x, 1e9)) {
        const Expr root = pow(number(*f), Rational(1, 2));
        return x < 0 ? -root : root;
    }
    const auto f = fraction(x, 1e9);
    return f ? number(*f) : Expr();
}

// The places of the parameters of B that the search may choose.
std::vector<std::size_t> wanted_parameters(const Compare& request, const System& b) {
    std::vector<std::size_t> out;
    for (const std::string& word : request.find)
        for (const std::string& name : split_outside_parentheses(word, ',')) {
            const auto p = std::ranges::find(b.parameters, ascii_name(name),
                                             [](const Parameter& one) { return one.symbol.symbol().name; });
            if (p == b.parameters.end())
                throw Refusal(Of::words, "parameter-unknown", "'" + name + "' is no parameter of " + b.name);
            out.push_back(static_cast<std::size_t>(p - b.parameters.begin()));
        }
    return out;
}

class Search {
  public:
    Search(const Compare& request, const Setting& a, const Setting& b) : request_(request), a_(a), b_(b) {}

    // Whether a map was found.
    bool run(const Budget& budget, Comparison& out) {
        if (const std::string why = impossible(); !why.empty()) {
            out.notes.push_back("affine maps were not searched: " + why);
            return false;
        }
        FlowPair pair = flow_pair();
        const std::size_t n = a_.variables.law.state.size();
        if (pair.states.size() < n + 2) {
            out.notes.push_back("affine maps were not searched: too few states of " + a_.s.system.name +
                                " were found");
            return false;
        }
        const auto found = affine_map(pair, request_.starts);
        if (!found) {
            out.notes.push_back("no affine map of (" + names(a_) + ") onto (" + names(b_) +
                                ") was found at the stated values of the parameters, from " +
                                std::to_string(request_.starts + 1) + " starts; this does not exclude one");
            return false;
        }
        prove(pair, *found, budget, out);
        return true;
    }

  private:
    static std::string names(const NumericFlow& flow) {
        std::vector<std::string> out;
        for (const Expr& x : flow.variables.law.state) out.push_back(symbol_text(x.symbol()));
        return joined(out);
    }

    std::string impossible() const {
        const std::size_t n = a_.variables.law.state.size(), k = b_.variables.law.state.size();
        if (!a_.is_autonomous() || !b_.is_autonomous()) return "the law of motion depends on time";
        if (k > n)
            return b_.s.system.name + " has more variables (" + names(b_) + ") than " + a_.s.system.name +
                   " (" + names(a_) + ")";
        if (n * k > most_entries)
            return "its matrix would have " + std::to_string(n * k) + " entries, more than " +
                   std::to_string(most_entries);
        return "";
    }

    FlowPair flow_pair() {
        FlowPair pair;
        const std::size_t n = a_.variables.law.state.size();
        sample(a_, 2 * n + 8, pair);
        pair.size = b_.variables.law.state.size();
        pair.kept_size = b_.variables.kept.size();
        pair.parameters = b_.parameters();
        pair.wanted = wanted_parameters(request_, b_.s.system);
        pair.G = [this](std::span<const double> y, std::span<const double> p, std::span<double> dy) {
            b_.rates.set_parameters(p);
            return b_.rates.rates(0, y, dy);
        };
        pair.kept = [this](std::span<const double> y, std::span<const double> p, std::span<double> C) {
            b_.kept(0, y, p, {}, C);
        };
        return pair;
    }

    void prove(const FlowPair& pair, const AffineMap& found, const Budget& budget, Comparison& out) {
        Draft draft;
        out.map.clear();
        Context& c = a_.s.c;
        bool is_recognised = true;
        const auto value = [&](double x) {
            const Expr known = recognised(c, x);
            is_recognised = is_recognised && known;
            return known ? known : c.number(rational(x));
        };
        const std::vector<Expr>&x = a_.variables.law.state, &y = b_.variables.law.state;
        for (std::size_t i = 0; i < y.size(); ++i) {
            Expr image = value(found.c[i]);
            for (std::size_t l = 0; l < x.size(); ++l) image += value(found.P[i * x.size() + l]) * x[l];
            out.map.push_back({symbol_text(y[i].symbol()), text(image), From::found});
            draft.map.images.emplace_back(y[i], substitute(image, a_.variables.law.state_of));
        }
        const auto& parameters = b_.s.system.parameters;
        for (std::size_t k = 0; k < parameters.size(); ++k) {
            const auto wanted = std::ranges::find(pair.wanted, k);
            const Expr image =
                wanted == pair.wanted.end()
                    ? copied(parameters[k].exact, c)
                    : value(found.parameters[static_cast<std::size_t>(wanted - pair.wanted.begin())]);
            draft.map.images.emplace_back(parameters[k].symbol, image);
            out.map.push_back({parameters[k].symbol.symbol().name, text(image),
                               wanted == pair.wanted.end() ? From::stated : From::found});
        }
        out.parameters = Parameters::stated;
        const PushForward f = push_forward(a_.s, b_.s, b_.variables, draft.map);
        out.verdict = conjugacy(a_.s, b_.s, b_.variables, f, Parameters::stated, budget);
        out.witness.clear();
        if (out.verdict.holds == Answer::yes) return;
        const std::string why = !is_recognised
                                    ? "its entries were not recognised as fractions or roots of them"
                                : out.verdict.holds == Answer::no
                                    ? "with the numbers that its entries seem to be it fails"
                                    : "with the numbers that its entries seem to be: " + out.verdict.reason;
        out.verdict.holds = Answer::unknown;
        out.verdict.reason = "the map was found in floating point, where it holds within " +
                             scientific(found.residual, 0) + "; " + why;
    }

    const Compare& request_;
    NumericFlow a_, b_;
};

}  // namespace

Comparison answer(const Compare& request, const std::string& title_a, const System& system_a,
                  const std::string& title_b, const System& system_b, const ModelTexts& texts) {
    const Setting a(system_a), b(system_b);
    const Budget budget(request.budget);
    Comparison out{.a = title_a, .b = title_b, .map = {}};
    out.where = request.where;
    out.was_given = !request.map.empty() || request.time.has_value();
    if (!wanted_parameters(request, system_b).empty() && out.was_given)
        throw Refusal(Of::words, "usage", "--find is for the search, which a given map leaves out");
    try {
        const Variables of_b = own_variables(b);
        Draft draft;
        read_map(request, a, b, of_b.law.state, draft);
        out.dimension_of_a = dimension(a, own_variables(a), budget);
        out.dimension_of_b = dimension(b, of_b, budget);
        if (out.was_given) {
            try_map(a, b, draft, budget, texts, out);
            return out;
        }
        try {
            try_map(a, b, draft, budget, texts, out);
        } catch (const NoPushForward& why) {
            out.map.clear();
            out.notes.push_back(std::string("names do not make a map: ") + why.what());
        }
        if (out.verdict.holds == Answer::yes) return out;
        if (!out.map.empty()) out.notes.push_back("the map by equal names does not take motions to motions");
        Comparison searched = out;
        if (Search(request, a, b).run(budget, searched)) return searched;
        out.notes = std::move(searched.notes);
        return out;
    } catch (const NoPushForward& why) {
        throw Refusal(out.was_given ? Of::words : Of::system, "map-incomplete", why.what());
    }
}

}  // namespace anholon::request
