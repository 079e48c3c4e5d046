#include "study/standstill/steady_part.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "algebra/ball_matrix.hpp"
#include "algebra/exactly.hpp"
#include "algebra/prime_field.hpp"
#include "calculus/vector.hpp"
#include "expr/dependence.hpp"
#include "expr/derivative.hpp"
#include "expr/linear.hpp"
#include "expr/walk.hpp"
#include "integrate/least_squares.hpp"
#include "mechanics/forms/core.hpp"
#include "model/request.hpp"
#include "motion/exported.hpp"
#include "structure/evidence/state_sampler.hpp"

namespace anholon {

namespace {

constexpr long near_bits = 64;

// The slope alone does not tell: that of sign x is zero.
bool depends(Expr e, Expr x) {
    const Expr slope = derivative(e, x);
    if (!slope.is_number())
        return is_zero_modulo_primes(slope).answer != Answer::yes || !is_constant_in(e, x);
    return !slope.number().is_zero() || !is_constant_in(e, x);
}

// The expression itself where it has no value there as it is written.
Expr at_values(Expr e, const Substitution& values) {
    try {
        return substitute(e, values);
    } catch (const Undefined&) {
        return e;
    }
}

bool contains(std::span<const std::size_t> list, std::size_t k) {
    return std::ranges::find(list, k) != list.end();
}

// Subtracts multiples of a row of D, divided by its entry at `column`, from all others.
void eliminate(std::vector<double>& D, std::size_t m, std::size_t n, std::size_t row, std::size_t column) {
    const double divisor = D[row * n + column];
    for (std::size_t j = 0; j < n; ++j) D[row * n + j] /= divisor;
    for (std::size_t i = 0; i < m; ++i) {
        const double factor = i == row ? 0 : D[i * n + column];
        for (std::size_t j = 0; j < n && factor != 0; ++j) D[i * n + j] -= factor * D[row * n + j];
    }
}

// Dδx = 0, an m × n system, solved for the variables that elimination with full pivoting takes.
LinearPart tangent(std::vector<double> D, std::size_t m, std::size_t n) {
    std::vector<std::size_t> pivot(n, m);  // the row that gives a variable; m if it is independent
    std::vector<bool> used(m, false);
    double first = 0;
    for (std::size_t step = 0; step < m; ++step) {
        std::size_t row = 0, column = 0;
        double most = 0;
        // Of equals the first is taken, also if rounding has made them differ.
        for (std::size_t i = 0; i < m; ++i)
            for (std::size_t j = 0; j < n && !used[i]; ++j)
                if (std::fabs(D[i * n + j]) > most * (1 + 1e-9)) {
                    most = std::fabs(D[i * n + j]);
                    row = i;
                    column = j;
                }
        first = std::max(first, most);
        if (most <= 1e-12 * first) break;
        used[row] = true;
        pivot[column] = row;
        eliminate(D, m, n, row, column);
    }
    LinearPart out;
    for (std::size_t j = 0; j < n; ++j)
        if (pivot[j] == m) out.independent.push_back(j);
    for (std::size_t i = 0; i < n; ++i)
        for (const std::size_t j : out.independent)
            out.T.push_back(pivot[i] == m ? (i == j ? 1.0 : 0.0) : -D[pivot[i] * n + j]);
    return out;
}

// Those that the form takes by itself, unless they degenerate at the initial state: y' = x*z' is no equation for z' where x = 0.
IndependentVelocities independent_velocities(const System& system) {
    const bool has_choice = std::ranges::any_of(
        system.constraints, [](const Constraint& k) { return k.kind == Constraint::Kind::linear; });
    if (!has_choice || system.algebra || form_to_integrate(Setting(system)).id != "maggi")
        return std::nullopt;
    return regular_velocities(system);
}

}  // namespace

std::vector<Expr> explicit_rates(const RateEquations& e) {
    if (e.unknowns.empty()) return e.rates;
    const Solution z = solve(e.W, e.r);
    if (z.outcome != Solution::Outcome::unique) return e.rates;
    Substitution solved;
    for (std::size_t k = 0; k < e.unknowns.size(); ++k) solved.emplace_back(e.unknowns[k], z.x[k]);
    return substitute(e.rates, solved);
}

SteadyPart::SteadyPart(const System& system, Standstill what)
    : system_(system),
      what_(what),
      formulation_(system, form_to_integrate(Setting(system)), independent_velocities(system)),
      law_(system, law_behind(formulation_.form(), system)),
      rates_(formulation_.equations()),
      from_law_(law_.equations(), law_.lowered(formulation_.state_in_velocities())) {
    const RateEquations& e = formulation_.equations();
    Point declared;
    for (std::size_t k = 0; k < e.parameters.size(); ++k)
        declared.emplace_back(e.parameters[k], e.parameter_values[k]);
    set_parameters(declared);
    find_kept();
    find_constraints();
    place_left_out();
    if (formulation_.has_free_velocities())
        all_velocities_.emplace(formulation_.equations(), formulation_.lowered(system.velocities()));
    use({});
}

void SteadyPart::set_parameters(std::span<const double> p) {
    Point values;
    for (std::size_t k = 0; k < p.size(); ++k)
        values.emplace_back(formulation_.equations().parameters[k], exactly(p[k]));
    set_parameters(values);
}

void SteadyPart::set_parameters(const Point& values) {
    std::vector<double> numbers;
    values_ = values;
    exact_parameters_.clear();
    for (const auto& [symbol, value] : values) {
        const auto declared = std::ranges::find(system_.parameters, symbol, &Parameter::symbol);
        const bool is_declared = declared != system_.parameters.end() && declared->value == value;
        exact_parameters_.emplace_back(symbol, is_declared ? declared->exact : system_.c().number(value));
        numbers.push_back(value.to_double());
    }
    rates_.set_parameters(numbers);
}

void SteadyPart::use(const std::vector<InfinitesimalSymmetry>& symmetries) {
    // How a symmetry acts on multipliers is not known.
    const bool has_multipliers = state().size() > formulation_.coordinates() + formulation_.velocities();
    const bool are_used = what_ == Standstill::steady && !has_multipliers;
    symmetries_ =
        SymmetryAction(formulation_, kept_, are_used ? symmetries : std::vector<InfinitesimalSymmetry>());
}

void SteadyPart::demand_autonomous(const Substitution& values) const {
    for (const Expr& rate : rates_with_time_)
        if (depends(at_values(rate, values), formulation_.equations().t))
            throw DependsOnTime("the equations of motion depend on time");
}

// Beginning with the velocities: a coordinate is kept if a rate of something kept depends on it, or a geometric constraint ties
// it to another that is kept.
void SteadyPart::find_kept() {
    const RateEquations& e = formulation_.equations();
    const std::vector<Expr> rates = explicit_rates(e);
    const std::size_t nq = formulation_.coordinates();
    for (const Expr& rate : rates)
        if (depends(rate, e.t)) rates_with_time_.push_back(rate);
    for (std::size_t k = nq; k < e.state.size(); ++k) kept_.push_back(k);
    const std::vector<Expr> places = system_.functions_of_place();
    const auto is_tied = [&](std::size_t j) {
        return std::ranges::any_of(places, [&](const Expr& F) {
            return depends(F, e.state[j]) &&
                   std::ranges::any_of(kept_, [&](std::size_t i) { return depends(F, e.state[i]); });
        });
    };
    for (bool grown = true; grown;) {
        grown = false;
        for (std::size_t j = 0; j < nq; ++j) {
            if (contains(kept_, j)) continue;
            const auto needs = [&](std::size_t i) { return depends(rates[i], e.state[j]); };
            if (!std::ranges::any_of(kept_, needs) && !is_tied(j)) continue;
            kept_.push_back(j);
            grown = true;
        }
    }
    for (std::size_t j = 0; j < nq; ++j) {
        if (contains(kept_, j)) continue;
        cyclic_.push_back(e.state[j]);
        if (what_ == Standstill::equilibrium) kept_.push_back(j);
    }
    std::ranges::sort(kept_);
}

// Those between kept variables; a constraint of cyclic coordinates alone says nothing of them.
void SteadyPart::find_constraints() {
    const RateEquations& e = formulation_.equations();
    const bool are_free = formulation_.velocities() < system_.velocities().size();
    std::vector<Expr> kept, all;
    for (const std::size_t k : kept_) kept.push_back(e.state[k]);
    const auto add = [&](Expr residual) {
        if (std::ranges::any_of(kept, [&](Expr x) { return depends(residual, x); })) all.push_back(residual);
    };
    for (const Expr& F : system_.relations) add(F);
    for (const Constraint& k : system_.constraints) {
        const bool is_geometric = k.kind == Constraint::Kind::geometric;
        if (is_geometric) add(k.residual);
        if (!are_free && (is_geometric || keeps_velocity_constraints(formulation_.form())))
            add(formulation_.lowered(is_geometric ? Dt(k.residual) : k.residual));
    }
    constraints_ = all;
    if (all.empty()) return;
    const Matrix slopes = jacobian(all, kept);
    all.insert(all.end(), slopes.entries().begin(), slopes.entries().end());
    constraint_functions_.emplace(e, all);
}

// 0, which is written shortest; where that is singular, as in 1/x, different numbers.
void SteadyPart::place_left_out() {
    const RateEquations& e = formulation_.equations();
    std::vector<Expr> functions(e.W.entries().begin(), e.W.entries().end());
    for (const std::vector<Expr>* list :
         {&e.r, &e.rates, static_cast<const std::vector<Expr>*>(&constraints_)})
        functions.insert(functions.end(), list->begin(), list->end());
    for (const long first : {0, 1}) {
        left_out_.clear();
        for (std::size_t k = 0; k < e.state.size(); ++k)
            if (!contains(kept_, k))
                left_out_.emplace_back(e.state[k],
                                       system_.c().number(Rational(first * static_cast<long>(k + 1))));
        try {
            if (!left_out_.empty()) substitute(functions, left_out_);
            return;
        } catch (const Undefined&) {
        }
    }
}

const std::vector<Expr>& SteadyPart::integrals() {
    if (integrals_) return *integrals_;
    Substitution quasi;
    for (const QuasiVelocity& one : system_.quasi) quasi.emplace_back(one.symbol, one.definition);
    std::vector<Expr> candidates{energy_of(system_)}, changes;
    for (const Expectation& e : system_.expectations)
        if (e.kind == Expectation::Kind::integral && e.left) candidates.push_back(substitute(e.left, quasi));
    for (const Expr& F : candidates) changes.push_back(Dt(F));
    const Budget unlimited(std::numeric_limits<double>::infinity());
    const auto proved =
        vanish(Setting(system_), changes, StateSampler::At::motion, Parameters::free, unlimited);
    integrals_.emplace();
    for (std::size_t k = 0; k < candidates.size(); ++k) {
        if (proved[k].answer != Answer::yes) continue;
        try {
            integrals_->push_back(formulation_.lowered(candidates[k]));
        } catch (const Unavailable&) {
            // It holds what the state does not tell.
        }
    }
    return *integrals_;
}

std::vector<double> SteadyPart::state_at(std::span<const double> law_state) {
    std::vector<double> x(state().size());
    from_law_(0, law_state, parameters(), {}, x);
    return x;
}

SteadyPart::Residuals SteadyPart::constraints_at(std::span<const double> x) {
    if (!constraint_functions_) return {};
    std::vector<double> all(constraint_functions_->size());
    (*constraint_functions_)(0, x, parameters(), {}, all);
    const auto middle = all.begin() + static_cast<long>(constraints_.size());
    return {{all.begin(), middle}, {middle, all.end()}};
}

std::optional<SteadyPart::Residuals> SteadyPart::rates_at(std::span<const double> x) {
    const std::size_t n = state().size();
    std::vector<double> dx(n), J(n * n);
    if (!rates_.rates(0, x, dx) || !rates_.jacobian(0, x, J)) return std::nullopt;
    double largest = 0, farthest = 1;
    for (const double slope : J) largest = std::max(largest, std::fabs(slope));
    for (const double value : x) farthest = std::max(farthest, std::fabs(value));
    const double rounding = 1e-14 * std::min(largest, farthest);  // what is less is left of a zero
    Residuals out;
    for (const std::size_t i : kept_) {
        out.values.push_back(dx[i]);
        for (const std::size_t j : kept_)
            out.slopes.push_back(std::fabs(J[i * n + j]) > rounding ? J[i * n + j] : 0);
    }
    return out;
}

std::size_t SteadyPart::kept_coordinates() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(kept_, [&](std::size_t k) { return k < formulation_.coordinates(); }));
}

