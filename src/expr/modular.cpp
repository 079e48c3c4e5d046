#include "expr/modular.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <ranges>
#include <set>

#include "base/deadline.hpp"
#include "expr/complexity.hpp"
#include "expr/elementary.hpp"
#include "expr/point_evidence.hpp"

namespace anholon {

ModularPoints::ModularPoints(const Context& context, std::uint64_t seed, std::uint64_t round)
    : context_(&context),
      seed_(mix(seed, round)),
      fields_{PrimeField(field_primes()[(seed + round) * 2 % field_primes().size()]),
              PrimeField(field_primes()[((seed + round) * 2 + 1) % field_primes().size()])} {}

void ModularPoints::set(NodeId symbol, const Values& values) { given_[index(symbol)] = values; }

void ModularPoints::set_angle(NodeId angle, const Values& t) { given_angles_[index(angle)] = t; }

bool ModularPoints::any_alive() const {
    return std::ranges::any_of(failure_, [](const auto& f) { return !f; });
}

ModularPoints::Values ModularPoints::each(auto&& f) const {
    Values v;
    for (std::size_t lane = 0; lane < lanes; ++lane) v[lane] = f(lane, field(lane));
    return v;
}

ModularPoints::Values ModularPoints::random(std::uint64_t key) const {
    return each([&](std::size_t lane, const PrimeField& F) { return F.from(mix(seed_ + lane, key)); });
}

ModularPoints::Values ModularPoints::random_squares(std::uint64_t key) const {
    const Values roots = random(key);
    return each([&](std::size_t lane, const PrimeField& F) { return F.multiply(roots[lane], roots[lane]); });
}

ModularPoints::Values ModularPoints::symbol(NodeId id) const {
    if (const auto found = given_.find(index(id)); found != given_.end()) return found->second;
    const Symbol& s = context_->symbol_at(id);
    const std::uint64_t key = std::hash<std::string>{}(s.name) + static_cast<std::uint64_t>(s.dots);
    return squares_ && squares_->contains(id) ? random_squares(key) : random(key);
}

ModularPoints::Values ModularPoints::sum(const Node& node, const Walk& walk) const {
    Values total = values_[walk.place(node.args[0])];
    for (std::size_t k = 1; k < node.count; k += 2) {
        const Values& term = values_[walk.place(node.args[k + 1])];
        if (node.args[k] == Context::one_id) {
            for (std::size_t l = 0; l < lanes; ++l) total[l] = field(l).add(total[l], term[l]);
        } else if (node.args[k] == Context::minus_one_id) {
            for (std::size_t l = 0; l < lanes; ++l) total[l] = field(l).subtract(total[l], term[l]);
        } else {
            const Values& c = values_[walk.place(node.args[k])];
            for (std::size_t l = 0; l < lanes; ++l)
                total[l] = field(l).add(total[l], field(l).multiply(c[l], term[l]));
        }
    }
    return total;
}

ModularPoints::Values ModularPoints::inverse(NodeId base, const Values& value) {
    const auto [found, is_new] = inverses_.try_emplace(index(base));
    if (is_new)
        found->second = each([&](std::size_t l, const PrimeField& F) {
            if (!failure_[l] && value[l].is_zero()) failure_[l] = {.node = base, .is_division = true};
            return failure_[l] ? F.one() : F.inverse(value[l]);
        });
    return found->second;
}

ModularPoints::Values ModularPoints::square_root(NodeId base, const Values& value) {
    const auto [found, is_new] = square_roots_.try_emplace(index(base));
    if (is_new)
        found->second = each([&](std::size_t l, const PrimeField& F) {
            const auto root = F.power(value[l], Rational(1, 2));
            if (!failure_[l] && !root) failure_[l] = {.node = base, .is_division = false};
            return root.value_or(F.one());
        });
    return found->second;
}

// Inverses and square roots are long to find, and the same ones occur in many products.
ModularPoints::Values ModularPoints::power(NodeId base, const Values& value, const Rational& e) {
    const auto halves = (e * 2).to_long();
    if (!halves || *halves > 128 || *halves < -128)
        return each([&](std::size_t l, const PrimeField& F) {
            const auto power = F.power(value[l], e);
            if (!failure_[l] && !power) failure_[l] = {.node = base, .is_division = value[l].is_zero()};
            return power.value_or(F.one());
        });
    const auto n = static_cast<std::uint64_t>(std::abs(*halves));
    Values out = *halves > 0 ? value : inverse(base, value);
    Values root;
    if (n % 2 == 1) {
        root = square_root(base, value);
        if (*halves < 0)
            for (std::size_t l = 0; l < lanes; ++l) root[l] = field(l).multiply(root[l], out[l]);
    }
    return each([&](std::size_t l, const PrimeField& F) {
        const Residue whole = F.power(out[l], n / 2);
        return n % 2 == 1 ? F.multiply(whole, root[l]) : whole;
    });
}

ModularPoints::Values ModularPoints::product(const Node& node, const Walk& walk) {
    Values total = each([](std::size_t, const PrimeField& F) { return F.one(); });
    bool is_first = true;
    for (std::size_t k = 0; k < node.count; k += 2) {
        Values factor = values_[walk.place(node.args[k])];
        if (node.args[k + 1] != Context::one_id) {
            factor = power(node.args[k], factor, context_->number_at(node.args[k + 1]));
        }
        if (is_first) {
            total = factor;
            is_first = false;
        } else {
            for (std::size_t l = 0; l < lanes; ++l) total[l] = field(l).multiply(total[l], factor[l]);
        }
    }
    return total;
}

ModularPoints::Values ModularPoints::function(const Node& node, const Walk& walk) {
    const Values& u = values_[walk.place(node.args[0])];
    switch (node.function) {
        case Function::sin:
        case Function::cos: {
            // Opaque as the angle is, its node names it; p ≡ 3 mod 4, so 1 + t² ≠ 0.
            const auto given = given_angles_.find(index(node.args[0]));
            const Values t = given != given_angles_.end()
                                 ? given->second
                                 : random(0xa000000000000000ULL + index(node.args[0]));
            return each([&](std::size_t l, const PrimeField& F) {
                const Residue t2 = F.multiply(t[l], t[l]);
                const Residue above =
                    node.function == Function::sin ? F.add(t[l], t[l]) : F.subtract(F.one(), t2);
                return F.multiply(above, F.inverse(F.add(F.one(), t2)));
            });
        }
        case Function::exp: return random_squares(0xe000000000000000ULL + index(node.args[0]));
        case Function::abs:
            return each([&](std::size_t l, const PrimeField& F) {
                return F.is_square(u[l]) ? u[l] : F.negate(u[l]);
            });
        case Function::sign:
            return each([&](std::size_t l, const PrimeField& F) {
                return F.is_square(u[l]) ? F.one() : F.negate(F.one());
            });
        case Function::choose: return choice(node, walk);
        default: break;
    }
    // A function known by its name alone: the same value for the same arguments, and odd if it is odd.
    const bool is_odd = node.function == Function::asin || node.function == Function::atan;
    const auto tag = static_cast<std::uint64_t>(node.function);
    return each([&](std::size_t l, const PrimeField& F) {
        const bool flip = is_odd && !u[l].is_zero() && !F.is_square(u[l]);
        std::uint64_t key = mix(tag, F.value(flip ? F.negate(u[l]) : u[l]));
        for (std::size_t k = 1; k < node.count; ++k)
            key = mix(key, F.value(values_[walk.place(node.args[k])][l]));
        const Residue value = F.from(mix(seed_, key));
        return flip ? F.negate(value) : value;
    });
}

ModularPoints::Values ModularPoints::choice(const Node& node, const Walk& walk) const {
    const Values& u = values_[walk.place(node.args[0])];
    return each([&](std::size_t l, const PrimeField& F) {
        return values_[walk.place(node.args[F.is_square(u[l]) ? 1 : 2])][l];
    });
}

void ModularPoints::evaluate(const Walk& walk) {
    values_.resize(walk.size());
    failure_.fill(std::nullopt);
    inverses_.clear();
    square_roots_.clear();
    const bool has_choices = std::ranges::any_of(walk.nodes(), [&](NodeId id) {
        const Node node = context_->node(id);
        return node.kind == Kind::function && node.function == Function::choose;
    });
    if (has_choices) return drop_needed(walk);
    for (std::size_t i = 0; i < walk.size(); ++i) {
        evaluate(walk, i);
        if (!any_alive()) return;
    }
}

// A node has no value where one of its arguments has none, but for the branch of a choice that is not taken. A point is dropped
// where something has no value that is no argument of anything else.
void ModularPoints::drop_needed(const Walk& walk) {
    failures_.assign(walk.size(), {});
    std::vector<bool> is_argument(walk.size(), false);
    for (std::size_t i = 0; i < walk.size(); ++i) {
        const Node node = context_->node(walk[i]);
        failure_.fill(std::nullopt);
        for (const NodeId a : node.arguments()) is_argument[walk.place(a)] = true;
        const bool is_choice = node.kind == Kind::function && node.function == Function::choose;
        for (std::size_t l = 0; l < lanes; ++l)
            for (std::size_t k = 0; k < node.count && !failure_[l]; ++k) {
                const bool is_taken = !is_choice || k == 0 ||
                                      (k == 1) == field(l).is_square(values_[walk.place(node.args[0])][l]);
                if (is_taken) failure_[l] = failures_[walk.place(node.args[k])][l];
            }
        inverses_.clear();  // what failed in a branch must fail again where it is needed
        square_roots_.clear();
        evaluate(walk, i);
        failures_[i] = failure_;
    }
    failure_.fill(std::nullopt);
    for (std::size_t i = 0; i < walk.size(); ++i)
        for (std::size_t l = 0; l < lanes; ++l)
            if (!is_argument[i] && !failure_[l]) failure_[l] = failures_[i][l];
}

void ModularPoints::evaluate(const Walk& walk, std::size_t place) {
    const NodeId id = walk[place];
    const Node node = context_->node(id);
    Values& value = values_[place];
    switch (node.kind) {
        case Kind::number:
            value = each([&](std::size_t l, const PrimeField& F) {
                const auto number = F.from(context_->number_at(id));
                if (!number) failure_[l] = {.node = id, .is_division = true};
                return number.value_or(F.zero());
            });
            break;
        case Kind::symbol: value = symbol(id); break;
        case Kind::multiple: {
            const Values &c = values_[walk.place(node.args[0])], &e = values_[walk.place(node.args[1])];
            value = each([&](std::size_t l, const PrimeField& F) { return F.multiply(c[l], e[l]); });
            break;
        }
        case Kind::sum: value = sum(node, walk); break;
        case Kind::product: value = product(node, walk); break;
        case Kind::function: value = function(node, walk); break;
    }
}

std::set<NodeId> symbols_under_roots(const Context& c, const Walk& walk) {
    std::set<NodeId> out;
    for (const NodeId id : walk.nodes()) {
        const Node node = c.node(id);
        if (node.kind == Kind::function && node.function == Function::choose) return {};
        for (std::size_t k = 0; node.kind == Kind::product && k < node.count; k += 2)
            if (!c.number_at(node.args[k + 1]).is_integer() && c.node(node.args[k]).kind == Kind::symbol)
                out.insert(node.args[k]);
    }
    return out;
}

namespace {

constexpr std::size_t kMaxPasses = 20000;
constexpr double kMaxWork = 4e9;  // nodes × passes

// Points gathered until they decide, and what went wrong at those that had to be dropped.
class Search {
  public:
    Search(const Context& c, const Walk& walk, const Complexity& K, std::uint64_t seed)
        : c_(c),
          walk_(walk),
          evidence_(walk, K),
          seed_(seed),
          squares_(std::make_shared<const std::set<NodeId>>(symbols_under_roots(c, walk))) {}

