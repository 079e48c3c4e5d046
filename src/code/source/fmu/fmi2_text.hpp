#pragma once

// The functions that FMI 2.0 names. The texts are completed by fill(); source.cpp says with what.
namespace anholon {

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

}  // namespace anholon
