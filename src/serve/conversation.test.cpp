#include "serve/conversation.hpp"

#include <gtest/gtest.h>

#include <condition_variable>
#include <cstring>
#include <map>

#include "model/gallery.hpp"

namespace anholon::serve {
namespace {

// Keeps what a page would hear.
class Mailbox : public Outbox {
  public:
    void send_text(std::string text) override { put(std::move(text)); }
    void send_now(std::string text) override { put(std::move(text)); }
    void send_binary(std::string bytes) override {
        const std::lock_guard lock(mutex_);
        std::uint32_t header[4];
        std::memcpy(header, bytes.data(), sizeof header);
        frames_[header[0]].push_back(std::move(bytes));
    }

    // The last message of a request.
    Json end(std::int64_t id) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return ends_.contains(id); });
        return ends_.at(id);
    }
    bool has_ended(std::int64_t id) {
        const std::lock_guard lock(mutex_);
        return ends_.contains(id);
    }
    std::size_t heard(std::int64_t id) {
        const std::lock_guard lock(mutex_);
        return events_[id];
    }
    std::vector<Json> rows(std::int64_t id) {
        const std::lock_guard lock(mutex_);
        return rows_[id];
    }
    std::vector<std::string> frames(std::int64_t id) {
        const std::lock_guard lock(mutex_);
        return frames_[id];
    }

  private:
    void put(const std::string& text) {
        const Json json = parse_json(text, {.members = 100000, .values = 10000000});
        const auto& members = std::get<Json::Object>(json.value());
        const std::int64_t id = std::get<std::int64_t>(members[0].second.value());
        const std::lock_guard lock(mutex_);
        const auto& event = std::get<std::string>(members[1].second.value());
        if (event == "end") ends_.emplace(id, json);
        if (event == "row") rows_[id].push_back(members[2].second);
        if (event != "end") ++events_[id];
        changed_.notify_all();
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::map<std::int64_t, Json> ends_;
    std::map<std::int64_t, std::size_t> events_;
    std::map<std::int64_t, std::vector<Json>> rows_;
    std::map<std::int64_t, std::vector<std::string>> frames_;
};

const Json& member(const Json& json, const char* name) {
    for (const auto& [key, value] : std::get<Json::Object>(json.value()))
        if (key == name) return value;
    static const Json none;
    return none;
}

std::string code(const Json& end) {
    if (std::get<bool>(member(end, "ok").value())) return "";
    return std::get<std::string>(
        member(std::get<Json::Array>(member(end, "errors").value()).front(), "code").value());
}

