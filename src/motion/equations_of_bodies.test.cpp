#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "base/text.hpp"
#include "code/evaluator.hpp"
#include "expr/derivative.hpp"
#include "integrate/factorization.hpp"
#include "mechanics/forms/forms.hpp"
#include "mechanics/forms/reactions.hpp"
#include "model/read_model.test.hpp"
#include "model/state/parameter_values.hpp"
#include "motion/law.hpp"
#include "motion/moved.test.hpp"
#include "newton_euler/newton_euler.hpp"
#include "syntax/statement.hpp"
#include "verify/lowering.hpp"
#include "verify/random_assembly.test.hpp"
#include "verify/real_states.hpp"

// The equations in which bodies are integrated, against the laws of Newton and Euler.
namespace anholon {
namespace {

using Numbers = std::vector<double>;

Numbers evaluated(const std::vector<Expr>& functions, const std::vector<Expr>& inputs, const Numbers& at) {
    Numbers out(functions.size());
    if (!functions.empty()) (*interpreted(program(functions, inputs)))(at.data(), out.data());
    return out;
}

// z of W z = r; nothing where rounding decides.
std::optional<Numbers> solved_at(const Equations& e, const std::vector<Expr>& inputs, const Numbers& at) {
    const std::size_t n = e.unknowns.size();
    const Numbers W = evaluated({e.W.entries().begin(), e.W.entries().end()}, inputs, at);
    Numbers z = evaluated(e.r, inputs, at);
    Factorization factors;
    if (n > 0 && (!factors.factor(W, n) || factors.condition() > 1e7)) return std::nullopt;
    if (n > 0) factors.solve(z);
    return z;
}

Numbers joined(Numbers a, const Numbers& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

// The motion that a form gives a state, beside the one that Lagrange's equations with multipliers give it: q̇ as the form knows it, q̈
// and the multipliers.
class Comparison {
  public:
    explicit Comparison(const System& system)
        : system_(system),
          setting_(system),
          form_(form_to_integrate(setting_)),
          e_(form_.derive(setting_)),
          law_(lagrange_multipliers(setting_)),
          lambda_(form_.id == "kane" ? reactions(setting_) : std::vector<Expr>()) {
        Direction along{{system.t, system.c().one()}};
        for (std::size_t k = 0; k < e_.state.size(); ++k) along.emplace_back(e_.state[k], e_.rates[k]);
        accelerations_ = directional_derivative(e_.velocities, along);
    }

    const EquationForm& form() const { return form_; }
    double worst() const { return worst_; }

    // False where the two cannot be compared to many digits.
    bool at(const RealState& state, const Numbers& parameters) {
        const Numbers point = joined(joined(joined({state.t}, state.q), state.v), parameters);
        const std::vector<Expr> inputs = inputs_of_state(system_);
        const auto z = solved_at(law_, inputs, point);
        if (!z) return false;
        std::vector<Expr> state_of;
        for (const Expr& x : e_.state) {
            const auto known = std::ranges::find(e_.state_of, x, &std::pair<Expr, Expr>::first);
            state_of.push_back(known == e_.state_of.end() ? x : known->second);
        }
        const Numbers x = joined(joined({state.t}, evaluated(state_of, inputs, point)), parameters);
        std::vector<Expr> symbols{system_.t};
        symbols.insert(symbols.end(), e_.state.begin(), e_.state.end());
        for (const Parameter& p : system_.parameters) symbols.push_back(p.symbol);
        for (const ControllerState& s : system_.states) symbols.push_back(s.symbol);
        const auto own = solved_at(e_, symbols, x);
        if (!own) return false;
        const Numbers all = joined(x, *own);
        symbols.insert(symbols.end(), e_.unknowns.begin(), e_.unknowns.end());
        compare("velocity", evaluated(e_.velocities, symbols, all), state.v);
        const Numbers q_ddot(z->begin(), z->begin() + static_cast<long>(state.q.size()));
        compare("acceleration", evaluated(accelerations_, symbols, all), q_ddot);
        Numbers ours, theirs;
        for (std::size_t k = 0; k < lambda_.size(); ++k) {
            if (!lambda_[k]) continue;
            ours.push_back(evaluated({lambda_[k]}, symbols, all)[0]);
            theirs.push_back((*z)[state.q.size() + k]);
        }
        compare("multiplier", ours, theirs);
        return true;
    }

  private:
    void compare(const char* what, const Numbers& a, const Numbers& b) {
        double size = 1e-3;
        for (const double x : b) size = std::max(size, std::abs(x));
        for (std::size_t k = 0; k < a.size(); ++k) {
            const double off = std::abs(a[k] - b[k]) / size;
            worst_ = std::isfinite(off) ? std::max(worst_, off) : 1;
            EXPECT_LT(off, 1e-8) << what << " " << k << ": " << a[k] << ", not " << b[k];
        }
    }

    const System& system_;
    Setting setting_;
    const EquationForm& form_;
    Equations e_, law_;
    std::vector<Expr> lambda_, accelerations_;
    double worst_ = 0;
};

struct Compared {
    std::size_t states = 0;
    double worst = 0;
    std::string form;
};

Compared compared(const System& system, std::uint64_t seed, std::size_t count) {
    Comparison comparison(system);
    RealStates states(system, seed);
    Compared out{0, 0, std::string(comparison.form().id)};
    for (std::size_t tries = 0; out.states < count && tries < 4 * count; ++tries)
        if (const auto state = states.draw()) out.states += comparison.at(*state, states.parameters());
    out.worst = comparison.worst();
    return out;
}

TEST(EquationsOfBodies, OfTheGalleryAreThoseOfItsConstraints) {
    std::size_t by_kane = 0;
    for (const GalleryModel& model : gallery()) {
        SCOPED_TRACE(model.name);
        const System system = from_gallery(std::string(model.name));
        if (system.bodies.empty() || system.motion.axiom != Axiom::nonholonomic || !system.frictions.empty())
            continue;
        const Compared c = compared(system, 1, 4);
        EXPECT_EQ(c.states, 4u);
        by_kane += c.form == "kane";
    }
    EXPECT_GE(by_kane, 11u);
}

// ANHOLON_ASSEMBLIES=FIRST:COUNT draws others.
TEST(EquationsOfBodies, OfRandomAssembliesAreThoseOfTheirConstraints) {
    std::uint64_t first = 1, count = 60;
    if (const char* range = std::getenv("ANHOLON_ASSEMBLIES")) {
        char* rest = nullptr;
        first = std::strtoull(range, &rest, 10);
        count = *rest ? std::strtoull(rest + 1, nullptr, 10) : count;
    }
    std::size_t by_kane = 0, others = 0;
    for (std::uint64_t seed = first; seed < first + count; ++seed) {
        const std::string text = RandomAssembly(seed).text();
        SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
        const Source source("test.anh", text);
        Diagnostics diagnostics;
        const auto system = elaborate_model(source, diagnostics);
        if (!system || system->bodies.empty()) continue;
        const Compared c = compared(*system, seed, 2);
        if (c.states > 0) ++(c.form == "kane" ? by_kane : others);
    }
    EXPECT_GT(by_kane, count / 10);
    if (std::getenv("ANHOLON_ASSEMBLIES"))
        std::printf("%zu by Kane's equations, %zu by others\n", by_kane, others);
}

// --- Contacts that no other test knows

struct Unseen {
    const char* name;
    std::string statements;
    const char* form = "kane";
};

const Unseen unseen[] = {
    {"an ellipsoid in a paraboloid of revolution",
     "support bowl revolution(sqrt(2*z)) inside\n"
     "body egg { mass 1.2; inertia (0.02, 0.03, 0.04); surface ellipsoid(0.1, 0.15, 0.2) at (0.01, 0, 0.02) "
     "}\n"
     "contact egg on bowl rolling\n"
     "init x = 0.5, support_u = 0.2, support_v = 0, w1 = 0.3, w2 = 1, w3 = 0.5"},
    {"a torus on a cone",
     "support hill cone(1.2) along (0, 0, -1)\n"
     "body ring { mass 1; inertia (0.1, 0.12, 0.2); surface torus(0.3, 0.1) }\n"
     "contact ring on hill rolling\n"
     "init q0 = cos(0.6), q1 = sin(0.6), x = 1, z = 0.3, w1 = 0.2, w2 = 0.4, w3 = 2"},
    {"a ball on an ellipsoid by parameters",
     "support egg parametric(1.5*cos(u)*cos(v), 1.2*sin(u)*cos(v), sin(v))\n"
     "body ball { mass 1; inertia (0.02, 0.025, 0.03); surface sphere(0.25) at (0.02, 0, 0.03) }\n"
     "contact ball on egg rolling\n"
     "init z = 1, y = 0.3, x = 0.8, support_u = 0.4, support_v = 0.9, w1 = 0.2, w2 = 0.1, w3 = 1"},
    {"a body by parameters on a corrugated cylinder",
     "support waves parametric(u, v, 0.1*sin(2*u))\n"
     "body boat { mass 1; inertia (0.1, 0.2, 0.25); surface parametric(u, -v, u^2 + 0.7*v^2) at (0, 0, -0.3) "
     "}\n"
     "contact boat on waves rolling\n"
     "init z = 0.4, x = 0.2, contact_u = 0, contact_v = 0, support_u = 0.2, support_v = 0, w1 = 0.2, w2 = "
     "0.3, "
     "w3 = 0.5"},
    {"a ball on a ball on the plane",
     "ground plane z = 0\n"
     "body low { mass 2; inertia (0.9, 0.8, 0.7); surface sphere(1) at (0, 0, 0.1) }\n"
     "body high { mass 0.5; inertia (0.02, 0.03, 0.025); surface sphere(0.3) at (0.02, 0.01, 0) }\n"
     "support crown sphere(1) on low at (0, 0, 0.1)\n"
     "contact low on ground rolling\ncontact high on crown rolling\n"
     "init high_z = 2.3, low_w1 = 0.1, low_w2 = 0.2, low_w3 = 0.1, high_w1 = 0.1, high_w2 = 0, high_w3 = "
     "0.4"},
    {"a body on a graph that turns",
     "body table { mass 3; inertia (1, 1.2, 2) }\njoint table on space hinge turn = 0.7*t along (0, 0, 1)\n"
     "support dish graph(0.3*x^2 + 0.2*y^2 + 0.1*x*y) on table\n"
     "body egg { mass 1; inertia (0.02, 0.03, 0.04); surface ellipsoid(0.2, 0.15, 0.25) }\n"
     "contact egg on dish rolling\ninit egg_x = 0.3, egg_z = 0.3",
     "maggi"},
    {"an ellipsoid in a dish that rolls",
     "ground plane z = 0\n"
     "body low { mass 2; inertia (0.9, 0.8, 0.7); surface sphere(1) at (0, 0, 0.1) }\n"
     "support dish graph(0.3*x^2 + 0.2*y^2 + 0.1*x*y) on low at (0, 0, 0.3)\n"
     "body egg { mass 0.5; inertia (0.02, 0.03, 0.04); surface ellipsoid(0.2, 0.15, 0.25) }\n"
     "contact low on ground rolling\ncontact egg on dish rolling\n"
     "init egg_z = 1.6, low_w1 = 0.1, low_w2 = 0.2, low_w3 = 0.1, egg_w1 = 0.1, egg_w2 = 0, egg_w3 = 0.4"},
    {"an ellipsoid that does not spin on a sphere",
     "support dome sphere(1)\n"
     "body egg { mass 1; inertia (0.02, 0.03, 0.04); surface ellipsoid(0.2, 0.3, 0.25) at (0, 0.01, 0.02) }\n"
     "contact egg on dome rubber\ninit z = 1.2",
     "maggi"},
    {"an ellipsoid that slides in a rotating cylinder",
     "support wall cylinder(1) along (0, 1, 0.1) inside turning 0.5 + 0.2*t\n"
     "body egg { mass 1; inertia (0.02, 0.03, 0.04); surface ellipsoid(0.2, 0.3, 0.25) }\n"
     "contact egg on wall sliding\ninit z = -0.7",
     "maggi"},
};

std::string text_of(const Unseen& one) {
    return "model A { gravity 9.81 along (0, 0, -1)\n" + one.statements + "\n}";
}

TEST(EquationsOfBodies, OfUnseenContactsAreNewtonsAndEulers) {
    for (const Unseen& one : unseen) {
        SCOPED_TRACE(one.name);
        const Source source("test.anh", text_of(one));
        const System system = model(text_of(one));
        const LoweringVerdict laws = verify_lowering(source, system, {.states = 6});
        EXPECT_EQ(laws.agrees, Answer::yes) << laws.reason << laws.difference;
        const Compared c = compared(system, 1, 6);
        EXPECT_EQ(c.form, one.form);
        EXPECT_GE(c.states, 5u);
    }
}

// The accelerations that Newton and Euler demand, integrated by the classical method of Runge and Kutta.
Numbers by_newton_and_euler(const Source& source, const System& system, double until, int steps) {
    Diagnostics diagnostics;
    const auto tree = syntax::parse_model(source, diagnostics);
    std::vector<std::string> names;
    for (const Coordinate& q : system.coordinates) names.push_back(q.symbol.symbol().name);
    const newton_euler::NewtonEuler laws(*tree, source, names, {}, {});
    const InitialState start = initial_state(system).state.value();
    const std::size_t n = names.size();
    Numbers y(2 * n);
    for (std::size_t k = 0; k < n; ++k) {
        y[k] = start.q[k].value;
        y[n + k] = start.v[k].value;
    }
    const auto rate = [&](double t, const Numbers& at) {
        Numbers q(at.begin(), at.begin() + static_cast<long>(n)),
            v(at.begin() + static_cast<long>(n), at.end());
        return joined(v, laws.at({t, q, v}).accelerations);
    };
    const auto beyond = [&](const Numbers& slope, double h) {
        Numbers out = y;
        for (std::size_t k = 0; k < out.size(); ++k) out[k] += h * slope[k];
        return out;
    };
    const double h = until / steps;
    for (int step = 0; step < steps; ++step) {
        const double t = step * h;
        const Numbers k1 = rate(t, y), k2 = rate(t + h / 2, beyond(k1, h / 2)),
                      k3 = rate(t + h / 2, beyond(k2, h / 2)), k4 = rate(t + h, beyond(k3, h));
        for (std::size_t k = 0; k < y.size(); ++k) y[k] += h / 6 * (k1[k] + 2 * k2[k] + 2 * k3[k] + k4[k]);
    }
    return y;
}

TEST(EquationsOfBodies, MoveUnseenContactsAsNewtonAndEulerDo) {
    for (const Unseen& one : unseen) {
        if (std::string_view(one.form) != "kane") continue;
        SCOPED_TRACE(one.name);
        const Source source("test.anh", text_of(one));
        const System system = model(text_of(one));
        const Numbers expected = by_newton_and_euler(source, system, 0.25, 250);
        const Values found = at(system, 0.25);
        for (std::size_t k = 0; k < system.coordinates.size(); ++k) {
            const std::string& name = system.coordinates[k].symbol.symbol().name;
            EXPECT_NEAR(found.at(name), expected[k], 1e-9 * std::max(1.0, std::abs(expected[k]))) << name;
        }
    }
}

}  // namespace
}  // namespace anholon
