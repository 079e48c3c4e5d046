#include "structure/distribution/growth.hpp"

#include <algorithm>
#include <cmath>

#include "algebra/polynomial.hpp"
#include "expr/operations.hpp"
#include "expr/walk.hpp"
#include "mechanics/points/generic_rank.hpp"
#include "structure/distribution/growth_by_jets.hpp"
#include "structure/evidence/stated_point.hpp"

namespace anholon {

namespace {

constexpr std::size_t kMaxLength = 12;      // of brackets
constexpr std::size_t kShortBrackets = 8;   // a dimension up to which formulas for brackets stay short
constexpr std::size_t kMaxGenerators = 60;  // of one length
constexpr double kMaxOperations = 20000;    // of the brackets of all lengths, as formulas
constexpr double kMaxError = 1e-12;
constexpr const char* kTooHigh = "the brackets' degree is too high for prime fields of 62 bits";

bool is_null(const Field& V) {
    return std::ranges::all_of(V, [](const Expr& e) { return e.id() == Context::zero_id; });
}

// η_α(Y): what goes into forbidden directions.
Matrix forbidden_components(const Distribution& D, const std::vector<Field>& fields) {
    Matrix P(D.s.c, fields.size(), D.constraint.size());
    for (std::size_t i = 0; i < fields.size(); ++i)
        for (std::size_t k = 0; k < D.constraint.size(); ++k)
            P(i, k) = substitute(simplified(D.form(D.constraint[k], fields[i]), kQuick), D.back);
    return P;
}

// D^k modulo D, k = 1, 2, …, as modules over functions: fields are combined with coefficients that are regular where it is
// looked at, since units, by which one may divide, are functions that do not vanish there.
class Flag {
  public:
    // Throws TooLarge when its fields have taken more than so many operations: a count, and no clock, decides what is proved how.
    Flag(const Distribution& D, const Budget& budget, double max_operations = HUGE_VAL)
        : D_(D), budget_(budget), operations_left_(max_operations) {}

    std::size_t length() const { return length_; }  // of the brackets so far
    std::size_t basis_size() const { return basis_.size(); }
    const std::vector<Field>& loose() const { return loose_; }
    std::vector<Field> all() const {
        std::vector<Field> fields = loose_;
        for (const auto& [field, pivot] : basis_) fields.push_back(field);
        return fields;
    }
    void drop_loose() { loose_.clear(); }

    // The brackets that are longer by one: [X_r, X_s], then [X_r, Y] of all Y that were new before.
    void extend() {
        std::vector<Field> next;
        for (std::size_t i = 0; length_ == 1 && i < D_.free.size(); ++i)
            for (std::size_t j = i + 1; j < D_.free.size(); ++j)
                add(next, D_.X[D_.free[i]], D_.X[D_.free[j]]);
        for (const std::size_t r : D_.free)
            for (const Field& y : last_) add(next, D_.X[r], y);
        ++length_;
        last_ = next;
        loose_.insert(loose_.end(), next.begin(), next.end());
    }

    // Makes of the loose fields as many of the basis as units allow: one with 1 in a place where the others have 0.
    void settle(auto&& is_unit) {
        std::vector<Field> settled;
        for (bool found = true; found;) {
            found = false;
            for (std::size_t i = 0; i < loose_.size() && !found; ++i) {
                const auto pivot = simplest_unit(loose_[i], is_unit);
                if (!pivot) continue;
                const Expr inverse = 1 / loose_[i][*pivot];
                for (Expr& e : loose_[i]) e = simplified(inverse * e, kQuick);
                basis_.push_back({loose_[i], *pivot});
                loose_.erase(loose_.begin() + static_cast<long>(i));
                reduce_all(loose_);
                reduce_all(last_);
                settled.push_back(basis_.back().field);
                found = true;
            }
        }
        // Last of all: modulo the basis they are nothing, yet their brackets are what comes next.
        last_.insert(last_.end(), settled.begin(), settled.end());
    }

  private:
    struct Member {
        Field field;
        std::size_t pivot;
    };

