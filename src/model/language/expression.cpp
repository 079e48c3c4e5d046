#include "model/language/expression.hpp"

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "expr/derivative.hpp"
#include "model/language/builtin.hpp"
#include "model/language/errors.hpp"
#include "model/language/unit.hpp"

namespace anholon {

namespace {

using syntax::NodeIndex;
using syntax::NodeKind;
using syntax::TreeNode;

bool is_sum(NodeKind k) {
    return k == NodeKind::add || k == NodeKind::subtract || k == NodeKind::plus || k == NodeKind::negate;
}
bool is_product(NodeKind k) { return k == NodeKind::multiply || k == NodeKind::divide; }
bool is_binary(NodeKind k) { return k >= NodeKind::add && k <= NodeKind::power; }

// Sums of sums and products of products are gathered and built at once: adding term by term would copy the
// sum so far at every step.
class Elaborator {
  public:
    Elaborator(const syntax::Tree& tree, const syntax::Expression& expression, const Source& source,
               const Scope& scope, Context& context, Diagnostics& diagnostics)
        : tree_(tree),
          source_(source),
          scope_(scope),
          context_(context),
          diagnostics_(diagnostics),
          first_(static_cast<std::uint32_t>(expression.first)),
          last_(static_cast<std::uint32_t>(expression.root)),
          values_(last_ - first_ + 1),
          gathered_(last_ - first_ + 1, false) {}

    Expr run() {
        mark_gathered();
        for (std::uint32_t i = first_; i <= last_ && !diagnostics_.full(); ++i) {
            if (gathered_[i - first_]) continue;
            const TreeNode& node = tree_[NodeIndex{i}];
            try {
                values_[i - first_] = meaning(NodeIndex{i}, node);
            } catch (const Undefined& reason) {
                diagnostics_.add(undefined(node.span, reason.what()));
            } catch (const BadSymbol& reason) {
                diagnostics_.add(symbol_bad(node.span, reason.what()));
            }
        }
        return values_.back();
    }

  private:
    Expr& value(NodeIndex i) { return values_[static_cast<std::uint32_t>(i) - first_]; }

    // The denominator of a quotient stands for itself, so that a/(b/0) does not become a*0/b.
    void mark_gathered() {
        const auto mark = [&](NodeIndex child, auto same) {
            if (same(tree_[child].kind)) gathered_[static_cast<std::uint32_t>(child) - first_] = true;
        };
        for (std::uint32_t i = first_; i <= last_; ++i) {
            const TreeNode& node = tree_[NodeIndex{i}];
            if (is_sum(node.kind)) {
                mark(node.left, is_sum);
                if (is_binary(node.kind)) mark(node.right, is_sum);
            } else if (is_product(node.kind)) {
                mark(node.left, is_product);
                if (node.kind == NodeKind::multiply) mark(node.right, is_product);
            }
        }
    }

    Expr meaning(NodeIndex i, const TreeNode& node) {
        switch (node.kind) {
            case NodeKind::number: return number(node);
            case NodeKind::quantity: return quantity(node);
            case NodeKind::name: return name(node);
            case NodeKind::call: return call(node);
            case NodeKind::power: return power(node);
            case NodeKind::bad: return {};
            default: return is_sum(node.kind) ? gather_sum(i) : gather_product(i);
        }
    }

    Expr number(const TreeNode& node) {
        if (const auto exact = Rational::parse(source_.text(node.span))) return context_.number(*exact);
        diagnostics_.add(number_too_long(node.span));
        return {};
    }

    Expr quantity(const TreeNode& node) {
        const auto unit = read_unit(node.name, source_, diagnostics_);
        const Expr number = value(node.left);
        return unit && number ? number * unit->scale(context_) : Expr();
    }

    Expr name(const TreeNode& node) {
        const std::string_view text = source_.text(node.name);
        if (node.primes > static_cast<std::uint32_t>(max_primes)) {
            diagnostics_.add(primes_too_many(node.span, text, max_primes));
            return {};
        }
        const Meaning* found = scope_.find(text);
        if (!found) {
            const Builtin* function = find_builtin(text);
            diagnostics_.add(function ? function_bare(node.span, *function)
                                      : name_unknown(node.name, text, scope_, source_));
            return {};
        }
        return primed(found->value, node, *found);
    }

