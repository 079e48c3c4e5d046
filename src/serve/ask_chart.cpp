#include <algorithm>

#include "request/chart.hpp"
#include "serve/asks.hpp"
#include "serve/studied.hpp"

namespace anholon::serve {

namespace {

constexpr double most_points = 1 << 20;  // on a page

constexpr ChartPoint::Status statuses[] = {ChartPoint::Status::done, ChartPoint::Status::no_start,
                                           ChartPoint::Status::left, ChartPoint::Status::never,
                                           ChartPoint::Status::open, ChartPoint::Status::pending};

Json counts_of(const ChartOptions& options) {
    Json::Array out;
    for (const ChartAxis& axis : options.axes) out.emplace_back(axis.count);
    return Json::array(std::move(out));
}

// Points [from, to) of a grid, each with its place, its value and its status.
std::vector<double> rows_of(const request::ChartFound& grid, std::size_t from, std::size_t to) {
    std::vector<double> out;
    const std::size_t width = grid.options.axes[0].count;
    for (std::size_t k = from; k < to; ++k) {
        const ChartPoint& point = grid.points[k];
        out.insert(out.end(), {static_cast<double>(k % width), static_cast<double>(k / width), point.value,
                               static_cast<double>(point.status)});
    }
    return out;
}

Json told(const request::ChartFound& found) {
    Json::Array axes, names;
    for (const ChartAxis& a : found.options.axes)
        axes.push_back(Json::object({{"name", a.text}, {"from", a.low}, {"to", a.high}, {"count", a.count}}));
    for (const ChartPoint::Status status : statuses) names.emplace_back(name(status));
    return Json::object({{"measure", found.options.measure.text},
                         {"axes", Json::array(std::move(axes))},
                         {"until", found.options.until},
                         {"transient", found.options.transient},
                         {"method", found.method},
                         {"tolerance", found.tolerance},
                         {"statuses", Json::array(std::move(names))}});
}

Json answer(Call& call) {
    const Studied model(call, "chart");
    const request::Chart asked{.start = model.start(),
                               .over = model.words("over"),
                               .fix = model.words("fix"),
                               .measure = model.text("measure"),
                               .transient = model.word("transient"),
                               .method_name = model.text("method")};
    const auto seen = [&](const request::ChartFound& grid, std::size_t from, std::size_t to) {
        if (static_cast<double>(grid.points.size()) > most_points)
            throw Refusal(Refusal::Of::words, "chart-large", "a chart on a page has at most 1048576 points");
        if (from == 0) call.row(Json::object({{"counts", counts_of(grid.options)}}));
        call.frames(Frame::chart, 4, rows_of(grid, from, to));
        call.progress(static_cast<double>(to), static_cast<double>(grid.points.size()),
                      std::to_string(grid.options.axes[0].count));
    };
    request::ChartFound found = request::refined(asked, model.system(), {}, seen);
    Deadline::check();
    return told(found);
}

}  // namespace

Ask ask_chart() {
    const Type axis =
        record("ChartAxis", {{"name", text()}, {"from", number()}, {"to", number()}, {"count", integer()}});
    return {
        .name = "chart",
        .about = "Motions measured over a range of parameters or initial values, from coarse to fine",
        .fields = study_fields({optional("over", list(text()), "NAME=LOW..HIGH:N, one or two"),
                                optional("measure", text(),
                                         "lyapunov, final(EXPR), mean(EXPR), max(EXPR), min(EXPR), "
                                         "time(EXPR), count(EXPR) or period(EXPR)"),
                                optional("fix", list(text()), "EXPR=VALUE: start on this level"),
                                optional("transient", value(), "when measuring begins")}),
        .result = record("Chart", {{"measure", text()},
                                   {"axes", list(axis), "of the finest grid"},
                                   {"until", number()},
                                   {"transient", number()},
                                   {"method", text()},
                                   {"tolerance", number()},
                                   {"statuses", list(text()), "what the numbers of a status mean"}}),
        .row = record("ChartGrid", {{"counts", list(integer()),
                                     "of points along each axis: the frames that follow are of this grid"}}),
        .frames = {{Frame::chart, "the place of a point along both axes, its value, its status"}},
        .answer = answer};
}

}  // namespace anholon::serve
