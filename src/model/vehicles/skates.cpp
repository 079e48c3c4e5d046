#include "model/vehicles/skates.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include "base/text.hpp"
#include "syntax/token.hpp"

namespace anholon {

namespace {

using namespace syntax;
using Support = AxleStatement::Support;

class Replacement {
  public:
    Replacement(const ModelTree& tree, const Source& source) : tree_(tree), source_(source) {
        Diagnostics diagnostics;
        tokens_ = lex(source, diagnostics);
        for (const Statement& s : tree.statements)
            if (const auto* axle = std::get_if<AxleStatement>(&s.what)) forget_turns(*axle);
        forget_what_holds_them();
    }

    std::string run() {
        edit(tree_.name, std::string(source_.text(tree_.name)) + "OnSkates");
        for (const Statement& s : tree_.statements) {
            if (const auto* axle = std::get_if<AxleStatement>(&s.what)) edit(*axle);
            if (const auto* init = std::get_if<InitStatement>(&s.what)) edit_list(s, init->items);
            if (const auto* guess = std::get_if<GuessStatement>(&s.what)) edit_list(s, guess->items);
            if (const auto* let = std::get_if<LetStatement>(&s.what)) edit_list(s, let->items);
            if (std::holds_alternative<OutputStatement>(s.what) && speaks_of_them(s.span)) edit(s.span, "");
            if (std::holds_alternative<QuasiStatement>(s.what) && !keeps_quasi_) edit(s.span, "");
            if (const auto* run = std::get_if<ExperimentStatement>(&s.what)) edit(s, *run);
            if (std::holds_alternative<ExpectStatement>(s.what) && speaks_of_them(s.span)) edit(s.span, "");
            if (std::holds_alternative<PictureStatement>(s.what)) edit(s.span, "");  // of the wheels
        }
        std::ranges::sort(edits_, {}, [](const Edit& e) { return e.span.begin; });
        std::string out;
        std::size_t at = 0;
        for (const Edit& e : edits_) {
            out += source_.text().substr(at, e.span.begin - at);
            out += e.text;
            at = e.span.end;
        }
        return out + std::string(source_.text().substr(at));
    }

  private:
    struct Edit {
        Span span;
        std::string text;
    };

    void edit(Span span, std::string text) { edits_.push_back({span, std::move(text)}); }

    // --- what is no longer there

    void forget_turns(const AxleStatement& axle) {
        if (!axle.support || axle.support->kind == Support::Kind::skate) return;
        for (const char* number : {"", "1", "2"})
            forgotten_.insert(ascii_name(source_.text(axle.name)) + "_phi" + number);
    }

    // Abbreviations and quasi-velocities made of what is no longer there; without one of them the quasi-velocities are too few.
    void forget_what_holds_them() {
        for (const Statement& s : tree_.statements) {
            if (const auto* let = std::get_if<LetStatement>(&s.what))
                for (const Definition& d : let->items)
                    if (speaks_of_them(whole(d))) forgotten_.insert(ascii_name(source_.text(d.name)));
            if (const auto* outputs = std::get_if<OutputStatement>(&s.what);
                outputs && speaks_of_them(s.span))
                for (const auto& item : outputs->items)
                    forgotten_.insert(ascii_name(source_.text(item.definition.name)));
            if (const auto* quasi = std::get_if<QuasiStatement>(&s.what))
                for (const Definition& d : quasi->items)
                    if (speaks_of_them(whole(d))) keeps_quasi_ = false;
        }
        for (const Statement& s : tree_.statements)
            if (const auto* quasi = std::get_if<QuasiStatement>(&s.what); quasi && !keeps_quasi_)
                for (const Definition& d : quasi->items) forgotten_.insert(ascii_name(source_.text(d.name)));
    }

