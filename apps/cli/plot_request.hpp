#pragma once

#include <string>
#include <vector>

#include "report/motion_plot.hpp"

namespace CLI {
class App;
}

namespace anholon::cli {

struct PlotMistake {
    std::string code, message, help;
};

// The words of --plot: each is a file to write or a description of panels.
class PlotRequest {
  public:
    void declare(CLI::App& app);
    bool is_empty() const { return words_.empty(); }
    // Throws PlotMistake.
    std::vector<std::string> files() const;
    std::vector<Panel> panels() const;

  private:
    std::vector<std::string> words_;
};

}  // namespace anholon::cli
