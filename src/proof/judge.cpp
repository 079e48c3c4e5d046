#include "proof/judge.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <set>

#include "base/deadline.hpp"
#include "proof/claim_values.hpp"
#include "proof/continuity.hpp"
#include "proof/degree_numbers.hpp"
#include "proof/draw.hpp"
#include "proof/primes.hpp"

namespace anholon::proof {

namespace {

using Outcome = Judgement::Outcome;

constexpr std::size_t kMostPoints = 3000, kMostTries = 20000;
constexpr std::size_t kMostRootsOfNumbers = 6;  // that every prime is to have
constexpr std::uint64_t kMostPrimes = 4096;
constexpr std::array kPrecisions{128L, 512L, 2048L};
constexpr const char *kUndetermined = "its equations do not determine the accelerations",
                     *kNoWitness =
                         "it does not hold on all branches as an algebraic statement, but no real state "
                         "was found at which it certainly fails";
constexpr std::size_t kMostStates = 60;  // that are tried for a witness
constexpr std::uint64_t kStates = 1;  // their seed is always the same: no verdict depends on that of the run

std::string digits(const Ball& x) { return x.contains_zero() ? "0" : x.to_string(6); }

Signs signs_of(Condition::Kind kind) {
    switch (kind) {
        case Condition::Kind::positive: return Signs::of(1);
        case Condition::Kind::negative: return Signs::of(-1);
        case Condition::Kind::nonzero: break;
    }
    return Signs::only(Signs::negative | Signs::positive);
}

// A claim with what is made once for all points.
class Case {
  public:
    Case(Subject& subject, const Claim& claim)
        : subject_(subject),
          claim_(claim),
          system_(subject.systems[claim.system]),
          nodes_(claim_nodes(subject, claim)),
          jumps_(subject.program, claim.sample.empty() ? system_.sample : claim.sample) {
        collect();
        const Program& p = subject.program;
        below_ = p.below(roots_);
        Q_ = common_denominator(p, below_);
        for (const Id id : below_) {
            if (p[id].op == Op::root) {
                if (p[id].n != 2) odd_roots_.insert(p[id].n);
                misses_branches_ = misses_branches_ || has_branches(p.below(p.arguments(id)));
            }
            if (p[id].op == Op::choose)
                misses_branches_ =
                    misses_branches_ || std::ranges::any_of(p.below(p.arguments(id)), [&](Id a) {
                        return p[a].op == Op::root && p[a].n == 2;
                    });
        }
        // Variables under a root that is always needed are drawn as squares, so that the root exists.
        if (std::ranges::none_of(below_, [&](Id id) { return p[id].op == Op::choose; }))
            for (const Id id : below_)
                if (p[id].op == Op::root && p[id].n == 2 && p[p.arguments(id)[0]].op == Op::variable)
                    squares_.insert(p.arguments(id)[0]);
        for (const Id id : below_) {
            if (p[id].op != Op::root || p[id].n != 2 || squares_.contains(p.arguments(id)[0])) continue;
            if (p.is_number(p.arguments(id)[0]) && roots_of_numbers_.size() < kMostRootsOfNumbers)
                roots_of_numbers_.push_back(p.number_at(p.arguments(id)[0]));
            else
                ++roots_taken_;
        }
        degree_ = degree();
    }

    const System& system() const { return system_; }
    const std::vector<Condition> conditions() const {
        std::vector<Condition> all = system_.domain;
        all.insert(all.end(), claim_.where.begin(), claim_.where.end());
        return all;
    }
    // Are there branches that exist at some points only, as roots under roots or under one side of `if`?
    bool misses_branches() const { return misses_branches_; }
    // log2 of the chance that a branch has no value at a point.
    double log2_missed() const { return std::log2(1 - std::exp2(-static_cast<double>(roots_taken_))); }

    double log2_degree() const { return std::log2(degree_ + 1); }

    // log2 of a bound of the chance that a random prime divides all coefficients of what should vanish, although it is not zero: its
    // numerators have at most H ≤ D·(bits of all literals + nodes) bits (docs/certificates.md §7).
    double log2_chance_of_prime() const {
        double bits = static_cast<double>(below_.size());
        for (const Id id : below_)
            if (subject_.program[id].op == Op::number)
                bits += static_cast<double>(subject_.program.number_at(id).bits());
        return log2_degree() + std::log2(bits + 1) - (61 - 7 - std::log2(61.0)) +
               static_cast<double>(odd_roots_.size() + roots_of_numbers_.size());
    }

