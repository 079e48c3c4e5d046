#pragma once

#include <algorithm>
#include <cassert>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "proof/program.hpp"
#include "proof/text.hpp"

namespace anholon::proof {

// Thrown where something has no value: a division by zero, a root that does not exist, branches that contradict each other.
struct NoValue {
    std::string reason;
};

// The values of nodes of a program in numbers of some kind (FieldNumbers, RealNumbers), and their derivatives. Nodes are evaluated
// when they are asked for, and the branch of a choice that is not taken never is.
template <class Numbers>
class Evaluation {
  public:
    using Value = typename Numbers::Value;
    using Scalar = typename Numbers::Scalar;
    static constexpr bool takes_both_branches = requires { Numbers::takes_both_branches; };
    // A direction: the rates of some variables; those of all others are zero.
    using Direction = std::vector<std::pair<Id, Scalar>>;

    Evaluation(const Program& program, Numbers& numbers) : program_(program), n_(numbers) {}

    Numbers& numbers() const { return n_; }
    void set(Id variable, Value value) {
        make_room(variable);
        // A variable has one value at a point, whoever draws it.
        if constexpr (requires { Numbers::are_same(value, value); })
            assert(!values_[variable] || Numbers::are_same(*values_[variable], value));
        values_[variable] = std::move(value);
    }
    bool has(Id node) const { return node < values_.size() && values_[node].has_value(); }
    const Value& known(Id node) const { return *values_[node]; }
    const Value& operator()(Id root) {
        make_room(root);
        if (!values_[root]) evaluate(root);
        return *values_[root];
    }
    Scalar scalar(Id root) { return n_.scalar((*this)(root)); }
    std::vector<Scalar> scalars(std::span<const Id> roots) {
        std::vector<Scalar> out;
        for (const Id root : roots) out.push_back(scalar(root));
        return out;
    }

    // For each direction the derivatives of all roots along it.
    std::vector<std::vector<Scalar>> tangents(std::span<const Id> roots,
                                              std::span<const Direction> directions) {
        const std::vector<Id> needed = taken(roots);
        std::vector<std::vector<Scalar>> result;
        for (const Direction& direction : directions) {
            slopes_.resize(values_.size());
            for (const Id id : needed) slopes_[id].reset();
            for (const auto& [variable, rate] : direction)
                if (variable < slopes_.size()) slopes_[variable] = rate;
            for (const Id id : needed) {
                if (program_[id].op == Op::variable) continue;
                for (const auto& [argument, partial] : partials(id))
                    if (slopes_[argument]) add(slopes_[id], n_.multiply(partial, *slopes_[argument]));
            }
            std::vector<Scalar>& out = result.emplace_back();
            for (const Id root : roots) out.push_back(slopes_[root] ? *slopes_[root] : n_.from(0));
            for (const auto& [variable, rate] : direction)
                if (variable < slopes_.size()) slopes_[variable].reset();
        }
        return result;
    }
    std::vector<Scalar> tangent(std::span<const Id> roots, const Direction& direction) {
        return tangents(roots, std::span(&direction, 1))[0];
    }

  private:
    using Partials = std::vector<std::pair<Id, Scalar>>;

    void add(std::optional<Scalar>& sum, Scalar term) const {
        if (sum)
            sum = n_.add(*sum, term);
        else
            sum = std::move(term);
    }

    void evaluate(Id root) {
        std::vector<Id> open{root};
        while (!open.empty()) {
            const Id id = open.back();
            if (values_[id]) {
                open.pop_back();
                continue;
            }
            const std::size_t before = open.size();
            for (const Id a : needed_by(id))
                if (!values_[a]) open.push_back(a);
            if (open.size() > before) {
                std::reverse(open.begin() + static_cast<long>(before), open.end());
                continue;
            }
            try {
                values_[id] = n_.node(program_, id, [&](Id a) -> const Value& { return *values_[a]; });
            } catch (const NoValue& no) {
                if (program_[id].op != Op::divide) throw;
                throw NoValue{no.reason + ": " + text(program_, program_.arguments(id)[1])};
            }
            open.pop_back();
        }
    }

    // The arguments that are needed next: of a choice the condition first, then the branch that is taken.
    std::vector<Id> needed_by(Id id) {
        const std::span<const Id> a = program_.arguments(id);
        if (program_[id].op != Op::choose || takes_both_branches) return {a.begin(), a.end()};
        if (!values_[a[0]]) return {a[0]};
        return {n_.is_positive(*values_[a[0]]) ? a[1] : a[2]};
    }

