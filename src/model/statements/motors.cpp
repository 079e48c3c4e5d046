#include <algorithm>
#include <map>

#include "base/text.hpp"
#include "model/bodies/body.hpp"
#include "model/language/errors.hpp"
#include "model/language/motor_errors.hpp"

// A motor with direct current and permanent magnets, on the angle φ of a joint, through a gear without losses. With θ' = n φ' the
// speed of its rotor, i the current and u the voltage,
//   u = R i + L i' + k θ',   M = n (k i − b θ')
// is the torque on the joint, and the rotor adds ½ J θ'² to the kinetic energy.     Ogata, System Dynamics; Spong, Robot Modeling
namespace anholon {

namespace {

using namespace syntax;

Dimension joules() { return kilograms() * pow(metres() / seconds(), Rational(2)); }
Dimension amperes() {
    Dimension out;
    out.powers[3] = 1;
    return out;
}
Dimension volts() { return joules() / seconds() / amperes(); }

std::string name_of(const Elaboration& model, const MotorStatement& motor, const char* quantity) {
    return ascii_name(model.source.text(motor.name)) + "_" + quantity;
}

PartName part_of(const Elaboration& model, const MotorStatement& motor) {
    return {model.source.text(motor.name), motor.name};
}

// --- the angle

// The angles that a motor may turn: those of joints, and those that the author states.
std::vector<std::string> angles_of(const Elaboration& model) {
    std::vector<std::string> out;
    const auto add = [&](Span name, const char* suffix = "") {
        out.push_back(ascii_name(model.source.text(name)) + suffix);
    };
    for (const Statement& s : model.tree.statements) {
        if (const auto* joint = std::get_if<JointStatement>(&s.what))
            if (joint->kind == JointStatement::Kind::hinge && joint->coordinate && !joint->law)
                add(*joint->coordinate);
        if (const auto* hitch = std::get_if<HitchStatement>(&s.what))
            if (!hitch->angle.law) add(hitch->angle.name);
        if (const auto* axle = std::get_if<AxleStatement>(&s.what)) {
            using Kind = AxleStatement::Support::Kind;
            if (axle->angle && !axle->angle->law) add(axle->angle->name);
            if (axle->support && axle->support->kind == Kind::wheel) add(axle->name, "_phi");
            if (axle->support && axle->support->kind == Kind::pair)
                for (const char* suffix : {"_phi1", "_phi2"}) add(axle->name, suffix);
        }
        if (const auto* coordinates = std::get_if<CoordStatement>(&s.what))
            for (const CoordinateItem& item : coordinates->items) {
                const auto known = model.dimensions.find(ascii_name(model.source.text(item.name)));
                const bool is_angle =
                    known == model.dimensions.end() || !known->second || known->second->is_one();
                if (is_angle) add(item.name);
            }
    }
    return out;
}

// What a name is that is no angle of a joint, in words.
std::string what_is(const Elaboration& model, const std::string& name) {
    const auto joint_named = [&](const JointStatement& j) {
        return j.coordinate && ascii_name(model.source.text(*j.coordinate)) == name;
    };
    if (const Statement* s = model.first<JointStatement>(joint_named))
        return std::get<JointStatement>(s->what).kind == JointStatement::Kind::slider
                   ? "the way of a slider"
                   : "given by a law, whatever acts on it";
    const auto carried = [&](const JointStatement& j) {
        return ascii_name(model.source.text(j.carried.body)) == name;
    };
    if (find_body(model, name)) {
        const Statement* joint = model.first<JointStatement>(carried);
        const bool is_ball =
            joint && std::get<JointStatement>(joint->what).kind == JointStatement::Kind::ball;
        return is_ball ? "a body in a ball joint, which has no axis" : "a body";
    }
    const Meaning* meaning = model.outer.find(name);
    const auto known = model.dimensions.find(name);
    if (meaning->noun == "coordinate" && known != model.dimensions.end() && known->second &&
        !known->second->is_one())
        return "no angle: its dimension is " + to_string(*known->second);
    if (meaning->noun == "coordinate") return "no angle of a joint, so nothing would take up the reaction";
    return (std::string("aeio").find(meaning->noun[0]) == std::string::npos ? "a " : "an ") + meaning->noun;
}

// Whether a motor may turn it; if not, that is reported.
bool is_angle(Elaboration& model, Span span) {
    const std::string name = ascii_name(model.source.text(span));
    const std::vector<std::string> angles = angles_of(model);
    if (std::ranges::find(angles, name) != angles.end()) return model.outer.find(name) != nullptr;
    if (!model.outer.find(name) && !find_body(model, name))
        model.report(name_unknown(span, model.text(span), model.outer, model.source));
    else
        model.report(motor_on_what(span, model.text(span), what_is(model, name), angles));
    return false;
}

// --- the constants

Expr not_negative(Elaboration& model, const Expression& e, std::string_view what,
                  const Dimension& dimension) {
    const Expr out = quantity(model, e, what, dimension);
    const auto value = out ? model.constant(e, what) : std::nullopt;
    if (!value) return {};
    if (value->value.sign() >= 0) return out;
    model.report(motor_negative(e.span, what));
    return {};
}

// What drives it: u, or the torque of its rotor. It may depend on anything but accelerations.
Expr source(Elaboration& model, const Expression& e, std::string_view what, const Dimension& wanted) {
    std::optional<Dimension> given;
    const Expr out = model.read(e, model.inner, &given);
    if (!out || model.has_acceleration(out, e.span, what)) return {};
    if (given && *given != wanted && model.units_given)
        model.report(unit_misfit(e.span, what, *given, wanted));
    return out;
}

// Whether the parts make a motor; if not, that is reported.
bool is_complete(Elaboration& model, const MotorStatement& m) {
    const std::string name = model.text(m.name);
    const std::size_t before = model.diagnostics.errors();
    if (!m.voltage && !m.torque) model.report(motor_without_source(m.name, name));
    if (m.voltage && m.torque)
        model.report(motor_with_two_sources(m.torque->span, name, m.voltage->span));
    else if (m.torque) {
        const std::pair<const char*, const std::optional<Expression>*> electric[] = {
            {"resistance", &m.resistance}, {"constant", &m.constant}, {"inductance", &m.inductance}};
        for (const auto& [word, part] : electric)
            if (*part) model.report(motor_part_unused((*part)->span, name, word));
    } else if (m.voltage) {
        if (!m.resistance) model.report(motor_part_missing(m.name, name, "resistance", "resistance R"));
        if (!m.constant)
            model.report(motor_part_missing(m.name, name, "constant",
                                            "constant k, its torque per ampere, which is also its voltage "
                                            "per speed of the rotor"));
    }
    return model.diagnostics.errors() == before;
}

bool names_in(const Elaboration& model, const Expression& e, auto&& visit) {
    bool found = false;
    for (auto i = static_cast<std::uint32_t>(e.first); i <= static_cast<std::uint32_t>(e.root); ++i) {
        const TreeNode& node = model.tree.expressions[NodeIndex{i}];
        if (node.kind == NodeKind::name)
            found = visit(ascii_name(model.source.text(node.name)), node.name) || found;
    }
    return found;
}

// The expressions of a statement that are read at its place in the text.
std::vector<const Expression*> read_in_order(const Statement& s) {
    std::vector<const Expression*> out;
    const auto add = [&](const std::vector<Definition>& items) {
        for (const Definition& d : items) out.push_back(&d.value);
    };
    if (const auto* let = std::get_if<LetStatement>(&s.what)) add(let->items);
    if (const auto* quasi = std::get_if<QuasiStatement>(&s.what)) add(quasi->items);
    if (const auto* outputs = std::get_if<OutputStatement>(&s.what))
        for (const auto& item : outputs->items) out.push_back(&item.definition.value);
    if (const auto* motor = std::get_if<MotorStatement>(&s.what))
        for (const auto* part : {&motor->voltage, &motor->torque})
            if (*part) out.push_back(&**part);
    return out;
}

}  // namespace

const JointStatement* hinge_called(const Elaboration& model, std::string_view angle) {
    const Statement* found = model.first<JointStatement>([&](const JointStatement& j) {
        return j.kind == JointStatement::Kind::hinge && j.coordinate &&
               ascii_name(model.source.text(*j.coordinate)) == angle;
    });
    return found ? &std::get<JointStatement>(found->what) : nullptr;
}

void declare_current(Elaboration& model, const MotorStatement& motor) {
    if (!motor.inductance) return;
    const std::string name = name_of(model, motor, "current");
    if (!may_take(model, part_of(model, motor), name)) return;
    const Expr symbol = model.context().variable(name);
    model.declare(name, {symbol, "state", motor.name});
    model.dimensions[name] = amperes();
    model.system.states.push_back({symbol,
                                   {},
                                   model.units_given ? "A" : "",
                                   "current of the motor " + model.text(motor.name),
                                   motor.name});
}

void check_order_of_motors(Elaboration& model) {
    std::map<std::string, const MotorStatement*> later;  // what follows from motors that have not been read
    model.each<MotorStatement>([&](const MotorStatement& m, const Statement&) {
        if (!m.inductance) later.emplace(name_of(model, m, "current"), &m);
        later.emplace(name_of(model, m, "torque"), &m);
        if (m.voltage) later.emplace(name_of(model, m, "voltage"), &m);
    });
    for (const Statement& s : model.tree.statements) {
        if (later.empty()) return;
        const auto* here = std::get_if<MotorStatement>(&s.what);
        for (const Expression* e : read_in_order(s))
            names_in(model, *e, [&](const std::string& name, Span span) {
                const auto found = later.find(name);
                if (found == later.end() || model.outer.find(name)) return false;
                const MotorStatement& m = *found->second;
                model.report(motor_loop(span, model.text(span), model.text(m.name), m.name, &m == here));
                // Its uses are no further mistakes.
                model.declare(name, {Expr(), "abbreviation", m.name});
                return true;
            });
        if (here) std::erase_if(later, [&](const auto& one) { return one.second == here; });
    }
}

void define_motor(Elaboration& model, const MotorStatement& m) {
    const bool is_good = is_angle(model, m.angle) && is_complete(model, m);
    const std::string angle = ascii_name(model.source.text(m.angle));
    const Expr one = model.context().one();
    const auto positive = [&](const std::optional<Expression>& e, const char* what, const Dimension& unit) {
        return e ? positive_quantity(model, *e, what, unit) : one;
    };
    const Expr n = positive(m.gear, "a gear", Dimension{}),
               R = positive(m.resistance, "a resistance", volts() / amperes()),
               k = positive(m.constant, "the constant of a motor", joules() / amperes()),
               L = positive(m.inductance, "an inductance", joules() / pow(amperes(), Rational(2)));
    const Expr b = m.friction
                       ? not_negative(model, *m.friction, "the friction of a motor", joules() * seconds())
                       : model.context().zero();
    const Expr J = m.rotor ? not_negative(model, *m.rotor, "the inertia of a rotor",
                                          kilograms() * pow(metres(), Rational(2)))
                           : model.context().zero();
    const Expr u = m.voltage  ? source(model, *m.voltage, "a voltage", volts())
                   : m.torque ? source(model, *m.torque, "the torque of a motor", joules())
                              : Expr();
    if (!is_good || !n || !R || !k || !L || !b || !J || !u) return;
    const auto tell = [&](const char* quantity, const Expr& value, const Dimension& dimension) {
        const std::string name = name_of(model, m, quantity);
        const Meaning* known = model.outer.find(name);
        const bool is_mistaken = known && !known->value;
        if (!is_mistaken) part_abbreviation(model, part_of(model, m), name, value, dimension);
    };
    const Expr speed = n * dot(model.outer.find(angle)->value);
    Expr pull = u;  // the torque of the rotor
    if (m.voltage) {
        tell("voltage", u, volts());
        Expr current = (u - k * speed) / R;
        if (m.inductance) {
            const auto state = std::ranges::find_if(model.system.states, [&](const ControllerState& s) {
                return s.symbol.symbol().name == name_of(model, m, "current");
            });
            if (state == model.system.states.end()) return;
            current = state->symbol;
            state->rate = (u - R * current - k * speed) / L;
        } else {
            tell("current", current, amperes());
        }
        pull = k * current;
    }
    const Expr torque = n * (pull - b * speed);
    tell("torque", torque, joules());
    model.drives.push_back({m.name, angle, torque, m.rotor ? J * n * n : Expr()});
}

void add_rotors(Elaboration& model) {
    for (const Drive& d : model.drives) {
        if (!d.inertia) continue;
        const Expr rate = dot(model.outer.find(d.angle)->value), T = d.inertia * rate * rate / Rational(2);
        Expr& energy = model.system.L ? model.system.L : model.system.T;
        energy = energy ? energy + T : T;
        model.bodies_make_up_energy = false;
    }
}

void add_drives(Elaboration& model) {
    const std::vector<Expr> v = model.system.velocities();
    for (const Drive& d : model.drives) {
        if (hinge_called(model, d.angle)) continue;
        const Expr rate = dot(model.outer.find(d.angle)->value);
        for (std::size_t i = 0; i < v.size(); ++i)
            if (v[i] == rate) model.system.Q[i] += d.torque;
    }
}

}  // namespace anholon
