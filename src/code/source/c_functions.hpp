#pragma once

#include <string>

#include "code/rate_equations.hpp"
#include "code/source/fill.hpp"
#include "code/source/functions.hpp"
#include "code/source/languages.hpp"

namespace anholon {

// What C99 and CUDA C++ have in common.
struct CDialect {
    std::string scope;  // what stands before a function, such as __host__ __device__
    std::string inner;  // before one that only the others call
    std::string data;   // before a constant
};

const Language& c_language();

// Its name as @id@, the numbers of variables @nx@, @np@, @nz@, and how long arrays are declared: at least 1.
Values c_values(const RateEquations& e);

// Parts of other texts in C: lines that compute outputs, those that say that an argument is not used, numbers and strings of an array.
FunctionBody c_body(const RateEquations& e, const std::vector<FunctionOutput>& outputs);
FunctionBody c_reading_body(const RateEquations& e, const std::vector<FunctionOutput>& outputs);
std::string c_unused(const FunctionBody& body, std::initializer_list<const char*> arguments);
std::string c_list(const std::vector<double>& values);
std::string c_strings(const std::vector<std::string>& texts);

std::string c_counts(const RateEquations& e);       // the numbers of variables
std::string c_description(const RateEquations& e);  // a comment
std::string c_constants(const RateEquations& e,
                        const CDialect& dialect);  // the numbers of variables, the model's parameters
std::string c_functions(const RateEquations& e, const ExportOptions& options, const CDialect& dialect);
std::string c_header(const RateEquations& e, const ExportOptions& options);
std::string c_self_test(const RateEquations& e, const ExportOptions& options);

}  // namespace anholon
