#include "syntax/format.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include "syntax/statement.hpp"

namespace anholon::syntax {

namespace {

struct Comment {
    std::string_view text;
    bool own_line;
    bool after_blank;
};

// What stands between two tokens.
struct Gap {
    std::vector<Comment> comments;
    bool has_break = false;    // a line ends in it
    bool after_blank = false;  // an empty line stands right before the next token
    bool has_semicolon = false;
};

Gap gap_of(std::string_view text) {
    Gap gap;
    std::size_t newlines = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '\n') {
            ++newlines;
            gap.has_break = true;
        } else if (text[at] == ';') {
            gap.has_semicolon = true;
            newlines = std::min<std::size_t>(newlines, 1);
        } else if (text[at] == '#') {
            const std::size_t end = std::min(text.find('\n', at), text.size());
            std::string_view comment = text.substr(at, end - at);
            while (!comment.empty() &&
                   (comment.back() == ' ' || comment.back() == '\r' || comment.back() == '\t'))
                comment.remove_suffix(1);
            gap.comments.push_back({comment, newlines > 0, newlines > 1});
            newlines = 0;
            at = end - 1;
        }
    }
    gap.after_blank = newlines > 1;
    return gap;
}

bool is_sign(TokenKind k) { return k == TokenKind::plus || k == TokenKind::minus; }
bool is_tight(TokenKind k) {
    return k == TokenKind::star || k == TokenKind::slash || k == TokenKind::caret || k == TokenKind::range;
}
bool ends_operand(TokenKind k) {
    return k == TokenKind::name || k == TokenKind::number || k == TokenKind::right_paren ||
           k == TokenKind::prime || k == TokenKind::right_bracket || k == TokenKind::string;
}

class Formatter {
  public:
    Formatter(const std::vector<Token>& tokens, const ModelTree& model, const Source& source)
        : source_(source), text_(source.text()) {
        for (const Statement& s : model.statements) {
            statements_.insert(s.keyword.begin);
            if (const auto* algebra = std::get_if<AlgebraStatement>(&s.what))
                for (const auto& factor : algebra->factors)
                    if (factor.size) calls_.insert(factor.name.begin);
            if (const auto* experiment = std::get_if<ExperimentStatement>(&s.what))
                for (const auto& study : experiment->studies) verbatim_.push_back(study.value);
            if (const auto* body = std::get_if<BodyStatement>(&s.what))
                for (const auto& solid : {body->shape, body->surface})
                    if (solid) calls_.insert(solid->name.begin);
            if (const auto* support = std::get_if<SupportStatement>(&s.what))
                calls_.insert(support->surface.name.begin);
        }
        for (const TreeNode& node : model.expressions.nodes) {
            if (node.kind == NodeKind::call) calls_.insert(node.name.begin);
            if (node.kind == NodeKind::negate || node.kind == NodeKind::plus) unary_.insert(node.span.begin);
        }
        keep(tokens);
    }

    std::string run() {
        for (std::size_t i = 0; i < tokens_.size(); ++i) token(i);
        std::string_view rest = text_.substr(tokens_.back().span.end);
        const Gap gap = gap_of(rest);
        for (const Comment& c : gap.comments) comment(c, 0);
        return out_ + '\n';
    }

  private:
    // All tokens but the semicolons that end statements: those outside parentheses.
    void keep(const std::vector<Token>& tokens) {
        std::size_t parens = 0;
        for (const Token& token : tokens) {
            if (token.kind == TokenKind::left_paren) ++parens;
            if (token.kind == TokenKind::right_paren) --parens;
            if (token.kind == TokenKind::end) break;
            if (token.kind == TokenKind::semicolon && parens == 0) continue;
            tokens_.push_back(token);
        }
        for (std::size_t i = 0; i < tokens_.size(); ++i) {
            const std::size_t from = i == 0 ? 0 : tokens_[i - 1].span.end;
            std::string_view between = text_.substr(from, tokens_[i].span.begin - from);
            gaps_.push_back(gap_of(between));
        }
    }

    std::string_view word(std::size_t i) const { return source_.text(tokens_[i].span); }

    void start_line(std::size_t indent, bool after_blank) {
        if (!out_.empty()) out_ += after_blank ? "\n\n" : "\n";
        out_ += std::string(indent, ' ');
    }

    void comment(const Comment& c, std::size_t indent) {
        if (c.own_line || out_.empty())
            start_line(indent, c.after_blank && !after_opening_);
        else
            out_ += "  ";
        out_ += c.text;
        after_opening_ = false;
    }

    // Does the block that opens at token i hold no line break and no comment?
    bool fits_one_line(std::size_t open) const {
        for (std::size_t i = open + 1; i < tokens_.size(); ++i) {
            if (gaps_[i].has_break || !gaps_[i].comments.empty()) return false;
            if (tokens_[i].kind == TokenKind::right_brace) return true;
        }
        return false;
    }

    bool begins_setting(std::size_t i) const {
        const TokenKind kind = tokens_[i].kind, before = tokens_[i - 1].kind;
        if (before == TokenKind::left_brace || gaps_[i].has_semicolon) return true;
        return gaps_[i].has_break && parens_ == 0 && ends_operand(before) &&
               (kind == TokenKind::name || kind == TokenKind::left_bracket);
    }