class ConversationTest : public testing::Test {
  protected:
    std::int64_t ask(const std::string& name, Json::Object fields, const std::string& lane = "") {
        fields.insert(fields.begin(), {{"id", Json(++last)}, {"ask", Json(name)}});
        if (!lane.empty()) fields.emplace_back("lane", lane);
        conversation.hear(to_line(Json(std::move(fields))));
        return last;
    }
    // Long after the end of the test.
    static Json::Object endless() { return {{"model", pendulum}, {"until", 1e12}, {"frames", 2}}; }
    void until_it_runs(std::int64_t id) {
        while (mailbox.heard(id) == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }

    static constexpr const char* pendulum =
        "model Pendulum { param g = 9.81, l = 1; coord phi; kinetic l^2*phi'^2/2; potential -g*l*cos(phi); "
        "init phi = 0.5 }";
    std::int64_t last = 0;
    Mailbox mailbox;
    Conversation conversation{mailbox, {.seconds = 60, .running = 2, .waiting = 3}};
};

TEST_F(ConversationTest, Answers) {
    const Json end = mailbox.end(ask("hello", {}));
    EXPECT_EQ(code(end), "");
    EXPECT_EQ(mismatch(end, end_type()), std::nullopt);
}

TEST_F(ConversationTest, RefusesWhatItCannotRead) {
    for (const char* message : {"", "{", "[]", "7", "{\"id\":0}", "{\"id\":\"x\"}",
                                "{\"id\":-1,\"ask\":\"hello\"}", "{\"id\":1e99,\"ask\":\"hello\"}"}) {
        Mailbox other;
        Conversation(other, {}).hear(message);
        EXPECT_EQ(code(other.end(0)), "request-bad") << message;
    }
    EXPECT_EQ(code(mailbox.end(ask("helo", {}))), "ask-unknown");
    EXPECT_EQ(code(mailbox.end(ask("text", {}))), "request-bad");
    EXPECT_EQ(code(mailbox.end(ask("text", {{"name", 7}}))), "request-bad");
    EXPECT_EQ(code(mailbox.end(ask("text", {{"name", "no-such-model"}}))), "model-not-found");
}

TEST_F(ConversationTest, CancelsARequest) {
    const std::int64_t id = ask("move", endless());
    until_it_runs(id);
    conversation.hear(R"({"cancel":)" + std::to_string(id) + "}");
    EXPECT_EQ(code(mailbox.end(id)), "cancelled");
    conversation.hear(R"({"cancel":99})");
}

TEST_F(ConversationTest, LetsTheNewestOfALaneWin) {
    const std::int64_t first = ask("move", endless(), "slider");
    until_it_runs(first);
    const std::int64_t other = ask("move", endless(), "another");
    const std::int64_t second = ask("move", {{"model", pendulum}, {"until", 1}}, "slider");
    EXPECT_EQ(code(mailbox.end(first)), "cancelled");
    EXPECT_EQ(code(mailbox.end(second)), "");
    EXPECT_FALSE(mailbox.has_ended(other));
    conversation.hear(R"({"cancel":)" + std::to_string(other) + "}");
    EXPECT_EQ(code(mailbox.end(other)), "cancelled");
}

TEST_F(ConversationTest, RunsSomeRequestsAtOnceAndRefusesTooMany) {
    std::vector<std::int64_t> ids;
    for (int k = 0; k < 5; ++k) ids.push_back(ask("move", endless()));
    EXPECT_EQ(code(mailbox.end(ask("move", endless()))), "too-many-requests");
    until_it_runs(ids[1]);
    for (const std::int64_t waiting : {ids[2], ids[3], ids[4]}) EXPECT_EQ(mailbox.heard(waiting), 0U);
    conversation.hear(R"({"cancel":)" + std::to_string(ids[4]) + "}");
    EXPECT_EQ(code(mailbox.end(ids[4])), "cancelled");
    conversation.hear(R"({"cancel":)" + std::to_string(ids[0]) + "}");
    until_it_runs(ids[2]);
}

TEST_F(ConversationTest, RefusesAnIdThatIsInUse) {
    const std::int64_t id = ask("move", endless());
    --last;
    ask("hello", {});
    EXPECT_EQ(code(mailbox.end(id)), "id-in-use");
}

TEST_F(ConversationTest, EndsAMotionWithItsTime) {
    Json::Object fields = endless();
    fields.emplace_back("seconds", 0.2);
    const Json end = mailbox.end(ask("move", std::move(fields)));
    EXPECT_EQ(code(end), "");
    const Json& ended = member(member(end, "result"), "ended");
    EXPECT_EQ(std::get<std::string>(member(ended, "code").value()), "budget");
}

TEST_F(ConversationTest, SendsTheRowsOfAMotion) {
    const std::int64_t id = ask("move", {{"model", pendulum}, {"until", 2}, {"frames", 10}});
    const Json end = mailbox.end(id);
    ASSERT_EQ(code(end), "");
    const Json& result = member(end, "result");
    EXPECT_EQ(mismatch(result, find_ask("move")->result), std::nullopt);
    EXPECT_EQ(std::get<std::int64_t>(member(result, "rows").value()), 11);
    const std::vector<std::string> frames = mailbox.frames(id);
    ASSERT_FALSE(frames.empty());
    std::uint32_t header[4];
    std::memcpy(header, frames.back().data(), sizeof header);
    EXPECT_EQ(header[1], static_cast<std::uint32_t>(Frame::plot));
    EXPECT_EQ(header[2], 11U);
    ASSERT_EQ(frames.back().size(), sizeof header + 8 * header[2] * header[3]);
    double last_time = 0;
    std::memcpy(&last_time, frames.back().data() + sizeof header + 80 * header[3], sizeof last_time);
    EXPECT_DOUBLE_EQ(last_time, 2);
}

TEST_F(ConversationTest, TellsWhereAMistakeIs) {
    const Json end =
        mailbox.end(ask("move", {{"model", pendulum}, {"parameters", Json::object({{"x", 1}})}}));
    const Json error = std::get<Json::Array>(member(end, "errors").value()).front();
    EXPECT_EQ(std::get<std::string>(member(error, "field").value()), "parameters");
    const Json other = mailbox.end(ask("move", {{"model", "model A { coord x\n kinetic y'^2 }"}}));
    const Json mistake = std::get<Json::Array>(member(other, "errors").value()).front();
    EXPECT_EQ(std::get<std::string>(member(mistake, "field").value()), "model");
    EXPECT_EQ(std::get<std::int64_t>(member(mistake, "line").value()), 2);
}

TEST_F(ConversationTest, ChecksATextWithMistakes) {
    const Json end = mailbox.end(ask("check", {{"model", "model A { coord x\n kinetic y'^2 }"}}));
    EXPECT_EQ(code(end), "");
    EXPECT_EQ(mismatch(member(end, "result"), find_ask("check")->result), std::nullopt);
    EXPECT_FALSE(std::get<bool>(member(member(end, "result"), "ok").value()));
}

TEST_F(ConversationTest, StopsEverythingWhenItEnds) {
    for (int k = 0; k < 4; ++k) ask("move", endless());
    until_it_runs(1);
}

// --- Answers are of their types

// Puts questions one after the other; what is answered, and the rows before, must be of the declared types.
void expect_declared(const std::vector<std::pair<const char*, Json::Object>>& asked, bool may_fail) {
    Mailbox mailbox;
    Conversation conversation(mailbox, {.seconds = 60});
    std::int64_t id = 0;
    for (const auto& [name, fields] : asked) {
        Json::Object message{{"id", Json(++id)}, {"ask", name}};
        message.insert(message.end(), fields.begin(), fields.end());
        conversation.hear(to_line(Json(message)));
        const Json end = mailbox.end(id);
        EXPECT_EQ(mismatch(end, end_type()), std::nullopt) << name;
        const Ask& ask = *find_ask(name);
        for (const Json& row : mailbox.rows(id))
            EXPECT_EQ(mismatch(row, ask.row.value_or(anything())), std::nullopt) << name;
        EXPECT_TRUE(may_fail || code(end).empty()) << name << ": " << code(end);
        const Type type = code(end).empty() ? ask.result : anything();
        EXPECT_EQ(mismatch(member(end, "result"), type), std::nullopt) << name;
    }
}

class Asks : public testing::TestWithParam<const char*> {};

TEST_P(Asks, AnswerAsDeclared) {
    const Json text = std::string(find_in_gallery(GetParam())->text);
    expect_declared({{"check", {{"model", text}}},
                     {"complete", {{"model", text}, {"line", 3}, {"column", 4}}},
                     {"format", {{"model", text}}},
                     {"forms", {{"model", text}}},
                     {"move", {{"model", text}, {"until", 0.1}}},
                     {"derive", {{"model", text}}},
                     {"derive", {{"model", text}, {"form", "hamel"}}},
                     {"export", {{"model", text}, {"language", "c99"}}},
                     {"facts", {{"model", text}, {"facts", Json::array({"integrability"})}}}},
                    false);
    expect_declared({{"linearize", {{"model", text}, {"at", "steady"}}}}, true);
}

INSTANTIATE_TEST_SUITE_P(Gallery, Asks,
                         testing::Values("chaplygin-sleigh", "rattleback", "rolling-disc", "suslov"));

TEST(Studies, AnswerAsDeclared) {
    const Json henon =
        "model A { param e = 1 in 0..2; coord x, y; kinetic (x'^2 + y'^2)/2; potential (x^2 + y^2)/2 + "
        "e*(x^2*y - "
        "y^3/3); init y = 0.1, x' = 0.3; expect integral energy }";
    const Json over = Json::array({"x'=0..0.5:20", "y=0..0.4:3"});
    expect_declared(
        {{"hello", {}},
         {"gallery", {}},
         {"text", {{"name", "suslov"}}},
         {"verify", {{"model", henon}}},
         {"linearize", {{"model", henon}, {"at", "equilibrium"}, {"initial", Json::object({{"y", 0}})}}},
         {"linearize", {{"model", henon}, {"at", "equilibrium"}, {"critical", "e=0.5..1"}}},
         {"section", {{"model", henon}, {"at", "x:up"}, {"count", 20}}},
         {"section", {{"model", henon}, {"at", "x:up"}, {"count", 3}, {"from", Json::object({{"y", 0.2}})}}},
         {"lyapunov", {{"model", henon}, {"until", 100}}},
         {"chart", {{"model", henon}, {"over", over}, {"measure", "max(x)"}, {"until", 2}}},
         {"orbit", {{"model", henon}, {"at", "x:up"}, {"parameters", Json::object({{"e", 0.1}})}}}},
        false);
}

}  // namespace
}  // namespace anholon::serve
