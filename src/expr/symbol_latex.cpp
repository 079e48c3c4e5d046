#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include "expr/print.hpp"

namespace anholon {

namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_capital(char c) { return std::isupper(static_cast<unsigned char>(c)) != 0; }

constexpr std::array greek_letters{"alpha", "beta",  "gamma",   "delta",  "epsilon", "zeta",   "eta",
                                   "theta", "iota",  "kappa",   "lambda", "mu",      "nu",     "xi",
                                   "pi",    "rho",   "sigma",   "tau",    "upsilon", "phi",    "chi",
                                   "psi",   "omega", "Gamma",   "Delta",  "Theta",   "Lambda", "Xi",
                                   "Pi",    "Sigma", "Upsilon", "Phi",    "Psi",     "Omega"};

// \varphi and \varepsilon are the letters of mechanics. th and om are short for theta and omega.
std::optional<std::string> greek(std::string_view word) {
    if (word == "phi" || word == "epsilon") return "\\var" + std::string(word);
    if (word == "th") return "\\theta";
    if (word == "om") return "\\omega";
    if (std::ranges::find(greek_letters, word) == greek_letters.end()) return std::nullopt;
    return "\\" + std::string(word);
}

// A letter, or a word in upright type, with what stands below it.
struct Letter {
    std::string base, below;
    bool is_word = false;
};

void add_below(Letter& letter, const std::string& more) {
    letter.below += (letter.below.empty() || more.empty() ? "" : ",") + more;
}

std::string with_below(const std::string& base, const std::string& below) {
    return below.empty() ? base : base + "_{" + below + "}";
}

std::string upright(std::string_view word) { return "\\mathrm{" + std::string(word) + "}"; }

// Indices such as R, x and 12 are set as they are, words upright.
std::string index(std::string_view word) {
    return word.size() <= 2 || std::ranges::all_of(word, is_digit) ? std::string(word) : upright(word);
}

// A letter and its index in one word: tauR, mB, vx. Nothing if it is a word.
std::optional<Letter> indexed(std::string_view stem) {
    if (const auto letter = greek(stem)) return Letter{*letter, ""};
    if (stem.size() == 1) return Letter{std::string(stem), ""};
    for (std::size_t size = stem.size() - 1; size >= 2; --size)
        if (const auto letter = greek(stem.substr(0, size)); letter && is_capital(stem[size]))
            return Letter{*letter, index(stem.substr(size))};
    if (stem.size() == 2 || is_capital(stem[1]))
        return Letter{std::string(1, stem[0]), index(stem.substr(1))};
    return std::nullopt;
}

// A name without underscores.
Letter letter_of(std::string_view word) {
    const std::size_t digits = word.find_last_not_of("0123456789") + 1;
    const std::string_view stem = word.substr(0, digits), number = word.substr(digits);
    if (stem.empty()) return {std::string(word), ""};
    if (auto letter = indexed(stem)) {
        letter->below += number;
        return *letter;
    }
    // spinR is a word with an index.
    const bool has_index = is_capital(stem.back()) && !is_capital(stem[stem.size() - 2]);
    const std::string_view rest = has_index ? stem.substr(0, stem.size() - 1) : stem;
    return {upright(rest), std::string(stem.substr(rest.size())) + std::string(number), true};
}

std::vector<std::string_view> parts_of(std::string_view name) {
    std::vector<std::string_view> parts;
    for (std::size_t at = 0; at < name.size();) {
        const std::size_t end = std::min(name.find('_', at), name.size());
        if (end > at) parts.push_back(name.substr(at, end - at));
        at = end + 1;
    }
    return parts;
}

// In the place of an index: I_xx, p_phi1, lambda_blade.
std::string below_of(std::string_view part) {
    if (part.size() <= 2 && std::ranges::none_of(part, is_digit) && !greek(part)) return std::string(part);
    const Letter letter = letter_of(part);
    return with_below(letter.base, letter.below);
}

// main_phi1, the phi1 of main, is the letter φ.
Letter letter_of_name(std::string_view name) {
    std::vector<std::string_view> parts = parts_of(name);
    Letter letter = letter_of(parts[0]);
    if (parts.size() > 1 && letter.is_word && !letter_of(parts[1]).is_word) {
        letter = letter_of(parts[1]);
        parts.erase(parts.begin() + 1);
        add_below(letter, below_of(parts[0]));
    }
    for (std::size_t k = 1; k < parts.size(); ++k) add_below(letter, below_of(parts[k]));
    if (name.ends_with('_')) letter.base = "\\tilde{" + letter.base + "}";
    return letter;
}

std::string with_dots(const std::string& base, int dots) {
    switch (dots) {
        case 0: return base;
        case 1: return "\\dot{" + base + "}";
        case 2: return "\\ddot{" + base + "}";
        case 3: return "\\dddot{" + base + "}";
        default: return base + "^{(" + std::to_string(dots) + ")}";
    }
}

// Where what stands below or above the letter begins.
std::size_t end_of_base(std::string_view latex) {
    std::size_t depth = 0;
    for (std::size_t i = 0; i < latex.size(); ++i) {
        if (latex[i] == '\\') {
            ++i;
            continue;
        }
        if (latex[i] == '{') ++depth;
        if (latex[i] == '}') --depth;
        if (depth == 0 && (latex[i] == '_' || latex[i] == '^')) return i;
    }
    return latex.size();
}

}  // namespace

std::string symbol_text(const Symbol& s) {
    return s.name + std::string(static_cast<std::size_t>(s.dots), '\'');
}

std::string symbol_latex(const Symbol& s) {
    if (!s.latex.empty()) {
        const std::size_t end = end_of_base(s.latex);
        return with_dots(s.latex.substr(0, end), s.dots) + s.latex.substr(end);
    }
    const Letter letter = letter_of_name(s.name);
    return with_below(with_dots(letter.base, s.dots), letter.below);
}

}  // namespace anholon
