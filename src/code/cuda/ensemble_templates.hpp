#pragma once

// The texts of a kernel that fill() completes; ensemble_kernel.cpp says with what.
namespace anholon {

// What the rest needs of CUDA, and of C++ where a program runs the same text on its own processor.
inline constexpr const char* prologue_text =
    R"(// @title@: trajectories by the Runge-Kutta method of order 8 of Dormand and Prince, one per thread
#ifdef __CUDACC__
#define ANHOLON_KERNEL(name) extern "C" __global__ void __launch_bounds__(@bounds@) name(const Ensemble e)
#define ANHOLON_THREAD (blockIdx.x * (unsigned long long)blockDim.x + threadIdx.x)
#define ANHOLON_DEVICE static __device__ __forceinline__
#define ANHOLON_ANY(condition) __syncthreads_or(condition)

// To the last bit or two and without a branch: Newton's method from 20 bits. What is no normal number gives none.
ANHOLON_DEVICE double reciprocal(double x) {
    double y;
    asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(x));
    y = fma(fma(-x, y, 1.0), y, y);
    return fma(fma(-x, y, 1.0), y, y);
}
ANHOLON_DEVICE double reciprocal_root(double x) {
    double y;
    asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(x));
    const double e = fma(-x * y, y, 1.0);
    return fma(fma(0.375, e, 0.5) * e, y, y);
}
#else
#include <math.h>
static inline double reciprocal(double x) { return 1.0 / x; }
static inline double reciprocal_root(double x) { return 1.0 / sqrt(x); }
#define ANHOLON_KERNEL(name) extern "C" void name(const Ensemble e, unsigned long long thread_)
#define ANHOLON_THREAD thread_
#define ANHOLON_DEVICE static inline
#define ANHOLON_ANY(condition) (condition)
#endif

struct Ensemble {
    unsigned long long count, active, steps, most_steps, stop_count;
    double tolerance;
    const unsigned int *index;
    double *state;
    const double *parameters;
    int *status;
    const double *stops;
};

// Number c of the trajectory
#define AT(c) state[(c) * count]

// Where the exponent is written as -0.5, and where the dividend is written as 1, there is a shorter way
ANHOLON_DEVICE double power(double base, double exponent) {
    return exponent == -0.5 ? reciprocal_root(base) : pow(base, exponent);
}
ANHOLON_DEVICE double quotient(double a, double b) { return a == 1.0 ? reciprocal(b) : a / b; }

// x^(-1/8), for the length of steps, which needs few digits
ANHOLON_DEVICE double inverse_eighth_root(double x) { return exp2f(-0.125f * log2f((float)x)); }

ANHOLON_DEVICE double largest_of(double a) { return a; }
template <class... More>
ANHOLON_DEVICE double largest_of(double a, More... more) { return fmax(a, largest_of(more...)); }

// Does a function change its sign in this direction?
ANHOLON_DEVICE bool crosses(double from, double to, int direction) {
    return (direction >= 0 && from < 0.0 && to >= 0.0) || (direction <= 0 && from > 0.0 && to <= 0.0);
}

// The cubic g + s d + s^2 b + s^3 a with these values and slopes at s = 0 and s = 1: where its maximum is and what, where it rises first
// and falls then
ANHOLON_DEVICE double place_of_top(double g, double d, double to, double d_to) {
    const double change = to - g, a = d + d_to - 2.0 * change, b = 3.0 * change - 2.0 * d - d_to;
    return d / (sqrt(fmax(b * b - 3.0 * a * d, 0.0)) - b);
}
ANHOLON_DEVICE double top_between(double g, double d, double to, double d_to) {
    const double change = to - g, a = d + d_to - 2.0 * change, b = 3.0 * change - 2.0 * d - d_to;
    const double s = place_of_top(g, d, to, d_to);
    return g + s * (d + s * (b + s * a));
}

// Its zero, where its signs at the ends differ: Newton's method, and bisection where that leads out
ANHOLON_DEVICE double zero_between(double g, double d, double to, double d_to) {
    const double change = to - g, a = d + d_to - 2.0 * change, b = 3.0 * change - 2.0 * d - d_to;
    double below = 0.0, above = 1.0, s = g / (g - to);
    for (int n = 0; n < 20; ++n) {
        const double value = g + s * (d + s * (b + s * a));
        if (value == 0.0) return s;
        if ((value > 0.0) == (g > 0.0)) below = s; else above = s;
        const double next = s - value / (d + s * (2.0 * b + 3.0 * s * a));
        s = next > below && next < above ? next : 0.5 * (below + above);
    }
    return s;
}

)";

// The weights of errors and the length of the first step: Hairer, Norsett and Wanner, II.4.
inline constexpr const char* begin_text = R"(ANHOLON_KERNEL(anholon_begin) {
    const unsigned long long thread = ANHOLON_THREAD, count = e.count;
    if (thread >= e.active) return;
    const unsigned long long j = e.index[thread];
    double *const state = e.state + j;
    const double t = AT(0), tolerance2 = e.tolerance * e.tolerance;
