#include "serve/conversation.hpp"

#include <algorithm>
#include <cmath>

#include "request/failure.hpp"

namespace anholon::serve {

namespace {

const Json* member(const Json::Object& object, std::string_view name) {
    const auto found = std::ranges::find(object, name, [](const auto& named) { return named.first; });
    return found == object.end() ? nullptr : &found->second;
}

// The whole number that a request is known by; 0 if it has none.
std::int64_t id_in(const Json::Object& object, std::string_view name) {
    constexpr std::int64_t most = 0xffffffff;  // binary messages have room for so much
    const Json* found = member(object, name);
    const auto* id = found ? std::get_if<std::int64_t>(&found->value()) : nullptr;
    return id && *id > 0 && *id <= most ? *id : 0;
}

Json failed(std::int64_t id, Json::Array errors, Json::Array warnings) {
    return Json::object({{"id", id},
                         {"event", "end"},
                         {"ok", false},
                         {"errors", Json::array(std::move(errors))},
                         {"warnings", Json::array(std::move(warnings))}});
}

Json::Array errors_of(const Refusal& refusal) {
    Json::Array out;
    for (const Diagnostic& d : refusal.diagnostics.all())
        if (d.severity == Severity::error)
            out.push_back(told(d, refusal.source ? &*refusal.source : nullptr));
    return out;
}

}  // namespace

Conversation::Conversation(Outbox& outbox, const ConversationLimits& limits)
    : outbox_(outbox), limits_(limits), models_(limits.seconds) {}

Conversation::~Conversation() {
    std::list<std::shared_ptr<Request>> last;
    const std::lock_guard lock(mutex_);
    is_over_ = true;
    last.swap(requests_);
    for (const auto& request : last) request->stop.request();
}

void Conversation::refuse(std::int64_t id, const std::string& code, const std::string& message,
                          const std::string& help) {
    outbox_.send_now(to_line(failed(id, {told(code, message, help)}, {})));
}

void Conversation::hear(std::string_view message) {
    Json json;
    try {
        json = parse_json(message);
    } catch (const BadJson& e) {
        return refuse(0, "request-bad", e.what());
    }
    const auto* object = std::get_if<Json::Object>(&json.value());
    if (!object) return refuse(0, "request-bad", "a request is an object");
    if (const std::int64_t id = id_in(*object, "cancel")) return cancel(id);
    const std::int64_t id = id_in(*object, "id");
    if (id == 0)
        return refuse(0, "request-bad", "the id of a request is a whole number from 1 to 4294967295");
    ask(*object, id);
}

void Conversation::ask(const Json::Object& message, std::int64_t id) {
    const Json* name = member(message, "ask");
    const auto* word = name ? std::get_if<std::string>(&name->value()) : nullptr;
    const Ask* asked = word ? find_ask(*word) : nullptr;
    if (!asked) {
        std::vector<std::string> names;
        for (const Ask& known : all_asks()) names.push_back(known.name);
        return refuse(id, "ask-unknown",
                      word ? "there is no ask '" + word->substr(0, 40) + "'" : "an ask is missing",
                      word ? request::did_you_mean(*word, names) : "");
    }
    std::vector<Field> fields = fields_of_requests();
    fields.insert(fields.end(), asked->fields.begin(), asked->fields.end());
    if (const auto wrong = mismatch(Json(message), record(std::move(fields))))
        return refuse(id, "request-bad", *wrong);

    auto request = std::make_shared<Request>();
    request->id = id;
    request->ask = asked;
    request->fields = message;
    const Call read(id, message, models_, {});
    request->lane = read.text("lane");
    request->seconds = std::clamp(read.number("seconds").value_or(limits_.seconds), 0.0, limits_.seconds);

    std::vector<std::int64_t> replaced;
    {
        const std::lock_guard lock(mutex_);
        collect_ended();
        if (std::ranges::any_of(requests_, [&](const auto& other) { return other->id == id; }))
            return refuse(id, "id-in-use", "a request of this id has not ended yet");
        if (requests_.size() >= limits_.running + limits_.waiting)
            return refuse(id, "too-many-requests", "too many requests wait for an answer");
        // What is no longer wanted is dropped, not queued.
        for (auto place = requests_.begin(); place != requests_.end();) {
            const auto here = place++;
            Request& other = **here;
            if (request->lane.empty() || other.lane != request->lane || other.has_ended) continue;
            other.is_replaced = true;
            other.stop.request();
            if (other.is_running) continue;
            replaced.push_back(other.id);
            requests_.erase(here);
        }
        requests_.push_back(request);
        start_waiting();
    }
    for (const std::int64_t old : replaced) refuse(old, "cancelled", "a newer request took its place");
}

void Conversation::cancel(std::int64_t id) {
    {
        const std::lock_guard lock(mutex_);
        const auto found = std::ranges::find(requests_, id, [](const auto& request) { return request->id; });
        if (found == requests_.end() || (*found)->has_ended) return;  // it has just ended
        (*found)->stop.request();
        if ((*found)->is_running) return;
        requests_.erase(found);
    }
    refuse(id, "cancelled", "the request was cancelled");
}

void Conversation::collect_ended() {
    requests_.remove_if([](const auto& request) { return request->has_ended; });
}

void Conversation::start_waiting() {
    if (is_over_) return;
    auto running = static_cast<std::size_t>(std::ranges::count_if(
        requests_, [](const auto& request) { return request->is_running && !request->has_ended; }));
    for (const auto& request : requests_) {
        if (running >= limits_.running) return;
        if (request->is_running) continue;
        request->is_running = true;
        ++running;
        request->thread = std::jthread([this, r = request.get()] { work(*r); });
    }
}

void Conversation::work(Request& request) {
    const ThreadMemory memory;
    {
        Call call(request.id, std::move(request.fields), models_,
                  {.event = [this](const Json& message) { outbox_.send_text(to_line(message)); },
                   .frame = [this](std::string bytes) { outbox_.send_binary(std::move(bytes)); }});
        answer(request, call);
    }
    const std::lock_guard lock(mutex_);
    request.has_ended = true;
    start_waiting();
}

void Conversation::answer(Request& request, Call& call) {
    Json end;
    try {
        const Stoppable here(request.stop);
        const Deadline deadline(TimeLimit::by_the_clock(request.seconds));
        Json result = request.ask->answer(call);
        if (request.stop.is_requested()) throw Cancelled();
        end = Json::object({{"id", request.id},
                            {"event", "end"},
                            {"ok", true},
                            {"result", std::move(result)},
                            {"warnings", Json::array(call.warnings())}});
    } catch (const Cancelled&) {
        end = failed(request.id,
                     {told("cancelled", request.is_replaced ? "a newer request took its place"
                                                            : "the request was cancelled")},
                     {});
        if (!request.is_replaced) models_.stop_abandoned();
    } catch (...) {
        const Source source = call.source();
        end = failed(request.id, errors_of(request::failure(&source)), call.warnings());
    }
    try {
        outbox_.send_text(to_line(end));
    } catch (const Cancelled&) {
        return;  // the page is gone
    }
}

}  // namespace anholon::serve