    void token(std::size_t i) {
        const Token& t = tokens_[i];
        const Gap& gap = gaps_[i];
        const bool closes = t.kind == TokenKind::right_brace;
        const bool begins =
            level_ == 1 ? statements_.contains(t.span.begin) : level_ == 2 && !closes && begins_setting(i);
        const std::size_t indent = closes ? 2 * (level_ - 1) : 2 * level_ + (begins || level_ == 0 ? 0 : 4);
        for (const Comment& c : gap.comments) comment(c, closes ? 2 * level_ : indent);
        if (closes && one_line_) {
            out_ += ' ';
        } else if (begins && one_line_) {
            out_ += tokens_[i - 1].kind == TokenKind::left_brace ? " " : "; ";
        } else if (begins || (closes && !empty_block(i))) {
            start_line(indent, begins && gap.after_blank && !after_opening_);
        } else if (!gap.comments.empty() ||
                   (gap.has_break && i > 0 && level_ > 0 && !closes && t.kind != TokenKind::left_brace)) {
            start_line(indent, level_ == 0 && gap.after_blank);
        } else if (i > 0 && is_verbatim(i)) {
            out_ += text_.substr(tokens_[i - 1].span.end, t.span.begin - tokens_[i - 1].span.end);
        } else if (i > 0 && space_between(i)) {
            out_ += ' ';
        }
        out_ += word(i);
        after_opening_ = false;
        if (level_ == 1 && begins) statement_ = word(i);
        follow(i);
    }

    // Is the gap before the token inside a text that stays as it is?
    bool is_verbatim(std::size_t i) const {
        return std::ranges::any_of(verbatim_, [&](const Span& span) {
            return span.begin < tokens_[i].span.begin && tokens_[i].span.end <= span.end;
        });
    }

    bool empty_block(std::size_t i) const {
        return tokens_[i - 1].kind == TokenKind::left_brace && gaps_[i].comments.empty();
    }

    // Keeps count of what has been opened.
    void follow(std::size_t i) {
        switch (tokens_[i].kind) {
            case TokenKind::left_paren: ++parens_; break;
            case TokenKind::right_paren: --parens_; break;
            case TokenKind::left_bracket:
                in_unit_ = tokens_[i + 1].kind != TokenKind::number || level_ < 2;
                break;
            case TokenKind::right_bracket: in_unit_ = false; break;
            case TokenKind::left_brace:
                after_opening_ = true;
                one_line_ = level_ == 1 && fits_one_line(i);
                ++level_;
                break;
            case TokenKind::right_brace:
                one_line_ = false;
                --level_;
                break;
            default: break;
        }
    }

    bool space_between(std::size_t i) const {
        const Token &a = tokens_[i - 1], &b = tokens_[i];
        if (in_unit_) return space_in_unit(a.kind, b.kind);
        if (a.kind == TokenKind::left_paren || a.kind == TokenKind::left_bracket) return false;
        switch (b.kind) {
            case TokenKind::right_paren:
            case TokenKind::right_bracket:
            case TokenKind::comma:
            case TokenKind::semicolon:
            case TokenKind::colon:
            case TokenKind::prime: return false;
            default: break;
        }
        if (is_tight(a.kind) && !is_algebra_product(i - 1)) return false;
        if (is_tight(b.kind) && !is_algebra_product(i)) return false;
        if (b.kind == TokenKind::left_paren)
            return !calls_.contains(a.span.begin) && !unary_.contains(a.span.begin);
        if (is_sign(a.kind)) return !unary_.contains(a.span.begin) && !is_added_mass(i - 1);
        if (b.kind == TokenKind::minus && is_added_mass(i)) return false;
        return true;
    }

    // The '*' between two algebras, which is no product of numbers.
    bool is_algebra_product(std::size_t i) const {
        if (tokens_[i].kind != TokenKind::star || parens_ > 0) return false;
        return level_ == 1 && statement_ == "algebra";
    }

    bool is_added_mass(std::size_t i) const {
        return i > 1 && word(i - 1) == "added" && word(i - 2) == "motion" &&
               statements_.contains(tokens_[i - 2].span.begin);
    }

    static bool space_in_unit(TokenKind a, TokenKind b) {
        const auto ends = [](TokenKind k) {
            return k == TokenKind::name || k == TokenKind::number || k == TokenKind::right_paren;
        };
        const auto begins = [](TokenKind k) {
            return k == TokenKind::name || k == TokenKind::number || k == TokenKind::left_paren;
        };
        return ends(a) && begins(b);
    }

    const Source& source_;
    std::string_view text_;
    std::set<std::uint32_t> statements_, calls_, unary_;  // where they begin
    std::vector<Span> verbatim_;
    std::vector<Token> tokens_;
    std::vector<Gap> gaps_;  // before each token
    std::string out_;
    std::string_view statement_;  // the keyword of the current one
    std::size_t level_ = 0, parens_ = 0;
    bool one_line_ = false;  // inside a block that stays on its line
    bool in_unit_ = false;
    bool after_opening_ = false;  // nothing has followed the last '{'
};

}  // namespace

std::optional<std::string> formatted(const Source& source, Diagnostics& diagnostics) {
    const std::vector<Token> tokens = lex(source, diagnostics);
    const auto model = parse_model(tokens, source, diagnostics);
    if (!model || diagnostics.failed()) return std::nullopt;
    return Formatter(tokens, *model, source).run();
}

}  // namespace anholon::syntax