@load_x@
@load_parameters@
@first_weights@
    {
        const double largest = largest_of(@largest@);
        const double start = largest > 0.0 ? 1e300 : 1.0 / (1e-8 * tolerance2);
@start_weights@
@weigh@
    }
    double h;
    int status = 0;
    {
@tangent_weights@
@first_slopes@
@probe_slopes@
        {
@first_rates@
        }
        const double speed = sqrt(@speed_norm@), size = sqrt(@size_norm@);
        if (!(speed <= 1.7976931348623157e308) || !(size <= 1.7976931348623157e308)) status = 3;
        double target = e.stops[0];
        if (target == t && e.stop_count > 1) target = e.stops[1];
        const double longest = fabs(target - t), direction = target < t ? -1.0 : 1.0;
        h = direction * fmin(speed <= 1e-5 || size <= 1e-5 ? 1e-6 : 0.01 * size / speed, longest);
        {
@euler@
@probe_rates@
        }
        const double bend = sqrt(@bend_norm@);
        if (!(bend <= 1.7976931348623157e308)) {
            h *= 1e-3;
        } else {
            const double largest = fmax(bend / fabs(h), speed);
            const double by_order = largest <= 1e-15 ? fmax(1e-6, fabs(h) * 1e-3) : inverse_eighth_root(100.0 * largest);
            h = direction * fmin(fmin(100.0 * fabs(h), by_order), longest);
        }
    }
@zero_growths@
@zero_integrals@
@watch_first@
    const int stop = e.stops[0] == t ? 1 : 0;
    if (status == 0 && stop == (int)e.stop_count) status = 1;
    e.status[j] = status;
    AT(@h@) = h;
    AT(@retried@) = 0.0;
    AT(@accepted@) = 0.0;
    AT(@refused@) = 0.0;
    AT(@stop_at@) = (double)stop;
@store_weights@
@store_growths@
@store_integrals@
@store_watched@
}

)";

// Steps as dop853.cpp takes them, without its compensated sums. No step is more than 4 times as long as the one before, so that what is
// short is not passed over. Steps are a ninth shorter: other threads wait for a trial that is refused, and few are then.
inline constexpr const char* advance_text = R"(ANHOLON_KERNEL(anholon_advance) {
    const unsigned long long thread = ANHOLON_THREAD, count = e.count;
    if (thread >= e.active) return;
    const unsigned long long j = e.index[thread];
    int status = e.status[j];
    if (status != 0) return;
    double *const state = e.state + j;
    const double tolerance2 = e.tolerance * e.tolerance;
    double t = AT(0), h = AT(@h@);
    int retried = (int)AT(@retried@), stop = (int)AT(@stop_at@);
    unsigned long long accepted = (unsigned long long)AT(@accepted@), refused = (unsigned long long)AT(@refused@);
@load_x@
@load_weights@
@load_growths@
@load_integrals@
@load_watched@
@load_parameters@
    double target = e.stops[stop];
    for (unsigned long long trial = 0; trial < e.steps; ++trial) {
        // Threads of a block stay together, so that they share the instructions in the cache.
        if (!ANHOLON_ANY(status == 0)) break;
        if (status != 0) continue;
        const bool is_last = @not_seeking@1.01 * fabs(h) >= fabs(target - t);
        const double d = @seeking@is_last ? target - t : h;
        if (!is_last && !(fabs(h) > 3.552713678800501e-15 * fabs(t))) {
            status = retried == 2 ? 3 : 2;
            continue;
        }
        if (accepted + refused >= e.most_steps) {
            status = 4;
            continue;
        }
@tangent_weights@
@stages@
@error@
        if (!(error <= 1.0)) {
            ++refused;
            const bool has_rates = error <= 1.7976931348623157e308;
            retried = has_rates ? 1 : 2;
            h = has_rates ? d * fmax(@safety@ * inverse_eighth_root(error), 1.0 / 3.0) : 0.25 * d;
@unseek@
        } else {
            const double from = t;
@keep@
            t = is_last ? target : t + d;
@ends@
@projection@
@seek@
            ++accepted;
            const double next = d * fmin(@safety@ * inverse_eighth_root(error), retried ? 1.0 : 4.0);
            // A step that was cut short at the limit, or where something happens, says nothing against the length that was meant.
            if (!(@short@ && !retried && fabs(h) > fabs(next))) h = next;
            retried = 0;
@sizes@
@tangents@
@watch@
@guards@
            if (is_last) {
@stop@
                ++stop;
                if (stop == (int)e.stop_count) {
                    if (status == 0) status = 1;
                } else {
                    target = e.stops[stop];
                }
            }
        }
    }
    e.status[j] = status;
    AT(0) = t;
    AT(@h@) = h;
    AT(@retried@) = (double)retried;
    AT(@accepted@) = (double)accepted;
    AT(@refused@) = (double)refused;
    AT(@stop_at@) = (double)stop;
@store_x@
@store_weights@
@store_growths@
@store_integrals@
@store_watched@
}
)";

}  // namespace anholon
