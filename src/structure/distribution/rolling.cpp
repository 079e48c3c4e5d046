#include "structure/distribution/rolling.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "expr/normal_form.hpp"
#include "expr/walk.hpp"
#include "mechanics/points/generic_rank.hpp"
#include "model/state/initial_state.hpp"
#include "structure/distribution/integrability.hpp"
#include "structure/evidence/state_sampler.hpp"
#include "structure/zeros/range.hpp"
#include "structure/zeros/zero_set.hpp"

namespace anholon {

namespace {

constexpr std::size_t kMostTerms = 20000;  // of a normal form
constexpr long kParts = 1L << 30;          // of 1, to which a coordinate of the initial state is rounded

// A contact by the two points that touch.
struct Contact {
    RollingContact told;
    const RigidBody* body;
    const Hold* hold;
    Vector3 on_body, on_support;
};

bool is_contact(const Hold& hold) {
    return !hold.name.empty() && hold.name != "point" && hold.name != "plane";
}

// Whether axes are those of the body itself: a wheel may be described in axes of its fork.
bool turns_with_its_axes(const RigidBody& body) {
    for (std::size_t i = 0; i < 3; ++i)
        if (!vanishes(body.omega[i] - body.turning[i])) return false;
    return body.position[0] && body.axes.alpha[0];
}

// contact1, contact2, contact3 of the model: the point in axes of the body, in as few coordinates as it depends on.
std::optional<Vector3> named_point(const System& system, const RigidBody& body, const Hold& hold) {
    const std::string prefix = system.bodies.size() == 1 ? "" : ascii_name(body.name) + "_";
    for (const std::string& suffix : {"_" + hold.name, std::string()}) {
        Vector3 out;
        for (std::size_t i = 0; i < 3; ++i)
            for (const auto& [name, value] : system.lets)
                if (name == prefix + "contact" + std::to_string(i + 1) + suffix) out[i] = value;
        if (out[0] && out[1] && out[2]) return out;
    }
    return std::nullopt;
}

// The point of the support by its own parameters: what touch_x, touch_y, touch_z say that the body's point is.
std::optional<Vector3> point_by_parameters(const System& system, const Hold& hold) {
    Vector3 out = hold.point;
    for (std::size_t i = 0; i < 3; ++i) {
        const auto touches = [&](const Constraint& k) {
            return k.kind == Constraint::Kind::geometric &&
                   k.name.find(std::string("touch_") + "xyz"[i]) != std::string::npos &&
                   std::ranges::find(hold.force_rows, k.name) != hold.force_rows.end();
        };
        const auto found = std::ranges::find_if(system.constraints, touches);
        if (found == system.constraints.end()) return std::nullopt;
        out[i] -= found->residual;
    }
    return coordinates_in(system, out).size() == 2 ? std::optional(out) : std::nullopt;
}

// A constraint of the contact says that N·p is constant, N being constant: no configurations are needed to see a plane.
bool is_on_a_plane(const System& system, const Hold& hold) {
    const std::vector<Expr> q = system.q();
    for (std::size_t k = 0; k < hold.force_rows.size(); ++k) {
        const auto row = std::ranges::find(system.constraints, hold.force_rows[k], &Constraint::name);
        if (row == system.constraints.end() || row->kind != Constraint::Kind::geometric) continue;
        if (!coordinates_in(system, hold.forces[k]).empty()) continue;
        const Expr height = dot(hold.forces[k], hold.point) - row->residual;
        if (std::ranges::all_of(q, [&](const Expr& x) { return vanishes(derivative(height, x)); }))
            return true;
    }
    return false;
}

std::optional<Contact> contact(const System& system, const RigidBody& body, const Hold& hold) {
    const auto carrier = std::ranges::find(system.bodies, hold.by, &RigidBody::name);
    if (!turns_with_its_axes(body)) return std::nullopt;
    Contact out{.told = {.body = body.name, .support = hold.name, .may_spin = hold.moment_rows.empty()},
                .body = &body,
                .hold = &hold,
                .on_body = body.axes.seen(hold.point - body.position),
                .on_support = hold.point};
    if (const auto named = named_point(system, body, hold)) out.on_body = *named;
    if (carrier != system.bodies.end()) {
        if (!turns_with_its_axes(*carrier)) return std::nullopt;
        out.on_support = carrier->axes.seen(hold.point - carrier->position);
    } else if (is_on_a_plane(system, hold)) {
        out.told.on_support = SurfaceOfPoint::plane(system.c());
    } else if (const auto by_parameters = point_by_parameters(system, hold)) {
        out.on_support = *by_parameters;
    }
    return out;
}

// Two of the constraints of velocities that it gives say that it does not slip.
bool has_rows_of_rolling(const System& system, const Hold& hold) {
    return 2 == std::ranges::count_if(system.constraints, [&](const Constraint& k) {
               return k.kind == Constraint::Kind::linear &&
                      std::ranges::find(hold.force_rows, k.name) != hold.force_rows.end();
           });
}

// A cylinder or a cone on a plane: no point of contact is told from the others.
bool touches_along_a_line(const System& system, const RigidBody& body, const Hold& hold) {
    const std::string prefix = system.bodies.size() == 1 ? "" : ascii_name(body.name) + "_";
    const auto lies = [&](const auto& constraint) {
        for (const char* local : {"lies", "lies1", "lies2"})
            for (const std::string& suffix : {"_" + hold.name, std::string()})
                if (constraint.name == prefix + local + suffix) return true;
        return false;
    };
    return std::ranges::any_of(system.constraints, lies) || std::ranges::any_of(system.redundant, lies);
}

// Nothing in the constraints that the contact gives depends on time.
bool stands_still(const Setting& s, const Hold& hold) {
    const ConstraintRows rows = constraint_rows(s.system);
    for (std::size_t k = 0; k < rows.names.size(); ++k) {
        const bool is_of_contact =
            std::ranges::find(hold.force_rows, rows.names[k]) != hold.force_rows.end() ||
            std::ranges::find(hold.moment_rows, rows.names[k]) != hold.moment_rows.end();
        if (!is_of_contact) continue;
        if (!vanishes(rows.a0[k])) return false;
        for (const Expr& entry : rows.a.row(k))
            if (!vanishes(derivative(entry, s.t))) return false;
    }
    return vanishes(derivative(hold.point[0], s.t)) && vanishes(derivative(hold.point[1], s.t)) &&
           vanishes(derivative(hold.point[2], s.t));
}

Vector3 rate(const Setting& s, const Vector3& p) {
    Vector3 out;
    for (std::size_t i = 0; i < 3; ++i) out[i] = substitute(Dt(p[i]), s.kinematics(s.v));
    return out;
}

// (u', v') = (±u, ±v) or (±v, ±u) that takes one metric to the other.
class Isometries {
  public:
    Isometries(const Setting& s, const Contact& contact, ZerosOnManifold& zeros)
        : s_(s),
          contact_(contact),
          body_(contact.told.on_body),
          support_(contact.told.on_support),
          zeros_(zeros) {}

