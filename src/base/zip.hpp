#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace anholon {

struct ArchivedFile {
    std::string path;  // with /, relative
    std::string bytes;
};

// A zip archive of these files, not compressed and without times, so that the same files give the same bytes.   PKWARE APPNOTE 6.3.3
// Throws std::length_error where one has more than 2 GB.
std::string zip(const std::vector<ArchivedFile>& files);

std::uint32_t crc32(std::string_view bytes);  // of ISO 3309, as zip archives have it

}  // namespace anholon
