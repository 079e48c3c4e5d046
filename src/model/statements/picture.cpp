#include <algorithm>
#include <map>
#include <set>

#include "base/text.hpp"
#include "expr/introduce.hpp"
#include "model/contact/contact.hpp"
#include "model/language/errors.hpp"
#include "model/language/mistake.hpp"
#include "model/language/picture_errors.hpp"
#include "model/space/axes.hpp"
#include "model/space/quaternion_rates.hpp"
#include "model/statements/picture_values.hpp"
#include "syntax/token.hpp"

// The statement `picture`: its items become those of the system, in axes of space.
namespace anholon {

namespace {

using namespace syntax;
using Written = PictureStatement::Item;
using Kind = PictureItem::Kind;
using Role = PictureItem::Role;

constexpr struct {
    std::string_view name;
    Kind kind;
    Role role;
    std::size_t main_axis;  // the one that `along` directs
    std::array<std::string_view, 2> sizes;
    std::size_t needed;  // how many of them must be given
} kinds[] = {
    {"ball", Kind::ball, Role::body, 0, {"radius"}, 0},
    {"ellipsoid", Kind::ellipsoid, Role::body, 0, {}, 0},
    {"disc", Kind::disc, Role::body, 2, {"radius", "thickness"}, 1},
    {"ring", Kind::ring, Role::body, 2, {"radius", "tube"}, 1},
    {"cylinder", Kind::cylinder, Role::body, 2, {"radius", "length"}, 2},
    {"cone", Kind::cone, Role::body, 2, {"radius", "height"}, 2},
    {"box", Kind::box, Role::body, 0, {}, 0},
    {"blade", Kind::blade, Role::wheel, 0, {"length"}, 0},
    {"plane", Kind::plane, Role::support, 2, {}, 0},
    {"surface", Kind::surface, Role::support, 2, {}, 0},
    {"rod", Kind::rod, Role::body, 0, {"radius"}, 0},
    {"spring", Kind::spring, Role::load, 0, {"radius", "turns"}, 0},
    {"arrow", Kind::arrow, Role::other, 0, {}, 0},
    {"trace", Kind::trace, Role::contact, 0, {}, 0},
    {"text", Kind::text, Role::other, 0, {}, 0},
};

constexpr std::pair<std::string_view, Role> roles[] = {
    {"body", Role::body},         {"support", Role::support},   {"wheel", Role::wheel},
    {"joint", Role::joint},       {"load", Role::load},         {"contact", Role::contact},
    {"velocity", Role::velocity}, {"momentum", Role::momentum}, {"reaction", Role::reaction},
    {"other", Role::other},
};

// Where vectors of an item are given.
struct Base {
    Vector3 place;
    Axes axes;

    Vector3 direction(const Vector3& v) const { return composed(axes, v); }
    Vector3 point(const Vector3& p) const { return place + direction(p); }
};

class Picture {
  public:
    explicit Picture(Elaboration& model) : model_(model), c_(model.context()), values_(model) {
        const Expr zero = c_.zero(), one = c_.one();
        space_ = {{zero, zero, zero}, {{{one, zero, zero}, {zero, one, zero}, {zero, zero, one}}}};
    }

    void read(const PictureStatement& written) {
        for (const PictureItem& item : model_.system.picture) remember(item);
        for (const Written& item : written.items)
            if (item.name) names_.insert(ascii_name(model_.source.text(*item.name)));
        for (const Written& item : written.items)
            if (!model_.diagnostics.full()) read_checked(item);
        using View = Staging::View;
        if (written.view)
            model_.system.staging.view =
                model_.source.text(*written.view) == "above" ? View::above : View::space;
        else if (values_.is_plane() && model_.system.picture.size() == own_items_)
            model_.system.staging.view = View::above;
    }

  private:
    struct Known {
        std::string_view kind;
        Vector3 place;
        std::optional<Axes> axes;
        bool is_drawn;
        Span span;
    };

    // --- other items

    void remember(const PictureItem& item) {
        const auto kind = std::ranges::find(kinds, item.kind, [](const auto& k) { return k.kind; });
        names_.insert(item.name);
        known_.insert_or_assign(
            item.name,
            Known{kind->name, item.place,
                  has_axes(item.kind) ? std::optional(item.axes.value_or(space_.axes)) : std::nullopt, true,
                  item.span});
    }

    static bool has_axes(Kind kind) {
        return kind != Kind::rod && kind != Kind::spring && kind != Kind::arrow && kind != Kind::trace &&
               kind != Kind::text;
    }

    const Known* find(Span name) {
        const std::string text = ascii_name(model_.source.text(name));
        if (const auto known = known_.find(text); known != known_.end()) return &known->second;
        std::vector<std::string> all;
        for (const auto& [other, what] : known_) all.push_back(other);
        model_.report(picture_name_unknown(name, text, all));
        return nullptr;
    }