std::optional<std::vector<double>> SteadyPart::turning_at(std::span<const double> x) {
    std::vector<double> dx(state().size()), kept_rates;
    if (!rates_.rates(0, x, dx)) return std::nullopt;
    for (const std::size_t k : kept_) kept_rates.push_back(dx[k]);
    return least_squares(symmetries_.fields_at(x, parameters()), kept_.size(), symmetries_.size(),
                         kept_rates);
}

Slice SteadyPart::slice_at(std::span<const double> x) {
    double scale = 0;
    for (const std::size_t k : kept_) scale = std::max(scale, std::fabs(x[k]));
    return Slice(symmetries_.fields_at(x, parameters()), kept_.size(), symmetries_.size(), kept_coordinates(),
                 scale);
}

SteadyPart::Residuals SteadyPart::held_at(std::span<const double> x, HeldFunctions& held) {
    std::vector<double> functions(held.functions_.size());
    held.functions_(0, x, parameters(), {}, functions);
    const auto middle = functions.begin() + static_cast<long>(held.values_.size());
    Residuals given{{functions.begin(), middle}, {middle, functions.end()}};
    for (std::size_t k = 0; k < held.values_.size(); ++k) given.values[k] -= held.values_[k];
    return given;
}

// Constraints, ẋ − c_k ξ_k, held functions; their slopes with respect to the kept variables and to c.
std::optional<SteadyPart::Residuals> SteadyPart::stacked(std::span<const double> x, std::span<const double> c,
                                                         HeldFunctions& held) {
    const std::size_t n = kept_.size(), r = c.size();
    Residuals all;
    const auto add = [&](const Residuals& rows, std::span<const double> slopes_of_c) {
        for (std::size_t i = 0; i < rows.values.size(); ++i) {
            const auto row = rows.slopes.begin() + static_cast<long>(i * n);
            all.values.push_back(rows.values[i]);
            all.slopes.insert(all.slopes.end(), row, row + static_cast<long>(n));
            for (std::size_t k = 0; k < r; ++k)
                all.slopes.push_back(slopes_of_c.empty() ? 0 : -slopes_of_c[i * r + k]);
        }
    };
    add(constraints_at(x), {});
    auto rates = rates_at(x);
    if (!rates) return std::nullopt;
    const std::vector<double> V = symmetries_.fields_at(x, parameters()),
                              turned = symmetries_.slopes_at(x, parameters(), c);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t k = 0; k < r; ++k) rates->values[i] -= V[i * r + k] * c[k];
    for (std::size_t i = 0; i < n * n && r > 0; ++i) rates->slopes[i] -= turned[i];
    add(*rates, V);
    add(held_at(x, held), {});
    return all;
}

