#include "syntax/statement.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "base/text.hpp"
#include "syntax/errors.hpp"

namespace anholon::syntax {

namespace {

constexpr std::string_view body_keywords[] = {"body",  "contact", "ground", "gravity",
                                              "frame", "axle",    "joint",  "surface"};

constexpr std::string_view motions[] = {"nonholonomic", "vakonomic",  "servo",
                                        "viscous",      "added-mass", "free"};
constexpr std::string_view expectations[] = {"dof",   "integral",  "equation",
                                             "value", "holonomic", "nonholonomic"};
constexpr std::string_view settings[] = {"until", "every", "tol", "init", "param"};

std::string nearest_or_list(std::string_view found, std::span<const std::string_view> words) {
    const std::vector<std::string> all(words.begin(), words.end());
    if (const auto meant = nearest(found, all)) return "did you mean '" + *meant + "'?";
    std::string list;
    for (std::size_t i = 0; i < all.size(); ++i)
        list += (i == 0 ? "" : i + 1 == all.size() ? " or " : ", ") + all[i];
    return "it can be " + list;
}

bool contains(std::span<const std::string_view> words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

class ModelParser {
  public:
    ModelParser(std::span<const Token> tokens, const Source& source, Diagnostics& diagnostics)
        : cursor_(tokens), source_(source), diagnostics_(diagnostics) {}

    std::optional<ModelTree> run() {
        if (cursor_.at(TokenKind::end) || !at_word("model")) {
            if (!cursor_.at(TokenKind::bad)) report(model_missing(span_here()));
            return std::nullopt;
        }
        cursor_.next();
        const auto name = expect_name("the name of the model");
        if (!name || !cursor_.at(TokenKind::left_brace)) {
            if (name) missing("'{'");
            return std::nullopt;
        }
        model_.name = *name;
        const Token open = cursor_.next();
        while (!cursor_.at(TokenKind::right_brace) && !cursor_.at(TokenKind::end) && !diagnostics_.full())
            statement();
        if (diagnostics_.full()) return std::nullopt;
        if (!cursor_.accept(TokenKind::right_brace)) {
            report(brace_unclosed(open.span));
        } else if (!cursor_.at(TokenKind::end) && !cursor_.at(TokenKind::bad)) {
            report(model_second(cursor_.peek().span, here()));
        }
        if (diagnostics_.failed()) return std::nullopt;
        return std::move(model_);
    }

  private:
    // --- tokens

    std::string_view text(const Token& token) const { return source_.text(token.span); }
    std::string_view here() const { return text(cursor_.peek()); }
    Span span_here() const { return cursor_.at(TokenKind::end) ? cursor_.gap() : cursor_.peek().span; }
    bool at_word(std::string_view word) const { return cursor_.at(TokenKind::name) && here() == word; }
    bool accept_word(std::string_view word) {
        if (!at_word(word)) return false;
        cursor_.next();
        return true;
    }

    void report(Diagnostic d) { diagnostics_.add(std::move(d)); }

    // Says what is missing here, unless the lexer has already spoken of this place.
    void missing(std::string_view wanted, std::string help = "") {
        if (!cursor_.at(TokenKind::bad)) report(token_expected(span_here(), wanted, here(), std::move(help)));
    }

    bool expect(TokenKind kind, std::string_view wanted, std::string help = "") {
        if (cursor_.accept(kind)) return true;
        missing(wanted, std::move(help));
        return false;
    }

    std::optional<Span> expect_name(std::string_view wanted) {
        if (cursor_.at(TokenKind::name)) return cursor_.next().span;
        missing(wanted);
        return std::nullopt;
    }

    std::optional<Span> expect_string(std::string_view wanted) {
        if (cursor_.at(TokenKind::string)) return cursor_.next().span;
        missing(wanted);
        return std::nullopt;
    }

    bool at_statement_end() const {
        const Token& token = cursor_.peek();
        return token.starts_line || token.kind == TokenKind::semicolon || token.kind == TokenKind::end ||
               token.kind == TokenKind::right_brace;
    }

    // --- statements

    void statement() {
        if (cursor_.accept(TokenKind::semicolon)) return;
        const Token first = cursor_.peek();
        const std::size_t begin = cursor_.index();
        std::optional<StatementKind> what;
        if (first.kind == TokenKind::string) {
            cursor_.next();
            what = DescriptionStatement{first.span};
        } else if (first.kind != TokenKind::name) {
            if (first.kind != TokenKind::bad)
                report(
                    statement_unknown(first.span, text(first), "statements begin with a word such as param"));
        } else {
            what = by_keyword(first);
        }
        if (what && !at_statement_end()) {
            if (!cursor_.at(TokenKind::bad)) report(statement_unfinished(cursor_.peek().span, here()));
            what.reset();
        }
        if (!what) return recover(begin);
        const Token& last = cursor_.token(cursor_.index() - 1);
        model_.statements.push_back({first.span, join(first.span, last.span), std::move(*what)});
    }

    // To the next token that can begin a statement, over whole blocks in braces.
    void recover(std::size_t begin) {
        if (cursor_.index() == begin) cursor_.next();
        for (std::size_t level = 0; !cursor_.at(TokenKind::end);) {
            const Token& token = cursor_.peek();
            if (level == 0 && (token.kind == TokenKind::right_brace || token.kind == TokenKind::semicolon))
                return;
            const bool begins =
                token.kind == TokenKind::string ||
                (token.kind == TokenKind::name &&
                 (contains(statement_keywords(), text(token)) || contains(body_keywords, text(token)) ||
                  cursor_.peek(1).kind == TokenKind::name));
            if (level == 0 && token.starts_line && begins) return;
            if (token.kind == TokenKind::left_brace) ++level;
            if (token.kind == TokenKind::right_brace) --level;
            cursor_.next();
        }
    }

    std::optional<StatementKind> by_keyword(const Token& keyword) {
        using Reader = std::optional<StatementKind> (ModelParser::*)();
        static constexpr std::pair<std::string_view, Reader> readers[] = {
            {"cite", &ModelParser::cite},
            {"param", &ModelParser::param},
            {"coord", &ModelParser::coord},
            {"let", &ModelParser::let},
            {"kinetic", &ModelParser::energy<EnergyStatement::Kind::kinetic>},
            {"potential", &ModelParser::energy<EnergyStatement::Kind::potential>},
            {"lagrangian", &ModelParser::energy<EnergyStatement::Kind::lagrangian>},
            {"dissipation", &ModelParser::energy<EnergyStatement::Kind::dissipation>},
            {"force", &ModelParser::force},
            {"constraint", &ModelParser::constraint},
            {"quasi", &ModelParser::quasi},
            {"motion", &ModelParser::motion},
            {"init", &ModelParser::init},
            {"expect", &ModelParser::expectation},
            {"experiment", &ModelParser::experiment},
            {"algebra", &ModelParser::algebra},
            {"inertia", &ModelParser::inertia},
            {"torque", &ModelParser::torque},
            {"velocities", &ModelParser::velocities},
        };
        static_assert(std::size(readers) == 19);
        const std::string_view word = text(keyword);
        if (contains(body_keywords, word)) {
            report(statement_unsupported(keyword.span, word));
            return std::nullopt;
        }
        for (const auto& [name, reader] : readers) {
            if (name != word) continue;
            cursor_.next();
            return (this->*reader)();
        }
        const std::vector<std::string> all(statement_keywords().begin(), statement_keywords().end());
        const auto meant = nearest(word, all);
        report(statement_unknown(keyword.span, word,
                                 meant ? "did you mean '" + *meant + "'?"
                                       : "statements begin with a word such as param, coord or kinetic"));
        return std::nullopt;
    }

    std::optional<StatementKind> cite() {
        const auto words = expect_string("a citation in quotes");
        if (!words) return std::nullopt;
        return CiteStatement{*words};
    }

    std::optional<StatementKind> param() {
        ParamStatement out;
        do {
            ParameterItem item;
            static constexpr std::string_view stop[] = {"in"};
            if (!definition(item.definition, stop)) return std::nullopt;
            if (accept_word("in")) {
                const auto low = expression();
                if (!low || !expect(TokenKind::range, "'..'", "a range is written 0.1..10"))
                    return std::nullopt;
                const auto high = expression();
                if (!high) return std::nullopt;
                item.range = {*low, *high};
            }
            item.description = description();
            out.items.push_back(std::move(item));
        } while (cursor_.accept(TokenKind::comma));
        return out;
    }

    std::optional<StatementKind> coord() {
        CoordStatement out;
        do {
            CoordinateItem item;
            const auto name = expect_name("the name of a coordinate");
            if (!name) return std::nullopt;
            item.name = *name;
            if (!unit(item.unit)) return std::nullopt;
            if (!at_statement_end() && accept_word("mod")) {
                item.modulus = expression();
                if (!item.modulus) return std::nullopt;
            }
            item.description = description();
            out.items.push_back(std::move(item));
        } while (cursor_.accept(TokenKind::comma));
        return out;
    }

    std::optional<StatementKind> let() {
        LetStatement out;
        if (!definitions(out.items)) return std::nullopt;
        return out;
    }

    std::optional<StatementKind> quasi() {
        QuasiStatement out;
        if (!definitions(out.items)) return std::nullopt;
        return out;
    }

    std::optional<StatementKind> init() {
        InitStatement out;
        if (!definitions(out.items)) return std::nullopt;
        return out;
    }

    template <EnergyStatement::Kind kind>
    std::optional<StatementKind> energy() {
        const auto value = expression();
        if (!value) return std::nullopt;
        return EnergyStatement{kind, *value};
    }

    std::optional<StatementKind> force() {
        if (!accept_word("on")) {
            missing("'on'", "write force on x: …");
            return std::nullopt;
        }
        ForceStatement out;
        do {
            const auto name = expect_name("a coordinate");
            if (!name || !expect(TokenKind::colon, "':'", "write force on x: …")) return std::nullopt;
            const auto value = expression();
            if (!value) return std::nullopt;
            out.items.push_back({*name, *value});
        } while (cursor_.accept(TokenKind::comma));
        return out;
    }

    // (a, b) is a tuple and not an expression if a comma stands at the level of its first parenthesis.
    bool at_tuple() const {
        if (!cursor_.at(TokenKind::left_paren)) return false;
        std::size_t level = 0;
        for (std::size_t i = cursor_.index();; ++i) {
            const TokenKind kind = cursor_.token(i).kind;
            if (kind == TokenKind::end || kind == TokenKind::left_brace || kind == TokenKind::right_brace)
                return false;
            if (kind == TokenKind::left_paren) ++level;
            if (kind == TokenKind::right_paren && --level == 0) return false;
            if (kind == TokenKind::comma && level == 1) return true;
        }
    }

    std::optional<StatementKind> constraint() {
        ConstraintStatement out;
        if (cursor_.at(TokenKind::name) && cursor_.peek(1).kind == TokenKind::colon) {
            out.name = cursor_.next().span;
            cursor_.next();
        }
        if (at_tuple()) {
            out.covector = tuple();
            if (!out.covector) return std::nullopt;
            return out;
        }
        out.left = expression();
        if (!out.left || !expect(TokenKind::equals, "'='", "a constraint is an equation"))
            return std::nullopt;
        out.right = expression();
        if (!out.right) return std::nullopt;
        return out;
    }

    std::optional<StatementKind> motion() {
        using Motion = MotionStatement::Kind;
        if (at_statement_end() || !cursor_.at(TokenKind::name)) {
            missing("a law of motion", nearest_or_list("", motions));
            return std::nullopt;
        }
        const Token word = cursor_.next();
        if (text(word) == "nonholonomic") return MotionStatement{Motion::nonholonomic};
        if (text(word) == "vakonomic") return MotionStatement{Motion::vakonomic};
        if (text(word) == "free") return MotionStatement{Motion::free};
        if (text(word) == "viscous") return realisation(Motion::viscous);
        if (text(word) == "added" && cursor_.at(TokenKind::minus) && text(cursor_.peek(1)) == "mass") {
            cursor_.next();
            cursor_.next();
            return realisation(Motion::added_mass);
        }
        if (text(word) == "servo" && accept_word("force")) return servo(Motion::servo_force);
        if (text(word) == "servo" && accept_word("momentum")) return servo(Motion::servo_momentum);
        if (text(word) == "servo") {
            missing("'force' or 'momentum'");
            return std::nullopt;
        }
        report(motion_unknown(word.span, text(word), nearest_or_list(text(word), motions)));
        return std::nullopt;
    }

    // N = e
    std::optional<StatementKind> realisation(MotionStatement::Kind kind) {
        MotionStatement out{kind};
        const auto name = expect_name("N");
        if (!name || !expect(TokenKind::equals, "'='", "write N = 100")) return std::nullopt;
        const auto value = expression();
        if (!value) return std::nullopt;
        out.values.push_back(*value);
        return out;
    }

    std::optional<StatementKind> servo(MotionStatement::Kind kind) {
        MotionStatement out{kind};
        if (kind == MotionStatement::Kind::servo_momentum && !cursor_.at(TokenKind::left_paren)) {
            if (!expect_name("N") || !expect(TokenKind::equals, "'='", "write N = …")) return std::nullopt;
            do {
                const auto value = expression();
                if (!value) return std::nullopt;
                out.values.push_back(*value);
            } while (cursor_.accept(TokenKind::comma));
            return out;
        }
        do {
            auto one = tuple();
            if (!one) return std::nullopt;
            out.tuples.push_back(std::move(*one));
        } while (cursor_.accept(TokenKind::comma));
        return out;
    }

    std::optional<StatementKind> expectation() {
        using Expect = ExpectStatement::Kind;
        if (at_statement_end() || !cursor_.at(TokenKind::name)) {
            missing("what to expect", nearest_or_list("", expectations));
            return std::nullopt;
        }
        const Token word = cursor_.next();
        if (text(word) == "holonomic") return ExpectStatement{Expect::holonomic};
        if (text(word) == "nonholonomic") return ExpectStatement{Expect::nonholonomic};
        if (!contains(expectations, text(word))) {
            report(expectation_unknown(word.span, text(word), nearest_or_list(text(word), expectations)));
            return std::nullopt;
        }
        ExpectStatement out{text(word) == "dof"        ? Expect::dof
                            : text(word) == "integral" ? Expect::integral
                            : text(word) == "equation" ? Expect::equation
                                                       : Expect::value};
        if (out.kind == Expect::integral && at_word("energy") && ends_after_one()) {
            cursor_.next();
            out.kind = Expect::energy;
            return out;
        }
        out.left = expression();
        if (!out.left) return std::nullopt;
        if (out.kind == Expect::dof || out.kind == Expect::integral) return out;
        static constexpr std::string_view stop[] = {"at", "within"};
        if (!expect(TokenKind::equals, "'='")) return std::nullopt;
        out.right = expression(stop);
        if (!out.right) return std::nullopt;
        if (out.kind == Expect::equation) return out;
        if (!accept_word("at")) {
            missing("'at' and a time", "write expect value x = 1 at 4");
            return std::nullopt;
        }
        out.time = expression(stop);
        if (!out.time) return std::nullopt;
        if (!at_statement_end() && accept_word("within")) {
            out.tolerance = expression();
            if (!out.tolerance) return std::nullopt;
        }
        return out;
    }

    // Is the token after the next one the start of another statement?
    bool ends_after_one() const {
        const Token& token = cursor_.peek(1);
        return token.starts_line || token.kind == TokenKind::semicolon || token.kind == TokenKind::end ||
               token.kind == TokenKind::right_brace;
    }

    std::optional<StatementKind> experiment() {
        ExperimentStatement out;
        const auto name = expect_name("the name of the experiment");
        if (!name || !expect(TokenKind::left_brace, "'{'")) return std::nullopt;
        out.name = *name;
        const Span open = cursor_.token(cursor_.index() - 1).span;
        while (!cursor_.at(TokenKind::right_brace)) {
            if (cursor_.accept(TokenKind::semicolon)) continue;
            if (cursor_.at(TokenKind::end)) {
                report(brace_unclosed(open));
                return std::nullopt;
            }
            if (!setting(out)) return skip_block();
        }
        cursor_.next();
        return out;
    }

    bool setting(ExperimentStatement& out) {
        using Setting = ExperimentStatement::Setting;
        if (!cursor_.at(TokenKind::name)) {
            missing("a setting", nearest_or_list("", settings));
            return false;
        }
        const Token word = cursor_.next();
        bool good = true;
        if (text(word) == "init") {
            good = definitions(out.init);
        } else if (text(word) == "param") {
            good = definitions(out.parameters);
        } else if (contains(settings, text(word))) {
            const auto value = expression();
            if (!value) return false;
            out.settings.push_back({text(word) == "until"   ? Setting::Kind::until
                                    : text(word) == "every" ? Setting::Kind::every
                                                            : Setting::Kind::tol,
                                    *value, word.span});
        } else {
            report(setting_unknown(word.span, text(word), nearest_or_list(text(word), settings)));
            return false;
        }
        if (good && !at_statement_end()) {
            if (!cursor_.at(TokenKind::bad)) report(statement_unfinished(cursor_.peek().span, here()));
            return false;
        }
        return good;
    }

    // Inside a block in braces, after a mistake: behind its end.
    std::nullopt_t skip_block() {
        for (std::size_t level = 1; !cursor_.at(TokenKind::end);) {
            const Token token = cursor_.next();
            if (token.kind == TokenKind::left_brace) ++level;
            if (token.kind == TokenKind::right_brace && --level == 0) break;
        }
        return std::nullopt;
    }

    std::optional<StatementKind> algebra() {
        AlgebraStatement out;
        if (at_word("table") && cursor_.peek(1).kind == TokenKind::left_brace) {
            cursor_.next();
            const Span open = cursor_.next().span;
            while (!cursor_.at(TokenKind::right_brace)) {
                if (cursor_.accept(TokenKind::semicolon)) continue;
                if (cursor_.at(TokenKind::end)) {
                    report(brace_unclosed(open));
                    return std::nullopt;
                }
                if (!bracket(out.table)) return skip_block();
            }
            cursor_.next();
            return out;
        }
        do {
            AlgebraStatement::Factor factor;
            const auto name = expect_name("the name of an algebra");
            if (!name) return std::nullopt;
            factor.name = factor.span = *name;
            if (!at_statement_end() && cursor_.accept(TokenKind::left_paren)) {
                if (!cursor_.at(TokenKind::number)) {
                    missing("a number", "algebras are written so(3), e(2), sl(2)");
                    return std::nullopt;
                }
                factor.size = cursor_.next().span;
                factor.span = join(factor.span, cursor_.peek().span);
                if (!expect(TokenKind::right_paren, "')'")) return std::nullopt;
            }
            out.factors.push_back(factor);
        } while (!at_statement_end() && cursor_.accept(TokenKind::star));
        return out;
    }

    // [1, 2] = e3
    bool bracket(std::vector<AlgebraStatement::Bracket>& table) {
        constexpr const char* shape = "write [1, 2] = e3";
        AlgebraStatement::Bracket out;
        out.span = cursor_.peek().span;
        if (!expect(TokenKind::left_bracket, "'['", shape)) return false;
        for (Span* index : {&out.first, &out.second}) {
            if (index == &out.second && !expect(TokenKind::comma, "','", shape)) return false;
            if (!cursor_.at(TokenKind::number)) {
                missing("a number", shape);
                return false;
            }
            *index = cursor_.next().span;
        }
        if (!expect(TokenKind::right_bracket, "']'", shape) || !expect(TokenKind::equals, "'='", shape))
            return false;
        const auto value = expression();
        if (!value) return false;
        out.value = *value;
        out.span = join(out.span, value->span);
        table.push_back(out);
        if (at_statement_end()) return true;
        if (!cursor_.at(TokenKind::bad)) report(statement_unfinished(cursor_.peek().span, here()));
        return false;
    }

    std::optional<StatementKind> inertia() {
        InertiaStatement out;
        if (!expect(TokenKind::left_paren, "'('", "write inertia (I1, I2, I3; I12, I13, I23)"))
            return std::nullopt;
        do {
            auto& row = out.rows.emplace_back();
            do {
                const auto entry = expression({}, ExpressionOptions::Newline::space);
                if (!entry) return std::nullopt;
                row.push_back(*entry);
            } while (cursor_.accept(TokenKind::comma));
        } while (cursor_.accept(TokenKind::semicolon));
        if (!expect(TokenKind::right_paren, "')'")) return std::nullopt;
        return out;
    }

    std::optional<StatementKind> torque() {
        auto components = tuple();
        if (!components) return std::nullopt;
        return TorqueStatement{std::move(*components)};
    }

    std::optional<StatementKind> velocities() {
        VelocitiesStatement out;
        do {
            const auto name = expect_name("the name of a velocity");
            if (!name) return std::nullopt;
            out.names.push_back(*name);
        } while (cursor_.accept(TokenKind::comma));
        return out;
    }

    // --- parts of statements

    std::optional<Expression> expression(
        std::span<const std::string_view> stop_words = {},
        ExpressionOptions::Newline newline = ExpressionOptions::Newline::may_end) {
        return parse_expression(cursor_, source_, model_.expressions, diagnostics_,
                                {.newline = newline, .stop_words = stop_words});
    }

    std::optional<Tuple> tuple() {
        Tuple out;
        out.span = cursor_.peek().span;
        if (!expect(TokenKind::left_paren, "'('")) return std::nullopt;
        do {
            const auto entry = expression({}, ExpressionOptions::Newline::space);
            if (!entry) return std::nullopt;
            out.entries.push_back(*entry);
        } while (cursor_.accept(TokenKind::comma));
        out.span = join(out.span, cursor_.peek().span);
        if (!expect(TokenKind::right_paren, "')'")) return std::nullopt;
        return out;
    }

    // name {'} = value [unit]
    bool definition(Definition& out, std::span<const std::string_view> stop_words = {}) {
        const auto name = expect_name("a name");
        if (!name) return false;
        out.name = *name;
        while (cursor_.accept(TokenKind::prime)) ++out.primes;
        if (!expect(TokenKind::equals, "'='")) return false;
        const auto value = expression(stop_words);
        if (!value || !unit(out.unit)) return false;
        out.value = *value;
        out.span = join(*name, value->span);
        return true;
    }

    bool definitions(std::vector<Definition>& out) {
        do {
            if (!definition(out.emplace_back())) return false;
        } while (cursor_.accept(TokenKind::comma));
        return true;
    }

    // False after a mistake; no unit is none.
    bool unit(std::optional<Span>& out) {
        if (!cursor_.at(TokenKind::left_bracket) || cursor_.peek().starts_line) return true;
        const Token open = cursor_.next();
        while (!cursor_.at(TokenKind::right_bracket)) {
            const Token& token = cursor_.peek();
            const bool fits = token.kind == TokenKind::name || token.kind == TokenKind::number ||
                              (token.kind >= TokenKind::minus && token.kind <= TokenKind::right_paren);
            if (!fits || token.starts_line) {
                missing("']'", "brackets hold a unit, such as [kg m^2/s]");
                return false;
            }
            cursor_.next();
        }
        out = join(open.span, cursor_.next().span);
        return true;
    }

    std::optional<Span> description() {
        if (!cursor_.at(TokenKind::string) || cursor_.peek().starts_line) return std::nullopt;
        return cursor_.next().span;
    }

    Cursor cursor_;
    const Source& source_;
    Diagnostics& diagnostics_;
    ModelTree model_;
};

}  // namespace

std::span<const std::string_view> statement_keywords() {
    static constexpr std::string_view keywords[] = {
        "cite",        "param",   "coord",   "let",        "kinetic",   "potential", "lagrangian",
        "dissipation", "force",   "quasi",   "constraint", "motion",    "init",      "expect",
        "experiment",  "algebra", "inertia", "torque",     "velocities"};
    return keywords;
}

std::optional<ModelTree> parse_model(std::span<const Token> tokens, const Source& source,
                                     Diagnostics& diagnostics) {
    return ModelParser(tokens, source, diagnostics).run();
}

std::optional<ModelTree> parse_model(const Source& source, Diagnostics& diagnostics) {
    const std::vector<Token> tokens = lex(source, diagnostics);
    return parse_model(tokens, source, diagnostics);
}

}  // namespace anholon::syntax
