#include "report/facts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/words.hpp"
#include "report/data.hpp"
#include "report/layout.hpp"

namespace anholon::request {

namespace {

// Words in LaTeX's text mode; formulas come as $…$ in the sentences themselves.
std::string escaped(const std::string& words) {
    std::string out;
    for (const char c : words)
        out += c == '_' || c == '%' || c == '&' || c == '#' ? "\\" + std::string(1, c) : std::string(1, c);
    return out;
}

std::string title(const FactsFound& page) {
    std::string out = page.system;
    for (std::size_t k = 0; k < page.fixed.size(); ++k) out += (k == 0 ? " with " : ", ") + page.fixed[k];
    return out + ": what can be said without integrating";
}

}  // namespace

std::string as_text(const FactsFound& page, std::size_t width) {
    std::string out = paragraph("", title(page), 2, width);
    if (!page.inputs.empty())
        out += paragraph("", "inputs are held constant: " + joined(page.inputs), 2, width);
    for (const auto& [question, fact] : page.entries) {
        out += "\n" + paragraph("", fmt::format("{}: {}", question->title, fact.verdict.text()), 2, width);
        for (const Fact::Sentence& sentence : fact.statement) out += paragraph("  ", sentence.text, 6, width);
        out += paragraph("  ", "proof: " + text(fact.proof), 6, width);
    }
    return out;
}

std::string as_latex(const FactsFound& page) {
    std::string out = "% " + title(page) + "\n\\begin{description}\n";
    for (const auto& [question, fact] : page.entries) {
        out += fmt::format("\\item[{}: {}]\n", question->title, escaped(fact.verdict.text()));
        for (const Fact::Sentence& sentence : fact.statement) out += sentence.latex + ".\n";
        out += fmt::format("\\emph{{Proof:}} {}.\n", escaped(text(fact.proof)));
    }
    return out + "\\end{description}\n";
}

Json as_json(const FactsFound& page) {
    Json::Array rows;
    for (const auto& [question, fact] : page.entries) {
        Json::Array said, latex;
        for (const Fact::Sentence& sentence : fact.statement) {
            said.emplace_back(sentence.text);
            latex.emplace_back(sentence.latex);
        }
        Json::Object row{{"fact", question->id},
                         {"title", question->title},
                         {"verdict", fact.verdict.text()},
                         {"answer", fact.verdict.answer()},
                         {"statement", Json::array(std::move(said))},
                         {"latex", Json::array(std::move(latex))},
                         {"proof", text(fact.proof)},
                         {"proof_kind", name(fact.proof.kind)},
                         {"error_bound", fact.proof.error_bound},
                         {"results", as_json(Data(fact.results))},
                         {"seconds", fact.seconds}};
        if (fact.verdict.is_undecided()) row.emplace_back("reason", fact.reason);
        rows.push_back(Json::object(std::move(row)));
    }
    return Json::array(std::move(rows));
}

std::string verdict_table(std::span<const FactsFound> pages, std::size_t width) {
    if (pages.empty()) return "";
    TableRows rows(1, {""});
    for (const auto& entry : pages[0].entries) rows[0].emplace_back(entry.question->id);
    for (const FactsFound& page : pages) {
        rows.push_back({page.system});
        for (const auto& entry : page.entries) rows.back().push_back(entry.fact.verdict.text());
    }
    return table(rows, width);
}

std::string table(const TableRows& rows, std::size_t width) {
    std::vector<std::size_t> widths;
    for (std::size_t j = 0; j < rows[0].size(); ++j) {
        widths.push_back(0);
        for (const auto& row : rows) widths[j] = std::max(widths[j], cells(row[j]));
    }
    // As many columns as fit, then the others below, each part with the names of the systems.
    std::string out;
    for (std::size_t from = 1, to = 1; from < widths.size(); from = to) {
        std::size_t used = widths[0];
        for (; to < widths.size() && (to == from || used + 2 + widths[to] <= width); ++to)
            used += 2 + widths[to];
        if (from > 1) out += "\n";
        for (const auto& row : rows) {
            std::string line = fmt::format("{:<{}}", row[0], widths[0]);
            for (std::size_t j = from; j < to; ++j) line += fmt::format("  {:<{}}", row[j], widths[j]);
            out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
        }
    }
    return out;
}

}  // namespace anholon::request
