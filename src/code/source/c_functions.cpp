#include "code/source/c_functions.hpp"

#include <algorithm>

#include "code/source/fill.hpp"
#include "code/source/functions.hpp"
#include "code/source/names.hpp"
#include "code/source/self_test.hpp"

namespace anholon {

namespace {

const Language c{.local = "    const double @name@ = @value@;\n",
                 .assignment = "    @place@ = @value@;\n",
                 .element = "@array@[@i@]",
                 .entry = "@array@[@k@]",
                 .comment = " * ",
                 .line_break = ",\n        ",
                 .empty_list = "0.0",  // C has no arrays without elements
                 .no_names = "\"\"",
                 .operations = {}};

constexpr const char* equations_text = R"(
/* W, by rows, and r. */
@scope@void @id@_system(double t, const double *x, const double *p, double *W, double *r)
{
@system_unused@
    for (int k = 0; k < @id@_nz * @id@_nz; ++k) W[k] = 0.0;
@system@
}

@scope@void @id@_rates(double t, const double *x, const double *p, const double *z, double *dx)
{
@rates_unused@
@rates@
}
)";

constexpr const char* solving_text = R"(
/* W of n rows becomes its triangular factors; step k exchanged the rows k and row[k]. Returns 1 where W is singular. */
@inner@int @id@_factor(int n, double *W, int *row)
{
    for (int k = 0; k < n; ++k) {
        row[k] = k;
        for (int i = k + 1; i < n; ++i)
            if (fabs(W[i * n + k]) > fabs(W[row[k] * n + k])) row[k] = i;
        for (int j = 0; j < n; ++j) {
            const double swap = W[k * n + j];
            W[k * n + j] = W[row[k] * n + j];
            W[row[k] * n + j] = swap;
        }
        if (!(fabs(W[k * n + k]) > 0.0)) return 1;
        for (int i = k + 1; i < n; ++i) {
            W[i * n + k] /= W[k * n + k];
            for (int j = k + 1; j < n; ++j) W[i * n + j] -= W[i * n + k] * W[k * n + j];
        }
    }
    return 0;
}

/* b becomes the solution of W z = b. */
@inner@void @id@_solve(int n, const double *factors, const int *row, double *b)
{
    for (int k = 0; k < n; ++k) {
        const double swap = b[k];
        b[k] = b[row[k]];
        b[row[k]] = swap;
    }
    for (int i = 1; i < n; ++i)
        for (int j = 0; j < i; ++j) b[i] -= factors[i * n + j] * b[j];
    for (int i = n - 1; i >= 0; --i) {
        for (int j = i + 1; j < n; ++j) b[i] -= factors[i * n + j] * b[j];
        b[i] /= factors[i * n + i];
    }
}

/* dx = dx/dt and z at a state. Returns 0; 1 where W is singular, and dx is then left as it was; 2 where dx is not finite. */
@scope@int @id@_rhs(double t, const double *x, const double *p, double *dx, double *z)
{
    double W[@cells@];
    int row[@rows@];
    @id@_system(t, x, p, W, z);
    if (@id@_factor(@id@_nz, W, row)) return 1;
    @id@_solve(@id@_nz, W, row, z);
    @id@_rates(t, x, p, z, dx);
    for (int k = 0; k < @id@_nx; ++k)
        if (!(fabs(dx[k]) <= 1.7976931348623157e308)) return 2;
    return 0;
}

/* W and r of W y = r, where y are the accelerations and multipliers that the values need. */
@inner@void @id@_reaction_system(double t, const double *x, const double *p, double *W, double *r)
{
@reading_system_unused@
    for (int k = 0; k < @ny@ * @ny@; ++k) W[k] = 0.0;
@reading_system@
}

@inner@void @id@_values_of(double t, const double *x, const double *p, const double *y, double *values)
{
@values_unused@
@values@
}

/* The multipliers, abbreviations and derived parameters that @id@_value_names lists. Returns 0, or 1 where they have no
 * value. */
@scope@int @id@_values(double t, const double *x, const double *p, double *values)
{
    double W[@reading_cells@], y[@reading_rows@];
    int row[@reading_rows@];
    @id@_reaction_system(t, x, p, W, y);
    if (@id@_factor(@ny@, W, row)) return 1;
    @id@_solve(@ny@, W, row, y);
    @id@_values_of(t, x, p, y, values);
    return 0;
}
)";

