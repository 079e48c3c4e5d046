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

// "f(a, b), c" at commas: "f(a, b)" and "c", without blanks around.
std::vector<std::string> split_outside_parentheses(const std::string& text, char separator);
std::string without_blanks_around(const std::string& text);

}  // namespace anholon::cli
