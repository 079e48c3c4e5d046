#include "report/surface_picture.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/text.hpp"
#include "report/canvas.hpp"
#include "report/picture_file.hpp"

namespace anholon {

namespace {

using Place = std::array<double, 3>;

constexpr double width = 900, height = 800, title_size = 16, text_size = 13;
constexpr std::size_t finer = 2;                // pixels of the picture in one of the canvas, across
constexpr double turned = -0.9, raised = 0.45;  // the view, in radians
constexpr Colour colours[] = {{0.35, 0.60, 0.85}, {0.95, 0.70, 0.35}, {0.50, 0.75, 0.45}, {0.80, 0.50, 0.70},
                              {0.60, 0.60, 0.60}, {0.90, 0.85, 0.45}, {0.45, 0.75, 0.75}, {0.85, 0.50, 0.45}};

struct Seen {
    double x, y, depth;  // pixels; a smaller depth is nearer
};

// What is nearest at each pixel.
class Screen {
  public:
    Screen(std::size_t columns, std::size_t rows)
        : columns_(columns),
          rows_(rows),
          colours_(columns * rows, Colour{1, 1, 1}),
          depths_(columns * rows, std::numeric_limits<double>::infinity()) {}

    void put(long x, long y, double depth, const Colour& colour) {
        if (x < 0 || y < 0 || x >= static_cast<long>(columns_) || y >= static_cast<long>(rows_)) return;
        const std::size_t at = static_cast<std::size_t>(y) * columns_ + static_cast<std::size_t>(x);
        if (!(depth < depths_[at])) return;
        depths_[at] = depth;
        colours_[at] = colour;
    }

    void triangle(const Seen& a, const Seen& b, const Seen& c, const Colour& colour) {
        const double area = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
        const double low_x = std::min({a.x, b.x, c.x}), high_x = std::max({a.x, b.x, c.x});
        const double low_y = std::min({a.y, b.y, c.y}), high_y = std::max({a.y, b.y, c.y});
        if (!(std::fabs(area) > 1e-12) || !std::isfinite(area)) return;
        constexpr double edge = -1e-9;
        for (long y = std::lround(std::floor(low_y)); y <= std::lround(std::ceil(high_y)); ++y)
            for (long x = std::lround(std::floor(low_x)); x <= std::lround(std::ceil(high_x)); ++x) {
                const double px = static_cast<double>(x), py = static_cast<double>(y);
                const double u = ((b.x - px) * (c.y - py) - (c.x - px) * (b.y - py)) / area;
                const double v = ((c.x - px) * (a.y - py) - (a.x - px) * (c.y - py)) / area;
                const double w = 1 - u - v;
                if (u >= edge && v >= edge && w >= edge)
                    put(x, y, u * a.depth + v * b.depth + w * c.depth, colour);
            }
    }

    void disc(const Seen& at, double radius, double nearer, const Colour& colour) {
        if (!std::isfinite(at.x) || !std::isfinite(at.y)) return;
        const long r = std::lround(std::ceil(radius));
        for (long dy = -r; dy <= r; ++dy)
            for (long dx = -r; dx <= r; ++dx)
                if (static_cast<double>(dx * dx + dy * dy) <= radius * radius)
                    put(std::lround(at.x) + dx, std::lround(at.y) + dy, at.depth - nearer, colour);
    }

    void line(const Seen& a, const Seen& b, const Colour& colour) {
        const int steps = static_cast<int>(std::ceil(std::hypot(b.x - a.x, b.y - a.y))) + 1;
        for (int k = 0; k <= steps; ++k) {
            const double part = static_cast<double>(k) / steps;
            put(std::lround(a.x + part * (b.x - a.x)), std::lround(a.y + part * (b.y - a.y)),
                a.depth + part * (b.depth - a.depth), colour);
        }
    }

