#pragma once

#include <chrono>

namespace anholon {

// The value of f(), the seconds it took added to a total.
decltype(auto) timed(double& total, auto&& f) {
    struct Stopwatch {
        double& total;
        std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
        ~Stopwatch() {
            total += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        }
    } const watch{total};
    return f();
}

}  // namespace anholon
