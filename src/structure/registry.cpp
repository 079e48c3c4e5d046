#include <algorithm>
#include <chrono>

#include "structure/equilibria.hpp"
#include "structure/fact.hpp"
#include "structure/symmetries.hpp"

namespace anholon {

namespace {

// One line a question, in the order in which they are printed.
const std::vector<Question>& questions() {
    static const std::vector<Question> list = {
        {"equilibria", "Equilibria and steady motions", equilibria},
        {"symmetries", "Symmetries and reversibility", symmetries},
    };
    return list;
}

}  // namespace

std::span<const Question> all_questions() { return questions(); }

const Question* find_question(std::string_view id) {
    const auto found = std::ranges::find(questions(), id, &Question::id);
    return found == questions().end() ? nullptr : &*found;
}

Fact answer(const Question& question, const Setting& setting, const Budget& budget) {
    const auto start = std::chrono::steady_clock::now();
    Fact fact;
    try {
        fact = question.answer(setting, budget);
    } catch (const TimeIsUp&) {
        char text[64];
        std::snprintf(text, sizeof text, "not decided within %g s", budget.seconds());
        fact = {.verdict = "not decided", .statement = {{text, text}}, .proof = "none"};
    }
    fact.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return fact;
}

}  // namespace anholon
