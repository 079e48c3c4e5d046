#pragma once

// An instance of an FMU: its memory, its modes, and the sides of its switches. The texts are completed by fill(); source.cpp says with what.
namespace anholon {

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
)";

}  // namespace anholon
