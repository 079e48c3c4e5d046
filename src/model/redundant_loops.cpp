#include "model/redundant_loops.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "algebra/prime_field.hpp"
#include "model/language/body_errors.hpp"
#include "model/state/initial_state.hpp"
#include "model/state/least_movement.hpp"
#include "model/state/parameter_values.hpp"

namespace anholon {

namespace {

// A row that is so short beside those before it depends on them: rows have length 1, and the state has 15 digits.
constexpr double dependent = 1e-9;
// How far the configurations are from each other, in the coordinates' own units: paths of a full turn each way.
constexpr double stride = 0.1;
constexpr std::size_t strides = 64, paths = 4;
// A condition that does not follow is broken by the square of the stride, which is many more roundings than these.
constexpr double roundings = 1e4;
// Conditions that are independent by so much wherever the paths lead are kept as they are; otherwise sums of them are tried.
constexpr double well_independent = 0.1;
constexpr std::size_t sums = 300;

using Rows = std::vector<Numbers>;

double dotted(const Numbers& a, const Numbers& b) {
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}
double length(const Numbers& a) { return std::sqrt(dotted(a, a)); }

// What is left of a row beside orthonormal ones.
Numbers rest(Numbers row, const Rows& basis) {
    for (int pass = 0; pass < 2; ++pass)
        for (const Numbers& q : basis) {
            const double part = dotted(row, q);
            for (std::size_t k = 0; k < row.size(); ++k) row[k] -= part * q[k];
        }
    return row;
}

void add(Rows& basis, const Numbers& row) {
    Numbers q = rest(row, basis);
    const double size = length(q);
    for (double& x : q) x /= size;
    basis.push_back(std::move(q));
}

// The same span as `rows`, by orthonormal rows as near to those of `before` as that allows.
Rows carried(const Rows& before, const Rows& rows) {
    Rows span, out;
    for (const Numbers& row : rows) add(span, row);
    for (const Numbers& q : before) {
        Numbers image(q.size());
        for (const Numbers& s : span)
            for (std::size_t k = 0; k < q.size(); ++k) image[k] += dotted(q, s) * s[k];
        add(out, image);
    }
    return out;
}

double determinant(Rows A) {
    double out = 1;
    for (std::size_t k = 0; k < A.size(); ++k) {
        std::size_t p = k;
        for (std::size_t i = k; i < A.size(); ++i)
            if (std::abs(A[i][k]) > std::abs(A[p][k])) p = i;
        if (!(std::abs(A[p][k]) > 0)) return 0;
        if (p != k) out = -out;
        std::swap(A[p], A[k]);
        out *= A[k][k];
        for (std::size_t i = k + 1; i < A.size(); ++i) {
            const double factor = A[i][k] / A[k][k];
            for (std::size_t j = k; j < A.size(); ++j) A[i][j] -= factor * A[k][j];
        }
    }
    return out;
}

class Loops {
  public:
    explicit Loops(Elaboration& model) : model_(model), system_(model.system), q_(system_.q()) {
        for (const Constraint& k : system_.constraints)
            if (k.kind == Constraint::Kind::geometric) rows_.push_back(k);
        std::ranges::stable_partition(rows_, [](const Constraint& k) { return !k.of_loop; });
        others_ = static_cast<std::size_t>(
            std::ranges::count_if(rows_, [](const Constraint& k) { return !k.of_loop; }));
    }

    void run() {
        if (rows_.size() == others_ || !find_configuration()) return;
        const auto here = equations_->at(start_);
        if (!here) return;
        const std::vector<std::size_t> kept = independent_rows(here->J);
        const bool has_others = std::ranges::count_if(kept, [&](std::size_t i) { return i < others_; }) ==
                                static_cast<std::ptrdiff_t>(others_);
        if (kept.size() == rows_.size() || !has_others || !follow_paths(kept)) return;
        const Rows sums = best_sums(kept);
        if (!sums.empty()) replace(sums);
    }

