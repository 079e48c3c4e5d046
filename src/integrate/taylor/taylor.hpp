#pragma once

#include <memory>
#include <optional>

#include "integrate/integrator.hpp"

namespace anholon {

struct TaylorOptions {
    double tolerance = 0x1p-52;  // of a step, relative to each variable
};

// Integrates by the power series of the motion, of an order that the tolerance asks for; the steps are as long as their
// convergence allows. A linear system W z = r is solved order by order. Compiled.
class Taylor : public Integrator {
  public:
    Taylor(const Problem& problem, const TaylorOptions& options = {});
    ~Taylor() override;
    std::unique_ptr<Integrator> another() const override;

    void start(double t, std::span<const double> x, std::span<const double> p) override;
    void correct(std::span<const double> x) override;
    Step step(double limit) override;
    double time() const override;
    std::span<const double> state() const override;
    void at(double t, std::span<double> x) const override;
    bool mark(std::vector<double>& list) const override;
    void return_to(std::span<const double> list) override;

    std::size_t order() const;

    // The events' functions in powers of the time since t, were the motion at x then, and the longest step for which the series of the
    // motion converge. Nothing where the motion has none. The motion that has been started is left alone.
    struct EventSeries {
        std::vector<std::vector<double>> coefficients;
        double step;
    };
    std::optional<EventSeries> series_of_events(double t, std::span<const double> x,
                                                std::span<const double> p) const;

  private:
    struct Code;
    struct Motion;
    explicit Taylor(std::shared_ptr<const Code> code);
    std::unique_ptr<Motion> motion_;
};

}  // namespace anholon
