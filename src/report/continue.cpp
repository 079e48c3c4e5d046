#include "report/continue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "base/words.hpp"
#include "expr/print.hpp"
#include "model/refusal.hpp"
#include "model/system_units.hpp"
#include "report/layout.hpp"

namespace anholon {

using request::Continue;
using request::ContinueFound;

namespace {

std::string_view plural(Continue::Of of) {
    switch (of) {
        case Continue::Of::equilibrium: return "equilibria";
        case Continue::Of::steady: return "steady motions";
        case Continue::Of::orbit: break;
    }
    return "periodic orbits";
}

bool are_orbits(const ContinueFound& found) { return found.of == Continue::Of::orbit; }

// A point with the value in the unit that is shown.
std::vector<double> shown_point(const ContinueFound& found, const std::vector<double>& u) {
    std::vector<double> out = u;
    out[found.value_place] /= found.unit.size;
    return out;
}

std::string counted(std::size_t count, std::string_view what) {
    return fmt::format("{} {}{}", count == 0 ? "no" : std::to_string(count), what, count == 1 ? "" : "s");
}

std::string event(const SpecialPoint& point, bool of_orbit) {
    const std::string_view value = of_orbit ? "multiplier" : "eigenvalue";
    switch (point.kind) {
        case Bifurcation::fold: return "fold: the branch turns back";
        case Bifurcation::branch_point: return "branch point: another branch crosses";
        case Bifurcation::zero_eigenvalue:
            return fmt::format(
                "zero eigenvalue: a real {} passes through {}; no other branch with the same held "
                "quantities crosses",
                value, of_orbit ? 1 : 0);
        case Bifurcation::zero_pair:
            return fmt::format("zero pair: two {}s meet at {}, real on one side and {} on the other", value,
                               of_orbit ? 1 : 0, of_orbit ? "on the unit circle" : "imaginary");
        case Bifurcation::hopf:
            return fmt::format("Hopf: a pair of eigenvalues passes through ±{:.12g}i", point.frequency);
        case Bifurcation::meeting_pairs:
            return of_orbit ? fmt::format(
                                  "meeting pairs: two pairs of multipliers meet at the angle {:.12g} on the "
                                  "unit circle and leave it",
                                  point.frequency)
                            : fmt::format(
                                  "meeting pairs: two imaginary pairs meet at ±{:.12g}i and leave the axis",
                                  point.frequency);
        case Bifurcation::period_doubling: return "period doubling: a multiplier passes through -1";
        case Bifurcation::neimark_sacker:
            return fmt::format(
                "Neimark-Sacker: a pair of multipliers passes the unit circle at the angle {:.12g}",
                point.frequency);
        case Bifurcation::several: break;
    }
    return fmt::format("several {}s pass together", value);
}

std::string end_text(const BranchEnd& end) {
    switch (end.why) {
        case BranchEnd::Why::bound: return "the end of the interval";
        case BranchEnd::Why::closed: return "the branch closes";
        case BranchEnd::Why::count: return "as many points as are computed";
        case BranchEnd::Why::meeting: return "the point where it branches off";
        case BranchEnd::Why::ended: return end.reason;
        case BranchEnd::Why::stuck: break;
    }
    return "the steps become too small: " + end.reason;
}

constexpr std::string_view end_name(BranchEnd::Why why) {
    constexpr std::string_view names[] = {"bound", "closed", "count", "stuck", "ended", "meeting"};
    return names[static_cast<int>(why)];
}

// A part of a branch with as many unstable exponents throughout: between the special points at which their number changes, which may lie
// between two neighbouring points of the branch.
struct SameStability {
    struct Position {
        const std::vector<double>* u;
        const PointOfBranch* point;  // the next one
    };
    std::vector<Position> positions;
    long unstable;  // −1: not known
    std::optional<std::size_t> neutral = std::nullopt;
};

long unstable_at(const PointOfBranch& point) {
    return point.growth ? static_cast<long>(point.growth->unstable()) : -1;
}

std::vector<SameStability> stretches(const Branch& branch) {
    std::vector<SameStability> out;
    auto special = branch.special.begin();
    for (const PointOfBranch& point : branch.points) {
        for (; special != branch.special.end() && special->arc < point.arc; ++special) {
            if (special->before == special->after || out.empty()) continue;
            out.back().positions.push_back({&special->u, &point});
            out.push_back({{{&special->u, &point}}, static_cast<long>(special->after)});
        }
        if (out.empty() || out.back().unstable != unstable_at(point)) out.push_back({{}, unstable_at(point)});
        out.back().positions.push_back({&point.u, &point});
        if (point.growth && !out.back().neutral) out.back().neutral = point.growth->neutral();
    }
    return out;
}

class Writer {
  public:
    Writer(const std::string& system, const ContinueFound& found, std::size_t width)
        : system_(system), f_(found), width_(width) {}

