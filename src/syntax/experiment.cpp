#include "syntax/model_parser.hpp"

namespace anholon::syntax {

namespace {

constexpr std::string_view expectations[] = {"dof",   "integral",  "equation",
                                             "value", "holonomic", "nonholonomic"};
constexpr std::string_view settings[] = {"until",    "every",    "tol",         "init",  "guess",
                                         "param",    "section",  "bifurcation", "orbit", "continue",
                                         "lyapunov", "ensemble", "chart"};
constexpr std::size_t own_settings = 6;  // the others are studies

// The rest of the statement as it stands: the study reads it, in the names of the system or of its core.
bool study(ModelParser& parser, const Token& word, ExperimentStatement& out) {
    if (parser.at_statement_end() || !parser.cursor.at(TokenKind::name)) {
        parser.missing("an option of the study", "write " + std::string(parser.text(word)) +
                                                     " and an option of this command without its dashes");
        return false;
    }
    ExperimentStatement::Study s{word.span, parser.cursor.next().span, {}};
    s.value = {s.option.end, s.option.end};
    for (bool is_first = true; !parser.at_statement_end(); is_first = false) {
        if (parser.cursor.at(TokenKind::bad)) return false;
        const Span next = parser.cursor.next().span;
        s.value = {is_first ? next.begin : s.value.begin, next.end};
    }
    out.studies.push_back(s);
    return true;
}

bool setting(ModelParser& parser, ExperimentStatement& out) {
    using Setting = ExperimentStatement::Setting;
    if (!parser.cursor.at(TokenKind::name)) {
        parser.missing("a setting", nearest_or_list("", settings));
        return false;
    }
    const Token word = parser.cursor.next();
    const std::string_view what = parser.text(word);
    bool good = true;
    if (what == "init") {
        good = parser.definitions(out.init);
    } else if (what == "guess") {
        good = parser.definitions(out.guesses);
    } else if (what == "param") {
        good = parser.definitions(out.parameters);
    } else if (contains(std::span(settings).subspan(own_settings), what)) {
        return study(parser, word, out);
    } else if (contains(settings, what)) {
        const auto value = parser.expression();
        if (!value) return false;
        out.settings.push_back({what == "until"   ? Setting::Kind::until
                                : what == "every" ? Setting::Kind::every
                                                  : Setting::Kind::tol,
                                *value, word.span});
    } else {
        parser.report(setting_unknown(word.span, what, nearest_or_list(what, settings)));
        return false;
    }
    return good && parser.expect_statement_end();
}

}  // namespace

ParsedStatement parse_init(ModelParser& parser) {
    InitStatement out;
    if (!parser.definitions(out.items)) return std::nullopt;
    return out;
}

ParsedStatement parse_guess(ModelParser& parser) {
    GuessStatement out;
    if (!parser.definitions(out.items)) return std::nullopt;
    return out;
}

ParsedStatement parse_expect(ModelParser& parser) {
    using Expect = ExpectStatement::Kind;
    if (parser.at_statement_end() || !parser.cursor.at(TokenKind::name)) {
        parser.missing("a fact", nearest_or_list("", expectations));
        return std::nullopt;
    }
    const Token word = parser.cursor.next();
    const std::string_view what = parser.text(word);
    if (what == "holonomic") return ExpectStatement{Expect::holonomic};
    if (what == "nonholonomic") return ExpectStatement{Expect::nonholonomic};
    if (!contains(expectations, what)) {
        parser.report(expectation_unknown(word.span, what, nearest_or_list(what, expectations)));
        return std::nullopt;
    }
    ExpectStatement out{what == "dof"        ? Expect::dof
                        : what == "integral" ? Expect::integral
                        : what == "equation" ? Expect::equation
                                             : Expect::value};
    if (out.kind == Expect::integral && parser.at_word("energy") && parser.at_statement_end(1)) {
        parser.cursor.next();
        out.kind = Expect::energy;
        return out;
    }
    out.left = parser.expression();
    if (!out.left) return std::nullopt;
    if (out.kind == Expect::dof || out.kind == Expect::integral) return out;
    static constexpr std::string_view stop[] = {"at", "within"};
    if (!parser.expect(TokenKind::equals, "'='")) return std::nullopt;
    out.right = parser.expression(stop);
    if (!out.right) return std::nullopt;
    if (out.kind == Expect::equation) return out;
    if (!parser.accept_word("at")) {
        parser.missing("'at'", "write expect value x = 1 at 4");
        return std::nullopt;
    }
    out.time = parser.expression(stop);
    if (!out.time) return std::nullopt;
    if (!parser.at_statement_end() && parser.accept_word("within")) {
        out.tolerance = parser.expression();
        if (!out.tolerance) return std::nullopt;
    }
    return out;
}

ParsedStatement parse_experiment(ModelParser& parser) {
    ExperimentStatement out;
    const auto name = parser.expect_name("the name of the experiment");
    if (!name || !parser.expect(TokenKind::left_brace, "'{'")) return std::nullopt;
    out.name = *name;
    if (!parser.block([&] { return setting(parser, out); })) return std::nullopt;
    return out;
}

}  // namespace anholon::syntax
