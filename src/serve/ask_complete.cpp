#include <algorithm>
#include <set>

#include "base/deadline.hpp"
#include "model/fork.hpp"
#include "model/language/builtin.hpp"
#include "model/language/unit_names.hpp"
#include "model/request.hpp"
#include "serve/asks.hpp"
#include "syntax/statement.hpp"
#include "syntax/token.hpp"

// What may stand where somebody is typing.

namespace anholon::serve {

namespace {

using syntax::Token;
using syntax::TokenKind;

Json entry(std::string_view label, const char* kind, const std::string& detail) {
    return Json::object({{"label", label}, {"kind", kind}, {"detail", detail}});
}

class Completion {
  public:
    Completion(Call& call, const Source& source, std::uint32_t place)
        : call_(call), source_(source), place_(place) {
        Diagnostics unheard;
        for (const Token& token : syntax::lex(source, unheard))
            if (token.span.begin < place && token.kind != TokenKind::end) before_.push_back(token);
        // The word that is being typed is no context.
        if (!before_.empty() && before_.back().kind == TokenKind::name && before_.back().span.end >= place) {
            typed_ = before_.back().span;
            before_.pop_back();
        }
    }

    Json answer() {
        if (is_in_string()) return Json::array({});
        if (is_in_unit()) return units();
        Json::Array out;
        if (is_in_picture() && !is_in_parentheses()) {
            if (const auto words = words_of_picture()) return *words;
        } else if (begins_statement())
            for (const std::string_view word : syntax::statement_keywords())
                out.push_back(entry(word, "statement", ""));
        add_names(out);
        for (const Builtin& function : builtins())
            out.push_back(entry(function.name, "function", std::string(function.usage)));
        return Json::array(std::move(out));
    }

  private:
    bool is_in_string() const {
        return !before_.empty() && before_.back().kind == TokenKind::string &&
               before_.back().span.end > place_;
    }

    bool is_in_unit() const {
        for (auto token = before_.rbegin(); token != before_.rend(); ++token) {
            if (token->kind == TokenKind::left_bracket) return true;
            if (token->kind == TokenKind::right_bracket || token->kind == TokenKind::left_brace ||
                token->kind == TokenKind::semicolon)
                return false;
        }
        return false;
    }

    bool begins_statement() const {
        if (before_.empty()) return false;
        const Token& last = before_.back();
        if (last.kind == TokenKind::left_brace || last.kind == TokenKind::right_brace ||
            last.kind == TokenKind::semicolon)
            return true;
        const std::uint32_t here = typed_ ? typed_->begin : place_;
        return source_.line_of(last.span.begin) != source_.line_of(here);
    }

    // Behind `picture {`, which has not been closed.
    bool is_in_picture() const {
        for (std::size_t k = before_.size(); k-- > 0;) {
            if (before_[k].kind == TokenKind::right_brace) return false;
            if (before_[k].kind == TokenKind::left_brace)
                return k > 0 && source_.text(before_[k - 1].span) == "picture";
        }
        return false;
    }

    bool is_in_parentheses() const {
        std::size_t closed = 0;
        for (auto token = before_.rbegin(); token != before_.rend(); ++token) {
            if (token->kind == TokenKind::right_paren) ++closed;
            if (token->kind == TokenKind::left_paren && closed-- == 0) return true;
            if (token->kind == TokenKind::left_brace) return false;
        }
        return false;
    }

    // The items of a picture, the parts of one, colours, roles; nothing where an expression stands.
    std::optional<Json> words_of_picture() const {
        const auto all = [](const auto& words) {
            Json::Array out;
            for (const std::string_view word : words) out.push_back(entry(word, "statement", ""));
            return Json::array(std::move(out));
        };
        if (begins_statement()) return all(syntax::picture_items());
        std::size_t first = before_.size() - 1;
        const std::size_t line = source_.line_of(before_.back().span.begin);
        while (first > 0 && source_.line_of(before_[first - 1].span.begin) == line &&
               before_[first - 1].kind != TokenKind::semicolon &&
               before_[first - 1].kind != TokenKind::left_brace)
            --first;
        const std::string_view item = source_.text(before_[first].span),
                               last = source_.text(before_.back().span);
        if (last == "colour") return all(syntax::picture_colours());
        if (last == "role") return all(syntax::picture_roles());
        const auto parts = syntax::picture_parts(item);
        if (last == "in" || last == "on") return all(names_of_items());
        const bool follows_part = std::ranges::find(parts, last) != parts.end() || last == "about";
        if (follows_part || !ends_operand(before_.back().kind)) return std::nullopt;
        return all(parts);
    }

