#include "report/player.hpp"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <vector>

namespace anholon {

namespace {

namespace fs = std::filesystem;

}  // namespace

std::optional<fs::path> web_folder(const std::string& file) {
    std::error_code unknown;  // where /proc is not mounted
    const fs::path program = fs::read_symlink("/proc/self/exe", unknown).parent_path();
    std::vector<fs::path> places{program / "web", program.parent_path() / "web",
                                 program.parent_path() / "share/anholon/web"};
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
