#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mechanics/setting.hpp"
#include "structure/budget.hpp"

namespace anholon {

// Something that can be said about a system without integrating it.
struct Fact {
    // One word or two that a program can compare: "yes", "no", "nonholonomic", "none", …; "not decided" with the reason in the
    // statement where the hypotheses of a criterion fail or the time was up. Never a guess.
    std::string verdict;
    struct Sentence {
        std::string text, latex;
    };
    std::vector<Sentence> statement;  // a line each; the first says the verdict in mechanics' words
    std::string
        proof;  // what kind: "normal form", "prime field, error below 1e-30", "exact linear algebra", …
    double seconds = 0;   // set by answer()
    bool failed = false;  // it could not be derived: "not decided", and the program's fault
};

// A question that is put to every system; each is answered in a file of its own.
struct Question {
    std::string_view id;     // "integrability", as in JSON
    std::string_view title;  // "Integrability of the constraints"
    Fact (*answer)(const Setting& setting, const Budget& budget);
};

// The only list of questions: command line, tests and documents read it.
std::span<const Question> all_questions();
const Question* find_question(std::string_view id);  // nothing if there is none

Fact answer(const Question& question, const Setting& setting,
            const Budget& budget);  // with its time; catches TimeIsUp

}  // namespace anholon
