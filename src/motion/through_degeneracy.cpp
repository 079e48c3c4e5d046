#include "motion/through_degeneracy.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/deadline.hpp"
#include "base/finite.hpp"
#include "base/stopwatch.hpp"
#include "base/text.hpp"
#include "expr/walk.hpp"
#include "model/refusal.hpp"

namespace anholon {

namespace {

using End = SimulationResult::End;

// Closeness to the set is |s|, the rows and columns of the constraints scaled; it is about 1 at the start.
constexpr double far = 0.05;              // s and ρ are taken from the configuration
constexpr double close_enough = 0.3;      // a passage is looked for
constexpr double noteworthy = 1e-2;       // it is said that a motion went around
constexpr double undecided = 1e-13;       // it is not said whether a motion touched the set
constexpr double arrived = 1e-250;        // it will not come back
constexpr std::size_t most_notes = 24;    // of passages and approaches; the rest are counted
constexpr std::size_t most_steps = 4000;  // in which t stands still
constexpr double most_lengths = 100;      // of a step, that τ may be away from 0
// A chart is left where a ratio is larger, or the minor of its m − 1 rows is a smaller part of the best one.
constexpr double largest_ratio = 4, least_minor = 0.05;
// How far from a node the series of the smooth motion must lead.
constexpr double least_beyond = 1e-3;
// The others of the constraints become dependent as well where a pivot of theirs is as small as this.
constexpr double two_at_once = 1e-8;
// How far from the smooth motion one is taken to be that motion; of a node, which all motions join.
constexpr double same_motion = 1e-11, joined = 1e-12;
// An offset that rounding does not explain: a saddle may turn such a motion away.
constexpr double told_apart = 5e-14;

constexpr const char* at_once =
    "two of the constraints become dependent on the others at once, which is not led through";

int sign(double x) { return (x > 0) - (x < 0); }

std::vector<Expr> constraint_entries(const Formulation& law) {
    const System& system = law.system();
    const std::vector<Expr> v = system.velocities();
    Substitution at_rest;
    for (const Expr& u : v) at_rest.emplace_back(u, system.c().zero());
    std::vector<Expr> list;
    for (std::size_t k = 0; k < system.constraints.size(); ++k) {
        for (std::size_t j = 0; j < v.size(); ++j) list.push_back(law.equations().W(v.size() + k, j));
        list.push_back(substitute(law.lowered(system.constraints[k].residual), at_rest));
    }
    return list;
}

struct Pivoting {
    std::vector<std::size_t> rows, columns;  // in their order
    std::vector<double> pivots;
};

// Gaussian elimination with full pivoting.
Pivoting eliminated(std::vector<double> a, std::size_t m, std::size_t n, std::size_t count) {
    Pivoting out;
    std::vector<bool> row_used(m), column_used(n);
    for (std::size_t step = 0; step < count; ++step) {
        std::size_t r = 0, c = 0;
        double most = -1;
        for (std::size_t i = 0; i < m; ++i)
            for (std::size_t j = 0; j < n; ++j)
                if (!row_used[i] && !column_used[j] && std::fabs(a[i * n + j]) > most) {
                    most = std::fabs(a[i * n + j]);
                    r = i;
                    c = j;
                }
        row_used[r] = column_used[c] = true;
        out.rows.push_back(r);
        out.columns.push_back(c);
        out.pivots.push_back(most);
        if (!(most > 0)) continue;
        for (std::size_t i = 0; i < m; ++i) {
            if (row_used[i]) continue;
            const double factor = a[i * n + c] / a[r * n + c];
            for (std::size_t j = 0; j < n; ++j) a[i * n + j] -= factor * a[r * n + j];
        }
    }
    return out;
}

bool has(std::span<const std::size_t> list, std::size_t k) {
    return std::ranges::find(list, k) != list.end();
}

}  // namespace

std::vector<Observable> without_reactions(const MovingSystem& moving) {
    std::vector<Observable> list(moving.columns().begin() + 1, moving.columns().end());
    std::erase_if(list, [](const Observable& o) { return o.kind == Observable::Kind::multiplier; });
    return list;
}

ThroughDegeneracy::ThroughDegeneracy(const MovingSystem& moving, std::vector<Observable> columns)
    : moving_(moving),
      system_(moving.system()),
      law_(moving.law()),
      n_(system_.velocities().size()),
      m_(system_.constraints.size()),
      columns_(std::move(columns)),
      column_functions_(moving.functions_of(columns_)),
      rows_of_constraints_(law_.equations(), constraint_entries(law_), moving.options().make),
      drift_(moving.drift()),
      A_(m_ * (n_ + 1)),
      direction_(moving.options().until < 0 ? -1 : 1) {
    if (!moving.switches().is_empty())
        throw Refusal(
            Refusal::Of::words, "degeneracy-unavailable",
            "the system has switches (sign, abs or if), and its motions are not led through the set where "
            "the constraints become dependent");
    if (column_functions_.need_unknowns())
        throw Refusal(
            Refusal::Of::words, "degeneracy-unavailable",
            "a column holds accelerations or reactions, which have no bound at the set where the constraints "
            "become "
            "dependent");
    for (const WatchedEvent& e : options().events) {
        const Expr function = law_.lowered(e.function);
        const Walk walk(function);
        if (std::ranges::any_of(law_.equations().unknowns,
                                [&](const Expr& z) { return walk.contains(z.id()); }))
            throw Refusal(Refusal::Of::words, "degeneracy-unavailable",
                          "the event '" + e.name +
                              "' holds accelerations or reactions, which have no bound at the set where the "
                              "constraints become dependent");
        event_functions_.push_back(function);
        events_.push_back({function, direction_ * e.direction});
    }
    row_.resize(columns_.size());
    none_.assign(law_.equations().unknowns.size(), std::numeric_limits<double>::quiet_NaN());
    start();
}

// --- the state and its chart

void ThroughDegeneracy::start() {
    p_ = moving_.parameters(options().initial);
    const InitialState initial = moving_.initial_state(options().initial);
    const std::vector<Expr>& symbols = law_.equations().state;
    y_.assign(symbols.size(), 0.0);
    for (std::size_t k = 0; k < symbols.size(); ++k)
        for (const auto* list : {&initial.q, &initial.v, &initial.lambda, &initial.states})
            for (const InitialVariable& x : *list)
                if (x.symbol == symbols[k]) y_[k] = x.value;
    Pivots pivots = *moving_.pivots();
    pivots.weigh(0, y_, p_);
    column_scale_.assign(pivots.scales().begin(), pivots.scales().end());
    // a₀ goes with the velocity 1: it is measured by the largest velocity of the start.
    double speed = 0;
    for (std::size_t j = 0; j < n_; ++j) speed = std::max(speed, std::fabs(y_[n_ + j]) * column_scale_[j]);
    column_scale_.push_back(speed > 0 ? speed : 1);
    x_.assign(1, 0.0);
    x_.insert(x_.end(), y_.begin(), y_.end());
    look(x_);
    for (std::size_t k = 0; k < m_; ++k) {
        double square = 0;
        for (std::size_t j = 0; j < n_; ++j) {
            const double entry = A_[k * (n_ + 1) + j] / column_scale_[j];
            square += entry * entry;
        }
        row_scale_.push_back(square > 0 ? std::sqrt(square) : 1);
    }
    const ChartChoice choice = best_choice();
    x_.push_back(0);
    take(choice, 0, {});
    if (s() == 0)
        return halt(End::singular, 0,
                    "the constraints are dependent where the motion starts; a motion is led through such a "
                    "configuration, not out of it");
    first_closeness_ = closeness();
    approach_.least = first_closeness_;
}

// (A, a₀) at a state whose first entries are t, q, q̇, …
void ThroughDegeneracy::look(std::span<const double> x) {
    y_.assign(x.begin() + 1, x.begin() + 1 + static_cast<long>(law_.equations().state.size()));
    rows_of_constraints_(x[0], y_, p_, {}, A_);
}

ChartChoice ThroughDegeneracy::best_choice() const {
    Vector scaled(m_ * n_);
    for (std::size_t k = 0; k < m_; ++k)
        for (std::size_t j = 0; j < n_; ++j)
            scaled[k * n_ + j] = A_[k * (n_ + 1) + j] / (column_scale_[j] * row_scale_[k]);
    const Pivoting found = eliminated(scaled, m_, n_, m_);
    ChartChoice choice{{found.rows.begin(), found.rows.end() - 1},
                       {found.columns.begin(), found.columns.end() - 1},
                       found.rows.back(),
                       found.columns.back()};
    std::ranges::sort(choice.rows);
    std::ranges::sort(choice.columns);
    return choice;
}

// |det A_IJ| of the chart against the largest.
double ThroughDegeneracy::part_of_best_minor() const {
    const ChartChoice& c = chart_->choice();
    const std::size_t count = m_ - 1;
    if (count == 0) return 1;
    Vector all(m_ * n_), own(count * count);
    for (std::size_t k = 0; k < m_; ++k)
        for (std::size_t j = 0; j < n_; ++j)
            all[k * n_ + j] = A_[k * (n_ + 1) + j] / (column_scale_[j] * row_scale_[k]);
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t j = 0; j < count; ++j) own[i * count + j] = all[c.rows[i] * n_ + c.columns[j]];
    const auto product = [](const Pivoting& p) {
        return std::accumulate(p.pivots.begin(), p.pivots.end(), 1.0, std::multiplies<>());
    };
    const Pivoting best = eliminated(all, m_, n_, count);
    if (!(std::ranges::min(best.pivots) > two_at_once)) return 0;
    return product(eliminated(own, count, count, count)) / product(best);
}

