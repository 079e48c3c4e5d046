#pragma once

// The texts of an FMU's program that fill() completes; fmu_source.cpp says with what.
namespace anholon {

inline constexpr const char* fmu_head_text = R"(#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

)";

// Functions of the state besides those that every exported program has.
inline constexpr const char* fmu_kept_text = R"(
/* Functions that vanish along every motion, and their slopes by the variables that are corrected, by rows. */
static void kept@stage@(double t, const double *x, const double *p, double *F, double *J)
{
@unused@
    for (int k = 0; k < @slopes@; ++k) J[k] = 0.0;
@lines@
}
)";

inline constexpr const char* fmu_projection_text = R"(
typedef void kept_functions(double t, const double *x, const double *p, double *F, double *J);

/* Newton's method with the shortest corrections of the n variables from `first` on, until the m functions vanish up to rounding.
 * `largest` becomes the largest correction, relative to 1 + |x|, if that is larger. Returns 0, or 1 where no solution is near. */
static int bring_back(kept_functions *kept, int m, int n, int first, double t, double *x, const double *p, double *largest)
{
    double F[@most_kept@], J[@most_slopes@], Q[@most_slopes@], L[@most_squares@], before = HUGE_VAL;
    for (int round = 0; round < 30; ++round) {
        double worst = 0.0;
        kept(t, x, p, F, J);
        for (int k = 0; k < m; ++k) {
            double size = 0.0;
            for (int i = 0; i < n; ++i) size += fabs(J[k * n + i] * x[first + i]);
            if (!(fabs(F[k]) <= DBL_MAX) || !(size <= DBL_MAX)) return 1;
            if (fabs(F[k]) > DBL_EPSILON * size) worst = fmax(worst, fabs(F[k]) / (size > 0.0 ? size : 1.0));
        }
        if (worst == 0.0 || !(worst < before / 2.0)) return worst > 1e-9;
        before = worst;
        /* The rows of L Q = J by Gram and Schmidt, twice */
        for (int k = 0; k < m; ++k) {
            double *row = Q + k * n, length = 0.0, rest = 0.0;
            for (int i = 0; i < n; ++i) {
                row[i] = J[k * n + i];
                length += row[i] * row[i];
            }
            for (int l = 0; l < m; ++l) L[k * m + l] = 0.0;
            for (int pass = 0; pass < 2; ++pass)
                for (int l = 0; l < k; ++l) {
                    double part = 0.0;
                    for (int i = 0; i < n; ++i) part += row[i] * Q[l * n + i];
                    L[k * m + l] += part;
                    for (int i = 0; i < n; ++i) row[i] -= part * Q[l * n + i];
                }
            for (int i = 0; i < n; ++i) rest += row[i] * row[i];
            if (!(sqrt(rest) > 4.0 * DBL_EPSILON * sqrt(length))) return 1;
            L[k * m + k] = sqrt(rest);
            for (int i = 0; i < n; ++i) row[i] /= L[k * m + k];
        }
        for (int k = 0; k < m; ++k) {
            for (int l = 0; l < k; ++l) F[k] -= L[k * m + l] * F[l];
            F[k] /= L[k * m + k];
        }
        for (int i = 0; i < n; ++i) {
            double change = 0.0;
            for (int k = 0; k < m; ++k) change += Q[k * n + i] * F[k];
            x[first + i] -= change;
            *largest = fmax(*largest, fabs(change) / (1.0 + fabs(x[first + i])));
        }
        if (worst < 1e-9) return 0;
    }
    return 1;
}
)";

// A function along a direction of all that it depends on.
inline constexpr const char* fmu_along_text = R"(
static void @name@(double t, const double *x, const double *p, const double *z, double dt, const double *dx, const double *dp, const double *dz, double *d)
{
    (void)t; (void)x; (void)p; (void)z; (void)dt; (void)dx; (void)dp; (void)dz; (void)d;
@lines@
}
)";

// What is told of the state: rates, values, constraints, the conditions under which the motion goes on.
inline constexpr const char* fmu_motion_text = R"(
/* Brings a state back onto the constraints that the equations do not keep. Returns 0, or 1 where it is too far away. */
static int project(double t, double *x, const double *p, double *largest)
{
    *largest = 0.0;
@projections@
    (void)t;
    (void)x;
    (void)p;
    return 0;
}

/* dx/dt and the sign of det W. Returns 0; 1 where W is singular; 2 where a rate is not finite. */
static int rates_at(double t, const double *x, const double *p, double *dx, int *sign)
{
    double W[@cells@], z[@rows@];
    int row[@rows@];
    @id@_system(t, x, p, W, z);
    if (@id@_factor(@nz@, W, row)) return 1;
    *sign = 1;
    for (int k = 0; k < @nz@; ++k)
        if ((W[k * @nz@ + k] < 0.0) != (row[k] != k)) *sign = -*sign;
    @id@_solve(@nz@, W, row, z);
    @id@_rates(t, x, p, z, dx);
    for (int k = 0; k < @nx@; ++k)
        if (!(fabs(dx[k]) <= DBL_MAX)) return 2;
    return 0;
}

static int values_at(double t, const double *x, const double *p, double *values)
{
    if (@id@_values(t, x, p, values)) return 1;
    for (int k = 0; k < @nv@; ++k)
        if (!(fabs(values[k]) <= DBL_MAX)) return 2;
    return 0;
}

/* How W z = r changes z, where t, x and p change by dt, dx and dp, from the factors of W. */
static void change_of_unknowns(double t, const double *x, const double *p, const double *z, double dt, const double *dx, const double *dp,
                               const double *factors, const int *row, double *dz)
{
    residual_along(t, x, p, z, dt, dx, dp, NULL, dz);
    @id@_solve(@nz@, factors, row, dz);
}

/* How the rates change. */
static int rates_along_at(double t, const double *x, const double *p, double dt, const double *dx, const double *dp, double *d)
{
    double W[@cells@], z[@rows@], dz[@rows@];
    int row[@rows@];
    @id@_system(t, x, p, W, z);
    if (@id@_factor(@nz@, W, row)) return 1;
    @id@_solve(@nz@, W, row, z);
    change_of_unknowns(t, x, p, z, dt, dx, dp, W, row, dz);
    rates_along(t, x, p, z, dt, dx, dp, dz, d);
    for (int k = 0; k < @nx@; ++k)
        if (!(fabs(d[k]) <= DBL_MAX)) return 2;
    return 0;
}

/* How the values change, and after them the conditions. */
static int told_along_at(double t, const double *x, const double *p, double dt, const double *dx, const double *dp, double *d)
{
    double W[@reading_cells@], y[@reading_rows@], dy[@reading_rows@];
    int row[@reading_rows@];
    @id@_reaction_system(t, x, p, W, y);
    if (@id@_factor(@ny@, W, row)) return 1;
    @id@_solve(@ny@, W, row, y);
    reaction_residual_along(t, x, p, y, dt, dx, dp, NULL, dy);
    @id@_solve(@ny@, W, row, dy);
    told_along(t, x, p, y, dt, dx, dp, dy, d);
    for (int k = 0; k < @nv@ + @ng@; ++k)
        if (!(fabs(d[k]) <= DBL_MAX)) return 2;
    return 0;
}

static const char *const switch_words[] = {@switch_words@};

/* The rates are smooth on each side of the zeros of these. */
static void switching_functions(double t, const double *x, const double *p, const double *z, double *u)
{
@switches_unused@
@switches@
}

/* They, and how they change when t, x and p do; with no direction, along the motion. */
static int switches_at(double t, const double *x, const double *p, const double *direction, const double *dp, double *u, double *du)
{
    static const double still[@constants@];
    double W[@cells@], z[@rows@], dz[@rows@], dx[@states@];
    int row[@rows@];
    @id@_system(t, x, p, W, z);
    if (@id@_factor(@nz@, W, row)) return 1;
    @id@_solve(@nz@, W, row, z);
    switching_functions(t, x, p, z, u);
    @id@_rates(t, x, p, z, dx);
    change_of_unknowns(t, x, p, z, direction == NULL, direction == NULL ? dx : direction, direction == NULL ? still : dp, W, row, dz);
    switching_along(t, x, p, z, direction == NULL, direction == NULL ? dx : direction, direction == NULL ? still : dp, dz, du);
    for (int k = 0; k < @nu@; ++k)
        if (!(fabs(u[k]) <= DBL_MAX) || !(fabs(du[k]) <= DBL_MAX)) return 2;
    return 0;
}

static const char *const guard_words[] = {@guard_words@};

/* Functions that are positive as long as the motion goes on, and how large their terms are. */
static void guard_functions(double t, const double *x, const double *p, const double *y, double *g, double *scale)
{
@guards_unused@
@guards@
}

static int guards_at(double t, const double *x, const double *p, double *g, double *scale)
{
    double W[@reading_cells@], y[@reading_rows@];
    int row[@reading_rows@];
    @id@_reaction_system(t, x, p, W, y);
    if (@id@_factor(@ny@, W, row)) return 1;
    @id@_solve(@ny@, W, row, y);
    guard_functions(t, x, p, y, g, scale);
    for (int k = 0; k < @ng@; ++k)
        if (!(fabs(g[k]) <= DBL_MAX)) return 2;
    return 0;
}

