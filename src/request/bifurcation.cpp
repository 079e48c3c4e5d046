#include "request/bifurcation.hpp"

#include "base/words.hpp"
#include "request/words.hpp"

namespace anholon::request {

namespace {

using Of = Refusal::Of;

Section::Inherit inheritance(const std::string& word) {
    if (word.empty()) return Section::Inherit::nothing;
    if (word == "up") return Section::Inherit::upward;
    if (word == "down") return Section::Inherit::downward;
    throw Refusal(Of::words, "inherit-bad", "--inherit takes up or down, not '" + word + "'");
}

// The parameter of NAME=LOW..HIGH:N.
std::string parameter_of(const Bifurcation& request, const System& system) {
    const std::vector<std::string>& over = request.section.over;
    const std::string name =
        over.size() == 1 ? without_blanks_around(over[0].substr(0, over[0].find('='))) : "";
    if (!is_parameter(name, system) || over[0].find(':') == std::string::npos)
        throw Refusal(Of::words, "bifurcation-over",
                      "a bifurcation diagram has one parameter, by --over NAME=LOW..HIGH:N",
                      "for other starts: anholon section");
    return name;
}

}  // namespace

BifurcationFound answer(const Bifurcation& request, const System& system) {
    BifurcationFound out{.parameter = parameter_of(request, system),
                         .values = {},
                         .section = {},
                         .periods = {},
                         .inherit = request.inherit};
    Section section = request.section;
    section.inherit = inheritance(request.inherit);
    out.section = answer(section, system);
    // Periods are of the points, whose parameter is the same.
    out.periods = periods(out.section.orbits);
    std::size_t place = 0;
    while (symbol_text(system.parameters[place].symbol.symbol()) != out.parameter) ++place;
    for (SectionOrbit& orbit : out.section.orbits) {
        out.values.push_back(orbit.start.p[place]);
        for (SectionPoint& point : orbit.points)
            point.columns.insert(point.columns.begin(), out.values.back());
    }
    out.section.columns.insert(out.section.columns.begin(),
                               {.name = out.parameter, .value = system.parameters[place].symbol});
    return out;
}

}  // namespace anholon::request
