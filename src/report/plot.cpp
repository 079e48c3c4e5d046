#include "report/plot.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>

#include "base/text.hpp"
#include "report/canvas.hpp"
#include "report/decimate.hpp"
#include "report/picture_file.hpp"

namespace anholon {

namespace {

using Anchor = TextStyle::Anchor;

// Okabe and Ito's colours, told apart by all eyes; without yellow, which is faint on white.
constexpr Colour palette[] = {{0.000, 0.447, 0.698}, {0.835, 0.369, 0.000}, {0.000, 0.620, 0.451},
                              {0.800, 0.475, 0.655}, {0.902, 0.624, 0.000}, {0.337, 0.706, 0.914},
                              {0.000, 0.000, 0.000}};
constexpr Pen grid{{0.88, 0.88, 0.88}, 0.6}, frame{{0.45, 0.45, 0.45}, 1};
constexpr double small = 12, normal = 13, large = 16;  // sizes of texts
constexpr double low_panel = 270;                      // the height of one of several plots
constexpr double swatch = 24, legend_line = 20, widest_legend = 260;

Pen pen(const Plot& plot, std::size_t curve) {
    constexpr std::size_t colours = std::size(palette);
    const std::size_t number = plot.curves[curve].colour.value_or(curve);
    Pen out{palette[number % colours], 1.4, static_cast<double>(number / colours) * 4};
    if (plot.curves[curve].colour) out.dash = plot.curves[curve].mark == Curve::Mark::dashed ? 5 : 0;
    return out;
}

// The text, or so much of it as is not wider.
std::string fitted(Canvas& canvas, const std::string& text, double size, double width) {
    std::string shown = printable(text);
    if (canvas.text_width(shown, size) <= width) return shown;
    while (!shown.empty() && canvas.text_width(shown + "…", size) > width) {
        while (shown.size() > 1 && (static_cast<unsigned char>(shown.back()) & 0xC0) == 0x80)
            shown.pop_back();
        shown.pop_back();
    }
    return shown + "…";
}

struct Area {
    double left, right, top, bottom;
};

// A canvas whose upper edge lies lower on another.
class LoweredCanvas final : public Canvas {
  public:
    LoweredCanvas(Canvas& whole, double top) : whole_(whole), top_(top) {}

    double text_width(const std::string& text, double size) override { return whole_.text_width(text, size); }
    void text(CanvasPoint at, const std::string& text, const TextStyle& style) override {
        whole_.text({at.x, at.y + top_}, text, style);
    }
    void line(std::span<const CanvasPoint> points, const Pen& pen) override {
        std::vector<CanvasPoint> lowered(points.begin(), points.end());
        for (CanvasPoint& p : lowered) p.y += top_;
        whole_.line(lowered, pen);
    }
    void cells(CanvasPoint corner, CanvasPoint size, std::size_t columns,
               std::span<const Colour> colours) override {
        whole_.cells({corner.x, corner.y + top_}, size, columns, colours);
    }
    std::string finish() override { return whole_.finish(); }

  private:
    Canvas& whole_;
    double top_;
};

class Drawing {
  public:
    Drawing(const Plot& plot, Canvas& canvas, PlotSize size) : plot_(plot), canvas_(canvas), size_(size) {
        const bool has_log_x = plot.x_axis == Axis::Kind::logarithmic,
                   has_log_y = plot.y_axis == Axis::Kind::logarithmic;
        Extent x = Extent::none(), y = Extent::none();
        for (const Curve& curve : plot.curves) {
            has_log_x ? x.include_positive(curve.x) : x.include(curve.x);
            has_log_y ? y.include_positive(curve.y) : y.include(curve.y);
        }
        for (const double end : {x.low, x.high, y.low, y.high})
            if (std::isfinite(end) && std::abs(end) > 1e300)
                throw std::runtime_error("numbers beyond 1e300 cannot be drawn");
        is_empty_ = x.is_empty() || y.is_empty();
        is_path_ = plot.scale == Plot::Scale::equal && !has_log_x && !has_log_y;
        about_ = std::clamp(static_cast<int>(size.height / 45), 3, 9);
        x_ = has_log_x ? logarithmic_axis(x, 0.02, 9) : axis(x, is_path_ ? 0.04 : 0, 9);
        y_ = has_log_y ? logarithmic_axis(y, 0.04, about_) : axis(y, 0.04, about_);
        area_ = area();
        area_.left = std::max(area_.left, size.left);
        area_.right = std::min(area_.right, size.width - size.right);
        if (is_path_ && !is_empty_) equalize();
    }

