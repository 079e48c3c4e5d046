#pragma once

#include <set>
#include <string>
#include <vector>

#include "code/rate_equations.hpp"
#include "code/source/language.hpp"

namespace anholon {

// A vector, or a matrix by rows, that a written function computes.
struct FunctionOutput {
    std::string name;
    std::vector<Expr> entries;
    std::size_t columns = 0;  // 0 for a vector
};

// What the functions of an exported program compute, in every language under these names.
std::vector<FunctionOutput> linear_system(const RateEquations& e);  // W, r
std::vector<FunctionOutput> rates(const RateEquations& e);          // dx = G
// u: the functions of t, x, p and z at whose zeros the rates or what determines them are not smooth, such as the u of sign(u), |u|
// and if(u > 0, …). An integrator of high order has to stop at them. Empty if there are none.
std::vector<Expr> switching_functions(const RateEquations& e);
// What the Jacobian of the rates is put together from: with z(x) the solution of W z = r,
//     d(dx/dt)/dx = G_x + G_z z_x,   W z_x = B = r_x − W_x z.
std::vector<FunctionOutput> derivatives(const RateEquations& e);  // B, Gx, Gz

// The lines that compute the outputs from t, x, p and z. Matrices are zero before: what is 0 in them is not written.
struct FunctionBody {
    std::string lines;
    std::set<std::string> used;  // those of t, x, p and z that are read
};
// Of the readings: W, r of y, and their values.
std::vector<FunctionOutput> reading_system(const RateEquations& e);
std::vector<FunctionOutput> reading_values(const RateEquations& e);
// The same as body, with y in place of z.
FunctionBody reading_body(const RateEquations& e, const std::vector<FunctionOutput>& outputs,
                          const Language& language);
FunctionBody body(const RateEquations& e, const std::vector<FunctionOutput>& outputs,
                  const Language& language);

// The title, the equations, and what each element of x, p and z is: lines of a comment.
std::string description(const RateEquations& e, const Language& language);

// The model's values of the parameters. Throws NumberTooLarge.
std::vector<double> parameter_values(const RateEquations& e);

std::vector<std::string> names_of(const std::vector<Expr>& symbols);
std::vector<std::string> value_names(const RateEquations& e);  // of the readings

}  // namespace anholon