/* The first condition that does not hold; -1 if all hold, -2 where they have no value. */
static int broken_guard(double t, const double *x, const double *p)
{
    double g[@guard_cells@], scale[@guard_cells@];
    if (@ng@ == 0) return -1;
    if (guards_at(t, x, p, g, scale)) return -2;
    for (int k = 0; k < @ng@; ++k)
        if (g[k] < -1e-9 * scale[k]) return k;
    return -1;
}

)";

// The instance, whatever the version of the interface. The numbers of statuses are those of both versions.
inline constexpr const char* fmu_instance_text = R"(
/* --- an instance */

enum { status_ok, status_warning, status_discard, status_error };
enum { instantiated = 1, initializing = 2, event_mode = 4, continuous_mode = 8, step_mode = 16, terminated = 32 };
enum { is_fixed, is_tunable, is_input };

static const char token[] = "@token@";
static const double start_x[] = {@x0@};
static const double start_p[] = {@parameters@};
static const char changes[] = {@changes@};

/* All that the future depends on. It holds no address, so that it can be copied and stored. */
typedef struct {
    char token[sizeof token];
    int mode, is_stepping; /* is_stepping: co-simulation */
    double t, x[@states@], p[@constants@];
    double tolerance, start, stop;
    int has_stop;
    double rest[@states@], dx[@states@], scale[@states@], h, last_h, last_root;
    int has_rates, sign; /* is dx that of x? */
    double reached;
    int has_ended;
    int are_sides_due;               /* a parameter has changed */
    char touches[@switch_cells@];    /* a switch that is at its zero and stays on its side */
} Memory;

typedef struct {
    Memory memory;
    char *name;
    void *environment, *logger;
    int may_return_early;
} Instance;

/* Tells the importer, as its version of the interface does. */
static void write_log(Instance *i, int status, const char *text);

static int say(Instance *i, int status, const char *format, ...)
{
    char text[512];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    write_log(i, status, text);
    return status;
}

static int no_rates(Instance *i, int status, int why, double t)
{
    return say(i, status,
               why == 1 ? "the matrix of the equations is singular at t = %.12g: the motion is not determined there"
                        : "a rate is not finite at t = %.12g",
               t);
}

static void begin(Memory *m)
{
    const int is_stepping = m->is_stepping;
    memset(m, 0, sizeof *m);
    memcpy(m->token, token, sizeof token);
    m->is_stepping = is_stepping;
    m->mode = instantiated;
    m->tolerance = @tolerance@;
    for (int k = 0; k < @nx@; ++k) m->x[k] = start_x[k];
    for (int k = 0; k < @np@; ++k) m->p[k] = start_p[k];
}

/* The integrator begins anew: the state or a parameter was changed from outside. */
static void forget_steps(Memory *m)
{
    m->has_rates = 0;
    memset(m->rest, 0, sizeof m->rest);
}

/* --- sides of switches: the last of the parameters, 1 or -1 */

enum { first_side = @first_side@, switches = @nu@, most_open = 6 };

static double side(const Memory *m, int k) { return m->p[first_side + k]; }

/* Chooses the sides of those that are at their zeros so that each grows on its side, other sides than the present ones first. Returns
 * 1 where there is no such choice: then the motion would have to stay at a zero. */
static int decide(Memory *m, const int *open, int n)
{
    double before[most_open], stays[most_open], u[@switch_cells@], du[@switch_cells@];
    int has_stay = 0;
    if (n > most_open) return 1;
    for (int j = 0; j < n; ++j) before[j] = side(m, open[j]);
    for (int choice = (1 << n) - 1; choice >= 0; --choice) {
        int grows = 1, is_possible = 1;
        for (int j = 0; j < n; ++j) m->p[first_side + open[j]] = choice >> j & 1 ? -before[j] : before[j];
        if (switches_at(m->t, m->x, m->p, NULL, NULL, u, du)) continue;
        for (int j = 0; j < n; ++j) {
            const double growth = side(m, open[j]) * du[open[j]];
            if (!(growth > 1e-12)) grows = 0;
            if (growth < -1e-12) is_possible = 0;
        }
        if (grows) return 0;
        if (!is_possible) continue;
        has_stay = 1; /* the last one: the sides of before, if they are possible */
        for (int j = 0; j < n; ++j) stays[j] = side(m, open[j]);
    }
    for (int j = 0; j < n; ++j) {
        m->p[first_side + open[j]] = has_stay ? stays[j] : before[j];
        m->touches[open[j]] = (char)has_stay;
    }
    return !has_stay;
}

/* The sides on which the state is; at a zero, that to which the motion goes. Returns 0; 1 where that is not determined, 2 where a
 * function has no value. `which` becomes the first of those that are not determined. */
static int take_sides(Memory *m, int *which)
{
    double u[@switch_cells@], du[@switch_cells@];
    int open[@switch_cells@], n = 0;
    m->are_sides_due = 0;
    if (switches == 0) return 0;
    /* One function may contain the side of another. */
    for (int round = 0; round <= switches; ++round) {
        int has_changed = 0;
        if (switches_at(m->t, m->x, m->p, NULL, NULL, u, du)) return 2;
        for (int k = 0; k < switches; ++k)
            if (side(m, k) * u[k] < 0.0) {
                m->p[first_side + k] = -side(m, k);
                has_changed = 1;
            }
        if (!has_changed) break;
    }
    memset(m->touches, 0, sizeof m->touches);
    for (int k = 0; k < switches; ++k)
        if (u[k] == 0.0) open[n++] = k;
    *which = n > 0 ? open[0] : 0;
    return n > 0 && decide(m, open, n);
}

static int may(Instance *i, const char *function, int modes)
{
    if (i == NULL) return 0;
    if (i->memory.mode & modes) return 1;
    say(i, status_error, "%s must not be called now", function);
    return 0;
}

/* --- the Runge-Kutta method of order 8 of Dormand and Prince: Hairer, Norsett and Wanner, Solving Ordinary Differential Equations I, II.10 */

@tables@

/* One over the error that is allowed to each variable: the tolerance times the largest value it has had, which counts as at least 1e-4
 * of the largest of all, or 1e-4. */
static void find_inverse(const Memory *m, double *inverse)
{
    double largest = 0.0, floor;
    for (int i = 0; i < @nx@; ++i) largest = fmax(largest, m->scale[i]);
    floor = largest > 0.0 ? fmax(1e-4 * fmin(largest, 1.0), 1e-100) : 1e-4;
    for (int i = 0; i < @nx@; ++i) inverse[i] = 1.0 / (m->tolerance * fmax(m->scale[i], floor));
}

static double norm(const double *v, const double *inverse)
{
    double sum = 0.0;
    for (int i = 0; i < @nx@; ++i) sum += v[i] * inverse[i] * v[i] * inverse[i];
    return sqrt(sum);
}

static double eighth_root(double x) { return sqrt(sqrt(sqrt(x))); }

static double first_length(const Memory *m, const double *inverse, double longest)
{
    double x[@states@], dx[@states@], bend, largest, by_order;
    int sign = 0;
    const double size = norm(m->x, inverse), speed = norm(m->dx, inverse);
    const double h = fmin(speed <= 1e-5 || size <= 1e-5 ? 1e-6 : 0.01 * size / speed, longest);
    for (int i = 0; i < @nx@; ++i) x[i] = m->x[i] + h * m->dx[i];
    if (rates_at(m->t + h, x, m->p, dx, &sign)) return 1e-3 * h;
    for (int i = 0; i < @nx@; ++i) dx[i] -= m->dx[i];
    bend = norm(dx, inverse) / h;
    largest = fmax(bend, speed);
    by_order = largest <= 1e-15 ? fmax(1e-6, 1e-3 * h) : eighth_root(0.01 / largest);
    return fmin(fmin(100.0 * h, by_order), longest);
}

enum { fine, inaccurate, without_rates, off_constraints, has_ended };

/* A step of length h; `next` is where it ends. */
static int attempt(const Memory *m, double h, const double *inverse, Memory *next, double *root, int *why)
{
    double k[13][@states@], x[@states@], sum5 = 0.0, sum3 = 0.0, correction = 0.0;
    int sign = 0;
    for (int i = 0; i < @nx@; ++i) k[0][i] = m->dx[i];
    for (int s = 1; s < 12; ++s) {
        for (int i = 0; i < @nx@; ++i) {
            double sum = 0.0;
            for (int j = 0; j < s; ++j) sum += dop853_a[s][j] * k[j][i];
            x[i] = m->x[i] + h * sum;
        }
        if ((*why = rates_at(m->t + dop853_c[s] * h, x, m->p, k[s], &sign)) != 0) return without_rates;
        if (sign != m->sign) { *why = 1; return without_rates; }
    }
    for (int i = 0; i < @nx@; ++i) {
        double sum = 0.0, e5 = 0.0, e3 = 0.0, change;
        for (int j = 0; j < 12; ++j) {
            sum += dop853_a[12][j] * k[j][i];
            e5 += dop853_error5[j] * k[j][i];
            e3 += dop853_error3[j] * k[j][i];
        }
        change = h * sum + m->rest[i];
        next->x[i] = x[i] = m->x[i] + change;
        next->rest[i] = change - (x[i] - m->x[i]); /* what rounding leaves */
        sum5 += e5 * inverse[i] * e5 * inverse[i];
        sum3 += e3 * inverse[i] * e3 * inverse[i];
    }
    {
        const double both = sum5 + 0.01 * sum3;
        *root = eighth_root(h * sum5 / sqrt(@nx@ * (both == 0.0 ? 1.0 : both)));
    }
    if (!(*root <= DBL_MAX)) { *why = 2; return without_rates; }
    if (*root > 1.0) return inaccurate;
    next->t = m->t + h;
    if (project(next->t, next->x, m->p, &correction)) return off_constraints;
    if ((*why = rates_at(next->t, next->x, m->p, next->dx, &sign)) != 0) return without_rates;
    if (sign != m->sign) { *why = 1; return without_rates; }
    for (int i = 0; i < @nx@; ++i)
        if (next->x[i] != x[i]) next->rest[i] = 0.0;
    if ((*why = broken_guard(next->t, next->x, m->p)) != -1) return has_ended;
    return fine;
}

