#pragma once

#include "model/refusal.hpp"

namespace anholon::request {

// What is being caught, as a refusal: every program that asks tells failures by this list. `model` is the text of the model, if one was
// read. Lets Cancelled pass.
Refusal failure(const Source* model);

// "did you mean 'hamel'?", or `otherwise`.
std::string did_you_mean(const std::string& word, const std::vector<std::string>& words,
                         const std::string& otherwise = "");

}  // namespace anholon::request
