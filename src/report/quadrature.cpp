#include "report/quadrature.hpp"

#include <fmt/format.h>

#include "expr/print.hpp"
#include "report/latex_layout.hpp"
#include "report/layout.hpp"

namespace anholon {

namespace {

using request::SolvedByQuadrature;
using Goes = SolvedByQuadrature::Goes;

std::string_view name(Goes motion) {
    switch (motion) {
        case Goes::oscillates: return "oscillates";
        case Goes::steady: return "steady";
        case Goes::passes: break;
    }
    return "passes";
}

std::string side(const std::string& x, const char* which, const std::optional<double>& place,
                 const std::string& why) {
    if (place) return fmt::format("{} turns at its {} value {:.13g}", x, which, *place);
    return fmt::format("{} has no {} turning point: {}", x, which, why);
}

Expr slope(const LinearEquations& e, std::size_t k) { return dot(e.A.row(k), e.letters) + e.b[k]; }

std::string derivative_latex(const LinearEquations& e, std::size_t k) {
    return fmt::format("\\frac{{d {}}}{{d {}}}", latex(e.letters[k]), latex(e.x));
}

// 1.5 \cdot 10^{-7}
std::string number_latex(double x) {
    const std::string plain = fmt::format("{:.13g}", x);
    const std::size_t e = plain.find('e');
    if (e == std::string::npos) return plain;
    return fmt::format("{} \\cdot 10^{{{}}}", plain.substr(0, e), std::stoi(plain.substr(e + 1)));
}

}  // namespace

std::string as_text(const std::string& system, const SolvedByQuadrature& found, std::size_t width) {
    const auto sentence = [&](const std::string& words) { return paragraph("", words, 2, width); };
    const LinearEquations& e = found.equations;
    const std::string x = text(e.x);
    std::string out = sentence(system + ": the motion by linear integrals and a quadrature");
    out += fmt::format("linear equations in {}\n", x);
    for (std::size_t k = 0; k < e.letters.size(); ++k)
        out += equation("d" + text(e.letters[k]) + "/d" + x, text(slope(e, k)), width);
    for (std::size_t k = 0; k < e.letters.size(); ++k)
        if (e.letters[k] != e.obeying[k]) out += equation(text(e.letters[k]), text(e.obeying[k]), width);
    out += sentence(
        fmt::format("the motion starts at {} = {:.13g} with the rate {:.13g}", x, found.x, found.x_dot));
    switch (found.motion) {
        case Goes::steady: out += sentence(x + " stays where it is: a steady motion"); break;
        case Goes::oscillates:
            out += sentence(fmt::format("{} oscillates between {:.13g} and {:.13g} with the period {:.13g}",
                                        x, *found.lower, *found.upper, found.period));
            out += sentence(
                "the velocities of the core have the same period, and in each the rest is displaced by the "
                "same "
                "symmetry: the motion is quasi-periodic in general");
            break;
        case Goes::passes:
            out += sentence(side(x, "least", found.lower, found.no_lower));
            out += sentence(side(x, "greatest", found.upper, found.no_upper));
    }
    out +=
        sentence(fmt::format("linear integrals: the values at {} = {:.6g} of the solutions, followed along a "
                             "motion of the whole system up to t = {:.6g}",
                             x, found.x, found.followed));
    std::size_t widest = 0;
    for (const auto& integral : found.integrals) widest = std::max(widest, cells(integral.name));
    for (const auto& integral : found.integrals)
        out += fmt::format("  {:<{}}  {:.13g}, a relative change of {:.1e} at most\n", integral.name, widest,
                           integral.value, integral.change);
    if (!found.ended.empty()) out += sentence(found.ended);
    if (found.motion == Goes::oscillates && found.ended.empty())
        out += sentence(fmt::format(
            "after a period that motion misses its start in {} and its rate by {:.1e}", x, found.missed));
    return out;
}

Json as_json(const std::string& system, const SolvedByQuadrature& found) {
    const LinearEquations& e = found.equations;
    Json::Array equations, integrals;
    for (std::size_t k = 0; k < e.letters.size(); ++k)
        equations.push_back(Json::object(
            {{"unknown", text(e.letters[k])},
             {"is", text(e.obeying[k])},
             {"slope", text(slope(e, k))},
             {"latex", Json::object({{"unknown", latex(e.letters[k])},
                                     {"is", latex(e.obeying[k])},
                                     {"equation", derivative_latex(e, k) + " = " + latex(slope(e, k))}})}}));
    for (const auto& integral : found.integrals)
        integrals.push_back(
            Json::object({{"name", integral.name}, {"value", integral.value}, {"change", integral.change}}));
    const auto number = [](const std::optional<double>& x) { return x ? Json(*x) : Json(); };
    return Json::object({{"system", system},
                         {"variable", text(e.x)},
                         {"equations", Json::array(std::move(equations))},
                         {"start", found.x},
                         {"rate", found.x_dot},
                         {"motion", name(found.motion)},
                         {"lower", number(found.lower)},
                         {"upper", number(found.upper)},
                         {"period", found.motion == Goes::oscillates ? Json(found.period) : Json()},
                         {"integrals", Json::array(std::move(integrals))},
                         {"followed", found.followed},
                         {"missed", found.missed},
                         {"ended", found.ended.empty() ? Json() : Json(found.ended)},
                         {"error_bound", e.error_bound}});
}

std::string as_latex(const SolvedByQuadrature& found) {
    const LinearEquations& e = found.equations;
    std::vector<LatexEquation> lines;
    for (std::size_t k = 0; k < e.letters.size(); ++k)
        lines.push_back({derivative_latex(e, k), latex(slope(e, k))});
    for (std::size_t k = 0; k < e.letters.size(); ++k)
        if (e.letters[k] != e.obeying[k]) lines.push_back({latex(e.letters[k]), latex(e.obeying[k])});
    const std::string x = latex(e.x);
    if (found.lower) lines.push_back({"\\min " + x, number_latex(*found.lower)});
    if (found.upper) lines.push_back({"\\max " + x, number_latex(*found.upper)});
    if (found.motion == Goes::oscillates) lines.push_back({"T", number_latex(found.period)});
    return latex_align(lines, latex_column);
}

}  // namespace anholon