namespace {

// What least squares make small.
double norm(const SteadyPart::Residuals& r) {
    double sum = 0;
    for (const double value : r.values) sum += value * value;
    return std::sqrt(sum);
}

// Levenberg's step, damped with the residual, and not along the orbit of symmetries: solutions come in families, and far from them
// the directions along these are no longer neutral, but so weak that Newton's own step would lead far away. It still converges as
// fast (Yamashita and Fukushima 2001).
std::vector<double> damped_step(SteadyPart::Residuals here, const Slice& slice, std::size_t unknowns) {
    const double damping = 0.1 * norm(here);
    const auto add_row = [&](std::span<const double> row, double factor) {
        here.values.push_back(0);
        here.slopes.resize(here.slopes.size() + unknowns, 0.0);
        for (std::size_t k = 0; k < row.size(); ++k)
            here.slopes[here.slopes.size() - unknowns + k] = factor * row[k];
    };
    std::vector<double> unit(unknowns, 0.0);
    for (double& entry : unit) {
        entry = 1;
        add_row(unit, damping);
        entry = 0;
    }
    for (std::size_t a = 0; a < slice.rows(); ++a) add_row(slice.condition(a), 1);
    return least_squares(here.slopes, here.values.size(), unknowns, here.values);
}

std::vector<double> limited(std::vector<double> change, double most) {
    double longest = 0;
    for (const double c : change) longest = std::max(longest, std::fabs(c));
    for (double& c : change)
        if (longest > most) c *= most / longest;
    return change;
}

}  // namespace

