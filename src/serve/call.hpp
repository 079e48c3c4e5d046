#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "report/json.hpp"
#include "serve/models.hpp"

namespace anholon::serve {

// What a page hears of a request before its end. Each may be called by the thread that answers it, and wait where the page reads slowly.
struct Heard {
    std::function<void(Json message)> event;
    std::function<void(std::string frame)> frame;
};

// The kinds of binary messages.
enum class Frame : std::uint32_t { motion = 1, plot = 2, section = 3, chart = 4 };

// One request, while it is answered.
class Call {
  public:
    Call(std::int64_t id, Json::Object fields, Models& models, Heard heard)
        : models(models), id_(id), fields_(std::move(fields)), heard_(std::move(heard)) {}

    // The fields, which have been checked: those that are missing, or null, are empty.
    const Json* field(std::string_view name) const;
    bool has(std::string_view name) const { return field(name) != nullptr; }
    std::string text(std::string_view name, const std::string& otherwise = "") const;
    bool flag(std::string_view name, bool otherwise = false) const;
    std::optional<double> number(std::string_view name) const;
    std::optional<std::string> word(std::string_view name) const;  // a number or a text, as a text
    std::vector<std::string> texts(std::string_view name) const;
    std::vector<std::string> assignments(std::string_view name) const;  // "m=2", from {"m": 2}

    // The model of the request; its warnings are those of the answer.
    std::shared_ptr<const FrozenModel> model();
    Source source() const { return {text("model_name", "model"), text("model")}; }

    void progress(double done, double of, const std::string& part);  // not too often
    void row(Json row) const;
    void frames(Frame kind, std::size_t columns, std::span<const double> numbers) const;
    void warn(const std::string& code, const std::string& message);
    void warn(const Diagnostics& said, const Source& source);

    const Json::Array& warnings() const { return warnings_; }
    Models& models;

  private:
    std::int64_t id_;
    Json::Object fields_;
    Heard heard_;
    Json::Array warnings_;
    std::chrono::steady_clock::time_point heard_at_ = {};
};

// An error or a warning, at its place in the model or in another field of the request.
Json told(const Diagnostic& diagnostic, const Source* source);
Json told(const std::string& code, const std::string& message, const std::string& help = "");

}  // namespace anholon::serve
