#include "base/zip.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <stdexcept>

namespace anholon {

namespace {

constexpr std::array<std::uint32_t, 256> remainders() {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t byte = 0; byte < table.size(); ++byte) {
        std::uint32_t r = byte;
        for (int bit = 0; bit < 8; ++bit) r = (r & 1) != 0 ? (r >> 1) ^ 0xEDB88320u : r >> 1;
        table[byte] = r;
    }
    return table;
}

constexpr std::uint32_t local_header = 0x04034b50, directory_entry = 0x02014b50,
                        end_of_directory = 0x06054b50;
constexpr std::uint16_t version = 20, utf8_names = 0x0800, stored = 0, made_on_unix = 3 << 8;
constexpr std::uint16_t midnight = 0, first_of_1980 = (1 << 5) | 1;
constexpr std::uint32_t regular_file = 0100644u << 16;

class Archive {
  public:
    void add(const ArchivedFile& file) {
        const std::uint32_t at = offset();
        two_words(local_header);
        common(file);
        bytes_ += file.path + file.bytes;
        entries_.emplace_back(&file, at);
    }

    std::string finish() {
        const std::uint32_t first = offset();
        for (const auto& [file, at] : entries_) {
            two_words(directory_entry);
            word(made_on_unix | version);
            common(*file);
            for (int k = 0; k < 3; ++k) word(0);  // no comment, the first disk, binary
            two_words(regular_file);
            two_words(at);
            bytes_ += file->path;
        }
        const std::uint32_t size = offset() - first;
        two_words(end_of_directory);
        for (int k = 0; k < 2; ++k) word(0);  // one disk
        for (int k = 0; k < 2; ++k) word(static_cast<std::uint16_t>(entries_.size()));
        two_words(size);
        two_words(first);
        word(0);  // no comment
        return std::move(bytes_);
    }

  private:
    // What a file's own header and its entry in the directory have in common.
    void common(const ArchivedFile& file) {
        for (const std::uint16_t w : {version, utf8_names, stored, midnight, first_of_1980}) word(w);
        two_words(crc32(file.bytes));
        for (int k = 0; k < 2; ++k) two_words(fitting(file.bytes.size()));
        word(static_cast<std::uint16_t>(file.path.size()));
        word(0);  // no extra field
    }

    static std::uint32_t fitting(std::size_t size) {
        if (size > std::numeric_limits<std::uint32_t>::max() / 2)
            throw std::length_error("a zip archive of more than 2 GB");
        return static_cast<std::uint32_t>(size);
    }
    std::uint32_t offset() const { return fitting(bytes_.size()); }
    void word(std::uint16_t w) {
        bytes_ += static_cast<char>(w & 0xff);
        bytes_ += static_cast<char>(w >> 8);
    }
    void two_words(std::uint32_t w) {
        word(static_cast<std::uint16_t>(w & 0xffff));
        word(static_cast<std::uint16_t>(w >> 16));
    }

    std::string bytes_;
    std::vector<std::pair<const ArchivedFile*, std::uint32_t>> entries_;
};

}  // namespace

std::uint32_t crc32(std::string_view bytes) {
    static constexpr std::array<std::uint32_t, 256> table = remainders();
    std::uint32_t r = 0xffffffff;
    for (const char c : bytes) r = table[(r ^ static_cast<unsigned char>(c)) & 0xff] ^ (r >> 8);
    return ~r;
}

std::string zip(const std::vector<ArchivedFile>& files) {
    Archive archive;
    for (const ArchivedFile& file : files) archive.add(file);
    return archive.finish();
}

}  // namespace anholon
