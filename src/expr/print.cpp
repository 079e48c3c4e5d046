#include "expr/print.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "expr/build.hpp"
#include "expr/introduce.hpp"
#include "expr/latex_width.hpp"
#include "expr/walk.hpp"

namespace anholon {

namespace {

constexpr std::size_t kSharedLength = 30;  // a shared part as long as this is named on a long page
constexpr std::size_t kMaxLength = 400;    // and any part as long as this

constexpr double kWideFraction = 30;  // letters, in LaTeX

// While parts are found, a name stands between these marks: what it is in the end depends on where it is used first.
constexpr char kOpen = '\x01', kClose = '\x02';

// The order in which factors stand in a product and terms in a sum.
enum class Rank : std::uint8_t { number, constant, of_constants, time, variable, dotted, function, compound };

// How strongly what is printed holds together, to see where parentheses are needed.
enum class Binding : std::uint8_t { sum, product, power, atom };

struct Piece {
    std::string text;
    Binding binding = Binding::atom;
    Rank rank = Rank::number;
    std::uint64_t declared = 0;  // of a symbol: its place in the order of print
};

// What stands between marks counts as two characters.
std::size_t length(std::string_view text) {
    std::size_t count = 0;
    bool is_marked = false;
    for (const char c : text) {
        if (c == kOpen) is_marked = true;
        if (!is_marked || c == kOpen || c == kClose) ++count;
        if (c == kClose) is_marked = false;
    }
    return count;
}

std::string marked(std::string_view key) { return kOpen + std::string(key) + kClose; }

// `text` with the name that `name_of` gives for each key between marks.
std::string with_names(std::string_view text, const auto& name_of) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t open = text.find(kOpen, at);
        out += text.substr(at, open - at);
        if (open == text.npos) break;
        const std::size_t close = text.find(kClose, open);
        out += name_of(std::string(text.substr(open + 1, close - open - 1)));
        at = close + 1;
    }
    return out;
}

struct Factor {
    const Piece* base;
    Rational exponent;
    NodeId id;
    std::string flipped;  // a sum with all signs turned, to be printed instead
};

double typeset_width(std::string_view text) {
    return latex_width(with_names(text, [](const std::string&) { return std::string("s_1"); }));
}

std::strong_ordering compare(const Piece& a, const Piece& b) {
    if (a.rank != b.rank) return a.rank <=> b.rank;
    if (a.declared != b.declared) return a.declared <=> b.declared;
    return a.text.compare(b.text) <=> 0;
}

std::strong_ordering compare(const Factor& a, const Factor& b) {
    if (const auto by_base = compare(*a.base, *b.base); by_base != 0) return by_base;
    return b.exponent <=> a.exponent;
}

// J + m*a^2: terms of constants by degree. x^2 + x*y + 1: others as in a dictionary, numbers last.
bool before(const std::vector<Factor>& a, const std::vector<Factor>& b) {
    const auto is_constant = [](const Factor& f) { return f.base->rank <= Rank::of_constants; };
    if (!a.empty() && !b.empty() && std::ranges::all_of(a, is_constant) &&
        std::ranges::all_of(b, is_constant)) {
        const auto degree = [](const std::vector<Factor>& factors) {
            Rational total;
            for (const Factor& f : factors) total += f.exponent;
            return total;
        };
        if (const Rational p = degree(a), q = degree(b); p != q) return p < q;
    }
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
        if (const auto order = compare(a[i], b[i]); order != 0) return order < 0;
    return a.size() > b.size();
}

class Printer {
  public:
    Printer(std::span<const Expr> e, Style style, const Naming& naming)
        : c_(e[0].context()),
          style_(style),
          naming_(naming),
          main_(e.size()),
          roots_(roots(e, naming)),
          walk_(c_, roots_),
          pieces_(walk_.size()),
          uses_(walk_.size(), 0),
          has_name_(walk_.size(), false) {
        for (const KnownName& known : naming.known) known_.insert(known.symbol.id());
        count_uses();
        names_parts_ = largest_tree() > naming.unnamed;
    }