/* The least of the functions that may change sides, each times its side; below 0 behind a zero. */
static double least_side(const Memory *m, const Memory *at)
{
    double u[@switch_cells@], du[@switch_cells@], least = HUGE_VAL;
    if (switches_at(at->t, at->x, m->p, NULL, NULL, u, du)) return HUGE_VAL;
    for (int k = 0; k < switches; ++k)
        if (!m->touches[k]) least = fmin(least, side(m, k) * u[k]);
    return least;
}

/* How much of a step of length h ends behind a zero, by cubic polynomials between its ends; 0 if none does. */
static double part_behind_zero(const Memory *m, const Memory *next, double h)
{
    double u0[@switch_cells@], u1[@switch_cells@], d0[@switch_cells@], d1[@switch_cells@];
    if (switches_at(m->t, m->x, m->p, NULL, NULL, u0, d0) || switches_at(next->t, next->x, m->p, NULL, NULL, u1, d1)) return 0.0;
    for (int j = 1; j <= 32; ++j) {
        const double s = j / 32.0, r = 1.0 - s;
        for (int k = 0; k < switches; ++k) {
            const double u = r * r * (1.0 + 2.0 * s) * u0[k] + s * s * (3.0 - 2.0 * s) * u1[k] + h * s * r * (r * d0[k] - s * d1[k]);
            if (!m->touches[k] && side(m, k) * u < 0.0 && (j < 32 || side(m, k) * u1[k] < 0.0)) return s;
        }
    }
    return 0.0;
}

/* A zero that `next`, the end of a step of length h, lies behind: `next` and h become those of a step that ends there. */
static void step_to_zero(const Memory *m, double *h, const double *inverse, Memory *next)
{
    double before = 0.0, behind = *h, at_before = fmax(least_side(m, m), 0.0), at_behind = least_side(m, next);
    for (int round = 0; round < 100 && behind - before > 2.0 * DBL_EPSILON * fmax(fabs(m->t + behind), 1e-3); ++round) {
        Memory trial = *m;
        double root = 0.0, by_line, middle, least;
        int why = 0;
        by_line = before + (behind - before) * at_before / (at_before - at_behind);
        middle = round % 3 == 2 || !(by_line > before && by_line < behind) ? 0.5 * (before + behind) : by_line;
        if (!(middle > before && middle < behind)) break;
        if (attempt(m, middle, inverse, &trial, &root, &why) != fine) {
            before = middle; /* no value on the way: the zero lies behind it, or the next step says why there is none */
            continue;
        }
        least = least_side(m, &trial);
        if (least < 0.0) {
            behind = middle;
            at_behind = least;
            *next = trial;
        } else {
            before = middle;
            at_before = least;
        }
    }
    *h = behind;
}

/* At the end of a step that stopped behind zeros: the sides of those that are behind. Returns 1 where they are not determined. */
static int change_sides(Memory *m, int *which)
{
    double u[@switch_cells@], du[@switch_cells@];
    int open[@switch_cells@], n = 0;
    if (switches_at(m->t, m->x, m->p, NULL, NULL, u, du)) return 1;
    for (int k = 0; k < switches; ++k)
        if (side(m, k) * u[k] <= 0.0 && !m->touches[k]) open[n++] = k;
    *which = n > 0 ? open[0] : 0;
    return n > 0 && decide(m, open, n);
}

/* A switch that has stayed at its zero is watched again once it has left it. */
static void release(Memory *m)
{
    double u[@switch_cells@], du[@switch_cells@];
    int is_any = 0;
    for (int k = 0; k < switches; ++k) is_any |= m->touches[k];
    if (!is_any || switches_at(m->t, m->x, m->p, NULL, NULL, u, du)) return;
    for (int k = 0; k < switches; ++k) {
        if (!m->touches[k] || !(fabs(u[k]) > 1e-12)) continue;
        m->touches[k] = 0;
        if (side(m, k) * u[k] < 0.0) m->are_sides_due = 1;
    }
}

static int not_determined(Instance *i, int status, int which)
{
    return say(i, status, "the motion is not determined at t = %.12g: it would have to stay at %s = 0, where the equations switch",
               i->memory.t, switch_words[which]);
}

static int stuck(Instance *i, int trial, int why)
{
    const double t = i->memory.t;
    if (trial == without_rates) return no_rates(i, status_discard, why, t);
    if (trial == off_constraints)
        return say(i, status_discard, "the motion ends at t = %.12g: the constraints are dependent there", t);
    if (trial == has_ended) {
        i->memory.has_ended = 1;
        return say(i, status_discard, "the motion ends at t = %.12g: %s", t,
                   why >= 0 ? guard_words[why] : "the reactions have no value");
    }
    return say(i, status_discard, "no step from t = %.12g is short enough for the tolerance %.3g", t, i->memory.tolerance);
}

/* One step towards the limit. */
static int step(Instance *instance, double limit)
{
    Memory *m = &instance->memory, next = *m;
    double inverse[@states@], h, root = 0.0;
    int why = 0, is_first = 1, which = 0;
    if (m->are_sides_due && take_sides(m, &which)) return not_determined(instance, status_discard, which);
    if (!m->has_rates) {
        if ((why = rates_at(m->t, m->x, m->p, m->dx, &m->sign)) != 0) return no_rates(instance, status_discard, why, m->t);
        m->has_rates = 1;
    }
    for (int i = 0; i < @nx@; ++i) m->scale[i] = fmax(m->scale[i], fabs(m->x[i]));
    find_inverse(m, inverse);
    if (!(m->h > 0.0)) m->h = first_length(m, inverse, limit - m->t);
    for (h = m->h;; is_first = 0) {
        const int is_last = 1.01 * h >= limit - m->t;
        int trial;
        double growth, factor, next_h;
        if (is_last) h = limit - m->t;
        trial = attempt(m, h, inverse, &next, &root, &why);
        if (trial == without_rates || trial == off_constraints || trial == has_ended) {
            h *= 0.25;
        } else {
            growth = m->last_root > 0.0 && trial == fine ? fmax(1.0, root * m->last_h / (h * m->last_root)) : 1.0;
            factor = fmin(fmax(root * growth / 0.85, 1.0 / 6.0), 3.0);
            next_h = h / (trial == fine && !is_first ? fmax(1.0, factor) : factor);
            if (trial == fine && switches > 0) {
                const double part = part_behind_zero(m, &next, h);
                Memory end = next;
                double shorter = part * h, length = h;
                if (part > 0.0 && (part == 1.0 || attempt(m, shorter, inverse, &end, &root, &why) == fine) && least_side(m, &end) < 0.0) {
                    length = part == 1.0 ? h : shorter;
                    step_to_zero(m, &length, inverse, &end);
                    memcpy(m->x, end.x, sizeof m->x);
                    m->t = end.t;
                    forget_steps(m);
                    if (change_sides(m, &which)) return not_determined(instance, status_discard, which);
                    return status_ok;
                }
            }
            if (trial == fine) {
                memcpy(m->x, next.x, sizeof m->x);
                memcpy(m->rest, next.rest, sizeof m->rest);
                memcpy(m->dx, next.dx, sizeof m->dx);
                m->last_h = h;
                m->last_root = root;
                m->t = is_last ? limit : next.t;
                /* a step that was cut short at the limit says nothing against the length that was meant */
                if (!(is_last && is_first && m->h > next_h)) m->h = next_h;
                release(m);
                return status_ok;
            }
            h = next_h;
        }
        if (!(h > 16.0 * DBL_EPSILON * fmax(fabs(m->t), 1e-3)) || (trial == has_ended && h < 1e-11 * (1.0 + fabs(m->t))))
            return stuck(instance, trial, why);
    }
}

/* From where the instance is to the next communication point. */
static int advance(Instance *i, double from, double length)
{
    Memory *m = &i->memory;
    const double to = from + length;
    int status = status_ok;
    if (!(fabs(from) <= DBL_MAX) || !(length > 0.0) || !(to <= DBL_MAX))
        return say(i, status_error, "a communication step must be positive and finite");
    if (!(fabs(from - m->t) <= 1e-9 * (1.0 + fabs(m->t))))
        return say(i, status_error, "the communication step begins at t = %.17g, but the FMU is at t = %.17g", from, m->t);
    if (m->has_stop && to > m->stop + 1e-9 * (1.0 + fabs(m->stop)))
        return say(i, status_error, "the communication step ends at t = %.12g, after the stop time %.12g", to, m->stop);
    if (m->has_ended) return say(i, status_discard, "the motion has ended at t = %.12g", m->t);
    m->t = from;
    while (status == status_ok && m->t < to) status = step(i, to);
    m->reached = m->t;
    return status;
}

/* --- what both versions of the interface do */