constexpr const char* switches_text = R"(
enum { @id@_nu = @nu@ };

/* The switching functions: dx/dt is smooth only on either side of their zeros, where an integrator of high order has to stop. */
@scope@void @id@_switches(double t, const double *x, const double *p, const double *z, double *u)
{
@switches_unused@
@switches@
}
)";

constexpr const char* jacobian_text = R"(
/* B = r_x - W_x z, Gx, Gz: the parts of the Jacobian. */
@inner@void @id@_derivatives(double t, const double *x, const double *p, const double *z, double *B, double *Gx, double *Gz)
{
@derivatives_unused@
    for (int k = 0; k < @id@_nx * @id@_nz; ++k) B[k] = Gz[k] = 0.0;
    for (int k = 0; k < @id@_nx * @id@_nx; ++k) Gx[k] = 0.0;
@derivatives@
}

/* J = d(dx/dt)/dx = Gx + Gz z_x by rows, where W z_x = B. Returns 0, or 1 where W is singular. */
@scope@int @id@_jacobian(double t, const double *x, const double *p, double *J)
{
    enum { nx = @id@_nx, nz = @id@_nz };
    double W[@cells@], z[@rows@], B[@mixed@], Gz[@mixed@];
    int row[@rows@];
    @id@_system(t, x, p, W, z);
    if (@id@_factor(@id@_nz, W, row)) return 1;
    @id@_solve(@id@_nz, W, row, z);
    @id@_derivatives(t, x, p, z, B, J, Gz);
    for (int j = 0; j < nx; ++j) {
        for (int k = 0; k < nz; ++k) z[k] = B[k * nx + j];
        @id@_solve(@id@_nz, W, row, z);
        for (int i = 0; i < nx; ++i)
            for (int k = 0; k < nz; ++k) J[i * nx + j] += Gz[i * nz + k] * z[k];
    }
    return 0;
}
)";

constexpr const char* test_text = R"(
#ifdef ANHOLON_SELF_TEST
#include <stdio.h>

/* The largest error |found - expected| / (1 + |expected|), and worst, if that is larger. */
static double @id@_error(double worst, int n, const double *found, const double *expected)
{
    for (int k = 0; k < n; ++k) {
        const double error = fabs(found[k] - expected[k]) / (1.0 + fabs(expected[k]));
        if (!(error <= worst)) worst = error <= HUGE_VAL ? error : HUGE_VAL;
    }
    return worst;
}

/* Compares the values at a point and at the initial state with exactly computed ones. */
int main(void)
{
    const double t = @t@;
    const double x[] = {@x@};
    const double p[] = {@p@};
    const double exact_W[] = {@W@};
    const double exact_r[] = {@r@};
    const double exact_z[] = {@z@};
    const double exact_dx[] = {@dx@};
    double W[@cells@], r[@rows@], z[@rows@], dx[@states@], worst = 0.0;
    @id@_system(t, x, p, W, r);
    worst = @id@_error(worst, @id@_nz * @id@_nz, W, exact_W);
    worst = @id@_error(worst, @id@_nz, r, exact_r);
    @id@_rates(t, x, p, exact_z, dx);
    worst = @id@_error(worst, @id@_nx, dx, exact_dx);
    if (@id@_rhs(t, x, p, dx, z)) return 1;
    worst = @id@_error(worst, @id@_nz, z, exact_z);
    worst = @id@_error(worst, @id@_nx, dx, exact_dx);
@jacobian@
@point@
@start@
    printf("worst relative error %.1e\n", worst);
    return worst <= @tolerance@ ? 0 : 1;
}
#endif
)";

constexpr const char* test_jacobian_text = R"(    const double exact_J[] = {@J@};
    double J[@squares@];
    if (@id@_jacobian(t, x, p, J)) return 1;
    worst = @id@_error(worst, @id@_nx * @id@_nx, J, exact_J);
)";

constexpr const char* test_values_text = R"(    const double exact_values[] = {@point_values@};
    double found_values[@value_cells@];
    if (@id@_values(t, x, p, found_values)) return 1;
    worst = @id@_error(worst, @id@_nv, found_values, exact_values);
)";

