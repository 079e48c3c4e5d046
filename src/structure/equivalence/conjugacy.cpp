#include "structure/equivalence/conjugacy.hpp"

#include <algorithm>
#include <functional>

#include "expr/walk.hpp"

namespace anholon {

namespace {

constexpr std::uint64_t seed = 11;
constexpr std::size_t few_states = 12, most_states = 400;  // most where roots leave each one little to say
constexpr std::size_t most_draws = 4000;
constexpr double small_enough = 1e-20;

std::vector<Expr> slopes(const std::vector<Expr>& f, const std::vector<Expr>& x) {
    if (f.empty() || x.empty()) return {};
    const Matrix J = jacobian(f, x);
    return {J.entries().begin(), J.entries().end()};
}

std::size_t rank(const PrimeField& field, std::span<const Residue> entries, std::size_t columns) {
    if (columns == 0) return 0;
    ResidueRows rows;
    for (std::size_t k = 0; k < entries.size(); k += columns)
        rows.emplace_back(entries.begin() + static_cast<long>(k),
                          entries.begin() + static_cast<long>(k + columns));
    return echelon(field, std::move(rows), columns).rows.size();
}

// z of W z = r; nothing where W is singular.
std::optional<ResidueRow> solved(const PrimeField& field, std::span<const Residue> W,
                                 std::span<const Residue> r) {
    const std::size_t n = r.size();
    if (n == 0) return ResidueRow{};
    ResidueRows rows;
    for (std::size_t i = 0; i < n; ++i) {
        rows.emplace_back(W.begin() + static_cast<long>(i * n), W.begin() + static_cast<long>((i + 1) * n));
        rows.back().push_back(r[i]);
    }
    const Echelon e = echelon(field, std::move(rows), n + 1);
    if (e.rows.size() != n || e.pivots.back() == n) return std::nullopt;
    ResidueRow z;
    for (const ResidueRow& row : e.rows) z.push_back(row[n]);
    return z;
}

// Roots, and functions that are given by cases.
bool has_branches(std::span<const Expr> list) {
    const Context& c = list.front().context();
    const Walk walk(c, list);
    return std::ranges::any_of(walk.nodes(), [&](NodeId id) {
        const Node node = c.node(id);
        if (node.kind == Kind::function)
            return node.function == Function::abs || node.function == Function::sign ||
                   node.function == Function::choose;
        if (node.kind != Kind::product) return false;
        for (std::size_t k = 1; k < node.count; k += 2)
            if (!c.number_at(node.args[k]).is_integer()) return true;
        return false;
    });
}

// All expressions of a map in one list, and one state's values of them cut up again.
struct Layout {
    const PushForward& f;
    std::vector<Expr> all;
    std::size_t variables;

    explicit Layout(const PushForward& map) : f(map), variables(map.state.size()) {
        all.push_back(f.rate);
        for (const auto* part : {&f.change, &f.G0, &f.G1, &f.W, &f.r, &f.constraints})
            all.insert(all.end(), part->begin(), part->end());
        for (const auto* functions : {&f.kept_by_a, &f.images}) {
            const auto rows = slopes(*functions, f.state);
            all.insert(all.end(), rows.begin(), rows.end());
        }
    }

    struct Values {
        Residue rate;
        std::span<const Residue> change, G0, G1, W, r, constraints, kept_slopes, both_slopes;
    };
    Values cut(const ResidueRow& row) const {
        std::span<const Residue> rest(row);
        const auto take = [&](std::size_t count) {
            const auto part = rest.first(count);
            rest = rest.subspan(count);
            return part;
        };
        Values v;
        v.rate = take(1)[0];
        v.change = take(f.change.size());
        v.G0 = take(f.G0.size());
        v.G1 = take(f.G1.size());
        v.W = take(f.W.size());
        v.r = take(f.r.size());
        v.constraints = take(f.constraints.size());
        v.kept_slopes = rest.first(f.kept_by_a.size() * variables);
        v.both_slopes = rest;
        return v;
    }
};

// What states have shown so far.
struct Seen {
    std::size_t good = 0, differing = 0;
    std::vector<bool> differs;  // by component, then by constraint
};

void look(const PrimeField& F, const Layout::Values& v, const ResidueRow& z, Seen& seen) {
    bool is_same = true;
    const auto note = [&](std::size_t k, bool same) {
        if (same) return;
        seen.differs[k] = true;
        is_same = false;
    };
    for (std::size_t k = 0; k < v.change.size(); ++k) {
        Residue G = v.G0[k];
        for (std::size_t j = 0; j < z.size(); ++j) G = F.add(G, F.multiply(v.G1[k * z.size() + j], z[j]));
        note(k, v.change[k] == F.multiply(v.rate, G));
    }
    for (std::size_t k = 0; k < v.constraints.size(); ++k)
        note(v.change.size() + k, v.constraints[k].is_zero());
    ++seen.good;
    if (!is_same) ++seen.differing;
}

Conjugacy::Kind kind_of(const Conjugacy& c) {
    using Kind = Conjugacy::Kind;
    if (c.rank == c.a && c.rank == c.b) return Kind::equivalence;
    if (c.rank == c.b) return Kind::quotient;
    return c.rank == c.a ? Kind::embedding : Kind::neither;
}

void name_differences(const PushForward& map, const Seen& seen, Conjugacy& out) {
    std::vector<std::string> names;
    for (const std::string& name : map.names) names.push_back(name + "'");
    for (const std::string& name : map.kept) names.push_back("constraint " + name);
    for (std::size_t k = 0; k < names.size(); ++k)
        if (seen.differs[k] && std::ranges::find(out.differs, names[k]) == out.differs.end())
            out.differs.push_back(names[k]);
}

}  // namespace

std::optional<std::size_t> dimension(const Setting& s, const Variables& variables, const Budget& budget) {
    const std::vector<Expr>&x = variables.law.state, &C = variables.kept;
    if (C.empty()) return x.size();
    StateSampler sampler(s, slopes(C, x), StateSampler::At::states, seed);
    const auto samples = sampler.draw(2, budget);
    if (!samples) return std::nullopt;
    std::size_t most = 0;
    for (std::size_t lane = 0; lane < samples->rows.size(); ++lane)
        for (const ResidueRow& row : samples->rows[lane])
            most = std::max(most, rank(*samples->fields[lane], row, x.size()));
    return x.size() - most;
}

namespace {

// Random states of A with the accelerations of its law, modulo one prime after another: the square root of a number exists modulo half
// of them.
class States {
  public:
    States(const Setting& a, const std::vector<Expr>& wanted, Parameters parameters)
        : wanted_(wanted), law_(own_variables(a).law) {
        if (!law_.W.empty()) W_.assign(law_.W.entries().begin(), law_.W.entries().end());
        std::vector<Expr> all = wanted;
        for (const auto* part : {&W_, &law_.r}) all.insert(all.end(), part->begin(), part->end());
        Substitution stated;
        if (parameters == Parameters::stated)
            for (const Parameter& p : a.system.parameters) stated.emplace_back(p.symbol, p.exact);
        using Keep = ManifoldPoints::Keep;
        const bool keeps = keeps_velocity_constraints(a.system.motion.axiom);
        points_.emplace(a, all, keeps ? Keep::all_constraints : Keep::geometric_ones, stated);
    }

