#include "syntax/token.hpp"

#include <algorithm>
#include <optional>

#include "base/text.hpp"
#include "syntax/errors.hpp"

namespace anholon::syntax {

namespace {

constexpr std::size_t longest_name = 255;

std::optional<TokenKind> single(char32_t c) {
    switch (c) {
        case '+': return TokenKind::plus;
        case '-': return TokenKind::minus;
        case '*': return TokenKind::star;
        case '/': return TokenKind::slash;
        case '^': return TokenKind::caret;
        case '(': return TokenKind::left_paren;
        case ')': return TokenKind::right_paren;
        case '[': return TokenKind::left_bracket;
        case ']': return TokenKind::right_bracket;
        case '{': return TokenKind::left_brace;
        case '}': return TokenKind::right_brace;
        case ',': return TokenKind::comma;
        case ';': return TokenKind::semicolon;
        case ':': return TokenKind::colon;
        case '=': return TokenKind::equals;
        case '\'': return TokenKind::prime;
        default: return std::nullopt;
    }
}

// Characters that come with text pasted from papers, and what stands for them here.
struct Lookalike {
    char32_t character;
    TokenKind kind;
    std::string_view help;
};

constexpr Lookalike lookalikes[] = {{U'−', TokenKind::minus, "for minus write '-'"},
                                    {U'–', TokenKind::minus, "for minus write '-'"},
                                    {U'—', TokenKind::minus, "for minus write '-'"},
                                    {U'·', TokenKind::star, "for a product write '*'"},
                                    {U'⋅', TokenKind::star, "for a product write '*'"},
                                    {U'×', TokenKind::star, "for a product write '*'"},
                                    {U'∗', TokenKind::star, "for a product write '*'"},
                                    {U'÷', TokenKind::slash, "for a quotient write '/'"},
                                    {U'∕', TokenKind::slash, "for a quotient write '/'"},
                                    {U'’', TokenKind::prime, "for a time derivative write \"'\""},
                                    {U'′', TokenKind::prime, "for a time derivative write \"'\""},
                                    {U'″', TokenKind::prime, "for a second time derivative write \"''\""},
                                    {U'…', TokenKind::range, "for a range write '..'"}};

std::string help_for_odd(char32_t c) {
    if (c == U'²' || c == U'³' || c == U'¹' || (c >= U'⁰' && c <= U'⁹'))
        return "for a power write '^', as in x^2";
    if (c >= U'₀' && c <= U'₉') return "for an index write a plain digit, as in x1";
    if (c == U'√') return "for a square root write sqrt(…)";
    if (c == U'“' || c == U'”' || c == U'„') return "strings are written between plain quotes, \"…\"";
    if (c == U'_') return "a name starts with a letter";
    if (c == U'.') return "a decimal point stands between digits, as in 0.5";
    if (c == U'≤') return "write '<='";
    if (c == U'≥') return "write '>='";
    if (c >= 0x80) return "names are made of ASCII and Greek letters, digits and '_'";
    return "";
}

bool is_space(char32_t c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == 0xa0; }
bool is_control(char32_t c) { return (c < 0x20 && !is_space(c)) || c == 0x7f; }

class Lexer {
  public:
    Lexer(const Source& source, Diagnostics& diagnostics)
        : text_(source.text()), diagnostics_(diagnostics), end_(text_.size()) {
        check_encoding();
    }

    std::vector<Token> run() {
        if (text_.starts_with("\xef\xbb\xbf")) at_ = 3;  // a byte order mark
        tokens_.reserve(std::min<std::size_t>(end_ / 2 + 2, 1 << 20));
        if (end_ < text_.size())
            emit(TokenKind::bad, end_, end_ + 1);
        else
            while (skip_space(), at_ < end_) token();
        emit(TokenKind::end, text_.size(), text_.size());
        return std::move(tokens_);
    }

  private:
    // One report for a binary file, at the first byte that no text has; what follows is not looked at.
    void check_encoding() {
        for (std::size_t at = 0; at < text_.size();) {
            const CodePoint c = decode(text_, at);
            if (!c.valid || is_control(c.value)) {
                diagnostics_.add(text_encoding(span(at, at + 1), c.value));
                end_ = at;
                return;
            }
            at += c.size;
        }
    }

    char32_t peek(std::size_t ahead = 0) const {
        return at_ + ahead < end_ ? static_cast<unsigned char>(text_[at_ + ahead]) : 0;
    }
    CodePoint here() const { return decode(text_, at_); }
    static Span span(std::size_t begin, std::size_t end) {
        return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
    }
    void emit(TokenKind kind, std::size_t begin, std::size_t end) {
        tokens_.push_back({kind, starts_line_, span(begin, end)});
        starts_line_ = false;
    }

    void skip_space() {
        while (at_ < end_) {
            const CodePoint c = here();
            if (c.value == '#') {
                const std::size_t newline = text_.find('\n', at_);
                at_ = std::min(end_, newline);
            } else if (is_space(c.value)) {
                starts_line_ = starts_line_ || c.value == '\n';
                at_ += c.size;
            } else {
                return;
            }
        }
    }