    // Each pixel the mean of `finer` × `finer`.
    std::vector<Colour> smooth() const {
        std::vector<Colour> out;
        for (std::size_t y = 0; y < rows_; y += finer)
            for (std::size_t x = 0; x < columns_; x += finer) {
                Colour sum{0, 0, 0};
                for (std::size_t dy = 0; dy < finer; ++dy)
                    for (std::size_t dx = 0; dx < finer; ++dx) {
                        const Colour& c = colours_[(y + dy) * columns_ + x + dx];
                        sum = {sum.red + c.red, sum.green + c.green, sum.blue + c.blue};
                    }
                constexpr double part = 1.0 / (finer * finer);
                out.push_back({sum.red * part, sum.green * part, sum.blue * part});
            }
        return out;
    }

  private:
    std::size_t columns_, rows_;
    std::vector<Colour> colours_;
    std::vector<double> depths_;
};

class Drawing {
  public:
    Drawing(const request::SurfaceFound& found, Canvas& canvas)
        : found_(found),
          surface_(shown(found)),
          canvas_(canvas),
          screen_(static_cast<std::size_t>(width) * finer, static_cast<std::size_t>(height) * finer) {
        low_.fill(std::numeric_limits<double>::infinity());
        high_.fill(-std::numeric_limits<double>::infinity());
        for (const Place& p : surface_.points)
            for (std::size_t d = 0; d < 3; ++d)
                if (std::isfinite(p[d])) {
                    low_[d] = std::min(low_[d], p[d]);
                    high_[d] = std::max(high_[d], p[d]);
                }
        for (std::size_t d = 0; d < 3; ++d)
            if (!(high_[d] > low_[d])) {
                const double middle = std::isfinite(low_[d]) ? low_[d] : 0;
                low_[d] = middle - 1;
                high_[d] = middle + 1;
            }
    }

    void draw() {
        draw_frame();
        for (std::size_t f = 0; f < surface_.faces.size(); ++f) draw_face(f);
        for (const auto& curve : surface_.curves)
            for (const Place& p : curve) screen_.disc(seen(unit(p)), 1.4 * finer, 0.03, {0, 0, 0});
        draw_motion();
        for (const Place& p : surface_.singular)
            screen_.disc(seen(unit(p)), 4.0 * finer, 0.2, {0.85, 0.1, 0.1});
        canvas_.cells({0, 0}, {width, height}, static_cast<std::size_t>(width), screen_.smooth());
        draw_words();
    }

  private:
    // Within the cube from −1 to 1.
    Place unit(const Place& p) const {
        Place out{};
        for (std::size_t d = 0; d < 3; ++d) out[d] = 2 * (p[d] - low_[d]) / (high_[d] - low_[d]) - 1;
        return out;
    }
    static Place rotated(const Place& p) {
        const double x = std::cos(turned) * p[0] - std::sin(turned) * p[1],
                     y = std::sin(turned) * p[0] + std::cos(turned) * p[1];
        return {x, std::cos(raised) * p[2] + std::sin(raised) * y,
                std::cos(raised) * y - std::sin(raised) * p[2]};
    }
    static CanvasPoint on_canvas(const Place& p) {
        const Place r = rotated(p);
        constexpr double size = 240;
        return {width / 2 + size * r[0], height / 2 + 10 - size * r[1]};
    }
    static Seen seen(const Place& p) {
        const CanvasPoint at = on_canvas(p);
        return {at.x * finer, at.y * finer, rotated(p)[2]};
    }

    void draw_frame() {
        constexpr Colour grey{0.75, 0.75, 0.75};
        for (int a = 0; a < 8; ++a)
            for (int d = 0; d < 3; ++d)
                if ((a >> d & 1) == 0) {
                    const auto corner = [](int k) {
                        return Place{k & 1 ? 1.0 : -1.0, k & 2 ? 1.0 : -1.0, k & 4 ? 1.0 : -1.0};
                    };
                    screen_.line(seen(corner(a)), seen(corner(a | 1 << d)), grey);
                }
    }

