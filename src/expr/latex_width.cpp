#include "expr/latex_width.hpp"

#include <algorithm>
#include <cctype>
#include <string>

namespace anholon {

namespace {

constexpr double kScript = 0.7;  // the size of an index or an exponent

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

class Measure {
  public:
    explicit Measure(std::string_view text) : text_(text) {}

    double rest() {
        double total = 0;
        while (at_ < text_.size() && text_[at_] != '}') total += next();
        return total;
    }

  private:
    // What stands in braces, or one symbol.
    double group() {
        while (at_ < text_.size() && text_[at_] == ' ') ++at_;
        if (at_ >= text_.size()) return 0;
        if (text_[at_] != '{') return next();
        ++at_;
        const double width = rest();
        if (at_ < text_.size()) ++at_;
        return width;
    }

    double next() {
        const char c = text_[at_++];
        switch (c) {
            case '\\': return command();
            case '{': --at_; return group();
            case '_':
            case '^': return kScript * group();
            case ' ':
            case '&':
            case '\n': return 0;
            case '+':
            case '-':
            case '=':
            case '>': return 2.2;
            case '(':
            case ')':
            case '|':
            case ',': return 0.8;
            default: return 1;
        }
    }

    double command() {
        std::string name;
        while (at_ < text_.size() && is_letter(text_[at_])) name += text_[at_++];
        if (name.empty()) {
            ++at_;  // \, and \\ and the like
            return 0.3;
        }
        if (name == "frac") {
            const double above = group(), below = group();
            return std::max(above, below) + 0.4;
        }
        if (name == "sqrt") return group() + 1.3;
        if (name == "left" || name == "right" || name == "bigl" || name == "bigr") return 0.4;
        if (name == "begin" || name == "end") {
            group();
            return 1;
        }
        if (name == "dot" || name == "ddot" || name == "dddot" || name == "tilde" || name == "mathrm" ||
            name == "mathbf" || name == "boldsymbol" || name == "text" || name == "operatorname" ||
            name == "underbrace" || name == "bar" || name == "hat" || name == "vec")
            return group();
        if (name == "quad") return 2;
        if (name == "times" || name == "cdot") return 2.2;
        constexpr std::size_t longest_function = 6;  // \sin, \arctan
        const bool is_function = name.ends_with("sin") || name.ends_with("cos") || name.ends_with("tan") ||
                                 name.ends_with("sinh") || name.ends_with("cosh") || name.ends_with("tanh") ||
                                 name == "exp" || name == "log";
        if (is_function && name.size() <= longest_function)
            return static_cast<double>(name.size()) * 0.9 + 0.3;
        return 1.1;
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

}  // namespace

double latex_width(std::string_view latex) { return Measure(latex).rest(); }

}  // namespace anholon