    std::vector<Id> taken(std::span<const Id> roots) {
        for (const Id root : roots) (*this)(root);
        seen_.assign(values_.size(), false);
        std::vector<Id> open(roots.begin(), roots.end()), all;
        while (!open.empty()) {
            const Id id = open.back();
            open.pop_back();
            if (seen_[id]) continue;
            seen_[id] = true;
            all.push_back(id);
            for (const Id a : differentiated(id)) open.push_back(a);
        }
        std::ranges::sort(all);
        return all;
    }

    // The arguments whose derivatives matter.
    std::vector<Id> differentiated(Id id) {
        const std::span<const Id> a = program_.arguments(id);
        switch (program_[id].op) {
            case Op::sign: return {};
            case Op::choose:
                if (takes_both_branches) return {a[1], a[2]};
                return {n_.is_positive(*values_[a[0]]) ? a[1] : a[2]};
            default: return {a.begin(), a.end()};
        }
    }

    const Partials& partials(Id id) {
        const auto found = partials_.find(id);
        return found != partials_.end() ? found->second
                                        : partials_.emplace(id, made_partials(id)).first->second;
    }
    void make_room(Id id) {
        if (id >= values_.size()) values_.resize(id + 1);
    }

    Partials made_partials(Id id) {
        const std::span<const Id> a = program_.arguments(id);
        const auto of = [&](std::size_t k) { return n_.scalar(*values_[a[k]]); };
        const auto own = [&] { return n_.scalar(*values_[id]); };
        const long n = program_[id].n;
        switch (program_[id].op) {
            case Op::add: {
                Partials out;
                for (const Id x : a) out.emplace_back(x, n_.from(1));
                return out;
            }
            case Op::subtract: return {{a[0], n_.from(1)}, {a[1], n_.from(-1)}};
            case Op::negate: return {{a[0], n_.from(-1)}};
            case Op::multiply: {
                // The product of those before, times that of those behind.
                std::vector<Scalar> behind(a.size(), n_.from(1));
                for (std::size_t k = a.size() - 1; k-- > 0;)
                    behind[k] = n_.multiply(behind[k + 1], of(k + 1));
                Partials out;
                Scalar before = n_.from(1);
                for (std::size_t k = 0; k < a.size(); ++k) {
                    out.emplace_back(a[k], n_.multiply(before, behind[k]));
                    before = n_.multiply(before, of(k));
                }
                return out;
            }
            case Op::divide: {
                const Scalar inverse = n_.inverse(of(1));
                return {{a[0], inverse}, {a[1], n_.negate(n_.multiply(own(), inverse))}};
            }
            case Op::power:
                if (n == 0) return {};
                return {{a[0], n_.multiply(n_.from(n), n_.power(of(0), n - 1))}};
            case Op::root: return {{a[0], n_.multiply(own(), n_.inverse(n_.multiply(n_.from(n), of(0))))}};
            case Op::exp: return {{a[0], own()}};
            case Op::sin: return {{a[0], n_.cosine(program_, a[0])}};
            case Op::cos: return {{a[0], n_.negate(n_.sine(program_, a[0]))}};
            case Op::atan: return {{a[0], n_.inverse(n_.add(n_.from(1), n_.multiply(of(0), of(0))))}};
            case Op::log: return {{a[0], n_.inverse(of(0))}};
            case Op::atan2: {
                const Scalar r = n_.inverse(n_.add(n_.multiply(of(0), of(0)), n_.multiply(of(1), of(1))));
                return {{a[0], n_.multiply(of(1), r)}, {a[1], n_.negate(n_.multiply(of(0), r))}};
            }
            case Op::abs: return {{a[0], n_.from(n_.is_positive(*values_[a[0]]) ? 1 : -1)}};
            case Op::choose:
                if (takes_both_branches) return {{a[1], n_.from(1)}, {a[2], n_.from(1)}};
                return {{n_.is_positive(*values_[a[0]]) ? a[1] : a[2], n_.from(1)}};
            default: return {};
        }
    }

    const Program& program_;
    Numbers& n_;
    std::vector<std::optional<Value>> values_;
    std::unordered_map<Id, Partials> partials_;
    std::vector<std::optional<Scalar>> slopes_;
    std::vector<bool> seen_;
};

}  // namespace anholon::proof
