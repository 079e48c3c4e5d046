#include "proof/jump.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "algebra/exactly.hpp"
#include "proof/draw.hpp"
#include "proof/real_numbers.hpp"

namespace anholon::proof {

namespace {

constexpr long kPrecision = 256;
constexpr std::uint64_t kStarts = 6;
constexpr int kMostSteps = 80;
constexpr double kFar = 0x1p-12, kNear = 0x1p-34;  // distances from a zero
constexpr double kGrowth = 8;                      // more than a bounded function changes between them
constexpr double kContinuous = 1e-6;               // more than a continuous one changes across the zero

// Roots, absolute values and powers vanish where their argument does, which is smoother.
Id smooth(const Program& p, Id g) {
    while (p[g].op == Op::root || p[g].op == Op::abs || p[g].op == Op::negate || p[g].op == Op::power)
        g = p.arguments(g)[0];
    return g;
}

class Search {
  public:
    Search(const Program& p, Id f, Id g, const Sample& near) : p_(p), f_(f), g_(smooth(p, g)), near_(near) {
        for (const Id id : p.below(std::array{f, g}))
            if (p[id].op == Op::variable) variables_.push_back(id);
    }

    void put_to_zero(const std::vector<Id>& variables) { zeros_ = variables; }

    // The values near a zero and farther from it, on both sides; nothing at a boundary of its domain.
    struct Sides {
        double right, left, far_right, far_left;
        bool are_infinite() const { return grows(right, far_right) && grows(left, far_left); }
        bool differ() const {
            return std::fabs(right - left) > kContinuous * std::max({1.0, std::fabs(right), std::fabs(left)});
        }
        static bool grows(double near, double far) { return std::fabs(near) > std::fabs(far) + kGrowth; }
    };
    std::optional<Sides> sides_near(std::uint64_t start) {
        std::vector<double> x;
        for (const Id v : variables_) {
            if (std::ranges::find(zeros_, v) != zeros_.end()) {
                x.push_back(0);
                continue;
            }
            const auto given = near_.find(p_.name_at(v));
            const double noise = static_cast<double>(mix(start, v) % 2001) / 1000 - 1;
            x.push_back(given == near_.end() ? noise
                                             : given->second.to_double() + (start == 0 ? 0.01 : 1) * noise);
        }
        std::vector<double> normal;
        if (!move_to_zero(x, normal)) return std::nullopt;
        const auto at = [&](double distance) {
            std::vector<double> there = x;
            for (std::size_t k = 0; k < x.size(); ++k) there[k] += distance * normal[k];
            return value(f_, there);
        };
        const auto right = at(kNear), left = at(-kNear), far_right = at(kFar), far_left = at(-kFar);
        if (!right || !left || !far_right || !far_left) return std::nullopt;
        return Sides{*right, *left, *far_right, *far_left};
    }

  private:
    void set(Evaluation<RealNumbers>& at, const std::vector<double>& x) const {
        for (std::size_t k = 0; k < x.size(); ++k) at.set(variables_[k], at.numbers().number(exactly(x[k])));
    }

    std::optional<double> value(Id node, const std::vector<double>& x) const {
        RealNumbers numbers(kPrecision);
        Evaluation<RealNumbers> at(p_, numbers);
        try {
            set(at, x);
            return at(node).midpoint();
        } catch (const NoValue&) {
            return std::nullopt;
        }
    }

    // Newton's steps along the gradient of g, shorter where g has no value.
    bool move_to_zero(std::vector<double>& x, std::vector<double>& normal) const {
        for (int step = 0; step < kMostSteps; ++step) {
            std::vector<double> slope;
            double g = 0, square = 0;
            try {
                RealNumbers numbers(kPrecision);
                Evaluation<RealNumbers> at(p_, numbers);
                set(at, x);
                g = at(g_).midpoint();
                for (const Id v : variables_) {
                    slope.push_back(at.tangent(std::array{g_}, {{v, numbers.from(1)}})[0].midpoint());
                    square += slope.back() * slope.back();
                }
            } catch (const NoValue&) {
                return false;
            }
            if (!std::isfinite(g) || !std::isfinite(square)) return false;
            if (square > 0) {
                normal = slope;
                for (double& n : normal) n /= std::sqrt(square);
            }
            if (std::fabs(g) <= 0x1p-50 * std::sqrt(square) || g == 0) return !normal.empty();
            if (square == 0) return false;
            double length = -g / square;
            std::vector<double> next;
            for (int halving = 0; halving < 8; ++halving, length /= 2) {
                next = x;
                for (std::size_t k = 0; k < x.size(); ++k) next[k] += length * slope[k];
                if (value(g_, next)) break;
            }
            x = next;
            for (const double component : x)
                if (std::fabs(component) > 1e6) return false;
        }
        return false;
    }

    const Program& p_;
    Id f_, g_;
    const Sample& near_;
    std::vector<Id> variables_, zeros_;
};

}  // namespace

bool jumps(const Program& program, Id f, Id g, const Sample& near) {
    Search search(program, f, g, near);
    for (std::uint64_t start = 0; start < kStarts; ++start)
        if (const auto sides = search.sides_near(start); sides && !sides->are_infinite() && sides->differ())
            return true;
    return false;
}

bool is_infinite(const Program& program, Id f, Id g, const std::vector<Id>& zeros, const Sample& near) {
    Search search(program, f, g, near);
    search.put_to_zero(zeros);
    bool found = false;
    for (std::uint64_t start = 0; start < kStarts; ++start)
        if (const auto sides = search.sides_near(start)) {
            if (!sides->are_infinite()) return false;
            found = true;
        }
    return found;
}

}  // namespace anholon::proof
