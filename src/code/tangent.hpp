#pragma once

#include <memory>

#include "code/program.hpp"

namespace anholon {

// A program's outputs and their derivatives along directions of its inputs, instruction by instruction. Where slopes are asked for a few
// times only, that takes less time than a program of all their entries. For one thread at a time; copies share the program.
class Tangent {
  public:
    explicit Tangent(Program program);

    std::size_t outputs() const { return program_->outputs.size(); }
    // Sets the inputs.
    void place(std::span<const double> inputs, std::span<double> outputs);
    // At these inputs. A derivative is 0 where nothing changes, though a factor of it may have no value.
    void along(std::span<const double> direction, std::span<double> derivatives);

  private:
    std::shared_ptr<const Program> program_;
    std::vector<double> values_, slopes_;
};

}  // namespace anholon
