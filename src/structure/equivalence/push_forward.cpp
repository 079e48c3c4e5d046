#include "structure/equivalence/push_forward.hpp"

#include <algorithm>

#include "expr/copy.hpp"
#include "expr/introduce.hpp"
#include "expr/print.hpp"
#include "expr/walk.hpp"
#include "structure/equivalence/known_signs.hpp"
#include "structure/evidence/state_sampler.hpp"

namespace anholon {

namespace {

Equations law_of(const Setting& s) {
    const EquationForm& form = law_of_motion(s.system);
    if (const Reason why = form.inapplicable(s)) throw NoPushForward(s.system.name + ": " + *why);
    if (!s.system.states.empty())
        throw NoPushForward(s.system.name + " has states of controllers, which are not compared");
    return form.derive(s);
}

// Expressions of B in the context of A, with the images in the place of B's symbols. The symbols go by letters that neither context
// knows, so that an x of B never meets an x of A.
class Guest {
  public:
    Guest(Context& host, Context& home) : host_(host), home_(home) {}

    void send(const Expr& symbol, const Expr& image) {
        std::string name = "image" + std::to_string(images_.size());
        while (is_taken(host_, name) || is_taken(home_, name)) name += "_";
        letters_.emplace_back(symbol, home_.constant(name));
        images_.emplace_back(host_.constant(name), image);
    }

    std::vector<Expr> at_home_in_a(std::span<const Expr> list) const {
        const std::vector<Expr> lettered = substitute(list, letters_);
        std::vector<Expr> out;
        for (const Expr& e : lettered) {
            for (const Expr& symbol : symbols_of(e)) demand_known(symbol);
            out.push_back(copied(e, host_));
        }
        return substitute(out, images_);
    }

  private:
    void demand_known(const Expr& symbol) const {
        const bool is_letter =
            std::ranges::any_of(letters_, [&](const auto& l) { return l.second == symbol; });
        if (!is_letter && symbol.symbol().kind != SymbolKind::pi)
            throw NoPushForward("the map does not say what '" + symbol_text(symbol.symbol()) + "' is");
    }

    Context& host_;
    Context& home_;
    Substitution letters_, images_;
};

bool contains(std::span<const Expr> list, const Expr& e) { return std::ranges::find(list, e) != list.end(); }

Expr along_motion(const Setting& s, const Expr& e) { return substitute(Dt(e), s.kinematics(s.v)); }

// An image must be a function of t, of the state and of parameters.
void demand_state(const Setting& a, std::span<const Expr> state, const Expr& image, const std::string& of) {
    for (const Expr& symbol : symbols_of(image)) {
        const bool is_variable = symbol.symbol().kind == SymbolKind::variable;
        if (is_variable && !contains(state, symbol))
            throw NoPushForward("the image of '" + of + "' contains '" + symbol_text(symbol.symbol()) +
                                "', which is no part of the state of " + a.system.name);
    }
}

// The images of B's symbols, as far as they are given or follow.
class Images {
  public:
    Images(const Setting& a, const Setting& b, const StateMap& map)
        : a_(a), b_(b), rate_(map.rate ? in_velocities(a, map.rate) : a.c.one()), state_(law_of(a).state) {
        for (const auto& [symbol, image] : map.images) given_.emplace_back(symbol, in_velocities(a, image));
        demand_state(a, state_, rate_, "dt");
    }

    const Expr& rate() const { return rate_; }

    Expr of(const Expr& symbol) const {
        const std::string name = symbol_text(symbol.symbol());
        const Expr image = found(symbol);
        if (!image) throw NoPushForward("the map does not say what '" + name + "' is");
        demand_state(a_, state_, image, name);
        return image;
    }

  private:
    Expr found(const Expr& symbol) const {
        for (const auto& [given, image] : given_)
            if (given == symbol) return image;
        if (symbol == b_.t) return a_.t;
        if (b_.on_algebra()) return {};
        // q̇ = φ̇/f
        for (std::size_t i = 0; i < b_.v.size(); ++i)
            if (b_.v[i] == symbol) return along_motion(a_, of(b_.q[i])) / rate_;
        return {};
    }