    std::string text() {
        out_ = sentence(fmt::format("{}: {} over {} = {} to {}, by {}", system_, plural(f_.of), f_.name,
                                    short_value(f_.from), with_unit(short_value(f_.to)), f_.form));
        add_held();
        for (std::size_t k = 0; k < f_.branches.size(); ++k) add_branch(k);
        for (std::size_t k = 0; k < f_.curves.size(); ++k) add_curve(k);
        if (f_.second && f_.curves.empty())
            out_ += sentence("no bifurcation was found from which a curve could be followed");
        if (f_.left > 0 && !f_.second)
            out_ += sentence(fmt::format(
                "{} found and not followed; --branches {} follows {}",
                f_.left == 1 ? "1 further branch was" : fmt::format("{} further branches were", f_.left),
                f_.branches.size() + f_.left, f_.left == 1 ? "it" : "them"));
        for (const std::string& why : f_.lost) out_ += sentence(why);
        add_ratios();
        add_explained();
        return out_;
    }

  private:
    std::string sentence(const std::string& words) const { return paragraph("", words, 2, width_); }
    // What is nothing but rounding beside the interval is 0.
    static std::string rounded(double si, double length, double unit) {
        return fmt::format("{:.13g}", std::fabs(si) < 1e-14 * length ? 0 : si / unit);
    }
    std::string value(double si) const { return rounded(si, f_.to - f_.from, f_.unit.size); }
    std::string short_value(double si) const { return fmt::format("{:.10g}", si / f_.unit.size); }
    std::string with_unit(std::string number) const {
        return f_.unit.text.empty() ? number : number + " " + f_.unit.text;
    }

    void add_held() {
        if (f_.held.empty()) return;
        std::string list;
        for (const NamedValue& x : f_.held)
            list += fmt::format("{}{} = {:.12g}", list.empty() ? "" : ", ", x.name, x.value);
        out_ += sentence(
            fmt::format("these come in a family of more dimensions; held along the branch: {}", list));
    }

    void add_branch(std::size_t index) {
        const ContinueFound::One& one = f_.branches[index];
        const auto at = [&](const PointOfBranch& p) { return short_value(p.u[f_.value_place]); };
        const Branch& b = one.branch;
        std::string head = fmt::format("branch {}, {}", index + 1, counted(b.points.size(), "point"));
        if (!one.origin.empty())
            head += fmt::format(", from the {} of branch {} at {} = {}", one.origin, *one.parent + 1, f_.name,
                                short_value(one.begins_at));
        out_ += sentence(head);
        for (std::size_t k = 0; k < 2; ++k) {
            const PointOfBranch& end = k == 0 ? b.points.front() : b.points.back();
            out_ += paragraph("  ",
                              fmt::format("{} at {} = {}: {}", k == 0 ? "begins" : "ends", f_.name, at(end),
                                          end_text(b.ends[k])),
                              4, width_);
        }
        for (const SpecialPoint& point : b.special) {
            const bool changes = point.before != point.after;
            out_ += paragraph(
                fmt::format("  {:<16}  ", value(point.u[f_.value_place])),
                event(point, one.of_orbits) +
                    (changes ? fmt::format("; unstable: {} before, {} after", point.before, point.after)
                             : ""),
                20, width_);
        }
        for (const SameStability& s : stretches(b)) out_ += paragraph("  ", stretch_text(one, s), 4, width_);
    }

