#include "syntax/expression.hpp"

#include <algorithm>
#include <string>

#include "base/text.hpp"
#include "syntax/errors.hpp"

namespace anholon::syntax {

namespace {

// Reports stay out of the frames of the recursive functions, so that a level of nesting costs little stack.
#define ANHOLON_COLD [[gnu::noinline, gnu::cold]]

// A node, and the place it takes up with its parentheses.
struct Operand {
    NodeIndex node{};
    Span span;
};

// sum      = product { ("+" | "-") product }
// product  = unary { ("*" | "/") unary }
// unary    = { "+" | "-" } power
// power    = primary [ "^" unary ]                 so -x^2 = -(x^2), 2^-1 = 1/2, a^b^c = a^(b^c)
// primary  = number [ unit ] | name { "'" } | name "(" sum { "," sum } ")" | "(" sum ")"
//          | "if" "(" condition "," sum "," sum ")"
// condition   = conjunction { "or" conjunction }
// conjunction = comparison { "and" comparison }
// comparison  = sum ("<" | "<=" | ">" | ">=") sum | "not" comparison | "(" condition ")"
class Parser {
  public:
    Parser(Cursor& cursor, const Source& source, Tree& tree, Diagnostics& diagnostics,
           const ExpressionOptions& options)
        : cursor_(cursor), source_(source), tree_(tree), diagnostics_(diagnostics), options_(options) {}

    std::optional<Expression> run() {
        const auto first = static_cast<std::uint32_t>(tree_.nodes.size());
        if (!starts_operand(cursor_.peek()) && !is_operator(cursor_.peek().kind)) {
            if (follows_equals() && cursor_.at(TokenKind::equals))
                report(equals_doubled(join(cursor_.token(cursor_.index() - 1).span, cursor_.peek().span)));
            else if (!cursor_.at(TokenKind::bad))
                report(expression_empty(span_here()));
            return std::nullopt;
        }
        const Operand root = sum();
        if (failed_) return std::nullopt;
        return Expression{NodeIndex{first}, root.node, root.span};
    }

  private:
    struct Level {
        explicit Level(Parser& parser) : parser_(parser) { ++parser_.depth_; }
        ~Level() { --parser_.depth_; }
        Level(const Level&) = delete;
        Level& operator=(const Level&) = delete;
        Parser& parser_;
    };

    ANHOLON_COLD void report(Diagnostic diagnostic) {
        failed_ = true;
        if (stopped_) return;
        diagnostics_.add(std::move(diagnostic));
        if (diagnostics_.full()) stop();
    }

    void stop() {
        stopped_ = failed_ = true;
        cursor_.skip_to_end();
    }

    bool too_deep() {
        if (depth_ <= max_nesting) return false;
        report_depth();
        return true;
    }

    ANHOLON_COLD void report_depth() {
        report(nesting_too_deep(cursor_.peek().span, max_nesting));
        stop();
    }

    bool follows_equals() const {
        return cursor_.index() > 0 && cursor_.token(cursor_.index() - 1).kind == TokenKind::equals;
    }

    static bool is_operator(TokenKind kind) { return kind >= TokenKind::plus && kind <= TokenKind::caret; }

    static bool is_comparison(TokenKind kind) {
        return kind >= TokenKind::less && kind <= TokenKind::greater_equal;
    }

    bool is_word(const Token& token, std::string_view word) const {
        return token.kind == TokenKind::name && source_.text(token.span) == word;
    }

    bool is_stop_word(const Token& token) const {
        if (in_condition_ && (is_word(token, "and") || is_word(token, "or") || is_word(token, "not")))
            return true;
        return std::find(options_.stop_words.begin(), options_.stop_words.end(), source_.text(token.span)) !=
               options_.stop_words.end();
    }

    bool starts_operand(const Token& token) const {
        if (token.kind == TokenKind::name) return !is_stop_word(token);
        return token.kind == TokenKind::number || token.kind == TokenKind::left_paren;
    }

    Span span_here() const { return cursor_.at(TokenKind::end) ? cursor_.gap() : cursor_.peek().span; }

    // Reports a comparison where a number is wanted.
    void want_number(const Operand& operand) {
        const TreeNode& node = tree_[operand.node];
        if (is_condition(node.kind)) report(comparison_misplaced(node.span));
    }

    Operand add(NodeKind kind, Span span, Operand left = {}, Operand right = {}) {
        TreeNode node;
        node.kind = kind;
        node.span = span;
        node.left = left.node;
        node.right = right.node;
        return add(node);
    }