std::vector<Expr> SteadyPart::HeldFunctions::with_slopes(const SteadyPart& part,
                                                         const std::vector<Held>& held) {
    std::vector<Expr> functions, kept;
    for (const std::size_t k : part.kept()) kept.push_back(part.state()[k]);
    for (const Held& h : held) functions.push_back(h.function);
    if (held.empty()) return functions;
    const Matrix slopes = jacobian(functions, kept);
    functions.insert(functions.end(), slopes.entries().begin(), slopes.entries().end());
    return functions;
}

SteadyPart::HeldFunctions::HeldFunctions(const SteadyPart& part, const std::vector<Held>& held)
    : functions_(part.formulation().equations(), with_slopes(part, held)) {
    for (const Held& h : held) {
        list_.push_back(h.function);
        values_.push_back(h.value);
    }
}

// Whether what settle() leaves of the rates moves velocities that constraints tie to the free ones. Where these are badly chosen, as x'
// and y' on the equator of a sphere, a small rest of theirs is a large one of the others, and nothing stands still.
bool SteadyPart::moves_others(const std::vector<double>& x, const Residuals& left) {
    constexpr double too_much = 1e-6;
    if (!all_velocities_ || all_velocities_->need_unknowns()) return false;
    std::vector<double> moved = x, here(all_velocities_->size()), there(here.size());
    for (std::size_t i = 0; i < kept_.size(); ++i) moved[kept_[i]] += left.values[constraints_.size() + i];
    (*all_velocities_)(0, x, parameters(), {}, here);
    (*all_velocities_)(0, moved, parameters(), {}, there);
    for (std::size_t k = 0; k < here.size(); ++k)
        if (std::fabs(there[k] - here[k]) > too_much * std::max(1.0, std::fabs(here[k]))) return true;
    return false;
}

