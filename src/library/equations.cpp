#include "library/internals.hpp"
#include "model/fork.hpp"
#include "report/derivation.hpp"
#include "request/export.hpp"

namespace anholon {
inline namespace v0 {

std::vector<FormInfo> forms() {
    std::vector<FormInfo> list;
    for (const EquationForm& form : all_forms())
        if (form.role != EquationForm::Role::control)
            list.push_back({form.id, form.title, form.source, form.formula});
    return list;
}

std::string derive(const Model& model, const DeriveRequest& asked) {
    return library::answered(model, asked.limits, [&] {
        const System system = fork(model.frozen().system);
        const request::Derivations found =
            request::answer(request::Derive{.form = asked.form,
                                            .simplify = asked.simplify,
                                            .progress = library::progress_of(asked.limits)},
                            system);
        switch (asked.format) {
            case Format::text: return as_text(found, asked.width);
            case Format::latex: return as_latex(found);
            case Format::json: return to_string(as_json(found));
        }
        return std::string();
    });
}

std::vector<std::string> languages() {
    std::vector<std::string> ids;
    for (const SourceLanguage& language : all_languages()) ids.push_back(language.id);
    return ids;
}

SourceCode export_to(const Model& model, const std::string& language, const ExportRequest& asked) {
    return library::answered(model, asked.limits, [&] {
        const System system = fork(model.frozen().system);
        request::ExportedProgram program =
            request::answer(request::Export{.language = language,
                                            .form = asked.form,
                                            .start = {.parameters = library::assignments(asked.parameters),
                                                      .values = library::assignments(asked.initial)},
                                            .options = {.jacobian = asked.jacobian}},
                            system);
        return SourceCode{.text = std::move(program.text), .header = std::move(program.header)};
    });
}

}  // namespace v0
}  // namespace anholon