// The sign of det A_IJ, where look() was called last.
int ThroughDegeneracy::minor_sign() const {
    const ChartChoice& c = chart_->choice();
    const std::size_t count = m_ - 1;
    if (count == 0) return 1;
    Vector own(count * count);
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t j = 0; j < count; ++j) own[i * count + j] = A_[c.rows[i] * (n_ + 1) + c.columns[j]];
    Factorization factors;
    return factors.factor(own, count) ? factors.determinant_sign() : 0;
}

double ThroughDegeneracy::closeness() const {
    const ChartChoice& c = chart_->choice();
    return std::fabs(s()) / (column_scale_[c.column] * row_scale_[c.row]);
}

// y with y A_IJ = A_rJ, where look() was called last.
ThroughDegeneracy::Vector ThroughDegeneracy::combination() const {
    const ChartChoice& c = chart_->choice();
    const std::size_t count = m_ - 1, width = n_ + 1;
    Vector y(count);
    if (count == 0) return y;
    Vector transposed(count * count);
    for (std::size_t j = 0; j < count; ++j) {
        for (std::size_t i = 0; i < count; ++i)
            transposed[j * count + i] = A_[c.rows[i] * width + c.columns[j]];
        y[j] = A_[c.row * width + c.columns[j]];
    }
    Factorization factors;
    if (!factors.factor(transposed, count)) return Vector(count, std::numeric_limits<double>::quiet_NaN());
    factors.solve(y);
    return y;
}