    Printed run() {
        std::set<std::size_t> root_places;
        for (const Expr& e : roots_) root_places.insert(walk_.place(e.id()));
        for (std::size_t i = 0; i < walk_.size(); ++i) {
            pieces_[i] = print(walk_[i]);
            if (names_parts_ && !root_places.contains(i)) name_if_long(i);
        }
        for (const KnownName& known : naming_.known) {
            const Symbol& s = known.symbol.symbol();
            const std::string own = latex() ? symbol_latex(s) : symbol_text(s);
            parts_[s.name] = {known.keeps_name ? own : "", piece(known.value.id()).text};
        }
        Printed result;
        for (std::size_t k = 0; k < main_; ++k) result.main.push_back(piece(roots_[k].id()).text);
        give_names(result);
        return result;
    }

  private:
    bool latex() const { return style_ == Style::latex; }
    const Piece& piece(NodeId id) const { return pieces_[walk_.place(id)]; }
    bool has_name(NodeId id) const { return has_name_[walk_.place(id)]; }

    static std::vector<Expr> roots(std::span<const Expr> e, const Naming& naming) {
        std::vector<Expr> out(e.begin(), e.end());
        for (const KnownName& known : naming.known) out.push_back(known.value);
        return out;
    }

    void count_uses() {
        for (const Expr& e : roots_) ++uses_[walk_.place(e.id())];
        for (const NodeId id : walk_.nodes())
            for (const NodeId a : c_.node(id).arguments()) ++uses_[walk_.place(a)];
        // A root k·e writes e out, so that no line is "-s1".
        for (const Expr& e : roots_)
            if (const Node node = c_.node(e.id()); node.kind == Kind::multiple)
                --uses_[walk_.place(node.args[1])];
    }

    double largest_tree() const {
        std::vector<double> size(walk_.size(), 0);
        for (std::size_t i = 0; i < walk_.size(); ++i) {
            const Node node = c_.node(walk_[i]);
            size[i] = node.kind == Kind::symbol ? static_cast<double>(c_.symbol_at(walk_[i]).name.size()) : 2;
            for (const NodeId a : node.arguments()) size[i] += 1 + size[walk_.place(a)];
        }
        double largest = 0;
        for (const Expr& e : roots_) largest = std::max(largest, size[walk_.place(e.id())]);
        return largest;
    }

    void name_if_long(std::size_t i) {
        Piece& p = pieces_[i];
        const std::size_t size = length(p.text);
        if (uses_[i] == 0 || size < kSharedLength || (uses_[i] < 2 && size < kMaxLength)) return;
        // By its text: node ids depend on what was derived before.
        std::string key = "#" + std::to_string(std::hash<std::string>{}(p.text));
        while (parts_.contains(key) && parts_[key].value != p.text) key += "'";
        parts_[key].value = std::move(p.text);
        p = {marked(key), Binding::atom, p.rank, 0};
        has_name_[i] = true;
    }

    // The parts get their names in the order in which a reader meets them.
    void give_names(Printed& result) {
        std::vector<std::string> met;
        const auto name_of = [&](const std::string& key) {
            Part& part = parts_.at(key);
            if (!part.is_met) {
                part.is_met = true;
                met.push_back(key);
                if (part.name.empty()) part.name = free_name();
            }
            return part.name;
        };
        for (std::string& text : result.main) text = with_names(text, name_of);
        for (std::size_t k = 0; k < met.size(); ++k) {
            const Part& part = parts_.at(met[k]);
            std::string value = with_names(part.value, name_of);
            result.where.emplace_back(part.name, std::move(value));
        }
    }