    // A random prime modulo which the roots of all numbers exist: about one in 2^m of those that do without. The chance that it is a bad
    // one grows by no more than this.
    PrimeField field(std::uint64_t seed) const {
        for (std::uint64_t k = 0;; ++k) {
            PrimeField F(random_prime(k == 0 ? seed : mix(seed, k), odd_roots_));
            const auto has_root = [&](const Rational& a) {
                const auto r = F.from(a);
                return r && (r->is_zero() || F.is_square(*r));
            };
            if (k == kMostPrimes || std::ranges::all_of(roots_of_numbers_, has_root)) return F;
        }
    }

    // One point on one branch. Throws NoValue where it has none, Unprovable. Where `except` is given, functions must be continuous, and
    // those are added at whose zeros nothing is stated: neither depends on the point.
    ClaimValues<Residue> in_field(const PrimeField& field, std::uint64_t seed, Choices& choices,
                                  std::vector<std::string>* except = nullptr) const {
        FieldNumbers recipe_numbers(field, seed, Q_, choices, FieldNumbers::Roots::of_either_sign),
            numbers(field, seed, Q_, choices);
        Evaluation<FieldNumbers> apart(subject_.program, recipe_numbers), at(subject_.program, numbers);
        const auto free = [&](Id x) {
            const Residue r =
                numbers.random(mix(0x5eed, std::hash<std::string>{}(subject_.program.name_at(x))));
            return numbers.plain(squares_.contains(x) ? field.multiply(r, r) : r);
        };
        for (const Id x : claim_.free) at.set(x, free(x));
        draw(system_, nodes_.law, at, apart, subject_.program, free);
        for (const Condition& c : conditions()) numbers.state(at(c.node), signs_of(c.kind));
        for (const auto* hints : {&system_.hints, &claim_.hints})
            for (const Id h : *hints) numbers.hint(at(h));
        demand_constraints(at);
        const auto values = ClaimAt<FieldNumbers>(subject_, claim_, nodes_, at, {}).values();
        if (except) {
            const bool is_constancy = claim_.kind == Claim::Kind::integral || claim_.kind == Claim::Kind::map;
            const auto add = [&](const std::vector<std::string>& list) {
                for (const std::string& g : list)
                    if (std::ranges::find(*except, g) == except->end()) except->push_back(g);
            };
            if (is_constancy) add(demand_continuous(subject_, claim_, at, conditions(), jumps_));
            add(switches(subject_, claim_, at, conditions(), jumps_));
        }
        return values;
    }

    // A root of the recipe that contains a root of a constraint may be drawn with the other sign of that one: this is no state.
    void demand_constraints(Evaluation<FieldNumbers>& at) const {
        for (const System::Constraint& c : system_.constraints) {
            if (system_.law == Law::none || (!c.is_position && system_.law == Law::free)) continue;
            if (at(c.value).residue.is_zero()) continue;
            leaves_constraints_ = true;
            throw NoValue{"no state that is drawn satisfies the constraint " + c.name};
        }
    }
    bool leaves_constraints() const { return leaves_constraints_; }

    // A real state by its free variables. Throws NoValue where something has no value there, or a condition does not hold.
    using StateText = std::vector<std::pair<std::string, std::string>>;
    enum class Levels { any, zero };
    ClaimValues<Ball> in_reals(const Sample& sample, long precision, const Ranks& ranks, Levels levels,
                               StateText* state = nullptr) const {
        RealNumbers numbers(precision);
        Evaluation<RealNumbers> drawn(subject_.program, numbers), apart(subject_.program, numbers),
            moved(subject_.program, numbers);
        const bool moves = levels == Levels::zero && !system_.levels.empty();
        Evaluation<RealNumbers>& at = moves ? moved : drawn;
        const auto free = [&](Id x) {
            const auto found = sample.find(subject_.program.name_at(x));
            if (found == sample.end()) throw NoValue{"no value is given for " + subject_.program.name_at(x)};
            return numbers.number(found->second);
        };
        for (const Id x : claim_.free) at.set(x, free(x));
        draw(system_, nodes_.law, drawn, apart, subject_.program, free);
        if (moves) draw_at_level_zero(system_, nodes_.law, drawn, at, subject_.program);
        for (const Condition& c : conditions()) {
            const Ball value = at(c.node);
            const bool positive = numbers.is_positive(value);
            if (c.kind != Condition::Kind::nonzero && positive != (c.kind == Condition::Kind::positive))
                throw NoValue{"a condition does not hold"};
        }
        // A state is one at which the law has a value, even if the claim does not ask for rates.
        at(system_.lagrangian);
        for (const Id force : system_.forces) at(force);
        if (state) note_state(at, sample, *state);
        return ClaimAt<RealNumbers>(subject_, claim_, nodes_, at, ranks).values();
    }