    double left() const { return area_.left; }
    double right() const { return size_.width - area_.right; }

    void draw() {
        draw_frame();
        draw_texts();
        if (is_empty_) {
            const CanvasPoint middle{(area_.left + area_.right) / 2, (area_.top + area_.bottom) / 2};
            canvas_.text(middle, "no values", {normal, Anchor::middle});
        }
        const PlacedAxis across{x_, area_.left, area_.right}, up{y_, area_.bottom, area_.top};
        for (std::size_t i = 0; i < plot_.curves.size(); ++i) draw_curve(i, across, up);
        draw_marks(across, up);
        if (has_legend()) draw_legend();
    }

  private:
    bool has_legend() const { return plot_.curves.size() > 1 && !plot_.curves[0].label.empty(); }

    double legend_width() const {
        double widest = 0;
        for (const Curve& curve : plot_.curves)
            widest = std::max(widest, canvas_.text_width(printable(curve.label), normal));
        return std::min(widest + swatch + 24, widest_legend);
    }

    Area area() const {
        double labels = 0;
        for (const Tick& tick : y_.ticks) labels = std::max(labels, canvas_.text_width(tick.label, small));
        return {.left = 20 + labels + (plot_.y_label.empty() ? 0 : normal + 12),
                .right = size_.width - (has_legend() ? 16 + legend_width() : 36),
                .top = 18 + (plot_.title.empty() ? 0 : large + 10) + (y_.note.empty() ? 0 : small + 4),
                .bottom = size_.height - 58};
    }

    // The shorter range becomes as long as its side of the area asks.
    void equalize() {
        const double per_pixel = std::max((x_.shown.high - x_.shown.low) / (area_.right - area_.left),
                                          (y_.shown.high - y_.shown.low) / (area_.bottom - area_.top));
        const auto stretched = [&](Extent r, double pixels) {
            const double more = (per_pixel * pixels - (r.high - r.low)) / 2;
            return Extent{r.low - more, r.high + more};
        };
        x_ = axis(stretched(x_.shown, area_.right - area_.left), 0, 9);
        y_ = axis(stretched(y_.shown, area_.bottom - area_.top), 0, about_);
    }

    void draw_frame() {
        const auto crisp = [](double c) { return std::floor(c) + 0.5; };
        for (const Tick& tick : x_.ticks) {
            const double x = crisp(area_.left + tick.place * (area_.right - area_.left));
            canvas_.line(std::vector<CanvasPoint>{{x, area_.top}, {x, area_.bottom}}, grid);
            canvas_.text({x, area_.bottom + 18}, tick.label, {small, Anchor::middle});
        }
        for (const Tick& tick : y_.ticks) {
            const double y = crisp(area_.bottom - tick.place * (area_.bottom - area_.top));
            canvas_.line(std::vector<CanvasPoint>{{area_.left, y}, {area_.right, y}}, grid);
            canvas_.text({area_.left - 7, y + 4}, tick.label, {small, Anchor::end});
        }
        const double left = crisp(area_.left), right = crisp(area_.right), top = crisp(area_.top),
                     bottom = crisp(area_.bottom);
        canvas_.line(
            std::vector<CanvasPoint>{{left, top}, {right, top}, {right, bottom}, {left, bottom}, {left, top}},
            frame);
    }

    void draw_texts() {
        const double width = area_.right - area_.left, height = area_.bottom - area_.top;
        const CanvasPoint middle{area_.left + width / 2, area_.top + height / 2};
        if (!plot_.title.empty())
            canvas_.text({middle.x, 10 + large}, fitted(canvas_, plot_.title, large, width),
                         {large, Anchor::middle});
        canvas_.text({middle.x, area_.bottom + 42}, fitted(canvas_, plot_.x_label, normal, width),
                     {normal, Anchor::middle});
        canvas_.text({10 + normal, middle.y}, fitted(canvas_, plot_.y_label, normal, height),
                     {normal, Anchor::middle, TextStyle::Direction::up});
        canvas_.text({area_.right, area_.bottom + 42}, x_.note, {small, Anchor::end});
        canvas_.text({area_.left, area_.top - 6}, y_.note, {small});
    }

    void draw_curve(std::size_t i, const PlacedAxis& across, const PlacedAxis& up) {
        const Curve& curve = plot_.curves[i];
        if (curve.mark == Curve::Mark::points) return draw_points(i, across, up);
        for (auto& line : decimated(curve.x, curve.y, across, up, 0.5)) {
            Pen its_pen = pen(plot_, i);
            if (line.size() == 1) {  // a dot
                its_pen.width = 4;
                line.push_back(line[0]);
            }
            canvas_.line(line, its_pen);
        }
    }

