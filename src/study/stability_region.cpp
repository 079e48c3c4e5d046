#include "study/stability_region.hpp"

#include <algorithm>
#include <cmath>

#include "base/deadline.hpp"
#include "code/program.hpp"
#include "integrate/spectrum.hpp"

namespace anholon {

namespace {

using Numbers = std::vector<double>;

bool are_finite(const Numbers& values) {
    return std::ranges::all_of(values, [](double v) { return std::isfinite(v); });
}

// The standstill, the coefficients of the factors and the conditions as functions of all letters.
class Evaluated {
  public:
    Evaluated(const SymbolicStability& s, const RegionAxis& x, const RegionAxis& y) : s_(s) {
        Context& c = s.polynomial.s.context();
        std::vector<Expr> letters, outputs;
        for (const auto& [letter, value] : s.at.values) {
            if (letter == x.letter) x_ = letters.size();
            if (letter == y.letter) y_ = letters.size();
            letters.push_back(letter);
            inputs_.push_back(value.to_double());
        }
        for (const auto& [variable, value] : s.at.kept) outputs.push_back(value);
        for (const CharacteristicFactor& f : s.polynomial.factors)
            outputs.insert(outputs.end(), f.coefficients.begin(), f.coefficients.end());
        for (const JudgedCondition& k : s.conditions) outputs.push_back(k.condition.expression(c));
        program_ = program(outputs, letters);
    }

    struct Values {
        Numbers state, coefficients, conditions;
    };
    Values at(double x, double y) {
        inputs_[x_] = x;
        inputs_[y_] = y;
        const Numbers all = run(program_, inputs_);
        const auto states = static_cast<long>(s_.at.kept.size()),
                   conditions = static_cast<long>(s_.conditions.size());
        return {{all.begin(), all.begin() + states},
                {all.begin() + states, all.end() - conditions},
                {all.end() - conditions, all.end()}};
    }

    StabilityRegime regime(const Values& values) const {
        using enum StabilityRegime;
        if (!are_finite(values.state) || !are_finite(values.coefficients)) return missing;
        const bool all_hold = std::ranges::all_of(values.conditions, [](double c) { return c > 0; });
        const bool is_decided = s_.claim != SymbolicStability::Claim::zeros_left &&
                                s_.claim != SymbolicStability::Claim::growing &&
                                s_.claim != SymbolicStability::Claim::nothing_to_decide;
        bool diverges = false, flutters = false, are_positive = true;
        auto first = values.coefficients.begin();
        for (const CharacteristicFactor& f : s_.polynomial.factors) {
            const Numbers c(first, first + static_cast<long>(f.coefficients.size()));
            first += static_cast<long>(f.coefficients.size());
            if (c.back() == 0) return missing;
            // The last one is positive at the values of the model: where it is not, det W has changed its sign, and T is not positive
            // definite. Where another vanishes, a root is on the axis (Stodola).
            for (std::size_t k = 0; k < c.size(); k += f.is_even ? 2 : 1)
                are_positive = are_positive && c[k] > 0;
            const Spectrum roots = spectrum(companion(c), c.size() - 1);
            for (const auto& mu : roots.values) {
                if (!(mu.real() > 1e-7 * roots.radius)) continue;
                (mu.imag() == 0 ? diverges : flutters) = true;
            }
        }
        if (diverges && flutters) return both;
        if (diverges) return divergence;
        if (flutters) return flutter;
        return all_hold && is_decided && are_positive ? stable : open;
    }

  private:
    static Numbers companion(const Numbers& c) {
        const std::size_t n = c.size() - 1;
        Numbers A(n * n, 0.0);
        for (std::size_t i = 0; i + 1 < n; ++i) A[i * n + i + 1] = 1;
        for (std::size_t j = 0; j < n; ++j) A[(n - 1) * n + j] = -c[j] / c[n];
        return A;
    }

    const SymbolicStability& s_;
    Program program_;
    Numbers inputs_;
    std::size_t x_ = 0, y_ = 0;
};

using Place = std::array<double, 2>;

// Where a function with the values a and b at two neighbours vanishes between them.
Place between(const Place& p, double a, const Place& q, double b) {
    const double part = a / (a - b);
    return {p[0] + part * (q[0] - p[0]), p[1] + part * (q[1] - p[1])};
}

// A square of neighbours with its corners in turn: each change of sign on a side begins or ends a piece.
void add_pieces(std::vector<BoundaryPiece>& out, std::size_t condition, const std::array<Place, 4>& corners,
                const std::array<double, 4>& values) {
    std::vector<Place> crossings;
    for (std::size_t k = 0; k < 4; ++k) {
        const std::size_t next = (k + 1) % 4;
        if ((values[k] > 0) != (values[next] > 0))
            crossings.push_back(between(corners[k], values[k], corners[next], values[next]));
    }
    for (std::size_t k = 0; k + 1 < crossings.size(); k += 2)
        out.push_back({condition, crossings[k], crossings[k + 1]});
}

}  // namespace

double RegionAxis::at(std::size_t k) const {
    return low + (high - low) * static_cast<double>(k) / static_cast<double>(count - 1);
}

StabilityRegion stability_region(SymbolicStability conditions, const RegionAxis& x, const RegionAxis& y) {
    StabilityRegion out{std::move(conditions), x, y, {}, {}};
    Evaluated evaluated(out.conditions, x, y);
    std::vector<Numbers> values;
    for (std::size_t i = 0; i < y.count; ++i) {
        Deadline::check();
        for (std::size_t j = 0; j < x.count; ++j) {
            Evaluated::Values here = evaluated.at(x.at(j), y.at(i));
            out.regimes.push_back(evaluated.regime(here));
            values.push_back(std::move(here.conditions));
        }
    }
    for (std::size_t i = 0; i + 1 < y.count; ++i)
        for (std::size_t j = 0; j + 1 < x.count; ++j) {
            const std::array<std::size_t, 4> places{i * x.count + j, i * x.count + j + 1,
                                                    (i + 1) * x.count + j + 1, (i + 1) * x.count + j};
            const auto stable = std::ranges::count_if(
                places, [&](std::size_t p) { return out.regimes[p] == StabilityRegime::stable; });
            if (stable == 0 || stable == 4) continue;
            const std::array<Place, 4> corners{Place{x.at(j), y.at(i)}, Place{x.at(j + 1), y.at(i)},
                                               Place{x.at(j + 1), y.at(i + 1)}, Place{x.at(j), y.at(i + 1)}};
            for (std::size_t k = 0; k < out.conditions.conditions.size(); ++k) {
                std::array<double, 4> at{};
                for (std::size_t p = 0; p < 4; ++p) at[p] = values[places[p]][k];
                if (std::ranges::all_of(at, [](double v) { return std::isfinite(v); }))
                    add_pieces(out.boundaries, k, corners, at);
            }
        }
    return out;
}

std::string_view name(StabilityRegime regime) {
    switch (regime) {
        case StabilityRegime::stable: return "stable";
        case StabilityRegime::divergence: return "divergence";
        case StabilityRegime::flutter: return "flutter";
        case StabilityRegime::both: return "divergence and flutter";
        case StabilityRegime::open: return "not decided";
        case StabilityRegime::missing: return "no standstill";
    }
    return "";
}

}  // namespace anholon
