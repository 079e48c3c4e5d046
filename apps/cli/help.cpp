#include "help.hpp"

#include <CLI/CLI.hpp>

#include "report/layout.hpp"

namespace anholon::cli {

namespace {

constexpr const char* exit_codes =
    "0 success; 1 a computation failed or a claim is false; 2 wrong usage; 3 an error in the model or "
    "expression; 4 a "
    "singular or inconsistent state; 5 an expectation or a drift bound failed; 130 interrupted.";

std::string written_name(const CLI::Option& option) {
    if (option.get_positional()) return option.get_name();
    std::string out;
    for (const std::string& name : option.get_snames()) out += (out.empty() ? "-" : ", -") + name;
    for (const std::string& name : option.get_lnames()) out += (out.empty() ? "--" : ", --") + name;
    return out;
}

ListedTerm listed(const CLI::Option& option) {
    const OptionHelp help = option_help(option.get_description());
    std::string term = written_name(option);
    if (!option.get_positional() && option.get_items_expected_max() > 0)
        term += help.value.empty() ? " VALUE" : " " + help.value;
    return {term, help.explanation};
}

}  // namespace

OptionHelp option_help(const std::string& description) {
    const std::size_t colon = description.find(": ");
    const std::string value = description.substr(0, std::min(colon, description.size()));
    const bool is_value = colon != std::string::npos && value.find(' ') == std::string::npos &&
                          value.find_first_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ") != std::string::npos;
    if (!is_value) return {"", description};
    return {value, description.substr(colon + 2)};
}

std::string help(const std::vector<std::unique_ptr<Command>>& commands, std::size_t width) {
    std::vector<ListedTerm> rows;
    for (const auto& command : commands)
        rows.push_back({std::string(command->name()), std::string(command->summary())});
    return paragraph(
               "",
               "Anholon derives, verifies, simulates and studies the equations of mechanical systems with "
               "constraints, nonholonomic ones above all.",
               0, width) +
           "\nUsage: anholon COMMAND [OPTIONS]\n\nCommands\n" + term_list(rows, width) + "\n" +
           paragraph("Exit codes: ", exit_codes, 0, width) + "\n" +
           paragraph("", "`anholon COMMAND --help` describes a command and its options.", 0, width);
}

std::string help(const Command& command, const CLI::App& app, std::size_t width) {
    std::vector<ListedTerm> arguments, options;
    std::string usage = "Usage: anholon " + std::string(command.name()) + " [OPTIONS]";
    for (const CLI::Option* option : app.get_options()) {
        if (option->get_group().empty()) continue;
        if (!option->get_positional()) {
            options.push_back(listed(*option));
            continue;
        }
        arguments.push_back(listed(*option));
        usage += option->get_required() ? " " + option->get_name() : " [" + option->get_name() + "]";
    }
    std::string sentence(command.summary());
    sentence[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(sentence[0])));
    std::string out = usage + "\n\n" + paragraph("", sentence + ".", 0, width);
    if (!arguments.empty()) out += "\nArguments\n" + term_list(arguments, width);
    out += "\nOptions\n" + term_list(options, width);
    for (const auto& [title, words] : command.lists())
        out += "\n" + title + "\n" + paragraph("  ", words, 2, width);
    return out + "\nExample\n  " + std::string(command.example()) + "\n";
}

}  // namespace anholon::cli
