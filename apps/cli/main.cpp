#include <unistd.h>

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <thread>

#include "base/deadline.hpp"
#include "base/pending_file.hpp"
#include "base/text.hpp"
#include "budget.hpp"
#include "command.hpp"
#include "help.hpp"
#include "options.hpp"
#include "report/layout.hpp"
#include "report/version.hpp"
#include "request/failure.hpp"

namespace anholon::cli {
namespace {

using Commands = std::vector<std::unique_ptr<Command>>;

bool colour_wanted() {
    const char* no_color = std::getenv("NO_COLOR");
    return isatty(STDERR_FILENO) && (no_color == nullptr || *no_color == '\0');
}

const Command* find(const Commands& all, std::string_view name) {
    const auto found = std::find_if(all.begin(), all.end(), [&](const auto& c) { return c->name() == name; });
    return found == all.end() ? nullptr : found->get();
}

Message unknown_command(const Commands& all, const std::string& word) {
    std::vector<std::string> names;
    for (const auto& c : all) names.emplace_back(c->name());
    const auto meant = nearest(word, names);
    return {.code = "command-unknown",
            .message = "no command '" + word + "'",
            .help = meant ? "did you mean '" + *meant + "'?" : "anholon --help lists the commands"};
}

Message misplaced_option(const std::string& word) {
    return {.code = "command-missing",
            .message = "a command is expected before '" + word + "'",
            .help = "anholon --help lists the commands; options follow the command"};
}

Message unknown_option(const CLI::App& app, const std::string& word) {
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options())
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    if (!word.starts_with("-") && word.find('=') != std::string::npos &&
        app.get_option_no_throw("-p") != nullptr)
        return {.code = "argument-unexpected",
                .message = "unexpected argument '" + word + "'",
                .help = "-p and -i take one NAME=VALUE each; repeat them: -p " + word};
    const auto meant = nearest(word.substr(0, word.find('=')), names);
    return {
        .code = word.starts_with("-") ? "option-unknown" : "argument-unexpected",
        .message = word.starts_with("-") ? "no option '" + word + "'" : "unexpected argument '" + word + "'",
        .help = meant ? "did you mean '" + *meant + "'?" : "quote an expression that contains blanks"};
}

// An expression may begin with a minus, which CLI11 would take for an option: words such as -x^2 that are no
// option of the command go to the end, behind "--".
std::vector<std::string> minus_signs_sheltered(std::vector<std::string> words, const CLI::App& command) {
    if (std::find(words.begin(), words.end(), "--") != words.end()) return words;
    const auto takes_value = [&](const std::string& w) {
        const CLI::Option* option = w.size() > 1 && w[0] == '-' ? command.get_option_no_throw(w) : nullptr;
        return option != nullptr && option->get_items_expected_max() > 0;
    };
    const auto is_option = [&](const std::string& w) {
        return w == "-h" || (w[1] != 'h' && command.get_option_no_throw(w.substr(0, 2)) != nullptr);
    };
    const auto is_expression = [&](const std::string& w) {
        return w.size() > 1 && w[0] == '-' && w[1] != '-' && !is_option(w);
    };
    // The value of an option stays with it: --until -3 is --until=-3.
    for (std::size_t i = 0; i + 1 < words.size(); ++i)
        if (words[i].starts_with("--") && takes_value(words[i]) && is_expression(words[i + 1])) {
            words[i] += "=" + words[i + 1];
            words.erase(words.begin() + static_cast<long>(i) + 1);
        }
    const auto middle =
        std::stable_partition(words.begin(), words.end(), [&](const auto& w) { return !is_expression(w); });
    if (middle != words.end()) words.insert(middle, "--");
    return words;
}

// The words that no option took, in the sentence of CLI11's exception only; here they are found again.
std::string unexpected_word(const CLI::App& app) {
    const std::vector<std::string> rest = app.remaining(true);
    return rest.empty() ? "" : rest.front();
}

Message budget_spent(double seconds) {
    return {.code = "budget",
            .message = fmt::format("not finished within {:g} seconds", seconds),
            .help = "--budget SECONDS sets another limit"};
}

Outcome guarded(Command& command, Session& session) {
    try {
        Outcome outcome = command.run(session);
        add_warnings(outcome, session);
        return outcome;
    } catch (...) {
        const Refusal failure =
            request::failure(session.models.empty() ? nullptr : &session.models.back().source);
        if (failure.diagnostics.all().front().code == "budget" && session.budget)
            return refused(Exit::failed, budget_spent(*session.budget));
        return told(failure, session);
    }
}

// Names and descriptions of a model may hold characters that move the cursor: they are shown escaped. Texts that are files, of
// models and programs, stay as they are.
std::string shown(const std::string& text, std::string_view command) {
    if (command == "fmt" || command == "export") return text;
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const bool is_layout = text[at] == '\n' || text[at] == '\t';
        const Glyph g = is_layout ? Glyph{std::string(1, text[at])} : glyph(text, at);
        out += g.shown;
        at += g.size;
    }
    return out;
}

