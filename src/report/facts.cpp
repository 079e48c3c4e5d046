#include "report/facts.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace anholon {

namespace {

constexpr std::size_t kWidth = 108;

// The end of a word; an equals sign keeps its neighbours.
std::size_t end_of_word(const std::string& sentence, std::size_t start) {
    std::size_t end = sentence.find(' ', start);
    while (end != std::string::npos &&
           (sentence.compare(end, 3, " = ") == 0 || (end > start && sentence[end - 1] == '=')))
        end = sentence.find(' ', end + 1);
    return std::min(end, sentence.size());
}

// A sentence, broken between words, the lines after the first set in.
std::string wrapped(const std::string& sentence) {
    std::string out, line = " ";
    for (std::size_t start = 0; start < sentence.size();) {
        const std::size_t end = end_of_word(sentence, start);
        const std::string word = sentence.substr(start, end - start);
        if (line.size() + 1 + word.size() > kWidth && line.find_first_not_of(' ') != std::string::npos) {
            out += line + "\n";
            line = "     ";
        }
        line += " " + word;
        start = end + 1;
    }
    return out + line + "\n";
}

// Words in LaTeX's text mode; formulas come as $…$ in the sentences themselves.
std::string escaped(const std::string& words) {
    std::string out;
    for (const char c : words)
        out += c == '_' || c == '%' || c == '&' || c == '#' ? "\\" + std::string(1, c) : std::string(1, c);
    return out;
}

std::string title(const FactsPage& page) {
    std::string out = page.system;
    for (std::size_t k = 0; k < page.fixed.size(); ++k) out += (k == 0 ? " with " : ", ") + page.fixed[k];
    return out + ": what can be said without integrating\n";
}

}  // namespace

FactsPage facts_page(const Setting& setting, std::span<const Question* const> questions,
                     double seconds_per_fact) {
    FactsPage page{setting.system.name, {}, {}};
    for (const Question* question : questions)
        page.entries.push_back({question, answer(*question, setting, Budget(seconds_per_fact))});
    return page;
}

std::string as_text(const FactsPage& page) {
    std::string out = title(page);
    for (const auto& [question, fact] : page.entries) {
        out += fmt::format("\n{}: {}\n", question->title, fact.verdict);
        for (const Fact::Sentence& sentence : fact.statement) out += wrapped(sentence.text);
        out += fmt::format("  proof: {} ({:.2g} s)\n", fact.proof, fact.seconds);
    }
    return out;
}

std::string as_latex(const FactsPage& page) {
    std::string out = "% " + title(page) + "\\begin{description}\n";
    for (const auto& [question, fact] : page.entries) {
        out += fmt::format("\\item[{}: {}]\n", question->title, escaped(fact.verdict));
        for (const Fact::Sentence& sentence : fact.statement) out += sentence.latex + ".\n";
        out += fmt::format("\\emph{{Proof:}} {} ({:.2g} s).\n", escaped(fact.proof), fact.seconds);
    }
    return out + "\\end{description}\n";
}

Json as_json(const FactsPage& page) {
    Json::Array rows;
    for (const auto& [question, fact] : page.entries) {
        Json::Array text, latex;
        for (const Fact::Sentence& sentence : fact.statement) {
            text.emplace_back(sentence.text);
            latex.emplace_back(sentence.latex);
        }
        rows.push_back(Json::object({{"fact", question->id},
                                     {"title", question->title},
                                     {"verdict", fact.verdict},
                                     {"statement", Json::array(std::move(text))},
                                     {"latex", Json::array(std::move(latex))},
                                     {"proof", fact.proof},
                                     {"seconds", fact.seconds}}));
    }
    return Json::array(std::move(rows));
}

std::string verdict_table(std::span<const FactsPage> pages) {
    if (pages.empty()) return "";
    std::vector<std::vector<std::string>> rows(1, {""});
    for (const auto& entry : pages[0].entries) rows[0].emplace_back(entry.question->id);
    for (const FactsPage& page : pages) {
        rows.push_back({page.system});
        for (const auto& entry : page.entries) rows.back().push_back(entry.fact.verdict);
    }
    std::string out;
    for (const auto& row : rows) {
        std::string line;
        for (std::size_t j = 0; j < row.size(); ++j) {
            std::size_t width = 0;
            for (const auto& other : rows) width = std::max(width, other[j].size());
            line += j + 1 < row.size() ? fmt::format("{:<{}}  ", row[j], width) : row[j];
        }
        out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    }
    return out;
}

}  // namespace anholon