    // s1, s2, …, but for those that the model or the page has.
    std::string free_name() {
        while (true) {
            const Symbol s{"s" + std::to_string(++named_), SymbolKind::variable, 0};
            if (is_taken(c_, s.name) || taken_in_latex().contains(symbol_latex(s))) continue;
            return latex() ? symbol_latex(s) : s.name;
        }
    }

    const std::set<std::string>& taken_in_latex() {
        if (taken_in_latex_.empty())
            for (const NodeId id : walk_.nodes())
                if (c_.node(id).kind == Kind::symbol) taken_in_latex_.insert(symbol_latex(c_.symbol_at(id)));
        return taken_in_latex_;
    }

    Piece print(NodeId id) {
        const Node node = c_.node(id);
        switch (node.kind) {
            case Kind::number: return number(c_.number_at(id));
            case Kind::symbol: return symbol(id);
            case Kind::multiple: {
                const Node core = c_.node(node.args[1]);
                const Rational& k = c_.number_at(node.args[0]);
                // k·(a + b) is written out unless k is a whole number.
                if (core.kind == Kind::sum && !has_name(node.args[1]) && (abs(k).is_one() || !k.is_integer()))
                    return sum(core, k);
                return product(node.args[1], k);
            }
            case Kind::sum: return sum(node, 1);
            case Kind::product: return product(id, 1);
            case Kind::function: return function(node);
        }
        return {};
    }

    Piece number(const Rational& q) const {
        if (latex() && !q.is_integer())
            return {(q.sign() < 0 ? "-" : "") +
                        fraction(abs(q).numerator().to_string(), q.denominator().to_string()),
                    q.sign() < 0 ? Binding::sum : Binding::product, Rank::number, 0};
        const Binding binding = q.sign() < 0     ? Binding::sum
                                : q.is_integer() ? Binding::atom
                                                 : Binding::product;
        return {q.to_string(), binding, Rank::number, 0};
    }

    Piece symbol(NodeId id) const {
        const Symbol& s = c_.symbol_at(id);
        Rank rank = Rank::constant;
        if (s.kind == SymbolKind::time) rank = Rank::time;
        if (s.kind == SymbolKind::variable) rank = s.dots == 0 ? Rank::variable : Rank::dotted;
        const std::uint64_t place = order_in_print(c_, id) + 1;
        if (known_.contains(id)) return {marked(s.name), Binding::atom, rank, place};
        return {latex() ? symbol_latex(s) : symbol_text(s), Binding::atom, rank, place};
    }

    Rank rank_of(const Node& node, Rank otherwise) const {
        for (const NodeId a : node.arguments()) {
            const Rank r = piece(a).rank;
            if (r != Rank::number && r != Rank::constant && r != Rank::of_constants) return otherwise;
        }
        return Rank::of_constants;
    }

    static std::string fraction(const std::string& above, const std::string& below) {
        return "\\frac{" + above + "}{" + below + "}";
    }

    std::string parenthesised(const std::string& s) const {
        return latex() ? "\\left(" + s + "\\right)" : "(" + s + ")";
    }

    std::string bound(const Piece& p, Binding at_least) const {
        return p.binding < at_least ? parenthesised(p.text) : p.text;
    }

    // ------------------------------------------------------------------ products

    std::vector<Factor> factors(NodeId core) const {
        const Node node = c_.node(core);
        std::vector<Factor> list;
        if (core == Context::one_id) return list;
        if (node.kind != Kind::product || has_name(core)) return {{&piece(core), 1, core, {}}};
        for (std::size_t k = 0; k < node.count; k += 2)
            list.push_back({&piece(node.args[k]), c_.number_at(node.args[k + 1]), node.args[k], {}});
        std::ranges::sort(list, [](const Factor& a, const Factor& b) { return compare(a, b) < 0; });
        return list;
    }

    // The sign of the term that is printed first, were the sum to stand alone in the order of its terms.
    int leading_sign(const Node& node) const { return ordered_terms(node, 1).front().first.sign(); }

