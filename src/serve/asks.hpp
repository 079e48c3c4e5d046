#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "serve/call.hpp"
#include "serve/schema.hpp"

namespace anholon::serve {

// Something that a page may ask.
struct Ask {
    std::string name, about;
    std::vector<Field> fields = {};  // besides those of every request
    Type result;
    std::optional<Type> row = std::nullopt;                  // sent before the end
    std::vector<std::pair<Frame, std::string>> frames = {};  // binary messages, and what their rows are
    std::function<Json(Call&)> answer = {};  // on a thread of its own; throws what request::failure knows
};

// The only list: the server, the types of the page, the tests and the documents read it.
const std::vector<Ask>& all_asks();
const Ask* find_ask(std::string_view name);  // nothing if there is none

// Fields of every request, and the message that ends one.
std::vector<Field> fields_of_requests();
Type end_type();
Type progress_type();
Type diagnostic_type();

// Fields that several requests have.
std::vector<Field> model_fields(std::vector<Field> more = {});
std::vector<Field> start_fields(std::vector<Field> more = {});  // of a model that starts somewhere

// The types as TypeScript, for web/src/protocol.ts.
std::string typescript_of_protocol();

}  // namespace anholon::serve