static Instance *new_instance(const char *name, const char *given, int is_stepping, void *environment, void *logger)
{
    Instance *i;
    if (name == NULL || *name == '\0') return NULL;
    if ((i = calloc(1, sizeof *i)) == NULL) return NULL;
    i->environment = environment;
    i->logger = logger;
    if ((i->name = malloc(strlen(name) + 1)) == NULL) {
        free(i);
        return NULL;
    }
    strcpy(i->name, name);
    if (given == NULL || strcmp(given, token) != 0) {
        say(i, status_error, "this FMU was made with the token %s: the library and modelDescription.xml do not belong together", token);
        free(i->name);
        free(i);
        return NULL;
    }
    i->memory.is_stepping = is_stepping;
    begin(&i->memory);
    return i;
}

static void free_instance(Instance *i)
{
    if (i == NULL) return;
    free(i->name);
    free(i);
}

static int set_up(Instance *i, int has_tolerance, double tolerance, double start, int has_stop, double stop)
{
    if (has_tolerance && !(tolerance > 0.0 && tolerance < 1.0)) return say(i, status_error, "the tolerance must lie between 0 and 1");
    if (!(fabs(start) <= DBL_MAX) || (has_stop && !(stop >= start))) return say(i, status_error, "the stop time must not lie before the start time");
    if (has_tolerance) i->memory.tolerance = fmax(tolerance, 1e-14);
    i->memory.t = i->memory.start = i->memory.reached = start;
    i->memory.has_stop = has_stop;
    i->memory.stop = has_stop ? stop : 0.0;
    return status_ok;
}

/* The state is brought onto the constraints, and the equations must have rates there. */
static int initialize(Instance *i)
{
    Memory *m = &i->memory;
    double correction = 0.0, x[@states@];
    int why, guard;
    memcpy(x, m->x, sizeof x);
    if (project(m->t, x, m->p, &correction)) return say(i, status_error, "no state near the start values satisfies the constraints");
    if (switches > 0) {
        Memory there = *m;
        int which = 0;
        memcpy(there.x, x, sizeof x);
        why = take_sides(&there, &which);
        if (why == 1) return not_determined(i, status_error, which);
        if (why == 2) return no_rates(i, status_error, 2, m->t);
        memcpy(m->p, there.p, sizeof m->p);
        memcpy(m->touches, there.touches, sizeof m->touches);
    }
    if ((why = rates_at(m->t, x, m->p, m->dx, &m->sign)) != 0) return no_rates(i, status_error, why, m->t);
    if ((guard = broken_guard(m->t, x, m->p)) != -1)
        return say(i, status_error, "the motion cannot start: %s", guard >= 0 ? guard_words[guard] : "the reactions have no value");
    memcpy(m->x, x, sizeof x);
    forget_steps(m);
    m->mode = m->is_stepping ? step_mode : event_mode;
    if (correction > 1e-9)
        return say(i, status_warning, "the start values did not satisfy the constraints and were changed by up to %.3g", correction);
    return status_ok;
}

/* Where a variable is: time, states, rates, parameters, values and conditions, one after the other. */
enum { of_state = @of_state@, of_rates = @of_rates@, of_parameters = @of_parameters@, of_values = @of_values@, of_guards = @of_guards@, of_switches = @of_switches@, of_nothing = @of_nothing@ };

static int get_values(Instance *i, const unsigned *which, size_t n, double *found)
{
    const Memory *m = &i->memory;
    double dx[@states@] = {0.0}, values[@value_cells@] = {0.0}, g[@guard_cells@] = {0.0}, scale[@guard_cells@];
    double u[@switch_cells@] = {0.0}, du[@switch_cells@];
    int has_dx = 0, has_values = 0, has_guards = 0, has_switches = 0, sign = 0, why;
    for (size_t k = 0; k < n; ++k) {
        const unsigned v = which[k];
        if (v >= of_nothing) return say(i, status_error, "there is no variable with the value reference %u", v);
        if (v >= of_rates && v < of_parameters && !has_dx) {
            if ((why = rates_at(m->t, m->x, m->p, dx, &sign)) != 0) return no_rates(i, status_discard, why, m->t);
            has_dx = 1;
        }
        if (v >= of_values && v < of_guards && !has_values) {
            if (values_at(m->t, m->x, m->p, values)) return say(i, status_discard, "a variable has no value at t = %.12g", m->t);
            has_values = 1;
        }
        if (v >= of_guards && v < of_switches && !has_guards) {
            if (guards_at(m->t, m->x, m->p, g, scale)) return say(i, status_discard, "a condition has no value at t = %.12g", m->t);
            has_guards = 1;
        }
        if (v >= of_switches && !has_switches) {
            if (switches_at(m->t, m->x, m->p, NULL, NULL, u, du)) return say(i, status_discard, "a switch has no value at t = %.12g", m->t);
            has_switches = 1;
        }
    }
    for (size_t k = 0; k < n; ++k) {
        const unsigned v = which[k];
        found[k] = v < of_state      ? m->t
                   : v < of_rates      ? m->x[v - of_state]
                   : v < of_parameters ? dx[v - of_rates]
                   : v < of_values     ? m->p[v - of_parameters]
                   : v < of_guards     ? values[v - of_values]
                   : v < of_switches   ? g[v - of_guards]
                                       : u[v - of_switches];
    }
    return status_ok;
}

static int set_values(Instance *i, const unsigned *which, size_t n, const double *values)
{
    Memory *m = &i->memory;
    const int is_before = (m->mode & (instantiated | initializing)) != 0;
    for (size_t k = 0; k < n; ++k) {
        const unsigned v = which[k];
        if (v >= of_nothing) return say(i, status_error, "there is no variable with the value reference %u", v);
        if (!(fabs(values[k]) <= DBL_MAX)) return say(i, status_error, "the variable with the value reference %u cannot be set to a value that is not finite", v);
        if (v >= of_parameters && v < of_values) {
            const int kind = changes[v - of_parameters];
            if (is_before || kind == is_input || (kind == is_tunable && (m->mode & (event_mode | step_mode)))) continue;
            return say(i, status_error, "the parameter with the value reference %u cannot be set now", v);
        }
        if (v >= of_state && v < of_rates && is_before) continue;
        return say(i, status_error, "the variable with the value reference %u cannot be set%s", v, v >= of_state && v < of_rates ? " now" : "");
    }
    for (size_t k = 0; k < n; ++k) {
        if (which[k] < of_rates) m->x[which[k] - of_state] = values[k];
        else m->p[which[k] - of_parameters] = values[k];
    }
    if (n > 0) {
        forget_steps(m);
        m->are_sides_due = 1;
    }
    return status_ok;
}

/* How some variables change when others do by `seed`: from the exact derivatives of the equations, on the present side of each switch. */
static int get_slopes(Instance *i, const unsigned *which, size_t n, const unsigned *by, size_t count, const double *seed, double *found)
{
    const Memory *m = &i->memory;
    double dt = 0.0, dx[@states@] = {0.0}, dp[@constants@] = {0.0};
    double rates[@states@] = {0.0}, told[@told_cells@] = {0.0}, u[@switch_cells@], du[@switch_cells@] = {0.0};
    int has_rates = 0, has_told = 0, has_switches = 0, why;
    for (size_t k = 0; k < count; ++k) {
        if (by[k] >= of_values || (by[k] >= of_rates && by[k] < of_parameters))
            return say(i, status_error, "the variable with the value reference %u is not independent: derivatives are by time, states, inputs and parameters", by[k]);
        if (by[k] < of_state) dt += seed[k];
        else if (by[k] < of_rates) dx[by[k] - of_state] += seed[k];
        else dp[by[k] - of_parameters] += seed[k];
    }
    for (size_t k = 0; k < n; ++k) {
        const unsigned v = which[k];
        if (v >= of_nothing) return say(i, status_error, "there is no variable with the value reference %u", v);
        if (v >= of_rates && v < of_parameters && !has_rates) {
            if ((why = rates_along_at(m->t, m->x, m->p, dt, dx, dp, rates)) != 0) return no_rates(i, status_discard, why, m->t);
            has_rates = 1;
        }
        if (v >= of_values && v < of_switches && !has_told) {
            if (told_along_at(m->t, m->x, m->p, dt, dx, dp, told)) return say(i, status_discard, "a variable has no derivative at t = %.12g", m->t);
            has_told = 1;
        }
        if (v >= of_switches && !has_switches) {
            if (dt != 0.0) return say(i, status_error, "the derivatives of switches by time are not told");
            if (switches_at(m->t, m->x, m->p, dx, dp, u, du)) return say(i, status_discard, "a switch has no derivative at t = %.12g", m->t);
            has_switches = 1;
        }
        found[k] = v < of_state        ? dt
                   : v < of_rates      ? dx[v - of_state]
                   : v < of_parameters ? rates[v - of_rates]
                   : v < of_values     ? dp[v - of_parameters]
                   : v < of_switches   ? told[v - of_values]
                                       : du[v - of_switches];
    }
    return status_ok;
}

static int set_state(Instance *i, const double *x, size_t n)
{
    if (n != @nx@) return say(i, status_error, "the number of continuous states is @nx@");
    for (size_t k = 0; k < n; ++k)
        if (!(fabs(x[k]) <= DBL_MAX)) return say(i, status_error, "a continuous state cannot be set to a value that is not finite");
    for (size_t k = 0; k < n; ++k) i->memory.x[k] = x[k];
    i->memory.has_rates = 0;
    return status_ok;
}