    void draw_points(std::size_t i, const PlacedAxis& across, const PlacedAxis& up) {
        const Curve& curve = plot_.curves[i];
        std::set<std::pair<long, long>> drawn;  // no dot twice in the same place
        Pen dot = pen(plot_, i);
        dot.dash = 0;
        dot.width = curve.x.size() > 2000 ? 1.6 : 3;
        for (std::size_t k = 0; k < curve.x.size(); ++k) {
            const CanvasPoint p{across(curve.x[k]), up(curve.y[k])};
            if (!std::isfinite(p.x) || !std::isfinite(p.y)) continue;
            if (drawn.emplace(std::lround(2 * p.x), std::lround(2 * p.y)).second)
                canvas_.line(std::vector<CanvasPoint>{p, p}, dot);
        }
    }

    // A name that would cover another is left out.
    void draw_marks(const PlacedAxis& across, const PlacedAxis& up) {
        std::vector<Area> taken;
        for (const NamedMark& mark : plot_.marks) {
            const CanvasPoint p{across(mark.x), up(mark.y)};
            if (!std::isfinite(p.x) || !std::isfinite(p.y)) continue;
            canvas_.line(std::vector<CanvasPoint>{p, p}, Pen{{0, 0, 0}, 6});
            const double width = canvas_.text_width(mark.name, small);
            const bool is_left = p.x + 8 + width > area_.right;
            const Area text{is_left ? p.x - 8 - width : p.x + 8, is_left ? p.x - 8 : p.x + 8 + width,
                            p.y - 6 - small, p.y - 6};
            const auto covers = [&](const Area& a) {
                return text.left < a.right && a.left < text.right && text.top < a.bottom &&
                       a.top < text.bottom;
            };
            if (std::ranges::any_of(taken, covers)) continue;
            taken.push_back(text);
            canvas_.text({text.left, text.bottom}, mark.name, {small});
        }
    }

    void draw_legend() {
        const double x = area_.right + 16;  // where the area ends, in every panel alike
        const auto room = static_cast<std::size_t>((area_.bottom - area_.top) / legend_line);
        const std::size_t count = plot_.curves.size(), shown = count <= room ? count : room - 1;
        double y = area_.top + 8;
        for (std::size_t i = 0; i < shown; ++i, y += legend_line) {
            Pen its_pen = pen(plot_, i);
            its_pen.width = 2.2;
            canvas_.line(std::vector<CanvasPoint>{{x, y}, {x + swatch, y}}, its_pen);
            const double width = legend_width() - swatch - 24;
            canvas_.text({x + swatch + 8, y + 4.5}, fitted(canvas_, plot_.curves[i].label, normal, width),
                         {normal});
        }
        if (shown < count)
            canvas_.text({x, y + 4.5}, "and " + std::to_string(count - shown) + " more", {normal});
    }

    const Plot& plot_;
    Canvas& canvas_;
    PlotSize size_;
    bool is_empty_, is_path_;
    int about_ = 9;  // ticks upward
    Axis x_, y_;
    Area area_;
};

}  // namespace

std::string axis_label(const Column& column) {
    return column.unit.empty() || column.unit == "1" ? column.name : column.name + " [" + column.unit + "]";
}

void draw(const Plot& plot, Canvas& canvas, PlotSize size) { Drawing(plot, canvas, size).draw(); }

void write_plot(const std::string& path, std::span<const Plot> plots) {
    const PlotSize whole;
    const auto height = [&](const Plot& plot) {
        const bool is_low = plots.size() > 1 && plot.scale != Plot::Scale::equal;
        return is_low ? low_panel + (plot.title.empty() ? 0 : large + 10) : whole.height;
    };
    double total = 0;
    for (const Plot& plot : plots) total += height(plot);
    write_picture(path, whole.width, total, [&](Canvas& canvas) {
        double top = 0, left = 0, right = 0;
        for (const Plot& plot : plots) {
            const Drawing alone(plot, canvas, {whole.width, height(plot)});
            left = std::max(left, alone.left());
            right = std::max(right, alone.right());
        }
        for (const Plot& plot : plots) {
            LoweredCanvas panel(canvas, top);
            draw(plot, panel, {whole.width, height(plot), left, right});
            top += height(plot);
        }
    });
}

}  // namespace anholon