    // Calls use(points, lane) for each good point until there are enough, or it returns false.
    bool run(auto&& use) {
        for (std::size_t round = 0; round < kMaxPasses; ++round) {
            if (static_cast<double>(round) * static_cast<double>(walk_.size()) > kMaxWork) return false;
            Deadline::check();
            ModularPoints points(c_, seed_, round);
            points.draw_squares(squares_);
            points.evaluate(walk_);
            for (std::size_t lane = 0; lane < ModularPoints::lanes; ++lane) {
                ++tried_;
                evidence_.add(points, lane);
                if (const auto& failure = points.failure(lane)) {
                    if (failure->is_division) ++divisions_[failure->node];
                    continue;
                }
                if (!use(points, lane)) return false;
            }
            if (good() >= 2 && error_bound() < kWantedBound) return true;
            if (good() >= 2 && evidence_.degree_is_too_high()) return false;  // however many points there are
            if (good() == 0 && round >= 256) return false;
        }
        return false;
    }

    std::size_t good() const { return evidence_.good(); }
    double error_bound() const { return evidence_.error_bound(); }

    std::string why_not() const {
        if (evidence_.degree_is_too_high()) return "its degree is too high for prime fields of 62 bits";
        if (good() > 0)
            return "too many roots: " + std::to_string(good()) + " points leave too large a chance of error";
        if (zero_divisor()) return "division by an expression that is identically zero";
        return "no point was found at which all roots and divisions exist";
    }

