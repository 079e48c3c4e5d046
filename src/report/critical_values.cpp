#include "report/critical_values.hpp"

#include <fmt/format.h>

#include <cmath>

#include "report/layout.hpp"

namespace anholon {

using request::ShownUnit;

namespace {

std::string_view noun(Standstill at) { return at == Standstill::steady ? "steady motion" : "equilibrium"; }

std::string_view plural(Standstill at) { return at == Standstill::steady ? "steady motions" : "equilibria"; }

std::string counted(std::size_t count) {
    if (count == 0) return "no unstable eigenvalue";
    return fmt::format("{} unstable eigenvalue{}", count, count == 1 ? "" : "s");
}

std::string event(const AxisCrossing& c) {
    switch (c.kind) {
        case AxisCrossing::Kind::real: return "a real eigenvalue passes through 0";
        case AxisCrossing::Kind::pair:
            return fmt::format("a pair of eigenvalues passes through ±{:.12g}i", c.frequency);
        case AxisCrossing::Kind::meeting_at_zero:
            return "a pair of eigenvalues meets at 0, real on one side and imaginary on the other";
        case AxisCrossing::Kind::meeting_on_axis:
            return fmt::format("two imaginary pairs meet at ±{:.12g}i and leave the axis", c.frequency);
        case AxisCrossing::Kind::several: return "several eigenvalues pass the imaginary axis together";
    }
    return "";
}

std::string_view instability(const AxisCrossing& c) {
    if (c.before == 0) return "begins";
    return c.after == 0 ? "ends" : "stays";
}

std::string direction(const AxisCrossing& c) {
    const auto count = [](std::size_t n) { return n == 0 ? std::string("none") : std::to_string(n); };
    const std::string counts = fmt::format("{} before, {} after", count(c.before), count(c.after));
    if (instability(c) == "stays") return "unstable eigenvalues: " + counts;
    return fmt::format("instability {}; unstable eigenvalues: {}", instability(c), counts);
}

std::string stretch_text(const Stretch& s) {
    std::string out = counted(s.unstable);
    if (s.imaginary > 0) out += fmt::format(", {} imaginary", s.imaginary);
    if (s.decaying > 0) out += fmt::format(", {} decaying", s.decaying);
    return out;
}

class Writer {
  public:
    Writer(const std::string& system, const CriticalValues& critical, const ShownUnit& unit,
           std::size_t width)
        : system_(system), c_(critical), unit_(unit), width_(width) {}

    std::string text() {
        out_ = sentence(fmt::format("{}: {} for {} = {} to {}, by {}", system_, plural(c_.at), c_.sweep.name,
                                    short_value(c_.sweep.from), with_unit(short_value(c_.sweep.to)),
                                    c_.form->title));
        if (!c_.kept.empty()) {
            std::string list;
            for (const NamedValue& x : c_.kept)
                list += fmt::format("{}{} = {:.12g}", list.empty() ? "" : ", ", x.name, x.value);
            out_ += sentence(
                fmt::format("these come in a family, from which the following chooses one: {}", list));
        }
        if (!c_.left_out.empty()) out_ += sentence(c_.left_out);
        add_ends();
        add_crossings();
        add_stretches();
        add_search();
        return out_;
    }

  private:
    std::string sentence(const std::string& words) const { return paragraph("", words, 2, width_); }
    std::string value(double si) const { return fmt::format("{:.13g}", si / unit_.size); }
    std::string short_value(double si) const { return fmt::format("{:.10g}", si / unit_.size); }
    std::string with_unit(std::string number) const {
        return unit_.text.empty() ? number : number + " " + unit_.text;
    }

    void add_ends() {
        if (c_.first)
            out_ += sentence(fmt::format("the {} ends at {} = {}: below, none was found that continues it",
                                         noun(c_.at), c_.sweep.name, short_value(*c_.first)));
        if (c_.last)
            out_ += sentence(fmt::format("the {} ends at {} = {}: above, none was found that continues it",
                                         noun(c_.at), c_.sweep.name, short_value(*c_.last)));
        for (const double end : c_.on_axis)
            out_ += sentence(fmt::format("at {} = {} itself an eigenvalue is on the imaginary axis",
                                         c_.sweep.name, short_value(end)));
    }

