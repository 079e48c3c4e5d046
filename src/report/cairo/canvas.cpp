#include "report/canvas.hpp"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <cairo.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <numbers>
#include <stdexcept>

#include "base/module.hpp"

namespace anholon {

namespace {

constexpr double pixels_per_unit = 2;     // of a PNG: sharp on dense screens and in print
constexpr double points_per_unit = 0.75;  // of a PDF: 96 units are an inch

struct Release {
    void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
    void operator()(cairo_t* context) const { cairo_destroy(context); }
    void operator()(cairo_font_options_t* options) const { cairo_font_options_destroy(options); }
};

void check(cairo_status_t status) {
    if (status != CAIRO_STATUS_SUCCESS)
        throw std::runtime_error(std::string("the picture cannot be drawn: ") +
                                 cairo_status_to_string(status));
}

cairo_status_t append(void* bytes, const unsigned char* data, unsigned size) {
    static_cast<std::string*>(bytes)->append(reinterpret_cast<const char*>(data), size);
    return CAIRO_STATUS_SUCCESS;
}

// Cairo numbers the surfaces of a process: the second picture would differ from the first.
void forget_surface_number(std::string& svg) {
    const std::string_view before = "<g id=\"surface";
    const std::size_t at = svg.find(before);
    if (at == svg.npos) return;
    const std::size_t digits = at + before.size();
    svg.erase(digits, svg.find('"', digits) - digits);
}

class CairoCanvas final : public Canvas {
  public:
    CairoCanvas(PictureFormat format, double width, double height) : format_(format) {
        const auto pixels = [](double length) { return static_cast<int>(length * pixels_per_unit); };
        switch (format) {
            case PictureFormat::svg:
                surface_.reset(cairo_svg_surface_create_for_stream(append, &bytes_, width, height));
                cairo_svg_surface_set_document_unit(surface_.get(), CAIRO_SVG_UNIT_PX);
                break;
            case PictureFormat::png:
                surface_.reset(cairo_image_surface_create(CAIRO_FORMAT_RGB24, pixels(width), pixels(height)));
                break;
            case PictureFormat::pdf:
                surface_.reset(cairo_pdf_surface_create_for_stream(append, &bytes_, width * points_per_unit,
                                                                   height * points_per_unit));
                // The same picture is the same bytes, whenever it is drawn.
                cairo_pdf_surface_set_metadata(surface_.get(), CAIRO_PDF_METADATA_CREATE_DATE,
                                               "2000-01-01T00:00:00Z");
                break;
        }
        context_.reset(cairo_create(surface_.get()));
        check(cairo_status(context_.get()));
        if (format == PictureFormat::png) cairo_scale(context_.get(), pixels_per_unit, pixels_per_unit);
        if (format == PictureFormat::pdf) cairo_scale(context_.get(), points_per_unit, points_per_unit);
        cairo_set_source_rgb(context_.get(), 1, 1, 1);
        cairo_paint(context_.get());
        choose_font();
        cairo_set_line_join(context_.get(), CAIRO_LINE_JOIN_ROUND);
        cairo_set_line_cap(context_.get(), CAIRO_LINE_CAP_ROUND);
    }

    double text_width(const std::string& text, double size) override {
        cairo_text_extents_t extents;
        cairo_set_font_size(context_.get(), size);
        cairo_text_extents(context_.get(), text.c_str(), &extents);
        return extents.x_advance;
    }

    void text(CanvasPoint at, const std::string& text, const TextStyle& style) override {
        using enum TextStyle::Anchor;
        const double shift = style.anchor == start ? 0 : style.anchor == middle ? 0.5 : 1;
        cairo_t* c = context_.get();
        cairo_save(c);
        cairo_translate(c, at.x, at.y);
        if (style.direction == TextStyle::Direction::up) cairo_rotate(c, -std::numbers::pi / 2);
        cairo_move_to(c, -shift * text_width(text, style.size), 0);
        cairo_set_source_rgb(c, 0.15, 0.15, 0.15);
        cairo_show_text(c, text.c_str());
        cairo_restore(c);
    }

