#pragma once

#include <span>
#include <string>

namespace anholon {

struct CanvasPoint {  // in pixels, from the upper left corner
    double x, y;
};

struct Colour {
    double red, green, blue;  // 0 to 1
};

struct Pen {
    Colour colour;
    double width;
    double dash = 0;  // the length of dashes and gaps; 0: a line without gaps
};

struct TextStyle {
    enum class Anchor { start, middle, end };  // what of the text is at the point
    enum class Direction { right, up };

    double size;
    Anchor anchor = Anchor::start;
    Direction direction = Direction::right;
};

// A white sheet, a picture in the end. Made by the module report/cairo; what it throws is a std::runtime_error.
class Canvas {
  public:
    virtual ~Canvas() = default;
    virtual double text_width(const std::string& text, double size) = 0;
    virtual void text(CanvasPoint at, const std::string& text, const TextStyle& style) = 0;
    virtual void line(std::span<const CanvasPoint> points, const Pen& pen) = 0;
    // Cells of equal size that fill a rectangle, row by row from its upper left corner.
    virtual void cells(CanvasPoint corner, CanvasPoint size, std::size_t columns,
                       std::span<const Colour> colours) = 0;
    virtual std::string finish() = 0;  // the bytes of the picture
};

enum class PictureFormat { svg, png, pdf };

using CreateCanvas = Canvas*(PictureFormat format, double width, double height);

inline constexpr const char* canvas_module = "anholon_report_cairo";
inline constexpr const char* canvas_entry = "anholon_create_canvas";

}  // namespace anholon
