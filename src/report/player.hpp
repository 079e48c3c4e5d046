#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace anholon {

// The folder of the pages that are built from web/: beside the program or the library that holds this code, beside its folder, in the share folder of its prefix, or where
// ANHOLON_WEB says. Nothing if none of them has this file.
std::optional<std::filesystem::path> web_folder(const std::string& file);
// The page that plays one motion without a server; nothing if it has not been built.
std::optional<std::string> player_page();

}  // namespace anholon
