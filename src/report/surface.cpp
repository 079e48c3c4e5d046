#include "report/surface.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "base/words.hpp"
#include "expr/print.hpp"
#include "report/layout.hpp"

namespace anholon::request {

namespace {

using Variable = SurfaceEquations::Variable;

std::string number(double x) { return fmt::format("{:.6g}", std::fabs(x) < 5e-12 ? 0.0 : x); }

// Values that were given are short, and are repeated as they are; others are rounded.
std::string level_value(double x) {
    const std::string exact = fmt::format("{}", x);
    return exact.size() <= 15 ? exact : fmt::format("{:.6g}", x);
}

std::string counted(std::size_t count, const std::string& one, const std::string& several) {
    return fmt::format("{} {}", count, count == 1 ? one : several);
}

std::string place(const SurfaceFound& found, const Coordinates& x) {
    std::vector<std::string> list;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const Variable& v = found.equations.variables[i];
        const double turn = v.period > 0 ? v.period * std::round(x[i] / v.period) : 0;
        list.push_back(v.name + " = " + number(x[i] - turn));
    }
    return joined(list);
}

std::string name_of(const SurfaceType& kind) {
    if (kind.boundaries > 0 || !kind.is_orientable) return "";
    return kind.euler == 2 ? ": a sphere" : kind.euler == 0 ? ": a torus" : "";
}

// "Euler characteristic -8, orientable, closed, genus 5"
std::string kind_in_words(const SurfaceType& kind) {
    return fmt::format(
        "Euler characteristic {}, {}, {}, genus {}{}", kind.euler,
        kind.is_orientable ? "orientable" : "not orientable",
        kind.boundaries == 0 ? "closed" : counted(kind.boundaries, "boundary curve", "boundary curves"),
        kind.genus(), name_of(kind));
}

bool is_smooth(const SurfaceFound& found) { return found.traced.singular.empty(); }

// Of a level that is a long expression, its letter.
std::string name_of(const SurfaceFound& found, const std::string& equation) {
    if (is_identifier(equation)) return equation;
    const auto level = std::ranges::find(found.levels, equation, &SurfaceLevel::name);
    return level == found.levels.end() ? equation : "level " + symbol_text(level->symbol.symbol());
}

std::string equations(const SurfaceFound& found, std::size_t width) {
    const SurfaceEquations& e = found.equations;
    std::vector<std::string> names;
    for (const Variable& v : e.variables)
        names.push_back(v.name + (v.period > 0 ? " (mod " + number(v.period) + ")" : ""));
    std::string out = paragraph("  variables: ", joined(names), 4, width);
    for (const VelocityForm& u : e.velocities)
        out += formula("    ", symbol_text(u.symbol.symbol()) + " = " + text(u.definition), 6, width);
    out += "  levels:\n";
    for (const SurfaceLevel& level : found.levels)
        out += formula("    ",
                       symbol_text(level.symbol.symbol()) + " = " + level.name + " = " +
                           level_value(level.value.to_double()),
                       6, width);
    out += e.equations.empty() ? "  equations: none is left\n" : "  equations:\n";
    for (const SurfaceEquations::Equation& one : e.equations)
        out += formula("    " + name_of(found, one.name) + ": ", text(one.left) + " = " + text(one.right), 6,
                       width);
    if (!e.eliminated.empty()) out += "  eliminated:\n";
    for (const auto& [x, value] : e.eliminated)
        out += formula("    ", symbol_text(x.symbol()) + " = " + text(value), 6, width);
    if (!e.absent.empty()) {
        std::vector<std::string> absent;
        for (const Variable& v : e.absent) absent.push_back(v.name);
        out += paragraph("  ",
                         joined(absent) + (absent.size() == 1 ? " occurs" : " occur") +
                             " in no equation: the states are the product of this surface with " +
                             (absent.size() == 1 ? "its values" : "their values"),
                         4, width);
    }
    if (!e.kept.empty())
        out += paragraph(
            "  ",
            joined(e.kept) +
                (e.kept.size() == 1 ? " occurs in no equation, and is" : " occur in no equation, and are") +
                " kept so that the set is a surface",
            4, width);
    if (!e.implied.empty())
        out +=
            paragraph("  ",
                      "left out: " + joined(e.implied) +
                          (e.implied.size() == 1 ? ", whose gradient depends" : ", whose gradients depend") +
                          " on those of the other equations at all points tried",
                      4, width);
    if (!e.unwound.empty())
        out += paragraph(
            "  ",
            joined(e.unwound) + ": the equations change from turn to turn, so it is not taken as an angle", 4,
            width);
    for (const std::string& name : e.repeating)
        out += paragraph("  ",
                         "the equations repeat after each turn of " + name +
                             ", whose values are not taken as those of an "
                             "angle: `coord " +
                             name + " mod 2*pi` says that it is one",
                         4, width);
    return out;
}

std::string search(const SurfaceFound& found, std::size_t width) {
    const TracedSurface& t = found.traced;
    std::string out = paragraph(
        "  search: ",
        fmt::format("{} starts, {} of which reached the set (seed {}){}", t.starts, t.reached, found.seed,
                    t.missed == 0
                        ? ""
                        : fmt::format("; near {} of those the surface of cells was not found", t.missed)),
        4, width);
    for (const TracedSurface::Attempt& a : t.attempts)
        out += paragraph("    ",
                         fmt::format(
                             "{} cells per variable: {} polygons, {}, Euler characteristic {}{}{}", a.cells,
                             a.polygons, counted(a.components.size(), "component", "components"),
                             [&] {
                                 std::vector<std::string> list;
                                 for (const SurfaceType& k : a.components)
                                     list.push_back(std::to_string(k.euler));
                                 return list.empty() ? std::string("none") : joined(list);
                             }(),
                             a.curves > 0 ? fmt::format(", {} in {}", counted(a.curves, "curve", "curves"),
                                                        counted(a.parts, "part", "parts"))
                                          : "",
                             a.is_fine() ? "" : ": too coarse for its bends"),
                         6, width);
    return out;
}

std::string verdict(const SurfaceFound& found, std::size_t width) {
    const TracedSurface& t = found.traced;
    if (!is_smooth(found)) {
        std::string out =
            paragraph("  ",
                      "not a smooth surface, as far as 1e-9 of its size can tell: the gradients of the "
                      "equations are dependent at " +
                          counted(t.singular.size(), "point", "points") +
                          " found (there may be more), so no genus is given",
                      4, width);
        constexpr std::size_t most_told = 6;
        for (std::size_t k = 0; k < std::min(most_told, t.singular.size()); ++k)
            out += paragraph("    ", place(found, t.singular[k]), 6, width);
        if (t.singular.size() > most_told)
            out += fmt::format("    and {} more\n", t.singular.size() - most_told);
        return out;
    }
    if (!t.is_decided) {
        const char* why = t.surface.cells() == 0 && !t.is_too_large && !t.is_degenerate
                              ? "no cell of the grid meets the set near the points found"
                          : t.missed > 0 && t.surface.cells() > 0
                              ? "near some points of the set no cell of the last grid meets it"
                          : t.is_too_large  ? "a finer grid has more simplices than --most allows"
                          : t.is_degenerate ? "the surface cannot be told apart from the faces of the grid"
                                            : "no two successive grids agree and are fine enough";
        return paragraph("  ", std::string("the topology is not decided at this resolution: ") + why, 4,
                         width);
    }
    std::string out = paragraph("  ",
                                counted(t.topology.components.size(), "component", "components") +
                                    " found; there may be others that no start has reached",
                                4, width);
    const bool has_edge = t.surface.leaves_box || t.surface.meets_no_value;
    for (std::size_t c = 0; c < t.topology.components.size(); ++c)
        out += paragraph(fmt::format("    component {}: ", c + 1), kind_in_words(t.topology.components[c]), 6,
                         width);
    if (t.surface.leaves_box)
        out += paragraph(
            "  ",
            "the set leaves the box, and what is said holds of the part inside: it is not compact, or "
            "--box is too small",
            4, width);
    if (t.surface.meets_no_value)
        out += paragraph("  ", "the surface ends where an equation has no value", 4, width);
    if (!has_edge)
        out += paragraph(
            "  ", "the same at two successive grids, both fine enough for its bends; computed, not proved", 4,
            width);
    return out;
}

std::string box(const SurfaceFound& found, std::size_t width) {
    std::vector<std::string> list;
    for (std::size_t i = 0; i < found.traced.box.size(); ++i)
        if (const Variable& v = found.equations.variables[i]; v.period == 0)
            list.push_back(fmt::format("{} from {:.4g} to {:.4g}", v.name, found.traced.box[i].low,
                                       found.traced.box[i].high));
    return list.empty() ? "" : paragraph("  box: ", joined(list), 4, width);
}

// What the variables are on a curve: a number, or from where to where.
std::string course(const SurfaceFound& found, const std::vector<Coordinates>& curve) {
    std::vector<std::string> list;
    for (std::size_t i = 0; i < found.equations.variables.size() && !curve.empty(); ++i) {
        const Variable& v = found.equations.variables[i];
        double low = 0, high = 0;  // from the first point, the shorter way round
        const double first = curve.front()[i];
        for (const Coordinates& x : curve) {
            const double apart = v.period > 0 ? std::remainder(x[i] - first, v.period) : x[i] - first;
            low = std::min(low, apart);
            high = std::max(high, apart);
        }
        const double turn = v.period > 0 ? v.period * std::round(first / v.period) : 0;
        const double size = std::max(1.0, std::fabs(first));
        list.push_back(
            high - low < 1e-6 * size
                ? v.name + " = " + fmt::format("{:.5g}", std::fabs(first - turn) < 1e-7 ? 0 : first - turn)
                : fmt::format("{} {:.3g}..{:.3g}", v.name, first - turn + low, first - turn + high));
    }
    return joined(list);
}

std::string degenerate(const SurfaceFound& found, std::size_t width) {
    const TracedSurface& t = found.traced;
    const SurfaceEquations& e = found.equations;
    if (!e.minors) return paragraph("  ", "where the constraints degenerate on it is not examined", 4, width);
    if (e.minors->empty() || t.surface.cells() == 0) return "";
    if (t.has_degenerate_cells)
        return paragraph(
            "  ",
            "the constraints degenerate on a whole part of it, not only on curves, which are not sought "
            "then",
            4, width);
    std::string out;
    if (t.curves.empty()) {
        out += paragraph("  ", "no curve found on which the constraints degenerate", 4, width);
    } else {
        std::size_t open = 0;
        for (const CrossedCurve& c : t.topology.curves) open += c.is_closed ? 0 : 1;
        out += paragraph(
            "  ",
            fmt::format("the constraints degenerate on {}{}", counted(t.curves.size(), "curve", "curves"),
                        open == 0 ? (t.curves.size() == 1 ? ", closed" : ", all closed")
                                  : fmt::format(", {} of which end", open)),
            4, width);
        constexpr std::size_t most_told = 24;
        for (std::size_t c = 0; c < std::min(most_told, t.curves.size()); ++c)
            out += paragraph(fmt::format("    curve {}: ", c + 1), course(found, t.curves[c]), 6, width);
        if (t.curves.size() > most_told) out += fmt::format("    and {} more\n", t.curves.size() - most_told);
        if (t.is_decided && is_smooth(found)) {
            out += paragraph("  ", "they cut it into " + counted(t.topology.parts.size(), "part", "parts"), 4,
                             width);
            for (std::size_t p = 0; p < t.topology.parts.size(); ++p)
                out += paragraph(fmt::format("    part {}: ", p + 1),
                                 (t.topology.components.size() > 1
                                      ? fmt::format("of component {}, ", t.topology.parts[p].component + 1)
                                      : "") +
                                     (open == 0 ? kind_in_words(t.topology.parts[p].kind) : "not classified"),
                                 6, width);
        }
    }
    if (!t.degenerate_points.empty()) {
        out += paragraph("  ", "they also degenerate, without a curve that cuts it, at", 4, width);
        for (const Coordinates& x : t.degenerate_points) out += paragraph("    ", place(found, x), 6, width);
    }
    return out;
}

std::string motion(const SurfaceFound& found, std::size_t width) {
    if (!found.motion) return "";
    const MotionOnSurface& m = *found.motion;
    std::string out =
        paragraph("  motion: ",
                  fmt::format("until t = {:.6g} it keeps to the equations within {:.1g} of their terms",
                              m.reached, m.apart),
                  4, width);
    if (!m.ended.empty()) out += paragraph("    ", "it ends there: " + m.ended, 6, width);
    std::vector<std::string> parts;
    for (const std::uint32_t p : m.parts) parts.push_back(std::to_string(p + 1));
    if (parts.size() == 1) out += "    it stays in part " + parts[0] + "\n";
    if (parts.size() > 1) out += "    it is found in parts " + joined(parts) + "\n";
    return out;
}

}  // namespace

