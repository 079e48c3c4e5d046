#include "model/gallery.hpp"

#include "command.hpp"
#include "model_input.hpp"
#include "options.hpp"
#include "report/layout.hpp"
#include "syntax/statement.hpp"

namespace anholon::cli {

namespace {

// What a list of models says of one; read from its text without elaborating it.
struct Entry {
    std::string name, description, citation;
};

Entry entry(const GalleryModel& model) {
    Entry out{std::string(model.name), "", ""};
    const Source source(out.name, std::string(model.text));
    Diagnostics diagnostics;
    const auto tree = syntax::parse_model(source, diagnostics);
    if (!tree) return out;
    for (const syntax::Statement& s : tree->statements) {
        if (const auto* d = std::get_if<syntax::DescriptionStatement>(&s.what); d && out.description.empty())
            out.description = syntax::string_value(source.text(d->text));
        if (const auto* c = std::get_if<syntax::CiteStatement>(&s.what))
            out.citation += (out.citation.empty() ? "" : "; ") + syntax::string_value(source.text(c->text));
    }
    return out;
}

class Gallery : public Command {
  public:
    std::string_view name() const override { return "gallery"; }
    std::string_view summary() const override {
        return "list the models that come with the program, or print the source of one";
    }
    std::string_view example() const override { return "anholon gallery rattleback > my-rattleback.anh"; }
    bool may_run_long() const override { return false; }
    void declare(Options& options) override {
        options.add("NAME", model_, "a model whose source is printed; without it, all models are listed");
    }

    Outcome run(Session& session) override { return model_.empty() ? list(session) : source(); }

  private:
    static Outcome list(const Session& session) {
        std::vector<ListedTerm> rows;
        Json::Array models;
        for (const GalleryModel& model : anholon::gallery()) {
            const Entry e = entry(model);
            rows.push_back({e.name, e.description});
            models.push_back(
                Json::object({{"name", e.name}, {"description", e.description}, {"citation", e.citation}}));
        }
        return {.text = term_list(rows, session.width),
                .result = Json::object({{"models", Json::array(std::move(models))}})};
    }

    Outcome source() const {
        const GalleryModel* model = find_in_gallery(model_);
        if (!model) no_model_in_gallery(model_);
        return {.text = std::string(model->text),
                .result = Json::object({{"name", model_}, {"text", std::string(model->text)}})};
    }

    std::string model_;
};

}  // namespace

std::unique_ptr<Command> make_gallery() { return std::make_unique<Gallery>(); }

}  // namespace anholon::cli
