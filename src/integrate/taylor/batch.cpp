#include "integrate/taylor/batch.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "code/compiler.hpp"
#include "integrate/aligned.hpp"
#include "integrate/taylor/order.hpp"
#include "integrate/taylor/polynomial.hpp"

namespace anholon {

namespace {

// What all threads share.
struct Code : LaneMethod {
    Code(const RateEquations& equations, const LaneOptions& options)
        : program(series_program(equations)),
          tolerance(options.tolerance > 0 ? options.tolerance : 0x1p-52),
          measure(options.measure) {
        const std::size_t asked = options.lanes == 0 ? compiler().best_lanes() : options.lanes;
        if (asked > 1 || options.is_plain) kernel = compiler().batch(program, asked);
        if (!kernel) kernel = compiler().series(program);
        states = equations.state.size();
        parameters = equations.parameters.size();
        lanes = kernel->lanes;
        if (lanes < asked)
            why_fewer = "a linear system is too large to move " + std::to_string(asked) + " side by side";
    }
    std::unique_ptr<LaneMotions> motions(double until) const override;

    SeriesProgram program;
    std::unique_ptr<SeriesKernel> kernel;
    taylor::Tolerance tolerance;
    ErrorMeasure measure;
};

// The motions that go side by side in one thread.
class Lanes : public LaneMotions {
  public:
    Lanes(const Code& code, double until)
        : code_(code),
          until_(until),
          n_(code.lanes),
          columns_(code.kernel->columns),
          order_(order(code)),
          memory_(code.kernel->doubles),
          rows_((max_order + 4) * columns_ * n_),
          scalars_(code.program.scalars.outputs.size() * n_),
          x_(columns_ * n_),
          rest_(columns_ * n_),
          change_(columns_ * n_),
          scale_(columns_ * n_),
          h_(n_),
          lanes_(n_) {}

    void start(std::size_t lane, const BatchStart& start) override {
        for (std::size_t i = 0; i < states(); ++i) {
            x_[i * n_ + lane] = i < start.x.size() ? start.x[i] : 0;
            rest_[i * n_ + lane] = scale_[i * n_ + lane] = 0;
        }
        const std::vector<double> scalars = anholon::run(code_.program.scalars, start.p);
        for (std::size_t k = 0; k < scalars.size(); ++k) scalars_[k * n_ + lane] = scalars[k];
        lanes_[lane] = {.is_moving = true};
    }

    void advance() override {
        std::copy_n(x_.data(), states() * n_, rows_.data());
        const bool is_regular = (*code_.kernel)(memory_.data(), scalars_.data(), rows_.data(), order_);
        const taylor::Rows rows{rows_.data(), columns_ * n_, n_, order_};
        const auto step_sizes =
            code_.measure == ErrorMeasure::norm ? taylor::step_sizes_by_norm : taylor::step_sizes;
        step_sizes(rows, states() - 1, code_.tolerance, scale_.data(), h_.data());
        for (std::size_t lane = 0; lane < n_; ++lane) {
            const double left = until_ - t(lane), h = is_regular ? h_[lane] : std::nan("");
            h_[lane] = h < std::abs(left) ? std::copysign(h, left) : left;
            if (!lanes_[lane].is_moving || std::isnan(h) || h < 1e-15 * std::abs(t(lane)))
                h_[lane] = std::nan("");
        }
        taylor::increments(rows, states(), h_.data(), change_.data());
        taylor::add_compensated(x_.data(), rest_.data(), change_.data(), states() * n_);
        for (std::size_t lane = 0; lane < n_; ++lane) finish_step(lane);
    }

    bool has_ended(std::size_t lane) const override { return !lanes_[lane].is_moving; }
    BatchEnd end(std::size_t lane) const override { return lanes_[lane].end; }

  private:
    struct One {
        bool is_moving = false;
        BatchEnd end = {};
    };
    // Orders that are computed in any case are used.
    static std::size_t order(const Code& code) {
        const std::size_t least = taylor::order_for(code.tolerance.value),
                          at_once = code.kernel->orders_at_once;
        return std::min(max_order, (least + at_once - 1) / at_once * at_once);
    }

    std::size_t states() const { return code_.program.states; }  // with t, the last
    double& t(std::size_t lane) { return x_[(states() - 1) * n_ + lane]; }

    void finish_step(std::size_t lane) {
        auto& [is_moving, end] = lanes_[lane];
        if (!is_moving) return;
        const bool is_stuck = std::isnan(h_[lane]);
        ++end.steps;
        if (!is_stuck && rows_[(states() - 1) * n_ + lane] + h_[lane] != until_) return;
        const double* x = is_stuck ? rows_.data() : x_.data();  // where the step began
        end.t = is_stuck ? x[(states() - 1) * n_ + lane] : until_;
        for (std::size_t i = 0; i + 1 < states(); ++i) end.x.push_back(x[i * n_ + lane]);
        is_moving = false;
        if (!is_stuck) return;
        end.outcome = Step::Outcome::singular;
        end.reason = "the series of a step have no value here, or no step is short enough";
    }

    const Code& code_;
    double until_;
    std::size_t n_, columns_, order_;
    AlignedDoubles memory_, rows_, scalars_, x_, rest_, change_, scale_, h_;
    std::vector<One> lanes_;
};

std::unique_ptr<LaneMotions> Code::motions(double until) const {
    return std::make_unique<Lanes>(*this, until);
}

}  // namespace

std::unique_ptr<LaneMethod> taylor_lanes(const RateEquations& equations, const LaneOptions& options) {
    return std::make_unique<Code>(equations, options);
}

}  // namespace anholon
