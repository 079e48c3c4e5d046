#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "study/chart.hpp"

namespace anholon {

// A folder in which a long study keeps the pieces that are done: `study.txt` says what is asked, and each tile is a file of its own, which
// stands there whole or not at all. Whoever asks the same again goes on where the last one stopped, whether it ended or was killed. One
// process at a time works in a folder. Throws std::runtime_error with the path and the reason.
class StudyFolder {
  public:
    // Makes the folder, or opens one in which the same was asked. Throws OtherStudy and StudyInUse.
    StudyFolder(const std::string& path, const std::string& asked);
    ~StudyFolder();
    StudyFolder(const StudyFolder&) = delete;
    StudyFolder& operator=(const StudyFolder&) = delete;

    std::optional<std::vector<ChartPoint>> tile(std::size_t number, std::size_t points) const;
    void keep(std::size_t number, const std::vector<ChartPoint>& points) const;

  private:
    std::string file(std::size_t number) const;

    std::string path_;
    int lock_ = -1;
};

// The folder belongs to another request.
struct OtherStudy : std::runtime_error {
    using std::runtime_error::runtime_error;
};
// Another process works in the folder.
struct StudyInUse : std::runtime_error {
    using std::runtime_error::runtime_error;
};

}  // namespace anholon
