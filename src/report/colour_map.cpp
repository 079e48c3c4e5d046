#include "report/colour_map.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace anholon {

namespace {

double encoded(double linear) {  // sRGB
    const double c = std::clamp(linear, 0.0, 1.0);
    return c <= 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1 / 2.4) - 0.055;
}

// Lightness, chroma and hue of Oklab.
Colour of_oklab(double L, double chroma, double hue) {
    const double a = chroma * std::cos(hue), b = chroma * std::sin(hue);
    const double l = std::pow(L + 0.3963377774 * a + 0.2158037573 * b, 3),
                 m = std::pow(L - 0.1055613458 * a - 0.0638541728 * b, 3),
                 s = std::pow(L - 0.0894841775 * a - 1.2914855480 * b, 3);
    return {encoded(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
            encoded(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
            encoded(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)};
}

}  // namespace

Colour sequential(double s) {
    s = std::clamp(s, 0.0, 1.0);
    const double degree = std::numbers::pi / 180;
    return of_oklab(0.25 + 0.67 * s, 0.09 + 0.07 * s, (310 - 205 * s) * degree);
}

Colour diverging(double s) {
    s = std::clamp(s, -1.0, 1.0);
    const double degree = std::numbers::pi / 180, far = std::fabs(s);
    if (far == 0)
        return of_oklab(0.97, 0.05, 105 * degree);  // pale yellow: no grey, which stands for other things
    return of_oklab(0.97 - 0.52 * far, 0.17 * far, (s < 0 ? 255 : 40) * degree);
}

}  // namespace anholon
