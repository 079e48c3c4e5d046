#include <algorithm>

#include "code/source/registry.hpp"
#include "facts/questions.hpp"
#include "mechanics/forms/registry.hpp"
#include "model/gallery.hpp"
#include "model/model_text.hpp"
#include "motion/method.hpp"
#include "report/version.hpp"
#include "serve/asks.hpp"
#include "serve/title.hpp"
#include "syntax/statement.hpp"

// What does not depend on a model of the page: the program itself, its forms and facts, its gallery.

namespace anholon::serve {

Ask ask_hello() {
    const Type form =
        record("FormInfo", {{"id", text()},
                            {"title", text()},
                            {"source", text(), "in the literature"},
                            {"formula", text()},
                            {"role", one_of({"form", "axiom", "control"}),
                             "forms must agree; axioms are other laws; controls are wrong on purpose"}});
    const Type named = record("Named", {{"id", text()}, {"title", text()}});
    return {.name = "hello",
            .about = "The program, and what it knows",
            .result = record("Hello", {{"version", text()},
                                       {"forms", list(form)},
                                       {"facts", list(named)},
                                       {"languages", list(named), "to which equations are exported"},
                                       {"methods", list(text()), "of integration"}}),
            .answer = [](Call&) {
                Json::Array forms, facts, languages, methods;
                const char* const roles[] = {"form", "axiom", "control"};
                for (const EquationForm& f : all_forms())
                    forms.push_back(Json::object({{"id", f.id},
                                                  {"title", f.title},
                                                  {"source", f.source},
                                                  {"formula", f.formula},
                                                  {"role", roles[static_cast<int>(f.role)]}}));
                for (const Question& q : all_questions())
                    facts.push_back(Json::object({{"id", q.id}, {"title", q.title}}));
                for (const SourceLanguage& l : all_languages())
                    languages.push_back(Json::object({{"id", l.id}, {"title", l.title}}));
                for (const Method& m : all_methods()) methods.emplace_back(m.name);
                return Json::object({{"version", version()},
                                     {"forms", Json::array(std::move(forms))},
                                     {"facts", Json::array(std::move(facts))},
                                     {"languages", Json::array(std::move(languages))},
                                     {"methods", Json::array(std::move(methods))}});
            }};
}

namespace {

// What kind of thing a statement brings into a model, to be searched for.
const char* keyword(const syntax::Statement& s) {
    using namespace syntax;
    if (std::holds_alternative<BodyStatement>(s.what)) return "body";
    if (std::holds_alternative<ContactStatement>(s.what)) return "contact";
    if (std::holds_alternative<JointStatement>(s.what)) return "joint";
    if (std::holds_alternative<SpringStatement>(s.what)) return "spring";
    if (std::holds_alternative<FrameStatement>(s.what)) return "vehicle";
    if (std::holds_alternative<AxleStatement>(s.what)) return "axle";
    if (std::holds_alternative<FrictionStatement>(s.what)) return "friction";
    if (std::holds_alternative<ConstraintStatement>(s.what)) return "constraint";
    if (std::holds_alternative<AlgebraStatement>(s.what)) return "Lie algebra";
    return nullptr;
}

Json entry(const GalleryModel& model) {
    const Source source{std::string(model.name), std::string(model.text)};
    Diagnostics said;
    std::string description;
    std::vector<std::string> citations, keywords;
    if (const auto tree = syntax::parse_model(source, said))
        for (const syntax::Statement& s : tree->statements) {
            if (const auto* d = std::get_if<syntax::DescriptionStatement>(&s.what); d && description.empty())
                description = syntax::string_value(source.text(d->text));
            if (const auto* c = std::get_if<syntax::CiteStatement>(&s.what))
                citations.push_back(syntax::string_value(source.text(c->text)));
            if (const char* word = keyword(s); word && std::ranges::find(keywords, word) == keywords.end())
                keywords.emplace_back(word);
        }
    std::vector<std::string> words = citations;
    words.push_back(description);
    return Json::object({{"name", model.name},
                         {"title", title_of(std::string(model.name), words)},
                         {"description", description},
                         {"citations", Json::array(Json::Array(citations.begin(), citations.end()))},
                         {"keywords", Json::array(Json::Array(keywords.begin(), keywords.end()))}});
}

}  // namespace

Ask ask_gallery() {
    const Type row = record("GalleryEntry", {{"name", text()},
                                             {"title", text()},
                                             {"description", text()},
                                             {"citations", list(text())},
                                             {"keywords", list(text())}});
    return {.name = "gallery",
            .about = "The models that come with the program",
            .result = list(row),
            .answer = [](Call&) {
                Json::Array rows;
                for (const GalleryModel& model : anholon::gallery()) rows.push_back(entry(model));
                return Json::array(std::move(rows));
            }};
}

Ask ask_text() {
    return {.name = "text",
            .about = "The text of a model of the gallery",
            .fields = {{"name", serve::text()}},
            .result = record("Text", {{"text", serve::text()}}),
            .answer = [](Call& call) {
                const Source source = text_of_gallery(call.text("name"));
                return Json::object({{"text", source.text()}});
            }};
}

}  // namespace anholon::serve