    // The rates that the equations of a form demand, beside those of the law, where the former are determined.
    bool determines_rates(const FieldNumbers& n, const ClaimValues<Residue>& values) const {
        if (claim_.kind != Claim::Kind::form) return true;
        LinearSystem<Residue> system;
        system.unknowns = values.slopes.empty() ? values.rates : values.slopes[0].size();
        for (std::vector<Residue> row : values.slopes) {
            row.push_back(n.field().zero());
            system.rows.push_back(std::move(row));
        }
        const auto z = solved(n, std::move(system));
        return std::all_of(z.z.begin(), z.z.begin() + static_cast<long>(values.rates),
                           [](const auto& x) { return x.has_value(); });
    }

    Subject& subject() const { return subject_; }
    const Claim& claim() const { return claim_; }

  private:
    // The variables on which the claim and the law depend.
    void note_state(Evaluation<RealNumbers>& at, const Sample& sample, StateText& out) const {
        std::vector<Id> variables = system_.state();
        variables.insert(variables.end(), claim_.free.begin(), claim_.free.end());
        for (const Id x : variables) {
            if (!std::ranges::binary_search(below_, x)) continue;
            const auto is_level = [&](const System::Level& level) { return level.level == x; };
            if (std::ranges::any_of(system_.levels, is_level)) continue;
            const std::string& name = subject_.program.name_at(x);
            if (const auto value = fixed_value(x)) {
                out.emplace_back(name, value->to_string());
                continue;
            }
            const auto given = sample.find(name);
            // Newton's method has moved the state where it was put on level 0.
            RealNumbers& n = at.numbers();
            const bool is_given =
                given != sample.end() && n.add(at(x), n.negate(n.number(given->second))).contains_zero();
            out.emplace_back(name, is_given ? given->second.to_string() : digits(at(x)));
        }
    }

    // The value of a variable that the recipe sets to a number.
    std::optional<Rational> fixed_value(Id x) const {
        for (const DrawStep& step : system_.draw)
            if (step.kind == DrawStep::Kind::set && step.names[0] == x &&
                subject_.program.is_number(step.nodes[0]))
                return subject_.program.number_at(step.nodes[0]);
        return std::nullopt;
    }

    // The degree of the functions that should vanish, as functions of the random values that a point is made of.
    double degree() const {
        DegreeNumbers numbers(Q_);
        Evaluation<DegreeNumbers> at(subject_.program, numbers), apart(subject_.program, numbers);
        const auto free = [&](Id x) { return numbers.random(squares_.contains(x) ? 2 : 1); };
        double most = 0;
        try {
            for (const Id x : claim_.free) at.set(x, free(x));
            draw(system_, nodes_.law, at, apart, subject_.program, free);
            for (const Degree& d :
                 ClaimAt<DegreeNumbers>(subject_, claim_, nodes_, at, {}).values().vanishing)
                most = std::max(most, numbers.whole(d));
        } catch (const NoValue&) {  // nor has it a value at any point
        }
        return most;
    }

    bool has_branches(const std::vector<Id>& nodes) const {
        return std::ranges::any_of(nodes, [&](Id id) { return is_branch(subject_.program[id]); });
    }
    static bool is_branch(const Program::Node& node) {
        return (node.op == Op::root && node.n == 2) || node.op == Op::abs || node.op == Op::sign ||
               node.op == Op::choose;
    }

