#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace anholon {

// Rows as they come, thinned out so that at most `most` are kept, evenly; the last is always there.
class History {
  public:
    explicit History(std::size_t columns, std::size_t most = 4096) : most_(most), kept_(columns) {}

    void add(std::span<const double> row);
    std::vector<double> column(std::size_t k) const;

  private:
    std::size_t most_, stride_ = 1, count_ = 0;
    std::vector<std::vector<double>> kept_;  // by column
    std::vector<double> last_;               // if it is not among those kept
};

}  // namespace anholon
