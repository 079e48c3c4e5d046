#pragma once

// The functions that both versions of the FMI have; their types are @fmi@Status, @instance@ and @real@. The texts are completed by fill(); source.cpp says with what.
namespace anholon {

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