    // The model's initial state says on which side of the tangent plane the surfaces lie.
    std::vector<RollingContact::Isometry> found() {
        std::vector<RollingContact::Isometry> out;
        if (body_.parameters.empty() || support_.parameters.empty()) return out;
        const int orientation = sign_of_normals();
        if (orientation == 0) return out;
        for (const bool swapped : {false, true})
            for (const int a : {1, -1})
                for (const int b : {1, -1}) {
                    is_special_ = false;
                    if ((swapped ? -a * b : a * b) == orientation && is_isometry(swapped, a, b))
                        out.push_back(named(swapped, a, b));
                }
        return out;
    }

  private:
    // N' · A N for the normals ∂_u × ∂_v of both, which are parallel in space: the map of rolling has this orientation.
    int sign_of_normals() const {
        const auto normal = [](const Vector3& X, const std::vector<Expr>& u) {
            Vector3 by_u, by_v;
            for (std::size_t i = 0; i < 3; ++i) {
                by_u[i] = derivative(X[i], u[0]);
                by_v[i] = derivative(X[i], u[1]);
            }
            return cross(by_u, by_v);
        };
        const Expr product = dot(normal(contact_.on_support, support_.parameters),
                                 contact_.body->axes.in_space(normal(contact_.on_body, body_.parameters)));
        const InitialStateResult start = initial_state(s_.system);
        if (!start.state) return 0;
        ConstantValues values = constant_values(s_.system);
        for (const InitialVariable& q : start.state->q)
            values.emplace_back(q.symbol, Rational(std::lround(q.value * kParts)) / Rational(kParts));
        const double value = value_at(product, values);
        return value > 0 ? 1 : value < 0 ? -1 : 0;
    }

