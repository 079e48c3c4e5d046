#include "report/history.hpp"

namespace anholon {

void History::add(std::span<const double> row) {
    last_.assign(row.begin(), row.end());
    if (count_++ % stride_ != 0) return;
    last_.clear();
    for (std::size_t k = 0; k < kept_.size(); ++k) kept_[k].push_back(row[k]);
    if (kept_.empty() || kept_[0].size() <= most_) return;
    for (std::vector<double>& column : kept_) {
        for (std::size_t i = 0; 2 * i < column.size(); ++i) column[i] = column[2 * i];
        column.resize((column.size() + 1) / 2);
    }
    stride_ *= 2;
}

std::vector<double> History::column(std::size_t k) const {
    std::vector<double> values = kept_[k];
    if (!last_.empty()) values.push_back(last_[k]);
    return values;
}

}  // namespace anholon
