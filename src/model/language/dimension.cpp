#include "model/language/dimension.hpp"

#include <initializer_list>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "model/language/errors.hpp"

namespace anholon {

namespace {

using syntax::NodeIndex;
using syntax::NodeKind;
using syntax::TreeNode;

// What is known of a node: its dimension, and its value if it is a plain number.
struct Known {
    std::optional<Dimension> dimension;
    std::optional<Rational> value;
};

class Checker {
  public:
    Checker(const syntax::Tree& tree, const syntax::Expression& expression, const Source& source,
            const Dimensions& names, Diagnostics& diagnostics)
        : tree_(tree), source_(source), names_(names), diagnostics_(diagnostics) {
        first_ = static_cast<std::uint32_t>(expression.first);
        last_ = static_cast<std::uint32_t>(expression.root);
        known_.resize(last_ - first_ + 1);
    }

    std::optional<Dimension> run() {
        for (std::uint32_t i = first_; i <= last_ && !diagnostics_.full(); ++i)
            known_[i - first_] = of(tree_[NodeIndex{i}]);
        return known_.back().dimension;
    }

  private:
    const Known& at(NodeIndex i) const { return known_[static_cast<std::uint32_t>(i) - first_]; }

    Known of(const TreeNode& node) {
        switch (node.kind) {
            case NodeKind::number: return number(node);
            case NodeKind::quantity: return quantity(node);
            case NodeKind::name: return name(node);
            case NodeKind::plus: return at(node.left);
            case NodeKind::negate: return negated(at(node.left));
            case NodeKind::add:
            case NodeKind::subtract: return sum(node);
            case NodeKind::multiply: return product(node);
            case NodeKind::divide: return quotient(node);
            case NodeKind::power: return power(node);
            case NodeKind::call: return call(node);
            case NodeKind::less:
            case NodeKind::less_equal:
            case NodeKind::greater:
            case NodeKind::greater_equal: return common(Mismatch::compared, node, {node.left, node.right});
            case NodeKind::both:
            case NodeKind::either:
            case NodeKind::opposite:
            case NodeKind::bad: return {};
        }
        return {};
    }

    Known number(const TreeNode& node) const {
        const auto value = Rational::parse(source_.text(node.span));
        if (value && value->is_zero()) return {std::nullopt, value};
        return {Dimension{}, value};
    }

    Known quantity(const TreeNode& node) const {
        Diagnostics ignored;  // its mistakes are reported where it is read
        const auto unit = read_unit(node.name, source_, ignored);
        return {unit ? std::optional(unit->dimension) : std::nullopt, std::nullopt};
    }

    Known name(const TreeNode& node) const {
        const auto found = names_.find(ascii_name(source_.text(node.name)));
        if (found == names_.end() || !found->second) return {};
        return {*found->second / pow(seconds(), Rational(static_cast<long>(node.primes))), std::nullopt};
    }

    static Known negated(Known k) {
        if (k.value) k.value = -*k.value;
        return k;
    }

    Known sum(const TreeNode& node) {
        const Known &a = at(node.left), &b = at(node.right);
        if (a.dimension && b.dimension && *a.dimension != *b.dimension) {
            report(unit_mismatch(Mismatch::terms, node.span, *a.dimension, *b.dimension,
                                 tree_[node.left].span, tree_[node.right].span));
            return {};
        }
        Known out{a.dimension ? a.dimension : b.dimension, std::nullopt};
        if (a.value && b.value)
            out.value = node.kind == NodeKind::add ? *a.value + *b.value : *a.value - *b.value;
        return out;
    }

    // The one dimension of several operands.
    Known common(Mismatch of, const TreeNode& node, std::initializer_list<NodeIndex> operands) {
        std::optional<NodeIndex> first;
        for (const NodeIndex i : operands) {
            if (!at(i).dimension) continue;
            if (!first) first = i;
            if (*at(i).dimension == *at(*first).dimension) continue;
            report(unit_mismatch(of, node.span, *at(*first).dimension, *at(i).dimension, tree_[*first].span,
                                 tree_[i].span));
            return {};
        }
        return {first ? at(*first).dimension : std::nullopt, std::nullopt};
    }

    Known product(const TreeNode& node) const {
        const Known &a = at(node.left), &b = at(node.right);
        Known out;
        if (a.dimension && b.dimension) out.dimension = *a.dimension * *b.dimension;
        if (a.value && b.value) out.value = *a.value * *b.value;
        return out;
    }

    Known quotient(const TreeNode& node) const {
        const Known &a = at(node.left), &b = at(node.right);
        Known out;
        if (a.dimension && b.dimension) out.dimension = *a.dimension / *b.dimension;
        if (a.value && b.value && !b.value->is_zero()) out.value = *a.value / *b.value;
        return out;
    }

    Known power(const TreeNode& node) {
        const Known &base = at(node.left), &exponent = at(node.right);
        if (exponent.dimension && !exponent.dimension->is_one()) {
            report(unit_of_exponent(tree_[node.right].span, *exponent.dimension));
            return {};
        }
        if (!base.dimension || base.dimension->is_one()) return {base.dimension, std::nullopt};
        if (!exponent.value) {
            report(unit_of_base(node.span, *base.dimension));
            return {};
        }
        return {pow(*base.dimension, *exponent.value), std::nullopt};
    }

    Known call(const TreeNode& node) {
        const std::string_view function = source_.text(node.name);
        const auto arguments = tree_.arguments_of(node);
        if (arguments.empty()) return {};
        const Known& first = at(arguments[0]);
        if (function == "sqrt" && first.dimension)
            return {pow(*first.dimension, Rational(1, 2)), std::nullopt};
        if (function == "abs" || function == "sqrt") return {first.dimension, std::nullopt};
        if (function == "sign" || function == "step") return {Dimension{}, std::nullopt};
        if ((function == "min" || function == "max") && arguments.size() == 2)
            return common(Mismatch::arguments, node, {arguments[0], arguments[1]});
        if (function == "clamp" && arguments.size() == 3)
            return common(Mismatch::arguments, node, {arguments[0], arguments[1], arguments[2]});
        if (function == "if" && arguments.size() == 3)
            return common(Mismatch::branches, node, {arguments[1], arguments[2]});
        if (function == "atan2" && arguments.size() == 2) {
            const Known& second = at(arguments[1]);
            if (first.dimension && second.dimension && *first.dimension != *second.dimension)
                report(unit_mismatch(Mismatch::arguments, node.span, *first.dimension, *second.dimension,
                                     tree_[arguments[0]].span, tree_[arguments[1]].span));
            return {Dimension{}, std::nullopt};
        }
        if (first.dimension && !first.dimension->is_one())
            report(unit_of_argument(tree_[arguments[0]].span, function, *first.dimension));
        return {Dimension{}, std::nullopt};
    }

    void report(Diagnostic d) { diagnostics_.add(std::move(d)); }

    const syntax::Tree& tree_;
    const Source& source_;
    const Dimensions& names_;
    Diagnostics& diagnostics_;
    std::uint32_t first_, last_;
    std::vector<Known> known_;
};

}  // namespace

std::optional<Dimension> dimension_of(const syntax::Tree& tree, const syntax::Expression& expression,
                                      const Source& source, const Dimensions& names,
                                      Diagnostics& diagnostics) {
    return Checker(tree, expression, source, names, diagnostics).run();
}

}  // namespace anholon
