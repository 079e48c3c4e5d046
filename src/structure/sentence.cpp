#include "structure/sentence.hpp"

namespace anholon {

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

Sentence& Sentence::operator<<(Expr e) {
    const Printed text = print(std::span(&e, 1), Style::text), latex = print(std::span(&e, 1), Style::latex);
    formula(text.main[0], latex.main[0]);
    add_named_parts(text, latex);
    return *this;
}

Sentence& Sentence::equation(std::string_view left_text, std::string_view left_latex, Expr right) {
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

Fact not_decided(const std::string& reason) {
    return {
        .verdict = "not decided", .statement = {Sentence() << "not decided: " << reason}, .proof = "none"};
}

}  // namespace anholon