    Operand add(const TreeNode& node) {
        tree_.nodes.push_back(node);
        return {NodeIndex{static_cast<std::uint32_t>(tree_.nodes.size() - 1)}, node.span};
    }

    Operand bad() {
        failed_ = true;
        return add(NodeKind::bad, cursor_.gap());
    }

    Operand sum() {
        Operand left = product();
        while (cursor_.at(TokenKind::plus) || cursor_.at(TokenKind::minus)) {
            const NodeKind kind = cursor_.next().kind == TokenKind::plus ? NodeKind::add : NodeKind::subtract;
            const Operand right = product();
            want_numbers(left, right);
            left = add(kind, join(left.span, right.span), left, right);
        }
        if (!in_condition_ && is_comparison(cursor_.peek().kind)) skip_comparison();
        return left;
    }

    void want_numbers(const Operand& left, const Operand& right) {
        want_number(left);
        want_number(right);
    }

    ANHOLON_COLD void skip_comparison() {
        report(comparison_misplaced(cursor_.peek().span));
        cursor_.next();
        if (starts_operand(cursor_.peek()) || is_operator(cursor_.peek().kind)) sum();
    }

    Operand condition() {
        Operand left = conjunction();
        while (is_word(cursor_.peek(), "or")) {
            cursor_.next();
            const Operand right = conjunction();
            left = add(NodeKind::either, join(left.span, right.span), left, right);
        }
        return left;
    }

    Operand conjunction() {
        Operand left = comparison();
        while (is_word(cursor_.peek(), "and")) {
            cursor_.next();
            const Operand right = comparison();
            left = add(NodeKind::both, join(left.span, right.span), left, right);
        }
        return left;
    }

    Operand comparison() {
        const Level level(*this);
        if (too_deep()) return bad();
        if (is_word(cursor_.peek(), "not")) {
            const Token word = cursor_.next();
            const Operand operand = comparison();
            return add(NodeKind::opposite, join(word.span, operand.span), operand);
        }
        const Operand left = sum();
        if (!is_comparison(cursor_.peek().kind)) {
            if (!failed_ && !is_condition(tree_[left.node].kind)) report(comparison_expected(left.span));
            return left;
        }
        const TokenKind sign = cursor_.next().kind;
        const Operand right = sum();
        want_numbers(left, right);
        if (is_comparison(cursor_.peek().kind)) {
            report(comparison_chained(cursor_.peek().span));
            cursor_.next();
            sum();
        }
        return add(static_cast<NodeKind>(static_cast<int>(NodeKind::less) + static_cast<int>(sign) -
                                         static_cast<int>(TokenKind::less)),
                   join(left.span, right.span), left, right);
    }

    Operand product() {
        Operand left = unary();
        while (true) {
            NodeKind kind = NodeKind::multiply;
            if (cursor_.at(TokenKind::slash))
                kind = NodeKind::divide;
            else if (!cursor_.at(TokenKind::star)) {
                if (!continues_without_operator()) return left;
                report_implicit(left);
            }
            if (!starts_operand(cursor_.peek())) cursor_.next();
            const Operand right = unary();
            want_numbers(left, right);
            left = add(kind, join(left.span, right.span), left, right);
        }
    }

    bool continues_without_operator() const {
        const Token& token = cursor_.peek();
        if (stopped_ || !starts_operand(token)) return false;
        const bool new_line = token.starts_line && parens_ == 0;
        return !(new_line && options_.newline == ExpressionOptions::Newline::may_end);
    }

    ANHOLON_COLD void report_implicit(const Operand& left) {
        const Token& token = cursor_.peek();
        const std::size_t i = cursor_.index();
        const auto kind_before = [&](std::size_t back) {
            return i >= back ? cursor_.token(i - back).kind : TokenKind::end;
        };
        std::string help = "put an operator between them";
        if (token.kind == TokenKind::left_paren && kind_before(1) == TokenKind::number &&
            kind_before(2) == TokenKind::caret && kind_before(3) == TokenKind::name) {
            const std::string name(source_.text(cursor_.token(i - 3).span));
            const std::string power(source_.text(cursor_.token(i - 1).span));
            if (name.size() + power.size() <= 40)
                help = "for a power of a function write " + name + "(…)^" + power;
        } else {
            const std::string before(source_.text(left.span));
            const std::string after = token.kind == TokenKind::left_paren ? "(…)" : operand_ahead();
            if (before.size() + after.size() <= 40 && before.find('\n') == std::string::npos)
                help = "for a product write " + before + "*" + after;
        }
        report(multiplication_implicit(token.span, std::move(help)));
    }

