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
    }
}

void Assembly::add_statements() {
    using Kind = EnergyStatement::Kind;
    each<EnergyStatement>([&](const EnergyStatement& s) {
        const Jet value = number(s.value);
        if (s.kind == Kind::lagrangian) throw NotSupported("a Lagrangian beside the parts");
        Jet& sum = s.kind == Kind::kinetic ? kinetic : s.kind == Kind::potential ? potential : dissipation;
        sum = sum + value;
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
