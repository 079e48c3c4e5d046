#pragma once

#include <memory>
#include <string>
#include <vector>

#include "command.hpp"

namespace CLI {
class App;
}

namespace anholon::cli {

// The texts of --help, in lines of the given width.
std::string help(const std::vector<std::unique_ptr<Command>>& commands, std::size_t width);
std::string help(const Command& command, const CLI::App& options, std::size_t width);

// What --help shows of an option's description: "NAME=VALUE: a parameter" is a value and an explanation.
struct OptionHelp {
    std::string value, explanation;
};
OptionHelp option_help(const std::string& description);

}  // namespace anholon::cli
