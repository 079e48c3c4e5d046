#pragma once

#include <compare>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "integrate/rate_function.hpp"
#include "integrate/taylor/taylor.hpp"
#include "motion/formulation.hpp"

namespace anholon {

// Near configurations where the m constraints A q̇ + a₀ = 0 become dependent, the rows of (A, a₀) are written as m − 1 of them, A_I, and
//
//     A_r − y A_I = s (e_k + Σ ρ_j e_j),      y A_IJ = A_rJ,
//
// the row r less its part along the others: it vanishes in the m − 1 columns J, s is its entry in the column k, and the ρ_j are the ratios of
// the others to it. A configuration of the degenerate set has s = 0, and the ratios ρ remember from where it was reached: this is the
// blow-up of the set, and (I, r, J, k) is one of its charts.
struct ChartChoice {
    std::vector<std::size_t> rows;     // I
    std::vector<std::size_t> columns;  // J
    std::size_t row = 0;               // r
    std::size_t column = 0;            // k
    auto operator<=>(const ChartChoice&) const = default;
};

// The motion in one chart, in the time τ with dt = s dτ, as a regular system for x = (t, q, q̇, …, s, ρ):
//
//     t' = s,   q' = s q̇,   M q̇' = s F + A_Iᵀ μ + ρ̂ ν,   A_I q̇' = s b_I,   ρ̂ q̇' = −Σ ρ_j' q̇_j,
//     s' = s ġ_k,   ρ_j' = ġ_j − ρ_j ġ_k,
//
// where g(t, q) is the left side above, ġ its derivative along the motion in t, and b_I = −Ȧ_I q̇ − ȧ_0. No term is divided by s. The
// set s = 0 is invariant. On it the configuration stands still, and the motion in t is 1/s times this one.
// A_I q̇ + a₀, ρ̂ q̇ + ρ_0, s − g_k and s ρ_j − g_j are first integrals.
struct BlownUpEquations {
    RateEquations rates;  // of x; the time is τ
    std::vector<Expr> g;  // in the columns that are not in J and do not vanish: first k, then those of ρ
    std::vector<std::size_t> ratio;  // the column of each ρ; the last column is that of a₀
    std::vector<Expr>
        at_rest;  // vanish, with s, exactly at the equilibria on the set, and what is conserved there
};

// A chart, compiled.
class BlowUpChart {
  public:
    BlowUpChart(const Formulation& law, ChartChoice choice, std::span<const Event> events, double tolerance,
                MakeEvaluator make);

    const ChartChoice& choice() const { return choice_; }
    std::size_t size() const { return equations_.rates.state.size(); }
    std::size_t velocities() const { return velocities_; }
    std::size_t place_of_s() const { return size() - 1 - equations_.ratio.size(); }
    std::size_t place_of_ratios() const { return size() - equations_.ratio.size(); }
    const std::vector<std::size_t>& ratio_columns() const { return equations_.ratio; }

    RateFunction& rates() { return rates_; }  // x' in τ
    std::unique_ptr<Integrator> integrator() const { return series_->another(); }
    // The values of at_rest at x, and their slopes by the variables of x, s left out.
    void rest(std::span<const double> x, std::span<const double> p, std::span<double> values,
              std::span<double> slopes);
    std::size_t rest_count() const { return equations_.at_rest.size(); }
    // ∂g/∂(t, q) by rows, and ġ_k.
    std::size_t g_count() const { return equations_.g.size(); }
    void g_slopes(std::span<const double> x, std::span<const double> p, std::span<double> slopes,
                  double& rate_of_s);

  private:
    ChartChoice choice_;
    std::size_t velocities_;
    BlownUpEquations equations_;
    RateFunction rates_;
    std::unique_ptr<Taylor> series_;
    StateFunctions rest_, g_slopes_;
    std::vector<double> values_;
};

// Why motions of this system cannot be led through the set where its constraints become dependent.
Reason not_blown_up(const System& system);

// Words that say that the constraints are dependent, and how a motion can continue nevertheless, if it can.
std::string with_way_through(std::string words, const System& system);

// Throws Unavailable where the equations hold what has no value in such a chart.
BlownUpEquations blown_up(const Formulation& law, const ChartChoice& choice);

}  // namespace anholon
