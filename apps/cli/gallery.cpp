#include "model/gallery.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "command.hpp"
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
    std::string_view summary() const override { return "list the models that come with the program"; }
    void declare(CLI::App&) override {}

    Outcome run(Session&) override {
        std::vector<Entry> entries;
        std::size_t width = 0;
        for (const GalleryModel& model : anholon::gallery()) {
            entries.push_back(entry(model));
            width = std::max(width, entries.back().name.size());
        }
        Outcome out;
        Json::Array list;
        for (const Entry& e : entries) {
            list.push_back(
                Json::object({{"name", e.name}, {"description", e.description}, {"citation", e.citation}}));
            if (!out.text.empty()) out.text += '\n';
            out.text += e.name + std::string(width + 2 - e.name.size(), ' ') + e.description;
        }
        out.result = Json::object({{"models", Json::array(std::move(list))}});
        return out;
    }
};

}  // namespace

std::unique_ptr<Command> make_gallery() { return std::make_unique<Gallery>(); }

}  // namespace anholon::cli
