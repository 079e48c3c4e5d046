#include "serve/bundle.hpp"

#include <fstream>
#include <iterator>
#include <stdexcept>

namespace anholon::serve {

namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t most_bytes = 64 << 20;

std::string type_of(const fs::path& path) {
    const std::pair<const char*, const char*> types[] = {{".html", "text/html; charset=utf-8"},
                                                         {".js", "text/javascript; charset=utf-8"},
                                                         {".css", "text/css; charset=utf-8"},
                                                         {".json", "application/json"},
                                                         {".map", "application/json"},
                                                         {".svg", "image/svg+xml"},
                                                         {".png", "image/png"},
                                                         {".jpg", "image/jpeg"},
                                                         {".webp", "image/webp"},
                                                         {".ico", "image/x-icon"},
                                                         {".woff2", "font/woff2"},
                                                         {".woff", "font/woff"},
                                                         {".ttf", "font/ttf"},
                                                         {".txt", "text/plain; charset=utf-8"}};
    for (const auto& [ending, type] : types)
        if (path.extension() == ending) return type;
    return "application/octet-stream";
}

std::string contents(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    std::string body{std::istreambuf_iterator<char>(in), {}};
    if (!in) throw std::runtime_error(path.string() + " cannot be read");
    return body;
}

bool has_page(const fs::path& folder) {
    std::error_code ignored;
    return fs::is_regular_file(folder / "index.html", ignored);
}

}  // namespace

Bundle read_bundle(const fs::path& folder) {
    if (!has_page(folder)) throw std::runtime_error(folder.string() + " has no index.html");
    Bundle out;
    std::uintmax_t bytes = 0;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
        const std::string name = "/" + entry.path().lexically_relative(folder).generic_string();
        if (!entry.is_regular_file() || name.find("/.") != std::string::npos ||
            name.starts_with("/node_modules/"))
            continue;
        bytes += entry.file_size();
        if (bytes > most_bytes) throw std::runtime_error(folder.string() + " holds more than a page");
        out.emplace(name, BundleFile{type_of(entry.path()), contents(entry.path())});
    }
    return out;
}

}  // namespace anholon::serve
