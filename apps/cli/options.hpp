#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace anholon::cli {

// The options of a command, as it declares them. A name without dashes is an argument; a description "NAME=VALUE: a parameter" gives
// the option's value a name in the help.
class Options {
  public:
    explicit Options(CLI::App& app) : app_(app) {}

    // What else is to be said about an option.
    class Option {
      public:
        explicit Option(CLI::Option* option) : option_(option) {}
        const Option& required() const;
        const Option& one_of(const std::vector<std::string>& words) const;
        const Option& separated_by(char c) const;  // several values in one word
        const Option& several() const;             // words of one argument
        const Option& not_with(const Option& other) const;
        const Option& hidden() const;  // from the help

      private:
        CLI::Option* option_;
    };

    Option add(const std::string& name, std::string& value, const std::string& help);
    Option add(const std::string& name, std::optional<std::string>& value, const std::string& help);
    Option add(const std::string& name, std::vector<std::string>& values,
               const std::string& help);  // repeatable, one value each
    // Numbers that are not negative.
    Option add(const std::string& name, double& value, const std::string& help);
    Option add(const std::string& name, std::optional<double>& value, const std::string& help);
    Option add(const std::string& name, std::uint64_t& value, const std::string& help);
    Option flag(const std::string& name, bool& value, const std::string& help);

    // After the words of the command line: what an option is if these do not say. Throws what a wrong word on the command line throws.
    bool has(const std::string& name) const;
    bool is_given(const std::string& name) const;
    void give(const std::string& name, const std::vector<std::string>& values);
    std::vector<std::string> long_names() const;

  private:
    CLI::App& app_;
};

}  // namespace anholon::cli
