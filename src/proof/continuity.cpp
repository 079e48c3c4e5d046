#include "proof/continuity.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "proof/jump.hpp"
#include "proof/text.hpp"

namespace anholon::proof {

namespace {

constexpr std::uint8_t kNonzero = Signs::negative | Signs::positive;
constexpr std::uint8_t kNotNegative = Signs::zero | Signs::positive;

// Signs of nodes that are known for all states.
class KnownSigns {
  public:
    KnownSigns(const Subject& subject, const Claim& claim, Evaluation<FieldNumbers>& at,
               std::span<const Condition> conditions)
        : p_(subject.program), at_(at) {
        const System& system = subject.systems[claim.system];
        // A motion stays where the roots of its own law are real.
        std::vector<Id> law{system.lagrangian};
        law.insert(law.end(), system.forces.begin(), system.forces.end());
        for (const System::Constraint& c : system.constraints) law.push_back(c.value);
        if (system.law != Law::none)
            for (const Id id : p_.below(law))
                if (p_[id].op == Op::root && p_[id].n == 2)
                    know(p_.arguments(id)[0], Signs::only(kNotNegative));
        for (const Condition& c : conditions)
            know(c.node, Signs::only(c.kind == Condition::Kind::nonzero    ? kNonzero
                                     : c.kind == Condition::Kind::positive ? Signs::positive
                                                                           : Signs::negative));
        for (const auto* hints : {&system.hints, &claim.hints})
            for (const Id h : *hints) know(h, of(h));
    }

    Signs of(Id root) {
        for (const Id id : p_.below(std::array{root}))
            if (!signs_.contains(id)) signs_[id] = computed(id);
        return signs_.at(root);
    }
    bool is_nonzero(Id id) { return of(id).is_within(kNonzero); }

  private:
    std::optional<Residue> residue(Id id) {
        try {
            return at_(id).residue;
        } catch (const NoValue&) {  // on a branch that is not taken
            return std::nullopt;
        }
    }
    std::uint64_t key(Residue r) const { return at_.numbers().field().value(r); }

    void know(Id id, Signs signs) {
        const auto r = residue(id);
        if (!r) return;
        const PrimeField& F = at_.numbers().field();
        Signs& same = known_.try_emplace(key(*r)).first->second;
        same = same & signs;
        Signs& opposite = known_.try_emplace(key(F.negate(*r))).first->second;
        opposite = opposite & -signs;
        signs_.clear();
    }

    Signs computed(Id id) {
        Signs signs = by_rule(id);
        if (const auto r = residue(id)) {
            if (r->is_zero()) signs = signs & Signs::of(0);
            if (const auto found = known_.find(key(*r)); found != known_.end()) signs = signs & found->second;
        }
        return signs;
    }

    Signs by_rule(Id id) {
        const std::span<const Id> a = p_.arguments(id);
        const auto of = [&](std::size_t k) { return signs_.at(a[k]); };
        const long n = p_[id].n;
        switch (p_[id].op) {
            case Op::number: return Signs::of(p_.number_at(id).sign());
            case Op::pi:
            case Op::exp: return Signs::of(1);
            case Op::add: {
                Signs sum = of(0);
                for (std::size_t k = 1; k < a.size(); ++k) sum = sum + of(k);
                return sum;
            }
            case Op::subtract: return of(0) + -of(1);
            case Op::negate: return -of(0);
            case Op::multiply: {
                std::map<Id, long> times;
                for (const Id x : a) ++times[x];
                Signs product = Signs::of(1);
                for (const auto& [x, count] : times) product = product * Signs::power(signs_.at(x), count);
                return product;
            }
            case Op::divide: return of(0) * Signs::power(of(1), -1);
            case Op::power: return Signs::power(of(0), n);
            case Op::root: return n == 2 ? Signs::only(kNotNegative) : of(0);
            case Op::abs: return Signs::only(kNotNegative);
            case Op::atan:
            case Op::sign: return of(0);
            case Op::choose: return Signs::only(of(1).set | of(2).set);
            default: return Signs::any();
        }
    }

    const Program& p_;
    Evaluation<FieldNumbers>& at_;
    std::map<std::uint64_t, Signs> known_;
    std::map<Id, Signs> signs_;
};

std::vector<Condition> declared_alone(std::span<const Condition> conditions) {
    std::vector<Condition> out(conditions.begin(), conditions.end());
    std::erase_if(out, &Condition::is_of_law);
    return out;
}

// The demands on functions. Where the law has no value, as at the pole of 1/r, nothing is stated. But motions may pass: that sin(x)/x has no
// value at 0 is no reason for sign(x) to be constant.
class Continuity {
  public:
    Continuity(const Subject& subject, const Claim& claim, Evaluation<FieldNumbers>& at,
               std::span<const Condition> conditions, Jumps& jumps)
        : p_(subject.program),
          system_(subject.systems[claim.system]),
          declared_(subject, claim, at, declared_alone(conditions)),
          all_(subject, claim, at, conditions),
          jumps_(jumps) {}

