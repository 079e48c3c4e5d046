#include "structure/growth.hpp"

#include <algorithm>

#include "expr/walk.hpp"
#include "structure/wording.hpp"

namespace anholon {

namespace {

constexpr std::size_t kMaxLength = 12;      // of brackets
constexpr std::size_t kMaxGenerators = 60;  // of one length

// Modulo D, whose operators are part of the frame: only what goes into forbidden directions counts.
FrameField modulo(const Distribution& D, FrameField V) {
    for (const std::size_t r : D.free) V[r] = V[r].context().zero();
    return tidy(std::move(V));
}

bool is_null(const FrameField& V) {
    return std::ranges::all_of(V, [](const Expr& e) { return e.id() == Context::zero_id; });
}

FrameField operator_of(const Distribution& D, std::size_t r, Context& c) {
    FrameField X(D.X.n() + 1, c.zero());
    X[r] = c.one();
    return X;
}

void add(std::vector<FrameField>& fields, FrameField V) {
    if (!is_null(V) && std::ranges::find(fields, V) == fields.end()) fields.push_back(std::move(V));
}

// [X_r, X_s] of all pairs, modulo D.
std::vector<FrameField> first_brackets(const Setting& s, const Distribution& D, const Budget& budget) {
    std::vector<FrameField> fields;
    for (std::size_t i = 0; i < D.free.size(); ++i)
        for (std::size_t j = i + 1; j < D.free.size(); ++j) {
            budget.check();
            const Vector& c = D.X.bracket(D.free[i], D.free[j]);
            FrameField V{s.c.zero()};
            V.insert(V.end(), c.begin(), c.end());
            add(fields, modulo(D, std::move(V)));
        }
    return fields;
}

// [X_r, Y] of all free r and all Y: with Y the brackets of one length, those of the next.
std::vector<FrameField> next_brackets(const Setting& s, const Distribution& D,
                                      const std::vector<FrameField>& Y, const Budget& budget) {
    std::vector<FrameField> fields;
    for (const std::size_t r : D.free)
        for (const FrameField& y : Y) {
            budget.check();
            add(fields, modulo(D, bracket(D, operator_of(D, r, s.c), y)));
        }
    return fields;
}

Matrix forbidden_components(const Setting& s, const Distribution& D, const std::vector<FrameField>& fields) {
    Matrix P(s.c, fields.size(), D.constraint.size());
    for (std::size_t i = 0; i < fields.size(); ++i)
        for (std::size_t k = 0; k < D.constraint.size(); ++k) P(i, k) = fields[i][D.constraint[k]];
    return P;
}

std::vector<FrameField> chosen(const std::vector<FrameField>& fields,
                               const std::vector<std::size_t>& places) {
    std::vector<FrameField> some;
    for (const std::size_t i : places) some.push_back(fields[i]);
    return some;
}

// All brackets up to some length, those of the last one apart.
struct Flag {
    std::vector<FrameField> all, last;
    void extend(std::vector<FrameField> next) {
        all.insert(all.end(), next.begin(), next.end());
        last = std::move(next);
    }
    // Only independent ones are kept: allowed where the rank is constant, since D^k is then spanned by them.
    void reduce(const std::vector<std::size_t>& independent) {
        const std::size_t before = all.size() - last.size();
        std::vector<FrameField> kept_last;
        for (const std::size_t i : independent)
            if (i >= before) kept_last.push_back(all[i]);
        all = chosen(all, independent);
        last = std::move(kept_last);
    }
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

std::string as_tuple(const std::vector<std::size_t>& dimensions) {
    std::string all = "(";
    for (std::size_t k = 0; k < dimensions.size(); ++k)
        all += (k == 0 ? "" : ", ") + std::to_string(dimensions[k]);
    return all + ")";
}

}  // namespace

GrowthVector generic_growth(const Setting& s, const Distribution& D, const Budget& budget) {
    GrowthVector g{.dimensions = {D.free.size()}, .error_bound = 0, .open = ""};
    Flag flag;
    while (!is_done(g, D)) {
        flag.extend(g.dimensions.size() == 1 ? first_brackets(s, D, budget)
                                             : next_brackets(s, D, flag.last, budget));
        const GenericRank rank = generic_rank(s, forbidden_components(s, D, flag.all));
        if (!rank.rank) {
            g.open = rank.reason;
            return g;
        }
        g.error_bound += rank.error_bound;
        g.dimensions.push_back(D.free.size() + *rank.rank);
        flag.reduce(rank.rows);
    }
    drop_repetition(g);
    return g;
}

GrowthVector growth_at(const Setting& s, const Distribution& D, const Substitution& point,
                       const GrowthVector& generic, const Budget& budget) {
    GrowthVector g{.dimensions = {D.free.size()}, .error_bound = 0, .open = ""};
    Flag flag;
    while (g.dimensions.back() < generic.dimensions.back()) {
        const std::size_t length = g.dimensions.size() + 1;
        flag.extend(length == 2 ? first_brackets(s, D, budget) : next_brackets(s, D, flag.last, budget));
        if (length > kMaxLength || flag.last.size() > kMaxGenerators) {
            g.open = "brackets of more than " + std::to_string(length - 1) + " operators are too many";
            return g;
        }
        Matrix P = forbidden_components(s, D, flag.all);
        for (Expr& e : P.entries()) e = substitute(e, point);
        const std::size_t target = generic.dimensions[std::min(length, generic.dimensions.size()) - 1];
        // Independent at the point, one after another: as many as the generic rank means that the rank is constant nearby.
        const GenericRank rank = generic_rank(s, P);
        if (!rank.rank) {
            g.open = rank.reason;
            return g;
        }
        g.error_bound += rank.error_bound;
        g.dimensions.push_back(D.free.size() + *rank.rank);
        if (g.dimensions.back() == target) flag.reduce(rank.rows);
    }
    return g;
}

namespace {

// Brackets that span D^k wherever the flag has not dropped already.
std::vector<std::size_t> spanning_outside(const Setting& s, const Distribution& D, const Flag& flag,
                                          std::size_t rank, const Locus& dropped, const Budget& budget) {
    for (std::size_t first = 0; first + rank <= flag.all.size(); ++first) {
        std::vector<std::size_t> places;
        for (std::size_t i = 0; i + 1 < rank; ++i) places.push_back(i);
        places.push_back(flag.all.size() - 1 - first);
        const Locus lost = rank_loss(s, forbidden_components(s, D, chosen(flag.all, places)), rank, budget);
        if (lost.decided &&
            std::ranges::all_of(lost.cases, [&](const auto& k) { return is_within(k, dropped); }))
            return places;
    }
    return {};
}

}  // namespace

GrowthDrop growth_drop(const Setting& s, const Distribution& D, const GrowthVector& generic,
                       const Budget& budget) {
    GrowthDrop drop{.locus = {}, .levels = 1};
    Flag flag;
    for (std::size_t length = 2; length <= generic.dimensions.size(); ++length) {
        flag.extend(length == 2 ? first_brackets(s, D, budget) : next_brackets(s, D, flag.last, budget));
        if (flag.last.size() > kMaxGenerators) return drop;
        const std::size_t rank = generic.dimensions[length - 1] - D.free.size();
        const Matrix P = forbidden_components(s, D, flag.all);
        const Locus here = rank_loss(s, P, rank, budget);
        if (!here.decided) return drop;
        drop.locus = united(drop.locus, here);
        drop.levels = length;
        const auto spanning = spanning_outside(s, D, flag, rank, drop.locus, budget);
        if (!spanning.empty()) flag.reduce(spanning);
    }
    return drop;
}

namespace {

// The coordinates of the initial state and the values of the parameters; nothing if a geometric constraint does not hold there.
std::optional<Substitution> initial_point(const Setting& s) {
    Substitution point;
    for (const Parameter& p : s.system.parameters) point.emplace_back(p.symbol, p.exact);
    const Substitution parameters = point;
    point.emplace_back(s.t, s.c.zero());
    for (const Expr& q : s.q) {
        const auto given = std::ranges::find(s.system.init, q, &InitialValue::symbol);
        point.emplace_back(q,
                           given == s.system.init.end() ? s.c.zero() : substitute(given->value, parameters));
    }
    for (const Constraint& k : s.system.constraints)
        if (k.kind == Constraint::Kind::geometric &&
            is_zero(substitute(k.residual, point)).answer != Answer::yes)
            return std::nullopt;
    return point;
}

bool is_regular_at(const Distribution& D, const Substitution& point) {
    const Matrix& A = D.X.frame().A();
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

Fact::Sentence said_of_initial_point(const Setting& s, const GrowthVector& generic, const Budget& budget) {
    const auto point = initial_point(s);
    if (!point)
        return in_words(
            "at the initial state: not decided, since its coordinates as stated do not satisfy the geometric "
            "constraints");
    std::optional<Setting> other;
    if (!is_regular_at(distribution(s), *point)) {
        const auto free = free_velocities_at(s, *point);
        if (!free)
            return in_words(
                "at the initial state the constraints are dependent: the distribution is singular there");
        other.emplace(s.system, free);
    }
    const Setting& here = other ? *other : s;
    try {
        const GrowthVector g = growth_at(here, distribution(here), *point, generic, budget);
        const std::string vector = as_tuple(g.dimensions);
        if (!g.open.empty())
            return in_words("at the initial state: not decided beyond " + vector + ": " + g.open);
        const bool alike = g.dimensions == generic.dimensions;
        return in_words("at the initial state " + vector +
                        (alike ? " as well" : ": this is a singular point"));
    } catch (const Undefined&) {
        return in_words("at the initial state: not decided, since a quasi-velocity has a pole there");
    }
}

// Where the frame degenerates its brackets say nothing.
Locus irregular(const Setting& s, const Distribution& D) {
    return zeros_of_any(s, vanishing_factors(s, determinant(D.X.frame().A())));
}

enum class Extent { near_a_generic_point, everywhere };

struct Places {
    Fact::Sentence sentence;
    Extent extent = Extent::near_a_generic_point;  // of the generic growth vector
};

Places said_of_drop(const Setting& s, const Distribution& D, const GrowthVector& generic,
                    const Budget& budget) {
    const GrowthDrop drop = growth_drop(s, D, generic, budget);
    const std::size_t levels = generic.dimensions.size();
    if (drop.levels == 1 && levels > 1) return {.sentence = in_words("where it drops is not decided")};
    const bool nowhere = drop.locus.cases.empty();
    Fact::Sentence said = nowhere ? in_words("it drops nowhere") : "it drops where " + described(drop.locus);
    if (drop.levels < levels)
        said = said + in_words("; not decided for brackets of more than " + std::to_string(drop.levels) +
                               " operators");
    const Locus bad = irregular(s, D);
    if (!bad.cases.empty())
        said = said + "; not decided where the quasi-velocities are dependent, " + described(bad);
    const bool everywhere = nowhere && drop.levels == levels && bad.cases.empty();
    return {said, everywhere ? Extent::everywhere : Extent::near_a_generic_point};
}

Fact::Sentence chow(const Distribution& D, const GrowthVector& g, Extent extent) {
    const bool generating = g.is_bracket_generating(D);
    if (D.moves)
        return in_words(
            generating ? "the constraints move: positions are accessible, and Chow's theorem says no more"
                       : "the constraints move, and not all positions are accessible");
    if (!generating)
        return in_words("every motion stays on a surface of dimension " +
                        std::to_string(g.dimensions.back()) + " of " + std::to_string(D.dimension));
    return in_words(
        extent == Extent::everywhere
            ? "Chow and Rashevskii: the constraints allow a motion between any two positions"
            : "Chow and Rashevskii: near a generic point the constraints allow a motion between any "
              "two positions");
}

}  // namespace

Fact growth(const Setting& s, const Budget& budget) {
    if (s.has_nonlinear_constraints()) return not_decided("constraints are nonlinear");
    if (!s.has_velocity_constraints())
        return {.verdict = "no velocity constraints",
                .statement = {in_words("there are no velocity constraints: every direction is allowed")},
                .proof = "by definition"};
    const Distribution D = distribution(s);
    budget.check();
    const GrowthVector generic = generic_growth(s, D, budget);
    if (!generic.open.empty()) return not_decided(generic.open);
    const std::string vector = as_tuple(generic.dimensions);
    Fact fact{
        .verdict = vector,
        .statement = {in_words("growth vector " + vector + " at a generic point of a manifold of dimension " +
                               std::to_string(D.dimension) + (D.moves ? ", time included" : ""))},
        .proof = "ranks of brackets, " + prime_field_proof(generic.error_bound)};
    if (s.on_algebra()) {
        fact.statement.push_back(chow(D, generic, Extent::everywhere));
        return fact;
    }
    // The rest may take longer than the vector itself, which is not lost then.
    Extent extent = Extent::near_a_generic_point;
    try {
        fact.statement.push_back(said_of_initial_point(s, generic, budget));
        const Places places = said_of_drop(s, D, generic, budget);
        fact.statement.push_back(places.sentence);
        extent = places.extent;
    } catch (const TimeIsUp&) {
        fact.statement.push_back(in_words("where it drops is not decided within the time allowed"));
    }
    fact.statement.push_back(chow(D, generic, extent));
    return fact;
}

}  // namespace anholon
