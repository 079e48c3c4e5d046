#pragma once

#include <string>

#include "base/zip.hpp"
#include "code/component.hpp"
#include "code/source/languages.hpp"

namespace anholon {

// The Functional Mock-up Interface, by which simulation programs exchange models: https://fmi-standard.org
enum class FmiVersion { two = 2, three = 3 };

inline constexpr double fmu_tolerance =
    1e-12;  // of the steps of co-simulation, unless the importer asks for another

// How variables are told apart: by their places in the lists of all of them, in this order.
struct FmuReferences {
    explicit FmuReferences(const Component& component);
    std::size_t state, rates, parameters, values, guards, switches, count;  // the first of each; 0 is time
};

// Whether a change of each parameter leaves a state on the constraints, so that it may happen along the way.
std::vector<bool> tunable_parameters(const Component& component);

// The text of the program: C99 that needs <math.h> and the C library only. It exports the functions of the interface for model exchange and
// for co-simulation.
std::string fmu_source(const Component& component, FmiVersion version, const std::string& token);
// modelDescription.xml, and the description of how the sources are built, which FMI 3 has.
std::string fmu_description(const Component& component, FmiVersion version, const std::string& token);
std::string fmu_build_description(const Component& component);

// The files of an FMU, except those that a compiler makes. The token, by which an importer knows that library and description belong
// together, is a function of the contents.
struct FmuFiles {
    std::vector<ArchivedFile> files;
    std::string identifier;   // of the library
    std::string source_path;  // of the program, among the files
};
FmuFiles fmu_files(const Component& component, FmiVersion version);

}  // namespace anholon