std::string as_text(const SurfaceFound& found, std::size_t width) {
    std::string out = fmt::format("{}: the surface of its first integrals\n", found.system);
    out += equations(found, width) + search(found, width) + box(found, width) + verdict(found, width);
    if (is_smooth(found) && found.traced.surface.cells() > 0)
        out += paragraph(
            "  ",
            fmt::format(
                "no singular point found; the smallest singular value of dF at a vertex is {:.3g}, in "
                "parts of the largest gradients",
                found.traced.smallest_slope),
            4, width);
    return out + degenerate(found, width) + motion(found, width);
}

namespace {

Json json_of(const Coordinates& x) {
    Json::Array out;
    for (const double one : x) out.emplace_back(one);
    return Json::array(std::move(out));
}
Json json_of(const std::vector<Coordinates>& list) {
    Json::Array out;
    for (const Coordinates& x : list) out.push_back(json_of(x));
    return Json::array(std::move(out));
}
Json json_of(const SurfaceType& kind, bool has_genus) {
    return Json::object({{"euler_characteristic", static_cast<std::int64_t>(kind.euler)},
                         {"is_orientable", kind.is_orientable},
                         {"boundary_curves", kind.boundaries},
                         {"genus", has_genus ? Json(kind.genus()) : Json()}});
}
Json json_of(const std::vector<std::string>& list) {
    Json::Array out;
    for (const std::string& x : list) out.emplace_back(x);
    return Json::array(std::move(out));
}

Json json_of(const std::optional<MotionOnSurface>& motion) {
    if (!motion) return {};
    Json::Array parts;
    for (const std::uint32_t p : motion->parts) parts.emplace_back(std::size_t{p});
    return Json::object({{"until", motion->until},
                         {"reached", motion->reached},
                         {"ended", motion->ended.empty() ? Json() : Json(motion->ended)},
                         {"residual", motion->apart},
                         {"parts", Json::array(std::move(parts))},
                         {"points", json_of(motion->points)}});
}

}  // namespace