// Rounding may be larger at the initial state than at a point of our choice.
constexpr const char* test_start_text = R"(    const double start_dx[] = {@start_dx@};
    const double scale = @tolerance@ / @start_tolerance@;
    if (@id@_rhs(0.0, @id@_x0, @id@_parameters, dx, z)) return 1;
    for (int k = 0; k < @id@_nx; ++k) dx[k] = start_dx[k] + scale * (dx[k] - start_dx[k]);
    worst = @id@_error(worst, @id@_nx, dx, start_dx);
)";

constexpr const char* test_start_values_text = R"(    const double start_values[] = {@start_values@};
    double values[@value_cells@];
    if (@id@_values(0.0, @id@_x0, @id@_parameters, values)) return 1;
    for (int k = 0; k < @id@_nv; ++k) values[k] = start_values[k] + scale * (values[k] - start_values[k]);
    worst = @id@_error(worst, @id@_nv, values, start_values);
)";

std::string upper_case(std::string text) {
    for (char& one : text)
        if (one >= 'a' && one <= 'z') one = static_cast<char>(one - 'a' + 'A');
    return text;
}

std::string at_least_one(std::size_t n) { return std::to_string(std::max<std::size_t>(n, 1)); }

}  // namespace

const Language& c_language() { return c; }

FunctionBody c_body(const RateEquations& e, const std::vector<FunctionOutput>& outputs) {
    return body(e, outputs, c);
}

FunctionBody c_reading_body(const RateEquations& e, const std::vector<FunctionOutput>& outputs) {
    return reading_body(e, outputs, c);
}

std::string c_unused(const FunctionBody& body, std::initializer_list<const char*> arguments) {
    std::string lines;
    for (const char* name : arguments)
        if (!body.used.contains(name)) lines += "    (void)" + std::string(name) + ";\n";
    return lines;
}

std::string c_list(const std::vector<double>& values) { return list(values, c); }
std::string c_strings(const std::vector<std::string>& texts) { return quoted_names(texts, c); }

Values c_values(const RateEquations& e) {
    const std::size_t nx = e.state.size(), nz = e.unknowns.size(), ny = e.readings.unknowns.size();
    const std::size_t nv = e.readings.values.size();
    return {{"ny", std::to_string(ny)},
            {"nv", std::to_string(nv)},
            {"reading_rows", at_least_one(ny)},
            {"reading_cells", at_least_one(ny * ny)},
            {"value_cells", at_least_one(nv)},
            {"id", snake_case(e.name)},
            {"nx", std::to_string(nx)},
            {"nz", std::to_string(nz)},
            {"np", std::to_string(e.parameters.size())},
            {"rows", at_least_one(nz)},
            {"cells", at_least_one(nz * nz)},
            {"states", at_least_one(nx)},
            {"mixed", at_least_one(nx * nz)},
            {"squares", at_least_one(nx * nx)},
            {"constants", at_least_one(e.parameters.size())}};
}

std::string c_description(const RateEquations& e) { return "/*\n" + description(e, c) + " */\n"; }

std::string c_counts(const RateEquations& e) {
    return fill("enum { @id@_nx = @nx@, @id@_np = @np@, @id@_nz = @nz@, @id@_nv = @nv@ };\n", c_values(e));
}

std::string c_constants(const RateEquations& e, const CDialect& dialect) {
    Values values = c_values(e);
    values["data"] = dialect.data;
    values["parameters"] = list(parameter_values(e), c);
    values["x0"] = list(e.initial, c);
    values["state_names"] = quoted_names(names_of(e.state), c);
    values["parameter_names"] = quoted_names(names_of(e.parameters), c);
    values["unknown_names"] = quoted_names(names_of(e.unknowns), c);
    values["value_names"] = quoted_names(value_names(e), c);
    return c_counts(e) + fill(R"(
/* The parameter values and the initial state of the model. */
@data@const double @id@_parameters[] = {@parameters@};
@data@const double @id@_x0[] = {@x0@};

/* Names of the elements of x, p and z and of the values. */
@data@const char *const @id@_state_names[] = {@state_names@};
@data@const char *const @id@_parameter_names[] = {@parameter_names@};
@data@const char *const @id@_unknown_names[] = {@unknown_names@};
@data@const char *const @id@_value_names[] = {@value_names@};
)",
                              values);
}