    // In pieces: cairo takes time quadratic in the length of a path that crosses itself.
    void line(std::span<const CanvasPoint> points, const Pen& pen) override {
        cairo_t* c = context_.get();
        cairo_set_source_rgb(c, pen.colour.red, pen.colour.green, pen.colour.blue);
        cairo_set_line_width(c, pen.width);
        cairo_set_dash(c, &pen.dash, pen.dash > 0 ? 1 : 0, 0);
        constexpr std::size_t piece = 256;
        for (std::size_t from = 0; from + 1 < points.size(); from += piece) {
            cairo_move_to(c, points[from].x, points[from].y);
            const std::size_t to = std::min(from + piece, points.size() - 1);
            for (std::size_t i = from + 1; i <= to; ++i) cairo_line_to(c, points[i].x, points[i].y);
            cairo_stroke(c);
        }
    }

    void cells(CanvasPoint corner, CanvasPoint size, std::size_t columns,
               std::span<const Colour> colours) override {
        const auto width = static_cast<int>(columns), height = static_cast<int>(colours.size() / columns);
        const std::unique_ptr<cairo_surface_t, Release> image(
            cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height));
        check(cairo_surface_status(image.get()));
        cairo_surface_flush(image.get());
        unsigned char* const bytes = cairo_image_surface_get_data(image.get());
        const int stride = cairo_image_surface_get_stride(image.get());
        const auto byte = [](double part) { return static_cast<std::uint32_t>(part * 255 + 0.5); };
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x) {
                const Colour& c =
                    colours[static_cast<std::size_t>(y) * columns + static_cast<std::size_t>(x)];
                const std::uint32_t pixel = byte(c.red) << 16 | byte(c.green) << 8 | byte(c.blue);
                std::memcpy(bytes + y * stride + 4 * x, &pixel, sizeof pixel);
            }
        cairo_surface_mark_dirty(image.get());
        cairo_t* c = context_.get();
        cairo_save(c);
        cairo_translate(c, corner.x, corner.y);
        cairo_scale(c, size.x / width, size.y / height);
        cairo_set_source_surface(c, image.get(), 0, 0);
        cairo_pattern_set_filter(cairo_get_source(c), CAIRO_FILTER_NEAREST);
        cairo_rectangle(c, 0, 0, width, height);
        cairo_fill(c);
        cairo_restore(c);
    }

    std::string finish() override {
        check(cairo_status(context_.get()));
        if (format_ == PictureFormat::png)
            check(cairo_surface_write_to_png_stream(surface_.get(), append, &bytes_));
        context_.reset();
        cairo_surface_finish(surface_.get());
        check(cairo_surface_status(surface_.get()));
        if (format_ == PictureFormat::svg) forget_surface_number(bytes_);
        return std::move(bytes_);
    }

  private:
    // Without hints a text is as wide in one format as in the other.
    void choose_font() {
        const std::unique_ptr<cairo_font_options_t, Release> options(cairo_font_options_create());
        cairo_font_options_set_antialias(options.get(), CAIRO_ANTIALIAS_GRAY);
        cairo_font_options_set_hint_style(options.get(), CAIRO_HINT_STYLE_NONE);
        cairo_font_options_set_hint_metrics(options.get(), CAIRO_HINT_METRICS_OFF);
        cairo_set_font_options(context_.get(), options.get());
        cairo_select_font_face(context_.get(), "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
                               CAIRO_FONT_WEIGHT_NORMAL);
    }

    PictureFormat format_;
    std::string bytes_;  // outlives the surface, which writes to it
    std::unique_ptr<cairo_surface_t, Release> surface_;
    std::unique_ptr<cairo_t, Release> context_;
};

}  // namespace

ANHOLON_MODULE_ENTRY Canvas* anholon_create_canvas(PictureFormat format, double width, double height) {
    return new CairoCanvas(format, width, height);
}

static_assert(std::is_same_v<decltype(anholon_create_canvas), CreateCanvas>);

}  // namespace anholon