    void draw_face(std::size_t f) {
        const std::vector<std::uint32_t>& face = surface_.faces[f];
        std::vector<Place> p;
        for (const std::uint32_t v : face) p.push_back(unit(surface_.points[v]));
        // Newell's normal of the polygon; light from the viewer's upper left.
        Place normal{};
        for (std::size_t i = 0; i < p.size(); ++i) {
            const Place a = rotated(p[i]), b = rotated(p[(i + 1) % p.size()]);
            normal[0] += (a[1] - b[1]) * (a[2] + b[2]);
            normal[1] += (a[2] - b[2]) * (a[0] + b[0]);
            normal[2] += (a[0] - b[0]) * (a[1] + b[1]);
        }
        const double length =
            std::sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
        const double light =
            length > 0 ? std::fabs(-0.35 * normal[0] + 0.45 * normal[1] - 0.82 * normal[2]) / length : 0;
        const Colour& base = colours[surface_.part_of_face[f] % std::size(colours)];
        const double shade = 0.35 + 0.65 * std::min(1.0, light);
        const Colour colour{base.red * shade, base.green * shade, base.blue * shade};
        for (std::size_t i = 1; i + 1 < p.size(); ++i)
            screen_.triangle(seen(p[0]), seen(p[i]), seen(p[i + 1]), colour);
    }

    // Not across the seam of an angle.
    void draw_motion() {
        constexpr Colour violet{0.35, 0.0, 0.45};
        for (std::size_t k = 0; k + 1 < surface_.motion.size(); ++k) {
            const Place a = unit(surface_.motion[k]), b = unit(surface_.motion[k + 1]);
            bool is_whole = true;
            for (std::size_t d = 0; d < 3; ++d) is_whole = is_whole && std::fabs(a[d] - b[d]) < 1;
            if (!is_whole) continue;
            const Seen from = seen(a), to = seen(b);
            const int steps = 1 + static_cast<int>(std::hypot(to.x - from.x, to.y - from.y));
            for (int i = 0; i <= steps; ++i) {
                const double part = static_cast<double>(i) / steps;
                screen_.disc({from.x + part * (to.x - from.x), from.y + part * (to.y - from.y),
                              from.depth + part * (to.depth - from.depth)},
                             0.8 * finer, 0.02, violet);
            }
        }
    }

    void draw_words() {
        using Anchor = TextStyle::Anchor;
        canvas_.text({width / 2, 30}, printable(found_.system + ": the surface of its first integrals"),
                     {title_size, Anchor::middle});
        const auto label = [&](const Place& p, double dx, double dy, const std::string& words,
                               Anchor anchor) {
            const CanvasPoint at = on_canvas(p);
            canvas_.text({at.x + dx, at.y + dy}, printable(words), {text_size, anchor});
        };
        const auto value = [](double x) { return decimal(std::fabs(x) < 1e-12 ? 0 : x, 3); };
        // The first column along the lower front edge, the second along the lower right one, the third up.
        label({0, -1, -1}, -14, 26, found_.columns[0], Anchor::end);
        label({-1, -1, -1}, -6, 18, value(low_[0]), Anchor::end);
        label({1, -1, -1}, -6, 20, value(high_[0]), Anchor::end);
        label({1, 0, -1}, 14, 26, found_.columns[1], Anchor::start);
        label({1, -1, -1}, 8, 20, value(low_[1]), Anchor::start);
        label({1, 1, -1}, 6, 18, value(high_[1]), Anchor::start);
        label({-1, -1, 0}, -10, 0, found_.columns[2], Anchor::end);
        label({-1, -1, -1}, -10, -6, value(low_[2]), Anchor::end);
        label({-1, -1, 1}, -10, 4, value(high_[2]), Anchor::end);
    }

    const request::SurfaceFound& found_;
    const request::ShownSurface surface_;
    Canvas& canvas_;
    Screen screen_;
    Place low_{}, high_{};
};

}  // namespace

void write_surface(const std::string& path, const request::SurfaceFound& found) {
    write_picture(path, width, height, [&](Canvas& canvas) { Drawing(found, canvas).draw(); });
}

}  // namespace anholon