std::string c_header(const RateEquations& e, const ExportOptions& options) {
    Values values = c_values(e);
    values["guard"] = upper_case(snake_case(e.name)) + "_H";
    values["jacobian"] =
        options.jacobian ? fill(
                               "/* J = d(dx/dt)/dx by rows. Returns 0, or 1 where W is singular. */\n"
                               "int @id@_jacobian(double t, const double *x, const double *p, double *J);\n",
                               values)
                         : "";
    return fill(R"(#ifndef @guard@
#define @guard@

#ifdef __cplusplus
extern "C" {
#endif

enum { @id@_nx = @nx@, @id@_np = @np@, @id@_nz = @nz@, @id@_nv = @nv@ };

/* The parameter values and the initial state of the model. */
extern const double @id@_parameters[], @id@_x0[];

/* Names of the elements of x, p and z and of the values. */
extern const char *const @id@_state_names[], *const @id@_parameter_names[];
extern const char *const @id@_unknown_names[], *const @id@_value_names[];

/* W, by rows, and r of W z = r. */
void @id@_system(double t, const double *x, const double *p, double *W, double *r);
/* dx/dt, once z is known. */
void @id@_rates(double t, const double *x, const double *p, const double *z, double *dx);
/* dx = dx/dt and z at a state. Returns 0; 1 where W is singular; 2 where dx is not finite. */
int @id@_rhs(double t, const double *x, const double *p, double *dx, double *z);
/* The multipliers, abbreviations and derived parameters of @id@_value_names. Returns 0, or 1 where they have no value. */
int @id@_values(double t, const double *x, const double *p, double *values);
@jacobian@

#ifdef __cplusplus
}
#endif

#endif
)",
                values);
}

std::string c_functions(const RateEquations& e, const ExportOptions& options, const CDialect& dialect) {
    Values values = c_values(e);
    values["scope"] = dialect.scope;
    values["inner"] = dialect.inner;
    const FunctionBody system = body(e, linear_system(e), c), G = body(e, rates(e), c);
    values["system"] = system.lines;
    values["system_unused"] = c_unused(system, {"t", "x", "p"}) + (e.r.empty() ? "    (void)r;\n" : "");
    values["rates"] = G.lines;
    values["rates_unused"] = c_unused(G, {"t", "x", "p", "z"});
    const FunctionBody Y = reading_body(e, reading_system(e), c), V = reading_body(e, reading_values(e), c);
    values["reading_system"] = Y.lines;
    values["reading_system_unused"] =
        c_unused(Y, {"t", "x", "p"}) + (e.readings.r.empty() ? "    (void)r;\n" : "");
    values["values"] = V.lines;
    values["values_unused"] =
        c_unused(V, {"t", "x", "p", "y"}) + (e.readings.values.empty() ? "    (void)values;\n" : "");
    std::string text = fill(equations_text, values) + fill(solving_text, values);
    if (const std::vector<Expr> u = switching_functions(e); !u.empty()) {
        const FunctionBody switches = body(e, {{"u", u}}, c);
        values["nu"] = std::to_string(u.size());
        values["switches"] = switches.lines;
        values["switches_unused"] = c_unused(switches, {"t", "x", "p", "z"});
        text += fill(switches_text, values);
    }
    if (!options.jacobian) return text;
    const FunctionBody D = body(e, derivatives(e), c);
    values["derivatives"] = D.lines;
    values["derivatives_unused"] = c_unused(D, {"t", "x", "p", "z"});
    return text + fill(jacobian_text, values);
}

std::string c_self_test(const RateEquations& e, const ExportOptions& options) {
    const auto test = self_test(e, options.jacobian ? derivatives(e) : std::vector<FunctionOutput>{});
    if (!test) return "\n/* " + std::string(no_self_test) + " */\n";
    Values values = c_values(e);
    values.merge(test_values(*test, c));
    values["jacobian"] = options.jacobian ? fill(test_jacobian_text, values) : "";
    values["point"] = test->values.empty() ? "" : fill(test_values_text, values);
    values["start"] = "";
    if (const auto start = start_test(e)) {
        values["start_dx"] = list(start->dx, c);
        values["start_values"] = list(start->values, c);
        values["start_tolerance"] = number(start->tolerance);
        values["start"] = fill(test_start_text, values) +
                          (start->values.empty() ? "" : fill(test_start_values_text, values));
    }
    return fill(test_text, values);
}

}  // namespace anholon
