#include <algorithm>
#include <cmath>
#include <mutex>

#include "code/compiler.hpp"
#include "expr/enclosure.hpp"
#include "expr/print.hpp"
#include "integrate/aligned.hpp"
#include "integrate/rate_function.hpp"
#include "library/internals.hpp"
#include "model/fork.hpp"
#include "motion/exported.hpp"
#include "motion/side_by_side.hpp"
#include "request/export.hpp"

namespace anholon {
inline namespace v0 {

struct Rates::Compiled {
    Compiled(const Model& model, const RatesRequest& request);
    ~Compiled() { library::mind_thread(); }

    const RateCode& code(std::size_t lanes) const;
    RateFunction function() const;  // a copy that knows its Jacobian
    // Why there are no rates, in words.
    std::string why(double t, std::span<const double> x, std::span<const double> p) const;

    System system;  // a fork
    std::string form;
    RateEquations equations;
    RateProgram program;
    std::vector<std::string> state_names, parameter_names;
    std::vector<double> parameters, scales;

  private:
    mutable std::mutex one_at_a_time_;
    mutable std::map<std::size_t, std::unique_ptr<RateCode>> codes_;  // by the number of lanes
    mutable std::optional<RateFunction> function_;
};

namespace {

std::vector<std::string> names_of(const std::vector<Expr>& symbols) {
    std::vector<std::string> names;
    for (const Expr& symbol : symbols) names.push_back(symbol_text(symbol.symbol()));
    return names;
}

ExportedEquations exported(const System& system, const RatesRequest& request, std::string& id) {
    const EquationForm& form = request::exported_form(request.form, system);
    id = form.id;
    request::demand_exportable(form, system);
    const SimulationWords start{.parameters = library::assignments(request.parameters),
                                .values = library::assignments(request.initial)};
    return exported_equations(system, form, read_initial_state(start, system));
}

// Rows of states with their times and parameters: those that are given once stand for all rows.
struct Rows {
    Rows(const Rates::Compiled& compiled, std::span<const double> times, std::span<const double> states,
         std::span<const double> given)
        : t(times), x(states), p(given.empty() ? std::span<const double>(compiled.parameters) : given) {
        nx = compiled.equations.state.size();
        np = compiled.equations.parameters.size();
        count = x.size() / nx;
        if (x.size() != count * nx)
            throw library::error_of("rates-shape", "a state has " + std::to_string(nx) + " numbers");
        if (t.size() != 1 && t.size() != count)
            throw library::error_of("rates-shape", "there is one time, or one per state");
        if (p.size() != np && p.size() != np * count)
            throw library::error_of("rates-shape", "a state has " + std::to_string(np) + " parameters");
    }

    double time(std::size_t row) const { return t[t.size() == 1 ? 0 : row]; }
    std::span<const double> state(std::size_t row) const { return x.subspan(row * nx, nx); }
    std::span<const double> parameters(std::size_t row) const {
        return p.subspan(has_own_parameters() ? row * np : 0, np);
    }
    bool has_own_parameters() const { return p.size() != np; }

    std::span<const double> t, x, p;
    std::size_t nx = 0, np = 0, count = 0;
};

[[noreturn]] void refuse(const Rates::Compiled& compiled, const Rows& rows, std::size_t row) {
    const std::string why = compiled.why(rows.time(row), rows.state(row), rows.parameters(row));
    throw Refusal(Refusal::Of::state, "rates-not-finite",
                  (rows.count > 1 ? "state " + std::to_string(row) + " (counted from 0) has no finite rates"
                                  : "there are no finite rates at this state") +
                      (why.empty() ? "" : ": " + why));
}

// The rates of rows, `lanes` at a time. For one thread.
class LaneRates {
  public:
    LaneRates(const Rates::Compiled& compiled, const Rows& rows, std::size_t lanes)
        : compiled_(compiled),
          rows_(rows),
          code_(compiled.code(lanes)),
          lanes_(lanes),
          memory_(compiled.program.doubles() * lanes),
          point_((1 + rows.nx) * lanes),
          dx_(rows.nx * lanes) {
        for (std::size_t lane = 0; lane < lanes; ++lane)
            compiled.program.set_parameters(rows.parameters(0), memory_.data(), lane, lanes);
    }

    void operator()(std::size_t from, std::size_t to, std::span<double> dx) {
        for (std::size_t row = from; row < to; row += lanes_) {
            const std::size_t in_use = std::min(lanes_, to - row);
            for (std::size_t lane = 0; lane < lanes_; ++lane)
                place(row + std::min(lane, in_use - 1), lane);  // what is left over is done twice
            code_(point_.data(), memory_.data(), dx_.data());
            for (std::size_t lane = 0; lane < in_use; ++lane) take(row + lane, lane, dx);
        }
    }

  private:
    void place(std::size_t row, std::size_t lane) {
        point_[lane] = rows_.time(row);
        const double* const x = rows_.x.data() + row * rows_.nx;
        for (std::size_t i = 0; i < rows_.nx; ++i) point_[(1 + i) * lanes_ + lane] = x[i];
        if (rows_.has_own_parameters())
            compiled_.program.set_parameters(rows_.parameters(row), memory_.data(), lane, lanes_);
    }

    void take(std::size_t row, std::size_t lane, std::span<double> dx) {
        double* const out = dx.data() + row * rows_.nx;
        double nothing = 0;
        for (std::size_t i = 0; i < rows_.nx; ++i) {
            out[i] = dx_[i * lanes_ + lane];
            nothing += 0 * out[i];
        }
        if (nothing != 0 || memory_[compiled_.program.sign() * lanes_ + lane] == 0)
            refuse(compiled_, rows_, row);
    }

    const Rates::Compiled& compiled_;
    const Rows& rows_;
    const RateCode& code_;
    std::size_t lanes_;
    AlignedDoubles memory_, point_, dx_;
};

constexpr std::size_t rows_per_piece = 4096, jacobians_per_piece = 256;

// Pieces of rows on several threads; a single piece on this one.
template <class Worker>
void in_pieces(std::size_t count, std::size_t per_piece, std::size_t threads, const std::stop_token& stop,
               const std::function<Worker()>& worker) {
    if (count == 0) return;
    if (count <= per_piece) return worker()(0, count);
    const library::StopHere here(stop);
    const auto make = [&]() -> std::function<void(std::size_t)> {
        library::mind_thread();
        return [count, per_piece, work = std::make_shared<Worker>(worker())](std::size_t piece) {
            (*work)(piece * per_piece, std::min((piece + 1) * per_piece, count));
        };
    };
    side_by_side((count + per_piece - 1) / per_piece, make, {.threads = threads});
    Deadline::check();
}

}  // namespace

Rates::Compiled::Compiled(const Model& model, const RatesRequest& request)
    : system(fork(model.frozen().system)), equations(exported(system, request, form).equations) {
    program = rate_program(equations);
    state_names = names_of(equations.state);
    parameter_names = names_of(equations.parameters);
    for (const Rational& value : equations.parameter_values) parameters.push_back(value.to_double());
    for (const Parameter& p : system.parameters)
        scales.push_back(p.scale ? enclosure(p.scale, {}, 80).midpoint() : 1);
}

const RateCode& Rates::Compiled::code(std::size_t lanes) const {
    const std::lock_guard lock(one_at_a_time_);
    auto& code = codes_[lanes];
    if (!code) code = rate_code(program, lanes);
    return *code;
}

RateFunction Rates::Compiled::function() const {
    const std::lock_guard lock(one_at_a_time_);
    if (!function_) {
        RateFunction made(equations, anholon::compiled);
        made.prepare_jacobian();
        function_.emplace(std::move(made));
    }
    return *function_;
}

std::string Rates::Compiled::why(double t, std::span<const double> x, std::span<const double> p) const {
    const std::lock_guard lock(one_at_a_time_);
    RateFunction rates(equations);
    rates.set_parameters(p);
    std::vector<double> dx(x.size());
    return rates.rates(t, x, dx) ? "" : rates.why();
}

Rates::Rates(const Model& model, const RatesRequest& request)
    : compiled_(library::answered(model, request.limits,
                                  [&] { return std::make_shared<const Compiled>(model, request); })) {}

const std::vector<std::string>& Rates::state_names() const { return compiled_->state_names; }
const std::vector<std::string>& Rates::parameter_names() const { return compiled_->parameter_names; }
const std::vector<double>& Rates::initial() const { return compiled_->equations.initial; }
const std::vector<double>& Rates::parameters() const { return compiled_->parameters; }
const std::vector<double>& Rates::parameter_scales() const { return compiled_->scales; }
const std::string& Rates::form() const { return compiled_->form; }

void Rates::rates(std::span<const double> t, std::span<const double> x, std::span<const double> p,
                  std::span<double> dx, std::size_t threads, const std::stop_token& stop) const {
    library::answered(nullptr, [&] {
        const Rows rows(*compiled_, t, x, p);
        const std::size_t lanes = rows.count == 1 ? 1 : compiler().best_lanes();
        using Work = std::function<void(std::size_t, std::size_t)>;
        in_pieces<Work>(rows.count, rows_per_piece, threads, stop, [&]() -> Work {
            return [dx, work = std::make_shared<LaneRates>(*compiled_, rows, lanes)](
                       std::size_t from, std::size_t to) { (*work)(from, to, dx); };
        });
    });
}

void Rates::jacobian(std::span<const double> t, std::span<const double> x, std::span<const double> p,
                     std::span<double> J, std::size_t threads, const std::stop_token& stop) const {
    library::answered(nullptr, [&] {
        const Rows rows(*compiled_, t, x, p);
        using Work = std::function<void(std::size_t, std::size_t)>;
        in_pieces<Work>(rows.count, jacobians_per_piece, threads, stop, [&]() -> Work {
            return [this, &rows, J, f = std::make_shared<RateFunction>(compiled_->function())](
                       std::size_t from, std::size_t to) {
                const std::size_t n = rows.nx * rows.nx;
                for (std::size_t row = from; row < to; ++row) {
                    f->set_parameters(rows.parameters(row));
                    if (!f->jacobian(rows.time(row), rows.state(row), J.subspan(row * n, n)))
                        refuse(*compiled_, rows, row);
                }
            };
        });
    });
}

}  // namespace v0
}  // namespace anholon
