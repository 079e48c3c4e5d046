#include "model/model.hpp"

#include "expr/introduce.hpp"
#include "model/check.hpp"
#include "model/redundant_loops.hpp"
#include "model/statements/elaboration.hpp"
#include "syntax/statement.hpp"
#include "syntax/token.hpp"

namespace anholon {

std::string_view name(Axiom axiom) {
    switch (axiom) {
        case Axiom::nonholonomic: return "nonholonomic";
        case Axiom::vakonomic: return "vakonomic";
        case Axiom::servo_force: return "servo force";
        case Axiom::servo_momentum: return "servo momentum";
        case Axiom::viscous: return "viscous";
        case Axiom::added_mass: return "added-mass";
        case Axiom::free: return "free";
    }
    return "";
}

std::string_view name(Constraint::Kind kind) {
    switch (kind) {
        case Constraint::Kind::geometric: return "geometric";
        case Constraint::Kind::linear: return "linear";
        case Constraint::Kind::nonlinear: return "nonlinear";
    }
    return "";
}

namespace {

void read_description(Elaboration& model) {
    System& system = model.system;
    for (const syntax::Statement& s : model.tree.statements) {
        if (const auto* description = std::get_if<syntax::DescriptionStatement>(&s.what)) {
            if (!system.description.empty()) system.description += ' ';
            system.description += syntax::string_value(model.source.text(description->text));
        }
        if (const auto* cite = std::get_if<syntax::CiteStatement>(&s.what))
            system.citations.push_back(syntax::string_value(model.source.text(cite->text)));
    }
}

// No symbol that a derivation introduces will have the name of an abbreviation.
void reserve_names(Elaboration& model) {
    for (const auto& [name, value] : model.system.lets) reserve_name(model.context(), name);
}

std::vector<SlipPair> slip_pairs(const Elaboration& model) {
    std::vector<SlipPair> out;
    for (const Reaction& r : model.reactions)
        out.push_back({r.prefix + "along" + r.suffix, r.prefix + "across" + r.suffix});
    return out;
}

std::optional<System> elaborated(Elaboration model) {
    read_description(model);
    declare_parameters(model);
    declare_coordinates(model);
    declare_states(model);
    lower_bodies(model);
    lower_vehicles(model);
    read_algebra(model);
    declare_definitions(model);
    read_rates(model);
    read_energy(model);
    read_forces(model);
    add_loads(model);
    read_constraints(model);
    read_motion(model);
    read_friction(model);
    check_states_act_by_forces(model);
    reserve_names(model);
    if (!model.diagnostics.failed()) leave_out_redundant_loops(model);
    if (!model.diagnostics.failed())
        check_system(model.system, model.source, model.tree.name, model.diagnostics, slip_pairs(model));
    check_vehicles_move(model);
    declare_multipliers(model);
    if (!model.diagnostics.failed()) declare_friction(model);
    if (!model.diagnostics.failed()) declare_reactions(model);
    read_initial_values(model);
    if (!model.diagnostics.failed()) take_natural_velocities(model);
    read_expectations(model);
    read_experiments(model);
    if (!model.diagnostics.failed()) draw_parts(model);
    if (!model.bodies_make_up_energy) model.system.bodies.clear();
    read_picture(model);
    read_latex_names(model);
    if (model.diagnostics.failed()) return std::nullopt;
    reserve_names(model);
    return std::move(model.system);
}

}  // namespace

std::optional<System> elaborate_model(const syntax::ModelTree& tree, const Source& source,
                                      Diagnostics& diagnostics, const FixedParameters& fixed) {
    Elaboration model(tree, source, diagnostics);
    model.fixed = fixed;
    auto system = elaborated(std::move(model));
    diagnostics.sort();
    return system;
}

std::optional<System> elaborate_model(const Source& source, Diagnostics& diagnostics,
                                      const FixedParameters& fixed) {
    const auto tree = syntax::parse_model(source, diagnostics);
    if (!tree) return std::nullopt;
    return elaborate_model(*tree, source, diagnostics, fixed);
}

}  // namespace anholon
