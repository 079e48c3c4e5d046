#include "base/pending_file.hpp"
#include "base/sha256.hpp"
#include "report/envelope.hpp"
#include "report/trajectory_sink.hpp"

namespace anholon {

namespace {

Json header_json(const TrajectoryHeader& header) {
    Json::Object parameters;
    for (const ParameterValue& p : header.parameters)
        parameters.emplace_back(p.name, Json::object({{"value", p.value}, {"unit", p.unit}}));
    Json::Array columns;
    for (const Column& c : header.columns)
        columns.push_back(Json::object({{"name", c.name}, {"unit", c.unit}, {"description", c.description}}));
    return Json::object(
        {{"schema", "anholon.trajectory/1"},
         {"title", header.title},
         {"form", header.form},
         {"method", header.method},
         {"tolerance", header.tolerance},
         {"parameters", Json::object(std::move(parameters))},
         {"model", Json::object({{"text", header.model_text}, {"sha256", sha256(header.model_text)}})},
         {"provenance", to_json(header.provenance)},
         {"columns", Json::array(std::move(columns))}});
}

Json end_json(const TrajectoryEnd& end) {
    Json::Object drift;
    for (const auto& [name, value] : end.drift) drift.emplace_back(name, value);
    return Json::object({{"complete", end.stopped.empty()},
                         {"stopped", end.stopped.empty() ? Json() : Json(end.stopped)},
                         {"drift", Json::object(std::move(drift))}});
}

// One object: the members of the header, "rows", the members of the end.
class JsonSink final : public TrajectorySink {
  public:
    JsonSink(PendingFile& file, const TrajectoryHeader& header) : file_(file), width_(header.columns.size()) {
        std::string text = to_string(header_json(header));
        text.resize(text.size() - 2);  // "\n}"
        file_.write(text + ",\n  \"rows\": [");
    }

    void append(std::span<const double> rows) override {
        std::string text;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (i % width_ != 0) {
                text += ", ";
            } else {
                text += is_empty_ ? "\n    [" : ",\n    [";
                is_empty_ = false;
            }
            append_number(text, rows[i]);
            if ((i + 1) % width_ == 0) text += ']';
        }
        file_.write(text);
    }

    void finish(const TrajectoryEnd& end) override {
        const std::string text = to_string(end_json(end));
        file_.write((is_empty_ ? "]," : "\n  ],") + text.substr(1) + "\n");  // without its "{"
    }

  private:
    PendingFile& file_;
    std::size_t width_;
    bool is_empty_ = true;
};

}  // namespace

std::unique_ptr<TrajectorySink> json_sink(PendingFile& file, const TrajectoryHeader& header) {
    return std::make_unique<JsonSink>(file, header);
}

}  // namespace anholon
