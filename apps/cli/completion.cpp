#include <CLI/CLI.hpp>

#include "base/words.hpp"
#include "command.hpp"
#include "expr/print.hpp"
#include "facts/questions.hpp"
#include "help.hpp"
#include "mechanics/forms/registry.hpp"
#include "model/gallery.hpp"
#include "model_input.hpp"
#include "options.hpp"
#include "request/derive.hpp"

// Completion for shells, written from the registry of commands: their names, their options and the values of these. What a
// model has to offer is asked of the program itself.

namespace anholon::cli {

namespace {

struct OptionWords {
    std::string name, summary;        // -p, --form
    std::vector<std::string> values;  // empty if it takes none or any
    bool takes_value = false;
    std::string_view of_model = "";  // what a word of the scripts lists of a model: parameters, inputs
};

struct CommandWords {
    std::string name, summary;
    std::vector<OptionWords> options;
    std::vector<std::string> arguments;  // what may stand behind it, besides files
};

// CLI11 names the values that a check allows in the type: TEXT:{text,latex}.
std::vector<std::string> allowed_values(const CLI::Option& option) {
    std::vector<std::string> values;
    if (option.check_lname("form")) {
        values.push_back("all");
        for (const EquationForm& form : all_forms()) values.push_back(form.id);
    }
    if (option.check_lname("part")) values = request::derivation_parts();
    if (option.check_lname("fact"))
        for (const Question& question : all_questions()) values.emplace_back(question.id);
    const std::string type = option.get_type_name();
    const std::size_t open = type.find('{'), close = type.find('}');
    if (open == std::string::npos || close == std::string::npos) return values;
    for (const std::string& word : CLI::detail::split(type.substr(open + 1, close - open - 1), ','))
        values.push_back(word);
    return values;
}

CommandWords words_of(Command& command) {
    CLI::App app;
    bool json = false;
    app.add_flag("--json", json, json_help);
    Options options(app);
    command.declare(options);
    CommandWords words{std::string(command.name()), std::string(command.summary()), {}, {}};
    for (const CLI::Option* option : app.get_options()) {
        if (option->get_group().empty()) continue;
        if (option->get_positional() && (option->get_name() == "M" || command.name() == "gallery"))
            for (const GalleryModel& model : gallery()) words.arguments.emplace_back(model.name);
        else if (option->get_positional())
            words.arguments = allowed_values(*option);
        for (const char* word : {"parameters", "inputs"})
            std::erase(words.arguments, word);  // for the scripts
        std::vector<std::string> names;
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
        for (const std::string& name : option->get_snames())
            if (option->get_lnames().empty()) names.push_back("-" + name);
        for (const std::string& name : names)
            words.options.push_back({name, option_help(option->get_description()).explanation,
                                     allowed_values(*option), option->get_items_expected_max() > 0,
                                     name == "-p"        ? "parameters"
                                     : name == "--input" ? "inputs"
                                                         : ""});
    }
    return words;
}

std::string quoted(const std::string& text) {  // for all three shells
    std::string out = "'";
    for (const char c : text) out += c == '\'' ? "'\\''" : std::string(1, c);
    return out + "'";
}

std::vector<std::string> names(const auto& list) {
    std::vector<std::string> all;
    for (const auto& item : list) all.push_back(item.name);
    return all;
}

std::string bash(const std::vector<CommandWords>& commands) {
    std::string out =
        "# anholon's completion for bash:  source <(anholon completion bash)\n"
        "_anholon() {\n"
        "    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} words=\n"
        "    if ((COMP_CWORD == 1)); then\n"
        "        words=" +
        quoted(joined(names(commands), " ") + " --help --version") +
        "\n"
        "    else\n"
        "        case \"${COMP_WORDS[1]} $previous\" in\n";
    for (const CommandWords& command : commands)
        for (const OptionWords& option : command.options)
            if (!option.of_model.empty())
                out += "            " + quoted(command.name + " " + option.name) +
                       ") words=$(\"${COMP_WORDS[0]}\" completion " + std::string(option.of_model) +
                       " \"${COMP_WORDS[2]}\" "
                       "2>/dev/null); compopt -o nospace "
                       "2>/dev/null ;;\n";
            else if (option.takes_value)
                out += "            " + quoted(command.name + " " + option.name) +
                       ") words=" + quoted(joined(option.values, " ")) + " ;;\n";
    out += "            *) case ${COMP_WORDS[1]} in\n";
    for (const CommandWords& command : commands) {
        std::vector<std::string> all = names(command.options);
        all.insert(all.end(), command.arguments.begin(), command.arguments.end());
        out += "                " + command.name + ") words=" + quoted(joined(all, " ")) + " ;;\n";
    }
    return out +
           "            esac ;;\n"
           "        esac\n"
           "    fi\n"
           "    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
           "}\n"
           "complete -o default -F _anholon anholon\n";
}

std::string zsh(const std::vector<CommandWords>& commands) {
    std::string out =
        "#compdef anholon\n"
        "# anholon's completion for zsh:  source <(anholon completion zsh)\n"
        "_anholon() {\n"
        "    local -a list\n"
        "    if ((CURRENT == 2)); then\n"
        "        list=(";
    for (const CommandWords& command : commands)
        out += "\n            " + quoted(command.name + ":" + command.summary);
    out +=
        ")\n"
        "        _describe command list\n"
        "        return\n"
        "    fi\n"
        "    case \"$words[2] $words[CURRENT-1]\" in\n";
    for (const CommandWords& command : commands)
        for (const OptionWords& option : command.options)
            if (!option.of_model.empty())
                out += "        " + quoted(command.name + " " + option.name) +
                       ") compadd -S '' -- ${(f)\"$($words[1] completion " + std::string(option.of_model) +
                       " $words[3] "
                       "2>/dev/null)\"}; return ;;\n";
            else if (!option.values.empty())
                out += "        " + quoted(command.name + " " + option.name) + ") compadd -- " +
                       joined(option.values, " ") + "; return ;;\n";
    out += "    esac\n    case $words[2] in\n";
    for (const CommandWords& command : commands) {
        out += "        " + command.name + ")\n            list=(";
        for (const OptionWords& option : command.options)
            out += "\n                " + quoted(option.name + ":" + option.summary);
        out += ")\n";
        if (!command.arguments.empty())
            out += "            compadd -- " + joined(command.arguments, " ") + "\n";
        out += "            ;;\n";
    }
    return out +
           "    esac\n"
           "    [[ $PREFIX == -* ]] && _describe option list || _files\n"
           "}\n"
           "compdef _anholon anholon\n";
}

std::string fish(const std::vector<CommandWords>& commands) {
    std::string out = "# anholon's completion for fish:  anholon completion fish | source\n";
    for (const CommandWords& command : commands)
        out += "complete -c anholon -f -n __fish_use_subcommand -a " + command.name + " -d " +
               quoted(command.summary) + "\n";
    for (const CommandWords& command : commands) {
        const std::string head = "complete -c anholon -n '__fish_seen_subcommand_from " + command.name + "' ";
        if (!command.arguments.empty()) out += head + "-a " + quoted(joined(command.arguments, " ")) + "\n";
        for (const OptionWords& option : command.options) {
            out += head + (option.name.starts_with("--") ? "-l " + option.name.substr(2)
                                                         : "-s " + option.name.substr(1));
            if (!option.of_model.empty())
                out += " -x -a '((commandline -opc)[1] completion " + std::string(option.of_model) +
                       " (commandline -opc)[3] 2>/dev/null)'";
            else if (option.takes_value)
                out += option.values.empty() ? " -r" : " -x -a " + quoted(joined(option.values, " "));
            out += " -d " + quoted(option.summary) + "\n";
        }
    }
    return out;
}

class Completion : public Command {
  public:
    std::string_view name() const override { return "completion"; }
    std::string_view summary() const override {
        return "print a script that completes commands and options in a shell";
    }
    std::string_view example() const override { return "source <(anholon completion bash)"; }
    bool may_run_long() const override { return false; }
    void declare(Options& options) override {
        options.add("SHELL", shell_, "the shell: bash, zsh or fish")
            .required()
            .one_of({"bash", "zsh", "fish", "parameters", "inputs"});
        options
            .add("MODEL", model_,
                 "of `parameters` and `inputs`, which the scripts call: print NAME= for each of them")
            .hidden();
    }

    Outcome run(Session& session) override {
        if (shell_ == "parameters" || shell_ == "inputs") return letters(session);
        std::vector<CommandWords> all;
        for (const auto& command : commands()) all.push_back(words_of(*command));
        Outcome outcome;
        outcome.text = shell_ == "bash" ? bash(all) : shell_ == "zsh" ? zsh(all) : fish(all);
        outcome.result = Json::object({{"shell", shell_}, {"script", outcome.text}});
        return outcome;
    }

  private:
    // Nothing for a model that cannot be read: who types is not told so.
    Outcome letters(Session& session) const {
        Outcome outcome;
        Json::Array names;
        if (!model_.empty()) try {
                for (const Parameter& p : load_model(model_, session).system.parameters) {
                    if (shell_ == "inputs" && !p.is_input) continue;
                    names.emplace_back(symbol_text(p.symbol.symbol()));
                    outcome.text += symbol_text(p.symbol.symbol()) + "=\n";
                }
            } catch (const Refusal&) {
            }
        outcome.result = Json::array(std::move(names));
        return outcome;
    }

    std::string shell_, model_;
};

}  // namespace

std::unique_ptr<Command> make_completion() { return std::make_unique<Completion>(); }

}  // namespace anholon::cli
