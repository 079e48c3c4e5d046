#pragma once

#include <string>
#include <vector>

#include "report/json.hpp"
#include "verify/lowering.hpp"
#include "verify/verify.hpp"

namespace anholon {

// What `verify` has found out about one system, ready to be printed.
struct VerificationPage {
    std::string system;  // as it is called
    std::vector<FormVerdict> forms;
    Answer agree = Answer::yes;  // do all forms that must?
    LoweringVerdict model;       // of the model's parts
    struct Expected {
        std::string stated;  // as it is written
        ExpectationVerdict verdict;
    };
    std::vector<Expected> expectations;
};

// The source is the text of the system.
VerificationPage verification_page(const std::string& title, const Source& source, const System& system,
                                   const VerifyOptions& options);

std::string as_text(const VerificationPage& page, std::size_t width);
Json as_json(const VerificationPage& page);

// "agrees, by normal form"
std::string verdict_text(const FormVerdict& v);
std::string verdict_text(const LoweringVerdict& v);
std::string verdict_text(const ExpectationVerdict& v);

}  // namespace anholon
