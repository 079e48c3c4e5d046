#pragma once

#include <optional>
#include <string>
#include <vector>

#include "study/linearisation.hpp"
#include "study/standstill/standstill_path.hpp"

namespace anholon {

// An eigenvalue, or more than one, on the imaginary axis that is beside it before and behind.
struct AxisCrossing {
    enum class Kind {
        real,             // a real eigenvalue passes through 0
        pair,             // a complex pair passes through the axis
        meeting_at_zero,  // imaginary pairs meet at 0 and are real beyond
        meeting_on_axis,  // imaginary pairs meet elsewhere on the axis and leave it
        several,          // several of these at values that doubles do not separate
    } kind = Kind::real;
    double value = 0;
    double frequency = 0;           // the imaginary part there
    std::size_t before, after;      // eigenvalues with positive real parts at smaller and at larger values
    std::vector<NamedValue> state;  // of the standstill
};

// Between neighbouring crossings.
struct Stretch {
    double from, to;
    std::size_t unstable, imaginary, decaying;  // eigenvalues; those that always vanish are not among them
};

struct CriticalValues {
    Standstill at;
    const EquationForm* form = nullptr;
    Sweep sweep;
    std::vector<NamedValue> kept;  // what chooses one standstill from its family, and its values
    std::vector<AxisCrossing> crossings;
    std::vector<Stretch> stretches;
    std::size_t zeros = 0;              // eigenvalues that vanish at all values
    std::vector<double> on_axis;        // ends of the interval at which an eigenvalue is on the axis
    std::size_t searched = 0;           // values at which eigenvalues were computed
    double widest = 0;                  // the largest distance between neighbours of these
    std::optional<double> first, last;  // where the standstill ends, if it does inside the interval
    std::string left_out;               // why symmetries were not looked for, if they were not
};

// The values in the interval at which eigenvalues of the linear equations pass the imaginary axis. The standstill is found at the
// value that the options give, or the nearest in the interval, and followed from there. The equations are derived and compiled once.
// Throws what a StandstillSearch throws.
CriticalValues critical_values(const System& system, const LinearisationOptions& options, const Sweep& sweep);

std::string_view name(AxisCrossing::Kind kind);

}  // namespace anholon