bool SteadyPart::settle(std::vector<double>& x, const std::vector<Held>& held) {
    HeldFunctions functions(*this, held);
    return settle(x, functions);
}

bool SteadyPart::settle(std::vector<double>& x, HeldFunctions& held) {
    struct Place {
        std::vector<double> x, c;
    };
    const auto residuals = [&](const Place& at) { return stacked(at.x, at.c, held); };
    const std::size_t n = kept_.size(), unknowns = n + symmetries_.size();
    // Standstills of a core come in families as well: what was moved by symmetries stands still in it.
    const bool is_damped = symmetries_.size() > 0 || is_core(system_);
    steps_ = 0;
    refused_.clear();
    residual_ = std::numeric_limits<double>::infinity();
    auto turning = turning_at(x);
    if (!turning) return false;
    Place place{x, std::move(*turning)};
    auto here = residuals(place);
    if (!here) return false;
    residual_ = norm(*here);
    constexpr int max_steps = 200, max_halvings = 12;
    constexpr double max_change =
        1;  // in one step, so that what is found is near: of an angle, the next and not the tenth
    for (int halving = 0; steps_ < max_steps && halving < max_halvings && residual_ > 0; ++steps_) {
        const std::vector<double> change =
            limited(is_damped ? damped_step(*here, slice_at(place.x), unknowns)
                              : least_squares(here->slopes, here->values.size(), n, here->values),
                    max_change);
        for (halving = 0; halving < max_halvings; ++halving) {
            Place next = place;
            for (std::size_t k = 0; k < n; ++k) next.x[kept_[k]] -= std::ldexp(change[k], -halving);
            for (std::size_t k = n; k < unknowns; ++k) next.c[k - n] -= std::ldexp(change[k], -halving);
            auto there = residuals(next);
            if (!there || !(norm(*there) < residual_)) continue;
            place = std::move(next);
            here = std::move(there);
            residual_ = norm(*here);
            break;
        }
    }
    // What rounding has left of a zero; and more of it, if that does no harm, as where Newton's method crept towards a multiple one.
    bool has_rates = true;
    double size = 0;
    for (const std::size_t k : kept_) size = std::max({size, std::fabs(x[k]), std::fabs(place.x[k])});
    const auto take = [&](double most, bool only_if_better) {
        Place rounded = place;
        for (const std::size_t k : kept_)
            if (std::fabs(place.x[k]) <= most * size) rounded.x[k] = 0;
        const auto there = residuals(rounded);
        has_rates = there.has_value();
        if (!there) return;
        const bool is_better = norm(*there) <= residual_;
        if (is_better || (!only_if_better && stands_still_to_rounding(rounded.x, rounded.c, held)))
            place = std::move(rounded);
    };
    take(1e-8, true);
    take(1e-14, false);
    // Towards a multiple zero it creeps, and ends where rounding hides the slope.
    for (const double crept : {1e-8, 1e-6, 1e-4})
        if (has_rates && !stands_still_to_rounding(place.x, place.c, held)) take(crept, false);
    if (!has_rates) {  // it was on the way to a state without rates
        refused_ = "Newton's method leads to a singular state: " + why();
        return false;
    }
    x = std::move(place.x);
    if (!stands_still_to_rounding(x, place.c, held)) return false;
    if (!moves_others(x, *residuals({x, place.c}))) return true;
    refused_ =
        "Newton's method leads to a singular state: the free velocities stand still there, and others do not";
    return false;
}

