#include "study/draw.hpp"

#include "study/random_numbers.hpp"

namespace anholon {

std::vector<std::vector<double>> drawn(const std::vector<Draw>& draws, std::size_t count,
                                       std::uint64_t seed) {
    RandomNumbers numbers(seed);
    std::vector<std::vector<double>> rows(count);
    for (std::vector<double>& row : rows)
        for (const Draw& d : draws)
            row.push_back(d.law == Draw::Law::normal ? d.first + d.second * numbers.normal()
                                                     : d.first + (d.second - d.first) * numbers.uniform());
    return rows;
}

}  // namespace anholon
