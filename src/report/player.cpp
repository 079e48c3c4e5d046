#include "report/player.hpp"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <vector>

#include "base/module.hpp"

namespace anholon {

namespace {

namespace fs = std::filesystem;

}  // namespace

std::optional<fs::path> web_folder(const std::string& file) {
    std::error_code unknown;  // of a place that cannot be looked at
    const fs::path here = file_of_this_code().parent_path();
    std::vector<fs::path> places{here / "web", here.parent_path() / "web",
                                 here.parent_path() / "share/anholon/web"};
    if (const char* named = std::getenv("ANHOLON_WEB"); named && *named) places.insert(places.begin(), named);
    for (const fs::path& place : places)
        if (fs::is_regular_file(place / file, unknown)) return place;
    return std::nullopt;
}

std::optional<std::string> player_page() {
    const auto folder = web_folder("player.html");
    if (!folder) return std::nullopt;
    std::ifstream in(*folder / "player.html", std::ios::binary);
    std::string page{std::istreambuf_iterator<char>(in), {}};
    return in || in.eof() ? std::optional(std::move(page)) : std::nullopt;
}

}  // namespace anholon