    Expr primed(Expr e, const TreeNode& node, const Meaning& found) {
        if (!e || node.primes == 0) return e;
        if (found.noun == "parameter" || found.noun == "input") {
            diagnostics_.add(prime_of_constant(node.span, source_.text(node.name), found.noun));
            return {};
        }
        if (e.is_symbol() && e.symbol().kind == SymbolKind::variable)
            return context_.variable(e.symbol().name, e.symbol().dots + static_cast<int>(node.primes));
        if (e.is_symbol()) {
            diagnostics_.add(prime_of_constant(node.span, source_.text(node.name), found.noun));
            return {};
        }
        for (std::uint32_t k = 0; k < node.primes; ++k) e = time_derivative(e);
        return e;
    }

    Expr call(const TreeNode& node) {
        const std::string_view text = source_.text(node.name);
        const Builtin* function = find_builtin(text);
        if (!function) {
            diagnostics_.add(function_unknown(node.name, text, scope_));
            return {};
        }
        if (node.argument_count != function->arguments) {
            diagnostics_.add(argument_count(node.span, *function, node.argument_count));
            return {};
        }
        if (function->name == "if") return choice(node);
        std::vector<Expr> arguments;
        for (const NodeIndex i : tree_.arguments_of(node)) {
            if (!value(i)) return {};
            arguments.push_back(value(i));
        }
        return function->build(arguments);
    }

    Expr choice(const TreeNode& node) {
        const auto arguments = tree_.arguments_of(node);
        const Expr yes = value(arguments[1]), no = value(arguments[2]);
        return yes && no ? chosen(arguments[0], yes, no) : Expr();
    }

    // `yes` where the condition holds, else `no`, also where the two sides of a comparison are equal.
    Expr chosen(NodeIndex condition, Expr yes, Expr no) {
        const TreeNode& node = tree_[condition];
        if (!yes || !no) return {};
        switch (node.kind) {
            case NodeKind::both: return chosen(node.left, chosen(node.right, yes, no), no);
            case NodeKind::either: return chosen(node.left, yes, chosen(node.right, yes, no));
            case NodeKind::opposite: return chosen(node.left, no, yes);
            default: break;
        }
        const Expr left = value(node.left), right = value(node.right);
        if (!left || !right) return {};
        switch (node.kind) {
            case NodeKind::less: return choose(right - left, yes, no);
            case NodeKind::greater: return choose(left - right, yes, no);
            case NodeKind::less_equal: return choose(left - right, no, yes);
            case NodeKind::greater_equal: return choose(right - left, no, yes);
            default: return {};
        }
    }

    Expr power(const TreeNode& node) {
        const Expr base = value(node.left), exponent = value(node.right);
        if (!base || !exponent) return {};
        return pow(base, exponent);
    }

    Expr gather_sum(NodeIndex root) {
        std::vector<Term> terms;
        std::vector<std::pair<NodeIndex, int>> left{{root, 1}};
        bool complete = true;
        while (!left.empty()) {
            const auto [i, sign] = left.back();
            left.pop_back();
            const TreeNode& node = tree_[i];
            if (!is_sum(node.kind)) {
                complete = complete && value(i);
                if (complete) terms.push_back({sign, value(i)});
                continue;
            }
            const bool flips = node.kind == NodeKind::subtract || node.kind == NodeKind::negate;
            if (is_binary(node.kind)) {
                left.emplace_back(node.right, flips ? -sign : sign);
                left.emplace_back(node.left, sign);
            } else {
                left.emplace_back(node.left, flips ? -sign : sign);
            }
        }
        return complete ? sum(context_, terms) : Expr();
    }

