#pragma once

// The functions that FMI 3.0 names. The texts are completed by fill(); source.cpp says with what.
namespace anholon {

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

}  // namespace anholon