  private:
    // The initial one, where the loops are closed. Mistakes in it are told when the whole model is known.
    bool find_configuration() {
        const Diagnostics before = model_.diagnostics;
        const auto init = system_.init, guesses = system_.guesses, defaults = system_.defaults;
        read_initial_values(model_);
        const auto state = initial_state(with_loops_to_be_met()).state;
        system_.init = init;
        system_.guesses = guesses;
        system_.defaults = defaults;
        model_.diagnostics = before;
        if (!state) return false;
        for (const InitialVariable& x : state->q) start_.push_back(x.value);
        std::vector<Expr> f;
        for (const Constraint& k : rows_) f.push_back(k.residual);
        Point fixed = parameter_point(system_);
        fixed.emplace_back(system_.t, Rational(0));
        equations_.emplace(std::move(f), q_, std::vector<std::size_t>(), std::move(fixed));
        return true;
    }

    // The system without its loops, whose conditions the initial state is to satisfy, with a gradient or without.
    System with_loops_to_be_met() const {
        System out = system_;
        for (const Constraint& k : system_.constraints)
            if (k.of_loop) out.redundant.push_back(left_out(k));
        std::erase_if(out.constraints, [](const Constraint& k) { return k.of_loop; });
        return out;
    }

    static RedundantConstraint left_out(const Constraint& k) {
        return {.name = k.name,
                .relation = k.name + ": follows in the configurations around the initial one, in numbers",
                .span = k.span,
                .residual = k.residual};
    }

    // Those that close no loop, then the longest beside those before it.
    std::vector<std::size_t> independent_rows(const Rows& J) const {
        std::vector<std::size_t> all(rows_.size()), kept;
        std::iota(all.begin(), all.end(), std::size_t{0});
        Rows basis;
        const auto left = [&](std::size_t i) {
            const double whole = length(J[i]);
            return whole > 0 ? length(rest(J[i], basis)) / whole : 0;
        };
        while (!all.empty()) {
            const std::size_t next =
                all.front() < others_ ? all.front() : *std::ranges::max_element(all, {}, left);
            std::erase(all, next);
            if (!(left(next) > dependent)) continue;
            add(basis, J[next]);
            kept.push_back(next);
        }
        return kept;
    }

    static Rows picked(const Rows& J, const std::vector<std::size_t>& which) {
        Rows out;
        for (const std::size_t i : which) out.push_back(J[i]);
        return out;
    }

    // The nearest configuration where these conditions hold; nothing where the others do not.
    std::optional<MovableEquations::Values> met(Numbers& x, const std::vector<std::size_t>& which) const {
        for (int round = 0; round < 12; ++round) {
            const auto values = equations_->at(x);
            if (!values) return std::nullopt;
            const auto holds = [&](std::size_t i) {
                return std::abs(values->r[i]) <= roundings * values->rounding[i];
            };
            if (std::ranges::all_of(which, holds)) {
                for (std::size_t i = 0; i < rows_.size(); ++i)
                    if (!holds(i)) return std::nullopt;
                return values;
            }
            Numbers r;
            for (const std::size_t i : which) r.push_back(values->r[i]);
            const Numbers step = least_movement(picked(values->J, which), r, Numbers(x.size(), 1.0));
            for (std::size_t k = 0; k < x.size(); ++k) x[k] -= step[k];
        }
        return std::nullopt;
    }

    // Whether all conditions hold wherever as many as are independent at the start lead: along paths, whose gradients are kept.
    bool follow_paths(const std::vector<std::size_t>& kept) {
        for (std::size_t path = 0; path < paths; ++path) {
            Numbers x = start_, along(q_.size());
            for (std::size_t k = 0; k < along.size(); ++k)
                along[k] = static_cast<double>(mix(mix(1, path / 2), k) % 65) / 32 - 1;
            if (path % 2 != 0)
                for (double& one : along) one = -one;
            Rows J = equations_->at(start_)->J, basis;
            for (const Numbers& row : picked(J, kept)) add(basis, row);
            points_.push_back({J, basis});
            for (std::size_t k = 0; k < strides && kept.size() < q_.size(); ++k) {
                const std::vector<std::size_t> which = independent_rows(J);
                if (which.size() != kept.size()) break;
                Rows span;
                for (const Numbers& row : picked(J, which)) add(span, row);
                along = rest(along, span);
                const double size = length(along);
                for (std::size_t i = 0; i < x.size(); ++i) x[i] += stride * (along[i] /= size);
                const auto values = met(x, which);
                if (!values && k == 0) return false;
                if (!values) break;
                J = values->J;
                basis = carried(basis, picked(J, which));
                points_.push_back({J, basis});
            }
        }
        return true;
    }

