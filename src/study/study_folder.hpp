#pragma once

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "study/chart.hpp"

namespace anholon {

// What a study folder holds: the points of a chart in tiles, the last of which may be smaller.
struct Study {
    std::string asked;  // all that the numbers depend on, in lines
    std::size_t points = 0, tile_size = 1;

    std::size_t tiles() const { return (points + tile_size - 1) / tile_size; }
    std::size_t first_point(std::size_t tile) const { return tile * tile_size; }
    std::size_t points_of(std::size_t tile) const { return std::min(tile_size, points - first_point(tile)); }
    friend bool operator==(const Study&, const Study&) = default;
};

// The share of one of several processes in a study. Neighbouring tiles cost alike, so each process takes every `of`-th.
struct StudyPart {
    std::size_t number = 1, of = 1;

    bool is_whole() const { return of == 1; }
    bool has(std::size_t tile) const { return tile % of == number - 1; }
};

// A folder in which a long study keeps the pieces that are done: `study.txt` says what is asked, and each tile is a file of its own, which
// stands there whole or not at all. Whoever asks the same again goes on where the last one stopped, whether it ended or was killed. One
// process at a time works on the whole, or on a part beside processes that work on others. Throws StudyFolderFails.
class StudyFolder {
  public:
    // Makes the folder, or opens one in which the same was asked. Throws OtherStudy and StudyInUse.
    StudyFolder(const std::string& path, const Study& study, const StudyPart& part = {});

    std::optional<std::vector<ChartPoint>> tile(std::size_t number) const;
    void keep(std::size_t number, const std::vector<ChartPoint>& points) const;

  private:
    // A file that a process has locked as long as it lives.
    class Lock {
      public:
        Lock(const std::string& path, int kind, const std::string& in_use);
        ~Lock();
        Lock(const Lock&) = delete;
        Lock& operator=(const Lock&) = delete;

      private:
        int descriptor_ = -1;
    };

    std::string path_;
    Study study_;
    std::optional<Lock> whole_, part_;
};

// The study of a folder that stands there, and its tiles, for whoever only reads: no lock is needed, since tiles are whole. Nothing where
// a tile is missing or damaged. Throws NoStudy and StudyFolderFails.
Study study_in(const std::string& path);
std::optional<std::vector<ChartPoint>> tile_in(const std::string& path, const Study& study,
                                               std::size_t number);

// The folder cannot be read or written; the sentence has the path and the reason.
struct StudyFolderFails : std::runtime_error {
    using std::runtime_error::runtime_error;
};
// The folder holds none.
struct NoStudy : std::runtime_error {
    using std::runtime_error::runtime_error;
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
