#pragma once

#include <functional>
#include <string>
#include <vector>

#include "facts/questions.hpp"
#include "mechanics/claims/model_claims.hpp"

namespace anholon::request {

struct Facts {
    std::vector<std::string> names = {};  // of questions; all of them if empty
    double seconds = 30;                  // for each
    std::vector<std::string> at =
        {};  // NAME=VALUE: coordinates of the point to examine instead of the initial state
    std::vector<std::string> fixed =
        {};  // NAME=VALUE: the parameters that are numbers in this system, to be told
    std::function<void(const std::string& fact)> progress = {};  // before each
    struct Entry {
        const Question* question;
        Fact fact;
    };
    std::function<void(const Entry& entry)> answered = {};  // after each
};

// What was found out about one system.
struct FactsFound {
    std::string system;
    using Entry = Facts::Entry;
    std::vector<Entry> entries;
    std::vector<std::string> fixed = {};   // "a = 0"
    std::vector<std::string> inputs = {};  // which are held constant
};

std::vector<std::string> fact_names();
const Question& question_of(const std::string& id);  // throws Refusal

// Judges what a certificate can state of the answers, anew and without the ways by which it was found. Returns what is not a part of
// the certificate, with the reason. A claim that the judge contradicts is a defect of the program: throws.
std::vector<std::string> judge_claims(const FactsFound& found, ModelClaims& claims);

// The system's initial state moves to the point that is asked for. Throws Refusal.
FactsFound answer(const Facts& request, System& system);

}  // namespace anholon::request