// Goes on in this chart, in which s and the row ρ̂ are given; if no row is, both are taken from the configuration.
void ThroughDegeneracy::take(const ChartChoice& choice, double s, std::span<const double> row) {
    std::unique_ptr<BlowUpChart>& chart = charts_[choice];
    if (!chart)
        timed(result_.seconds.compile, [&] {
            moving_.exclusively([&] {
                const double tolerance = options().tolerance.value_or(all_methods()[0].tolerance);
                chart = std::make_unique<BlowUpChart>(law_, choice, events_, tolerance, options().make);
            });
        });
    chart_ = chart.get();
    x_.resize(chart_->size());
    const std::size_t at = chart_->place_of_ratios();
    if (row.empty()) {
        const Vector y = combination();
        const auto g = [&](std::size_t j) {
            double value = A_[choice.row * (n_ + 1) + j];
            for (std::size_t i = 0; i < y.size(); ++i) value -= y[i] * A_[choice.rows[i] * (n_ + 1) + j];
            return value;
        };
        s = g(choice.column);
        for (std::size_t j = 0; j < chart_->ratio_columns().size(); ++j)
            x_[at + j] = s == 0 ? 0 : g(chart_->ratio_columns()[j]) / s;
    } else {
        for (std::size_t j = 0; j < chart_->ratio_columns().size(); ++j)
            x_[at + j] = row[chart_->ratio_columns()[j]];
    }
    x_[chart_->place_of_s()] = s;
    integrator_ = chart_->integrator();
    integrator_->start(0, x_, p_);
}

