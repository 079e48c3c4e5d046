#include "request/export.hpp"

#include "model/friction_refusal.hpp"
#include "motion/exported.hpp"
#include "motion/law.hpp"
#include "request/failure.hpp"
#include "request/form.hpp"

namespace anholon::request {

namespace {

using Of = Refusal::Of;

const SourceLanguage& language_of(const std::string& id) {
    if (const SourceLanguage* language = find_language(id)) return *language;
    std::vector<std::string> ids;
    for (const SourceLanguage& language : all_languages()) ids.push_back(language.id);
    throw Refusal(Of::words, "language-unknown", "there is no language '" + id + "'", did_you_mean(id, ids));
}

}  // namespace

const EquationForm& exported_form(const std::string& id, const System& system) {
    refuse_phases(system, "an exported program");
    return id.empty() ? form_to_export(system) : form_of(id);
}

void demand_exportable(const EquationForm& form, const System& system) {
    demand_applicable(form, Setting(system));
    if (const Reason why = lacks_number(system, form))
        throw Refusal(Of::system, "form-inapplicable", form.title + " has no value: " + *why);
}

ExportedProgram answer(const Export& request, const System& system) {
    const SourceLanguage& language = language_of(request.language);
    if (request.options.jacobian && !language.why_no_jacobian.empty())
        throw Refusal(Of::words, "jacobian-unavailable", language.why_no_jacobian, "leave out the Jacobian");
    const EquationForm& form = exported_form(request.form, system);
    const InitialStateOptions start = read_initial_state(request.start, system);
    demand_exportable(form, system);
    const ExportedEquations exported = exported_equations(system, form, start);
    ExportOptions options = request.options;
    for (const Parameter& p : system.parameters) options.is_input.push_back(p.is_input);
    return {.language = &language,
            .form = &form,
            .text = language.write(exported.equations, options),
            .header = language.header ? language.header(exported.equations, options) : "",
            .can_start = exported.can_start};
}

}  // namespace anholon::request
