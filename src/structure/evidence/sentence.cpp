#include "structure/evidence/sentence.hpp"

#include "base/text.hpp"
#include "expr/operations.hpp"
#include "expr/simplify.hpp"

namespace anholon {

namespace {

constexpr std::size_t long_formula = 240;  // characters, beyond which a sentence is not read any more

}  // namespace

Sentence& Sentence::operator<<(std::string_view words) {
    said_.text += words;
    for (const char letter : words) {  // names of constraints may hold any of these
        if (std::string_view("_#%&${}").find(letter) != std::string_view::npos) said_.latex += '\\';
        said_.latex += letter == '^' ? std::string("\\^{}") : std::string(1, letter);
    }
    return *this;
}

Sentence& Sentence::formula(std::string_view text, std::string_view latex) {
    said_.text += text;
    said_.latex += "$" + std::string(latex) + "$";
    return *this;
}

bool is_too_long(Expr e) {
    constexpr std::size_t kReadable = 200;
    return operations(e).total() > kReadable;
}

std::string told_by_its_length(Expr e) {
    return "an expression of " + std::to_string(operations(e).total()) + " operations";
}

Sentence& Sentence::operator<<(Expr e) {
    if (formulas_ == Formulas::brief) return as_it_stands(simplified(e));
    if (is_too_long(e)) return *this << told_by_its_length(e);
    const Printed text = print(std::span(&e, 1), Style::text), latex = print(std::span(&e, 1), Style::latex);
    formula(text.main[0], latex.main[0]);
    add_named_parts(text, latex);
    return *this;
}

Sentence& Sentence::as_it_stands(Expr e) {
    const std::string whole = text(e);
    // Parts with names of their own would have to be told, too.
    if (whole.find('\n') != std::string::npos) return *this << told_by_its_length(e);
    if (whole.size() > long_formula) return *this << text_in_brief(e);
    return formula(whole, latex(e));
}

Sentence& Sentence::equation(std::string_view left_text, std::string_view left_latex, Expr right) {
    if (is_too_long(right)) return formula(left_text, left_latex) << " is " << told_by_its_length(right);
    const Printed text = print(std::span(&right, 1), Style::text),
                  latex = print(std::span(&right, 1), Style::latex);
    formula(std::string(left_text) + " = " + text.main[0], std::string(left_latex) + " = " + latex.main[0]);
    add_named_parts(text, latex);
    return *this;
}

Sentence& Sentence::field(std::span<const Expr> q, std::span<const Expr> xi) {
    bool any = false;
    for (std::size_t i = 0; i < xi.size(); ++i) {
        if (xi[i].is_number() && xi[i].number().is_zero()) continue;
        if (any) *this << ", ";
        equation("xi_" + symbol_text(q[i].symbol()), "\\xi_{" + symbol_latex(q[i].symbol()) + "}", xi[i]);
        any = true;
    }
    return *this;
}

void Sentence::add_named_parts(const Printed& text, const Printed& latex) {
    for (std::size_t k = 0; k < text.where.size(); ++k) {
        *this << (k == 0 ? ", where " : ", ");
        formula(text.where[k].first + " = " + text.where[k].second,
                latex.where[k].first + " = " + latex.where[k].second);
    }
}

void append(Fact::Sentence& sentence, const SentencePart& part) {
    Sentence piece;
    if (const auto* words = std::get_if<std::string>(&part))
        piece << *words;
    else
        piece.as_it_stands(std::get<Expr>(part));
    sentence = sentence + piece;
}

Fact::Sentence sentence(std::initializer_list<SentencePart> parts) {
    Fact::Sentence out;
    for (const SentencePart& part : parts) append(out, part);
    return out;
}

Fact::Sentence formula(Expr e) { return Sentence().formula(text(e), latex(e)); }
Fact::Sentence in_words(const std::string& name) { return Sentence() << name; }

Fact::Sentence operator+(const Fact::Sentence& a, const Fact::Sentence& b) {
    return {a.text + b.text, a.latex + b.latex};
}
Fact::Sentence operator+(const Fact::Sentence& a, const char* words) {
    return a + Fact::Sentence{words, words};
}
Fact::Sentence operator+(const char* words, const Fact::Sentence& a) {
    return Fact::Sentence{words, words} + a;
}

Fact::Sentence listed(const std::vector<Fact::Sentence>& parts, const char* last) {
    Fact::Sentence all;
    for (std::size_t i = 0; i < parts.size(); ++i)
        all = all + (i == 0 ? "" : i + 1 < parts.size() ? ", " : last) + parts[i];
    return all;
}

std::string listed(const std::vector<std::string>& names) {
    std::vector<Fact::Sentence> parts;
    for (const std::string& name : names) parts.push_back({name, name});
    return listed(parts).text;
}

std::vector<std::string> names_of(std::span<const Expr> symbols) {
    std::vector<std::string> names;
    for (const Expr& s : symbols) names.push_back(symbol_text(s.symbol()));
    return names;
}

Fact not_decided(const std::string& reason) {
    return {
        .verdict = "not decided", .statement = {Sentence() << "not decided: " << reason}, .proof = "none"};
}

std::string prime_field_proof(double error_bound, const char* exact) {
    return error_bound > 0 ? "prime field, error below " + rounded_up(error_bound) : exact;
}

}  // namespace anholon
