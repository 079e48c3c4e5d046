#include "report/merge.hpp"

#include <fmt/format.h>

#include "report/layout.hpp"

namespace anholon {

namespace {

// 0, 3–7, 9
std::string as_ranges(const std::vector<std::size_t>& numbers) {
    std::string out;
    for (std::size_t first = 0, last = 0; first < numbers.size(); first = ++last) {
        while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
        out += fmt::format("{}{}", out.empty() ? "" : ", ", numbers[first]);
        if (last > first) out += fmt::format("{}{}", last == first + 1 ? ", " : "–", numbers[last]);
    }
    return out;
}

}  // namespace

std::string as_text(const std::string& folder, const MergedStudy& merged, std::size_t width) {
    const std::size_t tiles = merged.study.tiles();
    return paragraph("",
                     fmt::format("{}: {} of {} tiles, {} of them new", folder, tiles - merged.missing.size(),
                                 tiles, merged.added),
                     2, width);
}

Json as_json(const std::string& folder, const MergedStudy& merged) {
    Json::Array missing;
    for (const std::size_t tile : merged.missing) missing.emplace_back(tile);
    return Json::object({{"folder", folder},
                         {"points", merged.study.points},
                         {"tiles", merged.study.tiles()},
                         {"added", merged.added},
                         {"missing", Json::array(std::move(missing))}});
}

std::string missing_tiles(const std::string& folder, const MergedStudy& merged) {
    return fmt::format(
        "{} of {} tiles are missing: {}; the chart's command with --folder {} computes them, also in parts",
        merged.missing.size(), merged.study.tiles(), as_ranges(merged.missing), folder);
}

}  // namespace anholon
