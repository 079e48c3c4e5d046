#include "study/standstill/turning.hpp"

#include <algorithm>
#include <cmath>

#include "integrate/least_squares.hpp"
#include "structure/symmetries/affine_symmetries.hpp"

namespace anholon {

MotionSymmetries motion_symmetries(const System& system, const ConstantValues& parameters) {
    if (!system.frictions.empty()) return {};  // those of L and Q need not be symmetries of the friction
    constexpr int seconds = 60;
    MotionSymmetries out;
    const Setting setting(system);
    try {
        for (const AffineField& field : affine_symmetries(setting, parameters, Budget(seconds)).fields) {
            if (!field.keeps_L()) continue;
            out.fields.push_back({components(field, setting), velocity_components(field, setting)});
            out.names.push_back(field_sentence(field, setting).text);
        }
    } catch (const TimeIsUp&) {
        out.left_out = "symmetries were not found within " + std::to_string(seconds) + " s and are not used";
    }
    return out;
}

std::vector<Turning> turning_of(SteadyPart& part, const MotionSymmetries& symmetries, SymmetryAction& action,
                                const std::vector<double>& x) {
    const std::size_t n = x.size();
    std::vector<double> dx(n);
    if (action.size() == 0 || !part.rates().rates(0, x, dx)) return {};
    const std::vector<double> V = action.fields_at(x, part.parameters());
    const std::vector<double> c = least_squares(V, n, action.size(), dx);
    double fastest = 0, most = 0;
    for (std::size_t i = 0; i < n; ++i) {
        double rest = dx[i];
        for (std::size_t k = 0; k < c.size(); ++k) rest -= V[i * c.size() + k] * c[k];
        fastest = std::max(fastest, std::fabs(dx[i]));
        most = std::max(most, std::fabs(rest));
    }
    if (most > 1e-9 * std::max(1.0, fastest)) return {};  // a coordinate moves along none of them
    std::vector<Turning> out;
    double largest = 0;
    for (const double rate : c) largest = std::max(largest, std::fabs(rate));
    for (std::size_t k = 0; k < c.size(); ++k)
        if (std::fabs(c[k]) > 1e-12 * largest) out.push_back({symmetries.names[action.acting()[k]], c[k]});
    return out;
}

}  // namespace anholon