// Velocities that satisfy A_I q̇ + a_0 = 0 and ρ̂ q̇ + ρ_0 = 0, by the correction of least energy. Far from the set s and ρ are first taken
// from the configuration, whose integrals they are.
void ThroughDegeneracy::keep_on_constraints() {
    const ChartChoice& c = chart_->choice();
    const std::size_t width = n_ + 1, ratios = chart_->place_of_ratios();
    if (closeness() > far) {
        const Vector y = combination();
        const auto g = [&](std::size_t j) {
            double value = A_[c.row * width + j];
            for (std::size_t i = 0; i < y.size(); ++i) value -= y[i] * A_[c.rows[i] * width + j];
            return value;
        };
        const double s = g(c.column);
        x_[chart_->place_of_s()] = s;
        for (std::size_t j = 0; j < chart_->ratio_columns().size(); ++j)
            x_[ratios + j] = g(chart_->ratio_columns()[j]) / s;
    }
    Vector rows(m_ * width);
    for (std::size_t k = 0; k + 1 < m_; ++k)
        std::copy_n(A_.begin() + static_cast<long>(c.rows[k] * width), width,
                    rows.begin() + static_cast<long>(k * width));
    rows[(m_ - 1) * width + c.column] = 1;
    for (std::size_t j = 0; j < chart_->ratio_columns().size(); ++j)
        rows[(m_ - 1) * width + chart_->ratio_columns()[j]] = x_[ratios + j];
    Vector gram(m_ * m_), residual(m_);
    for (std::size_t i = 0; i < m_; ++i) {
        residual[i] = rows[i * width + n_];
        for (std::size_t j = 0; j < n_; ++j) residual[i] += rows[i * width + j] * x_[1 + n_ + j];
        for (std::size_t k = 0; k < m_; ++k)
            for (std::size_t j = 0; j < n_; ++j)
                gram[i * m_ + k] +=
                    rows[i * width + j] * rows[k * width + j] / (column_scale_[j] * column_scale_[j]);
    }
    Factorization factors;
    if (!factors.factor(gram, m_)) return;
    factors.solve(residual);
    for (std::size_t j = 0; j < n_; ++j) {
        double change = 0;
        for (std::size_t i = 0; i < m_; ++i) change += rows[i * width + j] * residual[i];
        change /= column_scale_[j] * column_scale_[j];
        x_[1 + n_ + j] -= change;
        result_.correction = std::max(result_.correction, std::fabs(change));
    }
}

// The same state in another chart. The row ρ̂ of the new chart is a combination of ρ̂ and A_I of the old one, so that nothing is divided
// by s.
void ThroughDegeneracy::change_chart() {
    const ChartChoice old = chart_->choice();
    const std::size_t width = n_ + 1, count = m_ - 1;
    ChartChoice choice = best_choice();
    if (closeness() > far) return take(choice, 0, {});
    Vector row(width);
    row[old.column] = 1;
    for (std::size_t j = 0; j < chart_->ratio_columns().size(); ++j)
        row[chart_->ratio_columns()[j]] = x_[chart_->place_of_ratios() + j];
    // u A = s ρ̂ with u = 1 for the row r of the old chart
    const Vector y = combination();
    double u = 1;
    for (std::size_t i = 0; i < count; ++i)
        if (old.rows[i] == choice.row) u = -y[i];
    if (count > 0) {
        Vector transposed(count * count), d(count);
        for (std::size_t j = 0; j < count; ++j) {
            for (std::size_t i = 0; i < count; ++i)
                transposed[j * count + i] = A_[choice.rows[i] * width + choice.columns[j]];
            d[j] = row[choice.columns[j]];
        }
        Factorization factors;
        if (!factors.factor(transposed, count)) return halt(End::singular, x_[0], at_once);
        factors.solve(d);
        for (std::size_t j = 0; j < width; ++j)
            for (std::size_t i = 0; i < count; ++i) row[j] -= d[i] * A_[choice.rows[i] * width + j];
    }
    double most = -1;
    for (std::size_t j = 0; j < n_; ++j) {
        if (has(choice.columns, j)) continue;
        if (const double size = std::fabs(row[j]) / column_scale_[j]; size > most) {
            most = size;
            choice.column = j;
        }
    }
    const double entry = row[choice.column], s = this->s() / u * entry;
    for (double& value : row) value /= entry;
    if (!are_finite(row) || !std::isfinite(s)) return halt(End::singular, x_[0], at_once);
    take(choice, s, row);
}

void ThroughDegeneracy::inspect_chart() {
    const ChartChoice& c = chart_->choice();
    const double minor = part_of_best_minor();
    if (minor == 0) return halt(End::singular, x_[0], at_once);
    bool is_good = minor >= least_minor;
    for (std::size_t j = 0; j < chart_->ratio_columns().size(); ++j) {
        const std::size_t column = chart_->ratio_columns()[j];
        if (column == n_) continue;
        const double ratio =
            x_[chart_->place_of_ratios() + j] * column_scale_[c.column] / column_scale_[column];
        is_good = is_good && std::fabs(ratio) <= largest_ratio;
    }
    if (!is_good) change_chart();
}

