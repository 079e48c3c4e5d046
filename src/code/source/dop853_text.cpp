#include "code/source/dop853_text.hpp"

#include <span>

#include "code/source/language.hpp"
#include "integrate/runge_kutta/coefficients.hpp"

namespace anholon {

namespace {

using namespace runge_kutta;

std::string numbers(std::span<const double> list) {
    constexpr std::size_t a_line = 4;
    std::string text;
    for (std::size_t k = 0; k < list.size(); ++k) {
        if (k > 0) text += k % a_line == 0 ? ",\n        " : ", ";
        text += number(list[k]);
    }
    return text;
}

}  // namespace

std::string dop853_tables(const std::string& before) {
    const std::string size = std::to_string(stages);
    std::string text = before + "const double dop853_c[" + size + "] = {" + numbers({c, stages}) + "};\n" +
                       before + "const double dop853_a[" + std::to_string(stages + 1) + "][" + size +
                       "] = {\n";
    for (std::size_t i = 0; i <= stages; ++i) text += "    {" + numbers({a[i], stages}) + "},\n";
    double error3[stages];
    for (std::size_t j = 0; j < stages; ++j) error3[j] = b[j] - b3[j];
    return text + "};\n" + before + "const double dop853_error5[" + size + "] = {" + numbers(error5) +
           "};\n" + before + "const double dop853_error3[" + size + "] = {" + numbers(error3) + "};\n";
}

}  // namespace anholon