    void add(std::vector<Field>& fields, const Field& U, const Field& V) {
        Field W = reduced(modulo(D_, bracket(D_, U, V), budget_));
        for (const Expr& e : W) operations_left_ -= static_cast<double>(operations(e).total());
        if (operations_left_ < 0) throw TooLarge("the brackets are too long as formulas");
        if (!is_null(W) && std::ranges::find(fields, W) == fields.end()) fields.push_back(std::move(W));
    }

    Field reduced(Field Y) const {
        for (const auto& [field, pivot] : basis_) {
            const Expr part = Y[pivot];
            for (std::size_t i = 0; i < Y.size() && part != D_.s.c.zero(); ++i) {
                budget_.check();
                Y[i] = i == pivot ? D_.s.c.zero() : simplified(Y[i] - part * field[i], kQuick);
            }
        }
        return Y;
    }

    void reduce_all(std::vector<Field>& fields) const {
        for (Field& Y : fields) Y = reduced(std::move(Y));
        std::erase_if(fields, is_null);
    }

    std::optional<std::size_t> simplest_unit(const Field& Y, auto&& is_unit) const {
        std::optional<std::size_t> best;
        for (std::size_t i = 0; i < Y.size(); ++i) {
            budget_.check();
            if (Y[i] == D_.s.c.zero() || !is_unit(substitute(Y[i], D_.back))) continue;
            if (!best || operations(Y[i]).total() < operations(Y[*best]).total()) best = i;
        }
        return best;
    }

