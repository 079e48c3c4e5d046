#include "proof/program.hpp"

#include <algorithm>
#include <cassert>

namespace anholon::proof {

Id Program::intern(Op op, long n, std::uint32_t label, std::span<const Id> arguments) {
    std::vector<std::uint64_t> key{static_cast<std::uint64_t>(op), static_cast<std::uint64_t>(n), label};
    key.insert(key.end(), arguments.begin(), arguments.end());
    const auto [found, is_new] = ids_.try_emplace(std::move(key), static_cast<Id>(nodes_.size()));
    if (is_new) {
        nodes_.push_back({op, n, label, static_cast<std::uint32_t>(arguments_.size()),
                          static_cast<std::uint32_t>(arguments.size())});
        arguments_.insert(arguments_.end(), arguments.begin(), arguments.end());
    }
    return found->second;
}

Id Program::number(const Rational& value) {
    const auto [label, is_new] =
        labels_.try_emplace("#" + value.to_string(), static_cast<std::uint32_t>(numbers_.size()));
    if (is_new) numbers_.push_back(value);
    return intern(Op::number, 0, label->second, {});
}

Id Program::variable(const std::string& name) {
    const auto [label, is_new] = labels_.try_emplace(name, static_cast<std::uint32_t>(names_.size()));
    if (is_new) names_.push_back(name);
    return intern(Op::variable, 0, label->second, {});
}

Id Program::sum(std::vector<Id> terms) {
    std::erase_if(terms, [&](Id a) { return is_zero(a); });
    if (terms.empty()) return number(0);
    return terms.size() == 1 ? terms[0] : intern(Op::add, 0, 0, terms);
}

Id Program::product(std::vector<Id> factors) {
    if (std::ranges::any_of(factors, [&](Id a) { return is_zero(a); })) return number(0);
    std::erase_if(factors, [&](Id a) { return is_one(a); });
    if (factors.empty()) return number(1);
    return factors.size() == 1 ? factors[0] : intern(Op::multiply, 0, 0, factors);
}

Id Program::subtract(Id a, Id b) {
    if (is_zero(b)) return a;
    if (is_zero(a)) return negate(b);
    return intern(Op::subtract, 0, 0, std::array{a, b});
}

Id Program::negate(Id a) {
    if (is_number(a)) return number(-number_at(a));
    if (nodes_[a].op == Op::negate) return arguments(a)[0];
    return intern(Op::negate, 0, 0, std::array{a});
}

Id Program::divide(Id a, Id b) {
    if (is_one(b)) return a;
    return intern(Op::divide, 0, 0, std::array{a, b});
}

Id Program::power(Id a, long n) { return n == 1 ? a : intern(Op::power, n, 0, std::array{a}); }

Id Program::root(Id a, long n) {
    assert(n == 2 || (n > 2 && n % 2 == 1));
    return is_one(a) ? a : intern(Op::root, n, 0, std::array{a});
}

Id Program::apply(Op function, Id a) { return intern(function, 0, 0, std::array{a}); }

Id Program::atan2(Id y, Id x) { return intern(Op::atan2, 0, 0, std::array{y, x}); }

Id Program::choose(Id g, Id a, Id b) { return a == b ? a : intern(Op::choose, 0, 0, std::array{g, a, b}); }

std::vector<Id> Program::below(std::span<const Id> roots) const {
    std::vector<bool> seen(size(), false);
    std::vector<Id> open(roots.begin(), roots.end()), all;
    while (!open.empty()) {
        const Id id = open.back();
        open.pop_back();
        if (seen[id]) continue;
        seen[id] = true;
        all.push_back(id);
        for (const Id a : arguments(id)) open.push_back(a);
    }
    std::ranges::sort(all);
    return all;
}

namespace {

// ∂node/∂(its k-th argument), for all operations but choose.
Id partial(Program& p, Id id, std::size_t k) {
    const Program::Node node = p[id];
    const std::vector<Id> a(p.arguments(id).begin(), p.arguments(id).end());
    switch (node.op) {
        case Op::add: return p.number(1);
        case Op::subtract: return p.number(k == 0 ? 1 : -1);
        case Op::negate: return p.number(-1);
        case Op::multiply: {
            std::vector<Id> others = a;
            others.erase(others.begin() + static_cast<long>(k));
            return p.product(others);
        }
        case Op::divide: return k == 0 ? p.power(a[1], -1) : p.negate(p.divide(id, a[1]));
        case Op::power: return p.product({p.number(node.n), p.power(a[0], node.n - 1)});
        case Op::root: return p.divide(id, p.product({p.number(node.n), a[0]}));
        case Op::exp: return id;
        case Op::sin: return p.apply(Op::cos, a[0]);
        case Op::cos: return p.negate(p.apply(Op::sin, a[0]));
        case Op::atan: return p.power(p.sum({p.number(1), p.power(a[0], 2)}), -1);
        case Op::log: return p.power(a[0], -1);
        case Op::abs: return p.apply(Op::sign, a[0]);
        case Op::atan2: {
            const Id square = p.sum({p.power(a[0], 2), p.power(a[1], 2)});
            return k == 0 ? p.divide(a[1], square) : p.negate(p.divide(a[0], square));
        }
        default: return p.number(0);  // sign, and what has no arguments
    }
}

// Forward, one variable after another: a branch that is not taken need not have a value, so its derivative must stay inside the
// branch.
Id derivative(Program& p, Id f, Id x) {
    std::map<Id, Id> slope;
    for (const Id id : p.below(std::array{f})) {
        const std::vector<Id> a(p.arguments(id).begin(), p.arguments(id).end());
        if (p[id].op == Op::choose) {
            slope[id] = p.choose(a[0], slope[a[1]], slope[a[2]]);
            continue;
        }
        std::vector<Id> terms;
        for (std::size_t k = 0; k < a.size(); ++k)
            if (!p.is_zero(slope[a[k]])) terms.push_back(p.product({partial(p, id, k), slope[a[k]]}));
        slope[id] = id == x ? p.number(1) : p.sum(terms);
    }
    return slope[f];
}

}  // namespace

std::vector<Id> gradient(Program& p, Id f, std::span<const Id> variables) {
    std::vector<Id> result;
    const std::vector<Id> below = p.below(std::array{f});
    if (std::ranges::any_of(below, [&](Id id) { return p[id].op == Op::choose; })) {
        for (const Id x : variables) result.push_back(derivative(p, f, x));
        return result;
    }
    // Backward: the adjoint of a node is the sum of what its users contribute. Only nodes that depend on a variable have one.
    std::vector<bool> depends(f + 1, false);
    for (const Id x : variables)
        if (x <= f) depends[x] = true;
    for (const Id id : below)
        for (const Id a : p.arguments(id)) depends[id] = depends[id] || depends[a];
    std::vector<std::vector<Id>> contributions(f + 1);
    contributions[f].push_back(p.number(1));
    std::map<Id, Id> adjoint;
    for (auto i = below.rbegin(); i != below.rend(); ++i) {
        if (!depends[*i] || contributions[*i].empty()) continue;
        const Id own = adjoint[*i] = p.sum(contributions[*i]);
        const std::vector<Id> a(p.arguments(*i).begin(), p.arguments(*i).end());
        for (std::size_t k = 0; k < a.size(); ++k)
            if (depends[a[k]]) contributions[a[k]].push_back(p.product({own, partial(p, *i, k)}));
    }
    for (const Id x : variables) {
        const auto found = adjoint.find(x);
        result.push_back(found == adjoint.end() ? p.number(0) : found->second);
    }
    return result;
}

std::vector<Id> replaced(Program& p, std::span<const Id> roots, const Replacement& by) {
    std::map<Id, Id> image;
    for (const Id id : p.below(roots)) {
        if (const auto given = by.find(id); given != by.end()) {
            image[id] = given->second;
            continue;
        }
        const Program::Node node = p[id];
        std::vector<Id> a;
        for (const Id argument : p.arguments(id)) a.push_back(image.at(argument));
        switch (node.op) {
            case Op::number:
            case Op::variable:
            case Op::pi: image[id] = id; break;
            case Op::add: image[id] = p.sum(a); break;
            case Op::multiply: image[id] = p.product(a); break;
            case Op::subtract: image[id] = p.subtract(a[0], a[1]); break;
            case Op::negate: image[id] = p.negate(a[0]); break;
            case Op::divide: image[id] = p.divide(a[0], a[1]); break;
            case Op::power: image[id] = p.power(a[0], node.n); break;
            case Op::root: image[id] = p.root(a[0], node.n); break;
            case Op::atan2: image[id] = p.atan2(a[0], a[1]); break;
            case Op::choose: image[id] = p.choose(a[0], a[1], a[2]); break;
            default: image[id] = p.apply(node.op, a[0]);
        }
    }
    std::vector<Id> out;
    for (const Id root : roots) out.push_back(image.at(root));
    return out;
}

}  // namespace anholon::proof