Json as_json(const SurfaceFound& found) {
    const TracedSurface& t = found.traced;
    const SurfaceEquations& e = found.equations;
    const bool has_genus = t.is_decided && is_smooth(found);
    Json::Array variables, written, eliminated, absent, levels, attempts, components, parts, curves;
    for (std::size_t i = 0; i < e.variables.size(); ++i) {
        const Variable& v = e.variables[i];
        const bool has_extent = i < t.extent.size() && v.period == 0;
        variables.push_back(Json::object(
            {{"name", v.name},
             {"period", v.period > 0 ? Json(v.period) : Json()},
             {"box", v.period == 0 ? json_of(Coordinates{t.box[i].low, t.box[i].high}) : Json()},
             {"extent", has_extent ? json_of(Coordinates{t.extent[i].low, t.extent[i].high}) : Json()}}));
    }
    for (const auto& one : e.equations)
        written.push_back(
            Json::object({{"name", one.name}, {"left", text(one.left)}, {"right", text(one.right)}}));
    for (const auto& [x, value] : e.eliminated)
        eliminated.push_back(Json::object({{"name", symbol_text(x.symbol())}, {"value", text(value)}}));
    for (const Variable& v : e.absent) absent.emplace_back(v.name);
    for (const SurfaceLevel& level : found.levels)
        levels.push_back(Json::object({{"name", symbol_text(level.symbol.symbol())},
                                       {"integral", level.name},
                                       {"value", level.value.to_double()}}));
    for (const TracedSurface::Attempt& a : t.attempts) {
        Json::Array kinds;
        for (const SurfaceType& k : a.components) kinds.push_back(json_of(k, false));
        attempts.push_back(Json::object({{"cells", a.cells},
                                         {"polygons", a.polygons},
                                         {"components", Json::array(std::move(kinds))},
                                         {"curves", a.curves},
                                         {"parts", a.parts},
                                         {"largest_move", a.largest_move},
                                         {"unmoved", a.unmoved},
                                         {"alignment", a.alignment},
                                         {"is_fine", a.is_fine()}}));
    }
    for (const SurfaceType& k : t.topology.components) components.push_back(json_of(k, has_genus));
    for (std::size_t c = 0; c < t.curves.size(); ++c)
        curves.push_back(Json::object({{"component", std::size_t{t.topology.component_of_curve[c]}},
                                       {"is_closed", t.topology.curves[c].is_closed},
                                       {"points", json_of(t.curves[c])}}));
    for (const SurfaceTopology::Part& p : t.topology.parts)
        parts.push_back(
            Json::object({{"component", std::size_t{p.component}}, {"kind", json_of(p.kind, has_genus)}}));
    return Json::object({{"system", found.system},
                         {"levels", Json::array(std::move(levels))},
                         {"variables", Json::array(std::move(variables))},
                         {"equations", Json::array(std::move(written))},
                         {"eliminated", Json::array(std::move(eliminated))},
                         {"absent", Json::array(std::move(absent))},
                         {"kept", json_of(e.kept)},
                         {"implied_levels", json_of(e.implied)},
                         {"seed", static_cast<std::int64_t>(found.seed)},
                         {"starts", t.starts},
                         {"reached", t.reached},
                         {"attempts", Json::array(std::move(attempts))},
                         {"is_decided", has_genus},
                         {"leaves_box", t.surface.leaves_box},
                         {"components", Json::array(std::move(components))},
                         {"singular_points", json_of(t.singular)},
                         {"smallest_singular_value", t.smallest_slope},
                         {"degeneracy_examined", e.minors.has_value()},
                         {"degenerate_on_part", t.has_degenerate_cells},
                         {"degenerate_curves", Json::array(std::move(curves))},
                         {"degenerate_points", json_of(t.degenerate_points)},
                         {"parts", Json::array(std::move(parts))},
                         {"motion", json_of(found.motion)}});
}

std::string as_obj(const SurfaceFound& found) {
    const ShownSurface surface = shown(found);
    std::string out = fmt::format("# {}: {}\n", found.system, joined(found.columns));
    for (const auto& p : surface.points) out += fmt::format("v {:.9g} {:.9g} {:.9g}\n", p[0], p[1], p[2]);
    for (std::size_t part = 0; part < found.traced.topology.parts.size(); ++part) {
        out += fmt::format("g part{}\n", part + 1);
        for (std::size_t f = 0; f < surface.faces.size(); ++f) {
            if (surface.part_of_face[f] != part) continue;
            out += "f";
            for (const std::uint32_t v : surface.faces[f]) out += fmt::format(" {}", v + 1);
            out += "\n";
        }
    }
    return out;
}

}  // namespace anholon::request
