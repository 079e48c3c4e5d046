#pragma once

#include <string>

namespace anholon {

// The coefficients of DOP853 as tables in C: dop853_c, dop853_a, whose row 12 are the weights of order 8, dop853_error5 and dop853_error3.
// `before` stands before each of them, such as "static ".
std::string dop853_tables(const std::string& before);

}  // namespace anholon
