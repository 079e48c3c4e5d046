#include "report/scene.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <nlohmann/json.hpp>

#include "model/read_model.test.hpp"

namespace anholon {
namespace {

using nlohmann::json;

std::string from_base64(const std::string& text) {
    const std::string letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    std::uint32_t bits = 0;
    int count = 0;
    for (const char c : text) {
        if (c == '=') break;
        bits = bits << 6 | static_cast<std::uint32_t>(letters.find(c));
        count += 6;
        if (count < 8) continue;
        count -= 8;
        out += static_cast<char>(bits >> count & 255);
    }
    return out;
}

template <class Number>
std::vector<Number> numbers(const json& block) {
    const std::string bytes = from_base64(block["data"]);
    std::vector<Number> out(bytes.size() / sizeof(Number));
    std::memcpy(out.data(), bytes.data(), bytes.size());
    EXPECT_EQ(out.size(), block["rows"].get<std::size_t>() * block["columns"].get<std::size_t>());
    return out;
}

request::MotionShown shown_for(const System& system, const std::string& until) {
    request::Animate asked;
    asked.until = until;
    asked.frames = 20;
    return answer(asked, system);
}

TEST(MotionDocument, HoldsEveryNumber) {
    const System system = from_gallery("whipple-bicycle");
    for (const char* until : {"0.5", "0.55", "0.6"}) {  // other lengths of base64
        const request::MotionShown shown = shown_for(system, until);
        const json d = json::parse(to_line(
            motion_document(shown, {"A", "words", "model A {}"}, {"1.0", {"simulate", "--animate"}})));
        EXPECT_EQ(d["schema"], "anholon.motion/1");
        EXPECT_EQ(d["model"], "model A {}");
        EXPECT_EQ(numbers<double>(d["plot"]), shown.rows);
        const std::vector<float> frames = numbers<float>(d["frames"]);
        ASSERT_EQ(frames.size(), shown.frames.size());
        for (std::size_t k = 0; k < frames.size(); ++k)
            EXPECT_EQ(frames[k], static_cast<float>(shown.frames[k]));
        const std::vector<double> t = numbers<double>(d["t"]);
        for (std::size_t k = 0; k < t.size(); ++k) EXPECT_EQ(t[k], shown.rows[k * shown.columns.size()]);
        EXPECT_EQ(d["columns"].size(), shown.columns.size());
        EXPECT_FALSE(d.contains("seconds"));
    }
}

// A box of 1 m, 8,000 km away: single precision knows its place to half a metre.
TEST(MotionDocument, HasDigitsForSmallThingsFarAway) {
    const std::string far =
        "model Far { coord x; kinetic x'^2/2; init x = 8e6, x' = 1\n"
        "picture { box b at (x, 0, 0) size (1, 1, 1) } }";
    for (const auto& [text, type] :
         {std::pair(far, "float64"), std::pair(changed(far, "x = 8e6", "x = 8"), "float32")}) {
        const System system = model(text);
        const request::MotionShown shown = shown_for(system, "1");
        const json d = json::parse(to_line(motion_document(shown, {"A", "", ""}, {"1.0", {}})));
        EXPECT_EQ(d["frames"]["type"], type);
        if (type == std::string("float64")) {
            EXPECT_EQ(numbers<double>(d["frames"]), shown.frames);
        }
    }
}

// As the page reads it: every shape has what its kinds of geometry and motion need, and its numbers are in the frame.
TEST(SceneJson, IsWhatThePageReads) {
    const std::map<std::string, std::vector<std::string>> sizes{{"ball", {"radius"}},
                                                                {"ellipsoid", {"axes"}},
                                                                {"disc", {"radius", "thickness"}},
                                                                {"ring", {"radius", "tube"}},
                                                                {"cylinder", {"radius", "length"}},
                                                                {"cone", {"radius", "height"}},
                                                                {"box", {"edges"}},
                                                                {"blade", {"length"}},
                                                                {"plane", {"width", "depth"}},
                                                                {"surface", {"vertices", "triangles"}},
                                                                {"rod", {"radius"}},
                                                                {"spring", {"radius", "turns"}},
                                                                {"arrow", {}},
                                                                {"trace", {"on"}},
                                                                {"text", {"text"}}};
    const std::map<std::string, std::size_t> numbers_of{{"pose", 7}, {"segment", 6}, {"point", 3}};
    const std::string every = R"(model A { coord x; param a = 1; kinetic x'^2/2; init x' = 1
      picture {
        ball one at (x, 0, 0) radius a
        box two at (0, x, 0) size (1, 2, 3)
        rod three from (0, 0, 0) to (x, 1, 1)
        spring four from (0, 0, 0) to (1, 0, 0)
        arrow five of (x', 0, 0) at one role velocity
        trace six of one
        text seven "here" at (0, 0, x)
        plane eight
        cone nine at (0, 0, 0) radius 1 height 2
        blade ten at (x, x, 0)
        ring eleven at (0, 0, x) radius 1
        disc twelve at (0, 0, x) radius 1
        cylinder thirteen at (x, 0, 0) radius 1 length 2
        ellipsoid fourteen at (x, 0, 0) size (1, 2, 3)
      } })";
    std::set<std::string> seen;
    for (const std::string& text : {every, gallery_text("whipple-bicycle"),
                                    gallery_text("ball-on-rotating-bowl"), gallery_text("snakeboard")}) {
        const json scene = json::parse(to_line(as_json(shown_for(model(text), "0.2").scene)));
        std::size_t columns = 0;
        for (const json& s : scene["shapes"]) {
            const std::string kind = s["geometry"]["kind"], motion = s["motion"]["kind"];
            seen.insert(kind);
            for (const std::string& size : sizes.at(kind))
                EXPECT_TRUE(s["geometry"].contains(size)) << kind << " " << size;
            EXPECT_EQ(s["geometry"].size(), 1 + sizes.at(kind).size()) << kind;
            for (const char* key : {"name", "part", "role", "colour"}) EXPECT_TRUE(s[key].is_string()) << key;
            const auto found = numbers_of.find(motion);
            if (found == numbers_of.end()) continue;
            EXPECT_EQ(s["motion"]["at"], columns) << s["name"];
            columns += found->second;
        }
        EXPECT_EQ(scene["columns"], columns);
    }
    EXPECT_EQ(seen.size(), sizes.size());
}

TEST(MotionPage, HoldsTheDocumentAndCannotBeLeft) {
    const Json document = Json::object({{"model", "</script><!-- <script>"}});
    const std::string page = motion_page("<html><!-- anholon:data --></html>", document);
    EXPECT_EQ(page,
              "<html><script type=\"application/json\" id=\"data\">{\"model\":\"\\u003c/script>\\u003c!-- "
              "\\u003cscript>\"}</script></html>");
    EXPECT_THROW(motion_page("<html></html>", document), std::runtime_error);
}

}  // namespace
}  // namespace anholon