    // The least determinant of sums of the conditions wherever the paths lead, as a part of what it may be; 0 where it changes its sign.
    double independence(const Rows& sums) const {
        double least = INFINITY, largest = -INFINITY;
        for (const auto& [J, basis] : points_) {
            Rows A;
            for (const Numbers& weights : sums) {
                Numbers row(q_.size()), inner;
                for (std::size_t i = 0; i < weights.size(); ++i)
                    for (std::size_t k = 0; k < row.size(); ++k) row[k] += weights[i] * J[i][k];
                const double size = length(row);
                for (const Numbers& q : basis) inner.push_back(size > 0 ? dotted(row, q) / size : 0);
                A.push_back(std::move(inner));
            }
            const double value = determinant(std::move(A));
            least = std::min(least, value);
            largest = std::max(largest, value);
        }
        return std::max({least, -largest, 0.0});
    }

    // The conditions that are kept, as sums of all: single ones if they stay independent, else sums by small numbers.
    Rows best_sums(const std::vector<std::size_t>& kept) const {
        Rows best;
        for (const std::size_t i : kept) {
            best.emplace_back(rows_.size());
            best.back()[i] = 1;
        }
        double most = independence(best);
        for (std::size_t trial = 0; trial < sums && most < well_independent; ++trial) {
            Rows sum = best;
            for (std::size_t s = others_; s < sum.size(); ++s)
                for (std::size_t i = others_; i < rows_.size(); ++i)
                    sum[s][i] = static_cast<double>(mix(mix(trial + 2, s), i) % 9) - 4;
            const double value = independence(sum);
            if (!(value > most)) continue;
            most = value;
            best = std::move(sum);
        }
        return most > dependent ? best : Rows();
    }

    void replace(const Rows& sums) {
        std::vector<std::string> names;
        std::vector<Constraint> stay;
        std::vector<Expr> positive;
        for (std::size_t s = others_; s < sums.size(); ++s) stay.push_back(sum_of(sums[s], stay.size() + 1));
        for (std::size_t i = others_; i < rows_.size(); ++i) {
            if (std::ranges::find(stay, rows_[i].name, &Constraint::name) != stay.end()) continue;
            names.push_back(rows_[i].name);
            system_.redundant.push_back(left_out(rows_[i]));
            if (rows_[i].positive) positive.push_back(rows_[i].positive);
        }
        for (Constraint& k : stay)
            if (!k.positive && !positive.empty()) {
                k.positive = positive.back();
                positive.pop_back();
            }
        model_.report(loop_redundant(rows_[others_].span, names, stay.size()));
        std::erase_if(system_.constraints, [](const Constraint& k) { return k.of_loop; });
        system_.constraints.insert(system_.constraints.end(), stay.begin(), stay.end());
    }

    // A single condition stays as it is.
    Constraint sum_of(const Numbers& weights, std::size_t number) const {
        const auto count = std::ranges::count_if(weights, [](double w) { return w != 0; });
        const auto first = std::ranges::find_if(weights, [](double w) { return w != 0; });
        Constraint out = rows_[static_cast<std::size_t>(first - weights.begin())];
        if (count == 1) return out;
        out.name = rows_[others_].name + "_sum" + std::to_string(number);
        out.positive = {};
        out.residual = system_.c().zero();
        for (std::size_t i = 0; i < weights.size(); ++i)
            out.residual += Rational(static_cast<long>(weights[i])) * rows_[i].residual;
        return out;
    }

    Elaboration& model_;
    System& system_;
    std::vector<Expr> q_;
    std::vector<Constraint> rows_;  // those of loops last
    std::size_t others_ = 0;        // those of none
    std::optional<MovableEquations> equations_;
    Numbers start_;
    struct PointOnPath {
        Rows J, basis;  // the gradients, and what they span, carried along the path
    };
    std::vector<PointOnPath> points_;
};

}  // namespace

void leave_out_redundant_loops(Elaboration& model) { Loops(model).run(); }

}  // namespace anholon