    // What was zero at every point it was to divide at.
    std::optional<NodeId> zero_divisor() const {
        if (good() > 0) return std::nullopt;
        for (const auto& [node, times] : divisions_)
            if (times == tried_) return node;
        return std::nullopt;
    }

  private:
    const Context& c_;
    const Walk& walk_;
    PointEvidence evidence_;
    std::uint64_t seed_;
    std::shared_ptr<const std::set<NodeId>> squares_;
    std::size_t tried_ = 0;
    std::map<NodeId, std::size_t> divisions_;
};

}  // namespace

double chance_of_error(std::span<const Expr> elementary, double steps, std::size_t points) {
    if (elementary.empty()) return 0;
    const Context& c = elementary[0].context();
    Complexity K = complexity(c, Walk(c, elementary), elementary);
    K.degree = (K.degree + 1) * steps;
    return chance_of_error(K, points);
}

ModularVerdict vanishes_modulo_primes(Expr e, std::uint64_t seed) {
    using Outcome = ModularVerdict::Outcome;
    Context& c = e.context();
    const Walk as_given(e);
    const Expr root = elementary(std::span(&e, 1), as_given, Choices::kept)[0];
    if (root.is_number())
        return {root.number().is_zero() ? Outcome::vanishes : Outcome::differs, 0, 0, "", {}};
    std::optional<Walk> rewritten;
    if (!(root == e)) rewritten.emplace(root);
    const Walk& walk = rewritten ? *rewritten : as_given;
    const Complexity K = complexity(c, walk, std::span(&root, 1));
    Search search(c, walk, K, seed);
    bool differs = false;
    const bool enough = search.run([&](const ModularPoints& points, std::size_t lane) {
        differs = !points[walk.place(root.id())][lane].is_zero();
        return !differs;
    });
    if (differs) return {Outcome::differs, 0, search.good(), "", {}};
    if (enough) return {Outcome::vanishes, search.error_bound(), search.good(), "", {}};
    const auto divisor = search.zero_divisor();
    return {Outcome::undecided, 1, search.good(), search.why_not(), divisor ? Expr(c, *divisor) : Expr()};
}

std::optional<ModularSample> sample_modulo_primes(std::span<const Expr> e, std::size_t steps,
                                                  std::uint64_t seed, std::string& why) {
    ModularSample sample;
    if (e.empty()) return sample;
    Context& c = e[0].context();
    const std::vector<Expr> roots = elementary(e, Choices::kept);
    const Walk walk(c, roots);
    Complexity K = complexity(c, walk, roots);
    K.degree = (K.degree + 1) * static_cast<double>(steps + 1);
    Search search(c, walk, K, seed);
    sample.values.resize(e.size());
    const bool enough = search.run([&](const ModularPoints& points, std::size_t lane) {
        sample.fields.push_back(points.field(lane));
        for (std::size_t k = 0; k < roots.size(); ++k)
            sample.values[k].push_back(points[walk.place(roots[k].id())][lane]);
        return true;
    });
    if (!enough) {
        why = search.why_not();
        return std::nullopt;
    }
    sample.error_bound = search.error_bound();
    return sample;
}

}  // namespace anholon
