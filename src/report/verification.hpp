#pragma once

#include <string>

#include "report/json.hpp"
#include "request/verify.hpp"

namespace anholon::request {

std::string as_text(const Verification& found, std::size_t width);
Json as_json(const Verification& found);
Json as_json(const FormVerdict& v);  // a row of it

// "agrees, by normal form"
std::string verdict_text(const FormVerdict& v);
std::string verdict_text(const LoweringVerdict& v);
std::string verdict_text(const ExpectationVerdict& v);

}  // namespace anholon::request