    const Known* find_with_axes(Span name) {
        const Known* known = find(name);
        if (!known || known->axes) return known;
        model_.report(picture_without_axes(name, model_.source.text(name), known->kind));
        return nullptr;
    }

    // --- the parts of an item

    std::optional<Vector3> point(const PictureStatement::Point& written, const Base& base,
                                 std::string_view what) {
        if (!written.components) {
            const Known* known = find(written.span);
            return known ? std::optional(known->place) : std::nullopt;
        }
        const auto p = values_.lengths(*written.components, what);
        return p ? std::optional(base.point(*p)) : std::nullopt;
    }

    // q of an attitude that begins with the axes of the base and turns with ω, in its own axes: q̇ = ½ q∘ω.
    std::array<Expr, 4> integrated_attitude(const std::string& name, const Vector3& omega) {
        std::array<Expr, 4> grown, q;
        for (std::size_t k = 0; k < 4; ++k) {
            grown[k] = introduced(c_, name + "_q" + std::to_string(k), SymbolKind::variable, "picture", k);
            q[k] = k == 0 ? grown[k] + Rational(1) : grown[k];
        }
        const auto rates = quaternion_rates(q, omega, OmegaAxes::body, c_.zero());
        for (std::size_t k = 0; k < 4; ++k) model_.system.staging.variables.push_back({grown[k], rates[k]});
        return q;
    }

    std::optional<Axes> first_axes(const Written& written, const std::string& name, std::size_t main_axis) {
        if (written.along) {
            const auto n = values_.direction(*written.along);
            if (!n) return std::nullopt;
            return main_axis == 0 ? upright_axes(c_, *n) : level_axes(c_, *n);
        }
        if (written.attitude) {
            const auto q = values_.quaternion(*written.attitude);
            return q ? std::optional(axes_of_quaternion(*q)) : std::nullopt;
        }
        if (written.turning) {
            const auto omega = values_.angular_velocity(*written.turning);
            if (!omega) return std::nullopt;
            return axes_of_quaternion(integrated_attitude(name, *omega));
        }
        return space_.axes;
    }

    bool is_attitude_unique(const Written& written) {
        const std::pair<std::string_view, const std::optional<Tuple>&> ways[] = {
            {"along", written.along}, {"attitude", written.attitude}, {"turning", written.turning}};
        std::string_view first;
        for (const auto& [word, way] : ways) {
            if (!way) continue;
            if (!first.empty()) {
                model_.report(picture_parts_exclusive(way->span, first, word));
                return false;
            }
            first = word;
        }
        return true;
    }

    // The item's own axes, in space.
    std::optional<Axes> axes(const Written& written, const Base& base, const std::string& name,
                             std::size_t main_axis) {
        if (!is_attitude_unique(written)) return std::nullopt;
        auto own = first_axes(written, name, main_axis);
        if (!own) return std::nullopt;
        for (const PictureStatement::Turn& turn : written.turns) {
            const Expr angle = values_.value(turn.angle, "an angle", Dimension{});
            const auto n = turn.axis ? values_.direction(*turn.axis) : std::optional(space_.axes[2]);
            if (!angle || !n) return std::nullopt;
            Axes turned;
            for (std::size_t k = 0; k < 3; ++k)
                turned[k] = composed(*own, turned_back(space_.axes[k], *n, -angle));
            own = turned;
        }
        for (Vector3& axis : *own) axis = base.direction(axis);
        return own;
    }

    const PictureStatement::Size* find_size(const Written& written, std::string_view word) const {
        for (const auto& size : written.sizes)
            if (model_.source.text(size.keyword) == word) return &size;
        return nullptr;
    }

    bool read_sizes(const Written& written, const auto& kind, PictureItem& item) {
        bool is_good = true;
        for (std::size_t k = 0; k < kind.sizes.size() && !kind.sizes[k].empty(); ++k) {
            const std::string_view word = kind.sizes[k];
            if (const auto* given = find_size(written, word)) {
                const Expr value =
                    values_.size(given->value, quote(word), word == "turns" ? Dimension{} : metres());
                is_good = is_good && value;
                item.sizes.push_back(value);
            } else {
                item.sizes.push_back(c_.zero());
                if (k < kind.needed) is_good = missing(written, "a " + std::string(word));
            }
        }
        if (item.kind == Kind::box || item.kind == Kind::ellipsoid || item.kind == Kind::plane)
            is_good = read_edges(written, item) && is_good;
        return is_good;
    }