    // The text of a number or a name with its primes and its power: x'^2.
    std::string operand_ahead() const {
        std::size_t last = 0;
        while (cursor_.peek(last + 1).kind == TokenKind::prime) ++last;
        if (cursor_.peek(last + 1).kind == TokenKind::caret &&
            cursor_.peek(last + 2).kind == TokenKind::number)
            last += 2;
        return std::string(source_.text(join(cursor_.peek().span, cursor_.peek(last).span)));
    }

    Operand unary() {
        if (!cursor_.at(TokenKind::plus) && !cursor_.at(TokenKind::minus)) return power();
        const Level level(*this);
        if (too_deep()) return bad();
        const Token sign = cursor_.next();
        const Operand operand = unary();
        want_number(operand);
        return add(sign.kind == TokenKind::plus ? NodeKind::plus : NodeKind::negate,
                   join(sign.span, operand.span), operand);
    }

    // Also reads '**' as a power, with a report, where the two stars touch.
    bool accept_power() {
        if (cursor_.accept(TokenKind::caret)) return true;
        const Token star = cursor_.peek(), second = cursor_.peek(1);
        if (star.kind != TokenKind::star || second.kind != TokenKind::star ||
            star.span.end != second.span.begin)
            return false;
        report_stars(join(star.span, second.span));
        cursor_.accept(TokenKind::star);
        return cursor_.accept(TokenKind::star);
    }

    ANHOLON_COLD void report_stars(Span span) { report(power_operator(span)); }

    Operand power() {
        const Operand base = primary();
        if (!accept_power()) return base;
        const Level level(*this);
        if (too_deep()) return bad();
        const Operand exponent = unary();
        want_numbers(base, exponent);
        return add(NodeKind::power, join(base.span, exponent.span), base, exponent);
    }

    Operand primary() {
        const Token token = cursor_.peek();
        Operand operand;
        if (begins_statement()) return missing_before_statement();
        if (token.kind == TokenKind::number) {
            cursor_.next();
            operand = add(NodeKind::number, token.span);
            if (at_unit()) operand = quantity(operand);
        } else if (token.kind == TokenKind::name && !is_stop_word(token)) {
            operand = cursor_.peek(1).kind == TokenKind::left_paren && !ends_line_before(cursor_.peek(1))
                          ? call()
                          : name();
        } else if (token.kind == TokenKind::left_paren) {
            operand = parenthesised();
        } else {
            return missing();
        }
        if (cursor_.at(TokenKind::prime)) report_primes();
        return operand;
    }

    // After an operator at the end of a line: is the next line a statement of its own, "potential m*g*x"? As a factor it would
    // have no operator behind it either.
    bool begins_statement() const {
        const Token& token = cursor_.peek();
        if (options_.newline != ExpressionOptions::Newline::may_end || parens_ > 0 || !token.starts_line ||
            token.kind != TokenKind::name || cursor_.index() == 0)
            return false;
        const Token& next = cursor_.peek(1);
        return is_operator(cursor_.token(cursor_.index() - 1).kind) && !next.starts_line &&
               (next.kind == TokenKind::name || next.kind == TokenKind::number ||
                next.kind == TokenKind::string);
    }

    ANHOLON_COLD Operand missing_before_statement() {
        const Token& sign = cursor_.token(cursor_.index() - 1);
        if (!stopped_)
            report(operand_missing(sign.span,
                                   "after " + quoted(source_.text(sign.span)) + ", at the end of the line"));
        return bad();
    }

    // 9.81 [m/s^2]. A unit at the end of a definition is the unit of the definition, unless its numbers have units of their own.
    bool at_unit() const {
        if (!cursor_.at(TokenKind::left_bracket) || cursor_.peek().starts_line) return false;
        if (options_.units == ExpressionOptions::Units::of_numbers || parens_ > 0 || has_quantity_)
            return true;
        std::size_t k = 1;
        while (cursor_.peek(k).kind != TokenKind::right_bracket && cursor_.peek(k).kind != TokenKind::end)
            ++k;
        return is_operator(cursor_.peek(k + 1).kind) && !cursor_.peek(k + 1).starts_line;
    }