    void collect() {
        const auto add = [&](const std::vector<Id>& list) {
            roots_.insert(roots_.end(), list.begin(), list.end());
        };
        for (const LawNodes* law : {&nodes_.law, &nodes_.other})
            for (const auto* list : {&law->p, &law->slopes, &law->f, &law->q_rates}) add(*list);
        std::vector<const System*> systems{&system_};
        if (claim_.kind == Claim::Kind::map && !claim_.pushed)
            systems.push_back(&subject_.systems[claim_.to]);
        if (claim_.pushed)
            for (const auto* list : {&claim_.pushed->change, &claim_.pushed->W, &claim_.pushed->r,
                                     &claim_.pushed->G0, &claim_.pushed->G1, &claim_.pushed->constraints})
                add(*list);
        for (const System* s : systems) {
            add(s->forces);
            for (const System::Constraint& c : s->constraints) {
                roots_.push_back(c.value);
                add(c.direction);
            }
            for (const System::Bracket& c : s->brackets) roots_.push_back(c.value);
            for (const auto& [variable, rate] : s->moved) roots_.push_back(rate);
            if (s->given)
                for (const auto* list : {&s->given->W, &s->given->r}) add(*list);
            for (const Condition& c : s->domain) roots_.push_back(c.node);
            add(s->hints);
            for (const DrawStep& step : s->draw) add(step.nodes);
        }
        for (const Condition& c : claim_.where) roots_.push_back(c.node);
        add(claim_.hints);
        add(claim_.equations);
        for (const auto* pairs : {&claim_.definitions, &claim_.images})
            for (const auto& [name, node] : *pairs) roots_.push_back(node);
        if (claim_.clock) roots_.push_back(*claim_.clock);
        const bool has_node = claim_.kind == Claim::Kind::zero || claim_.kind == Claim::Kind::equation ||
                              claim_.kind == Claim::Kind::integral;
        if (has_node) roots_.push_back(claim_.node);
    }