    // size (a, b, c); a box without a height is flat, a plane without a size as large as the picture.
    bool read_edges(const Written& written, PictureItem& item) {
        const std::size_t wanted = item.kind == Kind::plane ? 2 : 3;
        if (!written.edges) {
            item.sizes.assign(wanted, c_.zero());
            return item.kind == Kind::plane || missing(written, "its size (a, b, c)");
        }
        const auto& entries = written.edges->entries;
        const bool is_flat = item.kind == Kind::box && entries.size() == 2;
        if (entries.size() != wanted && !is_flat) {
            model_.report(tuple_length(written.edges->span, "a size", entries.size(), wanted));
            return false;
        }
        for (const Expression& e : entries) {
            const Expr edge = values_.size(e, "a size", metres());
            if (!edge) return false;
            item.sizes.push_back(edge);
        }
        if (is_flat) item.sizes.push_back(min(item.sizes[0], item.sizes[1]) / Rational(4));
        return true;
    }

    bool missing(const Written& written, std::string_view part) {
        model_.report(picture_part_missing(written.kind, model_.source.text(written.kind), part));
        return false;
    }

    // --- the kinds of items

    bool read_surface(const Written& written, PictureItem& item) {
        const auto& point = *written.surface;
        if (point.entries.size() != 3) {
            model_.report(tuple_length(point.span, "a point of a surface", point.entries.size(), 3));
            return false;
        }
        const auto functions = read_functions(model_, point, {"u", "v"}, "a surface", 3);
        if (!functions) return false;
        values_.leave_plane();
        const Formal formal = formal_parameters(c_);
        item.surface =
            DrawnSurface{formal.u, formal.v, {(*functions)[0], (*functions)[1], (*functions)[2]}, {}};
        bool has_u = false, has_v = false;
        for (const auto& range : written.ranges) {
            const bool is_u = model_.source.text(range.letter) == "u";
            (is_u ? has_u : has_v) = true;
            const Expr low = model_.constant_expression(range.low, "a range"),
                       high = model_.constant_expression(range.high, "a range");
            if (!low || !high) return false;
            const auto a = model_.constant(range.low, "a range"), b = model_.constant(range.high, "a range");
            if (!a || !b) return false;
            if (!(a->value < b->value)) {
                model_.report(range_empty(join(range.low.span, range.high.span)));
                return false;
            }
            item.surface->ranges[is_u ? 0 : 1] = {low, high};
        }
        return (has_u && has_v) || missing(written, "the ranges of u and v, as in u 0..1, v 0..2*pi");
    }

    // from A to B; of a vector, at A; along a direction, at A, of a length
    bool read_segment(const Written& written, const Base& base, PictureItem& item) {
        if (written.from || written.to) {
            for (const auto& [word, span] :
                 {std::pair("at", written.at ? &written.at->span : nullptr),
                  std::pair("of", written.of ? &written.of->span : nullptr),
                  std::pair("along", written.along ? &written.along->span : nullptr)})
                if (span) {
                    model_.report(picture_parts_exclusive(*span, written.from ? "from" : "to", word));
                    return false;
                }
            if (!written.from || !written.to)
                return missing(written, written.from ? "its end, to (x, y)" : "its start, from (x, y)");
            const auto a = point(*written.from, base, "a place"), b = point(*written.to, base, "a place");
            if (!a || !b) return false;
            item.place = *a;
            item.end = *b;
            return true;
        }
        item.place = base.place;
        if (written.at) {
            const auto place = point(*written.at, base, "a place");
            if (!place) return false;
            item.place = *place;
        }
        if (written.of && written.along) {
            model_.report(picture_parts_exclusive(written.along->span, "of", "along"));
            return false;
        }
        const auto vector = written.of ? arrow(written, item) : written.along ? along(written) : std::nullopt;
        if (!written.of && !written.along)
            return missing(written, item.kind == Kind::arrow
                                        ? "its ends, from (x, y) to (x, y), or its vector, of (vx, vy)"
                                        : "its ends, from (x, y) to (x, y)");
        if (!vector) return false;
        item.end = item.place + base.direction(*vector);
        return true;
    }

    std::optional<Vector3> arrow(const Written& written, const PictureItem& item) {
        if (!written.of->components) {
            model_.report(
                picture_part_missing(written.kind, "arrow", "the components of its vector, of (vx, vy)"));
            return std::nullopt;
        }
        std::optional<Dimension> dimension;
        const auto v = values_.vector(*written.of->components, "a vector", dimension);
        if (v && dimension && *dimension != metres() && item.role == Role::other) {
            model_.report(picture_arrow_without_role(written.of->span, to_string(*dimension)));
            return std::nullopt;
        }
        return v;
    }

