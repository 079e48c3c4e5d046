#pragma once

#include <span>
#include <string>
#include <vector>

#include "facts/questions.hpp"
#include "report/json.hpp"

namespace anholon {

// What was found out about one system, ready to be printed.
struct FactsPage {
    std::string system;
    struct Entry {
        const Question* question;
        Fact fact;
    };
    std::vector<Entry> entries;
    std::vector<std::string> fixed = {};  // "a = 0": parameters that are numbers
};

// Every question gets a budget of its own.
FactsPage facts_page(const Setting& setting, std::span<const Question* const> questions,
                     double seconds_per_fact);

std::string as_text(const FactsPage& page, std::size_t width);
std::string as_latex(const FactsPage& page);
Json as_json(const FactsPage& page);  // a list with an object per question: docs/concepts/facts.md

// The verdicts of many systems, one row per system. Columns that do not fit into the width stand below the others.
std::string verdict_table(std::span<const FactsPage> pages, std::size_t width);

}  // namespace anholon
