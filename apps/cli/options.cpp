#include "options.hpp"

#include <CLI/CLI.hpp>

namespace anholon::cli {

const Options::Option& Options::Option::required() const {
    option_->required();
    return *this;
}
const Options::Option& Options::Option::one_of(const std::vector<std::string>& words) const {
    option_->check(CLI::IsMember(words));
    return *this;
}
const Options::Option& Options::Option::separated_by(char c) const {
    option_->allow_extra_args()->delimiter(c);
    return *this;
}
const Options::Option& Options::Option::several() const {
    option_->allow_extra_args();
    return *this;
}
const Options::Option& Options::Option::not_with(const Option& other) const {
    option_->excludes(other.option_);
    return *this;
}
const Options::Option& Options::Option::hidden() const {
    option_->group("");
    return *this;
}

Options::Option Options::add(const std::string& name, std::string& value, const std::string& help) {
    return Option(app_.add_option(name, value, help));
}
Options::Option Options::add(const std::string& name, std::optional<std::string>& value,
                             const std::string& help) {
    return Option(app_.add_option(name, value, help));
}
Options::Option Options::add(const std::string& name, std::vector<std::string>& values,
                             const std::string& help) {
    return Option(app_.add_option(name, values, help)->allow_extra_args(false));
}
Options::Option Options::add(const std::string& name, double& value, const std::string& help) {
    return Option(app_.add_option(name, value, help)->check(CLI::NonNegativeNumber));
}
Options::Option Options::add(const std::string& name, std::optional<double>& value, const std::string& help) {
    return Option(app_.add_option(name, value, help)->check(CLI::NonNegativeNumber));
}
Options::Option Options::add(const std::string& name, std::uint64_t& value, const std::string& help) {
    return Option(app_.add_option(name, value, help)->check(CLI::NonNegativeNumber));
}
Options::Option Options::flag(const std::string& name, bool& value, const std::string& help) {
    return Option(app_.add_flag(name, value, help));
}

}  // namespace anholon::cli
