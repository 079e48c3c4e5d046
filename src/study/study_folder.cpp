#include "study/study_folder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include "base/pending_file.hpp"
#include "base/sha256.hpp"

namespace anholon {

namespace {

namespace fs = std::filesystem;

// A value and a status, little-endian as this machine has them; then the sum of all before, in 64 digits.
constexpr std::size_t bytes_per_point = sizeof(double) + 1, bytes_of_sum = 64;

std::string study_file(const std::string& path) { return path + "/study.txt"; }

std::string tile_file(const std::string& path, std::size_t number) {
    std::string digits = std::to_string(number);
    digits.insert(0, digits.size() < 6 ? 6 - digits.size() : 0, '0');
    return path + "/tile-" + digits;
}

// Nothing where there is no such file.
std::optional<std::string> all_of(const std::string& path) {
    std::error_code failed;
    const fs::file_status status = fs::status(path, failed);
    if (status.type() == fs::file_type::not_found) return std::nullopt;
    if (status.type() == fs::file_type::none)
        throw StudyFolderFails("'" + path + "' cannot be read: " + failed.message());
    if (status.type() != fs::file_type::regular)
        throw StudyFolderFails("'" + path + "' is in the way: it is no file");
    std::ifstream in(path, std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(in), {}};
    if (!in) throw StudyFolderFails("'" + path + "' cannot be read");
    return bytes;
}

void write_whole(const std::string& path, const std::string& bytes) try {
    PendingFile file(path);
    file.write(bytes);
    file.commit();
} catch (const std::runtime_error& e) {
    throw StudyFolderFails(e.what());
}

// --- study.txt

std::string text_of(const Study& study) {
    return study.asked + "points: " + std::to_string(study.points) +
           "\ntile: " + std::to_string(study.tile_size) + "\n";
}

// The number behind the last place of a word in a text, which is cut off there.
std::optional<std::size_t> cut_number(std::string& text, std::string_view word) {
    const std::size_t at = text.rfind(word);
    if (at == std::string::npos) return std::nullopt;
    std::size_t number = 0;
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data() + at + word.size(), end, number);
    if (read.ec != std::errc() || read.ptr + 1 != end || *read.ptr != '\n') return std::nullopt;
    text.resize(at);
    return number;
}

std::optional<Study> read_study(std::string text) {
    const auto tile_size = cut_number(text, "tile: ");
    const auto points = cut_number(text, "points: ");
    if (!tile_size || !points || *tile_size == 0) return std::nullopt;
    return Study{std::move(text), *points, *tile_size};
}

}  // namespace

StudyFolder::Lock::Lock(const std::string& path, int kind, const std::string& in_use)
    : descriptor_(open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0666)) {
    if (descriptor_ < 0)
        throw StudyFolderFails("'" + path + "' cannot be written: " + std::generic_category().message(errno));
    if (flock(descriptor_, kind | LOCK_NB) == 0) return;
    const int error = errno;
    close(descriptor_);
    if (error == EWOULDBLOCK) throw StudyInUse(in_use);
    throw StudyFolderFails("'" + path + "' cannot be locked: " + std::generic_category().message(error));
}

StudyFolder::Lock::~Lock() { close(descriptor_); }

StudyFolder::StudyFolder(const std::string& path, const Study& study, const StudyPart& part)
    : path_(path), study_(study) {
    std::error_code failed;
    fs::create_directories(path, failed);
    if (failed) throw StudyFolderFails("the folder '" + path + "' cannot be made: " + failed.message());
    whole_.emplace(path + "/lock", part.is_whole() ? LOCK_EX : LOCK_SH,
                   "another process works in the folder '" + path + "'");
    if (!part.is_whole()) {
        const std::string number = std::to_string(part.number), of = std::to_string(part.of);
        part_.emplace(path + "/lock-" + number + "-of-" + of, LOCK_EX,
                      "another process works on part " + number + "/" + of + " in the folder '" + path + "'");
    }
    const std::optional<std::string> there = all_of(study_file(path));
    if (!there)
        write_whole(study_file(path), text_of(study));
    else if (*there != text_of(study))
        throw OtherStudy("the folder '" + path + "' holds another study: its study.txt says which");
}

std::optional<std::vector<ChartPoint>> StudyFolder::tile(std::size_t number) const {
    return tile_in(path_, study_, number);
}

void StudyFolder::keep(std::size_t number, const std::vector<ChartPoint>& points) const {
    std::string bytes(points.size() * bytes_per_point, '\0');
    for (std::size_t k = 0; k < points.size(); ++k) {
        char* const at = bytes.data() + k * bytes_per_point;
        std::memcpy(at, &points[k].value, sizeof(double));
        at[sizeof(double)] = static_cast<char>(points[k].status);
    }
    bytes += sha256(bytes);
    write_whole(tile_file(path_, number), bytes);
}

Study study_in(const std::string& path) {
    std::error_code failed;
    if (!fs::is_directory(path, failed)) throw NoStudy("there is no folder '" + path + "'");
    const std::optional<std::string> text = all_of(study_file(path));
    if (!text) throw NoStudy("the folder '" + path + "' holds no study: it has no study.txt");
    const std::optional<Study> study = read_study(*text);
    if (!study) throw NoStudy("the folder '" + path + "' holds no study: its study.txt is damaged");
    return *study;
}

std::optional<std::vector<ChartPoint>> tile_in(const std::string& path, const Study& study,
                                               std::size_t number) {
    const std::optional<std::string> bytes = all_of(tile_file(path, number));
    const std::size_t points = study.points_of(number), size = points * bytes_per_point;
    if (!bytes || bytes->size() != size + bytes_of_sum) return std::nullopt;
    if (sha256(std::string_view(*bytes).substr(0, size)) != std::string_view(*bytes).substr(size))
        return std::nullopt;
    std::vector<ChartPoint> out(points);
    for (std::size_t k = 0; k < points; ++k) {
        const char* const at = bytes->data() + k * bytes_per_point;
        std::memcpy(&out[k].value, at, sizeof(double));
        out[k].status = static_cast<ChartPoint::Status>(at[sizeof(double)]);
    }
    return out;
}

}  // namespace anholon
