#include "motion/guards.hpp"

#include <algorithm>
#include <limits>

#include "motion/watched_guards.hpp"

namespace anholon {

namespace {

std::vector<Expr> lowered_guards(const std::vector<Guard>& guards, const Formulation& law,
                                 std::vector<std::string>& words) {
    std::vector<Expr> list;
    for (const Guard& guard : guards) {
        const std::vector<Expr> both = law.lowered({guard.value, guard.scale});
        list.insert(list.end(), both.begin(), both.end());
        words.push_back(guard.words);
    }
    return list;
}

}  // namespace

Guards::Guards(const System& system, const EquationForm& form, const Formulation& law, MakeEvaluator make)
    : functions_(law.equations(), lowered_guards(watched_guards(system, form, law), law, words_), make),
      values_(2 * words_.size()) {}

std::optional<std::string> Guards::broken(double t, std::span<const double> y, std::span<const double> p,
                                          std::span<const double> z) {
    static const double rounding = guard_rounding().to_double();
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
