#include <iterator>
#include <sstream>

#include "code/source/c_functions.hpp"
#include "code/source/dop853_text.hpp"
#include "code/source/fill.hpp"
#include "code/source/functions.hpp"
#include "code/source/names.hpp"

namespace anholon {

namespace {

constexpr const char* reserved =
    R"(alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t char32_t class
co_await co_return co_yield compl concept const const_cast consteval constexpr constinit continue decltype default delete do
double dynamic_cast else enum explicit export extern false final float for friend goto if import inline int long module mutable
namespace new noexcept not not_eq nullptr operator or or_eq override private protected public register reinterpret_cast requires
return short signed sizeof static static_assert static_cast struct switch template this thread_local throw true try typedef
typeid typename union unsigned using virtual void volatile wchar_t while xor xor_eq State Parameters Inputs Outputs Status)";

constexpr const char* class_text = R"(
/* The system as a class. Nothing is allocated, and no function throws. */
class @class@ {
  public:
    /* The state, as it is at the start of the model. */
    struct State {
@state_members@
    };
    /* In SI units. */
    struct Parameters {
@parameter_members@
    };
    /* What is set from outside along the way, in SI units. */
    struct Inputs {
@input_members@
    };
    /* What is read off a state: outputs, multipliers, abbreviations and parameters that others define. */
    struct Outputs {
@output_members@
    };
    enum class Status {
        ok,
        singular,    /* W is singular: the motion is not determined */
        not_finite,  /* a rate or an output is not finite */
        step_too_short  /* no step is short enough for the tolerance */
    };

    Parameters parameters = {};
    Inputs inputs = {};
    State state = {};
    double t = 0.0;
    double tolerance = 1e-12; /* of a step, relative to the largest value that a variable has had */

    /* dx/dt. Nothing is written unless the status is ok. */
    static Status rates(double t, const State &state, const Parameters &parameters, const Inputs &inputs, State &result)
    {
        double x[@states@], p[@constants@], dx[@states@];
        put(state, x);
        put(parameters, inputs, p);
        const Status status = rates_of(t, x, p, dx);
        if (status == Status::ok) result = state_of(dx);
        return status;
    }
    Status rates(State &result) const { return rates(t, state, parameters, inputs, result); }

    static Status outputs(double t, const State &state, const Parameters &parameters, const Inputs &inputs,
                          Outputs &result)
    {
        double x[@states@], p[@constants@], values[@value_cells@] = {0.0};
        put(state, x);
        put(parameters, inputs, p);
        if (@id@_values(t, x, p, values)) return Status::singular;
        for (int k = 0; k < @id@_nv; ++k)
            if (!is_finite(values[k])) return Status::not_finite;
        result = outputs_of(values);
        return Status::ok;
    }
    Status outputs(Outputs &result) const { return outputs(t, state, parameters, inputs, result); }
@jacobian_member@

    /* One step of length h, with constant inputs, by the Runge-Kutta method of order 8 of Dormand and Prince, whatever its error is. */
    Status step(double h)
    {
        double x[@states@], p[@constants@], end[@states@], root = 0.0;
        put(state, x);
        put(parameters, inputs, p);
        double k[13][@states@], scale[@states@];
        for (int i = 0; i < @id@_nx; ++i) scale[i] = std::fabs(x[i]);
        Status status = rates_of(t, x, p, k[0]);
        if (status == Status::ok) status = attempt(t, h, x, p, scale, tolerance, k, end, root);
        if (status != Status::ok) return status;
        state = state_of(end);
        t += h;
        return status;
    }

