#pragma once

#include <stdexcept>
#include <string>

#include "base/diagnostic.hpp"
#include "syntax/statement.hpp"

// For tests: what is said of a text that is no model.
namespace anholon::syntax {

inline std::string errors(std::string text) {
    const Source source("s.anh", std::move(text));
    Diagnostics diagnostics;
    if (parse_model(source, diagnostics) || !diagnostics.failed())
        throw std::runtime_error("the text is a model");
    return render(diagnostics, source);
}

}  // namespace anholon::syntax
