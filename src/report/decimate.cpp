#include "report/decimate.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <numeric>
#include <optional>

namespace anholon {

namespace {

constexpr std::size_t many = 20000;  // points that are drawn in no time

// What stays of the points of one column.
class PixelColumn {
  public:
    PixelColumn(long number, CanvasPoint p) : number_(number), points_{p, p, p, p} {}

    long number() const { return number_; }

    void add(CanvasPoint p) {
        ++count_;
        if (p.y < points_[lowest].y) points_[lowest] = p, when_[lowest] = count_;
        if (p.y > points_[highest].y) points_[highest] = p, when_[highest] = count_;
        points_[last] = p, when_[last] = count_;
    }

    // In the order of the curve, each once.
    void move_to(std::vector<CanvasPoint>& line) const {
        std::array<std::size_t, 4> order{first, lowest, highest, last};
        std::sort(order.begin(), order.end(), [&](auto a, auto b) { return when_[a] < when_[b]; });
        for (std::size_t i = 0; i < order.size(); ++i)
            if (i == 0 || when_[order[i]] != when_[order[i - 1]]) line.push_back(points_[order[i]]);
    }

  private:
    enum : std::size_t { first, lowest, highest, last };
    long number_;
    std::array<CanvasPoint, 4> points_;
    std::array<std::size_t, 4> when_ = {};
    std::size_t count_ = 0;
};

// The pixels that a curve has passed.
class Coverage {
  public:
    explicit Coverage(const Lines& lines) {
        CanvasPoint high{-1e9, -1e9};
        for (const auto& line : lines)
            for (const CanvasPoint p : line) {
                corner_ = {std::min(corner_.x, p.x), std::min(corner_.y, p.y)};
                high = {std::max(high.x, p.x), std::max(high.y, p.y)};
            }
        width_ = static_cast<std::size_t>(high.x - corner_.x) + 1;
        is_covered_.resize(width_ * (static_cast<std::size_t>(high.y - corner_.y) + 1));
    }

    // Whether the segment passes a pixel that nothing has passed before.
    bool add(CanvasPoint a, CanvasPoint b) {
        const double longest = std::max(std::abs(b.x - a.x), std::abs(b.y - a.y));
        const int steps = std::max(1, static_cast<int>(std::ceil(longest)));
        bool is_new = false;
        for (int i = 0; i <= steps; ++i) {
            const double part = static_cast<double>(i) / steps;
            const auto x = static_cast<std::size_t>(a.x + part * (b.x - a.x) - corner_.x);
            const auto y = static_cast<std::size_t>(a.y + part * (b.y - a.y) - corner_.y);
            auto pixel = is_covered_[y * width_ + std::min(x, width_ - 1)];
            is_new = is_new || !pixel;
            pixel = true;
        }
        return is_new;
    }

  private:
    CanvasPoint corner_{1e9, 1e9};
    std::size_t width_;
    std::vector<bool> is_covered_;
};

// Without the segments that pass only where the curve has been.
Lines without_repetition(const Lines& lines) {
    Lines out;
    Coverage coverage(lines);
    for (const auto& line : lines) {
        bool is_broken = true;
        for (std::size_t i = 1; i < line.size(); ++i) {
            if (!coverage.add(line[i - 1], line[i])) {
                is_broken = true;
                continue;
            }
            if (is_broken) out.push_back({line[i - 1]});
            is_broken = false;
            out.back().push_back(line[i]);
        }
    }
    return out;
}

std::size_t number_of_points(const Lines& lines) {
    return std::accumulate(lines.begin(), lines.end(), std::size_t{0},
                           [](std::size_t sum, const auto& line) { return sum + line.size(); });
}

}  // namespace

Lines decimated(std::span<const double> x, std::span<const double> y, const PlacedAxis& across,
                const PlacedAxis& up, double resolution) {
    assert(x.size() == y.size());
    Lines lines;
    std::optional<PixelColumn> column;
    bool is_broken = true;
    const auto close_column = [&] {
        if (column) column->move_to(lines.back());
        column.reset();
    };
    for (std::size_t i = 0; i < x.size(); ++i) {
        const CanvasPoint p{across(x[i]), up(y[i])};
        if (!std::isfinite(p.x) || !std::isfinite(p.y)) {
            close_column();
            is_broken = true;
            continue;
        }
        if (is_broken) lines.emplace_back();
        is_broken = false;
        const auto number = static_cast<long>(std::floor(p.x / resolution));
        if (column && column->number() == number) {
            column->add(p);
        } else {
            close_column();
            column.emplace(number, p);
        }
    }
    close_column();
    return number_of_points(lines) > many ? without_repetition(lines) : lines;
}

}  // namespace anholon
