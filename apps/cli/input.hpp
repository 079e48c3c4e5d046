#pragma once

#include <optional>
#include <string>

#include "base/source.hpp"
#include "command.hpp"
#include "expr/context.hpp"
#include "model/language/scope.hpp"
#include "model/model_text.hpp"

namespace anholon::cli {

// An expression as it stands on the command line; "-" is what stdin holds.
Source read_source(const std::string& argument, Session& session);

// By way of a PendingFile: no failure leaves half of it. Throws where it cannot be written.
void write_file(const std::string& path, const std::string& text);

// Both ways to print an expression, and how the user chose between them.
struct Format {
    std::string as = "text";
};

void declare_format(Options& options, Format& format);
Outcome show(Expr e, const Format& format, Session& session, Json::Object more = {});

}  // namespace anholon::cli
