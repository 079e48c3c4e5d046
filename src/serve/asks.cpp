#include "serve/asks.hpp"

#include <algorithm>

#include "report/version.hpp"

// Each is defined in one of the files ask_*.cpp.
#define ANHOLON_ASKS(ask)                                                                                    \
    ask(hello) ask(gallery) ask(text) ask(check) ask(complete) ask(format) ask(move) ask(forms) ask(derive)  \
        ask(verify) ask(facts) ask(linearize) ask(compare) ask(export) ask(section) ask(lyapunov) ask(chart) \
            ask(orbit) ask(studies) ask(quadrature) ask(path) ask(variations) ask(action) ask(connect)       \
                ask(limit)

namespace anholon::serve {

#define DECLARE(name) Ask ask_##name();
ANHOLON_ASKS(DECLARE)
#undef DECLARE

const std::vector<Ask>& all_asks() {
    static const std::vector<Ask> all = [] {
        std::vector<Ask> list;
#define ADD(name) list.push_back(ask_##name());
        ANHOLON_ASKS(ADD)
#undef ADD
        return list;
    }();
    return all;
}

const Ask* find_ask(std::string_view name) {
    const auto found = std::ranges::find(all_asks(), name, &Ask::name);
    return found == all_asks().end() ? nullptr : &*found;
}

std::vector<Field> fields_of_requests() {
    return {{"id", integer(), "of the request: a positive number that this connection has not used yet"},
            {"ask", text(), "what is asked"},
            optional("lane", text(), "a new request in a lane cancels the older one of that lane"),
            optional("seconds", number(), "give up after this time; the server has a limit of its own")};
}

Type diagnostic_type() {
    return record("Diagnostic",
                  {{"severity", one_of({"error", "warning"})},
                   {"code", text(), "of its kind: name-unknown"},
                   {"message", text()},
                   {"help", nullable(text())},
                   {"notes", list(text())},
                   {"field", nullable(text()), "of the request in whose text it is: model, parameters, …"},
                   {"line", nullable(integer()), "from 1, as columns; columns count code points"},
                   {"column", nullable(integer())},
                   {"end_line", nullable(integer())},
                   {"end_column", nullable(integer())}});
}

Type end_type() {
    return record("End", {{"id", integer()},
                          {"event", one_of({"end"})},
                          {"ok", boolean()},
                          optional("result", anything()),
                          optional("errors", list(diagnostic_type())),
                          {"warnings", list(diagnostic_type())}});
}

Type progress_type() {
    return record("Progress", {{"id", integer()},
                               {"event", one_of({"progress"})},
                               {"done", number()},
                               {"of", number()},
                               {"part", text(), "what is worked at now"}});
}

namespace {

std::vector<Field> together(std::vector<Field> fields, const std::vector<Field>& more) {
    fields.insert(fields.end(), more.begin(), more.end());
    return fields;
}

}  // namespace

std::vector<Field> model_fields(std::vector<Field> more) {
    return together(
        {{"model", text(), "the text of the model"}, optional("model_name", text(), "how messages call it")},
        more);
}

std::vector<Field> start_fields(std::vector<Field> more) {
    return model_fields(together(
        {optional("parameters", map(value()), "values by name, in the units of the model"),
         optional("initial", map(value()), "initial values: of coordinates, velocities, quasi-velocities"),
         optional("experiment", text(), "of the model; 'default', if it has one")},
        more));
}

namespace {

std::string fields_name(const Ask& ask) {
    std::string name = ask.name;
    name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
    return name + "Fields";
}

}  // namespace

std::string typescript_of_protocol() {
    std::string out =
        "// The messages of `anholon serve`: docs/concepts/serve.md. Written by `anholon serve --types`.\n\n";
    std::vector<Type> types;
    collect_named(end_type(), types);
    collect_named(progress_type(), types);
    collect_named(record("Request", fields_of_requests()), types);
    for (const Ask& ask : all_asks()) {
        collect_named(record(fields_name(ask), ask.fields), types);
        collect_named(ask.result, types);
        if (ask.row) collect_named(*ask.row, types);
    }
    for (const Type& type : types) out += typescript_declaration(type) + "\n";
    out +=
        "/** Binary messages: four numbers u32 (id, kind, rows, columns), then rows of numbers f64, little "
        "endian. */\n"
        "export const BlockKind = { frames: 1, plot: 2, section: 3, chart: 4 } as const;\n\n"
        "/** What can be asked: its fields besides those of every request, its result, the rows that come "
        "before it. */\n"
        "export interface Asks {\n";
    for (const Ask& ask : all_asks()) {
        out += "  /** " + ask.about;
        for (const auto& [kind, what] : ask.frames)
            out += ". Binary kind " + std::to_string(static_cast<int>(kind)) + ": " + what;
        out += " */\n  " + ask.name + ": { fields: " + fields_name(ask) +
               "; result: " + typescript(ask.result) +
               "; row: " + (ask.row ? typescript(*ask.row) : "never") + " };\n";
    }
    return out + "}\n";
}

}  // namespace anholon::serve
