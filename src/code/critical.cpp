#include "code/critical.hpp"

#include <set>

namespace anholon {

namespace {

using Kind = CriticalSeries::Kind;

class Search {
  public:
    explicit Search(const SeriesProgram& program) : program_(program) {}

    std::vector<CriticalSeries> run() {
        for (const Series& s : program_.series) {
            if (s.kind == Series::Kind::quotient) add_factors(s.b);
            if (s.kind == Series::Kind::square_root) add(Kind::divisor, s.a);
            if (s.kind != Series::Kind::integral) continue;
            if (s.function == Op::exp) add(Kind::exponent, s.u);
            if (s.function == Op::tanh) add(Kind::saturating, s.u);
        }
        return {found_.begin(), found_.end()};
    }

  private:
    // A square touches zero where its root passes through it.
    void add_factors(std::uint32_t operand) {
        if (is_scalar(operand)) return;
        const Series& s = program_.series[operand];
        switch (s.kind) {
            case Series::Kind::product:
                add_factors(s.a);
                add_factors(s.b);
                return;
            case Series::Kind::negate:
            case Series::Kind::scale:
            case Series::Kind::square_root: return add_factors(s.a);
            case Series::Kind::integral:
                if (s.function == Op::exp || s.function == Op::cosh) return;  // nowhere zero
                if (s.function == Op::power) return add_factors(s.u);
                break;
            default: break;
        }
        add(Kind::divisor, operand);
    }

    void add(Kind kind, std::uint32_t operand) {
        if (!is_scalar(operand)) found_.insert({kind, operand});
    }

    const SeriesProgram& program_;
    std::set<CriticalSeries> found_;
};

}  // namespace

std::vector<CriticalSeries> critical_series(const SeriesProgram& program) { return Search(program).run(); }

}  // namespace anholon
