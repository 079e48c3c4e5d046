#pragma once

#include <string>
#include <vector>

namespace anholon {

// Where a result comes from. No times and no paths of programs: the same command prints the same bytes.
struct Provenance {
    std::string version;
    std::vector<std::string> command;  // the words after the program's name
};

}  // namespace anholon
