#include "code/source/c_functions.hpp"
#include "code/source/fill.hpp"
#include "code/source/functions.hpp"
#include "code/source/names.hpp"

namespace anholon {

namespace {

constexpr const char* head_text = R"(
/* A C MEX S-function of level 2 for Simulink. Save this file as @id@_sfunction.c; in MATLAB: mex @id@_sfunction.c
 * Its parameter is the vector of the parameters @listed_parameters@, or [] for the values of the model. Its input, if there is one,
 * is the vector of the inputs @listed_inputs@. Its first output is the state x, its second the values. */
#define S_FUNCTION_NAME @id@_sfunction
#define S_FUNCTION_LEVEL 2
#include "simstruc.h"

#include <math.h>

)";

constexpr const char* functions_text = R"(
/* p: the parameters of the block, or of the model if the block has none, and the inputs. */
static void find_parameters(SimStruct *S, double *p)
{
    static const int parameter_places[] = {@parameter_places@}, input_places[] = {@input_places@};
    const mxArray *given = ssGetSFcnParam(S, 0);
    for (int k = 0; k < @np@; ++k) p[k] = @id@_parameters[k];
    if (mxGetNumberOfElements(given) != 0)
        for (int k = 0; k < @parameter_count@; ++k) p[parameter_places[k]] = mxGetPr(given)[k];
@read_inputs@
    (void)parameter_places;
    (void)input_places;
}

static void mdlInitializeSizes(SimStruct *S)
{
    ssSetNumSFcnParams(S, 1);
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S)) return;
    {
        const mxArray *given = ssGetSFcnParam(S, 0);
        const size_t n = mxGetNumberOfElements(given);
        if (n != 0 && (n != @parameter_count@ || !mxIsDouble(given) || mxIsComplex(given))) {
            ssSetErrorStatus(S, "the parameter of this block must be [] or a vector of @parameter_count@ real numbers");
            return;
        }
    }
    ssSetNumContStates(S, @nx@);
    ssSetNumDiscStates(S, 0);
    if (!ssSetNumInputPorts(S, @input_ports@)) return;
@input_port@
    if (!ssSetNumOutputPorts(S, @ports@)) return;
    ssSetOutputPortWidth(S, 0, @nx@);
@second_port@
    ssSetNumSampleTimes(S, 1);
    ssSetNumRWork(S, 0);
    ssSetNumIWork(S, 0);
    ssSetNumPWork(S, 0);
    ssSetNumModes(S, 0);
    ssSetNumNonsampledZCs(S, 0);
    ssSetOptions(S, SS_OPTION_EXCEPTION_FREE_CODE);
}

static void mdlInitializeSampleTimes(SimStruct *S)
{
    ssSetSampleTime(S, 0, CONTINUOUS_SAMPLE_TIME);
    ssSetOffsetTime(S, 0, 0.0);
}

#define MDL_INITIALIZE_CONDITIONS
static void mdlInitializeConditions(SimStruct *S)
{
    real_T *x = ssGetContStates(S);
    for (int k = 0; k < @nx@; ++k) x[k] = @id@_x0[k];
}

static void mdlOutputs(SimStruct *S, int_T tid)
{
    const real_T *x = ssGetContStates(S);
    real_T *y = ssGetOutputPortRealSignal(S, 0);
    (void)tid;
    for (int k = 0; k < @nx@; ++k) y[k] = x[k];
@second_output@
}

#define MDL_DERIVATIVES
static void mdlDerivatives(SimStruct *S)
{
    double z[@rows@], p[@constants@];
    int why;
    find_parameters(S, p);
    why = @id@_rhs(ssGetT(S), ssGetContStates(S), p, ssGetdX(S), z);
    if (why == 1) ssSetErrorStatus(S, "the matrix of the equations is singular: the motion is not determined");
    if (why == 2) ssSetErrorStatus(S, "a rate is not finite");
}

static void mdlTerminate(SimStruct *S) { (void)S; }

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
)";

constexpr const char* second_output_text = R"(    {
        double values[@value_cells@], p[@constants@];
        real_T *out = ssGetOutputPortRealSignal(S, 1);
        find_parameters(S, p);
        if (@id@_values(ssGetT(S), x, p, values)) {
            ssSetErrorStatus(S, "a value does not exist at this state");
            return;
        }
        for (int k = 0; k < @nv@; ++k) {
            if (!(fabs(values[k]) <= 1.7976931348623157e308)) {
                ssSetErrorStatus(S, "a value is not finite");
                return;
            }
        }
        for (int k = 0; k < @nv@; ++k) out[k] = values[k];
    }
)";

// Where the parameters of the block stand in p, or its inputs.
struct BlockPlaces {
    std::size_t count = 0;
    std::string numbers, names;
};

BlockPlaces places_of(const RateEquations& e, const ExportOptions& options, bool of_inputs) {
    BlockPlaces out;
    const std::vector<std::string> names = names_of(e.parameters);
    for (std::size_t k = 0; k < names.size(); ++k) {
        if (options.has_input(k) != of_inputs) continue;
        out.numbers += (out.count > 0 ? ", " : "") + std::to_string(k);
        out.names += (out.count++ > 0 ? ", " : "(") + names[k];
    }
    if (out.count == 0) return {0, "0", "()"};
    out.names += ")";
    return out;
}

}  // namespace

std::string sfunction(const RateEquations& e, const ExportOptions& options) {
    const CDialect dialect{.scope = "static inline ", .inner = "static inline ", .data = "static "};
    Values values = c_values(e);
    const bool has_values = !e.readings.values.empty();
    const BlockPlaces parameters = places_of(e, options, false), inputs = places_of(e, options, true);
    values.merge(Values{{"parameter_count", std::to_string(parameters.count)},
                        {"parameter_places", parameters.numbers},
                        {"listed_parameters", parameters.names},
                        {"input_places", inputs.numbers},
                        {"listed_inputs", inputs.names},
                        {"input_ports", inputs.count > 0 ? "1" : "0"},
                        {"input_count", std::to_string(inputs.count)}});
    values["input_port"] = inputs.count == 0 ? ""
                                             : fill(
                                                   "    ssSetInputPortWidth(S, 0, @input_count@);\n    "
                                                   "ssSetInputPortDirectFeedThrough(S, 0, 1);\n",
                                                   values);
    values["read_inputs"] =
        inputs.count == 0
            ? ""
            : fill(
                  "    {\n        InputRealPtrsType u = ssGetInputPortRealSignalPtrs(S, 0);\n        for "
                  "(int k = 0; k < @input_count@; ++k) p[input_places[k]] = *u[k];\n    }\n",
                  values);
    values["ports"] = has_values ? "2" : "1";
    values["second_port"] = has_values ? fill("    ssSetOutputPortWidth(S, 1, @nv@);\n", values) : "";
    values["second_output"] = has_values ? fill(second_output_text, values) : "";
    values["x0"] = c_list(e.initial);
    values["parameters"] = c_list(parameter_values(e));
    return c_description(e) + fill(head_text, values) + c_counts(e) +
           fill(
               "\nstatic const double @id@_parameters[] = {@parameters@};\n"
               "static const double @id@_x0[] = {@x0@};\n",
               values) +
           c_functions(e, options, dialect) + fill(functions_text, values);
}

}  // namespace anholon