    bool has_negative_term(const Node& node) const {
        if (c_.number_at(node.args[0]).sign() < 0) return true;
        for (std::size_t k = 1; k < node.count; k += 2)
            if (c_.number_at(node.args[k]).sign() < 0) return true;
        return false;
    }

    // Which of S and −S is a node depends on history; what is printed does not. A sum under a whole power is
    // turned so that its first term is positive, and a minus sign in front goes into a sum that has both signs.
    void settle_signs(std::vector<Factor>& list, Rational& coefficient) const {
        for (Factor& f : list) {
            const Node node = c_.node(f.id);
            if (node.kind != Kind::sum || !f.exponent.is_integer() || is_named(f) || leading_sign(node) > 0)
                continue;
            f.flipped = sum(node, -1).text;
            if (!(f.exponent / 2).is_integer()) coefficient = -coefficient;
        }
        if (coefficient.sign() > 0) return;
        for (Factor& f : list) {
            const Node node = c_.node(f.id);
            if (node.kind != Kind::sum || is_named(f) || !f.exponent.is_one() || !has_negative_term(node))
                continue;
            f.flipped = f.flipped.empty() ? sum(node, -1).text : f.base->text;
            coefficient = -coefficient;
            return;
        }
    }

    bool is_named(const Factor& f) const { return f.base->binding == Binding::atom; }

    std::string power(const Factor& f, const Rational& exponent, bool is_alone) const {
        const Piece p = f.flipped.empty() ? *f.base : Piece{f.flipped, Binding::sum, f.base->rank, 0};
        if (exponent.is_one()) return is_alone ? p.text : bound(p, Binding::product);
        if (exponent == Rational(1, 2)) return latex() ? "\\sqrt{" + p.text + "}" : "sqrt(" + p.text + ")";
        const std::string e = exponent.to_string();
        if (!latex()) return bound(p, Binding::atom) + "^" + (exponent.is_integer() ? e : "(" + e + ")");
        const Node node = c_.node(f.id);
        if (node.kind == Kind::function && !is_named_function(f)) return latex_function(node, "^{" + e + "}");
        return bound(p, Binding::atom) + "^{" + e + "}";
    }

    bool is_named_function(const Factor& f) const { return f.base->text.find('\\') != 0; }

    // Words, and functions such as \sin x, run into what stands beside them.
    static bool is_word(const std::string& latex) {
        return latex.starts_with("\\mathrm") || latex.starts_with("\\dot{\\mathrm") ||
               latex.starts_with("\\ddot{\\mathrm");
    }
    static bool is_open(const std::string& latex) {
        const auto starts = [&](const char* with) { return latex.starts_with(with); };
        const bool is_function = starts("\\sin") || starts("\\cos") || starts("\\tan") || starts("\\arc") ||
                                 starts("\\exp") || starts("\\log");
        return is_function && !latex.ends_with("\\right)");
    }

    std::string joined(const std::vector<std::string>& parts) const {
        std::string s;
        for (std::size_t k = 0; k < parts.size(); ++k) {
            const bool is_apart =
                latex() && k > 0 && (is_word(parts[k - 1]) || is_word(parts[k]) || is_open(parts[k - 1]));
            s += (k == 0 ? "" : is_apart ? "\\, " : latex() ? " " : "*") + parts[k];
        }
        return s;
    }

