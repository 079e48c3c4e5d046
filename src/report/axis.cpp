#include "report/axis.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>

#include "base/text.hpp"

namespace anholon {

namespace {

double largest(Extent r) { return std::max(std::abs(r.low), std::abs(r.high)); }

// Wide enough for marks that differ.
Extent widened(Extent r, double margin) {
    if (r.is_empty()) return {0, 1};
    const double magnitude = largest(r), extent = r.high - r.low;
    if (magnitude < 1e-290) return {-1, 1};
    if (extent == 0) return {r.low - magnitude / 2, r.high + magnitude / 2};
    const double least = 32 * std::numeric_limits<double>::epsilon() * magnitude;
    const double more = std::max(margin * extent, (least - extent) / 2);
    return {r.low - more, r.high + more};
}

struct RoundNumber {
    int digit;  // 1, 2 or 5
    int exponent;
    double value() const { return digit * std::pow(10.0, exponent); }
};

RoundNumber round_step(double least) {
    const int exponent = static_cast<int>(std::floor(std::log10(least)));
    for (const int digit : {1, 2, 5})
        if (const RoundNumber step{digit, exponent}; step.value() >= least * (1 - 1e-9)) return step;
    return {1, exponent + 1};
}

std::string with_minus(std::string text) { return text[0] == '-' ? "−" + text.substr(1) : text; }

// What labels of less than seven digits count from: 0, or the shortest number that is near enough.
std::string label_offset(Extent r, double step) {
    if (largest(r) / step < 1e5) return "0";
    const double middle = r.low / 2 + r.high / 2;
    for (int count = 1; count < 17; ++count)
        if (std::string text = decimal(middle, count);
            std::abs(std::atof(text.c_str()) - middle) < 2 * (r.high - r.low))
            return text;
    return decimal(middle, 17);
}

std::string superscript(int number) {
    static constexpr const char* figures[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string out = number < 0 ? "⁻" : "";
    for (const char c : std::to_string(std::abs(number))) out += figures[c - '0'];
    return out;
}

std::string note(int exponent, const std::string& offset) {
    std::string out = exponent == 0 ? "" : "×10" + superscript(exponent);
    if (offset == "0") return out;
    if (!out.empty()) out += ' ';
    return out + (offset[0] == '-' ? "− " + offset.substr(1) : "+ " + offset);
}

}  // namespace

Extent Extent::none() {
    return {std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
}

void Extent::include(std::span<const double> values) {
    for (const double v : values) {
        if (!std::isfinite(v)) continue;
        low = std::min(low, v);
        high = std::max(high, v);
    }
}

void Extent::include_positive(std::span<const double> values) {
    for (const double v : values)
        if (v > 0) include(std::span(&v, 1));
}

double Axis::place(double value) const {
    if (kind == Kind::linear) return (value - shown.low) / (shown.high - shown.low);
    if (!(value > 0)) return std::numeric_limits<double>::quiet_NaN();
    return std::log(value / shown.low) / std::log(shown.high / shown.low);
}

// Less than three powers of ten are marked at 1, 2 and 5 as well.
Axis logarithmic_axis(Extent range, double margin, int about) {
    if (range.is_empty()) range = {1, 10};
    const double low = std::log10(range.low), high = std::log10(range.high);
    const double more = high - low < 0.1 ? 0.5 : margin * (high - low);
    Axis out{{std::pow(10.0, low - more), std::pow(10.0, high + more)}, {}, "", Axis::Kind::logarithmic};
    const int first = static_cast<int>(std::floor(low - more)),
              last = static_cast<int>(std::ceil(high + more));
    const bool is_short = high - low + 2 * more < 3;
    const int stride = std::max(1, (last - first + about - 1) / about);
    for (int exponent = first; exponent <= last; ++exponent)
        for (const int digit : {1, 2, 5}) {
            if (digit > 1 && !is_short) continue;
            if (!is_short && exponent % stride != 0) continue;
            const double place = out.place(digit * std::pow(10.0, exponent));
            if (place < -1e-9 || place > 1 + 1e-9) continue;
            std::string label = digit == 1 ? "" : std::to_string(digit) + "·";
            label += "10" + superscript(exponent);
            if (is_short && exponent >= -3 && exponent <= 3)
                label = decimal(digit * std::pow(10.0, exponent), 3);
            out.ticks.push_back({std::clamp(place, 0.0, 1.0), label});
        }
    return out;
}

Axis axis(Extent range, double margin, int about) {
    const Extent shown = widened(range, margin);
    const double extent = shown.high - shown.low;
    const RoundNumber step = round_step(extent / about);
    const std::string offset = label_offset(shown, step.value());
    const double from = shown.low - std::atof(offset.c_str());  // the axis, as labels count
    const double magnitude = largest({from, from + extent});
    const int scale =
        magnitude < 1e5 && magnitude >= 1e-3 ? 0 : static_cast<int>(std::floor(std::log10(magnitude)));

    Axis out{shown, {}, note(scale, offset), Axis::Kind::linear};
    const double slack = 1e-9 * extent;
    const auto first = static_cast<long>(std::ceil((from - slack) / step.value()));
    const auto last = static_cast<long>(std::floor((from + extent + slack) / step.value()));
    const int decimals = std::max(0, scale - step.exponent);
    for (long i = first; i <= last; ++i) {
        char label[64];
        const double shown_number =
            static_cast<double>(i * step.digit) * std::pow(10.0, step.exponent - scale);
        std::snprintf(label, sizeof label, "%.*f", decimals, shown_number);
        const double place = (static_cast<double>(i) * step.value() - from) / extent;
        out.ticks.push_back({std::clamp(place, 0.0, 1.0), with_minus(label)});
    }
    return out;
}

}  // namespace anholon