    bool is_isometry(bool swapped, int a, int b) {
        const Expr u = body_.parameters[swapped ? 1 : 0], v = body_.parameters[swapped ? 0 : 1];
        const Substitution image{{support_.parameters[0], a * u}, {support_.parameters[1], b * v}};
        const auto at = [&](const Expr& e) { return substitute(e, image); };
        const auto& [E, F, G] = body_.metric;
        const auto& there = support_.metric;
        const Expr along_u = swapped ? G : E, along_v = swapped ? E : G;
        return vanish(at(there.E) - along_u) && vanish(at(there.G) - along_v) &&
               vanish(a * b * at(there.F) - F);
    }

    bool vanish(const Expr& e) {
        const Vanishing::Result result = zeros_(e);
        is_special_ = is_special_ || result.for_these_parameters;
        return result.answer == Answer::yes;
    }

    RollingContact::Isometry named(bool swapped, int a, int b) const {
        const Expr u = body_.parameters[swapped ? 1 : 0], v = body_.parameters[swapped ? 0 : 1];
        const auto is_ignorable = [&](const Expr& x) {
            const auto& [E, F, G] = support_.metric;
            return vanishes(derivative(E, x)) && vanishes(derivative(F, x)) && vanishes(derivative(G, x));
        };
        return {{a * u, b * v},
                {is_ignorable(support_.parameters[0]), is_ignorable(support_.parameters[1])},
                is_special_};
    }

