#include "model/statements/part.hpp"

#include "model/language/errors.hpp"

namespace anholon {

bool may_take(Elaboration& model, const PartName& part, const std::string& name) {
    const Meaning* known = model.outer.find(name);
    if (!known) return true;
    model.report(part_name_taken(known->declared.value_or(part.named), name, part.owner, part.named));
    return false;
}

void part_abbreviation(Elaboration& model, const PartName& part, const std::string& name, Expr value,
                       const Dimension& dimension) {
    if (!may_take(model, part, name)) return;
    model.declare(name, {value, "abbreviation", part.named});
    model.system.lets.emplace_back(name, value);
    model.dimensions[name] = dimension;
}

Expr part_coordinate(Elaboration& model, const PartName& part, const PartCoordinate& q) {
    const Span span = q.span.value_or(part.named);
    const bool is_free = may_take(model, part, q.name);
    if (is_free && model.system.coordinates.size() == max_coordinates)
        model.report(coordinates_too_many(part.named, max_coordinates));
    const Expr symbol = model.context().variable(is_free ? q.name : q.name + "_of_part");
    if (is_free) model.declare(q.name, {symbol, "coordinate", span});
    model.dimensions[q.name] = q.dimension;
    const std::string unit = q.is_angle ? "rad" : to_string(q.dimension);
    const Expr modulus = q.is_angle ? model.context().pi() * Rational(2) : Expr();
    model.system.coordinates.push_back({symbol, modulus, model.units_given ? unit : "", q.description, span});
    return symbol;
}

}  // namespace anholon