    void add_crossings() {
        if (c_.crossings.empty()) {
            out_ += sentence(fmt::format("no critical value of {} was found", c_.sweep.name));
            return;
        }
        out_ += fmt::format("critical {} of {}\n", c_.crossings.size() == 1 ? "value" : "values",
                            with_unit(c_.sweep.name));
        for (const AxisCrossing& c : c_.crossings)
            out_ += paragraph(fmt::format("  {:<16}  ", value(c.value)), event(c) + "; " + direction(c), 20,
                              width_);
    }

    void add_stretches() {
        out_ += c_.crossings.empty() ? "in the whole interval\n" : "between these values\n";
        for (const Stretch& s : c_.stretches)
            out_ += paragraph(
                "  ", fmt::format("{} to {}: {}", short_value(s.from), short_value(s.to), stretch_text(s)), 4,
                width_);
    }

    void add_search() {
        if (c_.zeros > 0)
            out_ += sentence(fmt::format("{} zero at all these values and {} not counted",
                                         c_.zeros == 1 ? "1 further eigenvalue is"
                                                       : fmt::format("{} further eigenvalues are", c_.zeros),
                                         c_.zeros == 1 ? "is" : "are"));
        out_ += sentence(
            fmt::format("searched at {} values, at most {:.3g} apart: of crossings that are closer to each "
                        "other, an even number may have been missed",
                        c_.searched, c_.widest / unit_.size));
    }

    const std::string& system_;
    const CriticalValues& c_;
    const ShownUnit& unit_;
    std::size_t width_;
    std::string out_;
};

Json values_json(const std::vector<NamedValue>& values) {
    Json::Object out;
    for (const NamedValue& x : values) out.emplace_back(x.name, x.value);
    return Json::object(std::move(out));
}

}  // namespace

std::string as_text(const std::string& system, const CriticalValues& critical, const ShownUnit& unit,
                    std::size_t width) {
    return Writer(system, critical, unit, width).text();
}

Json as_json(const std::string& system, const CriticalValues& c, const ShownUnit& unit) {
    const auto shown = [&](double value) { return Json(value / unit.size); };
    const auto optional = [&](const std::optional<double>& value) { return value ? shown(*value) : Json(); };
    Json::Array crossings, stretches, on_axis;
    for (const AxisCrossing& one : c.crossings)
        crossings.push_back(
            Json::object({{"value", shown(one.value)},
                          {"kind", name(one.kind)},
                          {"frequency", one.frequency},
                          {"instability", instability(one)},
                          {"unstable", Json::object({{"before", one.before}, {"after", one.after}})},
                          {"state", values_json(one.state)}}));
    for (const Stretch& one : c.stretches)
        stretches.push_back(Json::object({{"from", shown(one.from)},
                                          {"to", shown(one.to)},
                                          {"unstable", one.unstable},
                                          {"imaginary", one.imaginary},
                                          {"decaying", one.decaying}}));
    for (const double end : c.on_axis) on_axis.push_back(shown(end));
    const bool is_parameter = c.sweep.what == Sweep::What::parameter;
    return Json::object(
        {{"system", system},
         {"at", c.at == Standstill::steady ? "steady" : "equilibrium"},
         {"form", c.form->id},
         {"varied", Json::object({{"name", c.sweep.name},
                                  {"what", is_parameter ? "parameter" : "initial value"},
                                  {"unit", unit.text},
                                  {"from", shown(c.sweep.from)},
                                  {"to", shown(c.sweep.to)}})},
         {"kept", values_json(c.kept)},
         {"critical", Json::array(std::move(crossings))},
         {"stretches", Json::array(std::move(stretches))},
         {"always_zero", c.zeros},
         {"on_axis_at_ends", Json::array(std::move(on_axis))},
         {"ends", Json::object({{"below", optional(c.first)}, {"above", optional(c.last)}})},
         {"searched", Json::object({{"values", c.searched}, {"widest_gap", shown(c.widest)}})}});
}

}  // namespace anholon
