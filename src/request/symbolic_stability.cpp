#include "request/symbolic_stability.hpp"

#include <algorithm>

#include "base/deadline.hpp"
#include "base/text.hpp"
#include "base/words.hpp"
#include "expr/normal_form.hpp"
#include "model/state/least_movement.hpp"
#include "model/state/parameter_values.hpp"
#include "request/failure.hpp"
#include "request/standstill_words.hpp"

namespace anholon::request {

namespace {

using Of = Refusal::Of;

std::vector<std::string> names_of_parameters(const System& system) {
    std::vector<std::string> names;
    for (const Parameter& p : system.parameters) names.push_back(symbol_text(p.symbol.symbol()));
    return names;
}

bool is_variable(const std::string& name, const System& system) {
    const Expr symbol = system.c().find(name);
    return symbol && symbol.symbol().kind == SymbolKind::variable;
}

using Letters = std::optional<std::vector<Expr>>;

Letters read_letters(const std::string& words, const System& system) {
    if (without_blanks_around(words) == "all") return std::nullopt;
    std::vector<Expr> list;
    std::size_t from = 0;
    while (from <= words.size()) {
        const std::size_t comma = std::min(words.find(',', from), words.size());
        const std::string name = without_blanks_around(words.substr(from, comma - from));
        if (name.empty())
            throw Refusal(Of::words, "letter-missing",
                          "--symbolic takes NAME,NAME,... or all, not '" + words + "'", "--symbolic all");
        list.push_back(letter(name, system));
        from = comma + 1;
    }
    return list;
}

// The signs of the letters of a region are those that they have in it, and at their values.
System within(const std::vector<Sweep>& axes, System system, const Point& values) {
    for (const Sweep& axis : axes)
        for (std::size_t k = 0; k < system.parameters.size(); ++k) {
            Parameter& p = system.parameters[k];
            if (p.symbol != axis.symbol) continue;
            const auto [low, high] = std::minmax({rational(axis.from), rational(axis.to), values[k].second});
            p.range.emplace(low, high);
            p.exact_range.reset();
        }
    return system;
}

}  // namespace

Expr letter(const std::string& name, const System& system) {
    for (const Parameter& p : system.parameters)
        if (symbol_text(p.symbol.symbol()) == name) return p.symbol;
    for (const DerivedParameter& p : system.derived)
        if (p.name == name)
            throw Refusal(Of::words, "letter-derived",
                          "'" + name + "' is defined by " + joined(p.from) + " and cannot be a letter",
                          "--symbolic " + joined(p.from));
    if (is_variable(name, system)) return system.c().find(name);
    throw Refusal(Of::words, "letter-unknown", "there is no parameter '" + name + "' to be kept as a letter",
                  did_you_mean(name, names_of_parameters(system),
                               "the parameters are " + joined(names_of_parameters(system))));
}

SymbolicStability in_letters(const System& system, const SymbolicOptions& options) {
    constexpr const char* fewer = "--symbolic NAME,NAME keeps fewer letters; the others have their values";
    try {
        return symbolic_stability(system, options);
    } catch (const NotExact& e) {
        throw Refusal(Of::system, "not-exact",
                      std::string("the standstill is not known in letters: ") + e.what(), fewer);
    } catch (const TooLarge& e) {
        throw Refusal(Of::system, "too-large",
                      std::string("the conditions are too long to be written in these letters: ") + e.what(),
                      fewer);
    } catch (const DividesByZero&) {
        throw Refusal(Of::system, "not-exact",
                      "the linear equations have no value at the standstill as they are written", fewer);
    } catch (const TimeIsUp&) {
        throw Refusal(Of::system, "budget",
                      "the conditions were not found in " + decimal(options.seconds, 3) + " s of work",
                      fewer);
    }
}

void refuse_no_letter(const Expr& letter, const SymbolicStability& found, const System& system) {
    const auto is_it = [&](const auto& p) { return p.symbol == letter; };
    if (std::ranges::any_of(system.parameters, is_it) ||
        std::ranges::find(found.at.free, letter) != found.at.free.end())
        return;
    const std::string name = symbol_text(letter.symbol());
    const auto place = std::ranges::find(found.at.kept, letter, &std::pair<Expr, Expr>::first);
    if (place == found.at.kept.end())
        throw Refusal(Of::words, "letter-outside",
                      "'" + name + "' is no letter: it is not a variable that stands still");
    throw Refusal(
        Of::words, "letter-outside",
        "'" + name + "' is no letter here: in this standstill it is " + text_in_brief(place->second));
}

RegionFound answer(const StabilityRegions& request, const System& system) {
    const std::string& words = request.region;
    const std::size_t comma = words.find(',');
    if (comma == std::string::npos || words.find(',', comma + 1) != std::string::npos)
        throw Refusal(Of::words, "region-axes", "--region takes two intervals, not '" + words + "'",
                      "--region a=0..1,b=0..2");
    const LinearisationOptions standstill = read_standstill(request.standstill, system);
    const ReadSweep x = read_sweep("--region", words.substr(0, comma), system, standstill.initial),
                    y = read_sweep("--region", words.substr(comma + 1), system, standstill.initial);
    if (x.sweep.symbol == y.sweep.symbol)
        throw Refusal(Of::words, "region-axes", "both intervals are of '" + x.sweep.name + "'",
                      "--region takes two different letters");
    if (request.points < 2 || request.points > 2001)
        throw Refusal(Of::words, "region-points",
                      "a region has 2 to 2001 points along each axis, not " + std::to_string(request.points));
    SymbolicStability found =
        in_letters(within({x.sweep, y.sweep}, system, parameter_point(system, standstill.initial)),
                   {.standstill = standstill,
                    .letters = std::vector<Expr>{letter(x.sweep.name, system), letter(y.sweep.name, system)},
                    .seconds = request.seconds});
    for (const ReadSweep* axis : {&x, &y}) refuse_no_letter(axis->sweep.symbol, found, system);
    const auto axis = [&](const ReadSweep& read) {
        return RegionAxis{read.sweep.symbol, read.sweep.from, read.sweep.to, request.points};
    };
    return {stability_region(std::move(found), axis(x), axis(y)), x.sweep.name, y.sweep.name, x.unit, y.unit};
}

SymbolicStability answer(const StabilityInLetters& request, const System& system) {
    const Letters letters = read_letters(request.letters, system);
    SymbolicStability found = in_letters(system, {.standstill = read_standstill(request.standstill, system),
                                                  .letters = letters,
                                                  .seconds = request.seconds});
    for (const Expr& letter : letters.value_or(std::vector<Expr>())) refuse_no_letter(letter, found, system);
    return found;
}

}  // namespace anholon::request
