#pragma once

// The motion of an FMU from one time to another, for co-simulation. The texts are completed by fill(); source.cpp says with what.
namespace anholon {

inline constexpr const char* fmu_stepping_text = R"(
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
)";

}  // namespace anholon