int print(const Outcome& outcome, std::string_view command, const Session& session) {
    if (!session.json) {
        std::cerr << outcome.log;
        std::cout << shown(outcome.text, command);
        if (!outcome.text.empty() && !outcome.text.ends_with('\n')) std::cout << '\n';
    } else if (outcome.errors.empty()) {
        std::cout << to_string(success(command, outcome.result, outcome.warnings, session.provenance))
                  << '\n';
    } else {
        std::cout << to_string(failure(command, outcome.errors, outcome.result, outcome.warnings,
                                       session.provenance))
                  << '\n';
    }
    std::cout.flush();
    if (!std::cout) {
        std::cerr << "anholon: error[output]: the result could not be written\n";
        return static_cast<int>(Exit::failed);
    }
    return static_cast<int>(outcome.exit);
}

int run(std::vector<std::string> words) {
    const Commands all = commands();
    Session session{.in = std::cin, .provenance = {std::string(version()), words}, .render = {}};
    session.json = std::find(words.begin(), words.end(), "--json") != words.end();
    session.width = output_width();
    if (colour_wanted()) session.render.colour = RenderOptions::Colour::ansi;

    CLI::App app("", "anholon");
    app.set_version_flag("--version", "anholon " + std::string(version()));
    app.require_subcommand(1);
    std::vector<CLI::App*> parsers;
    for (const auto& command : all) {
        CLI::App* sub = app.add_subcommand(std::string(command->name()), std::string(command->summary()));
        sub->add_flag("--json", session.json, json_help);
        if (command->may_run_long())
            sub->add_option("--budget", session.budget,
                            "SECONDS: give up after this time (default: no limit)")
                ->check(CLI::NonNegativeNumber);
        Options options(*sub);
        command->declare(options);
        parsers.push_back(sub);
    }

    if (words.empty()) {
        std::cerr << help(all, session.width);
        return static_cast<int>(Exit::usage);
    }
    const Command* wanted = find(all, words.front());
    if (!wanted && !words.front().starts_with("-"))
        return print(refused(Exit::usage, unknown_command(all, words.front())), "", session);
    const std::string_view name = wanted ? wanted->name() : "";
    const bool about_itself =
        words.front() == "--help" || words.front() == "-h" || words.front() == "--version";
    if (!wanted && !about_itself)
        return print(refused(Exit::usage, misplaced_option(words.front())), "", session);

    try {
        std::vector<std::string> arguments =
            minus_signs_sheltered(std::move(words), wanted ? *app.get_subcommand(std::string(name)) : app);
        std::reverse(arguments.begin(), arguments.end());
        app.parse(std::move(arguments));
    } catch (const CLI::CallForHelp&) {
        std::cout << (wanted ? help(*wanted, *app.get_subcommand(std::string(name)), session.width)
                             : help(all, session.width));
        return static_cast<int>(Exit::ok);
    } catch (const CLI::Success& e) {
        return app.exit(e, std::cout, std::cerr);
    } catch (const CLI::ExtrasError&) {
        const CLI::App& at = wanted ? *app.get_subcommand(std::string(name)) : app;
        return print(refused(Exit::usage, unknown_option(at, unexpected_word(app))), name, session);
    } catch (const CLI::ParseError& e) {
        const std::string help =
            "anholon " + std::string(name) + (wanted ? " " : "") + "--help describes the options";
        return print(refused(Exit::usage, {.code = "usage", .message = e.what(), .help = help}), name,
                     session);
    }
    for (std::size_t i = 0; i < all.size(); ++i)
        if (parsers[i]->parsed()) {
            const Budget budget(session.budget, [&] {
                if (!Budget::claim_report()) return;
                const int code = print(refused(Exit::failed, budget_spent(*session.budget)), name, session);
                remove_pending_files();
                std::_Exit(code);
            });
            const Outcome outcome = guarded(*all[i], session);
            if (Budget::claim_report()) return print(outcome, name, session);
            std::this_thread::sleep_for(std::chrono::seconds(10));  // the other thread ends the program
        }
    return static_cast<int>(Exit::usage);
}

}  // namespace
}  // namespace anholon::cli

int main(int argc, char** argv) {
    anholon::remove_pending_files_when_killed();
    try {
        return anholon::cli::run({argv + 1, argv + std::max(argc, 1)});
    } catch (const std::exception& e) {
        std::cerr << "anholon: error[failed]: " << e.what() << '\n';
        return 1;
    }
}