// --- step by step

void ThroughDegeneracy::halt(End end, double t, const std::string& reason) {
    result_.end = end;
    result_.t = t;
    result_.reason = reason;
}

void ThroughDegeneracy::note(double t, const std::string& words) {
    if (result_.notes.size() < most_notes) {
        result_.notes.push_back(words);
        return;
    }
    ++untold_;
    last_untold_at_ = t;
}

// At a parameter of the last piece.
void ThroughDegeneracy::at(double parameter, std::span<double> x) const {
    if (piece_.is_passage)
        passage_->at(parameter, x);
    else
        integrator_->at(parameter, x);
}

// t is monotonic along a piece.
void ThroughDegeneracy::state_at(double t, Vector& x) const {
    x.resize(chart_->size());
    double before = piece_.from, behind = piece_.to;
    for (int round = 0; round < 200; ++round) {
        const double middle = before + (behind - before) / 2;
        if (middle == before || middle == behind) break;
        at(middle, x);
        if (x[0] == t) return;
        (direction_ * x[0] < direction_ * t ? before : behind) = middle;
    }
    at(behind, x);
    x[0] = t;
}

bool ThroughDegeneracy::advance() {
    piece_ = {.from = integrator_->time(), .t_from = x_[0]};
    crossings_.clear();
    if (passes()) return true;
    double length = 1.5 * (options().until - x_[0]) / s();
    look(x_);
    const Vector before = x_;
    const int side = minor_sign();
    Step step = integrator_->step(integrator_->time() + length);
    // The chart must hold as far as the step goes, and a series may lead across the end of a chart.
    for (int round = 0; step.outcome == Step::Outcome::advanced && round < 60; ++round) {
        look(integrator_->state());
        const double minor = part_of_best_minor();
        if (minor == 0 || (minor_sign() == side && minor >= least_minor / 2)) break;
        length = (step.to - step.from) / 2;
        integrator_->start(0, before, p_);
        step = integrator_->step(length);
    }
    if (step.outcome != Step::Outcome::advanced) {
        halt(step.outcome == Step::Outcome::singular ? End::singular : End::stuck, x_[0], step.reason);
        return false;
    }
    ++result_.steps;
    piece_.from = step.from;
    piece_.to = step.to;
    x_.assign(integrator_->state().begin(), integrator_->state().end());
    piece_.t_to = x_[0];
    crossings_ = step.crossings;
    if (!are_finite(x_)) {
        halt(End::singular, piece_.t_from, "the rates of change have no finite value");
        return false;
    }
    return true;
}

// From one side of the set to the other, where the motion leads to a passage.
bool ThroughDegeneracy::passes() {
    if (closeness() > close_enough) return false;
    Vector slopes;
    double rate = 0;
    chart_->g_slopes(x_, p_, slopes, rate);
    if (!(direction_ * rate * s() < 0)) return false;
    auto found = passage_ahead(*chart_, p_, x_);
    if (!found || found->kind == Passage::Kind::degenerate) return false;
    if (!(found->offset <= (found->kind == Passage::Kind::node ? joined : same_motion))) return false;
    const double t = found->x0[0];
    if (!(direction_ * t < direction_ * options().until)) return false;
    double end = -std::copysign(0.9 * found->h, found->theta);
    if (!holds_along(*found, found->theta, 0)) return false;
    for (int round = 0; round < 50 && !holds_along(*found, 0, end); ++round) end /= 2;
    // The neighbours of a node part again: rounding must not choose among them.
    const ChartChoice& c = chart_->choice();
    const double beyond = std::fabs(end) / (column_scale_[c.column] * row_scale_[c.row]);
    if (found->kind == Passage::Kind::node && beyond < least_beyond) return false;
    passage_ = std::move(found);
    ++result_.steps;
    piece_ = {.from = passage_->theta, .to = end, .t_from = x_[0], .t_to = 0, .is_passage = true};
    passage_->at(piece_.to, x_);
    piece_.t_to = x_[0];
    const std::string_view kind = anholon::name(passage_->kind);
    std::string words = "passes the degenerate set at t = " + decimal(t, 10) + place(passage_->x0);
    if (passage_->e)
        words += ": a " + std::string(kind) + ", eigenvalues " + decimal(passage_->a, 6) + " across and " +
                 decimal(*passage_->e, 6) + " along the set";
    if (passage_->kind == Passage::Kind::saddle && passage_->offset > told_apart)
        words += "; the motion is " + scientific(passage_->offset, 1) +
                 " away from the one that passes, which is too near to tell whether it turns away";
    else
        words += passage_->is_unique()
                     ? "; the continuation is unique"
                     : "; the continuation is not unique: the smooth one of a family is taken";
    note(t, words);
    approach_ = {.has_passed = true, .least = closeness(), .t = x_[0]};
    meet_in_passage();
    return true;
}

