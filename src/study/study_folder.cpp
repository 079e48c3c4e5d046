#include "study/study_folder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <system_error>

#include "base/pending_file.hpp"
#include "base/sha256.hpp"

namespace anholon {

namespace {

namespace fs = std::filesystem;

// A value and a status, little-endian as this machine has them; then the sum of all before, in 64 digits.
constexpr std::size_t bytes_per_point = sizeof(double) + 1, bytes_of_sum = 64;

std::string all_of(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

void write_whole(const std::string& path, const std::string& bytes) {
    PendingFile file(path);
    file.write(bytes);
    file.commit();
}

}  // namespace

StudyFolder::StudyFolder(const std::string& path, const std::string& asked) : path_(path) {
    std::error_code failed;
    fs::create_directories(path, failed);
    if (failed) throw std::runtime_error("the folder '" + path + "' cannot be made: " + failed.message());
    lock_ = open((path + "/lock").c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0666);
    if (lock_ < 0)
        throw std::runtime_error("the folder '" + path +
                                 "' cannot be written: " + std::generic_category().message(errno));
    try {
        if (flock(lock_, LOCK_EX | LOCK_NB) != 0)
            throw StudyInUse("another process works in the folder '" + path + "'");
        const std::string request = path + "/study.txt";
        if (!fs::exists(request))
            write_whole(request, asked);
        else if (all_of(request) != asked)
            throw OtherStudy("the folder '" + path + "' holds another study: its study.txt says which");
    } catch (...) {
        close(lock_);
        throw;
    }
}

StudyFolder::~StudyFolder() { close(lock_); }

std::string StudyFolder::file(std::size_t number) const {
    std::string digits = std::to_string(number);
    digits.insert(0, digits.size() < 6 ? 6 - digits.size() : 0, '0');
    return path_ + "/tile-" + digits;
}

std::optional<std::vector<ChartPoint>> StudyFolder::tile(std::size_t number, std::size_t points) const {
    const std::string bytes = all_of(file(number));
    const std::size_t size = points * bytes_per_point;
    if (bytes.size() != size + bytes_of_sum) return std::nullopt;
    if (sha256(std::string_view(bytes).substr(0, size)) != std::string_view(bytes).substr(size))
        return std::nullopt;
    std::vector<ChartPoint> out(points);
    for (std::size_t k = 0; k < points; ++k) {
        const char* const at = bytes.data() + k * bytes_per_point;
        std::memcpy(&out[k].value, at, sizeof(double));
        out[k].status = static_cast<ChartPoint::Status>(at[sizeof(double)]);
    }
    return out;
}

void StudyFolder::keep(std::size_t number, const std::vector<ChartPoint>& points) const {
    std::string bytes(points.size() * bytes_per_point, '\0');
    for (std::size_t k = 0; k < points.size(); ++k) {
        char* const at = bytes.data() + k * bytes_per_point;
        std::memcpy(at, &points[k].value, sizeof(double));
        at[sizeof(double)] = static_cast<char>(points[k].status);
    }
    bytes += sha256(bytes);
    write_whole(file(number), bytes);
}

}  // namespace anholon
