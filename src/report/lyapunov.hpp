#pragma once

#include <string>

#include "report/json.hpp"
#include "study/lyapunov.hpp"

namespace anholon {

std::string as_text(const std::string& system, const LyapunovSpectrum& spectrum, std::size_t width);
Json as_json(const std::string& system, const LyapunovSpectrum& spectrum);

}  // namespace anholon
