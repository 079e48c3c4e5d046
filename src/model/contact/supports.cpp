#include <algorithm>
#include <map>

#include "base/text.hpp"
#include "expr/derivative.hpp"
#include "expr/walk.hpp"
#include "expr/zero.hpp"
#include "model/contact/contact.hpp"
#include "model/language/body_errors.hpp"
#include "model/language/errors.hpp"

// What carries bodies: `ground` and `support`.
namespace anholon {

namespace {

using namespace syntax;
using Kind = SupportSurface::Kind;

constexpr struct {
    std::string_view name;
    Kind kind;
    std::size_t least_sizes, most_sizes;
} kinds[] = {
    {"plane", Kind::plane, 0, 0},           {"sphere", Kind::sphere, 1, 1},
    {"cylinder", Kind::cylinder, 1, 2},     {"cone", Kind::cone, 1, 2},
    {"graph", Kind::graph, 1, 1},           {"revolution", Kind::revolution, 1, 3},
    {"parametric", Kind::parametric, 3, 3},
};

// Of constants and time; empty after a mistake.
Expr law_of_time(Elaboration& model, const Expression& e, std::string_view what, const Dimension& dimension) {
    std::optional<Dimension> given;
    const Expr law = model.read(e, model.inner, &given);
    if (!law) return {};
    if (given && *given != dimension) model.report(unit_misfit(e.span, what, *given, dimension));
    for (const Expr& symbol : symbols_of(law))
        if (symbol.symbol().kind == SymbolKind::variable) {
            model.report(support_not_of_time(e.span, symbol.symbol().name));
            return {};
        }
    return law;
}

Expr turning_law(Elaboration& model, const Expression& e) {
    return law_of_time(model, e, "an angular velocity", Dimension{} / seconds());
}

Expr place_law(Elaboration& model, const Expression& e, std::string_view what) {
    return law_of_time(model, e, what, metres());
}

// Where a support is by its law.
void place_support(const Elaboration& model, SupportSurface& support, const Vector3& place) {
    support.place = place;
    for (std::size_t i = 0; i < 3; ++i) support.drift[i] = derivative(place[i], model.system.t);
}

Patch patch_of(Context& c, Kind kind, const Expr& side, const std::vector<Expr>& sizes,
               const std::vector<Expr>& functions) {
    const Formal formal = formal_parameters(c);
    const auto ends = [&](Patch patch, const Expr& low, const Expr& high) {
        for (const Expr& value : {formal.u - low, high - formal.u})
            patch.ends.push_back({value, high - low, "the point of contact reaches the end of the support"});
        return patch;
    };
    const bool ends_somewhere = sizes.size() == 2;
    switch (kind) {
        case Kind::plane:
        case Kind::sphere: return sphere_patch(c, side * sizes[0]);
        case Kind::cylinder: {
            const Patch whole = revolution_patch(sizes[0], formal.u, formal.v);
            return ends_somewhere ? ends(whole, -sizes[1] / Rational(2), sizes[1] / Rational(2)) : whole;
        }
        case Kind::cone: {
            Patch whole = revolution_patch(tan(sizes[0]) * formal.u, formal.u, formal.v);
            return ends(whole, c.zero(), ends_somewhere ? sizes[1] : Rational(1000000) * c.one());
        }
        case Kind::graph: return graph_patch(functions[0], formal.u, formal.v);
        case Kind::revolution: {
            const Patch whole = revolution_patch(functions[0], formal.u, formal.v);
            return ends_somewhere ? ends(whole, sizes[0], sizes[1]) : whole;
        }
        case Kind::parametric:
            return parametric_patch({functions[0], functions[1], functions[2]}, formal.u, formal.v);
    }
    return {};
}

std::optional<SupportSurface> read_support(Elaboration& model, const SupportStatement& written) {
    Context& c = model.context();
    const std::string_view name = model.source.text(written.surface.name);
    const auto found = std::ranges::find(kinds, name, [](const auto& k) { return k.name; });
    if (found == std::end(kinds)) {
        std::vector<std::string> known;
        for (const auto& kind : kinds) known.emplace_back(kind.name);
        model.report(surface_unknown(written.surface.name, name, known));
        return std::nullopt;
    }
    const std::size_t given = written.surface.sizes.entries.size();
    if (given < found->least_sizes || given > found->most_sizes) {
        model.report(tuple_length(written.surface.sizes.span, name, given,
                                  given < found->least_sizes ? found->least_sizes : found->most_sizes));
        return std::nullopt;
    }
    std::vector<Expr> sizes, functions;
    if (!read_sizes(model, written.surface, name, sizes, functions)) return std::nullopt;
    const Expr zero = c.zero();
    SupportSurface out{.name = ascii_name(model.source.text(written.name)),
                       .span = written.name,
                       .kind = found->kind,
                       .size = sizes.empty() ? zero : sizes[0],
                       .patch = {},
                       .side = written.is_inside ? -c.one() : c.one(),
                       .place = {zero, zero, zero},
                       .axes = axes_about(c, {zero, zero, c.one()}),
                       .turning = {},
                       .drift = {zero, zero, zero},
                       .carrier = written.carrier};
    if (found->kind != Kind::plane) out.patch = patch_of(c, found->kind, out.side, sizes, functions);
    if (written.place) {
        const Tuple& tuple = *written.place;
        Vector3 place = out.place;
        if (tuple.entries.size() != 3)
            model.report(tuple_length(tuple.span, "the place of a support", tuple.entries.size(), 3));
        else
            for (std::size_t i = 0; i < 3; ++i)
                if (const Expr law = place_law(model, tuple.entries[i], "the place of a support"))
                    place[i] = law;
        place_support(model, out, place);
    }
    if (written.surface.axis) {
        const auto n = unit_vector(model, *written.surface.axis, "the axis of a support");
        if (n) out.axes = axes_about(c, *n);
    }
    if (written.turning) {
        if (found->kind == Kind::graph || found->kind == Kind::parametric)
            model.report(turning_without_axis(written.turning->span, name));
        out.turning = turning_law(model, *written.turning);
    }
    return out;
}

std::optional<SupportSurface> read_ground(Elaboration& model) {
    const Statement* first = model.first<GroundStatement>();
    model.each<GroundStatement>([&](const auto&, const Statement& s) {
        if (&s != first) model.report(ground_twice(s.keyword, first->keyword));
    });
    if (!first) return std::nullopt;
    const auto& written = std::get<GroundStatement>(first->what);
    const Expr height = place_law(model, written.height, "the height of the ground");
    if (!height) return std::nullopt;
    Context& c = model.context();
    SupportSurface out{.name = "ground",
                       .span = first->keyword,
                       .kind = Kind::plane,
                       .size = c.zero(),
                       .patch = {},
                       .side = c.one(),
                       .place = {},
                       .axes = axes_about(c, {c.zero(), c.zero(), c.one()}),
                       .turning = written.turning ? turning_law(model, *written.turning) : Expr(),
                       .drift = {}};
    place_support(model, out, {c.zero(), c.zero(), height});
    return out;
}

}  // namespace

SupportSurface SupportSurface::carried_by(const Body& body) const {
    SupportSurface out = *this;
    out.place = body.position + body.axes.in_space(body.fixed(place));
    out.drift = body.axes.in_space(body.fixed(drift));
    for (Vector3& axis : out.axes) axis = body.axes.in_space(body.fixed(axis));
    return out;
}

bool SupportSurface::moves_by_law() const {
    return turning || std::ranges::any_of(drift, [](const Expr& e) { return !vanishes(e); });
}

std::vector<SupportSurface> read_supports(Elaboration& model) {
    std::vector<SupportSurface> out;
    if (auto ground = read_ground(model)) out.push_back(std::move(*ground));
    std::map<std::string, Span> seen;
    model.each<SupportStatement>([&](const SupportStatement& s, const Statement&) {
        const std::string name = ascii_name(model.source.text(s.name));
        if (name == "ground" || name == "space") return model.report(support_name_reserved(s.name, name));
        const auto [old, is_new] = seen.try_emplace(name, s.name);
        if (!is_new) return model.report(support_twice(s.name, name, old->second));
        if (s.carrier && !find_body(model, model.source.text(*s.carrier)))
            return model.report(contact_body_unknown(*s.carrier, model.text(*s.carrier), body_names(model)));
        if (auto read = read_support(model, s)) out.push_back(std::move(*read));
    });
    return out;
}

}  // namespace anholon
