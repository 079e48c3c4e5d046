#pragma once

#include <string>

#include "code/source/fill.hpp"
#include "code/source/language.hpp"
#include "code/source/languages.hpp"

namespace anholon {

// The parts of a program in a language with arrays of its own, in their order; texts for fill().
struct Templates {
    const char* functions;      // @description@, @nx@, @nz@, @parameters@, @system@, @rates@
    const char* switches;       // @nu@, @switches@; where there are switching functions
    const char* jacobian;       // @derivatives@; if asked for
    const char* test;           // @t@, @x@, @p@, @W@, @r@, @z@, @dx@, @tolerance@, @test_jacobian@
    const char* test_jacobian;  // @J@
    const char* untested;       // instead of the test: @reason@
    const char* end = "";
};

std::string filled(const Templates& templates, const RateEquations& e, const ExportOptions& options,
                   const Language& language, Values names = {});

}  // namespace anholon
