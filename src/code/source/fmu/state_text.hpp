#pragma once

// Functions of the state of an FMU: constraints and their projection, directional derivatives, rates, values, guards. The texts are completed by fill(); source.cpp says with what.
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

}  // namespace anholon
