#include "integrate/taylor/batch.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <limits>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>

#include "code/compiler.hpp"
#include "integrate/aligned.hpp"
#include "integrate/taylor/order.hpp"
#include "integrate/taylor/polynomial.hpp"

namespace anholon {

namespace {

constexpr std::size_t idle = std::numeric_limits<std::size_t>::max();

// What the threads share.
struct Work {
    const SeriesProgram& program;
    const SeriesKernel& kernel;
    std::span<const BatchStart> starts;
    std::span<BatchEnd> ends;
    double until;
    taylor::Tolerance tolerance;
    BatchOptions::Measure measure;
    std::size_t parameters;  // that each motion has
    std::atomic<std::size_t> next = 0;
    std::exception_ptr failure = nullptr;  // the first
    std::mutex one_at_a_time = {};
};

// The motions that go side by side in one thread.
class Lanes {
  public:
    explicit Lanes(Work& work)
        : work_(work),
          n_(work.kernel.lanes),
          columns_(work.kernel.columns),
          order_(order(work)),
          memory_(work.kernel.doubles),
          rows_((max_order + 4) * columns_ * n_),
          scalars_(work.program.scalars.outputs.size() * n_),
          x_(columns_ * n_),
          rest_(columns_ * n_),
          change_(columns_ * n_),
          scale_(columns_ * n_),
          h_(n_),
          motion_(n_, idle) {}

    void run() {
        for (std::size_t lane = 0; lane < n_; ++lane) take_next(lane);
        while (std::ranges::any_of(motion_, [](std::size_t m) { return m != idle; })) step();
    }

  private:
    // Orders that are computed in any case are used.
    static std::size_t order(const Work& work) {
        const std::size_t least = taylor::order_for(work.tolerance.value),
                          at_once = work.kernel.orders_at_once;
        return std::min(max_order, (least + at_once - 1) / at_once * at_once);
    }

    std::size_t states() const { return work_.program.states; }
    double& t(std::size_t lane) { return x_[(states() - 1) * n_ + lane]; }

    void take_next(std::size_t lane) {
        const std::size_t m = work_.next.fetch_add(1);
        motion_[lane] = m < work_.starts.size() ? m : idle;
        if (motion_[lane] == idle) return;
        const BatchStart& start = work_.starts[m];
        if (start.x.size() + 1 != states() || start.p.size() != work_.parameters)
            throw std::invalid_argument("motion " + std::to_string(m) +
                                        " of the batch has too many or too few numbers");
        for (std::size_t i = 0; i < states(); ++i) {
            x_[i * n_ + lane] = i < start.x.size() ? start.x[i] : 0;
            rest_[i * n_ + lane] = scale_[i * n_ + lane] = 0;
        }
        const std::vector<double> scalars = anholon::run(work_.program.scalars, start.p);
        for (std::size_t k = 0; k < scalars.size(); ++k) scalars_[k * n_ + lane] = scalars[k];
    }

    void step() {
        std::copy_n(x_.data(), states() * n_, rows_.data());
        const bool is_regular = work_.kernel(memory_.data(), scalars_.data(), rows_.data(), order_);
        const taylor::Rows rows{rows_.data(), columns_ * n_, n_, order_};
        const auto step_sizes =
            work_.measure == BatchOptions::Measure::norm ? taylor::step_sizes_by_norm : taylor::step_sizes;
        step_sizes(rows, states() - 1, work_.tolerance, scale_.data(), h_.data());
        for (std::size_t lane = 0; lane < n_; ++lane) {
            const double left = work_.until - t(lane), h = is_regular ? h_[lane] : std::nan("");
            h_[lane] = h < std::abs(left) ? std::copysign(h, left) : left;
            if (motion_[lane] == idle || std::isnan(h) || h < 1e-15 * std::abs(t(lane)))
                h_[lane] = std::nan("");
        }
        taylor::increments(rows, states(), h_.data(), change_.data());
        taylor::add_compensated(x_.data(), rest_.data(), change_.data(), states() * n_);
        for (std::size_t lane = 0; lane < n_; ++lane) finish_step(lane);
    }

    void finish_step(std::size_t lane) {
        if (motion_[lane] == idle) return;
        BatchEnd& end = work_.ends[motion_[lane]];
        const bool is_stuck = std::isnan(h_[lane]);
        ++end.steps;
        end.lanes = n_;
        if (!is_stuck && rows_[(states() - 1) * n_ + lane] + h_[lane] != work_.until) return;
        const double* x = is_stuck ? rows_.data() : x_.data();  // where the step began
        end.outcome = is_stuck ? Step::Outcome::singular : Step::Outcome::advanced;
        end.t = is_stuck ? x[(states() - 1) * n_ + lane] : work_.until;
        for (std::size_t i = 0; i + 1 < states(); ++i) end.x.push_back(x[i * n_ + lane]);
        take_next(lane);
    }

    Work& work_;
    std::size_t n_, columns_, order_;
    AlignedDoubles memory_, rows_, scalars_, x_, rest_, change_, scale_, h_;
    std::vector<std::size_t> motion_;  // which of the batch each lane holds
};

// What goes wrong in a thread ends the batch, not the program.
void run_lanes(Work& work) {
    try {
        Lanes(work).run();
    } catch (...) {
        work.next = work.starts.size();
        const std::lock_guard lock(work.one_at_a_time);
        if (!work.failure) work.failure = std::current_exception();
    }
}

}  // namespace

std::vector<BatchEnd> integrate_batch(const RateEquations& equations, std::span<const BatchStart> starts,
                                      double until, const BatchOptions& options) {
    const SeriesProgram program = series_program(equations);
    const std::size_t lanes = options.lanes == 0 ? compiler().best_lanes() : options.lanes;
    std::unique_ptr<SeriesKernel> kernel =
        lanes > 1 || options.is_plain ? compiler().batch(program, lanes) : nullptr;
    if (!kernel) kernel = compiler().series(program);
    std::vector<BatchEnd> ends(starts.size());
    Work work{program, *kernel,           starts,          ends,
              until,   options.tolerance, options.measure, equations.parameters.size()};
    const std::size_t threads =
        options.threads == 0 ? std::max(1U, std::thread::hardware_concurrency()) : options.threads;
    {
        std::vector<std::jthread> others;
        for (std::size_t k = 1; k < threads; ++k) others.emplace_back([&] { run_lanes(work); });
        run_lanes(work);
    }
    if (work.failure) std::rethrow_exception(work.failure);
    return ends;
}

}  // namespace anholon