    void token() {
        const CodePoint c = here();
        if (is_letter(c.value)) return name();
        if (is_digit(c.value) || (c.value == '.' && is_digit(peek(1)))) return number();
        if (c.value == '"') return string();
        if (c.value == '.' && peek(1) == '.') {
            emit(TokenKind::range, at_, at_ + 2);
            at_ += 2;
        } else if (c.value == '<' || c.value == '>') {
            const bool is_less = c.value == '<', has_equal = peek(1) == '=';
            const std::size_t size = has_equal ? 2 : 1;
            emit(is_less ? (has_equal ? TokenKind::less_equal : TokenKind::less)
                         : (has_equal ? TokenKind::greater_equal : TokenKind::greater),
                 at_, at_ + size);
            at_ += size;
        } else if (const auto kind = single(c.value)) {
            emit(*kind, at_, at_ + 1);
            at_ += 1;
        } else {
            odd(c);
        }
    }

    void name() {
        const std::size_t begin = at_;
        while (at_ < end_) {
            const CodePoint c = here();
            if (!is_letter(c.value) && !is_digit(c.value) && c.value != '_') break;
            at_ += c.size;
        }
        if (at_ - begin > longest_name) diagnostics_.add(name_too_long(span(begin, at_), longest_name));
        emit(at_ - begin > longest_name ? TokenKind::bad : TokenKind::name, begin, at_);
    }

    void digits() {
        while (is_digit(peek())) ++at_;
    }

    // digits [. digits] [e [±] digits]. The first dot of `..` is no decimal point: 0.1..10 is a range.
    // Letters that follow are left for the parser, which knows that 2x wants a '*'.
    void number() {
        const std::size_t begin = at_;
        std::string message, help;
        digits();
        const bool no_whole = at_ == begin;
        if (peek() == '.' && peek(1) != '.') {
            const std::size_t point = at_++;
            digits();
            if (at_ == point + 1) {
                message = "no digit follows the decimal point";
                help = "write " + std::string(text_.substr(begin, std::min<std::size_t>(point - begin, 40))) +
                       ".0";
            } else if (no_whole) {
                message = "there is no digit before the decimal point";
                help = "write 0" + std::string(text_.substr(begin, std::min<std::size_t>(at_ - begin, 40)));
            }
            if (peek() == '.' && peek(1) != '.') {
                while (is_digit(peek()) || (peek() == '.' && peek(1) != '.')) ++at_;
                message = "a number can have only one decimal point";
                help = "";
            }
        }
        if (peek() == 'e' || peek() == 'E') exponent(begin, message, help);
        if (peek() == '_' && is_digit(peek(1))) {
            while (is_digit(peek()) || peek() == '_') ++at_;
            message = "digits cannot be separated by '_'";
            help = "";
        }
        if (!message.empty()) diagnostics_.add(number_malformed(span(begin, at_), message, help));
        emit(message.empty() ? TokenKind::number : TokenKind::bad, begin, at_);
    }

    void exponent(std::size_t begin, std::string& message, std::string& help) {
        const std::size_t sign = peek(1) == '+' || peek(1) == '-' ? 1 : 0;
        if (is_digit(peek(1 + sign))) {
            at_ += 1 + sign;
            digits();
            return;
        }
        const CodePoint after = at_ + 1 < end_ ? decode(text_, at_ + 1) : CodePoint{};
        if (is_letter(after.value) || after.value == '_') return;  // 2exp(x) lacks a '*', not an exponent
        const std::string mantissa(text_.substr(begin, std::min<std::size_t>(at_ - begin, 40)));
        ++at_;
        message = "no digit follows the exponent sign 'e'";
        help = "write " + mantissa + "e3 for a power of ten, " + mantissa + "*e for a product";
    }

    void string() {
        const std::size_t begin = at_++;
        while (at_ < end_ && text_[at_] != '"' && text_[at_] != '\n')
            at_ += text_[at_] == '\\' && peek(1) != '\n' ? 2 : 1;
        at_ = std::min(at_, end_);
        if (peek() == '"') {
            ++at_;
            emit(TokenKind::string, begin, at_);
            return;
        }
        const std::size_t last = text_[at_ - 1] == '\r' ? at_ - 1 : at_;
        diagnostics_.add(string_unterminated(span(begin, last)));
        emit(TokenKind::bad, begin, at_);
    }

    void odd(CodePoint first) {
        const std::size_t begin = at_;
        const auto* known = std::find_if(std::begin(lookalikes), std::end(lookalikes),
                                         [&](const Lookalike& l) { return l.character == first.value; });
        if (known != std::end(lookalikes)) {
            at_ += first.size;
            diagnostics_.add(character_unknown(span(begin, at_), first.value, std::string(known->help)));
            emit(known->kind, begin, at_);
            return;
        }
        while (at_ < end_) {  // a run of them is one mistake
            const CodePoint c = here();
            if (is_letter(c.value) || is_digit(c.value) || is_space(c.value) || single(c.value) ||
                c.value == '"' || c.value == '#' || (c.value == '.' && at_ > begin))
                break;
            at_ += c.size;
        }
        diagnostics_.add(character_unknown(span(begin, at_), first.value, help_for_odd(first.value)));
        emit(TokenKind::bad, begin, at_);
    }

    std::string_view text_;
    Diagnostics& diagnostics_;
    std::size_t end_;
    std::size_t at_ = 0;
    bool starts_line_ = true;
    std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> lex(const Source& source, Diagnostics& diagnostics) {
    return Lexer(source, diagnostics).run();
}

std::string string_value(std::string_view text) {
    std::string out;
    for (std::size_t at = 1; at + 1 < text.size(); ++at) {
        if (text[at] == '\\' && at + 2 < text.size() && (text[at + 1] == '"' || text[at + 1] == '\\')) ++at;
        out += text[at];
    }
    return out;
}

}  // namespace anholon::syntax
