#include "report/scene.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <span>
#include <stdexcept>

#include "expr/print.hpp"

namespace anholon {

namespace {

using Kind = PictureItem::Kind;
using Role = PictureItem::Role;
using Motion = Shape::Motion;

std::string_view name(Role role) {
    switch (role) {
        case Role::body: return "body";
        case Role::support: return "support";
        case Role::wheel: return "wheel";
        case Role::joint: return "joint";
        case Role::load: return "load";
        case Role::contact: return "contact";
        case Role::velocity: return "velocity";
        case Role::momentum: return "momentum";
        case Role::reaction: return "reaction";
        case Role::other: return "other";
    }
    return "";
}

std::string_view name(Observable::Kind kind) {
    using Of = Observable::Kind;
    switch (kind) {
        case Of::time: return "time";
        case Of::coordinate: return "coordinate";
        case Of::velocity: return "velocity";
        case Of::quasi_velocity: return "quasi-velocity";
        case Of::multiplier: return "multiplier";
        case Of::state: return "state";
        case Of::output: return "output";
        case Of::energy: return "energy";
        case Of::integral: return "integral";
        case Of::quadrature: return "quadrature";
        case Of::asked: return "asked";
        case Of::plotted: return "plotted";
    }
    return "";
}

template <class Number>
Json list(const Number* first, std::size_t count) {
    Json::Array out;
    out.reserve(count);
    for (std::size_t k = 0; k < count; ++k) {
        if constexpr (std::is_floating_point_v<Number>)
            out.emplace_back(first[k]);
        else
            out.emplace_back(static_cast<std::int64_t>(first[k]));
    }
    return Json::array(std::move(out));
}

// A vertex is drawn, not computed with: six digits of the largest number, so that the text is short.
Json vertices(const Mesh& mesh) {
    double largest = 0;
    for (const double x : mesh.vertices) largest = std::max(largest, std::fabs(x));
    const double scale = largest > 0 ? std::pow(10, 5 - std::floor(std::log10(largest))) : 1;
    std::vector<double> rounded;
    rounded.reserve(mesh.vertices.size());
    for (const double x : mesh.vertices) rounded.push_back(std::round(x * scale) / scale + 0.0);
    return list(rounded.data(), rounded.size());
}

Json geometry(const Shape& s) {
    const auto made = [](const char* kind, Json::Object sizes = {}) {
        sizes.insert(sizes.begin(), {"kind", kind});
        return Json::object(std::move(sizes));
    };
    const std::vector<double>& z = s.sizes;
    switch (s.kind) {
        case Kind::ball: return made("ball", {{"radius", z[0]}});
        case Kind::ellipsoid: return made("ellipsoid", {{"axes", list(z.data(), 3)}});
        case Kind::disc: return made("disc", {{"radius", z[0]}, {"thickness", z[1]}});
        case Kind::ring: return made("ring", {{"radius", z[0]}, {"tube", z[1]}});
        case Kind::cylinder: return made("cylinder", {{"radius", z[0]}, {"length", z[1]}});
        case Kind::cone: return made("cone", {{"radius", z[0]}, {"height", z[1]}});
        case Kind::box: return made("box", {{"edges", list(z.data(), 3)}});
        case Kind::blade: return made("blade", {{"length", z[0]}});
        case Kind::plane: return made("plane", {{"width", z[0]}, {"depth", z[1]}});
        case Kind::surface:
            return made("surface", {{"vertices", vertices(s.mesh)},
                                    {"triangles", list(s.mesh.triangles.data(), s.mesh.triangles.size())}});
        case Kind::rod: return made("rod", {{"radius", z[0]}});
        case Kind::spring: return made("spring", {{"radius", z[0]}, {"turns", z[1]}});
        case Kind::arrow: return made("arrow");
        case Kind::trace: return made("trace", {{"on", s.on}});
        case Kind::text: return made("text", {{"text", s.text}});
    }
    return {};
}

Json motion(const Shape& s) {
    const auto moving = [&](const char* kind) { return Json::object({{"kind", kind}, {"at", s.at}}); };
    switch (s.motion) {
        case Motion::fixed:
            return Json::object({{"kind", "fixed"},
                                 {"place", list(s.still.data(), 3)},
                                 {"quaternion", list(s.still.data() + 3, 4)}});
        case Motion::fixed_segment:
            return Json::object({{"kind", "fixed-segment"},
                                 {"from", list(s.still.data(), 3)},
                                 {"to", list(s.still.data() + 3, 3)}});
        case Motion::pose: return moving("pose");
        case Motion::segment: return moving("segment");
        case Motion::point: return moving("point");
    }
    return {};
}

// RFC 4648.
std::string base64(std::string_view bytes) {
    constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    out.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t k = 0; k < bytes.size(); k += 3) {
        std::uint32_t three = 0;
        for (std::size_t i = 0; i < 3; ++i)
            three = three << 8 | (k + i < bytes.size() ? static_cast<unsigned char>(bytes[k + i]) : 0u);
        for (std::size_t i = 0; i < 4; ++i)
            out += k + i <= bytes.size() ? letters[three >> (18 - 6 * i) & 63] : '=';
    }
    return out;
}

template <class Number>
Json numbers(const char* type, const std::vector<double>& values, std::size_t rows, std::size_t columns) {
    static_assert(std::endian::native == std::endian::little);
    std::string bytes(values.size() * sizeof(Number), '\0');
    for (std::size_t k = 0; k < values.size(); ++k) {
        const auto x = static_cast<Number>(values[k]);
        std::memcpy(bytes.data() + k * sizeof(Number), &x, sizeof(Number));
    }
    return Json::object({{"rows", rows}, {"columns", columns}, {"type", type}, {"data", base64(bytes)}});
}

}  // namespace

