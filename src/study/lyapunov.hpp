#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "motion/method.hpp"
#include "study/flow_run.hpp"
#include "study/lyapunov_spectrum.hpp"
#include "study/tangent_growth.hpp"

namespace anholon {

struct LyapunovOptions {
    double until = 1000;     // of either sign: backward the exponents are those of the reversed motion
    double transient = 100;  // before averages begin
    std::size_t count = 0;   // of the largest exponents that nothing explains; 0: all of them
    std::uint64_t seed = 1;  // of the first tangent vectors
    double tolerance = 1e-12;
    const Method* method = nullptr;                                       // the cheapest one if not given
    std::function<bool(double t)> goes_on = [](double) { return true; };  // asked after every step
    // Told after every step from which averages are taken: the plain averages so far, by tangent vector.
    std::function<void(double t, std::span<const double> averages)> averages = {};
};

// The Lyapunov exponents of motions of a flow, by its equations in variations and orthogonalisation after each step: Benettin, Galgani,
// Giorgilli and Strelcyn 1980. Tangent vectors stay within the levels of the integrals, and count modulo ẋ. What is compiled serves all
// motions. For one thread at a time; copies share the code.
class Exponents {
  public:
    Exponents(const Flow& flow, const LyapunovOptions& options);
    Exponents(const Exponents& other);

    LyapunovSpectrum operator()(std::span<const double> start, std::span<const double> p);

  private:
    void prepare(std::size_t count, bool has_divergence);
    std::optional<std::string> follow(TangentGrowth& growth);

    Flow flow_;
    LyapunovOptions options_;
    TangentFunctions functions_;
    std::optional<FlowRun> run_;
    std::size_t count_ = 0;  // of tangent vectors that it has
    bool has_divergence_ = false;
};

// Of the motion from the start of the flow.
LyapunovSpectrum lyapunov_spectrum(const Flow& flow, const LyapunovOptions& options);

}  // namespace anholon