// Of the largest of the coordinates, or of the other variables: rounding in one of them is in all.
double SteadyPart::size_beside(std::size_t variable, std::span<const double> x) const {
    const auto is_coordinate = [&](std::size_t k) { return k < formulation_.coordinates(); };
    double size = 0;
    for (const std::size_t k : kept_)
        if (is_coordinate(k) == is_coordinate(variable)) size = std::max(size, std::fabs(x[k]));
    return size;
}

std::optional<EnclosedPoint> SteadyPart::enclosed_near(std::span<const double> x, double uncertainty) const {
    const RateEquations& e = formulation_.equations();
    EnclosedPoint at{{e.t, Ball(0, near_bits)}};
    for (const auto& [symbol, value] : exact_parameters_)
        at.emplace_back(symbol, enclosure(value, Point(), near_bits));
    for (std::size_t k = 0; k < x.size(); ++k)
        at.emplace_back(state()[k], Ball(exactly(x[k]), near_bits).widened(uncertainty * size_beside(k, x)));
    if (e.unknowns.empty()) return at;
    const std::size_t m = e.unknowns.size();
    std::vector<Expr> entries(e.W.entries().begin(), e.W.entries().end());
    entries.insert(entries.end(), e.r.begin(), e.r.end());
    const std::vector<Ball> values = enclosures(entries, at, near_bits);
    BallMatrix W(m, m), r(m, 1);
    for (std::size_t i = 0; i < m; ++i) {
        for (std::size_t j = 0; j < m; ++j) W(i, j) = values[i * m + j];
        r(i, 0) = values[m * m + i];
    }
    const auto z = solved(W, r, near_bits);
    if (!z) return std::nullopt;
    for (std::size_t k = 0; k < m; ++k) at.emplace_back(e.unknowns[k], (*z)(k, 0));
    return at;
}