// Whether the chart holds all along a part of the smooth motion.
bool ThroughDegeneracy::holds_along(const Passage& passage, double from, double to) {
    constexpr int parts = 8;
    Vector x(chart_->size());
    look(x_);
    const int side = minor_sign();
    for (int k = 0; k <= parts; ++k) {
        passage.at(from + (to - from) * k / parts, x);
        look(x);
        if (minor_sign() != side || !(part_of_best_minor() >= least_minor / 2)) return false;
    }
    return true;
}

// Events along the smooth motion.
void ThroughDegeneracy::meet_in_passage() {
    if (events_.empty()) return;
    StateFunctions functions(law_.equations(), event_functions_, options().make);
    Vector x(chart_->size()), values(events_.size());
    const auto read = [&](double theta) {
        at(theta, x);
        const std::span<const double> y = std::span(x).subspan(1, law_.equations().state.size());
        functions(x[0], y, p_, none_, values);
        return values;
    };
    constexpr int parts = 64;
    Vector before = read(piece_.from);
    double theta_before = piece_.from;
    for (int k = 1; k <= parts; ++k) {
        const double theta = piece_.from + (piece_.to - piece_.from) * k / parts;
        const Vector now = read(theta);
        for (std::size_t e = 0; e < events_.size(); ++e) {
            const int direction = sign(now[e]) - sign(before[e]) > 0 ? 1 : -1;
            if (!(before[e] * now[e] < 0 || (now[e] == 0 && before[e] != 0))) continue;
            if (events_[e].direction != 0 && events_[e].direction != direction) continue;
            double low = theta_before, high = theta;
            while (true) {
                const double middle = low + (high - low) / 2;
                if (middle == low || middle == high) break;
                (read(middle)[e] * before[e] > 0 ? low : high) = middle;
            }
            crossings_.push_back({e, high, direction});
        }
        before = now;
        theta_before = theta;
    }
    std::ranges::stable_sort(crossings_, [&](const Crossing& a, const Crossing& b) {
        return std::fabs(a.t - piece_.from) < std::fabs(b.t - piece_.from);
    });
}

// ", " and the coordinates on which it depends whether the constraints are independent; nothing if only the time does.
std::string ThroughDegeneracy::place(std::span<const double> x) const {
    Vector slopes(chart_->g_count() * (n_ + 1));
    double rate = 0;
    chart_->g_slopes(x, p_, slopes, rate);
    const double most =
        std::fabs(*std::ranges::max_element(slopes, {}, [](double v) { return std::fabs(v); }));
    std::string names, values;
    std::size_t count = 0;
    for (std::size_t i = 0; i < n_; ++i) {
        double size = 0;
        for (std::size_t k = 0; k < chart_->g_count(); ++k)
            size = std::max(size, std::fabs(slopes[k * (n_ + 1) + 1 + i]));
        if (!(size > 1e-9 * most)) continue;
        ++count;
        names += (names.empty() ? "" : ", ") + system_.coordinates[i].symbol.symbol().name;
        const double value = std::fabs(x[1 + i]) < 1e-14 ? 0 : x[1 + i];
        values += (values.empty() ? "" : ", ") + decimal(value, 8);
    }
    if (count == 0) return "";
    return count == 1 ? ", " + names + " = " + values : ", (" + names + ") = (" + values + ")";
}

// Says how close a motion came, and notices one that does not come back.
void ThroughDegeneracy::watch_approach() {
    const double now = closeness();
    if (now < approach_.least) {
        approach_.least = now;
        approach_.t = x_[0];
    }
    if (now > far) approach_.has_passed = false;  // another chart may measure it smaller again
    if (now < noteworthy && !approach_.has_passed) approach_.is_close = true;
    if (approach_.is_close && now > far) {
        const double part = approach_.least / first_closeness_;
        const bool is_told = part > undecided;
        note(approach_.t, (is_told ? "goes around the degenerate set at t = "
                                   : "comes within rounding of the degenerate set at t = ") +
                              decimal(approach_.t, is_told ? 10 : 8) + ": sqrt(det A M^-1 A^T) falls to " +
                              scientific(part, 1) + " of its first value" +
                              (is_told ? "" : ", and whether the motion touches the set is not decided"));
        approach_ = {.least = now, .t = x_[0]};
    }
    const bool stands = std::fabs(x_[0] - approach_.t_before) <= 1e-13 * std::max(1.0, std::fabs(x_[0]));
    approach_.steps = stands ? approach_.steps + 1 : 0;
    if (!stands) approach_.t_before = x_[0];
    if (now < arrived || approach_.steps > most_steps) come_to_a_halt();
}

