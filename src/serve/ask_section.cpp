#include <mutex>

#include "report/section.hpp"
#include "request/section.hpp"
#include "serve/asks.hpp"
#include "serve/studied.hpp"

namespace anholon::serve {

namespace {

// Points of all threads on their way to the page, some at a time.
class PointsOnTheirWay {
  public:
    explicit PointsOnTheirWay(Call& call) : call_(call) {}

    void add(std::size_t orbit, const SectionPoint& point) {
        const std::lock_guard lock(mutex_);
        columns_ = point.columns.size() + 1;
        numbers_.push_back(static_cast<double>(orbit));
        numbers_.insert(numbers_.end(), point.columns.begin(), point.columns.end());
        const auto now = std::chrono::steady_clock::now();
        if (now - sent_at_ < std::chrono::milliseconds(50) && numbers_.size() < most) return;
        sent_at_ = now;
        send();
    }
    void finish() {
        const std::lock_guard lock(mutex_);
        send();
    }

  private:
    static constexpr std::size_t most = 1 << 16;

    void send() {
        if (!numbers_.empty()) call_.frames(Frame::section, columns_, numbers_);
        numbers_.clear();
    }

    Call& call_;
    std::mutex mutex_;
    std::chrono::steady_clock::time_point sent_at_ = {};
    std::size_t columns_ = 1;
    std::vector<double> numbers_;
};

Json told(const request::SectionFound& found) {
    Json::Array columns, orbits;
    for (const Observable& column : found.columns)
        columns.push_back(
            Json::object({{"name", column.name}, {"unit", column.unit == "1" ? "" : column.unit}}));
    for (const SectionOrbit& orbit : found.orbits)
        orbits.push_back(Json::object({{"points", orbit.points.size()},
                                       {"until", orbit.until},
                                       {"ended", orbit.ended.empty() ? Json() : Json(orbit.ended)},
                                       {"drift", orbit.drift},
                                       {"steps", orbit.steps}}));
    return Json::object({{"at", found.at},
                         {"columns", Json::array(std::move(columns))},
                         {"orbits", Json::array(std::move(orbits))},
                         {"without_start", found.without_start},
                         {"form", found.form},
                         {"method", found.method},
                         {"tolerance", found.tolerance}});
}

Json answer(Call& call) {
    const Studied model(call, "section");
    PointsOnTheirWay points(call);
    request::Section asked{.start = model.start(),
                           .at = model.text("at"),
                           .count = model.word("count"),
                           .orbits = model.word("orbits"),
                           .transient = model.word("transient"),
                           .over = model.words("over"),
                           .fix = model.words("fix"),
                           .from = call.assignments("from"),
                           .method_name = model.text("method"),
                           .found = [&](std::size_t orbit, const SectionPoint& p) { points.add(orbit, p); }};
    // One orbit starts there: what else the experiment says of starts is for the others.
    if (call.has("from")) {
        asked.orbits.reset();
        asked.over.clear();
    }
    asked.side_by_side.progress = [&](std::size_t done, std::size_t all) {
        call.progress(static_cast<double>(done), static_cast<double>(all), "orbits");
    };
    const request::SectionFound found = request::answer(asked, model.system());
    points.finish();
    return told(found);
}

}  // namespace

Ask ask_section() {
    const Type column = record("SectionColumn", {{"name", text()}, {"unit", text()}});
    const Type orbit = record("SectionOrbit", {{"points", integer()},
                                               {"until", number()},
                                               {"ended", nullable(text()), "why before its time"},
                                               {"drift", number()},
                                               {"steps", integer()}});
    return {.name = "section",
            .about = "Where motions cross a surface: a Poincaré section",
            .fields =
                study_fields({optional("at", text(), "EXPR[:up|down]: where the expression passes through 0"),
                              optional("every", value(), "instead, at multiples of this time"),
                              optional("count", value(), "of points per orbit; 1000 if not given"),
                              optional("transient", value(), "points count from this time on"),
                              optional("columns", list(text()), "of each point; the state if not given"),
                              optional("over", list(text()), "EXPR=LOW..HIGH[:N]: where orbits start"),
                              optional("orbits", value(), "so many at random values of `over`"),
                              optional("fix", list(text()), "EXPR=VALUE: start on this level"),
                              optional("from", map(value()),
                                       "EXPR: VALUE: start one orbit there, on the section and on the levels "
                                       "that the initial state has")}),
            .result = record(
                "Section", {{"at", text()},
                            {"columns", list(column), "of the points, behind the number of the orbit"},
                            {"orbits", list(orbit)},
                            {"without_start", integer(), "orbits for which no state was found on the levels"},
                            {"form", text()},
                            {"method", text()},
                            {"tolerance", number()}}),
            .frames = {{Frame::section, "the number of an orbit, from 0, and the columns of a point"}},
            .answer = answer};
}

}  // namespace anholon::serve