    bool speaks_of_them(Span span) const {
        return std::ranges::any_of(tokens_, [&](const Token& t) {
            if (t.kind != TokenKind::name || t.span.begin < span.begin || t.span.end > span.end) return false;
            const std::string name = ascii_name(source_.text(t.span));
            return forgotten_.contains(name) || name.starts_with("lambda");
        });
    }

    // --- lists of definitions

    static Span whole(const Definition& d) {
        return d.unit ? join(d.name, *d.unit) : join(d.name, d.value.span);
    }

    // a = 1, b = 2 [m]; what is left of it
    std::string kept(const std::vector<Definition>& items) const {
        std::string out;
        for (const Definition& d : items)
            if (!speaks_of_them(whole(d)))
                out += (out.empty() ? "" : ", ") + std::string(source_.text(whole(d)));
        return out;
    }

    void edit_list(const Statement& s, const std::vector<Definition>& items) {
        if (!std::ranges::any_of(items, [&](const Definition& d) { return speaks_of_them(whole(d)); }))
            return;
        const std::string list = kept(items);
        edit(s.span, list.empty() ? "" : std::string(source_.text(s.keyword)) + " " + list);
    }

    void edit(const Statement& s, const ExperimentStatement& e) {
        const auto of_them = [&](const Definition& d) { return speaks_of_them(whole(d)); };
        if (std::ranges::none_of(e.init, of_them) && std::ranges::none_of(e.guesses, of_them)) return;
        std::string text = "experiment " + std::string(source_.text(e.name)) + " {\n";
        for (const auto& setting : e.settings)
            text += std::string(source_.text(setting.keyword)) + " " +
                    std::string(source_.text(setting.value.span)) + "\n";
        if (!e.parameters.empty()) text += "param " + kept(e.parameters) + "\n";
        if (const std::string list = kept(e.init); !list.empty()) text += "init " + list + "\n";
        if (const std::string list = kept(e.guesses); !list.empty()) text += "guess " + list + "\n";
        edit(s.span, text + "}");
    }

    // --- the skates

    // As a factor: in parentheses unless it is one word.
    std::string factor(const Expression& e) const {
        const std::string text(source_.text(e.span));
        const bool is_word = std::ranges::any_of(tokens_, [&](const Token& t) { return t.span == e.span; });
        return is_word ? text : "(" + text + ")";
    }

    // m_w + i/h²
    std::string rolled_mass(const Support& s) const {
        const std::string mass = s.mass ? std::string(source_.text(s.mass->span)) : "";
        const std::string spin = s.spin ? factor(*s.spin) + "/" + factor(*s.radius) + "^2" : "";
        return mass + (mass.empty() || spin.empty() ? "" : " + ") + spin;
    }

    // A wheel: m_s = m_w + i/h², j_s = j. A pair: twice that, and each wheel's m_s at l = track/2 from the middle.
    void edit(const AxleStatement& axle) {
        const Support& s = *axle.support;
        if (s.kind == Support::Kind::skate) return;
        const bool is_pair = s.kind == Support::Kind::pair;
        std::string mass = rolled_mass(s);
        std::string turn =
            s.turn ? (is_pair ? "2*" + factor(*s.turn) : std::string(source_.text(s.turn->span))) : "";
        if (is_pair && !mass.empty()) {
            turn += (turn.empty() ? "(" : " + (") + mass + ")*" + factor(*s.track) + "^2/2";
            mass = "2*(" + mass + ")";
        }
        std::string skate = "skate";
        if (!mass.empty()) skate += " mass " + mass;
        if (!turn.empty()) skate += (mass.empty() ? " turn " : ", turn ") + turn;
        edit(s.span, skate);
    }

    const ModelTree& tree_;
    const Source& source_;
    std::vector<Token> tokens_;
    std::set<std::string> forgotten_;
    bool keeps_quasi_ = true;
    std::vector<Edit> edits_;
};

}  // namespace

std::string with_skates(const ModelTree& tree, const Source& source) {
    return Replacement(tree, source).run();
}

}  // namespace anholon
