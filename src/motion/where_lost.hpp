#pragma once

namespace anholon {

struct Bracket {
    double before, behind;
};

// Where a property that holds at the start of a span and not at its end is lost, to the last bit.
inline Bracket where_lost(double from, double to, auto&& holds) {
    Bracket b{from, to};
    while (true) {
        const double middle = b.before + (b.behind - b.before) / 2;
        if (middle == b.before || middle == b.behind) return b;
        (holds(middle) ? b.before : b.behind) = middle;
    }
}

}  // namespace anholon