    std::optional<Vector3> along(const Written& written) {
        const auto n = values_.direction(*written.along);
        const auto* given = find_size(written, "length");
        if (!given) {
            missing(written, "a length");
            return std::nullopt;
        }
        const Expr length = values_.size(given->value, "'length'", metres());
        if (!n || !length) return std::nullopt;
        return length * *n;
    }

    bool read_trace(const Written& written, const Base& base, PictureItem& item) {
        if (!written.of) return missing(written, "the point whose path it is, of (x, y)");
        const auto place = point(*written.of, base, "a place");
        if (!place) return false;
        item.place = *place;
        if (!written.on) return true;
        const Known* carrier = find_with_axes(*written.on);
        if (!carrier) return false;
        if (!carrier->is_drawn) {
            model_.report(picture_not_drawn(*written.on, model_.source.text(*written.on)));
            return false;
        }
        item.on = ascii_name(model_.source.text(*written.on));
        return true;
    }

    bool read_solid(const Written& written, const Base& base, const auto& kind, PictureItem& item) {
        item.place = base.place;
        if (written.at) {
            const auto place = point(*written.at, base, "a place");
            if (!place) return false;
            item.place = *place;
        }
        if (item.kind == Kind::text) {
            item.text = string_value(model_.source.text(*written.words));
            return true;
        }
        const auto own = axes(written, base, item.name, kind.main_axis);
        if (!own) return false;
        if (*own != space_.axes) item.axes = *own;
        return item.kind != Kind::surface || read_surface(written, item);
    }

    // The name that was given, or one by the kind: ball, ball2, …
    std::string name_of(const Written& written) {
        if (written.name) return ascii_name(model_.source.text(*written.name));
        const std::string kind = model_.text(written.kind);
        std::string name = kind;
        for (std::size_t k = 2; names_.contains(name); ++k) name = kind + std::to_string(k);
        names_.insert(name);
        return name;
    }

    void read_checked(const Written& written) {
        try {
            read_item(written);
        } catch (const Undefined& reason) {
            model_.report(undefined(written.span, reason.what()));
        }
    }

    void read_item(const Written& written) {
        const std::string name = name_of(written);
        if (written.name)
            if (const auto old = known_.find(name); old != known_.end())
                return model_.report(picture_name_twice(*written.name, name, old->second.span));
        Base base = space_;
        std::string part;
        if (written.in) {
            const Known* carrier = find_with_axes(*written.in);
            if (!carrier) return;
            base = {carrier->place, *carrier->axes};
            part = ascii_name(model_.source.text(*written.in));
        }
        const std::string_view word = model_.source.text(written.kind);
        if (word == "axes") return read_axes(written, base, name);
        const auto& kind = *std::ranges::find(kinds, word, [](const auto& k) { return k.name; });
        PictureItem item{kind.kind, name, part, kind.role};
        item.span = written.span;
        if (written.colour) item.colour = model_.text(*written.colour);
        if (written.role)
            item.role = std::ranges::find(roles, model_.source.text(*written.role),
                                          &std::pair<std::string_view, Role>::first)
                            ->second;
        const bool is_segment =
            item.kind == Kind::rod || item.kind == Kind::spring || item.kind == Kind::arrow;
        const bool is_placed = is_segment                 ? read_segment(written, base, item)
                               : item.kind == Kind::trace ? read_trace(written, base, item)
                                                          : read_solid(written, base, kind, item);
        if (!read_sizes(written, kind, item) || !is_placed) return;
        remember(item);
        model_.system.picture.push_back(std::move(item));
        ++own_items_;
    }

    void read_axes(const Written& written, const Base& base, const std::string& name) {
        if (!written.name) {
            missing(written, "a name");
            return;
        }
        const auto place = written.at ? point(*written.at, base, "a place") : std::optional(base.place);
        const auto own = axes(written, base, name, 0);
        if (place && own) known_.insert_or_assign(name, Known{"axes", *place, own, false, written.span});
    }

    Elaboration& model_;
    Context& c_;
    PictureValues values_;
    Base space_;
    std::set<std::string> names_;  // of all items, also of those that follow
    std::map<std::string, Known> known_;
    std::size_t own_items_ = 0;
};

}  // namespace

void read_picture(Elaboration& model) {
    const Statement* first = model.first<PictureStatement>();
    if (!first) return;
    model.each<PictureStatement>([&](const auto&, const Statement& s) {
        if (&s != first) model.report(picture_twice(s.keyword, first->keyword));
    });
    // After a mistake bodies are not drawn, and what refers to them would be called unknown.
    const bool has_parts = model.first<BodyStatement>() || model.first<FrameStatement>();
    if (has_parts && model.diagnostics.failed()) return;
    Picture(model).read(std::get<PictureStatement>(first->what));
}

}  // namespace anholon
