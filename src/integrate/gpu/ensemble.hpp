#pragma once

#include <functional>
#include <span>
#include <vector>

#include "integrate/gpu/device.hpp"

namespace anholon {

// Where trajectories start. What differs between them is given as [component][trajectory].
struct EnsembleStarts {
    std::size_t count = 0;
    double t = 0;
    std::span<const double> x;
    std::span<const double> parameters = {};        // those that the kernel scans
    std::span<const double> tangents = {};          // the same for all, made orthonormal: [tangent][variable]
    std::span<const double> tangents_of_each = {};  // or as they are: [tangent][variable][trajectory]
};

struct EnsembleProgress {
    std::size_t count = 0, running = 0;
    double part = 0;  // of the time that all trajectories together are to go
};

struct LaunchOptions {
    // Times that every trajectory meets. Measures begin at the first, which may be the start; at the others the growths of tangent vectors
    // and the integrals are noted. The last is the end.
    std::vector<double> stops;
    double tolerance = 1e-9;
    std::uint64_t most_steps = 100'000'000;  // of a trajectory
    // A launch tries so many steps and returns: between two launches there is progress, and an end if it is asked for. 0: as many as take
    // about a quarter of a second. The results do not depend on it.
    std::uint64_t steps_per_launch = 0;
    std::function<bool(const EnsembleProgress&)> goes_on = {};  // asked after every launch
};

struct EnsembleResults {
    EnsembleLayout layout;
    std::size_t count = 0;
    double start = 0;                      // the time
    std::vector<TrajectoryStatus> status;  // running: it was interrupted
    std::vector<double> state;             // [component][trajectory], by the layout

    double at(std::size_t component, std::size_t trajectory) const {
        return state[component * count + trajectory];
    }
    double t(std::size_t j) const { return at(layout.t(), j); }
    double x(std::size_t i, std::size_t j) const {
        return at(layout.x() + i, j);
    }  // then the tangent vectors
    double accepted(std::size_t j) const { return at(layout.accepted(), j); }
    double refused(std::size_t j) const { return at(layout.refused(), j); }
    // Σ of the logarithms of what a tangent vector has grown by since the first stop, until now and until a later stop.
    double growth(std::size_t tangent, std::size_t j) const { return at(layout.growth() + tangent, j); }
    double growth_at(std::size_t stop, std::size_t tangent, std::size_t j) const {
        return at(layout.record(stop) + tangent, j);
    }
    double integral(std::size_t k, std::size_t j) const { return at(layout.integral() + k, j); }
    double integral_at(std::size_t stop, std::size_t k, std::size_t j) const {
        return at(layout.record(stop) + layout.tangents + k, j);
    }
    // A measure of the kernel: the extreme value, the integral, or the number of crossings; and the time of the last crossing.
    double measure(const KernelText::MeasurePlace& place, std::size_t j) const {
        return place.is_integral ? integral(place.index, j) : at(layout.extreme() + place.index, j);
    }
    double last_crossing(const KernelText::MeasurePlace& place, std::size_t j) const {
        return at(layout.crossing() + place.index, j);
    }
};

// Trajectories on a machine, launch by launch. Throws std::invalid_argument for starts that do not fit the kernel, and what the machine
// throws.
class EnsembleRun {
  public:
    EnsembleRun(KernelMachine& machine, const EnsembleLayout& layout, const EnsembleStarts& starts,
                LaunchOptions options);
    // Goes on where another run was when its results were read: the steps are the same to the last bit.
    EnsembleRun(KernelMachine& machine, const EnsembleResults& from, std::span<const double> parameters,
                LaunchOptions options);

    bool is_done() const { return index_.empty(); }
    void advance();  // one launch
    EnsembleProgress progress();
    EnsembleResults results();

  private:
    // Memory of the machine.
    class Array {
      public:
        Array(KernelMachine& machine, std::uint64_t bytes)
            : machine_(machine), address_(machine.allocate(bytes)), bytes_(bytes) {}
        ~Array();
        Array(const Array&) = delete;
        Array& operator=(const Array&) = delete;

        std::uint64_t address() const { return address_; }
        void write(const void* from) { machine_.write(address_, from, bytes_); }
        void write(const void* from, std::uint64_t bytes) { machine_.write(address_, from, bytes); }
        void read(void* to) const { machine_.read(to, address_, bytes_); }
        void read(void* to, std::uint64_t from, std::uint64_t bytes) const {
            machine_.read(to, address_ + from, bytes);
        }

      private:
        KernelMachine& machine_;
        std::uint64_t address_, bytes_;
    };

    void check() const;
    EnsembleArguments arguments(std::uint64_t steps) const;
    void find_running();

    KernelMachine& machine_;
    EnsembleLayout layout_;
    std::size_t count_;
    double start_;
    LaunchOptions options_;
    Array state_, parameters_, status_, stops_, index_array_;
    std::vector<std::uint32_t> index_;  // of the trajectories that run
    std::uint64_t steps_ = 64;          // of the next launch
};

// All launches.
EnsembleResults run_ensemble(KernelMachine& machine, const EnsembleLayout& layout,
                             const EnsembleStarts& starts, const LaunchOptions& options);

}  // namespace anholon