    std::string second_value(double si) const {
        return rounded(si, f_.second->to - f_.second->from, f_.second->unit.size);
    }
    std::string place_of(const PointOfCurve& p) const {
        return fmt::format("{} = {}, {} = {}", f_.name, value(p.u[f_.value_place]), f_.second->name,
                           second_value(p.second));
    }

    void add_curve(std::size_t index) {
        const ContinueFound::OneCurve& one = f_.curves[index];
        const BifurcationCurve& c = one.curve;
        out_ += sentence(fmt::format("curve {} of the kind {}, {}, from branch {} at {} = {}", index + 1,
                                     name(c.kind), counted(c.points.size(), "point"), one.branch + 1, f_.name,
                                     short_value(one.begins_at)));
        for (std::size_t k = 0; k < 2; ++k)
            out_ += paragraph(
                "  ",
                fmt::format("{} at {}: {}", k == 0 ? "begins" : "ends",
                            place_of(k == 0 ? c.points.front() : c.points.back()), end_text(c.ends[k])),
                4, width_);
        for (const CodimensionTwo& special : c.special)
            out_ += paragraph("  ", special.name + " at " + place_of(special.at), 4, width_);
        constexpr std::size_t shown = 9;
        const bool has_frequency =
            std::ranges::any_of(c.points, [](const PointOfCurve& p) { return p.frequency > 0; });
        out_ += fmt::format(
            "  {:<18}  {}\n", f_.name,
            has_frequency ? fmt::format("{:<18}  {}", f_.second->name, are_orbits(f_) ? "angle" : "frequency")
                          : f_.second->name);
        const std::size_t rows = std::min(shown, c.points.size());
        for (std::size_t k = 0; k < rows; ++k) {
            const PointOfCurve& p = c.points[rows == 1 ? 0 : k * (c.points.size() - 1) / (rows - 1)];
            out_ += fmt::format("  {:<18}  {:<18}", value(p.u[f_.value_place]), second_value(p.second));
            if (has_frequency) out_ += fmt::format("  {:.12g}", p.frequency);
            while (out_.ends_with(' ')) out_.pop_back();
            out_ += '\n';
        }
    }

    std::string stretch_text(const ContinueFound::One& one, const SameStability& s) const {
        const std::string_view what = one.of_orbits ? "multiplier" : "eigenvalue";
        const auto value = [&](const SameStability::Position& p) { return (*p.u)[f_.value_place]; };
        const double first = value(s.positions.front()), last = value(s.positions.back());
        double low = first, high = first;
        for (const SameStability::Position& p : s.positions) {
            low = std::min(low, value(p));
            high = std::max(high, value(p));
        }
        // A branch may turn on the way: then its ends are not all that it passes.
        const bool is_between = std::min(first, last) == low && std::max(first, last) == high;
        const std::string range =
            is_between ? fmt::format("{} = {} to {}: ", f_.name, short_value(first), short_value(last))
                       : fmt::format("{} between {} and {}: ", f_.name, short_value(low), short_value(high));
        if (s.unstable < 0) return range + "the linear equations have no value";
        std::string out =
            range + counted(static_cast<std::size_t>(s.unstable), fmt::format("unstable {}", what));
        if (s.neutral.value_or(0) > 0)
            out += fmt::format(", {} {}", *s.neutral,
                               one.of_orbits ? "on the unit circle" : "on the imaginary axis");
        return out;
    }

    void add_ratios() {
        if (f_.doublings.size() < 2) return;
        std::string list, ratios;
        for (const double v : f_.doublings) list += (list.empty() ? "" : ", ") + value(v);
        for (const double r : f_.ratios) ratios += fmt::format("{}{:.6g}", ratios.empty() ? "" : ", ", r);
        out_ +=
            sentence(fmt::format("the period doubles one time after the other at {} = {}", f_.name, list));
        if (!ratios.empty())
            out_ += sentence("the distances between these values shrink by the factors " + ratios +
                             " (Feigenbaum: 4.669 for dissipative cascades, 8.721 for area-preserving ones)");
    }

