#pragma once

#include <string>
#include <vector>

#include "mechanics/setting.hpp"
#include "structure/evidence/budget.hpp"

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

}  // namespace anholon