    // It has no jump.
    void demand(Id root) {
        const std::set<Id> terms = terms_of(root);
        for (const Id id : p_.below(std::array{root})) demand(root, id, terms);
    }

    void demand_of_law() {
        if (system_.law == Law::none) return;
        // Velocities jump where L, a momentum or a velocity constraint jumps,
        demand(system_.lagrangian);
        for (const Id id : p_.below(std::array{system_.lagrangian}))
            if (holds(id, system_.velocities)) demand_no_corner(id);
        // and where a position constraint has a corner.
        for (const System::Constraint& c : system_.constraints) {
            demand(c.value);
            if (c.is_position)
                for (const Id id : p_.below(std::array{c.value})) demand_no_corner(id);
        }
    }

    // A motion may stay on a surface where forces switch; a function with a corner there changes at another rate than beside it.
    void demand_smooth_where_forces_switch(std::span<const Id> functions) {
        if (!has_switching_forces()) return;
        for (const Id id : p_.below(functions))
            if (is_corner(id) && !declared_.is_nonzero(p_.arguments(id)[0]))
                throw Discontinuous("forces switch, and motions may stay where " +
                                    text(p_, p_.arguments(id)[0]) + " = 0");
    }

    std::vector<std::string> switches(std::span<const Id> roots) {
        for (const Id id : p_.below(roots))
            if ((p_[id].op == Op::sign || p_[id].op == Op::choose) && !all_.is_nonzero(p_.arguments(id)[0]))
                note(p_.arguments(id)[0]);
        return except_;
    }
    const std::vector<std::string>& except() const { return except_; }

  private:
    void note(Id g) {
        const std::string written = text(p_, g);
        if (std::ranges::find(except_, written) == except_.end()) except_.push_back(written);
    }

    bool holds(Id node, const std::vector<Id>& variables) const {
        return std::ranges::any_of(p_.below(std::array{node}), [&](Id id) {
            return std::ranges::find(variables, id) != variables.end();
        });
    }
    bool holds_parameters_alone(Id node) const {
        return std::ranges::all_of(p_.below(std::array{node}), [&](Id id) {
            return p_[id].op != Op::variable ||
                   std::ranges::find(system_.parameters, id) != system_.parameters.end();
        });
    }

    // The nodes that are terms of a root, up to factors that do not vanish: their poles are poles of the root.
    std::set<Id> terms_of(Id root) {
        std::set<Id> out;
        std::vector<Id> open{root};
        while (!open.empty()) {
            const Id id = open.back();
            open.pop_back();
            if (!out.insert(id).second) continue;
            const auto a = p_.arguments(id);
            const auto is_factor = [&](Id x) { return holds_parameters_alone(x) || declared_.is_nonzero(x); };
            if (p_[id].op == Op::add || p_[id].op == Op::subtract || p_[id].op == Op::negate)
                open.insert(open.end(), a.begin(), a.end());
            if (p_[id].op == Op::multiply && std::ranges::count_if(a, is_factor) + 1 >= std::ssize(a))
                for (const Id x : a)
                    if (!is_factor(x)) open.push_back(x);
        }
        return out;
    }

    // Quotients by g and logarithms of g have values only where g ≠ 0.
    void demand_nonzero(Id root, Id g, bool is_plain_pole) {
        if (declared_.is_nonzero(g)) return;
        if (!all_.is_nonzero(g)) throw_jump(g, " = 0");
        if (is_plain_pole || is_pole_of_potential(g)) return;
        // With position constraints the zeros that are found need not be states.
        const bool is_tied = std::ranges::any_of(system_.constraints, &System::Constraint::is_position);
        if (!is_tied && jumps_.has(root, g)) throw_jump(g, " = 0");
        note(g);
    }

    // Velocities are infinite where L at rest is: a motion ends there, as with a collision in Newton's field.
    bool is_pole_of_potential(Id g) const {
        return system_.law != Law::none && jumps_.is_infinite(system_.lagrangian, g, system_.velocities);
    }

    [[noreturn]] void throw_jump(Id argument, const char* otherwise) const {
        throw Discontinuous("it may jump where " + text(p_, argument) + otherwise);
    }

    void demand(Id root, Id id, const std::set<Id>& terms) {
        const std::span<const Id> a = p_.arguments(id);
        switch (p_[id].op) {
            case Op::divide: {
                const bool is_pole = holds_parameters_alone(a[0]) || declared_.is_nonzero(a[0]);
                return demand_nonzero(root, a[1], is_pole && terms.contains(id));
            }
            case Op::power:
                if (p_[id].n < 0) demand_nonzero(root, a[0], terms.contains(id));
                return;
            case Op::log:
                if (declared_.of(a[0]).is_within(Signs::positive)) return;
                if (!all_.of(a[0]).is_within(Signs::positive)) throw_jump(a[0], " = 0");
                return demand_nonzero(root, a[0], terms.contains(id));
            case Op::root:
                if (p_[id].n == 2 && !all_.of(a[0]).is_within(kNotNegative)) throw_jump(a[0], " < 0");
                return;
            case Op::sign:
            case Op::choose:
                if (!declared_.is_nonzero(a[0])) throw_jump(a[0], " = 0");
                return;
            case Op::atan2:
                if (!declared_.of(a[1]).is_within(Signs::positive) && !declared_.is_nonzero(a[0]))
                    throw Discontinuous("it may jump where " + text(p_, a[0]) + " = 0 and " + text(p_, a[1]) +
                                        " < 0");
                return;
            default: return;
        }
    }

