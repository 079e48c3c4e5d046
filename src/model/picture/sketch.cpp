#include "model/picture/sketch.hpp"

#include <algorithm>

namespace anholon {

std::string Sketch::add(PictureItem item) {
    std::vector<PictureItem>& items = model_.system.picture;
    while (std::ranges::find(items, item.name, &PictureItem::name) != items.end()) item.name += "_";
    items.push_back(std::move(item));
    return items.back().name;
}

void Sketch::rod(const std::string& name, const std::string& part, PictureItem::Role role,
                 const Vector3& from, const Vector3& to) {
    add({.kind = PictureItem::Kind::rod,
         .name = name,
         .part = part,
         .role = role,
         .place = from,
         .end = to,
         .sizes = {c().zero()}});
}

void Sketch::arrow(const std::string& name, const std::string& part, PictureItem::Role role,
                   const Vector3& from, const Vector3& vector) {
    add({.kind = PictureItem::Kind::arrow,
         .name = name,
         .part = part,
         .role = role,
         .place = from,
         .end = from + vector});
}

void Sketch::dot(const std::string& name, const std::string& part, PictureItem::Role role,
                 const Vector3& place) {
    add({.kind = PictureItem::Kind::ball,
         .name = name,
         .part = part,
         .role = role,
         .place = place,
         .sizes = {c().zero()}});
}

void Sketch::trace(const std::string& name, const std::string& part, PictureItem::Role role,
                   const Vector3& place, const std::string& on) {
    add({.kind = PictureItem::Kind::trace,
         .name = name,
         .part = part,
         .role = role,
         .place = place,
         .on = on});
}

bool is_nothing(const Vector3& v) {
    return std::ranges::all_of(v, [](const Expr& e) { return e == e.context().zero(); });
}

Expr DrawnContact::coordinate(const Elaboration& model, const std::string& local) const {
    const Meaning* found = model.outer.find(prefix + local + suffix);
    return found ? found->value : Expr();
}

Expr length(const Vector3& v) { return sqrt(dot(v, v)); }

}  // namespace anholon
