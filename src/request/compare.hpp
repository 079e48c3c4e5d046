#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/system.hpp"
#include "structure/equivalence/conjugacy.hpp"

namespace anholon::request {

// Do two models have the same motions, up to a change of variables?
struct Compare {
    std::vector<std::string> map = {};     // "NAME = EXPR, …": of B, in the names of A
    std::optional<std::string> time = {};  // f of dt_B = f dt_A
    std::vector<std::string> where = {};   // "EXPR > 0" in the names of A: which root of a square is meant
    std::vector<std::string> find = {};    // parameters of B that the search may choose
    std::size_t starts = 40;               // of the search
    double budget = 60;                    // seconds of work
};

struct Comparison {
    std::string a, b;  // their titles
    struct Image {
        std::string name, value;
        enum class From { given, name, stated, found } from;
    };
    std::vector<Image> map;               // the last map that was tried; empty if there was none to try
    std::string rate = {};                // f, if it was given
    std::vector<std::string> where = {};  // as it was asked
    Conjugacy verdict = {};
    Parameters parameters = Parameters::free;  // for all their values, or at those stated
    std::string witness = {};                  // a state at which the map fails
    std::vector<std::string> notes = {};       // what else was tried, and what is known without a map
    bool was_given = false;                    // the map, or a part of it
    std::optional<std::size_t> dimension_of_a = {}, dimension_of_b = {};
};

// The systems as they were stated, or their cores, and their texts. Throws Refusal.
Comparison answer(const Compare& request, const std::string& title_a, const System& a,
                  const std::string& title_b, const System& b, const ModelTexts& texts = {});

}  // namespace anholon::request
