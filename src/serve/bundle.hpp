#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace anholon::serve {

// The files of the page, read once: only what is in this list is ever sent.
struct BundleFile {
    std::string type;  // "text/html; charset=utf-8"
    std::string body;
};
using Bundle = std::map<std::string, BundleFile, std::less<>>;  // by path: "/app.js"

// Throws std::runtime_error where there is no page in the folder.
Bundle read_bundle(const std::filesystem::path& folder);

}  // namespace anholon::serve