    const Setting& s_;
    const Contact& contact_;
    const SurfaceOfPoint &body_, &support_;
    ZerosOnManifold& zeros_;
    bool is_special_ = false;  // some zero test held at the stated values of the parameters alone
};

// Two surfaces whose metrics depend on one parameter each. On an isometry K and |∇K|² agree: two equations between u and u', which have
// infinitely many common solutions only if their numerators have a common factor.
bool have_no_isometry(const Setting& s, const SurfaceOfPoint& body, const SurfaceOfPoint& support) {
    Substitution stated;
    for (const Parameter& p : s.system.parameters) stated.emplace_back(p.symbol, p.exact);
    std::vector<Expr> K, slope, u;
    for (const SurfaceOfPoint* surface : {&body, &support}) {
        if (surface->parameters.empty()) return false;
        const auto& [E, F, G] = surface->metric;
        const Expr by_u = derivative(surface->K, surface->parameters[0]),
                   by_v = derivative(surface->K, surface->parameters[1]);
        K.push_back(simplified(substitute(surface->K, stated)));
        slope.push_back(simplified(
            substitute((G * by_u * by_u - 2 * F * by_u * by_v + E * by_v * by_v) / (E * G - F * F), stated)));
        const std::vector<Expr> symbols = symbols_of(s.c, std::vector{K.back(), slope.back()});
        if (symbols.size() != 1) return false;
        u.push_back(symbols[0]);
    }
    try {
        const NormalForms forms(std::vector{K[0] - K[1], slope[0] - slope[1]}, kMostTerms);
        for (std::size_t i = 0; i < forms.ring().generators(); ++i)
            if (std::ranges::find(u, forms.generator(i)) == u.end()) return false;
        return gcd(forms[0].numerator, forms[1].numerator).is_constant();
    } catch (const TooLarge&) {
        return false;
    }
}

// In how many directions the point goes at a generic configuration; nothing if none was found.
std::optional<std::size_t> directions(const Distribution& D, const Vector3& p) {
    Matrix J(D.s.c, D.free.size(), 3);
    for (std::size_t r = 0; r < D.free.size(); ++r)
        for (std::size_t i = 0; i < 3; ++i) J(r, i) = along(D, D.X[D.free[r]], p[i]);
    return generic_rank(D.s, J).rank;
}

void compare_curvatures(Contact& contact, ZerosOnManifold& zeros) {
    RollingContact& told = contact.told;
    const SurfaceOfPoint &body = told.on_body, &support = told.on_support;
    if (!body.K || !support.K) return;
    told.difference = simplified(body.printed - support.printed);
    const Vanishing::Result equal = zeros(body.K - support.K);
    told.fits = equal.answer;
    told.for_these_parameters = equal.for_these_parameters;
    told.is_impossible =
        (body.is_constant == Answer::yes && support.is_constant == Answer::no) ||
        (body.is_constant == Answer::no && support.is_constant == Answer::yes) ||
        (body.is_constant == Answer::yes && support.is_constant == Answer::yes && told.fits == Answer::no);
}

// One body that touches one surface: its configurations are the contacts of two surfaces, by two parameters of each and an angle.
bool is_of_two_surfaces(const Setting& s, const Distribution& D) {
    return s.system.bodies.size() == 1 && D.dimension == 5;
}

// It may not spin: then rolling has one motion for every direction on either surface, and the difference of the curvatures decides.
bool is_rubber_alone(const Rolling& found, const Setting& s, const Distribution& D) {
    return is_of_two_surfaces(s, D) && found.contacts.size() == 1 && !found.contacts[0].may_spin &&
           D.constraint.size() == 3 && D.free.size() == 2 && found.contacts[0].on_body.is_surface() &&
           found.contacts[0].on_support.is_surface();
}

// Parameters of two surfaces in contact are independent.
std::vector<Expr> independent_parameters(const Setting& s, const Distribution& D,
                                         const std::vector<Contact>& contacts) {
    if (!is_of_two_surfaces(s, D) || contacts.size() != 1) return {};
    std::vector<Expr> out = coordinates_in(s.system, contacts[0].on_body);
    if (out.size() != 2) return {};
    if (contacts[0].told.on_support.kind == SurfaceOfPoint::Kind::plane) return out;
    const std::vector<Expr> more = coordinates_in(s.system, contacts[0].on_support);
    if (more.size() != 2) return {};
    out.insert(out.end(), more.begin(), more.end());
    return std::ranges::find(more, out[0]) == more.end() && std::ranges::find(more, out[1]) == more.end()
               ? out
               : std::vector<Expr>{};
}

// Those that roll. Where the rows of the contact do not tell, both points go equally far at all states.
std::vector<Contact> those_that_roll(const Setting& s, std::vector<Contact> contacts, ZerosOnManifold& zeros,
                                     const Budget& budget, std::string& reason) {
    std::erase_if(contacts, [&](const Contact& one) {
        if (has_rows_of_rolling(s.system, *one.hold)) return false;
        const Vector3 a = rate(s, one.on_body), b = rate(s, one.on_support);
        const VanishingVerdict rolls =
            vanish(s, {dot(a, a) - dot(b, b)}, StateSampler::At::states, Parameters::free, budget)[0];
        if (rolls.answer == Answer::unknown) reason = rolls.reason;
        if (rolls.answer == Answer::yes) zeros.count_error(rolls.error_bound);
        return rolls.answer != Answer::yes;
    });
    return contacts;
}

// Whether the constraints are integrable.
Answer integrability(const Setting& s, const Budget& budget, std::string& reason) {
    const Integrability frobenius = integrability_of(s, budget);
    reason = frobenius.reason;
    using enum IntegrabilityVerdict;
    return frobenius.verdict == holonomic   ? Answer::yes
           : frobenius.verdict == undecided ? Answer::unknown
                                            : Answer::no;
}

}  // namespace

Rolling rolling_of(const Setting& s, const Budget& budget) {
    using enum RollingVerdict;
    Rolling out;
    const auto outside = [&](std::string reason) {
        out.verdict = does_not_apply;
        out.reason = std::move(reason);
        out.proof = {FactProof::Kind::definition};
        return out;
    };
    std::string last_reason = "no body of this model touches a surface";
    std::vector<Contact> contacts;
    for (const RigidBody& body : s.system.bodies)
        for (const Hold& hold : body.holds) {
            if (!is_contact(hold)) continue;
            const auto one = contact(s.system, body, hold);
            if (!one)
                last_reason = body.name + " is described in axes in which it turns itself";
            else if (touches_along_a_line(s.system, body, hold))
                last_reason = body.name + " touches " + hold.name + " along a line";
            else if (!stands_still(s, hold))
                last_reason = hold.name + " moves as a function of time";
            else
                contacts.push_back(*one);
        }
    if (contacts.empty()) return outside(last_reason);
    if (s.has_nonlinear_constraints()) return outside("a constraint is not linear in the velocities");
    const Distribution D = distribution(s);
    if (D.moves) return outside("the constraints change with time");
    out.degrees_of_freedom = D.free.size();
    ZerosOnManifold zeros(s, budget, independent_parameters(s, D, contacts));
    contacts = those_that_roll(s, std::move(contacts), zeros, budget, out.reason);
    if (contacts.empty() && out.reason.empty()) return outside("no body rolls without slipping");
    if (contacts.empty()) return out;
    for (Contact& one : contacts) {
        budget.check();
        one.told.on_body = surface_of_point(D, one.on_body, zeros, budget);
        if (one.told.on_support.kind != SurfaceOfPoint::Kind::plane)
            one.told.on_support = surface_of_point(D, one.on_support, zeros, budget);
        compare_curvatures(one, zeros);
        out.contacts.push_back(one.told);
    }
    const bool alone = is_rubber_alone(out, s, D);
    for (std::size_t k = 0; k < contacts.size(); ++k) {
        RollingContact& told = out.contacts[k];
        const auto rank = alone ? std::optional<std::size_t>(2) : directions(D, contacts[k].on_body);
        if (!rank) {
            out.reason = "no configuration was found at which to see where the point of contact can go";
            return out;
        }
        told.directions = *rank;
        if (*rank == 2 && told.fits == Answer::no && !told.is_impossible)
            told.isometries = Isometries(s, contacts[k], zeros).found();
        if (told.difference && cannot_vanish(s.system, told.difference)) told.is_impossible = true;
        if (told.fits == Answer::no && told.isometries.empty() && !told.is_impossible)
            told.is_impossible = told.is_impossible_here = have_no_isometry(s, told.on_body, told.on_support);
    }
    out.proof = zeros.proof();
    const bool is_told = alone && out.contacts[0].fits != Answer::unknown;
    const Answer integrable = is_told ? out.contacts[0].fits : integrability(s, budget, out.reason);
    if (integrable == Answer::unknown) return out;
    const bool has_known_paths =
        std::ranges::all_of(out.contacts, [](const RollingContact& one) { return one.directions < 2; });
    const bool has_isometry = alone && !out.contacts[0].isometries.empty();
    out.verdict = integrable == Answer::yes ? (has_known_paths ? known_paths : applicable)
                  : has_isometry            ? applicable_from_some
                                            : not_integrable;
    out.reason.clear();
    return out;
}

}  // namespace anholon