    /* To the time `to`, forward or backward, in steps whose error is below the tolerance. Where there is no further step, the state is
     * the last that was reached. */
    Status advance(double to)
    {
        double x[@states@], p[@constants@], end[@states@], scale[@states@], k[13][@states@];
        put(state, x);
        put(parameters, inputs, p);
        Status status = rates_of(t, x, p, k[0]);
        if (status != Status::ok) return status;
        for (int i = 0; i < @id@_nx; ++i) scale[i] = std::fabs(x[i]);
        double h = (to < t ? -1.0 : 1.0) * first_length(x, k[0], scale, std::fabs(to - t));
        while (t != to) {
            const bool is_last = 1.01 * std::fabs(h) >= std::fabs(to - t);
            if (is_last) h = to - t;
            double root = 0.0;
            status = attempt(t, h, x, p, scale, tolerance, k, end, root);
            if (status == Status::ok && root <= 1.0) status = rates_of(t + h, end, p, k[12]);
            if (status == Status::ok && root <= 1.0) {
                for (int i = 0; i < @id@_nx; ++i) {
                    x[i] = end[i];
                    k[0][i] = k[12][i];
                    scale[i] = std::fmax(scale[i], std::fabs(x[i]));
                }
                t = is_last ? to : t + h;
                state = state_of(x);
            }
            const double factor = std::fmin(std::fmax(root / 0.85, 1.0 / 6.0), 3.0);
            h = status == Status::ok ? h / factor : 0.25 * h;
            if (t != to && !(std::fabs(h) > 16.0 * 2.2204460492503131e-16 * std::fmax(std::fabs(t), 1e-3)))
                return status == Status::ok ? Status::step_too_short : status;
        }
        return Status::ok;
    }

  private:
    static bool is_finite(double x) { return std::fabs(x) <= 1.7976931348623157e308; }

    static void put(const State &s, double *x)
    {
@put_state@
        (void)s;
        (void)x;
    }
    static State state_of(const double *x)
    {
        State s;
@get_state@
        (void)x;
        return s;
    }
    static void put(const Parameters &parameters, const Inputs &inputs, double *p)
    {
@put_parameters@
        (void)parameters;
        (void)inputs;
        (void)p;
    }
    static Outputs outputs_of(const double *x)
    {
        Outputs s;
@get_outputs@
        (void)x;
        return s;
    }

    static Status rates_of(double t, const double *x, const double *p, double *dx)
    {
        double z[@rows@];
        const int why = @id@_rhs(t, x, p, dx, z);
        return why == 0 ? Status::ok : why == 1 ? Status::singular : Status::not_finite;
    }

    double first_length(const double *x, const double *dx, const double *scale, double longest) const
    {
        double size = 0.0, speed = 0.0;
        for (int i = 0; i < @id@_nx; ++i) {
            const double allowed = std::fmax(scale[i], 1e-4);
            size += x[i] / allowed * x[i] / allowed;
            speed += dx[i] / allowed * dx[i] / allowed;
        }
        return std::fmin(speed > 0.0 ? 0.01 * std::sqrt((size + 1e-8) / speed) : longest, longest);
    }

    /* The end of a step, and the eighth root of its error, 1 being all that is allowed. k[0] are the rates at x. */
    static Status attempt(double t, double h, const double *x, const double *p, const double *scale, double tolerance,
                          double (*k)[@states@], double *end, double &root)
    {
@tables@
        double y[@states@], sum5 = 0.0, sum3 = 0.0, largest = 0.0;
        for (int i = 0; i < @id@_nx; ++i) largest = std::fmax(largest, scale[i]);
        const double floor = largest > 0.0 ? std::fmax(1e-4 * std::fmin(largest, 1.0), 1e-100) : 1e-4;
        for (int s = 1; s < 12; ++s) {
            for (int i = 0; i < @id@_nx; ++i) {
                double sum = 0.0;
                for (int j = 0; j < s; ++j) sum += dop853_a[s][j] * k[j][i];
                y[i] = x[i] + h * sum;
            }
            const Status status = rates_of(t + dop853_c[s] * h, y, p, k[s]);
            if (status != Status::ok) return status;
        }
        for (int i = 0; i < @id@_nx; ++i) {
            double sum = 0.0, e5 = 0.0, e3 = 0.0;
            for (int j = 0; j < 12; ++j) {
                sum += dop853_a[12][j] * k[j][i];
                e5 += dop853_error5[j] * k[j][i];
                e3 += dop853_error3[j] * k[j][i];
            }
            end[i] = x[i] + h * sum;
            if (!is_finite(end[i])) return Status::not_finite;
            const double inverse = 1.0 / (tolerance * std::fmax(scale[i], floor));
            sum5 += e5 * inverse * e5 * inverse;
            sum3 += e3 * inverse * e3 * inverse;
        }
        const double both = sum5 + 0.01 * sum3;
        root = std::sqrt(std::sqrt(std::sqrt(std::fabs(h) * sum5 / std::sqrt(@nx@ * (both == 0.0 ? 1.0 : both)))));
        return Status::ok;
    }
};

)";