// May constraints, ẋ − c_k ξ_k and held functions vanish at a state this near? Empty if unknown.
std::optional<bool> SteadyPart::may_stand_still(std::span<const double> x, const HeldFunctions& held,
                                                double uncertainty) const {
    const auto at = enclosed_near(x, uncertainty);
    if (!at) return std::nullopt;
    const std::size_t n = kept_.size(), r = symmetries_.size(), m = constraints_.size();
    std::vector<Expr> list = constraints_;
    for (const std::size_t k : kept_) list.push_back(formulation_.equations().rates[k]);
    list.insert(list.end(), symmetries_.components().begin(), symmetries_.components().end());
    list.insert(list.end(), held.list_.begin(), held.list_.end());
    std::vector<Ball> values = enclosures(list, *at, near_bits);
    if (!std::ranges::all_of(values, &Ball::is_finite)) return std::nullopt;
    BallMatrix rates(n, 1), V(n, r);
    for (std::size_t i = 0; i < n; ++i) {
        rates(i, 0) = values[m + i];
        for (std::size_t k = 0; k < r; ++k) V(i, k) = values[m + n + k * n + i];
    }
    for (std::size_t k = 0; k < held.values_.size(); ++k) {
        Ball& gap = values[m + n + n * r + k];
        const double value = held.values_[k];
        gap.subtract(gap, Ball(exactly(value), near_bits).widened(uncertainty * std::fabs(value)), near_bits);
        if (!gap.contains_zero()) return false;
    }
    if (const PivotPlaces chosen = pivot_places(V, 1e-9); !chosen.rows.empty()) {
        std::vector<std::size_t> all(n);
        std::iota(all.begin(), all.end(), std::size_t{0});
        const auto c = solved(V.part(chosen.rows, chosen.columns), rates.part(chosen.rows, {0}), near_bits);
        if (!c) return std::nullopt;
        rates = difference(rates, product(V.part(all, chosen.columns), *c, near_bits), near_bits);
    }
    for (std::size_t i = 0; i < n; ++i)
        if (!rates(i, 0).contains_zero()) return false;
    return std::all_of(values.begin(), values.begin() + static_cast<long>(m),
                       [](const Ball& F) { return F.contains_zero(); });
}

// Changes of x as small as rounding beside its own size let the residuals vanish: no size that is given from outside decides. Where a
// function has no value at all of these, as a root at its end, to first order.
bool SteadyPart::stands_still_to_rounding(std::span<const double> x, std::span<const double> c,
                                          HeldFunctions& held) {
    constexpr double rounding = 3e-8;  // √ε: as far as it may leave Newton's method from a double zero
    if (const auto known = may_stand_still(x, held, rounding)) return *known;
    const auto here = stacked(x, c, held);
    if (!here) return false;
    const std::size_t unknowns = kept_.size() + c.size();
    for (std::size_t i = 0; i < here->values.size(); ++i) {
        double terms = 0;
        for (std::size_t k = 0; k < unknowns; ++k)
            terms += std::fabs(here->slopes[i * unknowns + k] *
                               (k < kept_.size() ? size_beside(kept_[k], x) : c[k - kept_.size()]));
        if (!(std::fabs(here->values[i]) <= rounding * terms)) return false;
    }
    return true;
}

// D(ẋ − c_k ξ_k) on the slice across the orbit, what leads along the orbit taken away: constant coefficients, though ẋ is not zero.
std::optional<LinearPart> SteadyPart::linear_part(std::span<const double> x) {
    const auto rates = rates_at(x);
    const auto turning = turning_at(x);
    if (!rates || !turning) return std::nullopt;
    const std::size_t n = kept_.size();
    const std::vector<double> turned = symmetries_.slopes_at(x, parameters(), *turning);
    const Slice slice = slice_at(x);
    std::vector<double> conditions = constraints_at(x).slopes;
    conditions.insert(conditions.end(), slice.conditions().begin(), slice.conditions().end());
    LinearPart out = tangent(std::move(conditions), constraints_.size() + slice.rows(), n);
    out.orbit = slice.rows();
    const std::size_t l = out.independent.size();
    out.A.resize(l * l);
    for (std::size_t j = 0; j < l; ++j) {
        std::vector<double> column(n, 0.0);
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t k = 0; k < n; ++k)
                column[i] += (rates->slopes[i * n + k] - turned[i * n + k]) * out.T[k * l + j];
        column = slice.across(std::move(column));
        for (std::size_t i = 0; i < l; ++i) out.A[i * l + j] = column[out.independent[i]];
    }
    return out;
}

