#pragma once

#include <span>
#include <string_view>

#include "structure/evidence/fact.hpp"

namespace anholon {

// A question that is put to every system; each is answered in a file of its own.
struct Question {
    std::string_view id;     // "integrability", as in JSON
    std::string_view title;  // "Integrability of the constraints"
    std::span<const std::string_view>
        answers;  // the words of "not decided", "does not apply" and its other answers
    Fact (*answer)(const Setting& setting, const Budget& budget);
};

// The only list of questions: command line, tests and documents read it.
std::span<const Question> all_questions();
const Question* find_question(std::string_view id);  // nothing if there is none

// A system with free velocities that do not depend on the order in which its coordinates are declared.
Setting setting_for_questions(const System& system);

Fact answer(const Question& question, const Setting& setting,
            const Budget& budget);  // with its time; catches TimeIsUp

}  // namespace anholon
