#include "syntax/token.hpp"

#include <gtest/gtest.h>

#include <random>

namespace anholon::syntax {
namespace {

// The texts of the tokens, with blanks between.
std::string split(std::string text) {
    const Source source("s", std::move(text));
    Diagnostics diagnostics;
    std::string out;
    for (const Token& token : lex(source, diagnostics)) {
        if (token.kind == TokenKind::end) break;
        if (!out.empty()) out += ' ';
        out += token.kind == TokenKind::bad ? "BAD" : std::string(source.text(token.span));
    }
    EXPECT_FALSE(diagnostics.failed()) << render(diagnostics, source);
    return out;
}

std::string errors(std::string text) {
    const Source source("s", std::move(text));
    Diagnostics diagnostics;
    lex(source, diagnostics);
    return render(diagnostics, source);
}

TEST(Lexer, SplitsTheLanguage) {
    EXPECT_EQ(split("m/2*(vx^2+θ1'^2) # comment"), "m / 2 * ( vx ^ 2 + θ1 ' ^ 2 )");
    EXPECT_EQ(split("param m = 1 [kg] in 0.1..10 \"mass\";"), "param m = 1 [ kg ] in 0.1 .. 10 \"mass\" ;");
    EXPECT_EQ(split("1..2 1e-3..1E+4 a:{}"), "1 .. 2 1e-3 .. 1E+4 a : { }");
    EXPECT_EQ(split("2x 2exp(1) 3e4x"), "2 x 2 exp ( 1 ) 3e4 x");
    EXPECT_EQ(split("\xef\xbb\xbfx"), "x");
    EXPECT_EQ(split(""), "");
    EXPECT_EQ(split("# only a comment"), "");
    EXPECT_EQ(split("a\u00a0b"), "a b");
}

TEST(Lexer, KnowsWhereLinesStart) {
    const Source source("s", "a b\n  c # d\r\n\n e");
    Diagnostics diagnostics;
    std::string starts;
    for (const Token& token : lex(source, diagnostics))
        if (token.starts_line) starts += source.text(token.span);
    EXPECT_EQ(starts, "ace");
}

TEST(Lexer, StringsMayHoldQuotes) {
    EXPECT_EQ(string_value(R"("plain θ")"), "plain θ");
    EXPECT_EQ(string_value(R"("a \"b\" \\ \n")"), R"(a "b" \ \n)");
    EXPECT_EQ(string_value("\"\""), "");
    EXPECT_EQ(split(R"("a \" b" c)"), R"("a \" b" c)");
}

TEST(LexerErrors, StringUnterminated) {
    EXPECT_EQ(errors("cite \"Chaplygin 1911\r\nx"),
              "s:1:6: error[string-unterminated]: this string is never closed\n"
              " 1 | cite \"Chaplygin 1911\n"
              "   |      ^^^^^^^^^^^^^^^\n"
              "   = help: close it with '\"' on the same line\n");
    EXPECT_EQ(errors("\""),
              "s:1:1: error[string-unterminated]: this string is never closed\n"
              " 1 | \"\n"
              "   | ^\n"
              "   = help: close it with '\"' on the same line\n");
    EXPECT_NE(errors("\"\\"), "");
}

TEST(LexerErrors, CharacterUnknown) {
    EXPECT_EQ(errors("a − b"),
              "s:1:3: error[character-unknown]: character '−' (U+2212) has no meaning here\n"
              " 1 | a − b\n"
              "   |   ^\n"
              "   = help: for minus write '-'\n");
    EXPECT_EQ(errors("x²"),
              "s:1:2: error[character-unknown]: character '²' (U+00B2) has no meaning here\n"
              " 1 | x²\n"
              "   |  ^\n"
              "   = help: for a power write '^', as in x^2\n");
    EXPECT_EQ(errors("a @@@ b"),
              "s:1:3: error[character-unknown]: character '@' (U+0040) has no meaning here\n"
              " 1 | a @@@ b\n"
              "   |   ^^^\n");
    EXPECT_EQ(errors("длина"),
              "s:1:1: error[character-unknown]: character 'д' (U+0434) has no meaning here\n"
              " 1 | длина\n"
              "   | ^^^^^\n"
              "   = help: names are made of ASCII and Greek letters, digits and '_'\n");
    EXPECT_EQ(errors("_x"),
              "s:1:1: error[character-unknown]: character '_' (U+005F) has no meaning here\n"
              " 1 | _x\n"
              "   | ^\n"
              "   = help: a name starts with a letter\n");
    EXPECT_EQ(errors("a . b"),
              "s:1:3: error[character-unknown]: character '.' (U+002E) has no meaning here\n"
              " 1 | a . b\n"
              "   |   ^\n"
              "   = help: a decimal point stands between digits, as in 0.5\n");
}

TEST(LexerErrors, NumberMalformed) {
    EXPECT_EQ(errors("1.2.3"),
              "s:1:1: error[number-malformed]: a number can have only one decimal point\n"
              " 1 | 1.2.3\n"
              "   | ^^^^^\n");
    EXPECT_EQ(errors("2*1e"),
              "s:1:3: error[number-malformed]: no digit follows the exponent sign 'e'\n"
              " 1 | 2*1e\n"
              "   |   ^^\n"
              "   = help: write 1e3 for a power of ten, 1*e for a product\n");
    EXPECT_EQ(errors("1e+ 2"),
              "s:1:1: error[number-malformed]: no digit follows the exponent sign 'e'\n"
              " 1 | 1e+ 2\n"
              "   | ^^\n"
              "   = help: write 1e3 for a power of ten, 1*e for a product\n");
    EXPECT_EQ(errors("5. + 1"),
              "s:1:1: error[number-malformed]: no digit follows the decimal point\n"
              " 1 | 5. + 1\n"
              "   | ^^\n"
              "   = help: write 5.0\n");
    EXPECT_EQ(errors(".5"),
              "s:1:1: error[number-malformed]: there is no digit before the decimal point\n"
              " 1 | .5\n"
              "   | ^^\n"
              "   = help: write 0.5\n");
    EXPECT_EQ(errors("1_000"),
              "s:1:1: error[number-malformed]: digits cannot be separated by '_'\n"
              " 1 | 1_000\n"
              "   | ^^^^^\n");
}

TEST(LexerErrors, NameTooLong) {
    EXPECT_TRUE(errors(std::string(255, 'x')).empty());
    EXPECT_TRUE(errors(std::string(256, 'x'))
                    .starts_with("s:1:1: error[name-too-long]: a name can have at most 255 bytes\n"));
}

TEST(LexerErrors, BinaryGarbageIsOneMistake) {
    EXPECT_EQ(errors("\x7f"
                     "ELF\x02\x01\xff\xfe@@@@"),
              "s:1:1: error[text-encoding]: this is not UTF-8 text: it contains the byte 0x7f\n"
              " 1 | \\x7fELF\\x02\\x01\\xff\\xfe@@@@\n"
              "   | ^^^^\n"
              "   = help: save the file as UTF-8 text\n");
    EXPECT_EQ(errors("\"caf\xe9\""),
              "s:1:5: error[text-encoding]: this is not UTF-8 text: it contains the byte 0xe9\n"
              " 1 | \"caf\\xe9\"\n"
              "   |     ^^^^\n"
              "   = help: save the file as UTF-8 text\n");
}

TEST(Lexer, RandomBytesEndInTokens) {
    std::mt19937 random(1);
    for (int trial = 0; trial < 3000; ++trial) {
        std::string text(random() % 200, ' ');
        for (char& c : text) c = static_cast<char>(trial % 2 ? random() : 32 + random() % 95);
        const Source source("s", text);
        Diagnostics diagnostics;
        const std::vector<Token> tokens = lex(source, diagnostics);
        ASSERT_EQ(tokens.back().kind, TokenKind::end);
        std::uint32_t at = 0;
        for (const Token& token : tokens) {
            ASSERT_LE(at, token.span.begin);
            ASSERT_LE(token.span.begin, token.span.end);
            ASSERT_LE(token.span.end, text.size());
            at = token.span.begin;
        }
        render(diagnostics, source);
    }
}

}  // namespace
}  // namespace anholon::syntax