    const Setting& a_;
    const Setting& b_;
    Expr rate_;
    std::vector<Expr> state_;
    Substitution given_;
};

// G(x, z) = G0(x) + G1(x) z.
void split_rates(const Equations& law, std::vector<Expr>& G0, std::vector<Expr>& G1) {
    Substitution none;
    for (const Expr& z : law.unknowns) none.emplace_back(z, z.context().zero());
    for (const Expr& rate : law.rates) {
        G0.push_back(substitute(rate, none));
        for (const Expr& z : law.unknowns) G1.push_back(derivative(rate, z));
    }
}

bool depends_on_time(const Setting& s, const Variables& variables) {
    const Equations& law = variables.law;
    std::vector<Expr> all(law.rates.begin(), law.rates.end());
    if (!law.W.empty()) all.insert(all.end(), law.W.entries().begin(), law.W.entries().end());
    for (const auto* list : {&law.r, &variables.kept}) all.insert(all.end(), list->begin(), list->end());
    return Walk(s.c, all).contains(s.t.id());
}

void keep_place(const Setting& s, Variables& variables) {
    for (const Constraint& k : s.system.constraints)
        if (k.kind == Constraint::Kind::geometric) {
            variables.kept_names.push_back(k.name);
            variables.kept.push_back(k.residual);
        }
    for (const Expr& F : s.system.relations) {
        variables.kept_names.push_back(text_in_brief(F) + " = 0");
        variables.kept.push_back(F);
    }
}

}  // namespace

Variables own_variables(const Setting& s) {
    Variables variables{.law = law_of(s), .kept_names = {}, .kept = {}};
    keep_place(s, variables);
    const std::vector<Expr> f = s.velocity_constraints();
    for (std::size_t k = 0; k < f.size(); ++k) {
        const Constraint& c = s.system.constraints[k];
        if (c.kind != Constraint::Kind::geometric && !keeps_velocity_constraints(s.system.motion.axiom))
            continue;
        variables.kept_names.push_back(c.name);
        variables.kept.push_back(f[k]);
    }
    return variables;
}

Variables free_variables(const Setting& s, const EquationForm& form) {
    Variables variables{.law = form.derive(s), .kept_names = {}, .kept = {}};
    keep_place(s, variables);
    return variables;
}

Expr in_velocities(const Setting& s, const Expr& e) {
    Substitution definitions;
    for (const QuasiVelocity& quasi : s.system.quasi)
        definitions.emplace_back(quasi.symbol, quasi.definition);
    return substitute(substitute(e, definitions), s.kinematics(s.v));
}

PushForward push_forward(const Setting& a, const Setting& b, const Variables& of_b, const StateMap& map) {
    if (map.rate && depends_on_time(b, of_b))
        throw NoPushForward("the law of " + b.system.name + " depends on time, which cannot change its rate");
    const Equations& law = of_b.law;
    const Images images(a, b, map);
    Guest guest(a.c, b.c);
    guest.send(b.t, a.t);
    PushForward out;
    for (const Parameter& p : b.system.parameters) {
        out.parameters.push_back(images.of(p.symbol));
        guest.send(p.symbol, out.parameters.back());
    }
    for (const Expr& x : law.state) {
        const Expr image = images.of(x);
        guest.send(x, image);
        out.names.push_back(symbol_text(x.symbol()));
        out.images.push_back(image);
        out.change.push_back(along_motion(a, image));
    }
    std::vector<Expr> G0, G1;
    split_rates(law, G0, G1);
    if (!law.W.empty()) out.W = guest.at_home_in_a(law.W.entries());
    out.r = guest.at_home_in_a(law.r);
    out.G0 = guest.at_home_in_a(G0);
    out.G1 = guest.at_home_in_a(G1);
    out.rate = images.rate();
    out.kept = of_b.kept_names;
    out.constraints = guest.at_home_in_a(of_b.kept);
    std::vector<Expr> positive;
    for (const Expr& e : map.positive) positive.push_back(in_velocities(a, e));
    for (auto* part :
         {&out.images, &out.parameters, &out.change, &out.W, &out.r, &out.G0, &out.G1, &out.constraints})
        *part = with_known_roots(*part, positive, out.used);
    out.positive = std::move(positive);
    Variables of_a = own_variables(a);
    out.state = std::move(of_a.law.state);
    out.kept_by_a = std::move(of_a.kept);
    return out;
}

}  // namespace anholon
