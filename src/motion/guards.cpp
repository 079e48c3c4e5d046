#include "motion/guards.hpp"

#include <algorithm>
#include <limits>

namespace anholon {

namespace {

// A value that differs from zero by so small a part of its scale may be rounding.
constexpr double rounding = 1e-9;

std::vector<Expr> lowered_guards(const System& system, const EquationForm& form, const Formulation& law,
                                 std::vector<std::string>& words) {
    std::vector<Expr> list;
    if (form.role == EquationForm::Role::control) return list;
    for (const Guard& guard : system.guards) {
        try {
            const std::vector<Expr> both = law.lowered({guard.value, guard.scale});
            list.insert(list.end(), both.begin(), both.end());
            words.push_back(guard.words);
        } catch (const Unavailable&) {
            // A law without reactions.
        }
    }
    return list;
}

}  // namespace

Guards::Guards(const System& system, const EquationForm& form, const Formulation& law, MakeEvaluator make)
    : functions_(law.equations(), lowered_guards(system, form, law, words_), make),
      values_(2 * words_.size()) {}

std::optional<std::string> Guards::broken(double t, std::span<const double> y, std::span<const double> p,
                                          std::span<const double> z) {
    functions_(t, y, p, z, values_);
    for (std::size_t k = 0; k < words_.size(); ++k)
        if (values_[2 * k] < -rounding * values_[2 * k + 1]) return words_[k];
    return std::nullopt;
}

double Guards::margin() const {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < words_.size(); ++k) {
        const double value = values_[2 * k], scale = values_[2 * k + 1];
        least = std::min(least, scale > 0 ? value / scale : value > 0 ? least : 0);
    }
    return least;
}

}  // namespace anholon