// Whether s falls like a higher power of the time that is left: then its rate ġ_k vanishes with it.
bool ThroughDegeneracy::approaches_slowly() {
    Vector slopes(chart_->g_count() * (n_ + 1));
    double rate = 0, most = 0;
    chart_->g_slopes(x_, p_, slopes, rate);
    for (std::size_t k = 0; k < chart_->g_count(); ++k) {
        double size = std::fabs(slopes[k * (n_ + 1)]);
        for (std::size_t i = 0; i < n_; ++i) size += std::fabs(slopes[k * (n_ + 1) + 1 + i] * x_[1 + n_ + i]);
        most = std::max(most, size);
    }
    const ChartChoice& c = chart_->choice();
    // The rate at which s would vanish by the end of the motion.
    const double usual =
        column_scale_[c.column] * row_scale_[c.row] / std::max(1.0, std::fabs(options().until));
    return most < 1e-6 * usual;
}

void ThroughDegeneracy::come_to_a_halt() {
    const auto found = passage_ahead(*chart_, p_, x_);
    const std::string where = place(x_);
    std::string words =
        "the motion comes to the degenerate set" + (where.empty() ? "" : " at " + where.substr(2));
    if (found && found->kind != Passage::Kind::degenerate && found->offset < 0.01)
        words += ", a " + std::string(anholon::name(found->kind)) + " with the eigenvalues " +
                 decimal(found->a, 6) + " across the set" +
                 (found->e ? " and " + decimal(*found->e, 6) + " along it" : "") +
                 ", where no smooth motion could be found";
    else if (found && found->kind == Passage::Kind::degenerate && found->offset < 0.01)
        words += ", a degenerate point with the eigenvalues " + decimal(found->a, 6) + " across the set" +
                 (found->e ? " and " + decimal(*found->e, 6) + " along it" : "") +
                 ": the linear part does not say what passes";
    else if (approaches_slowly())
        words +=
            ", which it comes to ever more slowly, and no smooth motion could be found there: the linear "
            "part does not "
            "say what passes";
    else
        words += " without a limit of its velocities: no motion passes there";
    halt(End::singular, x_[0], words);
}

void ThroughDegeneracy::step(const SimulationObserver& observer) {
    Deadline::check();
    if (!advance()) return;
    // t stands still on the set; rounding may take it back.
    if (direction_ * piece_.t_to < direction_ * piece_.t_from) piece_.t_to = x_[0] = piece_.t_from;
    if (direction_ * piece_.t_to >= direction_ * options().until) cut_at(options().until);
    Vector x(chart_->size());
    for (const Crossing& c : crossings_) {
        at(c.t, x);
        if (direction_ * x[0] > direction_ * piece_.t_to) break;
        if (!evaluate(x, x[0])) return;
        result_.events.push_back({c.event, x[0], direction_ * c.direction, row_});
        if (!options().events[c.event].stops) continue;
        cut_at(x[0]);
        halt(End::event, x[0], "");
        break;
    }
    report(observer);
    if (result_.end != End::reached || x_[0] == options().until) return;
    if (!observer.goes_on(x_[0])) return halt(End::interrupted, x_[0], "");
    look(x_);
    const bool was_passage = piece_.is_passage;
    keep_on_constraints();
    // τ grows without bound near the set, and its last digit must not cost a digit of t.
    const bool is_late = std::fabs(integrator_->time()) > most_lengths * std::fabs(piece_.to - piece_.from);
    if (was_passage || is_late)
        integrator_->start(0, x_, p_);
    else
        integrator_->correct(x_);
    inspect_chart();
    if (result_.end == End::reached) watch_approach();
}

void ThroughDegeneracy::cut_at(double t) {
    Vector x;
    state_at(t, x);
    x_ = std::move(x);
    piece_.t_to = t;
}

// --- what is reported

