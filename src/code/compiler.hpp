#pragma once

#include <memory>

#include "code/evaluator.hpp"
#include "code/linear_solve.hpp"
#include "code/rate_evaluator.hpp"
#include "code/series.hpp"

namespace anholon {

// A step's power series as machine code. The caller owns the memory it works on: `doubles` numbers at a 64-byte boundary, all zero at
// first.
class SeriesKernel {
  public:
    virtual ~SeriesKernel() = default;

    std::size_t lanes =
        1;  // motions side by side; each number below stands `lanes` times, one after the other
    std::size_t orders_at_once = 1;  // so many more orders may be given than are asked for, less one
    std::size_t doubles = 0;         // of memory
    std::size_t columns =
        0;  // of a row of coefficients: states, watched functions, then nothing up to a multiple of 8

    // Rows of `columns` coefficients: those of order k are row k. Row 0 holds the state, with t last, and gets the watched functions;
    // row 1 gets the rates of the state. False where a linear block is singular; of several motions only the one concerned then has
    // no numbers.
    virtual bool start(double* memory, const double* scalars, double* rows) const = 0;
    // Then the orders 1 to `order`, from the memory as start() has left it.
    virtual void orders(double* memory, const double* scalars, double* rows, std::size_t order) const = 0;

    bool operator()(double* memory, const double* scalars, double* rows, std::size_t order) const {
        if (!start(memory, scalars, rows)) return false;
        orders(memory, scalars, rows, order);
        return true;
    }
};

// The parts of a RateProgram that change during a motion as machine code, with the solution of W z = r among them. With several
// lanes each number stands `lanes` times, one after the other, at a 64-byte boundary: `lanes` motions move side by side, and the
// numbers of one do not depend on the others. The signs of det W, or 0, are in memory at the program's sign().
class RateCode {
  public:
    using Part = void(const double* point, double* rates, double* memory);
    virtual ~RateCode() = default;

    void operator()(const double* point, double* memory, double* rates) const {
        for (Part* part : parts) part(point, rates, memory);
    }
    std::vector<Part*> parts;
};

inline constexpr std::size_t max_order = 24;

// The compiler, in a module that is loaded when it is first asked for. Its code runs as long as what it gave back lives.
class Compiler {
  public:
    virtual ~Compiler() = default;
    virtual std::unique_ptr<Evaluator> evaluator(const Program& program) const = 0;
    virtual std::unique_ptr<RateCode> rates(const RateProgram& program, std::size_t lanes,
                                            SolveLinear* solve) const = 0;
    virtual std::unique_ptr<SeriesKernel> series(const SeriesProgram& program) const = 0;
    // 4 or 8 motions side by side, or 1 to compare with; null if the program is too large for that.
    virtual std::unique_ptr<SeriesKernel> batch(const SeriesProgram& program, std::size_t lanes) const = 0;
    virtual std::size_t best_lanes() const = 0;
};

const Compiler& compiler();

std::unique_ptr<Evaluator> compiled(Program program);
std::unique_ptr<RateEvaluator> compiled_rates(RateProgram program);
std::unique_ptr<RateCode> rate_code(const RateProgram& program, std::size_t lanes);

}  // namespace anholon
