#include "options.hpp"

#include <CLI/CLI.hpp>

#include "command.hpp"

namespace anholon::cli {

namespace {

// The mistake, or nothing. CLI11's own check tells the largest double in full.
std::string is_not_negative(const std::string& word) {
    double value = 0;
    if (CLI::detail::lexical_cast(word, value) && value >= 0) return {};
    return "takes a number from 0 on, not '" + word + "'";
}

}  // namespace

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
    return Option(app_.add_option(name, value, help)->check(is_not_negative));
}
Options::Option Options::add(const std::string& name, std::optional<double>& value, const std::string& help) {
    return Option(app_.add_option(name, value, help)->check(is_not_negative));
}
Options::Option Options::add(const std::string& name, std::uint64_t& value, const std::string& help) {
    return Option(app_.add_option(name, value, help)->check(is_not_negative));
}
Options::Option Options::flag(const std::string& name, bool& value, const std::string& help) {
    return Option(app_.add_flag(name, value, help));
}

bool Options::has(const std::string& name) const { return app_.get_option_no_throw(name) != nullptr; }

bool Options::is_given(const std::string& name) const { return app_.get_option(name)->count() > 0; }

void Options::give(const std::string& name, const std::vector<std::string>& values) {
    CLI::Option* const option = app_.get_option(name);
    for (const std::string& value : values) option->add_result(value);
    try {
        option->run_callback();
    } catch (const CLI::ParseError& e) {
        misused("usage", e.what());
    }
}

std::vector<std::string> Options::long_names() const {
    std::vector<std::string> out;
    for (const CLI::Option* option : app_.get_options())
        for (const std::string& name : option->get_lnames()) out.push_back(name);
    return out;
}

}  // namespace anholon::cli