    // A name behind the kind of an item is its own, unless it begins a part.
    std::vector<std::string_view> names_of_items() const {
        std::vector<std::string_view> out;
        for (std::size_t k = 1; k < before_.size(); ++k) {
            const auto parts = syntax::picture_parts(source_.text(before_[k - 1].span));
            const std::string_view name = source_.text(before_[k].span);
            if (!parts.empty() && before_[k].kind == TokenKind::name &&
                std::ranges::find(parts, name) == parts.end())
                out.push_back(name);
        }
        return out;
    }

    static bool ends_operand(TokenKind kind) {
        return kind == TokenKind::name || kind == TokenKind::number || kind == TokenKind::string ||
               kind == TokenKind::right_paren || kind == TokenKind::right_bracket || kind == TokenKind::prime;
    }

    static Json units() {
        Json::Array out;
        for (const std::string_view unit : unit_names()) out.push_back(entry(unit, "unit", ""));
        out.push_back(entry("kg", "unit", ""));
        return Json::array(std::move(out));
    }

    // Those that the text has without the line that is being typed, which is rarely complete; else whatever words it holds.
    void add_names(Json::Array& out) {
        const Span line = source_.line_span(source_.line_of(place_));
        const std::string whole(source_.text());
        std::string without = whole;
        std::fill(without.begin() + line.begin, without.begin() + line.end, ' ');
        for (const std::string& text : {whole, without}) try {
                const auto model = call_.models.frozen(source_.name(), text);
                const System system = fork(model->system);
                const Scope scope = scope_of(system);
                for (const std::string& name : scope.names())
                    out.push_back(entry(name, "name", scope.find(name)->noun));
                return;
            } catch (const Refusal&) {
                continue;
            }
        add_words(out);
    }

    void add_words(Json::Array& out) {
        std::set<std::string> words;
        Diagnostics unheard;
        for (const Token& token : syntax::lex(source_, unheard))
            if (token.kind == TokenKind::name && !(typed_ && token.span == *typed_))
                words.emplace(source_.text(token.span));
        for (const std::string_view word : syntax::statement_keywords()) words.erase(std::string(word));
        for (const std::string& word : words) out.push_back(entry(word, "name", ""));
    }

    Call& call_;
    const Source& source_;
    std::uint32_t place_;
    std::vector<Token> before_;
    std::optional<Span> typed_;
};

// The byte at a line and a column, both from 1; columns count code points.
std::uint32_t place_of(const Source& source, double line, double column) {
    const auto number =
        static_cast<std::size_t>(std::clamp(line, 1.0, static_cast<double>(source.line_count())));
    const Span span = source.line_span(number);
    std::uint32_t place = span.begin;
    for (double at = 1; at < column && place < span.end; ++at) {
        ++place;
        while (place < span.end && (static_cast<unsigned char>(source.text()[place]) & 0xC0) == 0x80) ++place;
    }
    return place;
}

}  // namespace

Ask ask_complete() {
    return {
        .name = "complete",
        .about = "What may stand at a place of a model's text",
        .fields =
            model_fields({{"line", integer(), "from 1"}, {"column", integer(), "from 1, in code points"}}),
        .result = list(record("Completion", {{"label", text()},
                                             {"kind", one_of({"statement", "name", "function", "unit"})},
                                             {"detail", text()}})),
        .answer = [](Call& call) {
            const Source source = call.source();
            return Completion(call, source, place_of(source, *call.number("line"), *call.number("column")))
                .answer();
        }};
}

}  // namespace anholon::serve
