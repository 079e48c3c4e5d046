#include "model/statements/elaboration.hpp"

#include "model/language/errors.hpp"

namespace anholon {

namespace {

using namespace syntax;

void servo_direction(Elaboration& model, const Tuple& tuple) {
    const std::size_t n = model.system.velocities().size();
    if (tuple.entries.size() != n)
        return model.report(tuple_length(tuple.span, "a force", tuple.entries.size(), n));
    auto& direction = model.system.motion.directions.emplace_back();
    for (const Expression& e : tuple.entries) {
        const Expr value = model.read(e, model.inner);
        if (value && model.has_acceleration(value, e.span, "a force")) return;
        direction.push_back(value);
    }
}

void servo_momenta(Elaboration& model, const MotionStatement& s) {
    for (const Tuple& tuple : s.tuples) {
        if (!model.system.algebra) return model.report(servo_vector_needs_algebra(tuple.span));
        model.system.motion.momenta.push_back(combination(model, tuple, "a momentum"));
    }
    for (const Expression& e : s.values) {
        const Expr value = model.read(e, model.inner);
        if (value && model.has_acceleration(value, e.span, "a momentum")) return;
        model.system.motion.momenta.push_back(value);
    }
}

}  // namespace

void read_motion(Elaboration& model) {
    using Kind = MotionStatement::Kind;
    const Statement* statement = model.first<MotionStatement>();
    if (!statement) return;
    model.each<MotionStatement>([&](const auto&, const Statement& s) {
        if (&s != statement) model.report(motion_twice(s.keyword, statement->keyword));
    });
    const auto& s = std::get<MotionStatement>(statement->what);
    Motion& motion = model.system.motion;
    motion.span = statement->span;
    switch (s.kind) {
        case Kind::nonholonomic: motion.axiom = Axiom::nonholonomic; break;
        case Kind::vakonomic: motion.axiom = Axiom::vakonomic; break;
        case Kind::free: motion.axiom = Axiom::free; break;
        case Kind::servo_force:
            motion.axiom = Axiom::servo_force;
            for (const Tuple& tuple : s.tuples) servo_direction(model, tuple);
            break;
        case Kind::servo_momentum:
            motion.axiom = Axiom::servo_momentum;
            servo_momenta(model, s);
            break;
        case Kind::viscous:
        case Kind::added_mass:
            motion.axiom = s.kind == Kind::viscous ? Axiom::viscous : Axiom::added_mass;
            motion.stiffness = model.constant_expression(s.values[0], "N");
            break;
    }
}

}  // namespace anholon