static int get_rates(Instance *i, double *dx, size_t n)
{
    const Memory *m = &i->memory;
    double found[@states@];
    int sign = 0, why;
    if (n != @nx@) return say(i, status_error, "the number of continuous states is @nx@");
    if ((why = rates_at(m->t, m->x, m->p, found, &sign)) != 0) return no_rates(i, status_discard, why, m->t);
    for (size_t k = 0; k < n; ++k) dx[k] = found[k];
    return status_ok;
}

static int get_guards(Instance *i, double *g, size_t n)
{
    const Memory *m = &i->memory;
    double found[@guard_cells@], scale[@guard_cells@], u[@switch_cells@], du[@switch_cells@];
    if (n != @indicators@) return say(i, status_error, "the number of event indicators is @indicators@");
    if (@ng@ > 0 && guards_at(m->t, m->x, m->p, found, scale)) return say(i, status_discard, "a condition has no value at t = %.12g", m->t);
    if (switches > 0 && switches_at(m->t, m->x, m->p, NULL, NULL, u, du)) return say(i, status_discard, "a switch has no value at t = %.12g", m->t);
    for (int k = 0; k < @ng@; ++k) g[k] = found[k];
    for (int k = 0; k < switches; ++k) g[@ng@ + k] = u[k];
    return status_ok;
}

/* After a step of the importer: whether the motion ends here, and whether the state has left the constraints so far that it has to
 * be brought back, which happens in event mode. */
static void look(Instance *i, int *has_left, int *has_ended_here)
{
    /* The sides change in event mode, to which the importer goes where an indicator changes its sign. */
    const Memory *m = &i->memory;
    double x[@states@], correction = 0.0;
    const int guard = broken_guard(m->t, m->x, m->p);
    memcpy(x, m->x, sizeof x);
    *has_left = project(m->t, x, m->p, &correction) || correction > 1e-9;
    *has_ended_here = guard != -1;
    if (*has_ended_here)
        say(i, status_warning, "the motion ends at t = %.12g: %s", m->t, guard >= 0 ? guard_words[guard] : "the reactions have no value");
}

static int settle(Instance *i, int *has_changed, int *has_ended_here)
{
    Memory *m = &i->memory;
    double correction = 0.0, x[@states@];
    int has_left = 0;
    *has_changed = 0;
    if (switches > 0) {
        int which = 0;
        memset(m->touches, 0, sizeof m->touches);
        if (change_sides(m, &which)) {
            *has_ended_here = 1;
            return not_determined(i, status_discard, which);
        }
    }
    look(i, &has_left, has_ended_here);
    if (!has_left) return status_ok;
    memcpy(x, m->x, sizeof x);
    if (project(m->t, x, m->p, &correction)) return say(i, status_error, "no state near t = %.12g satisfies the constraints", m->t);
    memcpy(m->x, x, sizeof x);
    forget_steps(m);
    *has_changed = 1;
    return status_ok;
}

static int copy_memory(Instance *i, void **stored)
{
    if (stored == NULL) return status_error;
    if (*stored == NULL && (*stored = malloc(sizeof(Memory))) == NULL) return say(i, status_error, "there is no memory for the state of the FMU");
    memcpy(*stored, &i->memory, sizeof(Memory));
    return status_ok;
}

static int restore_memory(Instance *i, const void *stored)
{
    const Memory *memory = stored;
    if (memory == NULL || memcmp(memory->token, token, sizeof token) != 0 || memory->is_stepping != i->memory.is_stepping)
        return say(i, status_error, "this is no state of this FMU");
    memcpy(&i->memory, stored, sizeof(Memory));
    return status_ok;
}

static int serialize(Instance *i, const void *stored, void *bytes, size_t size)
{
    if (stored == NULL || size < sizeof(Memory)) return say(i, status_error, "a state of this FMU has %lu bytes", (unsigned long)sizeof(Memory));
    memcpy(bytes, stored, sizeof(Memory));
    return status_ok;
}

static int deserialize(Instance *i, const void *bytes, size_t size, void **stored)
{
    Memory memory;
    if (bytes == NULL || stored == NULL || size < sizeof memory) return say(i, status_error, "a state of this FMU has %lu bytes", (unsigned long)sizeof memory);
    memcpy(&memory, bytes, sizeof memory);
    if (memcmp(memory.token, token, sizeof token) != 0) return say(i, status_error, "this is no state of this FMU");
    if (*stored == NULL && (*stored = malloc(sizeof memory)) == NULL) return say(i, status_error, "there is no memory for the state of the FMU");
    memcpy(*stored, &memory, sizeof memory);
    return status_ok;
}

#if defined _WIN32
#define EXPORT __declspec(dllexport)
#elif defined __GNUC__
#define EXPORT __attribute__((visibility("default")))
#else
#define EXPORT
#endif
#define GLUE_(a, b) a##b
#define GLUE(a, b) GLUE_(a, b)

enum { initialized = initializing | event_mode | continuous_mode | step_mode | terminated, always = instantiated | initialized };

)";

// FMI 2.0: names, types and orders of arguments as the standard has them.
inline constexpr const char* fmi2_text = R"(
/* --- FMI 2.0 */

#ifdef FMI2_FUNCTION_PREFIX
#define FMI(name) GLUE(FMI2_FUNCTION_PREFIX, name)
#else
#define FMI(name) name
#endif

typedef void *fmi2Component, *fmi2ComponentEnvironment, *fmi2FMUstate;
typedef unsigned int fmi2ValueReference;
typedef double fmi2Real;
typedef int fmi2Integer, fmi2Boolean;
typedef const char *fmi2String;
typedef char fmi2Byte;
typedef enum { fmi2OK, fmi2Warning, fmi2Discard, fmi2Error, fmi2Fatal, fmi2Pending } fmi2Status;
typedef enum { fmi2ModelExchange, fmi2CoSimulation } fmi2Type;
typedef enum { fmi2DoStepStatus, fmi2PendingStatus, fmi2LastSuccessfulTime, fmi2Terminated } fmi2StatusKind;
typedef void (*fmi2CallbackLogger)(fmi2ComponentEnvironment, fmi2String, fmi2Status, fmi2String, fmi2String, ...);
typedef struct {
    fmi2CallbackLogger logger;
    void *(*allocateMemory)(size_t, size_t);
    void (*freeMemory)(void *);
    void (*stepFinished)(fmi2ComponentEnvironment, fmi2Status);
    fmi2ComponentEnvironment componentEnvironment;
} fmi2CallbackFunctions;
typedef struct {
    fmi2Boolean newDiscreteStatesNeeded, terminateSimulation, nominalsOfContinuousStatesChanged, valuesOfContinuousStatesChanged,
        nextEventTimeDefined;
    fmi2Real nextEventTime;
} fmi2EventInfo;

static void write_log(Instance *i, int status, const char *text)
{
    static const char *const categories[] = {"logAll", "logStatusWarning", "logStatusDiscard", "logStatusError"};
    fmi2CallbackLogger log;
    memcpy(&log, &i->logger, sizeof log);
    if (log != NULL) log(i->environment, i->name, (fmi2Status)status, categories[status], text);
}

EXPORT const char *FMI(fmi2GetTypesPlatform)(void) { return "default"; }
EXPORT const char *FMI(fmi2GetVersion)(void) { return "2.0"; }

EXPORT fmi2Component FMI(fmi2Instantiate)(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,
                                          const fmi2CallbackFunctions *callbacks, fmi2Boolean visible, fmi2Boolean logging)
{
    void *logger = NULL;
    (void)resources;
    (void)visible;
    (void)logging; /* only warnings and errors are logged, and always */
    if (callbacks == NULL) return NULL;
    memcpy(&logger, &callbacks->logger, sizeof logger);
    return new_instance(name, guid, type == fmi2CoSimulation, callbacks->componentEnvironment, logger);
}

EXPORT fmi2Status FMI(fmi2SetupExperiment)(fmi2Component c, fmi2Boolean has_tolerance, fmi2Real tolerance, fmi2Real start,
                                           fmi2Boolean has_stop, fmi2Real stop)
{
    return may(c, "fmi2SetupExperiment", instantiated) ? (fmi2Status)set_up(c, has_tolerance, tolerance, start, has_stop, stop) : fmi2Error;
}

EXPORT fmi2Status FMI(fmi2EnterInitializationMode)(fmi2Component c)
{
    if (!may(c, "fmi2EnterInitializationMode", instantiated)) return fmi2Error;
    ((Instance *)c)->memory.mode = initializing;
    return fmi2OK;
}

EXPORT fmi2Status FMI(fmi2GetReal)(fmi2Component c, const fmi2ValueReference vr[], size_t n, fmi2Real value[])
{
    return may(c, "fmi2GetReal", initialized) ? (fmi2Status)get_values(c, vr, n, value) : fmi2Error;
}

EXPORT fmi2Status FMI(fmi2SetReal)(fmi2Component c, const fmi2ValueReference vr[], size_t n, const fmi2Real value[])
{
    return may(c, "fmi2SetReal", always & ~terminated) ? (fmi2Status)set_values(c, vr, n, value) : fmi2Error;
}