constexpr const char* jacobian_member_text = R"(
    /* d(dx/dt)/dx by rows. */
    static Status jacobian(double t, const State &state, const Parameters &parameters, const Inputs &inputs,
                           double (&J)[@squares@])
    {
        double x[@states@], p[@constants@];
        put(state, x);
        put(parameters, inputs, p);
        return @id@_jacobian(t, x, p, J) == 0 ? Status::ok : Status::singular;
    }
)";

std::set<std::string, std::less<>> words(const char* text) {
    std::istringstream in(text);
    return {std::istream_iterator<std::string>(in), {}};
}

// x'' is called x_ddot.
std::string member_name(const Symbol& s) {
    return s.name + (s.dots == 0 ? "" : "_" + std::string(static_cast<std::size_t>(s.dots) - 1, 'd') + "dot");
}

// The members of a struct, and how they are put into an array and taken from it.
struct Members {
    std::string declared, put, taken;
};

class MemberList {
  public:
    MemberList(std::string object, std::string array)
        : object_(std::move(object)), array_(std::move(array)) {}

    void add(const std::string& wish, const std::string& start, const std::string& comment, std::size_t at) {
        const std::string name = names_.name(wish), place = array_ + "[" + std::to_string(at) + "]";
        out_.declared += "        double " + name + " = " + start + ";";
        out_.declared += (comment.empty() ? "" : " /* " + comment + " */") + std::string("\n");
        out_.put += "        " + place + " = " + object_ + "." + name + ";\n";
        out_.taken += "        " + object_ + "." + name + " = " + place + ";\n";
    }
    Members finish() { return std::move(out_); }

  private:
    UniqueNames names_{words(reserved)};
    std::string object_, array_;
    Members out_;
};

std::string upper_case(std::string text) {
    for (char& one : text)
        if (one >= 'a' && one <= 'z') one = static_cast<char>(one - 'a' + 'A');
    return text;
}

}  // namespace

std::string cpp(const RateEquations& e, const ExportOptions& options) {
    const CDialect dialect{.scope = "inline ", .inner = "inline ", .data = "inline "};
    MemberList state("s", "x"), parameters("parameters", "p"), inputs("inputs", "p"), outputs("s", "x");
    for (std::size_t k = 0; k < e.state.size(); ++k)
        state.add(member_name(e.state[k].symbol()), number(e.initial[k]),
                  e.state[k].symbol().dots == 0 ? "" : names_of(e.state)[k], k);
    const std::vector<double> p = parameter_values(e);
    for (std::size_t k = 0; k < e.parameters.size(); ++k) {
        MemberList& list = options.has_input(k) ? inputs : parameters;
        list.add(member_name(e.parameters[k].symbol()), number(p[k]),
                 k < e.parameter_units.size() ? e.parameter_units[k] : "", k);
    }
    const std::vector<std::string> read = value_names(e);
    for (std::size_t k = 0; k < read.size(); ++k) outputs.add(read[k], "0.0", "", k);
    const Members x = state.finish(), constants = parameters.finish(), given = inputs.finish(),
                  values_read = outputs.finish();
    Values values = c_values(e);
    values.merge(Values{{"class", UniqueNames(words(reserved)).name(capitalised(e.name))},
                        {"state_members", x.declared},
                        {"put_state", x.put},
                        {"get_state", x.taken},
                        {"parameter_members", constants.declared},
                        {"input_members", given.declared},
                        {"put_parameters", constants.put + given.put},
                        {"output_members", values_read.declared},
                        {"get_outputs", values_read.taken},
                        {"tables", dop853_tables("        static constexpr ")}});
    values["jacobian_member"] = options.jacobian ? fill(jacobian_member_text, values) : "";
    const std::string guard = upper_case(snake_case(e.name)) + "_HPP";
    return c_description(e) + "#ifndef " + guard + "\n#define " + guard +
           "\n\n#include <cmath>\n#include <math.h>\n\n" + c_constants(e, dialect) +
           c_functions(e, options, dialect) + fill(class_text, values) + c_self_test(e, options) +
           "\n#endif\n";
}

}  // namespace anholon