    Operand quantity(const Operand& number) {
        TreeNode node;
        node.kind = NodeKind::quantity;
        node.left = number.node;
        node.name = cursor_.peek().span;
        while (!cursor_.at(TokenKind::right_bracket)) {
            const Token token = cursor_.next();
            if (token.kind != TokenKind::end && !(token.starts_line && cursor_.at(TokenKind::end))) continue;
            report(unit_unclosed(node.name));
            return bad();
        }
        node.name.end = cursor_.next().span.end;
        node.span = join(number.span, node.name);
        has_quantity_ = true;
        return add(node);
    }

    ANHOLON_COLD void report_primes() {
        report(prime_misplaced(cursor_.peek().span));
        while (cursor_.accept(TokenKind::prime)) {
        }
    }

    bool ends_line_before(const Token& token) const {
        return token.starts_line && parens_ == 0 && options_.newline == ExpressionOptions::Newline::may_end;
    }

    ANHOLON_COLD Operand missing() {
        if (cursor_.at(TokenKind::bad)) {  // the lexer has spoken
            cursor_.next();
            Operand operand = bad();
            while (cursor_.accept(TokenKind::prime)) {
            }
            return operand;
        }
        if (!stopped_) report(operand_missing(span_here(), missing_where()));
        return bad();
    }

    std::string missing_where() const {
        const auto text = [&](const Token& token) { return quoted(source_.text(token.span)); };
        const bool at_end = cursor_.at(TokenKind::end);
        if (cursor_.index() > 0) {
            const Token& before = cursor_.token(cursor_.index() - 1);
            if (is_operator(before.kind) && at_end) return "after " + text(before);
            if (is_operator(before.kind)) return "between " + text(before) + " and " + text(cursor_.peek());
            if (before.kind == TokenKind::left_paren || before.kind == TokenKind::comma) {
                if (at_end) return "after " + text(before);
                return "between " + text(before) + " and " + text(cursor_.peek());
            }
        }
        return at_end ? "here" : "before " + text(cursor_.peek());
    }

    Operand name() {
        TreeNode node;
        node.kind = NodeKind::name;
        node.name = node.span = cursor_.next().span;
        while (cursor_.at(TokenKind::prime)) {
            node.span.end = cursor_.next().span.end;
            ++node.primes;
        }
        return add(node);
    }

    Operand parenthesised() {
        const Token open = cursor_.peek();
        const Level level(*this);
        if (too_deep()) return bad();
        cursor_.next();
        ++parens_;
        Operand inner = in_condition_ ? sum_or_condition() : sum();
        inner.span = join(open.span, close(open));
        --parens_;
        return inner;
    }

    // Inside parentheses of a condition: (a + b) < c, or (a < b) and c < d.
    Operand sum_or_condition() {
        Operand left = is_word(cursor_.peek(), "not") ? comparison() : sum();
        if (is_comparison(cursor_.peek().kind)) {
            const TokenKind sign = cursor_.next().kind;
            const Operand right = sum();
            want_numbers(left, right);
            left = add(static_cast<NodeKind>(static_cast<int>(NodeKind::less) + static_cast<int>(sign) -
                                             static_cast<int>(TokenKind::less)),
                       join(left.span, right.span), left, right);
        }
        if (!is_condition(tree_[left.node].kind)) return left;
        while (is_word(cursor_.peek(), "and") || is_word(cursor_.peek(), "or")) {
            const bool is_and = is_word(cursor_.next(), "and");
            const Operand right = is_and ? comparison() : conjunction();
            left = add(is_and ? NodeKind::both : NodeKind::either, join(left.span, right.span), left, right);
        }
        return left;
    }

    // The ')' that belongs to `open`. If something else stands here, the rest up to it is skipped.
    Span close(const Token& open) {
        const Token token = cursor_.peek();
        if (cursor_.accept(TokenKind::right_paren)) return token.span;
        return close_by_force(open, token);
    }

    ANHOLON_COLD Span close_by_force(const Token& open, const Token& token) {
        if (token.kind == TokenKind::end)
            report(paren_unclosed(open.span));
        else if (token.kind != TokenKind::bad)
            report(paren_expected(token.span, source_.text(token.span), open.span));
        failed_ = true;
        for (int level = 1; !cursor_.at(TokenKind::end);) {
            if (cursor_.at(TokenKind::left_brace) || cursor_.at(TokenKind::right_brace)) break;
            const Token skipped = cursor_.next();
            if (skipped.kind == TokenKind::left_paren) ++level;
            if (skipped.kind == TokenKind::right_paren && --level == 0) break;
        }
        return cursor_.gap();
    }

