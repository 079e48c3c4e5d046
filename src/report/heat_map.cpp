#include "report/heat_map.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "report/axis.hpp"
#include "report/colour_map.hpp"
#include "report/picture_file.hpp"

namespace anholon {

namespace {

using Anchor = TextStyle::Anchor;

constexpr double width = 960, height = 640, small = 12, normal = 13, large = 16;
constexpr double left = 80, top = 48, right = 200, bottom = 62;  // margins
constexpr double bar = 18;
constexpr Pen frame{{0.45, 0.45, 0.45}, 1};
// Greys, and a dark red: none of them is on the scale.
constexpr Colour reasons[] = {{0.92, 0.92, 0.92}, {0.70, 0.70, 0.70}, {0.50, 0.15, 0.15}, {0.82, 0.76, 0.70}};

class Drawing {
  public:
    Drawing(const HeatMap& map, Canvas& canvas) : map_(map), canvas_(canvas) {
        Extent found = Extent::none();
        for (std::size_t k = 0; k < map.values.size(); ++k)
            if (map.reasons[k] == 0) found.include(std::span(&map.values[k], 1));
        has_values_ = !found.is_empty();
        scale_ = axis(has_values_ ? found : Extent{0, 1}, 0, 8);
        found_ = found;
    }

    void draw() {
        draw_cells();
        draw_lines();
        draw_frame();
        if (has_values_) draw_scale();
        draw_reasons();
    }

  private:
    double inner_width() const { return width - left - right; }
    double inner_height() const { return height - top - bottom; }

    Colour colour(std::size_t k) const {
        if (map_.reasons[k] > 0) return colour_of_reason(static_cast<std::size_t>(map_.reasons[k] - 1));
        return colour_of(map_.values[k]);
    }
    Colour colour_of_reason(std::size_t k) const {
        return map_.colours.empty() ? reasons[k % std::size(reasons)] : map_.colours[k % map_.colours.size()];
    }

    // Each side of zero has the whole of its colours: exponents of chaos are often much smaller than those of what attracts.
    Colour colour_of(double value) const {
        if (!map_.regimes) return sequential(scale_.place(value));
        if (std::fabs(value) < map_.regimes->apart) return diverging(0);
        const double most = std::max(std::fabs(value > 0 ? found_.high : found_.low), map_.regimes->apart);
        return diverging(std::copysign(0.15 + 0.85 * std::fabs(value) / most, value));
    }

    void draw_cells() {
        const std::size_t columns = map_.columns, rows = map_.values.size() / columns;
        std::vector<Colour> colours;
        for (std::size_t i = rows; i-- > 0;)
            for (std::size_t j = 0; j < columns; ++j) colours.push_back(colour(i * columns + j));
        canvas_.cells({left, top}, {inner_width(), inner_height()}, columns, colours);
    }

    double columns() const { return static_cast<double>(map_.columns); }
    double rows() const { return static_cast<double>(map_.values.size()) / columns(); }
    // Cells are centred at their values: the ends of the axes lie half a cell outside.
    static double inside(double place, double cells) {
        return cells == 1 ? 0.5 : (0.5 + place * (cells - 1)) / cells;
    }

    void draw_lines() {
        constexpr Pen pen{{0.1, 0.1, 0.1}, 1.4};
        const auto at = [&](double x, double y) {
            const double across = (x - map_.x_low) / (map_.x_high - map_.x_low),
                         up = (y - map_.y_low) / (map_.y_high - map_.y_low);
            return CanvasPoint{left + inside(across, columns()) * inner_width(),
                               top + inner_height() - inside(up, rows()) * inner_height()};
        };
        for (const HeatMap::Line& line : map_.lines)
            canvas_.line(std::vector<CanvasPoint>{at(line.x1, line.y1), at(line.x2, line.y2)}, pen);
    }

