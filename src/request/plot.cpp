#include "request/plot.hpp"

#include <cctype>

#include "base/faults.hpp"
#include "base/words.hpp"
#include "model/refusal.hpp"

namespace anholon::request {

namespace {

[[noreturn]] void refuse(const std::string& code, const std::string& message, const std::string& help = "") {
    throw Refusal(Refusal::Of::words, code, message, help);
}

void refuse_ending(const std::string& path) {
    try {
        file_ending(path, {".svg", ".png", ".pdf"});
    } catch (const UnknownFileFormat& e) {
        refuse("file-format", e.what());
    }
}

bool is_file(const std::string& word) {
    for (const char* ending : {".svg", ".png", ".pdf", ".SVG", ".PNG", ".PDF"})
        if (word.ends_with(ending)) return true;
    return false;
}

// A name with an ending that is no picture's, or a path: no description of curves looks like it.
bool looks_like_a_file(const std::string& word) {
    const std::size_t dot = word.rfind('.');
    return dot != std::string::npos && dot > 0 && dot + 1 < word.size() &&
           word.find_first_of(" :;,()*+=") == std::string::npos &&
           std::isalpha(static_cast<unsigned char>(word[dot + 1]));
}

void read_style(const std::string& words, Panel& panel) {
    for (const std::string& word : split_outside_parentheses(words, ' ')) {
        if (word.empty() || word == "lines") continue;
        if (word == "points")
            panel.draw = Panel::Draw::rows;
        else if (word == "events")
            panel.draw = Panel::Draw::events;
        else if (word == "log")
            panel.has_log_y = true;
        else if (word == "logx")
            panel.has_log_x = true;
        else if (word == "equal" || word == "free")
            panel.has_equal_scale = word == "equal";
        else
            refuse("plot-bad", "'" + word + "' is no way to draw",
                   "after 'with' stand: points, events, log, logx, equal, free");
    }
}

Panel panel(const std::string& text) {
    Panel out;
    std::string curves = text;
    if (const std::size_t with = curves.rfind(" with "); with != std::string::npos) {
        read_style(curves.substr(with + 6), out);
        curves.resize(with);
    }
    const std::vector<std::string> sides = split_outside_parentheses(curves, ':');
    if (sides.size() > 2)
        refuse("plot-bad", "'" + text + "' has more than one ':'", "write y:x for y against x");
    if (sides.size() == 2) out.x = sides[1];
    for (const std::string& word : split_outside_parentheses(sides[0], ',')) out.y.push_back(word);
    for (const std::string& word : out.y)
        if (word.empty() || (sides.size() == 2 && out.x.empty()))
            refuse("plot-bad", "'" + text + "' lacks a curve", "write y:x for y against x");
    return out;
}

}  // namespace

std::vector<std::string> Pictures::files() const {
    std::vector<std::string> out;
    for (const std::string& word : words) {
        if (is_file(word))
            out.push_back(word);
        else if (looks_like_a_file(word))
            refuse_ending(word);
    }
    if (out.empty() && !words.empty())
        refuse("plot-file-missing", "--plot \"" + words[0] + "\" says what to draw, but not where",
               "name a file as well: --plot motion.svg");
    return out;
}

std::vector<Panel> Pictures::panels() const {
    std::vector<Panel> out;
    for (const std::string& word : words) {
        if (is_file(word)) continue;
        for (const std::string& part : split_outside_parentheses(word, ';')) out.push_back(panel(part));
    }
    return out;
}

}  // namespace anholon::request
