#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/source.hpp"
#include "syntax/model_tree.hpp"

namespace anholon::syntax {

// The words that begin a statement of a model. They are reserved at that place only.
std::span<const std::string_view> statement_keywords();

// The words of a picture: those that begin an item, the parts of one, colours and roles.
std::span<const std::string_view> picture_items();
std::vector<std::string_view> picture_parts(std::string_view item);
std::span<const std::string_view> picture_colours();
std::span<const std::string_view> picture_roles();

// Reads a whole .anh text. After a mistake it goes on at the next statement, so that one run reports several; a
// tree comes out only if there was none.
std::optional<ModelTree> parse_model(const Source& source, Diagnostics& diagnostics);
std::optional<ModelTree> parse_model(std::span<const Token> tokens, const Source& source,
                                     Diagnostics& diagnostics);

struct ParsedDefinition {
    Tree tree;
    Definition definition;
};

// The whole text is name {'} = value [unit].
std::optional<ParsedDefinition> parse_definition(const Source& source, Diagnostics& diagnostics);

}  // namespace anholon::syntax
