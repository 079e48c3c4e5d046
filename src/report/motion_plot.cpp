#include "report/motion_plot.hpp"

#include <algorithm>
#include <cassert>
#include <map>

namespace anholon {

using request::Panel;

namespace {

std::string label(const Observable& o) { return axis_label({o.name, o.unit, o.description}); }

}  // namespace

MotionPlots::MotionPlots(const std::string& title, std::vector<Panel> panels, const SimulationReport& report,
                         const PlottedRows& plotted)
    : report_(report), plotted_(plotted) {
    if (panels.empty()) panels = standard_panels();
    for (const Panel& panel : panels) plots_.push_back(plot(panel));
    if (!plots_.empty()) plots_[0].title = title;
}

const Observable& MotionPlots::observable(const std::string& name) const {
    if (name.empty()) return plotted_.columns[0];
    const auto found = std::ranges::find(plotted_.columns, name, &Observable::name);
    assert(found != plotted_.columns.end());
    return *found;
}

std::vector<double> MotionPlots::numbers(const std::string& column, Panel::Draw draw) const {
    const auto k = static_cast<std::size_t>(&observable(column) - plotted_.columns.data());
    if (draw == Panel::Draw::lines) return report_.history.column(k);
    if (draw == Panel::Draw::rows) return plotted_.rows.column(k);
    std::vector<double> out;
    for (const MetEvent& met : report_.result.events) out.push_back(met.row[k]);
    return out;
}

std::vector<Panel> MotionPlots::standard_panels() const {
    using Kind = Observable::Kind;
    const bool is_asked =
        std::ranges::any_of(plotted_.columns, [](const auto& o) { return o.kind == Kind::asked; });
    std::vector<Panel> panels;
    std::map<std::string, std::size_t> place;  // of the panel of a unit
    for (std::size_t k = 1; k < plotted_.columns.size(); ++k) {
        const Observable& o = plotted_.columns[k];
        const bool is_first = o.kind == (is_asked ? Kind::asked : Kind::coordinate);
        const bool is_all_there_is = plotted_.columns.size() == 2;
        if (!is_first && !is_all_there_is) continue;
        const auto [at, is_new] = place.emplace(o.unit, panels.size());
        if (is_new) panels.push_back({.y = {}});
        panels[at->second].y.push_back(o.name);
    }
    if (panels.empty())  // a model without coordinates
        for (std::size_t k = 1; k < plotted_.columns.size(); ++k)
            if (plotted_.columns[k].kind == Kind::velocity) {
                if (panels.empty()) panels.push_back({.y = {}});
                panels[0].y.push_back(plotted_.columns[k].name);
            }
    return panels;
}

Plot MotionPlots::plot(const Panel& panel) {
    const Observable& x = observable(panel.x);
    Plot out{.title = "", .x_label = label(x), .y_label = "", .curves = {}};
    bool agree = !panel.x.empty() && x.kind != Observable::Kind::time;
    for (const std::string& name : panel.y) {
        const Observable& y = observable(name);
        agree = agree && y.unit == x.unit;
        auto& at =
            *numbers_.emplace_back(std::make_unique<std::vector<double>>(numbers(panel.x, panel.draw)));
        auto& values =
            *numbers_.emplace_back(std::make_unique<std::vector<double>>(numbers(name, panel.draw)));
        out.curves.push_back({label(y), at, values,
                              panel.draw == Panel::Draw::lines ? Curve::Mark::line : Curve::Mark::points});
    }
    if (panel.y.size() == 1) out.y_label = out.curves[0].label;
    if (panel.has_equal_scale.value_or(agree)) out.scale = Plot::Scale::equal;
    if (panel.has_log_x) out.x_axis = Axis::Kind::logarithmic;
    if (panel.has_log_y) out.y_axis = Axis::Kind::logarithmic;
    return out;
}

}  // namespace anholon