#define NO_VARIABLES(name, type)                                                                                      \
    EXPORT fmi2Status FMI(name)(fmi2Component c, const fmi2ValueReference vr[], size_t n, type value[])               \
    {                                                                                                                 \
        (void)vr;                                                                                                     \
        (void)value;                                                                                                  \
        if (!may(c, #name, always)) return fmi2Error;                                                                 \
        return n == 0 ? fmi2OK : (fmi2Status)say(c, status_error, #name ": all variables of this FMU are real numbers"); \
    }
NO_VARIABLES(fmi2GetInteger, fmi2Integer)
NO_VARIABLES(fmi2GetBoolean, fmi2Boolean)
NO_VARIABLES(fmi2GetString, fmi2String)
NO_VARIABLES(fmi2SetInteger, const fmi2Integer)
NO_VARIABLES(fmi2SetBoolean, const fmi2Boolean)
NO_VARIABLES(fmi2SetString, const fmi2String)

EXPORT fmi2Status FMI(fmi2GetDirectionalDerivative)(fmi2Component c, const fmi2ValueReference unknown[], size_t nUnknown,
                                                    const fmi2ValueReference known[], size_t nKnown, const fmi2Real dKnown[],
                                                    fmi2Real dUnknown[])
{
    return may(c, "fmi2GetDirectionalDerivative", initialized) ? (fmi2Status)get_slopes(c, unknown, nUnknown, known, nKnown, dKnown, dUnknown) : fmi2Error;
}

EXPORT fmi2Status FMI(fmi2NewDiscreteStates)(fmi2Component c, fmi2EventInfo *info)
{
    int has_changed, has_ended_here, status;
    if (!may(c, "fmi2NewDiscreteStates", event_mode)) return fmi2Error;
    memset(info, 0, sizeof *info);
    status = settle(c, &has_changed, &has_ended_here);
    info->valuesOfContinuousStatesChanged = has_changed;
    info->terminateSimulation = has_ended_here;
    return (fmi2Status)status;
}

EXPORT fmi2Status FMI(fmi2SetRealInputDerivatives)(fmi2Component c, const fmi2ValueReference vr[], size_t n, const fmi2Integer order[],
                                                   const fmi2Real value[])
{
    (void)vr;
    (void)order;
    (void)value;
    if (!may(c, "fmi2SetRealInputDerivatives", always)) return fmi2Error;
    return n == 0 ? fmi2OK : (fmi2Status)say(c, status_error, "this FMU does not interpolate its inputs");
}

EXPORT fmi2Status FMI(fmi2GetRealOutputDerivatives)(fmi2Component c, const fmi2ValueReference vr[], size_t n, const fmi2Integer order[],
                                                    fmi2Real value[])
{
    (void)vr;
    (void)order;
    (void)value;
    if (!may(c, "fmi2GetRealOutputDerivatives", always)) return fmi2Error;
    return n == 0 ? fmi2OK : (fmi2Status)say(c, status_error, "this FMU has no derivatives of its outputs");
}

EXPORT fmi2Status FMI(fmi2DoStep)(fmi2Component c, fmi2Real from, fmi2Real length, fmi2Boolean is_final)
{
    (void)is_final;
    return may(c, "fmi2DoStep", step_mode) ? (fmi2Status)advance(c, from, length) : fmi2Error;
}

EXPORT fmi2Status FMI(fmi2CancelStep)(fmi2Component c)
{
    return may(c, "fmi2CancelStep", always) ? (fmi2Status)say(c, status_error, "no step is running: this FMU computes a step before fmi2DoStep returns") : fmi2Error;
}

EXPORT fmi2Status FMI(fmi2GetStatus)(fmi2Component c, const fmi2StatusKind kind, fmi2Status *value)
{
    (void)kind;
    (void)value;
    return may(c, "fmi2GetStatus", always) ? (fmi2Status)say(c, status_discard, "no step is pending") : fmi2Error;
}

EXPORT fmi2Status FMI(fmi2GetRealStatus)(fmi2Component c, const fmi2StatusKind kind, fmi2Real *value)
{
    if (!may(c, "fmi2GetRealStatus", step_mode | terminated)) return fmi2Error;
    if (kind != fmi2LastSuccessfulTime) return (fmi2Status)say(c, status_discard, "the only real status is fmi2LastSuccessfulTime");
    *value = ((Instance *)c)->memory.reached;
    return fmi2OK;
}

EXPORT fmi2Status FMI(fmi2GetIntegerStatus)(fmi2Component c, const fmi2StatusKind kind, fmi2Integer *value)
{
    (void)kind;
    (void)value;
    return may(c, "fmi2GetIntegerStatus", always) ? (fmi2Status)say(c, status_discard, "there is no integer status") : fmi2Error;
}

EXPORT fmi2Status FMI(fmi2GetBooleanStatus)(fmi2Component c, const fmi2StatusKind kind, fmi2Boolean *value)
{
    if (!may(c, "fmi2GetBooleanStatus", step_mode | terminated)) return fmi2Error;
    if (kind != fmi2Terminated) return (fmi2Status)say(c, status_discard, "the only boolean status is fmi2Terminated");
    *value = ((Instance *)c)->memory.has_ended;
    return fmi2OK;
}

EXPORT fmi2Status FMI(fmi2GetStringStatus)(fmi2Component c, const fmi2StatusKind kind, fmi2String *value)
{
    (void)kind;
    (void)value;
    return may(c, "fmi2GetStringStatus", always) ? (fmi2Status)say(c, status_discard, "no step is pending") : fmi2Error;
}
)";

// FMI 3.0, likewise.
inline constexpr const char* fmi3_text = R"(
/* --- FMI 3.0 */

#ifdef FMI3_FUNCTION_PREFIX
#define FMI(name) GLUE(FMI3_FUNCTION_PREFIX, name)
#else
#define FMI(name) name
#endif

typedef void *fmi3Instance, *fmi3InstanceEnvironment, *fmi3FMUState;
typedef uint32_t fmi3ValueReference;
typedef double fmi3Float64;
typedef bool fmi3Boolean;
typedef const char *fmi3String;
typedef uint8_t fmi3Byte;
typedef const fmi3Byte *fmi3Binary;
typedef enum { fmi3OK, fmi3Warning, fmi3Discard, fmi3Error, fmi3Fatal } fmi3Status;
typedef enum { fmi3Independent, fmi3Constant, fmi3Fixed, fmi3Tunable, fmi3Discrete, fmi3Dependent } fmi3DependencyKind;
typedef enum { fmi3IntervalNotYetKnown, fmi3IntervalUnchanged, fmi3IntervalChanged } fmi3IntervalQualifier;
typedef void (*fmi3LogMessageCallback)(fmi3InstanceEnvironment, fmi3Status, fmi3String, fmi3String);
typedef void (*fmi3ClockUpdateCallback)(fmi3InstanceEnvironment);
typedef void (*fmi3IntermediateUpdateCallback)(fmi3InstanceEnvironment, fmi3Float64, fmi3Boolean, fmi3Boolean, fmi3Boolean, fmi3Boolean,
                                               fmi3Boolean *, fmi3Float64 *);
typedef void (*fmi3LockPreemptionCallback)(void);
typedef void (*fmi3UnlockPreemptionCallback)(void);

static void write_log(Instance *i, int status, const char *text)
{
    static const char *const categories[] = {"logAll", "logStatusWarning", "logStatusDiscard", "logStatusError"};
    fmi3LogMessageCallback log;
    memcpy(&log, &i->logger, sizeof log);
    if (log != NULL) log(i->environment, (fmi3Status)status, categories[status], text);
}

EXPORT const char *FMI(fmi3GetVersion)(void) { return "3.0"; }

static Instance *instantiate(fmi3String name, fmi3String given, int is_stepping, void *environment, fmi3LogMessageCallback log)
{
    void *logger = NULL;
    memcpy(&logger, &log, sizeof logger);
    return new_instance(name, given, is_stepping, environment, logger);
}

EXPORT fmi3Instance FMI(fmi3InstantiateModelExchange)(fmi3String name, fmi3String given, fmi3String resources, fmi3Boolean visible,
                                                      fmi3Boolean logging, fmi3InstanceEnvironment environment, fmi3LogMessageCallback log)
{
    (void)resources;
    (void)visible;
    (void)logging;
    return instantiate(name, given, 0, environment, log);
}

EXPORT fmi3Instance FMI(fmi3InstantiateCoSimulation)(fmi3String name, fmi3String given, fmi3String resources, fmi3Boolean visible,
                                                     fmi3Boolean logging, fmi3Boolean eventModeUsed, fmi3Boolean earlyReturnAllowed,
                                                     const fmi3ValueReference intermediate[], size_t n,
                                                     fmi3InstanceEnvironment environment, fmi3LogMessageCallback log,
                                                     fmi3IntermediateUpdateCallback update)
{
    Instance *i;
    (void)resources;
    (void)visible;
    (void)logging;
    (void)eventModeUsed;
    (void)intermediate;
    (void)n;
    (void)update;
    i = instantiate(name, given, 1, environment, log);
    if (i != NULL) i->may_return_early = earlyReturnAllowed;
    return i;
}

EXPORT fmi3Instance FMI(fmi3InstantiateScheduledExecution)(fmi3String name, fmi3String given, fmi3String resources, fmi3Boolean visible,
                                                           fmi3Boolean logging, fmi3InstanceEnvironment environment,
                                                           fmi3LogMessageCallback log, fmi3ClockUpdateCallback update,
                                                           fmi3LockPreemptionCallback lock, fmi3UnlockPreemptionCallback unlock)
{
    (void)name;
    (void)given;
    (void)resources;
    (void)visible;
    (void)logging;
    (void)update;
    (void)lock;
    (void)unlock;
    if (log != NULL) log(environment, fmi3Error, "logStatusError", "this FMU has no scheduled execution");
    return NULL;
}

EXPORT fmi3Status FMI(fmi3EnterInitializationMode)(fmi3Instance c, fmi3Boolean has_tolerance, fmi3Float64 tolerance, fmi3Float64 start,
                                                   fmi3Boolean has_stop, fmi3Float64 stop)
{
    int status;
    if (!may(c, "fmi3EnterInitializationMode", instantiated)) return fmi3Error;
    status = set_up(c, has_tolerance, tolerance, start, has_stop, stop);
    if (status == status_ok) ((Instance *)c)->memory.mode = initializing;
    return (fmi3Status)status;
}

EXPORT fmi3Status FMI(fmi3GetFloat64)(fmi3Instance c, const fmi3ValueReference vr[], size_t n, fmi3Float64 values[], size_t m)
{
    if (!may(c, "fmi3GetFloat64", initialized)) return fmi3Error;
    if (m != n) return (fmi3Status)say(c, status_error, "every variable of this FMU has one value");
    return (fmi3Status)get_values(c, vr, n, values);
}

EXPORT fmi3Status FMI(fmi3SetFloat64)(fmi3Instance c, const fmi3ValueReference vr[], size_t n, const fmi3Float64 values[], size_t m)
{
    if (!may(c, "fmi3SetFloat64", always & ~terminated)) return fmi3Error;
    if (m != n) return (fmi3Status)say(c, status_error, "every variable of this FMU has one value");
    return (fmi3Status)set_values(c, vr, n, values);
}

/* What this FMU has nothing of: refused where something is asked for. */
#define REFUSED(name, n, text)                                                     \
    if (!may(c, #name, always)) return fmi3Error;                                  \
    return (n) == 0 ? fmi3OK : (fmi3Status)say(c, status_error, #name ": " text);
#define NO_VARIABLES(name, type)                                                                                            \
    EXPORT fmi3Status FMI(name)(fmi3Instance c, const fmi3ValueReference vr[], size_t n, type values[], size_t m)           \
    {                                                                                                                       \
        (void)vr;                                                                                                           \
        (void)values;                                                                                                       \
        (void)m;                                                                                                            \
        REFUSED(name, n, "all variables of this FMU are 64-bit numbers")                                                    \
    }
NO_VARIABLES(fmi3GetFloat32, float)
NO_VARIABLES(fmi3GetInt8, int8_t)
NO_VARIABLES(fmi3GetUInt8, uint8_t)
NO_VARIABLES(fmi3GetInt16, int16_t)
NO_VARIABLES(fmi3GetUInt16, uint16_t)
NO_VARIABLES(fmi3GetInt32, int32_t)
NO_VARIABLES(fmi3GetUInt32, uint32_t)
NO_VARIABLES(fmi3GetInt64, int64_t)
NO_VARIABLES(fmi3GetUInt64, uint64_t)
NO_VARIABLES(fmi3GetBoolean, fmi3Boolean)
NO_VARIABLES(fmi3GetString, fmi3String)
NO_VARIABLES(fmi3SetFloat32, const float)
NO_VARIABLES(fmi3SetInt8, const int8_t)
NO_VARIABLES(fmi3SetUInt8, const uint8_t)
NO_VARIABLES(fmi3SetInt16, const int16_t)
NO_VARIABLES(fmi3SetUInt16, const uint16_t)
NO_VARIABLES(fmi3SetInt32, const int32_t)
NO_VARIABLES(fmi3SetUInt32, const uint32_t)
NO_VARIABLES(fmi3SetInt64, const int64_t)
NO_VARIABLES(fmi3SetUInt64, const uint64_t)
NO_VARIABLES(fmi3SetBoolean, const fmi3Boolean)
NO_VARIABLES(fmi3SetString, const fmi3String)

EXPORT fmi3Status FMI(fmi3GetBinary)(fmi3Instance c, const fmi3ValueReference vr[], size_t n, size_t sizes[], fmi3Binary values[], size_t m)
{
    (void)vr;
    (void)sizes;
    (void)values;
    (void)m;
    REFUSED(fmi3GetBinary, n, "all variables of this FMU are 64-bit numbers")
}

EXPORT fmi3Status FMI(fmi3SetBinary)(fmi3Instance c, const fmi3ValueReference vr[], size_t n, const size_t sizes[],
                                     const fmi3Binary values[], size_t m)
{
    (void)vr;
    (void)sizes;
    (void)values;
    (void)m;
    REFUSED(fmi3SetBinary, n, "all variables of this FMU are 64-bit numbers")
}

#define NO_CLOCKS(name, first, second, third)                                                              \
    EXPORT fmi3Status FMI(name)(fmi3Instance c, const fmi3ValueReference vr[], size_t n first second third) \
    {                                                                                                      \
        (void)vr;                                                                                          \
        REFUSED(name, n, "this FMU has no clocks")                                                         \
    }
#define UNNAMED(type, name) , type name[]
#if defined __GNUC__
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif
NO_CLOCKS(fmi3GetClock, UNNAMED(bool, a), , )
NO_CLOCKS(fmi3SetClock, UNNAMED(const bool, a), , )
NO_CLOCKS(fmi3GetIntervalDecimal, UNNAMED(fmi3Float64, a), UNNAMED(fmi3IntervalQualifier, b), )
NO_CLOCKS(fmi3GetIntervalFraction, UNNAMED(uint64_t, a), UNNAMED(uint64_t, b), UNNAMED(fmi3IntervalQualifier, d))
NO_CLOCKS(fmi3GetShiftDecimal, UNNAMED(fmi3Float64, a), , )
NO_CLOCKS(fmi3GetShiftFraction, UNNAMED(uint64_t, a), UNNAMED(uint64_t, b), )
NO_CLOCKS(fmi3SetIntervalDecimal, UNNAMED(const fmi3Float64, a), , )
NO_CLOCKS(fmi3SetIntervalFraction, UNNAMED(const uint64_t, a), UNNAMED(const uint64_t, b), )
NO_CLOCKS(fmi3SetShiftDecimal, UNNAMED(const fmi3Float64, a), , )
NO_CLOCKS(fmi3SetShiftFraction, UNNAMED(const uint64_t, a), UNNAMED(const uint64_t, b), )

EXPORT fmi3Status FMI(fmi3ActivateModelPartition)(fmi3Instance c, fmi3ValueReference clock, fmi3Float64 t)
{
    REFUSED(fmi3ActivateModelPartition, 1, "this FMU has no clocks")
}

EXPORT fmi3Status FMI(fmi3GetNumberOfVariableDependencies)(fmi3Instance c, fmi3ValueReference v, size_t *n)
{
    REFUSED(fmi3GetNumberOfVariableDependencies, 1, "this FMU lists its dependencies in modelDescription.xml only")
}

EXPORT fmi3Status FMI(fmi3GetVariableDependencies)(fmi3Instance c, fmi3ValueReference dependent, size_t elements[],
                                                   fmi3ValueReference independents[], size_t others[], fmi3DependencyKind kinds[], size_t n)
{
    REFUSED(fmi3GetVariableDependencies, 1, "this FMU lists its dependencies in modelDescription.xml only")
}

EXPORT fmi3Status FMI(fmi3GetDirectionalDerivative)(fmi3Instance c, const fmi3ValueReference unknowns[], size_t nUnknowns,
                                                    const fmi3ValueReference knowns[], size_t nKnowns, const fmi3Float64 seed[],
                                                    size_t nSeed, fmi3Float64 sensitivity[], size_t nSensitivity)
{
    if (!may(c, "fmi3GetDirectionalDerivative", initialized)) return fmi3Error;
    if (nSeed != nKnowns || nSensitivity != nUnknowns) return (fmi3Status)say(c, status_error, "every variable of this FMU has one value");
    return (fmi3Status)get_slopes(c, unknowns, nUnknowns, knowns, nKnowns, seed, sensitivity);
}

EXPORT fmi3Status FMI(fmi3GetAdjointDerivative)(fmi3Instance c, const fmi3ValueReference unknowns[], size_t nUnknowns,
                                                const fmi3ValueReference knowns[], size_t nKnowns, const fmi3Float64 seed[],
                                                size_t nSeed, fmi3Float64 sensitivity[], size_t nSensitivity)
{
    REFUSED(fmi3GetAdjointDerivative, 1, "this FMU has no adjoint derivatives")
}

EXPORT fmi3Status FMI(fmi3EnterConfigurationMode)(fmi3Instance c) { REFUSED(fmi3EnterConfigurationMode, 1, "this FMU has no structural parameters") }
EXPORT fmi3Status FMI(fmi3ExitConfigurationMode)(fmi3Instance c) { REFUSED(fmi3ExitConfigurationMode, 1, "this FMU has no structural parameters") }
EXPORT fmi3Status FMI(fmi3EnterStepMode)(fmi3Instance c) { REFUSED(fmi3EnterStepMode, 1, "co-simulation of this FMU has no event mode") }

EXPORT fmi3Status FMI(fmi3GetOutputDerivatives)(fmi3Instance c, const fmi3ValueReference vr[], size_t n, const int32_t orders[],
                                                fmi3Float64 values[], size_t m)
{
    REFUSED(fmi3GetOutputDerivatives, n, "this FMU has no derivatives of its outputs")
}
#if defined __GNUC__
#pragma GCC diagnostic pop
#endif

EXPORT fmi3Status FMI(fmi3EvaluateDiscreteStates)(fmi3Instance c)
{
    return may(c, "fmi3EvaluateDiscreteStates", initializing | event_mode) ? fmi3OK : fmi3Error;
}

EXPORT fmi3Status FMI(fmi3UpdateDiscreteStates)(fmi3Instance c, fmi3Boolean *needed, fmi3Boolean *terminate, fmi3Boolean *nominals_changed,
                                                fmi3Boolean *values_changed, fmi3Boolean *has_next, fmi3Float64 *next)
{
    int has_changed, has_ended_here, status;
    if (!may(c, "fmi3UpdateDiscreteStates", event_mode)) return fmi3Error;
    status = settle(c, &has_changed, &has_ended_here);
    *needed = *nominals_changed = *has_next = false;
    *next = 0.0;
    *values_changed = has_changed != 0;
    *terminate = has_ended_here != 0;
    return (fmi3Status)status;
}

EXPORT fmi3Status FMI(fmi3GetNumberOfEventIndicators)(fmi3Instance c, size_t *n)
{
    if (!may(c, "fmi3GetNumberOfEventIndicators", always)) return fmi3Error;
    *n = @indicators@;
    return fmi3OK;
}

EXPORT fmi3Status FMI(fmi3GetNumberOfContinuousStates)(fmi3Instance c, size_t *n)
{
    if (!may(c, "fmi3GetNumberOfContinuousStates", always)) return fmi3Error;
    *n = @nx@;
    return fmi3OK;
}

/* Where the motion ends within the step, the importer is told to stop, if it can be told early. Otherwise, and where there is no
 * further step, the FMU is as it was before the call. */
EXPORT fmi3Status FMI(fmi3DoStep)(fmi3Instance c, fmi3Float64 from, fmi3Float64 length, fmi3Boolean is_final, fmi3Boolean *needs_events,
                                  fmi3Boolean *terminate, fmi3Boolean *is_early, fmi3Float64 *reached)
{
    Instance *i = c;
    Memory before;
    int status;
    (void)is_final;
    if (!may(c, "fmi3DoStep", step_mode)) return fmi3Error;
    before = i->memory;
    status = advance(i, from, length);
    *needs_events = *terminate = *is_early = false;
    if (status == status_discard && i->memory.has_ended && i->may_return_early) {
        *terminate = *is_early = true;
        status = status_ok;
    }
    if (status != status_ok) i->memory = before;
    *reached = i->memory.t;
    return (fmi3Status)status;
}
)";

// What both versions call alike: their types are @fmi@Status, @instance@ and @real@.
inline constexpr const char* fmi_text = R"(
/* --- functions of both versions */

EXPORT void FMI(@fmi@FreeInstance)(@instance@ c) { free_instance(c); }

EXPORT @fmi@Status FMI(@fmi@SetDebugLogging)(@instance@ c, @fmi@Boolean logging, size_t n, const @fmi@String categories[])
{
    (void)logging;
    (void)n;
    (void)categories;
    return may(c, "@fmi@SetDebugLogging", always) ? @fmi@OK : @fmi@Error;
}

EXPORT @fmi@Status FMI(@fmi@ExitInitializationMode)(@instance@ c)
{
    return may(c, "@fmi@ExitInitializationMode", initializing) ? (@fmi@Status)initialize(c) : @fmi@Error;
}

EXPORT @fmi@Status FMI(@fmi@Terminate)(@instance@ c)
{
    if (!may(c, "@fmi@Terminate", event_mode | continuous_mode | step_mode)) return @fmi@Error;
    ((Instance *)c)->memory.mode = terminated;
    return @fmi@OK;
}

EXPORT @fmi@Status FMI(@fmi@Reset)(@instance@ c)
{
    if (!may(c, "@fmi@Reset", always)) return @fmi@Error;
    begin(&((Instance *)c)->memory);
    return @fmi@OK;
}

EXPORT @fmi@Status FMI(@fmi@GetFMU@state@)(@instance@ c, @fmi@FMU@state@ *state)
{
    return may(c, "@fmi@GetFMU@state@", always) ? (@fmi@Status)copy_memory(c, state) : @fmi@Error;
}

EXPORT @fmi@Status FMI(@fmi@SetFMU@state@)(@instance@ c, @fmi@FMU@state@ state)
{
    return may(c, "@fmi@SetFMU@state@", always) ? (@fmi@Status)restore_memory(c, state) : @fmi@Error;
}

EXPORT @fmi@Status FMI(@fmi@FreeFMU@state@)(@instance@ c, @fmi@FMU@state@ *state)
{
    if (!may(c, "@fmi@FreeFMU@state@", always)) return @fmi@Error;
    if (state != NULL) {
        free(*state);
        *state = NULL;
    }
    return @fmi@OK;
}

EXPORT @fmi@Status FMI(@fmi@SerializedFMU@state@Size)(@instance@ c, @fmi@FMU@state@ state, size_t *size)
{
    (void)state;
    if (!may(c, "@fmi@SerializedFMU@state@Size", always)) return @fmi@Error;
    *size = sizeof(Memory);
    return @fmi@OK;
}

EXPORT @fmi@Status FMI(@fmi@SerializeFMU@state@)(@instance@ c, @fmi@FMU@state@ state, @fmi@Byte bytes[], size_t size)
{
    return may(c, "@fmi@SerializeFMU@state@", always) ? (@fmi@Status)serialize(c, state, bytes, size) : @fmi@Error;
}

EXPORT @fmi@Status FMI(@fmi@@deserialize@FMU@state@)(@instance@ c, const @fmi@Byte bytes[], size_t size, @fmi@FMU@state@ *state)
{
    return may(c, "@fmi@@deserialize@FMU@state@", always) ? (@fmi@Status)deserialize(c, bytes, size, state) : @fmi@Error;
}

EXPORT @fmi@Status FMI(@fmi@EnterEventMode)(@instance@ c)
{
    if (!may(c, "@fmi@EnterEventMode", continuous_mode)) return @fmi@Error;
    ((Instance *)c)->memory.mode = event_mode;
    return @fmi@OK;
}

EXPORT @fmi@Status FMI(@fmi@EnterContinuousTimeMode)(@instance@ c)
{
    if (!may(c, "@fmi@EnterContinuousTimeMode", event_mode)) return @fmi@Error;
    ((Instance *)c)->memory.mode = continuous_mode;
    return @fmi@OK;
}

EXPORT @fmi@Status FMI(@fmi@CompletedIntegratorStep)(@instance@ c, @fmi@Boolean is_final, @fmi@Boolean *to_event_mode, @fmi@Boolean *terminate)
{
    int has_left, has_ended_here;
    (void)is_final;
    if (!may(c, "@fmi@CompletedIntegratorStep", continuous_mode)) return @fmi@Error;
    look(c, &has_left, &has_ended_here);
    *to_event_mode = has_left != 0;
    *terminate = has_ended_here != 0;
    return @fmi@OK;
}

EXPORT @fmi@Status FMI(@fmi@SetTime)(@instance@ c, @real@ t)
{
    if (!may(c, "@fmi@SetTime", event_mode | continuous_mode) || ((Instance *)c)->memory.is_stepping) return @fmi@Error;
    if (!(fabs(t) <= DBL_MAX)) return (@fmi@Status)say(c, status_error, "time must be finite");
    ((Instance *)c)->memory.t = t;
    return @fmi@OK;
}

EXPORT @fmi@Status FMI(@fmi@SetContinuousStates)(@instance@ c, const @real@ x[], size_t n)
{
    return may(c, "@fmi@SetContinuousStates", continuous_mode) ? (@fmi@Status)set_state(c, x, n) : @fmi@Error;
}

EXPORT @fmi@Status FMI(@fmi@@rates@)(@instance@ c, @real@ dx[], size_t n)
{
    return may(c, "@fmi@@rates@", initialized) ? (@fmi@Status)get_rates(c, dx, n) : @fmi@Error;
}

EXPORT @fmi@Status FMI(@fmi@GetEventIndicators)(@instance@ c, @real@ g[], size_t n)
{
    return may(c, "@fmi@GetEventIndicators", initialized) ? (@fmi@Status)get_guards(c, g, n) : @fmi@Error;
}

EXPORT @fmi@Status FMI(@fmi@GetContinuousStates)(@instance@ c, @real@ x[], size_t n)
{
    if (!may(c, "@fmi@GetContinuousStates", initialized)) return @fmi@Error;
    if (n != @nx@) return (@fmi@Status)say(c, status_error, "the number of continuous states is @nx@");
    for (size_t k = 0; k < n; ++k) x[k] = ((Instance *)c)->memory.x[k];
    return @fmi@OK;
}

EXPORT @fmi@Status FMI(@fmi@GetNominalsOfContinuousStates)(@instance@ c, @real@ x[], size_t n)
{
    if (!may(c, "@fmi@GetNominalsOfContinuousStates", always)) return @fmi@Error;
    if (n != @nx@) return (@fmi@Status)say(c, status_error, "the number of continuous states is @nx@");
    for (size_t k = 0; k < n; ++k) x[k] = 1.0;
    return @fmi@OK;
}
)";

}  // namespace anholon
