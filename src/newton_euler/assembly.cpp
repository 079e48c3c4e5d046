#include "newton_euler/assembly.hpp"

namespace anholon::newton_euler {

using namespace syntax;

Assembly::Assembly(const Reader& reader, Names given, const std::set<std::string>& spinning)
    : names(std::move(given)), reader_(reader), spinning_(&spinning) {
    add_bodies();
    add_supports();
    add_contacts();
    add_vehicles();
    add_definitions();
    add_loads();
    add_statements();
}

// In the order of the text: a definition may use those before it.
void Assembly::add_definitions() {
    const auto define = [&](const std::vector<Definition>& items) {
        for (const Definition& d : items) {
            try {
                set_name(reader_.name(d.name), number(d.value));
            } catch (const NotSupported&) {
                // Nothing that acts may use it: whoever asks for the name is told.
                names.erase(reader_.name(d.name));
            }
        }
    };
    for (const Statement& s : reader_.tree().statements) {
        if (const auto* let = std::get_if<LetStatement>(&s.what)) define(let->items);
        if (const auto* outputs = std::get_if<OutputStatement>(&s.what))
            for (const auto& item : outputs->items) define({item.definition});
        if (const auto* quasi = std::get_if<QuasiStatement>(&s.what)) define(quasi->items);
        if (const auto* motor = std::get_if<MotorStatement>(&s.what)) define_motor(*motor);
    }
}

// Kirchhoff's law of its circuit gives the current where that is no state; the torque of the magnets and the friction of the
// bearings act on the rotor, whose speed the gear divides.
void Assembly::define_motor(const MotorStatement& s) {
    const std::string name = reader_.name(s.name);
    const Jet gear = s.gear ? number(*s.gear) : Jet(1.0);
    const Jet rotor_speed = gear * rate(coordinate(reader_.name(s.angle)));
    Jet on_rotor = s.torque ? number(*s.torque) : Jet(0.0);
    if (s.voltage) {
        const Jet voltage = number(*s.voltage), back_emf = number(*s.constant) * rotor_speed;
        set_name(name + "_voltage", voltage);
        if (!s.inductance) set_name(name + "_current", (voltage - back_emf) / number(*s.resistance));
        on_rotor = number(*s.constant) * coordinate(name + "_current");
    }
    on_rotor = on_rotor - reader_.value_or_zero(s.friction, names) * rotor_speed;
    pulls_[&s] = gear * on_rotor;
    set_name(name + "_torque", pulls_[&s]);
    kinetic = kinetic + Jet(0.5) * reader_.value_or_zero(s.rotor, names) * rotor_speed * rotor_speed;
}

void Assembly::add_statements() {
    using Kind = EnergyStatement::Kind;
    each<EnergyStatement>([&](const EnergyStatement& s) {
        const Jet value = number(s.value);
        if (s.kind == Kind::lagrangian) throw NotSupported("a Lagrangian beside the parts");
        Jet& sum = s.kind == Kind::kinetic ? kinetic : s.kind == Kind::potential ? potential : dissipation;
        sum = sum + value;
    });
    each<MotorStatement>([&](const MotorStatement& s) {
        const std::string angle = reader_.name(s.angle);
        if (!hinge_called(angle)) forces.push_back({angle, pulls_[&s]});
    });
    each<ForceStatement>([&](const ForceStatement& s) {
        for (const ForceStatement::Item& item : s.items)
            forces.push_back({reader_.name(item.coordinate), number(item.value)});
    });
    each<ConstraintStatement>([&](const ConstraintStatement& s) {
        if (!s.left || !s.right) return;
        const std::string name = s.name ? reader_.name(*s.name) : "a constraint";
        const Jet residual = number(*s.left) - number(*s.right);
        // What holds velocities has no second derivative here.
        if (residual.c[2] == residual.c[2])
            tie(name, residual);
        else
            rows.push_back({name, residual});
    });
}

}  // namespace anholon::newton_euler
