#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/source.hpp"

namespace anholon::syntax {

enum class TokenKind : std::uint8_t {
    name,
    number,
    string,
    plus,
    minus,
    star,
    slash,
    caret,
    left_paren,
    right_paren,
    left_bracket,
    right_bracket,
    left_brace,
    right_brace,
    comma,
    semicolon,
    colon,
    equals,
    prime,
    less,
    less_equal,
    greater,
    greater_equal,
    range,  // ..
    bad,    // reported by the lexer already; whoever meets it keeps silent
    end,
};

struct Token {
    TokenKind kind = TokenKind::end;
    bool starts_line = false;  // the first token of its line
    Span span;
};

// The tokens of a source, always closed by one of kind `end`. Mistakes are reported, and what can be guessed
// of them is still given as a token, so that the parser goes on.
std::vector<Token> lex(const Source& source, Diagnostics& diagnostics);

// The words inside a string token: without quotes, \" and \\ resolved.
std::string string_value(std::string_view token_text);

// A reader's place in a row of tokens; past the last one it stays there.
class Cursor {
  public:
    explicit Cursor(std::span<const Token> tokens) : tokens_(tokens) {}

    const Token& peek(std::size_t ahead = 0) const {
        const std::size_t left = tokens_.size() - 1 - at_;
        return tokens_[at_ + (ahead < left ? ahead : left)];
    }
    bool at(TokenKind kind) const { return peek().kind == kind; }
    Token next() {
        const Token token = peek();
        if (at_ + 1 < tokens_.size()) ++at_;
        return token;
    }
    bool accept(TokenKind kind) {
        if (!at(kind)) return false;
        next();
        return true;
    }
    std::size_t index() const { return at_; }
    const Token& token(std::size_t index) const { return tokens_[index]; }
    // The place just behind the last token read: where what is missing would stand.
    Span gap() const {
        const std::uint32_t at = at_ > 0 ? tokens_[at_ - 1].span.end : peek().span.begin;
        return {at, at};
    }
    void skip_to_end() { at_ = tokens_.size() - 1; }

  private:
    std::span<const Token> tokens_;
    std::size_t at_ = 0;
};

}  // namespace anholon::syntax