    bool is_corner(Id id) const { return p_[id].op == Op::abs || (p_[id].op == Op::root && p_[id].n == 2); }

    void demand_no_corner(Id id) {
        if (!is_corner(id)) return;
        const Id argument = p_.arguments(id)[0];
        if (declared_.is_nonzero(argument)) return;
        if (p_[id].op == Op::abs && !all_.is_nonzero(argument)) throw_jump(argument, " = 0");
        note(argument);
    }

    bool has_switching_forces() {
        return std::ranges::any_of(p_.below(system_.forces), [&](Id id) {
            const auto a = p_.arguments(id);
            switch (p_[id].op) {
                case Op::sign:
                case Op::choose: return !declared_.is_nonzero(a[0]);
                case Op::divide: return !declared_.is_nonzero(a[1]);
                default: return false;
            }
        });
    }

    const Program& p_;
    const System& system_;
    KnownSigns declared_, all_;
    Jumps& jumps_;
    std::vector<std::string> except_;
};

}  // namespace

namespace {

std::vector<Id> functions_of(const Claim& claim) {
    std::vector<Id> roots;
    if (claim.kind == Claim::Kind::integral) roots.push_back(claim.node);
    for (const auto& [name, node] : claim.images) roots.push_back(node);
    if (claim.clock) roots.push_back(*claim.clock);
    return roots;
}

}  // namespace

void add_conditions_on_parameters(const Subject& subject, Claim& claim) {
    const Program& p = subject.program;
    const System& system = subject.systems[claim.system];
    const auto holds_parameters_alone = [&](Id node) {
        bool has_some = false;
        for (const Id id : p.below(std::array{node})) {
            if (p[id].op != Op::variable) continue;
            if (std::ranges::find(system.parameters, id) == system.parameters.end()) return false;
            has_some = true;
        }
        return has_some;
    };
    const auto is_known = [&](Id node) {
        const auto is_it = [&](const Condition& c) { return c.node == node; };
        return std::ranges::any_of(system.domain, is_it) || std::ranges::any_of(claim.where, is_it);
    };
    for (const Id id : p.below(functions_of(claim))) {
        const std::span<const Id> a = p.arguments(id);
        const bool divides = p[id].op == Op::divide || (p[id].op == Op::power && p[id].n < 0);
        const bool switches = p[id].op == Op::sign || p[id].op == Op::choose;
        const bool needs_sign = p[id].op == Op::log || (p[id].op == Op::root && p[id].n == 2);
        if (!divides && !switches && !needs_sign) continue;
        const Id node = a[p[id].op == Op::divide ? 1 : 0];
        if (holds_parameters_alone(node) && !is_known(node))
            claim.where.push_back({needs_sign ? Condition::Kind::positive : Condition::Kind::nonzero, node});
    }
}

bool Jumps::has(Id f, Id g) {
    const auto [found, is_new] = known_.try_emplace({f, g});
    if (is_new) found->second = anholon::proof::jumps(program_, f, g, near_);
    return found->second;
}

bool Jumps::is_infinite(Id f, Id g, const std::vector<Id>& zeros) {
    const auto [found, is_new] = infinite_.try_emplace({f, g});
    if (is_new) found->second = anholon::proof::is_infinite(program_, f, g, zeros, near_);
    return found->second;
}

std::vector<std::string> demand_continuous(const Subject& subject, const Claim& claim,
                                           Evaluation<FieldNumbers>& at,
                                           std::span<const Condition> conditions, Jumps& jumps) {
    Continuity continuity(subject, claim, at, conditions, jumps);
    const std::vector<Id> functions = functions_of(claim);
    for (const Id f : functions) continuity.demand(f);
    continuity.demand_of_law();
    continuity.demand_smooth_where_forces_switch(functions);
    return continuity.except();
}

std::vector<std::string> switches(const Subject& subject, const Claim& claim, Evaluation<FieldNumbers>& at,
                                  std::span<const Condition> conditions, Jumps& jumps) {
    const System& system = subject.systems[claim.system];
    std::vector<Id> roots = functions_of(claim);
    if (claim.kind == Claim::Kind::zero || claim.kind == Claim::Kind::equation) roots.push_back(claim.node);
    if (system.law != Law::none) roots.push_back(system.lagrangian);
    roots.insert(roots.end(), system.forces.begin(), system.forces.end());
    for (const System::Constraint& c : system.constraints) roots.push_back(c.value);
    return Continuity(subject, claim, at, conditions, jumps).switches(roots);
}

}  // namespace anholon::proof