Json as_json(const Scene& scene) {
    Json::Array shapes, notes;
    for (const Shape& s : scene.shapes)
        shapes.push_back(Json::object({{"name", s.name},
                                       {"part", s.part},
                                       {"role", name(s.role)},
                                       {"geometry", geometry(s)},
                                       {"motion", motion(s)},
                                       {"colour", s.colour}}));
    for (const std::string& note : scene.notes) notes.push_back(note);
    return Json::object(
        {{"view", scene.view == Scene::View::above ? "above" : "space"},
         {"box", Json::object({{"low", list(scene.low.data(), 3)}, {"high", list(scene.high.data(), 3)}})},
         {"size", scene.size},
         {"shapes", Json::array(std::move(shapes))},
         {"columns", scene.columns},
         {"notes", Json::array(std::move(notes))}});
}

Json as_json(const request::MotionShown& shown) {
    const SimulationResult& r = shown.result;
    Json::Array columns, drift;
    for (const Observable& o : shown.columns)
        columns.push_back(Json::object({{"name", o.name},
                                        {"unit", o.unit},
                                        {"latex", latex(o.value)},
                                        {"kind", name(o.kind)},
                                        {"description", o.description},
                                        {"detail", o.is_detail}}));
    for (const Drift& d : r.drifts)
        drift.push_back(Json::object({{"name", d.name}, {"relative", d.relative}}));
    const bool has_reason = !r.reason.empty() && r.end != SimulationResult::End::reached;
    return Json::object(
        {{"scene", as_json(shown.scene)},
         {"columns", Json::array(std::move(columns))},
         {"t_end", shown.count == 0 ? r.t : shown.rows[(shown.count - 1) * shown.columns.size()]},
         {"ended", has_reason ? Json::object({{"reason", r.reason}}) : Json()},
         {"drift", Json::array(std::move(drift))},
         {"steps", r.steps},
         {"method", r.method},
         {"form", shown.form->id},
         {"seconds", Json::object({{"derive", r.seconds.derive},
                                   {"compile", r.seconds.compile},
                                   {"integrate", r.seconds.integrate},
                                   {"total", r.seconds.derive + r.seconds.compile + r.seconds.integrate}})}});
}

namespace {

// Whether single precision shows even the smallest shape where it is: a bolt on a planet needs more digits.
bool fits_single_precision(const request::MotionShown& shown) {
    double farthest = 0, smallest = shown.scene.size;
    for (const Shape& shape : shown.scene.shapes) {
        // Arrows are no shapes of a size.
        const std::size_t places = shape.kind == PictureItem::Kind::arrow ? 0
                                   : shape.motion == Shape::Motion::pose  ? 3
                                                                          : shape.numbers();
        for (std::size_t f = 0; f < shown.count; ++f)
            for (std::size_t k = 0; k < places; ++k)
                farthest =
                    std::max(farthest, std::fabs(shown.frames[f * shown.scene.columns + shape.at + k]));
        const double size = shape.sizes.empty() ? 0 : std::ranges::max(shape.sizes);
        if (size > 0) smallest = std::min(smallest, size);
    }
    constexpr double rounding = 0x1p-24, visible = 1e-3;
    return farthest * rounding <= visible * smallest;
}

}  // namespace

Json motion_document(const request::MotionShown& shown, const ShownModel& model,
                     const Provenance& provenance) {
    Json::Array command;
    for (const std::string& word : provenance.command) command.push_back(word);
    Json::Object out{{"schema", "anholon.motion/1"},
                     {"title", model.name},
                     {"description", model.description},
                     {"model", model.text}};
    const Json result = as_json(shown);
    for (const auto& [key, value] : std::get<Json::Object>(result.value()))
        if (key != "seconds") out.emplace_back(key, value);  // the same command writes the same bytes
    std::vector<double> t;
    for (std::size_t k = 0; k < shown.count; ++k) t.push_back(shown.rows[k * shown.columns.size()]);
    out.emplace_back("t", numbers<double>("float64", t, shown.count, 1));
    out.emplace_back("frames",
                     fits_single_precision(shown)
                         ? numbers<float>("float32", shown.frames, shown.count, shown.scene.columns)
                         : numbers<double>("float64", shown.frames, shown.count, shown.scene.columns));
    out.emplace_back("plot", numbers<double>("float64", shown.rows, shown.count, shown.columns.size()));
    out.emplace_back("provenance", Json::object({{"version", provenance.version},
                                                 {"command", Json::array(std::move(command))}}));
    return Json::object(std::move(out));
}

std::string motion_page(const std::string& player, const Json& document) {
    constexpr std::string_view mark = "<!-- anholon:data -->";
    const std::size_t place = player.find(mark);
    if (place == std::string::npos)
        throw std::runtime_error("the page that plays a motion has no place for its data");
    // Inside a script element only "</" could end it, and "<!--" could open a comment.
    std::string text = to_line(document);
    for (std::size_t k = text.find('<'); k != std::string::npos; k = text.find('<', k + 6))
        text.replace(k, 1, "\\u003c");
    return player.substr(0, place) + "<script type=\"application/json\" id=\"data\">" + text + "</script>" +
           player.substr(place + mark.size());
}

}  // namespace anholon
