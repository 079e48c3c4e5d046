#include "scene/drawing.hpp"

#include <algorithm>
#include <map>

#include "code/tiered.hpp"
#include "expr/print.hpp"
#include "expr/walk.hpp"

namespace anholon {

namespace {

using Kind = PictureItem::Kind;

// Expressions under their places in two lists: those of parameters, and those of the state.
class Numbers {
  public:
    explicit Numbers(const std::vector<Expr>& columns) : columns_(columns) {}

    bool are_known(const std::vector<Expr>& all) {
        for (const Expr& e : all)
            for (const Expr& symbol : symbols_of(e))
                if (is_of_state(symbol) && std::ranges::find(columns_, symbol) == columns_.end()) {
                    missing = symbol;
                    return false;
                }
        return true;
    }
    std::pair<bool, std::size_t> place(const Expr& e) {
        const auto found = places_.find(e.id());
        if (found != places_.end()) return found->second;
        bool moves = false;
        for (const Expr& symbol : symbols_of(e)) moves = moves || is_of_state(symbol);
        std::vector<Expr>& list = moves ? moving : constants;
        list.push_back(e);
        return places_[e.id()] = {moves, list.size() - 1};
    }

    std::vector<Expr> constants, moving;
    Expr missing;

  private:
    static bool is_of_state(const Expr& symbol) {
        return symbol.symbol().kind == SymbolKind::variable || symbol.symbol().kind == SymbolKind::time;
    }

    const std::vector<Expr>& columns_;
    std::map<NodeId, std::pair<bool, std::size_t>> places_;
};

std::vector<Expr> expressions_of(const PictureItem& item) {
    std::vector<Expr> all(item.place.begin(), item.place.end());
    if (item.axes)
        for (const std::size_t k : {0, 2})
            all.insert(all.end(), (*item.axes)[k].begin(), (*item.axes)[k].end());
    if (item.end) all.insert(all.end(), item.end->begin(), item.end->end());
    all.insert(all.end(), item.sizes.begin(), item.sizes.end());
    if (item.surface)
        for (const auto& [low, high] : item.surface->ranges) {
            all.push_back(low);
            all.push_back(high);
        }
    return all;
}

bool is_still(const Expr& e) {
    return std::ranges::none_of(symbols_of(e), [](const Expr& symbol) {
        return symbol.symbol().kind == SymbolKind::variable || symbol.symbol().kind == SymbolKind::time;
    });
}

// Seen from above, nothing that matters is lost: all heights are constant, and everything but wheels turns about the vertical only.
bool lies_in_plane(const PictureItem& item) {
    if (!is_still(item.place[2]) || (item.end && !is_still((*item.end)[2]))) return false;
    if (!item.axes || item.role == PictureItem::Role::wheel) return true;
    return std::ranges::all_of(*item.axes, [](const Vector3& axis) { return is_still(axis[2]); });
}

bool is_arrow_of_motion(const PictureItem& item) {
    return item.role == PictureItem::Role::velocity || item.role == PictureItem::Role::momentum ||
           item.role == PictureItem::Role::reaction;
}

}  // namespace

std::vector<Quadrature> drawn_quadratures(const System& system) {
    std::vector<Quadrature> out;
    for (const DrawnVariable& variable : system.staging.variables)
        out.push_back({variable.symbol, variable.rate});
    return out;
}

Drawing::Drawing(const System& system, const std::vector<Observable>& columns)
    : width_(columns.size()), parameter_count_(system.parameters.size()) {
    std::vector<Expr> parameters, inputs;
    for (const Parameter& p : system.parameters) parameters.push_back(p.symbol);
    for (std::size_t k = 0; k < columns.size(); ++k)
        if (columns[k].value.is_symbol() && std::ranges::find(inputs, columns[k].value) == inputs.end()) {
            inputs.push_back(columns[k].value);
            read_.push_back(k);
        }
    Numbers numbers(inputs);
    const auto number = [&](const Expr& e) {
        const auto [moves, place] = numbers.place(e);
        return Number{moves, place};
    };
    const auto vector = [&](const Vector3& v) { return Vector{{number(v[0]), number(v[1]), number(v[2])}}; };
    bool is_flat = true;
    for (const PictureItem& item : system.picture) {
        if (!numbers.are_known(expressions_of(item))) {
            notes_.push_back("'" + item.name + "' is not shown: the equations of motion do not give '" +
                             symbol_text(numbers.missing.symbol()) + "'");
            continue;
        }
        if (!is_arrow_of_motion(item)) is_flat = is_flat && lies_in_plane(item);
        Item out;
        out.shape = {.kind = item.kind,
                     .name = item.name,
                     .part = item.part,
                     .role = item.role,
                     .text = item.text,
                     .colour = item.colour,
                     .on = item.on};
        out.place = vector(item.place);
        if (item.axes) out.axes = {vector((*item.axes)[0]), vector((*item.axes)[2])};
        out.has_axes = item.axes.has_value();
        if (item.end) out.end = vector(*item.end);
        out.has_end = item.end.has_value();
        for (const Expr& size : item.sizes) out.sizes.push_back(number(size));
        if (item.surface) {
            const DrawnSurface& s = *item.surface;
            std::vector<Expr> of{s.u, s.v};
            of.insert(of.end(), parameters.begin(), parameters.end());
            Surface surface;
            surface.point = interpreted(program(s.point, of));
            for (const std::size_t k : {0, 1})
                surface.ranges[k] = std::pair{number(s.ranges[k].first), number(s.ranges[k].second)};
            out.surface.push_back(std::move(surface));
        }
        items_.push_back(std::move(out));
    }
    using Wanted = Staging::View;
    const Wanted wanted = system.staging.view;
    const bool is_from_above =
        wanted == Wanted::automatic ? is_flat && !items_.empty() : wanted == Wanted::above;
    view_ = is_from_above ? Scene::View::above : Scene::View::space;
    constant_count_ = numbers.constants.size();
    moving_count_ = numbers.moving.size();
    constants_ = interpreted(program(numbers.constants, parameters));
    inputs.insert(inputs.end(), parameters.begin(), parameters.end());
    moving_ = tiered_at_leisure(program(numbers.moving, inputs));
}

}  // namespace anholon
