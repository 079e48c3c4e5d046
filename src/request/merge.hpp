#pragma once

#include <string>
#include <vector>

#include "study/study_merge.hpp"

namespace anholon::request {

struct Merge {
    std::vector<std::string> folders = {};  // of parts of a chart
    std::string into = {};                  // the folder of the whole
};

// Throws what merge_studies throws.
MergedStudy answer(const Merge& request);

}  // namespace anholon::request
