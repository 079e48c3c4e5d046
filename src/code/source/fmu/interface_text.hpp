#pragma once

// What both versions of the FMI do with an instance. The texts are completed by fill(); source.cpp says with what.
namespace anholon {

inline constexpr const char* fmu_interface_text = R"(
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

}  // namespace anholon