    Expr gather_product(NodeIndex root) {
        std::vector<Expr> factors;
        std::vector<NodeIndex> left{root};
        bool complete = true;
        while (!left.empty()) {
            const NodeIndex i = left.back();
            left.pop_back();
            const TreeNode& node = tree_[i];
            if (node.kind == NodeKind::multiply) left.push_back(node.right);
            if (is_product(node.kind)) left.push_back(node.left);
            const Expr factor = node.kind == NodeKind::divide     ? reciprocal(node)
                                : node.kind == NodeKind::multiply ? context_.one()
                                                                  : value(i);
            complete = complete && factor;
            if (complete && node.kind != NodeKind::multiply) factors.push_back(factor);
        }
        return complete ? product(context_, factors) : Expr();
    }

    // 1/b for a quotient a/b, with the mistake shown at b's own quotient and not at the whole product.
    Expr reciprocal(const TreeNode& quotient) {
        const Expr b = value(quotient.right);
        if (!b) return {};
        try {
            return pow(b, Rational(-1));
        } catch (const Undefined& reason) {
            diagnostics_.add(undefined(quotient.span, reason.what()));
            return {};
        }
    }

    const syntax::Tree& tree_;
    const Source& source_;
    const Scope& scope_;
    Context& context_;
    Diagnostics& diagnostics_;
    std::uint32_t first_, last_;
    std::vector<Expr> values_;
    std::vector<bool> gathered_;
};

}  // namespace

Expr elaborate(const syntax::Tree& tree, const syntax::Expression& expression, const Source& source,
               const Scope& scope, Context& context, Diagnostics& diagnostics) {
    return Elaborator(tree, expression, source, scope, context, diagnostics).run();
}

std::vector<Expr> radicands(const syntax::Tree& tree, const syntax::Expression& expression,
                            const Source& source, const Scope& scope, Context& context) {
    std::vector<Expr> out;
    Diagnostics ignored;
    const auto meaning = [&](NodeIndex root) {
        return elaborate(tree, {expression.first, root, {}}, source, scope, context, ignored);
    };
    const auto last = static_cast<std::uint32_t>(expression.root);
    for (auto i = static_cast<std::uint32_t>(expression.first); i <= last; ++i) {
        const TreeNode& node = tree[NodeIndex{i}];
        Expr radicand;
        if (node.kind == NodeKind::power) {
            const Expr exponent = meaning(node.right);
            if (exponent && exponent.is_number() && !exponent.number().is_integer())
                radicand = meaning(node.left);
        } else if (node.kind == NodeKind::call && node.argument_count > 0) {
            const Builtin* function = find_builtin(source.text(node.name));
            if (!function) continue;
            if (function->name == "if") return {};
            const Expr argument = meaning(tree.arguments_of(node)[0]);
            if (!argument) continue;
            if (function->name == "sqrt" || function->name == "log" || function->name == "ln")
                radicand = argument;
            if (function->name == "asin" || function->name == "acos") radicand = 1 - pow(argument, 2);
        }
        if (radicand && !radicand.is_number()) out.push_back(radicand);
    }
    return out;
}

void declare_unknown(const syntax::Tree& tree, const Source& source, Scope& scope, Context& context,
                     Diagnostics& diagnostics) {
    std::set<std::string> primed;
    for (const TreeNode& node : tree.nodes)
        if (node.kind == NodeKind::name && node.primes > 0) primed.insert(ascii_name(source.text(node.name)));
    for (const TreeNode& node : tree.nodes) {
        if (node.kind != NodeKind::name || diagnostics.full()) continue;
        const std::string name = ascii_name(source.text(node.name));
        if (find_builtin(name) || scope.find(name)) continue;
        try {
            if (name == "t")
                scope.add(name, {context.time(), "time"});
            else if (name == "pi")
                scope.add(name, {context.pi(), "number"});
            else if (primed.contains(name))
                scope.add(name, {context.variable(name), "variable"});
            else
                scope.add(name, {context.constant(name), "parameter"});
        } catch (const BadSymbol& reason) {
            diagnostics.add(symbol_bad(node.name, reason.what()));
            scope.add(name, {Expr(), "name"});
        }
    }
}

}  // namespace anholon
