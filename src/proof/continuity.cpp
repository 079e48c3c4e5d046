#include "proof/continuity.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "proof/text.hpp"

namespace anholon::proof {

namespace {

constexpr std::uint8_t kNonzero = Signs::negative | Signs::positive;
constexpr std::uint8_t kNotNegative = Signs::zero | Signs::positive;

class Continuity {
  public:
    Continuity(const Subject& subject, const Claim& claim, Evaluation<FieldNumbers>& at,
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
            for (const Id h : *hints) know(h, signs_of(h));
    }

    void demand(std::span<const Id> roots) {
        for (const Id id : p_.below(roots)) demand(id);
    }

    // Velocities jump where L or a velocity constraint jumps, and where a position constraint has a corner.
    void demand_of_law(const System& system) {
        if (system.law == Law::none) return;
        std::vector<Id> jumping{system.lagrangian}, cornered;
        for (const System::Constraint& c : system.constraints)
            (c.is_position ? cornered : jumping).push_back(c.value);
        for (const Id id : p_.below(jumping))
            if (p_[id].op == Op::sign || p_[id].op == Op::choose) demand(id);
        for (const Id id : p_.below(cornered))
            if (p_[id].op == Op::sign || p_[id].op == Op::choose || p_[id].op == Op::abs)
                demand_within(p_.arguments(id)[0], kNonzero, " = 0");
    }

    // The arguments of sign and of conditions that may be 0.
    std::vector<std::string> switches(std::span<const Id> roots) {
        std::vector<std::string> out;
        for (const Id id : p_.below(roots)) {
            if (p_[id].op != Op::sign && p_[id].op != Op::choose) continue;
            const Id argument = p_.arguments(id)[0];
            const std::string written = text(p_, argument);
            if (!signs_of(argument).is_within(kNonzero) && std::ranges::find(out, written) == out.end())
                out.push_back(written);
        }
        return out;
    }

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

    Signs signs_of(Id root) {
        for (const Id id : p_.below(std::array{root}))
            if (!signs_.contains(id)) signs_[id] = computed(id);
        return signs_.at(root);
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

    void demand_within(Id argument, std::uint8_t allowed, const char* otherwise) {
        if (!signs_of(argument).is_within(allowed))
            throw Discontinuous("it may jump where " + text(p_, argument) + otherwise);
    }

    void demand(Id id) {
        const std::span<const Id> a = p_.arguments(id);
        switch (p_[id].op) {
            case Op::divide: return demand_within(a[1], kNonzero, " = 0");
            case Op::power:
                if (p_[id].n < 0) demand_within(a[0], kNonzero, " = 0");
                return;
            case Op::log: return demand_within(a[0], Signs::positive, " = 0");
            case Op::root:
                if (p_[id].n == 2) demand_within(a[0], kNotNegative, " < 0");
                return;
            case Op::sign:
            case Op::choose: return demand_within(a[0], kNonzero, " = 0");
            case Op::atan2:
                if (!signs_of(a[1]).is_within(Signs::positive) && !signs_of(a[0]).is_within(kNonzero))
                    throw Discontinuous("it may jump where " + text(p_, a[0]) + " = 0 and " + text(p_, a[1]) +
                                        " < 0");
                return;
            default: return;
        }
    }

    const Program& p_;
    Evaluation<FieldNumbers>& at_;
    std::map<std::uint64_t, Signs> known_;
    std::map<Id, Signs> signs_;
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

void demand_continuous(const Subject& subject, const Claim& claim, Evaluation<FieldNumbers>& at,
                       std::span<const Condition> conditions) {
    Continuity continuity(subject, claim, at, conditions);
    continuity.demand(functions_of(claim));
    continuity.demand_of_law(subject.systems[claim.system]);
}

std::vector<std::string> switches(const Subject& subject, const Claim& claim, Evaluation<FieldNumbers>& at,
                                  std::span<const Condition> conditions) {
    const System& system = subject.systems[claim.system];
    std::vector<Id> roots = functions_of(claim);
    if (claim.kind == Claim::Kind::zero || claim.kind == Claim::Kind::equation) roots.push_back(claim.node);
    if (system.law != Law::none) roots.push_back(system.lagrangian);
    roots.insert(roots.end(), system.forces.begin(), system.forces.end());
    for (const System::Constraint& c : system.constraints) roots.push_back(c.value);
    return Continuity(subject, claim, at, conditions).switches(roots);
}

}  // namespace anholon::proof