    const Distribution& D_;
    const Budget& budget_;
    double operations_left_;
    std::size_t length_ = 1;
    std::vector<Member> basis_;
    std::vector<Field> loose_, last_;
};

bool is_done(const GrowthVector& g, const Distribution& D) {
    const std::size_t k = g.dimensions.size();
    return g.dimensions.back() == D.dimension || (k > 1 && g.dimensions[k - 1] == g.dimensions[k - 2]);
}

// The dimension that repeats at the end says that brackets give no more; it is not part of the vector.
void drop_repetition(GrowthVector& g) {
    while (g.dimensions.size() > 1 && g.dimensions.back() == g.dimensions[g.dimensions.size() - 2])
        g.dimensions.pop_back();
}

// Whether the rank is decided; else the vector stays open.
bool is_known(const GenericRank& rank, GrowthVector& g) {
    if (!rank.rank) g.open = rank.reason;
    if (rank.error_bound > kMaxError) g.open = kTooHigh;
    return g.open.empty();
}

}  // namespace

GrowthVector generic_growth(const Distribution& D, const Budget& budget, double max_operations) {
    GrowthVector g{.dimensions = {D.free.size()}, .error_bound = 0, .open = ""};
    Flag flag(D, budget, max_operations);
    while (!is_done(g, D)) {
        flag.extend();
        flag.settle([&](Expr e) { return generic_rank(D.s, Matrix{{e}}).rank == 1; });
        const GenericRank rank = generic_rank(D.s, forbidden_components(D, flag.all()));
        g.error_bound += rank.error_bound;
        if (!is_known(rank, g)) return g;
        g.dimensions.push_back(D.free.size() + *rank.rank);
        flag.drop_loose();
    }
    drop_repetition(g);
    return g;
}

GrowthVector growth_at(const Distribution& D, const Substitution& point, const GrowthVector& generic,
                       const Budget& budget) {
    GrowthVector g{.dimensions = {D.free.size()}, .error_bound = 0, .open = ""};
    Flag flag(D, budget);
    while (g.dimensions.back() < generic.dimensions.back()) {
        flag.extend();
        flag.settle([&](Expr e) { return is_zero_modulo_primes(substitute(e, point)).answer == Answer::no; });
        if (flag.length() > kMaxLength || flag.loose().size() > kMaxGenerators) {
            g.open = "brackets of more than " + std::to_string(flag.length() - 1) + " operators are too many";
            return g;
        }
        Matrix P = forbidden_components(D, flag.all());
        for (Expr& e : P.entries()) e = substitute(e, point);
        const GenericRank rank = generic_rank(D.s, P);
        g.error_bound += rank.error_bound;
        if (!is_known(rank, g)) return g;
        g.dimensions.push_back(D.free.size() + *rank.rank);
        // As many as at a generic point: the rank is constant nearby, and the basis spans all.
        if (g.dimensions.back() == generic.dimensions[std::min(flag.length(), generic.dimensions.size()) - 1])
            flag.drop_loose();
    }
    return g;
}

GrowthDrop growth_drop(const Distribution& D, const GrowthVector& generic, const Budget& budget) {
    GrowthDrop drop{.locus = {}, .levels = 1};
    Flag flag(D, budget);
    // Units are functions without zeros outside the places that are known already.
    const auto is_unit = [&](Expr e) {
        const auto factors = vanishing_factors(D.s, e);
        return std::ranges::all_of(factors, [&](const Expr& f) { return is_within({{f}}, drop.locus); });
    };
    while (flag.length() < generic.dimensions.size()) {
        flag.extend();
        flag.settle(is_unit);
        const std::size_t rank = generic.dimensions[flag.length() - 1] - D.free.size();
        if (flag.loose().size() > kMaxGenerators || flag.basis_size() + flag.loose().size() < rank)
            return drop;
        if (flag.basis_size() < rank) {
            const Locus here =
                rank_loss(D.s, forbidden_components(D, flag.loose()), rank - flag.basis_size(), budget);
            if (!here.decided) return drop;
            drop.locus = united(drop.locus, here);
            flag.settle(is_unit);
        }
        if (flag.basis_size() == rank) flag.drop_loose();
        drop.levels = flag.length();
    }
    return drop;
}

namespace {

bool is_regular_at(const Distribution& D, const Substitution& point) {
    const Matrix& A = D.frame.frame().A();
    Matrix at = A;
    try {
        for (Expr& e : at.entries()) e = substitute(e, point);
        return is_zero_modulo_primes(determinant(at)).answer == Answer::no;
    } catch (const Undefined&) {
        return false;
    }
}

// Free velocities that stay free at the point; nothing if the constraints are dependent there.
std::optional<std::vector<std::size_t>> free_velocities_at(const Setting& s, const Substitution& point) {
    Matrix a = constraint_rows(s.system).a;
    for (Expr& e : a.entries()) e = substitute(e, point);
    const KernelResult null = kernel(a);
    if (!null.decided || null.free.size() + a.rows() != s.n()) return std::nullopt;
    return null.free;
}

// The same with parameters left open whose values are no rational numbers, as angles in degrees: what is told then holds for almost
// all of them. Nothing if there are none, or the geometric constraints hold for those values only.
std::optional<Substitution> with_open_parameters(const Setting& s, Substitution point) {
    const auto stated = point.size();
    std::erase_if(point, [&](const auto& value) {
        return std::ranges::find(s.q, value.first) == s.q.end() && !value.second.is_number();
    });
    if (point.size() == stated) return std::nullopt;
    for (const Constraint& k : s.system.constraints)
        if (k.kind == Constraint::Kind::geometric &&
            is_zero_modulo_primes(substitute(k.residual, point)).answer != Answer::yes)
            return std::nullopt;
    return point;
}

// As far as it is sure.
GrowthAtPoint at_point(GrowthVector here) {
    if (here.open.empty() && here.error_bound > kMaxError) here.open = kTooHigh;
    return {.vector = std::move(here)};
}

GrowthVector growth_by_values(const Distribution& D, const GrowthVector& generic, const Substitution& point,
                              const Budget& budget) {
    try {
        return growth_at_by_jets(D, generic, point, budget);
    } catch (const Undefined&) {
        return {.dimensions = {D.free.size()}, .error_bound = 0, .open = "a form has a pole there"};
    }
}

// In other velocities where the stated ones are dependent.
GrowthAtPoint growth_by_formulas(const Setting& s, const GrowthVector& generic, const Substitution& point,
                                 const Budget& budget) {
    using enum GrowthAtPoint::Outcome;
    std::optional<Setting> other;
    if (!is_regular_at(distribution(s), point)) {
        const auto free = free_velocities_at(s, point);
        if (!free) return {.outcome = dependent_forms};
        other.emplace(s.system, free);
    }
    const Setting& here = other ? *other : s;
    try {
        return at_point(growth_at(in_simpler_angles(distribution(here)), point, generic, budget));
    } catch (const Undefined&) {
        return {.outcome = pole_of_a_velocity};
    }
}

GrowthAtPoint growth_at_stated_point(const Setting& s, const Distribution& D, const GrowthVector& generic,
                                     const std::optional<GrowthByJets>& jets, const Budget& budget) {
    const auto point = stated_point(s);
    if (!point) return {.outcome = GrowthAtPoint::Outcome::off_the_constraints};
    if (jets && is_generic_at(D, *jets, *point, budget))
        return {.vector = {.dimensions = generic.dimensions, .error_bound = 0, .open = ""}};
    GrowthAtPoint here = at_point(growth_by_values(D, generic, *point, budget));
    if (here.is_known()) return here;
    if (has_short_operators(D))
        if (auto found = growth_by_formulas(s, generic, *point, budget); found.is_known()) return found;
    const auto open = with_open_parameters(s, *point);
    if (open) here = at_point(growth_by_values(D, generic, *open, budget));
    here.for_almost_all_parameters = open.has_value();
    return here;
}

// Where the frame degenerates its brackets say nothing.
Locus irregular(const Setting& s, const Distribution& D, const Budget& budget) {
    return zeros_of_any(s, vanishing_factors(s, determinant(D.frame.frame().A())), budget);
}

GrowthPlaces places_of_drop(const Setting& s, const Distribution& D, const GrowthVector& generic,
                            const Budget& budget) {
    if (!has_short_operators(D)) return {.operators_are_too_long = true};
    GrowthPlaces places{.drop = growth_drop(D, generic, budget)};
    if (places.drop.levels > 1 || generic.dimensions.size() == 1) places.irregular = irregular(s, D, budget);
    return places;
}

struct Found {
    GrowthVector vector;
    std::optional<GrowthByJets> jets;
};

// By values of brackets. As formulas they cost more and prove more, and on a Lie algebra there are no coordinates to move along.
Found found_growth(const Distribution& D, const Budget& budget) {
    auto jets = growth_by_jets(D, budget);
    if (!jets) return {generic_growth(D, budget), std::nullopt};
    Found found{jets->vector, std::move(jets)};
    if (found.vector.error_bound > 0 && D.dimension <= kShortBrackets && has_short_operators(D)) {
        try {
            if (GrowthVector g = generic_growth(D, budget, kMaxOperations);
                g.open.empty() && g.error_bound < found.vector.error_bound)
                found.vector = std::move(g);
        } catch (const TooLarge&) {
        }
    }
    return found;
}

}  // namespace

bool Growth::drop_is_known() const {
    return places && !places->operators_are_too_long && places->drop.levels == generic.dimensions.size() &&
           places->irregular.cases.empty();
}

bool Growth::is_the_same_everywhere() const {
    if (!places) return !out_of_time;  // on a Lie algebra
    return drop_is_known() && places->drop.locus.cases.empty();
}

Growth growth_of(const Setting& s, const Budget& budget) {
    if (s.has_nonlinear_constraints()) return {.reason = "constraints are nonlinear"};
    if (!s.has_velocity_constraints()) return {.verdict = GrowthVerdict::unconstrained};
    const Distribution D = in_simpler_angles(distribution(s));
    budget.check();
    const auto [generic, jets] = found_growth(D, budget);
    if (generic.error_bound > kMaxError) return {.reason = kTooHigh};
    if (!generic.open.empty()) return {.reason = generic.open};
    Growth found{.verdict = GrowthVerdict::known,
                 .dimension = D.dimension,
                 .moves = D.moves,
                 .generic = generic,
                 .error_bound = generic.error_bound};
    if (s.on_algebra()) return found;
    // The rest may take longer than the vector itself, which is not lost then.
    try {
        found.at_stated_point = growth_at_stated_point(s, D, generic, jets, budget);
        found.places = places_of_drop(s, D, generic, budget);
        if (found.at_stated_point->is_known()) found.error_bound += found.at_stated_point->vector.error_bound;
        found.error_bound += found.places->drop.locus.error_bound;
    } catch (const TimeIsUp&) {
        found.out_of_time = true;
    }
    return found;
}

}  // namespace anholon