    bool can_branch() const {
        return has_branches(wanted_) || (!W_.empty() && has_branches(W_)) ||
               (!law_.r.empty() && has_branches(law_.r));
    }

    // Calls for each state that is found; whether any was.
    bool draw(const std::function<void(const PrimeField&, const ResidueRow&)>& look) {
        if (!points_->draw(seed, draws_++)) return false;
        const auto z = points_->solve(points_->evaluate(W_), points_->evaluate(law_.r));
        for (std::size_t k = 0; k < z.size(); ++k) points_->set(law_.unknowns[k], z[k]);
        const auto values = points_->evaluate(wanted_);
        bool has_any = false;
        for (std::size_t lane = 0; lane < ModularPoints::lanes; ++lane) {
            if (!points_->is_alive(lane)) continue;
            has_any = true;
            ResidueRow row;
            for (const auto& value : values) row.push_back(value[lane]);
            look(points_->field(lane), row);
        }
        return has_any;
    }

    double chance_of_error(std::size_t unknowns, std::size_t states) const {
        const double size = static_cast<double>(unknowns + law_.unknowns.size() + 2);
        return anholon::chance_of_error(points_->elementary(), 16 * size * size * points_->degree(), states);
    }

    std::string why() const {
        return points_->why().empty() ? "no state was found at which all roots and divisions exist"
                                      : points_->why();
    }

  private:
    const std::vector<Expr>& wanted_;
    Equations law_;
    std::vector<Expr> W_;
    std::optional<ManifoldPoints> points_;
    std::uint64_t draws_ = 0;
};

void settle(const PushForward& map, const Seen& seen, bool can_branch, Conjugacy& out) {
    out.kind = kind_of(out);
    if (seen.differing > 0) {
        name_differences(map, seen, out);
        if (seen.differing < seen.good && can_branch)
            out.reason = "it holds on some branches of its roots and not on others; say what is positive";
        else
            out.holds = Answer::no;
    } else if (out.error_bound < kWantedBound) {
        out.holds = Answer::yes;
    } else {
        out.reason = "it holds at " + std::to_string(seen.good) +
                     " random states, which leave too great a chance of error";
    }
}

}  // namespace

Conjugacy conjugacy(const Setting& a, const Setting& b, const Variables& of_b, const PushForward& map,
                    Parameters parameters, const Budget& budget) {
    Conjugacy out;
    const auto size_of_b = dimension(b, of_b, budget);
    if (!size_of_b) {
        out.reason = "no state of " + b.system.name + " was found";
        return out;
    }
    out.b = *size_of_b;
    const Layout layout(map);
    States states(a, layout.all, parameters);
    Seen seen{.differs = std::vector<bool>(map.names.size() + map.constraints.size())};
    std::size_t found = 0, wanted = few_states;
    const auto look_at = [&](const PrimeField& field, const ResidueRow& row) {
        ++found;
        const Layout::Values v = layout.cut(row);
        const auto z = solved(field, v.W, v.r);
        if (!z) return;
        look(field, v, *z, seen);
        const std::size_t kept = rank(field, v.kept_slopes, layout.variables);
        out.a = layout.variables - kept;
        out.rank = std::max(out.rank, rank(field, v.both_slopes, layout.variables) - kept);
    };
    for (std::size_t k = 0; k < most_draws && seen.good < wanted; ++k) {
        budget.check();
        states.draw(look_at);
        if ((k >= 64 && found == 0) || (k >= 200 && seen.good == 0)) break;
        if (seen.good < wanted) continue;
        out.error_bound = states.chance_of_error(map.unknowns(), seen.good);
        if (out.error_bound > small_enough && seen.differing == 0 && wanted < most_states) wanted *= 3;
    }
    if (seen.good < 2) {
        out.reason = found == 0 ? states.why()
                                : "the equations of " + b.system.name +
                                      " cannot be solved at the images: W is singular there";
        return out;
    }
    out.error_bound = states.chance_of_error(map.unknowns(), seen.good);
    settle(map, seen, states.can_branch(), out);
    return out;
}

}  // namespace anholon