    void draw_frame() {
        const double x1 = left + inner_width(), y1 = top + inner_height();
        canvas_.line(std::vector<CanvasPoint>{{left, top}, {x1, top}, {x1, y1}, {left, y1}, {left, top}},
                     frame);
        canvas_.text({left + inner_width() / 2, 12 + large}, printable(map_.title), {large, Anchor::middle});
        const Axis x = axis({map_.x_low, map_.x_high}, 0, 8), y = axis({map_.y_low, map_.y_high}, 0, 8);
        for (const Tick& tick : x.ticks) {
            const double at = left + inside(tick.place, columns()) * inner_width();
            canvas_.line(std::vector<CanvasPoint>{{at, y1}, {at, y1 + 5}}, frame);
            canvas_.text({at, y1 + 20}, tick.label, {small, Anchor::middle});
        }
        for (const Tick& tick : y.ticks) {
            const double at = y1 - inside(tick.place, rows()) * inner_height();
            canvas_.line(std::vector<CanvasPoint>{{left - 5, at}, {left, at}}, frame);
            canvas_.text({left - 9, at + 4}, tick.label, {small, Anchor::end});
        }
        canvas_.text({left + inner_width() / 2, y1 + 44}, printable(map_.x_label + " " + x.note),
                     {normal, Anchor::middle});
        canvas_.text({10 + normal, top + inner_height() / 2}, printable(map_.y_label + " " + y.note),
                     {normal, Anchor::middle, TextStyle::Direction::up});
    }

    void draw_scale() {
        constexpr std::size_t steps = 256;
        std::vector<Colour> colours;
        for (std::size_t k = steps; k-- > 0;) {
            const double part = static_cast<double>(k) / (steps - 1);
            colours.push_back(
                map_.regimes ? colour_of(scale_.shown.low + part * (scale_.shown.high - scale_.shown.low))
                             : sequential(part));
        }
        const double x = left + inner_width() + 28, y = top + 24, length = inner_height() * 0.6;
        canvas_.cells({x, y}, {bar, length}, 1, colours);
        canvas_.text({x, y - 10}, printable(map_.z_label + " " + scale_.note), {normal});
        for (const Tick& tick : scale_.ticks) {
            const double at = y + (1 - tick.place) * length;
            canvas_.line(std::vector<CanvasPoint>{{x + bar, at}, {x + bar + 5, at}}, frame);
            canvas_.text({x + bar + 9, at + 4}, tick.label, {small});
        }
    }

    void draw_reasons() {
        const double x = left + inner_width() + 28;
        double y = has_values_ ? top + 24 + inner_height() * 0.6 + 34 : top + 24;
        if (map_.regimes && has_values_) {
            const HeatMap::Regimes& r = *map_.regimes;
            for (const auto& [words, side] :
                 {std::pair{&r.positive, 1.0}, std::pair{&r.about_zero, 0.0}, std::pair{&r.negative, -1.0}}) {
                bool is_there = false;
                for (std::size_t k = 0; k < map_.values.size(); ++k) {
                    const double value = std::fabs(map_.values[k]) < r.apart ? 0 : map_.values[k];
                    is_there =
                        is_there || (map_.reasons[k] == 0 && (side == 0 ? value == 0 : value * side > 0));
                }
                if (!is_there) continue;
                const std::vector<Colour> swatch{diverging(0.7 * side)};
                canvas_.cells({x, y - 10}, {bar, 12}, 1, swatch);
                canvas_.text({x + bar + 9, y}, printable(*words), {small});
                y += 22;
            }
        }
        for (std::size_t k = 0; k < map_.why.size(); ++k) {
            if (std::ranges::find(map_.reasons, static_cast<int>(k + 1)) == map_.reasons.end()) continue;
            const std::vector<Colour> swatch{colour_of_reason(k)};
            canvas_.cells({x, y - 10}, {bar, 12}, 1, swatch);
            canvas_.text({x + bar + 9, y}, printable(map_.why[k]), {small});
            y += 22;
        }
    }

    const HeatMap& map_;
    Canvas& canvas_;
    Axis scale_;
    Extent found_ = Extent::none();
    bool has_values_ = false;
};

}  // namespace

void write_heat_map(const std::string& path, const HeatMap& map) {
    write_picture(path, width, height, [&](Canvas& canvas) { Drawing(map, canvas).draw(); });
}

}  // namespace anholon
