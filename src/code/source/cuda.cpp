#include "code/source/c_functions.hpp"
#include "code/source/fill.hpp"

namespace anholon {

namespace {

constexpr const char* head_text = R"(#ifndef __CUDACC_RTC__
#include <math.h>
#endif

#ifndef ANHOLON_FUNCTION
#ifdef __CUDACC__
#define ANHOLON_FUNCTION __host__ __device__ inline
#else
#define ANHOLON_FUNCTION inline
#endif
#endif

)";

constexpr const char* step_text = R"(
/* One Runge-Kutta step of order 4: x becomes the state at t + h. Returns 1 where W is singular; x is then left
 * as it was. */
ANHOLON_FUNCTION int @id@_step(double t, double h, double *x, const double *p)
{
    const double node[] = {0.0, 0.5, 0.5, 1.0}, weight[] = {1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0};
    double y[@states@], dx[@states@] = {0.0}, mean[@states@] = {0.0}, z[@rows@];
    for (int s = 0; s < 4; ++s) {
        for (int i = 0; i < @id@_nx; ++i) y[i] = x[i] + node[s] * h * dx[i];
        if (@id@_rhs(t + node[s] * h, y, p, dx, z)) return 1;
        for (int i = 0; i < @id@_nx; ++i) mean[i] += weight[s] * dx[i];
    }
    for (int i = 0; i < @id@_nx; ++i) x[i] += h * mean[i];
    return 0;
}

#ifdef __CUDACC__
/* Advances n trajectories by the given number of steps, one thread per trajectory. Variable i of trajectory j is
 * x[i * n + j], and its parameter i is p[i * n + j], so that neighbouring threads read neighbouring numbers. failed[j]
 * says whether W became singular; the trajectory then stays where it was. */
__global__ void @id@_advance(int n, int steps, double t, double h, double *x, const double *p, int *failed)
{
    const int j = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (j >= n) return;
    double state[@states@], parameters[@constants@];
    for (int i = 0; i < @id@_nx; ++i) state[i] = x[static_cast<size_t>(i) * n + j];
    for (int i = 0; i < @id@_np; ++i) parameters[i] = p[static_cast<size_t>(i) * n + j];
    int singular = 0;
    for (int k = 0; k < steps && !singular; ++k) singular = @id@_step(t + k * h, h, state, parameters);
    for (int i = 0; i < @id@_nx; ++i) x[static_cast<size_t>(i) * n + j] = state[i];
    failed[j] = singular;
}
#endif
)";

}  // namespace

std::string cuda(const RateEquations& e, const ExportOptions& options) {
    const CDialect dialect{.scope = "ANHOLON_FUNCTION ", .inner = "ANHOLON_FUNCTION ", .data = "inline "};
    return c_description(e) + head_text + c_constants(e, dialect) + c_functions(e, options, dialect) +
           fill(step_text, c_values(e)) + c_self_test(e, options);
}

}  // namespace anholon