    // k·Π bᵢ^eᵢ without its sign, which is returned apart: terms of a sum put it between them.
    std::pair<int, Piece> unsigned_product(NodeId core, const Rational& k) const {
        Rational coefficient = k;
        std::vector<Factor> list = factors(core);
        settle_signs(list, coefficient);
        const int sign = coefficient.sign();
        const Rational above_number = abs(coefficient).numerator(), below_number = coefficient.denominator();
        std::vector<std::string> above, below;
        const auto is_below = [](const Factor& f) { return f.exponent.sign() < 0; };
        const auto below_count = static_cast<std::size_t>(std::ranges::count_if(list, is_below));
        const std::size_t above_count = list.size() - below_count;
        const bool number_apart = latex() && below_count == 0 && !below_number.is_one() && above_count > 0;
        const bool has_above = !above_number.is_one() && !number_apart;
        const bool has_below = !below_number.is_one() && !number_apart;
        // In LaTeX's \frac a sum that is all of the numerator or denominator needs no parentheses.
        const bool alone_above = latex() && below_count + has_below > 0 && above_count + has_above == 1;
        const bool alone_below = latex() && below_count + has_below == 1;
        if (has_above) above.push_back(above_number.to_string());
        if (has_below) below.push_back(below_number.to_string());
        for (const Factor& f : list)
            if (is_below(f))
                below.push_back(power(f, -f.exponent, alone_below));
            else
                above.push_back(power(f, f.exponent, alone_above));
        Rank rank = Rank::compound;
        if (list.empty())
            rank = Rank::number;
        else if (std::ranges::all_of(list,
                                     [](const Factor& f) { return f.base->rank <= Rank::of_constants; }))
            rank = Rank::of_constants;
        std::string text = above.empty() ? "1" : joined(above);
        if (number_apart) text = fraction(above_number.to_string(), below_number.to_string()) + " " + text;
        const bool one_power = below.empty() && above.size() == 1 && !number_apart;
        Binding binding = Binding::product;
        if (!below.empty()) {
            // A wide numerator stands beside the fraction, where lines can be broken.
            if (latex())
                text = typeset_width(text) > kWideFraction
                           ? fraction("1", joined(below)) + " " + (alone_above ? parenthesised(text) : text)
                           : fraction(text, joined(below));
            else if (below.size() == 1)
                text += "/" + below[0];
            else
                text += "/(" + joined(below) + ")";
        } else if (one_power && !list.empty()) {
            const Rational& e = list[0].exponent;
            binding = e.is_one()            ? list[0].base->binding
                      : e == Rational(1, 2) ? Binding::atom
                                            : Binding::power;
        }
        return {sign, {std::move(text), binding, rank, 0}};
    }

    Piece product(NodeId core, const Rational& k) const {
        auto [sign, p] = unsigned_product(core, k);
        if (sign < 0) {
            p.text = "-" + p.text;
            p.binding = Binding::sum;
        }
        return p;
    }

    // ------------------------------------------------------------------ sums

    using OrderedTerm = std::pair<Rational, NodeId>;

    std::vector<OrderedTerm> ordered_terms(const Node& node, const Rational& k) const {
        struct Entry {
            OrderedTerm term;
            std::vector<Factor> factors;
        };
        std::vector<Entry> entries;
        if (node.args[0] != Context::zero_id)
            entries.push_back({{k * c_.number_at(node.args[0]), Context::one_id}, {}});
        for (std::size_t i = 1; i < node.count; i += 2)
            entries.push_back(
                {{k * c_.number_at(node.args[i]), node.args[i + 1]}, factors(node.args[i + 1])});
        std::ranges::sort(entries,
                          [](const Entry& a, const Entry& b) { return before(a.factors, b.factors); });
        std::vector<OrderedTerm> terms;
        for (Entry& e : entries) terms.push_back(std::move(e.term));
        return terms;
    }

    Piece sum(const Node& node, const Rational& k) const {
        std::vector<std::pair<int, std::string>> parts;
        for (const auto& [coefficient, id] : ordered_terms(node, k)) {
            auto [sign, p] = unsigned_product(id, coefficient);
            parts.emplace_back(sign, std::move(p.text));
        }
        // 1 - cos(x) rather than -cos(x) + 1
        const auto positive = std::ranges::find_if(parts, [](const auto& p) { return p.first > 0; });
        if (positive != parts.end()) std::rotate(parts.begin(), positive, positive + 1);
        std::string s = parts[0].first < 0 ? "-" + parts[0].second : parts[0].second;
        for (std::size_t i = 1; i < parts.size(); ++i)
            s += (parts[i].first < 0 ? " - " : " + ") + parts[i].second;
        return {std::move(s), Binding::sum, rank_of(node, Rank::compound), 0};
    }