    void add_explained() {
        if (f_.always_zero > 0)
            out_ += sentence(fmt::format("{} zero everywhere and {} not counted",
                                         f_.always_zero == 1
                                             ? "1 further eigenvalue is"
                                             : fmt::format("{} further eigenvalues are", f_.always_zero),
                                         f_.always_zero == 1 ? "is" : "are"));
        for (const std::string& why : f_.explained)
            out_ += sentence("a further multiplier is 1 everywhere and is not counted: " + why);
        if (!f_.method.empty())
            out_ += sentence(fmt::format("by {} at the tolerance {:.3g}", f_.method, f_.tolerance));
    }

    const std::string& system_;
    const ContinueFound& f_;
    std::size_t width_;
    std::string out_;
};

Json numbers_json(const std::vector<double>& values) {
    Json::Array out;
    for (const double value : values) out.emplace_back(value);
    return Json::array(std::move(out));
}

Json exponents_json(const std::optional<LinearGrowth>& growth) {
    if (!growth) return {};
    Json::Array out;
    for (const auto& s : growth->exponents) {
        const std::complex<double> value = growth->of == LinearGrowth::Of::map ? std::exp(s) : s;
        out.push_back(Json::array({Json(value.real()), Json(value.imag())}));
    }
    return Json::array(std::move(out));
}

Json branch_json(const ContinueFound& found, const ContinueFound::One& one) {
    Json::Array points, special, ends;
    for (const PointOfBranch& point : one.branch.points)
        points.push_back(
            Json::object({{"arc", point.arc},
                          {"point", numbers_json(shown_point(found, point.u))},
                          {"unstable", unstable_at(point) < 0 ? Json() : Json(point.growth->unstable())},
                          {one.of_orbits ? "multipliers" : "eigenvalues", exponents_json(point.growth)},
                          {"largest", one.of_orbits ? numbers_json(point.extent.largest) : Json()},
                          {"smallest", one.of_orbits ? numbers_json(point.extent.smallest) : Json()}}));
    for (const SpecialPoint& point : one.branch.special)
        special.push_back(
            Json::object({{"kind", name(point.kind)},
                          {"value", point.u[found.value_place] / found.unit.size},
                          {"arc", point.arc},
                          {"frequency", point.frequency},
                          {"unstable", Json::object({{"before", point.before}, {"after", point.after}})},
                          {"point", numbers_json(shown_point(found, point.u))}}));
    for (const BranchEnd& end : one.branch.ends)
        ends.push_back(Json::object({{"why", end_name(end.why)}, {"reason", end_text(end)}}));
    return Json::object({{"origin", one.origin.empty() ? Json() : Json(one.origin)},
                         {"parent", one.parent ? Json(*one.parent) : Json()},
                         {"begins_at", one.begins_at / found.unit.size},
                         {"of_orbits", one.of_orbits},
                         {"points", Json::array(std::move(points))},
                         {"special", Json::array(std::move(special))},
                         {"ends", Json::array(std::move(ends))}});
}

Json curve_json(const ContinueFound& found, const ContinueFound::OneCurve& one) {
    const auto point_json = [&](const PointOfCurve& p) {
        return Json::object({{"arc", p.arc},
                             {"value", p.u[found.value_place] / found.unit.size},
                             {"second", p.second / found.second->unit.size},
                             {"frequency", p.frequency},
                             {"point", numbers_json(shown_point(found, p.u))}});
    };
    Json::Array points, special, ends;
    for (const PointOfCurve& point : one.curve.points) points.push_back(point_json(point));
    for (const CodimensionTwo& point : one.curve.special)
        special.push_back(Json::object({{"name", point.name}, {"at", point_json(point.at)}}));
    for (const BranchEnd& end : one.curve.ends)
        ends.push_back(Json::object({{"why", end_name(end.why)}, {"reason", end_text(end)}}));
    return Json::object({{"kind", name(one.curve.kind)},
                         {"branch", one.branch},
                         {"begins_at", one.begins_at / found.unit.size},
                         {"points", Json::array(std::move(points))},
                         {"special", Json::array(std::move(special))},
                         {"ends", Json::array(std::move(ends))}});
}

std::size_t column_of(const ContinueFound& found, const std::string& words) {
    const auto at = std::ranges::find(found.columns, words);
    if (at != found.columns.end()) return static_cast<std::size_t>(at - found.columns.begin());
    throw Refusal(Refusal::Of::words, "column-unknown", "the branches have no column '" + words + "'",
                  "they have " + joined(found.columns));
}

// How far a column goes during a period; what stands still is where it is.
std::pair<double, double> extent_of(const PointOfBranch& point, std::size_t column) {
    if (column >= point.extent.largest.size()) return {point.u[column], point.u[column]};
    return {point.extent.smallest[column], point.extent.largest[column]};
}

// Relative to its size; the value itself is across.
std::size_t changes_most(const ContinueFound& found) {
    std::size_t best = found.value_place == 0 ? 1 : 0;
    double most = -1;
    for (std::size_t k = 0; k < found.columns.size(); ++k) {
        if (k == found.value_place) continue;
        double low = INFINITY, high = -INFINITY;
        for (const ContinueFound::One& one : found.branches)
            for (const PointOfBranch& point : one.branch.points) {
                const auto [down, up] = extent_of(point, k);
                low = std::min(low, down);
                high = std::max(high, up);
            }
        const double change = (high - low) / std::max({1.0, std::fabs(low), std::fabs(high)});
        if (change > most) {
            most = change;
            best = k;
        }
    }
    return best;
}

}  // namespace

std::string as_text(const std::string& system, const ContinueFound& found, std::size_t width) {
    return Writer(system, found, width).text();
}

Json as_json(const std::string& system, const ContinueFound& found) {
    constexpr const char* kinds[] = {"equilibrium", "steady", "orbit"};
    Json::Array columns, branches, explained, lost;
    for (const std::string& why : found.lost) lost.emplace_back(why);
    for (const std::string& column : found.columns) columns.emplace_back(column);
    for (const ContinueFound::One& one : found.branches) branches.push_back(branch_json(found, one));
    for (const std::string& why : found.explained) explained.emplace_back(why);
    Json::Object held;
    for (const NamedValue& x : found.held) held.emplace_back(x.name, x.value);
    Json::Array curves;
    for (const ContinueFound::OneCurve& one : found.curves) curves.push_back(curve_json(found, one));
    return Json::object(
        {{"system", system},
         {"of", kinds[static_cast<int>(found.of)]},
         {"over", Json::object({{"name", found.name},
                                {"unit", found.unit.text},
                                {"from", found.from / found.unit.size},
                                {"to", found.to / found.unit.size}})},
         {"second", found.second ? Json::object({{"name", found.second->name},
                                                 {"unit", found.second->unit.text},
                                                 {"from", found.second->from / found.second->unit.size},
                                                 {"to", found.second->to / found.second->unit.size}})
                                 : Json()},
         {"curves", Json::array(std::move(curves))},
         {"held", Json::object(std::move(held))},
         {"columns", Json::array(std::move(columns))},
         {"branches", Json::array(std::move(branches))},
         {"not_followed", found.left},
         {"lost", Json::array(std::move(lost))},
         {"always_zero", found.always_zero},
         {"explained", Json::array(std::move(explained))},
         {"doublings", numbers_json(found.doublings)},
         {"ratios", numbers_json(found.ratios)},
         {"form", found.form},
         {"method", found.method.empty() ? Json() : Json(found.method)},
         {"tolerance", found.tolerance}});
}

namespace {

constexpr const char* kinds_by_number =
    "1 fold, 2 branch point, 3 zero eigenvalue, 4 zero pair, 5 Hopf, 6 meeting pairs, 7 period doubling, 8 "
    "Neimark-Sacker, 9 several";

TrajectoryHeader header_of(const request::StatedModel& model, const Provenance& provenance,
                           const ContinueFound& found) {
    return {.title = fmt::format("{}: {} over {}", model.system.name, plural(found.of), found.name),
            .model_text = std::string(model.source.text()),
            .form = found.form,
            .method = found.method.empty() ? "Newton" : found.method,
            .tolerance = found.tolerance,
            .parameters = {},
            .provenance = provenance,
            .columns = {}};
}

void write_curves(const std::string& path, TrajectoryHeader header, const ContinueFound& found) {
    header.title += " and " + found.second->name;
    header.columns = {{"row", "", "counted from 1"},
                      {"curve", "", "counted from 1"},
                      {"arc", "", "length along the curve, in the scales of the unknowns"},
                      {"kind", "", kinds_by_number},
                      {"special", "", "1: a second condition is met, such as at a cusp; else 0"},
                      {"frequency", "", "of a pair of eigenvalues, or the angle of a pair of multipliers"}};
    for (const std::string& column : found.columns) header.columns.push_back({column, "", ""});
    header.columns.push_back({found.second->name, "", ""});
    const auto file = open_trajectory(path, std::move(header));
    double row = 0;
    const auto append = [&](std::size_t curve, int special, const PointOfCurve& p) {
        std::vector<double> line{++row,
                                 static_cast<double>(curve + 1),
                                 p.arc,
                                 1.0 + static_cast<int>(found.curves[curve].curve.kind),
                                 static_cast<double>(special),
                                 p.frequency};
        const std::vector<double> point = shown_point(found, p.u);
        line.insert(line.end(), point.begin(), point.end());
        line.push_back(p.second / found.second->unit.size);
        file->append(line);
    };
    for (std::size_t k = 0; k < found.curves.size(); ++k) {
        const BifurcationCurve& c = found.curves[k].curve;
        auto special = c.special.begin();
        for (const PointOfCurve& point : c.points) {
            for (; special != c.special.end() && special->at.arc <= point.arc; ++special)
                append(k, 1, special->at);
            append(k, 0, point);
        }
    }
    file->finish({});
}

}  // namespace

void write_branches(const std::string& path, const request::StatedModel& model, const Provenance& provenance,
                    const ContinueFound& found) {
    TrajectoryHeader header = header_of(model, provenance, found);
    if (found.second) {
        write_curves(path, std::move(header), found);
        return;
    }
    header.columns = {{"row", "", "counted from 1"},
                      {"branch", "", "counted from 1"},
                      {"arc", "", "length along the branch, in the scales of the unknowns"},
                      {"unstable", "", "unstable eigenvalues or multipliers; -1: not known"},
                      {"special", "", std::string("0: a regular point; else ") + kinds_by_number}};
    for (const std::string& column : found.columns) header.columns.push_back({column, "", ""});
    const auto file = open_trajectory(path, std::move(header));
    double row = 0;
    const auto append = [&](std::size_t branch, double arc, long unstable, int special,
                            const std::vector<double>& u) {
        std::vector<double> line{++row, static_cast<double>(branch + 1), arc, static_cast<double>(unstable),
                                 static_cast<double>(special)};
        const std::vector<double> point = shown_point(found, u);
        line.insert(line.end(), point.begin(), point.end());
        file->append(line);
    };
    for (std::size_t k = 0; k < found.branches.size(); ++k) {
        const Branch& b = found.branches[k].branch;
        auto special = b.special.begin();
        for (const PointOfBranch& point : b.points) {
            for (; special != b.special.end() && special->arc <= point.arc; ++special)
                append(k, special->arc, static_cast<long>(std::max(special->before, special->after)),
                       1 + static_cast<int>(special->kind), special->u);
            append(k, point.arc, unstable_at(point), 0, point.u);
        }
    }
    file->finish({});
}

BifurcationDiagram::BifurcationDiagram(const std::string& title, const std::string& words,
                                       const ContinueFound& found) {
    const std::size_t y = words.empty() ? changes_most(found) : column_of(found, words);
    plot_.title = title;
    plot_.x_label = found.unit.text.empty() ? found.name : found.name + " " + found.unit.text;
    plot_.y_label = found.columns[y];
    struct Part {
        std::size_t branch;
        bool is_stable;
    };
    std::vector<Part> parts;
    for (std::size_t b = 0; b < found.branches.size(); ++b) {
        const Branch& branch = found.branches[b].branch;
        const bool has_extent = std::ranges::any_of(
            branch.points, [&](const PointOfBranch& p) { return y < p.extent.largest.size(); });
        for (const SameStability& s : stretches(branch)) {
            std::vector<double> across, low, high;
            std::vector<SameStability::Position> positions = s.positions;
            // Up to the first point of the next stretch, so that no gap remains.
            if (const PointOfBranch* last = positions.back().point;
                positions.back().u == &last->u && last != &branch.points.back())
                positions.push_back({&last[1].u, &last[1]});
            for (const auto& [u, point] : positions) {
                const std::vector<double> shown = shown_point(found, *u);
                across.push_back(shown[found.value_place]);
                const auto [down, up] = has_extent ? extent_of(*point, y) : std::pair(shown[y], shown[y]);
                low.push_back(down);
                high.push_back(up);
            }
            // Of orbits the largest and the smallest value during a period.
            if (has_extent) {
                parts.push_back({b, s.unstable == 0});
                numbers_.push_back(across);
                numbers_.push_back(std::move(low));
            }
            parts.push_back({b, s.unstable == 0});
            numbers_.push_back(std::move(across));
            numbers_.push_back(std::move(high));
        }
        for (const SpecialPoint& special : branch.special) {
            const std::vector<double> point = shown_point(found, special.u);
            double height = point[y];
            if (has_extent) {
                const auto next =
                    std::ranges::lower_bound(branch.points, special.arc, {}, &PointOfBranch::arc);
                if (next != branch.points.end()) height = extent_of(*next, y).second;
            }
            plot_.marks.push_back({std::string(name(special.kind)), point[found.value_place], height});
        }
    }
    for (std::size_t k = 0; k < parts.size(); ++k)
        plot_.curves.push_back({.label = "",
                                .x = numbers_[2 * k],
                                .y = numbers_[2 * k + 1],
                                .mark = parts[k].is_stable ? Curve::Mark::line : Curve::Mark::dashed,
                                .colour = parts[k].branch});
}

CurveDiagram::CurveDiagram(const std::string& title, const ContinueFound& found) {
    const auto labelled = [](const std::string& name, const request::ShownUnit& unit) {
        return unit.text.empty() ? name : name + " " + unit.text;
    };
    // A legend names several curves; a single one is named here.
    plot_.title =
        found.curves.size() == 1 ? fmt::format("{}: {}", title, name(found.curves[0].curve.kind)) : title;
    plot_.x_label = labelled(found.name, found.unit);
    plot_.y_label = labelled(found.second->name, found.second->unit);
    for (const ContinueFound::OneCurve& one : found.curves) {
        std::vector<double> across, up;
        for (const PointOfCurve& point : one.curve.points) {
            across.push_back(point.u[found.value_place] / found.unit.size);
            up.push_back(point.second / found.second->unit.size);
        }
        numbers_.push_back(std::move(across));
        numbers_.push_back(std::move(up));
        for (const CodimensionTwo& special : one.curve.special)
            plot_.marks.push_back({special.name, special.at.u[found.value_place] / found.unit.size,
                                   special.at.second / found.second->unit.size});
    }
    for (std::size_t k = 0; k < found.curves.size(); ++k)
        plot_.curves.push_back({.label = std::string(name(found.curves[k].curve.kind)),
                                .x = numbers_[2 * k],
                                .y = numbers_[2 * k + 1],
                                .mark = Curve::Mark::line});
}

}  // namespace anholon
