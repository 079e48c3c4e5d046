#include "mechanics/claims/model_claims.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "expr/introduce.hpp"
#include "expr/normal_form.hpp"
#include "expr/print.hpp"
#include "expr/rebuild.hpp"
#include "expr/walk.hpp"
#include "mechanics/claims/claim_system.hpp"
#include "model/friction_refusal.hpp"
#include "proof/continuity.hpp"
#include "proof/primes.hpp"

namespace anholon {

namespace {

using proof::Id;

// e = A + B √R with one root √R, for a letter in its place; nothing if it is not of this kind.
struct WithRoot {
    Expr in_letter, letter;
};
std::optional<WithRoot> with_root(const Expr& e) {
    Context& c = e.context();
    const Walk walk(e);
    const Expr letter = introduced(c, "root_of_velocity", SymbolKind::constant, "square root");
    std::optional<NodeId> radicand;
    std::vector<NodeId> image(walk.size());
    for (std::size_t i = 0; i < walk.size(); ++i) {
        const NodeId id = walk[i];
        image[i] = rebuild(c, id, [&](NodeId a) { return image[walk.place(a)]; });
        const Node node = c.node(id);
        if (node.kind != Kind::product) continue;
        Expr product = c.one();
        bool has_root = false;
        for (std::size_t k = 0; k < node.count; k += 2) {
            const Expr base(c, image[walk.place(node.args[k])]);
            const Rational& exponent = c.number_at(node.args[k + 1]);
            if (exponent.is_integer() || base.is_number()) {
                product *= pow(base, exponent);
                continue;
            }
            if (!(exponent * 2).is_integer() || (radicand && *radicand != node.args[k])) return std::nullopt;
            radicand = node.args[k];
            product *= pow(base, exponent - Rational(1, 2)) * letter;
            has_root = true;
        }
        if (has_root) image[i] = product.id();
    }
    if (!radicand) return std::nullopt;
    const Expr in_letter(c, image[walk.place(e.id())]);
    if (!vanishes(derivative(derivative(in_letter, letter), letter))) return std::nullopt;
    return WithRoot{in_letter, letter};
}

}  // namespace

namespace {

bool is_part_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

}  // namespace

ModelClaims::ModelClaims(const System& system, std::string text, const proof::JudgeOptions& options)
    : s_(system), text_(std::move(text)), options_(options) {
    if (options_.seed == 0) options_.seed = proof::seed_of_run();
}

const proof::Judgement& ModelClaims::judge(proof::Claim claim) {
    proof::Judgement judgement = proof::judge(subject_, claim, options_);
    return judged_.emplace_back(std::move(claim), std::move(judgement)).judgement;
}

ModelClaims::Judged ModelClaims::judged_apart(proof::Claim claim) {
    proof::Judgement judgement = proof::judge(subject_, claim, options_);
    return {std::move(claim), std::move(judgement)};
}

std::string ModelClaims::witness_text(const Judged& refuted) {
    std::string out;
    for (const auto& [name, value] : refuted.judgement.state) {
        const std::size_t mark = name.find('#');  // of names that the claim adds to those of the model
        const std::size_t begin = mark == std::string::npos ? prefix(refuted.claim.system).size() : mark + 1;
        out += (out.empty() ? "" : ", ") + name.substr(begin) + " = " + value;
    }
    return out;
}

ModelClaims::Of ModelClaims::same_as(Of law) const {
    const bool is_plain = s_.system.frictions.empty() && s_.system.motion.axiom == Axiom::nonholonomic;
    if (law == Of::own_law && is_plain) return Of::nonholonomic;
    return law;
}

// All names of all systems of a certificate differ.
std::string ModelClaims::prefix(Of law) {
    switch (law) {
        case Of::nonholonomic: return "";
        case Of::own_law: return "B.";
        case Of::own_law_as_declared: break;
    }
    return "D.";
}

std::string ModelClaims::prefix(std::size_t system) const {
    for (const auto& [law, index] : systems_)
        if (index == system) return prefix(law);
    return "";
}

std::string ModelClaims::without_prefixes(std::string text) const {
    for (const auto& [law, index] : systems_) {
        const std::string before = prefix(law);
        if (before.empty()) continue;
        for (std::size_t at = 0; (at = text.find(before, at)) != std::string::npos;) {
            const bool begins_name = at == 0 || !is_part_of_name(text[at - 1]);
            const bool names_something =
                at + before.size() < text.size() && is_part_of_name(text[at + before.size()]);
            if (begins_name && names_something)
                text.erase(at, before.size());
            else
                at += before.size();
        }
    }
    return text;
}

std::optional<std::size_t> ModelClaims::system(Of asked, std::string& why) {
    const Of law = same_as(asked);
    if (const auto found = systems_.find(law); found != systems_.end()) return found->second;
    const bool is_own = law != Of::nonholonomic;
    if (is_own) {
        if (const auto not_smooth = no_forces_of_the_state(s_.system)) {
            why = *not_smooth;
            return std::nullopt;
        }
        if (const Reason reason = law_of_motion(s_.system).inapplicable(s_)) {
            why = *reason;
            return std::nullopt;
        }
    }
    using Options = ClaimSystemOptions;
    const auto translation = translations_.try_emplace(law, subject_.program, s_.c).first;
    const Options options{
        .law = is_own ? Options::Law::as_stated : Options::Law::nonholonomic,
        .parameters = law == Of::own_law_as_declared ? Options::Values::as_declared : Options::Values::any,
        .prefix = prefix(law),
        .text = text_};
    return systems_[law] = add_system(subject_, translation->second, s_, options);
}

proof::Claim ModelClaims::of_form(const EquationForm& form, const Equations& e) {
    proof::Program& p = subject_.program;
    proof::Claim claim{.id = form.id, .kind = proof::Claim::Kind::form};
    std::string why;
    claim.system = *system(Of::nonholonomic, why);
    const Of law = Of::nonholonomic;
    proof::Translation plain = translations_.at(law), translate = plain;

    std::vector<Expr> free;
    // The state: coordinates and velocities have their names, other variables are defined by them, or free.
    Substitution quasi;
    if (!s_.no_frame())
        for (const std::size_t k : s_.frame().all_indices())
            quasi.emplace_back(s_.frame().eta(k), s_.frame().definition(k));
    const auto is_of_state = [&](const Expr& x) {
        return std::ranges::find(s_.q, x) != s_.q.end() || std::ranges::find(s_.v, x) != s_.v.end();
    };
    const auto define = [&](const Expr& x, const Expr& value) {
        const Id name = p.variable(text(x));
        translate.say(x, name);
        translate.say(dot(x), subject_.rate(name));
        claim.definitions.emplace_back(name, plain(value));
    };
    for (const Expr& x : e.state) {
        if (is_of_state(x)) continue;
        const auto value = std::ranges::find(e.state_of, x, &std::pair<Expr, Expr>::first);
        if (value != e.state_of.end()) {
            define(x, value->second);
            continue;
        }
        // A multiplier of a law of its own is not the reaction of the model's law.
        const std::string name = text(x);
        const bool is_reaction = std::ranges::any_of(
            s_.system.constraints, [&](const Constraint& k) { return "lambda_" + k.name == name; });
        claim.free.push_back(p.variable(is_reaction ? "own#" + name : name));
        translate.say(x, claim.free.back());
        free.push_back(x);
    }
    for (const Expr& z : e.unknowns) {
        const auto is_rate_of = [&](const Expr& x) { return z == dot(x); };
        const bool is_rate =
            std::ranges::any_of(e.state, is_rate_of) && std::ranges::none_of(free, is_rate_of);
        if (is_rate || is_of_state(z)) continue;
        if (const auto eta = std::ranges::find(quasi, z, &std::pair<Expr, Expr>::first); eta != quasi.end()) {
            define(z, eta->second);
            continue;
        }
        const Id name = p.variable("unknown#" + text(z));
        translate.say(z, name);
        claim.extras.push_back(name);
    }

    const std::size_t n = e.unknowns.size();
    for (std::size_t i = 0; i < e.r.size(); ++i) {
        std::vector<Id> terms;
        for (std::size_t j = 0; j < n; ++j)
            terms.push_back(p.product({translate(e.W(i, j)), translate(e.unknowns[j])}));
        claim.equations.push_back(p.subtract(p.sum(terms), translate(e.r[i])));
    }
    const auto equate = [&](Id left, Id right) {
        if (left != right) claim.equations.push_back(p.subtract(left, right));
    };
    for (std::size_t k = 0; k < e.state.size(); ++k) {
        const Expr& x = e.state[k];
        const auto q = std::ranges::find(s_.q, x);
        if (q != s_.q.end())
            equate(translate(s_.q_dot[static_cast<std::size_t>(q - s_.q.begin())]), translate(e.rates[k]));
        else if (std::ranges::find(free, x) == free.end())
            equate(translate(dot(x)), translate(e.rates[k]));
    }
    for (std::size_t i = 0; i < e.velocities.size(); ++i) {
        equate(translate(s_.v[i]), translate(e.velocities[i]));
        // A root has the sign that it has in the initial state: it is claimed for the states that share it.
        if (!s_.has_nonlinear_constraints()) continue;
        if (const auto root = with_root(e.velocities[i])) {
            const Expr B = derivative(root->in_letter, root->letter),
                       A = substitute(root->in_letter, {{root->letter, s_.c.zero()}});
            claim.where.push_back(
                {proof::Condition::Kind::positive, plain(substitute((s_.v[i] - A) / B, e.state_of))});
        }
    }
    add_free(claim);
    return claim;
}

// Letters of the form, such as the large number N of a realisation, may have any values.
void ModelClaims::add_free(proof::Claim& claim) {
    const proof::Program& p = subject_.program;
    const proof::System& system = subject_.systems[claim.system];
    std::vector<Id> known = system.state();
    for (const auto* list : {&system.velocities, &system.multipliers})
        for (const Id x : *list) known.push_back(subject_.rate(x));
    for (const auto& [name, value] : claim.definitions)
        known.insert(known.end(), {name, subject_.rate(name)});
    for (const auto* list : {&claim.extras, &claim.free})
        known.insert(known.end(), list->begin(), list->end());
    for (std::size_t k = 0; k < system.constraints.size(); ++k) known.push_back(subject_.reaction(system, k));
    for (const Id id : p.below(claim.equations))
        if (p[id].op == proof::Op::variable && std::ranges::find(known, id) == known.end())
            claim.free.push_back(id);
}

namespace {

// h with e = h F, by division of polynomials; nothing if there is no such h, or if that is too much work.
std::optional<Expr> quotient(const Expr& e, const Expr& F) {
    constexpr std::size_t most_terms = 1000;
    try {
        const NormalForms forms(std::array{e, F}, most_terms);
        const auto h = divide(forms[0].numerator, forms[1].numerator);
        if (!h || h->is_zero()) return std::nullopt;
        return forms.expr(*h) * forms.expr(forms[1].denominator) / forms.expr(forms[0].denominator);
    } catch (const std::runtime_error&) {  // TooLarge, DividesByZero
        return std::nullopt;
    }
}

// Quasi-velocities in velocities, and the rates of controllers.
Expr in_state(const Setting& s, const Expr& e) {
    Substitution definitions;
    for (const QuasiVelocity& quasi : s.system.quasi) {
        definitions.emplace_back(quasi.symbol, quasi.definition);
        definitions.emplace_back(dot(quasi.symbol), Dt(quasi.definition));
    }
    Substitution rates;
    for (const ControllerState& state : s.system.states) rates.emplace_back(dot(state.symbol), state.rate);
    return substitute(substitute(substitute(e, definitions), rates), s.kinematics(s.v));
}

}  // namespace

void ModelClaims::add_conditions(proof::Claim& claim, Of law, std::span<const Expr> positive) {
    const std::vector<Id> state = subject_.systems[claim.system].state();
    using Kind = proof::Condition::Kind;
    for (const Expr& g : positive) {
        const bool is_negated = (-g).kind() == anholon::Kind::symbol;
        const Id node = translations_.at(same_as(law))(in_state(s_, is_negated ? -g : g));
        const bool is_of_state = std::ranges::all_of(subject_.program.below(std::array{node}), [&](Id id) {
            return subject_.program[id].op != proof::Op::variable ||
                   std::ranges::find(state, id) != state.end();
        });
        if (is_of_state && !subject_.program.is_number(node))
            claim.where.push_back({is_negated ? Kind::negative : Kind::positive, node});
    }
}

proof::Claim ModelClaims::of_integral(std::string id, const Expr& F, Of law, std::span<const Expr> positive) {
    proof::Claim claim{.id = std::move(id),
                       .kind = proof::Claim::Kind::integral,
                       .system = systems_.at(same_as(law)),
                       .node = translations_.at(same_as(law))(in_state(s_, F))};
    add_conditions(claim, law, positive);
    add_conditions_on_parameters(subject_, claim);
    return claim;
}

proof::Claim ModelClaims::of_equation(std::string id, const Expr& difference, Of law,
                                      std::span<const Expr> positive) {
    proof::Claim claim{.id = std::move(id),
                       .kind = proof::Claim::Kind::equation,
                       .system = systems_.at(same_as(law)),
                       .node = less_levels(in_state(s_, difference), same_as(law))};
    add_conditions(claim, law, positive);
    return claim;
}

// A multiple h F of a constraint that is drawn on a level F = c vanishes where the constraint holds, c = 0, if h F − h c vanishes on all
// levels.
Id ModelClaims::less_levels(const Expr& e, Of law) {
    proof::Program& p = subject_.program;
    proof::Translation& translate = translations_.at(law);
    const proof::System& system = subject_.systems[systems_.at(law)];
    Substitution declared;
    if (law == Of::own_law_as_declared)
        for (const Parameter& x : s_.system.parameters) declared.emplace_back(x.symbol, x.exact);
    for (const proof::System::Level& level : system.levels)
        for (const Constraint& k : s_.system.constraints) {
            if (prefix(law) + k.name != system.constraints[level.constraint].name) continue;
            if (const auto h = quotient(substitute(e, declared), substitute(k.residual, declared)))
                return p.subtract(translate(e), p.product({translate(*h), level.level}));
        }
    return translate(e);
}

}  // namespace anholon