    // ------------------------------------------------------------------ functions

    Piece function(const Node& node) const {
        const Rank rank = rank_of(node, Rank::function);
        if (node.function == Function::choose) return {choice(node), Binding::atom, rank, 0};
        if (latex()) return {latex_function(node, ""), Binding::atom, rank, 0};
        std::string s = std::string(name(node.function)) + "(" + piece(node.args[0]).text;
        if (node.count > 1) s += ", " + piece(node.args[1]).text;
        return {s + ")", Binding::atom, rank, 0};
    }

    std::string choice(const Node& node) const {
        const std::string &u = piece(node.args[0]).text, &a = piece(node.args[1]).text,
                          &b = piece(node.args[2]).text;
        if (!latex()) return "if(" + u + " > 0, " + a + ", " + b + ")";
        return "\\begin{cases}" + a + " & " + u + " > 0\\\\ " + b + " & \\text{otherwise}\\end{cases}";
    }

    std::string latex_function(const Node& node, const std::string& exponent) const {
        static const std::map<Function, std::string> names{{Function::asin, "\\arcsin"},
                                                           {Function::acos, "\\arccos"},
                                                           {Function::atan, "\\arctan"},
                                                           {Function::atan2, "\\operatorname{atan2}"},
                                                           {Function::sign, "\\operatorname{sign}"}};
        const Piece& u = piece(node.args[0]);
        if (node.function == Function::abs) return "\\left|" + u.text + "\\right|" + exponent;
        const auto special = names.find(node.function);
        std::string s = special != names.end() ? special->second : "\\" + std::string(name(node.function));
        s += exponent;
        if (node.count > 1) return s + "\\left(" + u.text + ", " + piece(node.args[1]).text + "\\right)";
        return c_.node(node.args[0]).kind == Kind::symbol ? s + " " + u.text
                                                          : s + "\\left(" + u.text + "\\right)";
    }

    // A part of expressions that stands below them, under its name.
    struct Part {
        std::string name, value;
        bool is_met = false;
    };

    Context& c_;
    Style style_;
    const Naming& naming_;
    std::size_t main_;  // so many of the roots are printed; the others are values of known names
    std::vector<Expr> roots_;
    std::set<NodeId> known_;  // symbols
    Walk walk_;
    std::vector<Piece> pieces_;
    std::vector<std::uint32_t> uses_;
    std::vector<bool> has_name_;
    std::map<std::string, Part> parts_;  // by what stands between marks
    std::set<std::string> taken_in_latex_;
    std::size_t named_ = 0;
    bool names_parts_ = false;
};

std::string where_lines(const Printed& p) {
    std::string s;
    for (const auto& [name, value] : p.where) s += "\n    " + name + " = " + value;
    return s;
}

}  // namespace

Printed print(std::span<const Expr> e, Style style, const Naming& naming) {
    if (e.empty()) return {};
    return Printer(e, style, naming).run();
}

std::string text(Expr e) {
    const Printed p = print(std::span(&e, 1), Style::text);
    return p.where.empty() ? p.main[0] : p.main[0] + "\nwhere" + where_lines(p);
}

std::string latex(Expr e) {
    const Printed p = print(std::span(&e, 1), Style::latex);
    if (p.where.empty()) return p.main[0];
    std::string s = "\\begin{aligned}\n& " + p.main[0];
    for (const auto& [name, value] : p.where) s += " \\\\\n& " + name + " = " + value;
    return s + "\n\\end{aligned}";
}

std::string text_in_brief(Expr e) {
    std::string s = print(std::span(&e, 1), Style::text).main[0];
    if (s.size() <= 60) return s;
    s.resize(57);
    return s + "...";
}

}  // namespace anholon
