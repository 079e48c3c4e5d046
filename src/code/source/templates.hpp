#pragma once

#include <string>

#include "code/source/fill.hpp"
#include "code/source/language.hpp"
#include "code/source/languages.hpp"

namespace anholon {

// The parts of a program in a language with arrays of its own, in their order; texts for fill().
struct Templates {
    const char*
        functions;  // @description@, @nx@, @nz@, @ny@, @nv@, @parameters@, @x0@, @…_names@, @system@, @rates@, @values@
    const char* switches;  // @nu@, @switches@; where there are switching functions
    const char* jacobian;  // @derivatives@; if asked for
    const char* test;      // @t@, @x@, @p@, @W@, @r@, @z@, @dx@, @tolerance@, @test_jacobian@, @test_start@
    const char* test_jacobian;      // @J@
    const char* test_values;        // @point_values@
    const char* test_start;         // @start_dx@, @start_tolerance@: at the initial state
    const char* test_start_values;  // @start_values@
    const char* untested;           // instead of the test: @reason@
    const char* end = "";
};

std::string filled(const Templates& templates, const RateEquations& e, const ExportOptions& options,
                   const Language& language, Values names = {});

}  // namespace anholon
