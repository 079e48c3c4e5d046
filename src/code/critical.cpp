#include "code/critical.hpp"

#include <set>
#include <utility>

namespace anholon {

namespace {

using Kind = CriticalSeries::Kind;

class Search {
  public:
    Search(const SeriesProgram& program, std::vector<bool> counts)
        : program_(program), counts_(std::move(counts)) {}

    std::vector<CriticalSeries> run() {
        for (std::size_t i = 0; i < program_.series.size(); ++i) {
            const Series& s = program_.series[i];
            if (!counts_[i]) continue;
            if (s.kind == Series::Kind::quotient) add_factors(s.b);
            if (s.kind == Series::Kind::square_root) add(Kind::divisor, s.a);
            if (s.kind != Series::Kind::theta_integral) continue;
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
            case Series::Kind::theta_integral:
                if (s.function == Op::exp || s.function == Op::cosh) return;  // nowhere zero
                break;
            case Series::Kind::integral:
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
    std::vector<bool> counts_;
    std::set<CriticalSeries> found_;
};

// The series that the rates and the unknowns are made of, by the branches that scalars take.
class Needs {
  public:
    Needs(const SeriesProgram& program, std::span<const double> scalars)
        : program_(program), scalars_(scalars), needed_(program.series.size(), false) {}

    std::vector<bool> run() {
        for (const auto* list : {&program_.rates, &program_.watched})
            for (const std::uint32_t operand : *list) ask(operand);
        for (const LinearBlock& block : program_.blocks)
            for (const auto* list : {&block.W, &block.r})
                for (const std::uint32_t operand : *list) ask(operand);
        while (!open_.empty()) {
            const Series& s = program_.series[open_.back()];
            open_.pop_back();
            follow(s);
        }
        return std::move(needed_);
    }

  private:
    void ask(std::uint32_t operand) {
        if (is_scalar(operand) || needed_[operand]) return;
        needed_[operand] = true;
        open_.push_back(operand);
    }

    void follow(const Series& s) {
        switch (s.kind) {
            case Series::Kind::state:
            case Series::Kind::unknown: return;
            case Series::Kind::add:
            case Series::Kind::subtract:
            case Series::Kind::product:
            case Series::Kind::theta_product:
            case Series::Kind::quotient: ask(s.b); break;
            case Series::Kind::theta_integral: ask(s.b); break;
            case Series::Kind::integral:
                ask(s.u);
                ask(s.v);
                break;
            case Series::Kind::chosen:
                if (is_scalar(s.u)) return ask(scalars_[s.u & ~scalar_flag] > 0 ? s.a : s.v);
                ask(s.u);
                ask(s.v);
                break;
            default: break;
        }
        ask(s.a);
    }

    const SeriesProgram& program_;
    std::span<const double> scalars_;
    std::vector<bool> needed_;
    std::vector<std::uint32_t> open_;
};

}  // namespace

std::vector<CriticalSeries> critical_series(const SeriesProgram& program) {
    return Search(program, std::vector<bool>(program.series.size(), true)).run();
}

std::vector<CriticalSeries> critical_series(const SeriesProgram& program, std::span<const double> scalars) {
    return Search(program, Needs(program, scalars).run()).run();
}

}  // namespace anholon
