#pragma once

#include <optional>
#include <string_view>

#include "expr/context.hpp"

namespace anholon {

// A symbol that a derivation introduces. Its name is the one asked for, followed by as many _ as it takes to differ from the names of
// the model and of other purposes; asked again for the same name and purpose, it is the same symbol. So what is derived does not
// depend on what was derived before. `place` is its place in print among the introduced symbols.
Expr introduced(Context& c, std::string_view name, SymbolKind kind, std::string_view purpose,
                std::size_t place = 0);

// The symbol that stands in print for an expression to which the model gives this name; `place` is its place among such names.
Expr letter_of_model(Context& c, std::string_view name, std::size_t place);

// A name that the model gives to an expression: nothing introduced will have it.
void reserve_name(Context& c, std::string_view name);

// Whether a symbol has this name, or the model gives it to an expression.
bool is_taken(Context& c, std::string_view name);

// The order of symbols in print: by dots, then by declaration; behind what the model declares come its letters, then what is introduced.
std::uint64_t order_in_print(Context& c, NodeId symbol);

}  // namespace anholon
