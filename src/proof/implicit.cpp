#include "proof/implicit.hpp"

#include <array>
#include <cmath>

#include "proof/linear_system.hpp"

namespace anholon::proof {

namespace {

constexpr int kMostSteps = 60;

// G and its Jacobian by some of the names, at values of all of them.
class Equations {
  public:
    Equations(const Program& program, std::span<const Id> G, std::span<const Id> names,
              const Evaluation<RealNumbers>& given, long precision)
        : program_(program), G_(G), names_(names), given_(given), numbers_(precision) {}

    struct At {
        std::vector<Ball> G;
        std::vector<std::vector<Ball>> J;  // by equation, then name
    };
    At at(std::span<const Ball> values) {
        RealNumbers numbers(numbers_.precision());
        Evaluation<RealNumbers> here(program_, numbers);
        for (const Id id : program_.below(G_))
            if (program_[id].op == Op::variable && given_.has(id)) here.set(id, given_.known(id));
        std::vector<Evaluation<RealNumbers>::Direction> directions;
        for (std::size_t k = 0; k < names_.size(); ++k) {
            here.set(names_[k], values[k]);
            directions.push_back({{names_[k], numbers.from(1)}});
        }
        At out{here.scalars(G_), std::vector<std::vector<Ball>>(G_.size())};
        for (const auto& column : here.tangents(G_, directions))
            for (std::size_t i = 0; i < G_.size(); ++i) out.J[i].push_back(column[i]);
        return out;
    }

    // The names with the largest pivots.
    std::vector<std::size_t> unknowns(const At& here) const {
        std::vector<std::vector<double>> J;
        for (const auto& row : here.J) {
            J.emplace_back();
            for (const Ball& x : row) J.back().push_back(x.midpoint());
        }
        std::vector<std::size_t> chosen;
        std::vector<bool> used(G_.size(), false);
        for (std::size_t step = 0; step < G_.size(); ++step) {
            double most = 0;
            std::size_t row = 0, column = 0;
            for (std::size_t i = 0; i < G_.size(); ++i)
                for (std::size_t j = 0; j < names_.size() && !used[i]; ++j)
                    if (std::abs(J[i][j]) > most) {
                        most = std::abs(J[i][j]);
                        row = i;
                        column = j;
                    }
            if (!(most > 0)) throw NoValue{"the equations of the constraints depend on each other"};
            used[row] = true;
            chosen.push_back(column);
            for (std::size_t i = 0; i < G_.size(); ++i) {
                if (used[i]) continue;
                const double factor = J[i][column] / J[row][column];
                for (std::size_t j = 0; j < names_.size(); ++j) J[i][j] -= factor * J[row][j];
                J[i][column] = 0;
            }
        }
        return chosen;
    }

    // A z = b in balls.
    std::vector<Ball> solve(const std::vector<std::vector<Ball>>& A, const std::vector<Ball>& b) const {
        LinearSystem<Ball> system;
        system.unknowns = b.size();
        for (std::size_t i = 0; i < b.size(); ++i) {
            system.rows.push_back(A[i]);
            system.rows.back().push_back(b[i]);
        }
        return solved_fully(numbers_, std::move(system));
    }

    const RealNumbers& numbers() const { return numbers_; }

  private:
    const Program& program_;
    std::span<const Id> G_, names_;
    const Evaluation<RealNumbers>& given_;
    RealNumbers numbers_;
};

std::vector<std::vector<Ball>> columns(const std::vector<std::vector<Ball>>& J,
                                       std::span<const std::size_t> chosen) {
    std::vector<std::vector<Ball>> out;
    for (const auto& row : J) {
        out.emplace_back();
        for (const std::size_t j : chosen) out.back().push_back(row[j]);
    }
    return out;
}

}  // namespace

std::vector<Ball> solved_near(const Program& program, std::span<const Id> G, std::span<const Id> names,
                              std::vector<Ball> values, const Evaluation<RealNumbers>& given,
                              long precision) {
    Equations equations(program, G, names, given, precision);
    const RealNumbers& n = equations.numbers();
    const std::vector<std::size_t> chosen = equations.unknowns(equations.at(values));
    const auto size_of = [&](const std::vector<Ball>& list) {
        double most = 0;
        for (const Ball& x : list) most = std::max(most, std::abs(x.midpoint()) + x.radius());
        return most;
    };
    double step = HUGE_VAL;
    const double small = std::exp2(-0.7 * static_cast<double>(precision));
    for (int k = 0; k < kMostSteps && step > small; ++k) {
        const auto here = equations.at(values);
        const std::vector<Ball> by = equations.solve(columns(here.J, chosen), here.G);
        step = size_of(by);
        if (!std::isfinite(step) || step > 1e6)
            throw NoValue{"no solution of the constraints was found nearby"};
        for (std::size_t k2 = 0; k2 < chosen.size(); ++k2)
            values[chosen[k2]] = n.add(values[chosen[k2]], n.negate(by[k2])).exact_midpoint();
    }
    if (!(step <= small)) throw NoValue{"no solution of the constraints was found nearby"};

    // Y by columns: A Y = 1 with A = J at the midpoint.
    const auto at_x = equations.at(values);
    const auto A = columns(at_x.J, chosen);
    const std::size_t size = chosen.size();
    std::vector<std::vector<Ball>> Y(size, std::vector<Ball>(size));
    for (std::size_t j = 0; j < size; ++j) {
        std::vector<Ball> unit(size, n.from(0));
        unit[j] = n.from(1);
        const std::vector<Ball> column = equations.solve(A, unit);
        for (std::size_t i = 0; i < size; ++i) Y[i][j] = column[i].exact_midpoint();
    }
    const double radius = std::exp2(-0.5 * static_cast<double>(precision));
    std::vector<Ball> X = values;
    for (const std::size_t j : chosen) X[j] = values[j].widened(radius);
    const auto at_X = equations.at(X);
    std::vector<Ball> K;
    for (std::size_t i = 0; i < size; ++i) {
        Ball sum = values[chosen[i]];
        for (std::size_t j = 0; j < size; ++j) sum = n.add(sum, n.negate(n.multiply(Y[i][j], at_x.G[j])));
        for (std::size_t k = 0; k < size; ++k) {
            Ball entry = n.from(i == k ? 1 : 0);
            for (std::size_t j = 0; j < size; ++j)
                entry = n.add(entry, n.negate(n.multiply(Y[i][j], at_X.J[j][chosen[k]])));
            sum = n.add(sum, n.multiply(entry, n.add(X[chosen[k]], n.negate(values[chosen[k]]))));
        }
        if (!X[chosen[i]].contains_inside(sum))
            throw NoValue{"no solution of the constraints was proved nearby"};
        K.push_back(std::move(sum));
    }
    for (std::size_t i = 0; i < size; ++i) values[chosen[i]] = K[i];
    return values;
}

}  // namespace anholon::proof
