
#include "command.hpp"
#include "mechanics/forms/registry.hpp"
#include "options.hpp"
#include "report/layout.hpp"

namespace anholon::cli {

namespace {

std::string_view word(EquationForm::Role role) {
    switch (role) {
        case EquationForm::Role::form: return "form";
        case EquationForm::Role::axiom: return "axiom";
        case EquationForm::Role::control: return "control";
    }
    return "";
}

class Forms : public Command {
  public:
    std::string_view name() const override { return "forms"; }
    std::string_view summary() const override {
        return "list the forms of the equations and the axioms of motion";
    }
    std::string_view example() const override { return "anholon forms"; }
    bool may_run_long() const override { return false; }
    void declare(Options&) override {}

    Outcome run(Session& session) override {
        Outcome outcome;
        Json::Array rows;
        const auto list = [&](EquationForm::Role role, const char* heading) {
            outcome.text += std::string(outcome.text.empty() ? "" : "\n") + heading + "\n";
            for (const EquationForm& form : all_forms()) {
                if (form.role != role) continue;
                std::string id = "  " + form.id;
                id.resize(std::max<std::size_t>(id.size() + 1, 26), ' ');
                outcome.text += paragraph(id, form.title, 26, session.width) +
                                formula(std::string(26, ' '), form.formula, 28, session.width);
                rows.push_back(Json::object({{"form", form.id},
                                             {"role", word(form.role)},
                                             {"title", form.title},
                                             {"source", form.source},
                                             {"formula", form.formula}}));
            }
        };
        list(EquationForm::Role::form, "Forms of the nonholonomic equations, which all agree:");
        list(EquationForm::Role::axiom, "Other axioms of motion:");
        list(EquationForm::Role::control, "Controls, wrong on purpose or in general:");
        outcome.result = Json::array(std::move(rows));
        return outcome;
    }
};

}  // namespace

std::unique_ptr<Command> make_forms() { return std::make_unique<Forms>(); }

}  // namespace anholon::cli