    Operand call() {
        TreeNode node;
        node.kind = NodeKind::call;
        node.name = node.span = cursor_.next().span;
        const Level level(*this);
        if (too_deep()) return bad();
        const Token open = cursor_.next();
        ++parens_;
        std::vector<NodeIndex> arguments;
        const bool is_if = source_.text(node.name) == "if", was_condition = in_condition_;
        in_condition_ = is_if;
        if (!cursor_.at(TokenKind::right_paren)) {
            do {
                arguments.push_back(in_condition_ ? condition().node : sum().node);
                in_condition_ = false;
            } while (cursor_.accept(TokenKind::comma));
        }
        in_condition_ = was_condition;
        node.span = join(node.span, close(open));
        --parens_;
        node.first_argument = static_cast<std::uint32_t>(tree_.arguments.size());
        node.argument_count = static_cast<std::uint32_t>(arguments.size());
        tree_.arguments.insert(tree_.arguments.end(), arguments.begin(), arguments.end());
        return add(node);
    }

    Cursor& cursor_;
    const Source& source_;
    Tree& tree_;
    Diagnostics& diagnostics_;
    const ExpressionOptions& options_;
    int depth_ = 0;              // of nesting of any kind
    int parens_ = 0;             // of parentheses only
    bool in_condition_ = false;  // of an `if`
    bool has_quantity_ = false;
    bool failed_ = false;
    bool stopped_ = false;
};

#undef ANHOLON_COLD

// What is left over behind a whole expression: one report, or none if the lexer has made it.
void report_rest(const Cursor& cursor, const Source& source, Diagnostics& diagnostics) {
    const Token& token = cursor.peek();
    if (token.kind == TokenKind::end || diagnostics.full()) return;
    const bool told = diagnostics.failed() && diagnostics.all().back().span.begin == token.span.begin;
    if (told || token.kind == TokenKind::bad) return;
    if (token.kind == TokenKind::right_paren) return diagnostics.add(paren_unmatched(token.span));
    std::string help;
    if (token.kind == TokenKind::left_bracket) help = "brackets hold units; group with '(' and ')'";
    if (token.kind == TokenKind::left_brace) help = "group with '(' and ')'";
    diagnostics.add(trailing_input(token.span, source.text(token.span), std::move(help)));
}

}  // namespace

std::optional<Expression> parse_expression(Cursor& cursor, const Source& source, Tree& tree,
                                           Diagnostics& diagnostics, const ExpressionOptions& options) {
    return Parser(cursor, source, tree, diagnostics, options).run();
}

bool has_quantity(const Tree& tree, const Expression& expression) {
    for (auto i = static_cast<std::uint32_t>(expression.first);
         i <= static_cast<std::uint32_t>(expression.root); ++i)
        if (tree[NodeIndex{i}].kind == NodeKind::quantity) return true;
    return false;
}

std::optional<ParsedExpression> parse_expression(const Source& source, Diagnostics& diagnostics) {
    const std::vector<Token> tokens = lex(source, diagnostics);
    Cursor cursor(tokens);
    ParsedExpression parsed;
    const auto expression = parse_expression(cursor, source, parsed.tree, diagnostics);
    if (expression || cursor.index() > 0) report_rest(cursor, source, diagnostics);
    if (!expression || diagnostics.failed()) return std::nullopt;
    parsed.expression = *expression;
    return parsed;
}

std::optional<ParsedEquation> parse_equation(const Source& source, Diagnostics& diagnostics) {
    const std::vector<Token> tokens = lex(source, diagnostics);
    Cursor cursor(tokens);
    ParsedEquation parsed;
    const auto left = parse_expression(cursor, source, parsed.tree, diagnostics);
    if (cursor.accept(TokenKind::equals)) {
        cursor.accept(TokenKind::equals);  // == is no other claim than =
        parsed.right = parse_expression(cursor, source, parsed.tree, diagnostics);
        if (!parsed.right) return std::nullopt;
    }
    if (left || cursor.index() > 0) report_rest(cursor, source, diagnostics);
    if (!left || diagnostics.failed()) return std::nullopt;
    parsed.left = *left;
    return parsed;
}

}  // namespace anholon::syntax
