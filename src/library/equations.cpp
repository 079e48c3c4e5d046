#include "code/source/registry.hpp"
#include "library/internals.hpp"
#include "mechanics/forms/registry.hpp"
#include "model/fork.hpp"
#include "motion/exported.hpp"
#include "motion/law.hpp"
#include "report/derivation.hpp"

namespace anholon {
inline namespace v0 {

std::vector<FormInfo> forms() {
    std::vector<FormInfo> list;
    for (const EquationForm& form : all_forms())
        if (form.role != EquationForm::Role::control)
            list.push_back({form.id, form.title, form.source, form.formula});
    return list;
}

std::string derive(const Model& model, const DeriveRequest& request) {
    return library::answered(model, [&] {
        const EquationForm* asked = library::form_of(request.form);
        const System system = fork(model.frozen().system);
        const Setting setting(system, regular_velocities(system));
        const EquationForm& form = asked ? *asked : law_of_motion(system);
        library::demand_applicable(form, setting);
        const Derivation d =
            derivation(setting, form, request.simplify ? Simplification::full : Simplification::none);
        switch (request.format) {
            case Format::text: return as_text(d, request.width);
            case Format::latex: return as_latex(d);
            case Format::json: return to_string(as_json(d));
        }
        return std::string();
    });
}

std::vector<std::string> languages() {
    std::vector<std::string> ids;
    for (const SourceLanguage& language : all_languages()) ids.push_back(language.id);
    return ids;
}

SourceCode export_to(const Model& model, const std::string& language, const ExportRequest& request) {
    return library::answered(model, [&] {
        const SourceLanguage* to = find_language(language);
        if (!to)
            throw library::error_of("language-unknown", "there is no language '" + language + "'",
                                    library::did_you_mean(language, languages()));
        if (request.jacobian && !to->has_jacobian)
            throw library::error_of("jacobian-unavailable", to->title +
                                                                " does not need a Jacobian: its "
                                                                "tools compute derivatives themselves");
        const EquationForm* asked = library::form_of(request.form);
        const System system = fork(model.frozen().system);
        const EquationForm& form = asked ? *asked : form_to_export(system);
        library::demand_applicable(form, Setting(system));
        if (const Reason why = lacks_number(system, form))
            throw library::error_of("form-inapplicable", form.title + " has no value: " + *why);
        const InitialStateOptions start =
            read_initial_state({.parameters = library::assignments(request.parameters),
                                .values = library::assignments(request.initial)},
                               system);
        const ExportedEquations exported = exported_equations(system, form, start);
        const ExportOptions options{.jacobian = request.jacobian};
        return SourceCode{.text = to->write(exported.equations, options),
                          .header = to->header ? to->header(exported.equations, options) : ""};
    });
}

}  // namespace v0
}  // namespace anholon
