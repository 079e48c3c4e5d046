#include "integrate/bracketed_zero.hpp"

#include <cmath>
#include <limits>

namespace anholon {

namespace {

// The part t of the way from a to b at which the parabola x(f) through three points has f = 0; a half where the three are no safe
// ground for it.
double part_of_the_way(double a, double fa, double b, double fb, double c, double fc) {
    const double xi = (a - b) / (c - b), phi = (fa - fb) / (fc - fb);
    if (!(phi * phi < xi) || !((1 - phi) * (1 - phi) < 1 - xi)) return 0.5;
    return fa / (fb - fa) * fc / (fb - fc) + (c - a) / (b - a) * fa / (fc - fa) * fb / (fc - fb);
}

}  // namespace

std::optional<double> bracketed_zero(const std::function<double(double)>& f, double a, double b) {
    double fa = f(a), fb = f(b);
    if (fa == 0) return a;
    if (fb == 0) return b;
    if (!std::isfinite(fa) || !std::isfinite(fb) || (fa > 0) == (fb > 0)) return std::nullopt;
    constexpr int most = 200;
    constexpr double epsilon = std::numeric_limits<double>::epsilon();
    const double interval = std::fabs(b - a);
    double t = 0.5;
    for (int step = 0; step < most; ++step) {
        const double x = a + t * (b - a), fx = f(x);
        if (!std::isfinite(fx)) return std::nullopt;
        double c = a, fc = fa;  // the point that is given up
        if ((fx > 0) != (fa > 0)) {
            c = b;
            fc = fb;
            b = a;
            fb = fa;
        }
        a = x;
        fa = fx;
        const double best = std::fabs(fa) < std::fabs(fb) ? a : b;
        const double digits = std::fmax(2 * epsilon * std::fabs(best), epsilon / 16 * interval);
        const double width = std::fabs(b - a);
        if (fx == 0 || width <= 2 * digits) return best;
        const double least = digits / width;
        t = std::fmin(std::fmax(part_of_the_way(a, fa, b, fb, c, fc), least), 1 - least);
    }
    return std::nullopt;
}

}  // namespace anholon
