#include "request/form.hpp"

#include "request/failure.hpp"

namespace anholon::request {

const EquationForm& form_of(const std::string& id) {
    if (const EquationForm* form = find_form(id)) return *form;
    std::vector<std::string> ids;
    for (const EquationForm& form : all_forms()) ids.push_back(form.id);
    throw Refusal(Refusal::Of::words, "form-unknown", "there is no form '" + id + "'",
                  did_you_mean(id, ids, "`anholon forms` lists them"));
}

void demand_applicable(const EquationForm& form, const Setting& setting) {
    if (const Reason why = form.inapplicable(setting))
        throw Refusal(Refusal::Of::system, "form-inapplicable", form.title + " does not apply: " + *why);
}

}  // namespace anholon::request
