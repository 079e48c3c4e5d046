#include "form_input.hpp"

#include "base/text.hpp"

namespace anholon::cli {

std::string form_ids() {
    std::string out;
    for (const EquationForm& form : all_forms()) out += (out.empty() ? "" : ", ") + form.id;
    return out;
}

Message unknown_form(const std::string& id) {
    std::vector<std::string> ids;
    for (const EquationForm& form : all_forms()) ids.push_back(form.id);
    const auto near = nearest(id, ids);
    return {.code = "form-unknown",
            .message = "there is no form '" + id + "'",
            .help = near ? "did you mean '" + *near + "'?" : "`anholon forms` lists them"};
}

}  // namespace anholon::cli
