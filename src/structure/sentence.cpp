#include "structure/sentence.hpp"

#include "expr/print.hpp"

namespace anholon {

Sentence& Sentence::operator<<(std::string_view words) {
    said_.text += words;
    said_.latex += words;
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
    for (std::size_t k = 0; k < text.where.size(); ++k) {
        *this << (k == 0 ? ", where " : ", ");
        formula(text.where[k].first + " = " + text.where[k].second,
                latex.where[k].first + " = " + latex.where[k].second);
    }
    return *this;
}

Fact not_decided(const std::string& reason) {
    return {
        .verdict = "not decided", .statement = {Sentence() << "not decided: " << reason}, .proof = "none"};
}

}  // namespace anholon
