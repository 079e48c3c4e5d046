#pragma once

#include "study/study_folder.hpp"

namespace anholon {

// What the folders of parts make together.
struct MergedStudy {
    Study study;
    std::size_t added = 0;  // tiles that the folder did not have before
    std::vector<std::size_t> missing = {};
};

// Writes the tiles of all these folders into one, which is made or goes on. Tiles may stand in several of them. Nothing is written where
// folders hold different studies (OtherStudy), or where two have different numbers in a tile (ContradictoryTiles).
MergedStudy merge_studies(const std::vector<std::string>& folders, const std::string& into);

struct ContradictoryTiles : std::runtime_error {
    using std::runtime_error::runtime_error;
};

}  // namespace anholon
