#include "study/study_merge.hpp"

#include <algorithm>
#include <filesystem>
#include <sstream>

namespace anholon {

namespace {

// The first line in which the requests of two studies differ, of each.
std::string difference(const Study& a, const Study& b) {
    std::istringstream of_a(a.asked), of_b(b.asked);
    std::string in_a, in_b;
    do {
        in_a.clear();
        in_b.clear();
        std::getline(of_a, in_a);
        std::getline(of_b, in_b);
    } while (in_a == in_b && (of_a || of_b));
    if (in_a == in_b) return "they differ in the number of points";
    return "'" + in_a + "' against '" + in_b + "'";
}

Study common_study(const std::vector<std::string>& folders) {
    const Study first = study_in(folders[0]);
    for (const std::string& folder : folders)
        if (const Study other = study_in(folder); other != first)
            throw OtherStudy("the folders '" + folders[0] + "' and '" + folder +
                             "' hold different studies: " + difference(first, other));
    return first;
}

// The folder in which a tile stands, if it does in any.
const std::string* folder_with(std::size_t tile, const std::vector<std::string>& folders,
                               const Study& study) {
    const std::string* found = nullptr;
    std::optional<std::vector<ChartPoint>> points;
    for (const std::string& folder : folders) {
        auto other = tile_in(folder, study, tile);
        if (!other) continue;
        if (points && *other != *points)
            throw ContradictoryTiles("tile " + std::to_string(tile) + " has other numbers in '" + *found +
                                     "' than in '" + folder + "'");
        if (points) continue;
        points = std::move(other);
        found = &folder;
    }
    return found;
}

}  // namespace

MergedStudy merge_studies(const std::vector<std::string>& folders, const std::string& into) {
    std::vector<std::string> all = folders;
    if (std::filesystem::exists(into + "/study.txt")) all.insert(all.begin(), into);
    MergedStudy out{.study = common_study(all)};
    std::vector<const std::string*> sources;
    for (std::size_t tile = 0; tile < out.study.tiles(); ++tile)
        sources.push_back(folder_with(tile, all, out.study));
    const StudyFolder merged(into, out.study);
    for (std::size_t tile = 0; tile < sources.size(); ++tile) {
        if (!sources[tile]) {
            out.missing.push_back(tile);
        } else if (!merged.tile(tile)) {
            merged.keep(tile, *tile_in(*sources[tile], out.study, tile));
            ++out.added;
        }
    }
    return out;
}

}  // namespace anholon
