#pragma once

#include <span>
#include <string>
#include <vector>

namespace anholon {

// The least and the greatest of some numbers; those that are not finite do not count.
struct Extent {
    double low, high;  // low > high: there are none

    static Extent none();
    bool is_empty() const { return low > high; }
    void include(std::span<const double> values);
    void include_positive(std::span<const double> values);
};

struct Tick {
    double place;  // 0 at the low end of the axis, 1 at the high one
    std::string label;
};

// Marks at round numbers. A label stands for  offset + label · 10^exponent,  which the note tells: "×10⁻⁵ + 1.25".
struct Axis {
    enum class Kind { linear, logarithmic };

    Extent shown;  // low < high
    std::vector<Tick> ticks;
    std::string note;
    Kind kind = Kind::linear;

    double place(double value) const;  // NaN where a logarithmic axis has no place for it
};

// An axis for these numbers with about so many ticks. A range without extent is widened, and each end is moved outward by
// `margin` of the extent. The numbers must be smaller than 1e300.
Axis axis(Extent range, double margin, int about);
// The same by powers of ten, for positive numbers.
Axis logarithmic_axis(Extent range, double margin, int about);

}  // namespace anholon