bool ThroughDegeneracy::evaluate(const Vector& x, double t) {
    y_.assign(x.begin() + 1, x.begin() + 1 + static_cast<long>(law_.equations().state.size()));
    column_functions_(t, y_, p_, none_, row_);
    const auto bad = std::ranges::find_if(row_, [](double value) { return !std::isfinite(value); });
    if (bad == row_.end()) return true;
    halt(End::unrowed, t,
         "the column '" + columns_[static_cast<std::size_t>(bad - row_.begin())].name +
             "' has no finite value here");
    return false;
}

bool ThroughDegeneracy::emit(const SimulationObserver& observer, const Vector& x, double t) {
    if (last_row_at_ == t) return true;
    if (!evaluate(x, t)) return false;
    last_row_at_ = t;
    ++result_.rows;
    result_.final = row_;
    drift_.observe(t, y_, p_, none_);
    observer.row(row_);
    return true;
}

double ThroughDegeneracy::row_time(std::size_t k) const {
    const SimulationOptions& o = options();
    if (!o.at.empty()) return k < o.at.size() ? o.at[k] : o.until;
    if (!o.every) return o.until;
    const double t = direction_ * static_cast<double>(k + 1) * *o.every;
    return direction_ * t < direction_ * o.until ? t : o.until;
}

// The rows of the last piece.
void ThroughDegeneracy::report(const SimulationObserver& observer) {
    Vector x;
    const double from = piece_.t_from, to = piece_.t_to;
    const std::size_t samples = observer.samples(result_.steps);
    for (std::size_t k = 1; k <= samples && to != from; ++k) {
        const double t =
            k == samples ? to : from + static_cast<double>(k) / static_cast<double>(samples) * (to - from);
        state_at(t, x);
        if (k == samples) x = x_;
        y_.assign(x.begin() + 1, x.begin() + 1 + static_cast<long>(law_.equations().state.size()));
        column_functions_(t, y_, p_, none_, row_);
        if (are_finite(row_)) observer.sample(row_);
    }
    if (!options().every && options().at.empty()) {
        emit(observer, x_, to);
        return;
    }
    while (direction_ * row_time(next_row_) <= direction_ * to) {
        const double t = row_time(next_row_++);
        if (direction_ * t >= direction_ * from) {
            if (t == to)
                x = x_;
            else
                state_at(t, x);
            if (!emit(observer, x, t)) return;
        }
        if (t == options().until) break;
        if (next_row_ % 64 == 0) Deadline::check();
    }
    y_.assign(x_.begin() + 1, x_.begin() + 1 + static_cast<long>(law_.equations().state.size()));
    drift_.observe(to, y_, p_, none_);
}

SimulationResult ThroughDegeneracy::run(const SimulationObserver& observer) {
    result_.method = all_methods()[0].name;
    const double compiled = result_.seconds.compile;
    const auto move = [&] {
        try {
            if (options().at.empty() || options().at.front() == 0) {
                if (!emit(observer, x_, 0)) return;
                if (observer.samples(0) > 0) observer.sample(row_);
            }
            first_ = {0, y_, none_};
            while (result_.end == End::reached && x_[0] != options().until) step(observer);
        } catch (const Cancelled&) {
            halt(End::interrupted, x_[0], "the motion was asked to stop");
        } catch (const TimeIsUp&) {
            halt(End::interrupted, x_[0], "the time allowed has passed");
        }
        if (options().at.empty() && (!last_row_at_ || direction_ * x_[0] > direction_ * *last_row_at_))
            emit(observer, x_, x_[0]);
    };
    if (result_.end == End::reached)
        timed(result_.seconds.integrate, move);
    else
        emit(observer, x_, 0);
    if (untold_ > 0)
        result_.notes.push_back(
            "and " + std::to_string(untold_) +
            (untold_ == 1 ? " more such event, at t = " : " more such events, the last at t = ") +
            decimal(last_untold_at_, 10));
    result_.seconds.integrate -= result_.seconds.compile - compiled;
    if (result_.end == End::reached) result_.t = x_[0];
    y_.assign(x_.begin() + 1, x_.begin() + 1 + static_cast<long>(law_.equations().state.size()));
    moving_.explain(drift_, p_, first_, {x_[0], y_, none_},
                    options().tolerance.value_or(all_methods()[0].tolerance));
    result_.drifts = drift_.drifts();
    std::erase_if(result_.drifts, [](const Drift& d) { return !std::isfinite(d.initial); });
    return result_;
}

}  // namespace anholon