    Subject& subject_;
    const Claim& claim_;
    const System& system_;
    ClaimNodes nodes_;
    mutable Jumps jumps_;
    mutable bool leaves_constraints_ = false;
    std::vector<Id> roots_, below_;
    Rational Q_ = 1;
    double degree_ = 0;
    std::set<long> odd_roots_;
    std::vector<Rational> roots_of_numbers_;  // radicands
    std::set<Id> squares_;
    bool misses_branches_ = false;
    std::size_t roots_taken_ = 0;  // that not every value has
};

// Results of the points over prime fields.
struct Shown {
    bool holds = false;            // to the wanted chance of error
    bool is_refuted = false;       // at some point, on some branch: not necessarily at a real state
    bool determines_rates = true;  // of a form that is refuted
    Ranks ranks;
};

Shown at_points(const Case& c, const JudgeOptions& options, Judgement& out) {
    Shown shown;
    const double log2_degree = c.log2_degree();
    std::size_t most = 0;
    std::string why;
    constexpr const char* too_many = "too many roots and signs for a bound on the chance of error";
    if (c.misses_branches() && static_cast<double>(kMostPoints) * c.log2_missed() > options.wanted_log2) {
        out.reason = too_many;
        return shown;
    }
    for (std::uint64_t round = 0; round < kMostTries; ++round) {
        Deadline::check();
        const PrimeField field = c.field(mix(options.seed, 2 * round));
        const std::uint64_t seed = mix(options.seed, 2 * round + 1);
        Choices choices;
        std::size_t good = 0;
        do {
            try {
                const ClaimValues<Residue> values =
                    c.in_field(field, seed, choices, out.points == 0 ? &out.except : nullptr);
                ++good;
                shown.ranks = values.ranks;
                const bool vanishes = std::ranges::all_of(values.vanishing, &Residue::is_zero);
                Choices none;
                if (!vanishes) {
                    shown.determines_rates = c.determines_rates(FieldNumbers(field, seed, 1, none), values);
                    for (std::size_t k = 0; k < values.vanishing.size(); ++k)
                        if (!values.vanishing[k].is_zero()) out.differing.push_back(k);
                    shown.is_refuted = true;
                    return shown;
                }
                if (!c.determines_rates(FieldNumbers(field, seed, 1, none), values)) {
                    out.reason = kUndetermined;
                    return shown;
                }
            } catch (const NoValue& no) {
                if (why.empty() || out.points == 0) why = no.reason;
            } catch (const Discontinuous& jump) {
                out.reason = jump.reason;
                out.may_jump = true;
                return shown;
            } catch (const Unprovable& no) {
                out.reason = no.reason;
                return shown;
            }
        } while (choices.next());
        most = std::max(most, choices.most());
        if (good > 0) {
            ++out.points;
            out.branches = std::max(out.branches, good);
        }
        const double k = static_cast<double>(most), n = static_cast<double>(out.points);
        const double per_point = std::max(2 * k + log2_degree - 61, c.log2_chance_of_prime()) + 1;
        if (out.points == 0) {
            if (round >= 64 * (1 + most * most)) break;
            continue;
        }
        if (per_point >= 0) {
            out.reason = "its degree is too high for primes of 62 bits";
            return shown;
        }
        double log2_error = n * per_point;
        if (c.misses_branches()) {
            const double missed = n * c.log2_missed();
            log2_error = std::max(log2_error, missed) + 1;
        }
        out.log2_error = log2_error;
        if (log2_error <= options.wanted_log2) {
            shown.holds = true;
            return shown;
        }
        if (out.points >= kMostPoints) break;
    }
    out.reason = out.points == 0 ? "no point was found at which it has a value: " + why : too_many;
    return shown;
}

enum class Parameters { as_given, near_given };

// Rational values of the free variables: those given first, then others of the same sign and size, at random.
Sample near(const Program& p, const System& system, const Claim& claim, const Sample& given,
            Parameters parameters, std::uint64_t attempt) {
    Sample out;
    std::uint64_t k = 0;
    std::vector<Id> names = system.free_names();
    names.insert(names.end(), claim.free.begin(), claim.free.end());
    for (const Id x : names) {
        const std::string& name = p.name_at(x);
        const auto found = given.find(name);
        // Parameters keep their signs: no mass is negative.
        const bool is_parameter =
            system.law != Law::none && std::ranges::find(system.parameters, x) != system.parameters.end();
        const auto random = [&](long range) {
            return static_cast<long>(mix(mix(kStates, attempt), ++k) %
                                     static_cast<std::uint64_t>(2 * range + 1)) -
                   range;
        };
        Rational value = found == given.end() ? Rational(0) : found->second;
        if (attempt > 0) {
            const long step = random(24);
            if (is_parameter && parameters == Parameters::as_given) {
                // as it is
            } else if (is_parameter && !value.is_zero()) {
                if (attempt % 2 == 0) value *= Rational(64 + step, 64);
            } else {
                const Rational spread(attempt % 4 == 1 ? 1 : attempt % 4 == 2 ? 4 : 16, 64);
                value = (attempt % 4 == 0 ? Rational(0) : value) + Rational(step == 0 ? 25 : step) * spread;
            }
        }
        out.emplace(name, value);
    }
    return out;
}

struct State {
    Sample sample;
    ClaimValues<Ball> values;
};

// A real state at which everything is defined and `accept` says yes, to the precision at which it does.
template <class Accept>
std::optional<State> state_where(const Case& c, const Ranks& ranks, Parameters parameters,
                                 Case::Levels levels, const Accept& accept, std::string* why = nullptr) {
    const Sample& first = c.claim().sample.empty() ? c.system().sample : c.claim().sample;
    // States in general position before the stated one.
    for (std::size_t k = 0; k < kMostStates; ++k) {
        Deadline::check();
        const std::size_t attempt = (k + 1) % kMostStates;
        const Sample sample = near(c.subject().program, c.system(), c.claim(), first, parameters, attempt);
        for (const long precision : kPrecisions) try {
                ClaimValues<Ball> values = c.in_reals(sample, precision, ranks, levels);
                if (accept(values, precision)) return State{sample, std::move(values)};
            } catch (const NoValue& no) {
                if (why && why->empty()) *why = no.reason;
            }
    }
    return std::nullopt;
}

// By how much the rates that a form demands differ from those of the law: Δ of J Δ = −E, where all unknowns are determined.
std::vector<std::optional<Ball>> differences(const ClaimValues<Ball>& values, long precision) {
    const RealNumbers n(precision);
    if (values.slopes.empty()) return {};
    LinearSystem<Ball> system;
    system.unknowns = values.slopes[0].size();
    for (std::size_t i = 0; i < values.slopes.size(); ++i) {
        std::vector<Ball> row = values.slopes[i];
        row.push_back(i < values.equations.size() ? n.negate(values.equations[i]) : n.from(0));
        system.rows.push_back(std::move(row));
    }
    const std::size_t unknowns = system.unknowns;
    try {
        auto z = solved(n, std::move(system), unknowns).z;
        z.resize(values.rates);
        return z;
    } catch (const NoValue&) {
        return {};
    }
}

void look_for_witness(const Case& c, const Ranks& ranks, Judgement& out) {
    const bool is_form = c.claim().kind == Claim::Kind::form;
    std::string value;
    const auto separates = [&](const ClaimValues<Ball>& values, long precision) {
        if (!is_form) {
            for (const Ball& x : values.vanishing)
                if (!x.contains_zero()) {
                    value = digits(x);
                    return true;
                }
            return false;
        }
        const auto delta = differences(values, precision);
        for (std::size_t k = 0; k < delta.size(); ++k)
            if (delta[k] && !delta[k]->contains_zero()) {
                const RealNumbers n(precision);
                const Program& p = c.subject().program;
                const auto& w = c.system().velocities;
                value = p.name_at(k < w.size() ? w[k] : c.system().multipliers[k - w.size()]) +
                        "' = " + digits(n.add(values.of_law[k], *delta[k])) + ", not " +
                        digits(values.of_law[k]);
                return true;
            }
        return false;
    };
    if (const auto state = state_where(c, ranks, Parameters::near_given, Case::Levels::zero, separates)) {
        out.outcome = Outcome::fails;
        out.witness = state->sample;
        c.in_reals(state->sample, kPrecisions[0], ranks, Case::Levels::zero, &out.state);
        out.is_beside_recipe = !c.system().levels.empty();
        out.value = value;
        out.reason.clear();
    }
}

}  // namespace

std::optional<Sample> regular_state(Subject& subject, std::size_t system, std::uint64_t seed) {
    const Claim claim{
        .id = {}, .kind = Claim::Kind::integral, .system = system, .node = subject.program.number(0)};
    const Case c(subject, claim);
    for (std::uint64_t round = 0; round < kMostStates; ++round) {
        const PrimeField field = c.field(mix(seed, 2 * round));
        Choices choices;
        do {
            try {
                const Ranks ranks = c.in_field(field, mix(seed, 2 * round + 1), choices).ranks;
                const auto anything = [](const ClaimValues<Ball>&, long) { return true; };
                const auto state = state_where(c, ranks, Parameters::near_given, Case::Levels::any, anything);
                return state ? std::optional(state->sample) : std::nullopt;
            } catch (const NoValue&) {  // another branch, or another point
            } catch (const Unprovable&) {
                return std::nullopt;
            }
        } while (choices.next());
    }
    return std::nullopt;
}

Judgement judge(Subject& subject, Claim& claim, const JudgeOptions& asked) {
    JudgeOptions options = asked;
    if (options.seed == 0) options.seed = seed_of_run();
    Judgement out;
    const Case c(subject, claim);
    const Shown shown = at_points(c, options, out);
    out.leaves_constraints = c.leaves_constraints();
    if (shown.holds) {
        assert(out.points > 0 && out.log2_error <= options.wanted_log2);
        std::string why;
        const auto agrees = [](const ClaimValues<Ball>& values, long) {
            return std::ranges::all_of(values.vanishing, &Ball::contains_zero);
        };
        const auto state_with = [&](Parameters parameters) {
            return state_where(c, shown.ranks, parameters, Case::Levels::any, agrees, &why);
        };
        auto state = state_with(Parameters::as_given);
        out.has_state_as_given = state.has_value();
        if (!state) state = state_with(Parameters::near_given);
        if (state) {
            out.outcome = Outcome::holds;
            claim.sample = state->sample;
            return out;
        }
        out.is_empty = true;
        out.reason =
            "no real state was found at which everything in it has a value" + (why.empty() ? "" : ": " + why);
        return out;
    }
    if (shown.is_refuted && options.looks_for_witness) look_for_witness(c, shown.ranks, out);
    if (out.outcome == Outcome::open && shown.is_refuted)
        out.reason = shown.determines_rates ? kNoWitness : kUndetermined;
    return out;
}

}  // namespace anholon::proof