namespace {

// A step along a direction and back to a standstill: how far it remains moved, in steps.
std::optional<std::vector<double>> change_along(SteadyPart& part, const std::vector<double>& x,
                                                const Slice& slice, std::span<const double> direction,
                                                double step) {
    const std::size_t n = part.kept().size();
    std::vector<double> there = x;
    for (std::size_t i = 0; i < n; ++i) there[part.kept()[i]] += step * direction[i];
    if (!part.settle(there)) return std::nullopt;
    std::vector<double> change(n);
    for (std::size_t i = 0; i < n; ++i) change[i] = (there[part.kept()[i]] - x[part.kept()[i]]) / step;
    change = slice.across(std::move(change));
    double length = 0;
    for (const double c : change) length += c * c;
    if (length < 0.25) return std::nullopt;
    return change;
}

// Where families cross, a step along a sum of their directions leads back to one of them, or to none.
bool is_one_family(SteadyPart& part, const std::vector<double>& x, const Slice& slice,
                   const std::vector<std::vector<double>>& known, const std::vector<double>& direction) {
    constexpr double step = 1e-3, bent = 0.1;
    for (const std::vector<double>& other : known)
        for (const double sign : {1.0, -1.0}) {
            std::vector<double> sum = direction;
            double length = 0, off = 0;
            for (std::size_t i = 0; i < sum.size(); ++i) {
                sum[i] += sign * other[i];
                length += sum[i] * sum[i];
            }
            const auto change = change_along(part, x, slice, sum, step);
            if (!change) return false;
            for (std::size_t i = 0; i < sum.size(); ++i)
                off += ((*change)[i] - sum[i]) * ((*change)[i] - sum[i]);
            if (off > bent * bent * length) return false;
        }
    return true;
}

}  // namespace

// Steps along the kernel and back to a standstill: those directions in which it remains where it was moved to are the family's. What
// the step is off the kernel is due to its length. Near an isolated zero of high order a short step is lost in rounding, a long one is
// not; a family may end on one side. Of families that cross here only one is followed.
std::vector<std::vector<double>> family_directions(SteadyPart& part, const std::vector<double>& x,
                                                   const LinearPart& linear) {
    const std::size_t l = linear.independent.size(), n = part.kept().size();
    const Slice slice = part.slice_at(x);
    constexpr double step = 1e-3, long_steps[] = {0.03, 0.1, 0.3};
    const std::vector<std::vector<double>> basis = kernel(linear.A, l, l, {1e-9});
    const std::size_t m = basis.size();
    std::vector<double> tangent(n * m, 0.0);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t k = 0; k < m; ++k)
            for (std::size_t j = 0; j < l; ++j) tangent[i * m + k] += linear.T[i * l + j] * basis[k][j];
    std::vector<double> moved;
    std::vector<std::vector<double>> out;
    for (std::size_t k = 0; k < m; ++k) {
        std::vector<double> direction(n);
        for (std::size_t i = 0; i < n; ++i) direction[i] = tangent[i * m + k];
        const auto change = change_along(part, x, slice, direction, step);
        if (!change) continue;
        std::vector<double> tried = moved;
        tried.insert(tried.end(), change->begin(), change->end());
        if (rank(tried, out.size() + 1, n, {0.1}) != out.size() + 1) continue;
        const std::vector<double> along = least_squares(tangent, n, m, *change);
        std::vector<double> found(n, 0.0);
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < m; ++j) found[i] += tangent[i * m + j] * along[j];
        const bool goes_on = std::ranges::all_of(long_steps, [&](double far) {
            return change_along(part, x, slice, found, far) || change_along(part, x, slice, found, -far);
        });
        if (!goes_on || !is_one_family(part, x, slice, out, found)) continue;
        moved = std::move(tried);
        out.push_back(std::move(found));
    }
    return out;
}

std::size_t family_dimension(SteadyPart& part, const std::vector<double>& x, const LinearPart& linear) {
    return family_directions(part, x, linear).size();
}

}  // namespace anholon
