#pragma once

#include <memory>
#include <span>
#include <stdexcept>
#include <vector>

#include "code/cuda/ensemble_kernel.hpp"
#include "integrate/gpu/ensemble.hpp"
#include "study/chart.hpp"

namespace anholon {

// A chart cannot be computed on a GPU; the sentence says why.
struct NotOnDevice : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Charts on a GPU, by one kernel for all motions. What is computed is what ChartWork computes, up to the errors of steps: exponents are
// gathered over the stretches of ExponentLanes, and means and final values are those of FlowRun. A point where integrals or ẋ explain
// other exponents than elsewhere, or explain none later, is left open: the CPU can tell.
class DeviceChart {
  public:
    // Throws NotOnDevice.
    DeviceChart(const Flow& flow, const ChartOptions& options);
    ~DeviceChart();
    DeviceChart(const DeviceChart&) = delete;
    DeviceChart& operator=(const DeviceChart&) = delete;

    const KernelText& kernel() const { return kernel_; }

    // The points with these numbers, on a machine that has the kernel. What a stop leaves undone is pending. A number does not depend on
    // the others that are computed beside it, nor on the threads that prepare the motions.
    std::vector<ChartPoint> points(KernelMachine& machine, std::span<const std::size_t> numbers,
                                   const SideBySideOptions& options) const;

  private:
    class Preparation;
    struct Motions;

    bool is_lyapunov() const { return options_.measure.kind == ChartMeasure::Kind::lyapunov; }
    ExplainedDirections usual_directions();
    EnsembleKernel described(const ExplainedDirections& explained) const;
    std::vector<double> stops() const;
    Motions prepared(std::span<const std::size_t> numbers, std::vector<ChartPoint>& points,
                     const SideBySideOptions& options) const;

    ChartPoint result(Preparation& preparation, const BatchStart& start, const EnsembleResults& found,
                      std::size_t j, std::span<const double> stops) const;

    Flow flow_;
    ChartOptions options_;
    std::vector<std::size_t> scanned_;  // places of the parameters that are varied
    ExplainedDirections explained_;
    std::unique_ptr<Preparation> preparation_;  // copied by each thread
    KernelText kernel_;
};

}  // namespace anholon
