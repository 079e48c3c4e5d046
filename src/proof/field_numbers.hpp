#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "algebra/prime_field.hpp"
#include "proof/evaluation.hpp"
#include "proof/linear_parts.hpp"
#include "proof/signs.hpp"

namespace anholon::proof {

// Thrown where a claim cannot be judged at points of fields: the argument of a root or a sign vanishes identically, there are too
// many branches.
struct Unprovable {
    std::string reason;
};

// Decisions between two branches, one after another, and all ways to make them.
class Choices {
  public:
    bool decide();
    bool next();  // the next way; false when all have been tried
    std::size_t most() const { return most_; }

  private:
    std::vector<bool> taken_;
    std::size_t depth_ = 0, most_ = 0;
};

// Numbers of a prime field with p ≡ 3 mod 4 at one point, on one of its branches: both signs of every square root are tried, and
// both signs of every argument of abs, sign and if whose sign is not known. Equal residues are equal numbers: they have the same
// root, the same sign and the same values of functions. docs/certificates.md says why that proves what it proves.
class FieldNumbers {
  public:
    struct Value {
        Residue residue;
        Signs signs;
    };
    using Scalar = Residue;
    static bool are_same(const Value& a, const Value& b) { return a.residue == b.residue; }

    // Roots of a recipe choose components of the state space: they are those of either sign.
    enum class Roots { principal, of_either_sign };

    FieldNumbers(const PrimeField& field, std::uint64_t seed, Rational common_denominator, Choices& choices,
                 Roots roots = Roots::principal)
        : field_(field),
          seed_(seed),
          Q_(std::move(common_denominator)),
          choices_(choices),
          roots_are_(roots) {}

    const PrimeField& field() const { return field_; }
    Residue random(std::uint64_t key) const { return field_.from(mix(seed_, key)); }
    Value plain(Residue r) const { return {r, known(r)}; }
    Value plain(const Value& v) const { return plain(v.residue); }
    // An angle with this sine and cosine.
    Value angle(const Value& sine, const Value& cosine, Id variable);

    // Records known signs before anything that depends on them is evaluated.
    void state(const Value& value, Signs signs);
    void hint(const Value& value);

    Scalar scalar(const Value& v) const { return v.residue; }
    Scalar from(long n) const;
    Scalar add(Scalar a, Scalar b) const { return field_.add(a, b); }
    Scalar negate(Scalar a) const { return field_.negate(a); }
    Scalar multiply(Scalar a, Scalar b) const { return field_.multiply(a, b); }
    Scalar inverse(Scalar a) const;
    Scalar power(Scalar a, long n) const;
    bool is_positive(const Value& v);  // decides where it is open
    Scalar sine(const Program& p, Id argument) { return unit_of(p, argument).sine; }
    Scalar cosine(const Program& p, Id argument) { return unit_of(p, argument).cosine; }

    template <class Of>
    Value node(const Program& p, Id id, const Of& of) {
        const auto atoms = [&](Id argument) { remember_atoms(p, argument, of); };
        return settled(computed(p, id, of, atoms));
    }

  private:
    struct Unit {
        Residue cosine, sine;
    };
    std::uint64_t key(Residue r) const { return field_.value(r); }
    bool is_flipped(Residue r) const { return key(r) > field_.prime() / 2; }
    Residue canonical(Residue r) const { return is_flipped(r) ? field_.negate(r) : r; }
    Signs known(Residue r) const;
    void remember(Residue r, Signs signs);
    Value settled(Value v) const;
    Value square_root(const Value& a);
    Value odd_root(const Value& a, long n) const;
    Value opaque(Op f, const Value& a, Residue second = {}) const;
    Residue number(const Rational& a) const;
    Unit power(Unit a, Rational n) const;
    Unit unit_of(const Program& p, Id argument);
    Residue exponential_of(const Program& p, Id argument);
    Unit base_unit(Residue angle) const;

    // sin, cos and exp need the values of the atoms of their argument, which stand below it.
    void remember_atoms(const Program& p, Id argument, const auto& of) {
        if (!parts_.contains(argument)) {
            Atoms atoms;
            for (const auto& [atom, c] : linear_parts(p, argument)) {
                const bool is_pi = atom && p[*atom].op == Op::pi;
                atoms.push_back({atom ? of(*atom).residue : field_.one(), c, is_pi});
            }
            parts_[argument] = std::move(atoms);
        }
    }
    Value computed(const Program& p, Id id, const auto& of, const auto& atoms) {
        const std::span<const Id> a = p.arguments(id);
        const auto& node = p[id];
        switch (node.op) {
            case Op::number: return {number(p.number_at(id)), Signs::of(p.number_at(id).sign())};
            case Op::variable: throw NoValue{p.name_at(id) + " has no value"};
            case Op::pi: return {random(0x3141592653589793ULL), Signs::only(Signs::positive)};
            case Op::add: {
                Value sum = of(a[0]);
                for (std::size_t k = 1; k < a.size(); ++k) {
                    const Value& term = of(a[k]);
                    sum = {field_.add(sum.residue, term.residue), sum.signs + term.signs};
                }
                return sum;
            }
            case Op::subtract:
                return {field_.subtract(of(a[0]).residue, of(a[1]).residue),
                        of(a[0]).signs + -of(a[1]).signs};
            case Op::negate: return {field_.negate(of(a[0]).residue), -of(a[0]).signs};
            case Op::multiply: {
                // A factor that occurs n times is a power.
                Value product{field_.one(), Signs::only(Signs::positive)};
                std::map<Id, long> times;
                for (const Id x : a) ++times[x];
                for (const auto& [x, n] : times) {
                    const Value& v = of(x);
                    product = {field_.multiply(product.residue, power(v.residue, n)),
                               product.signs * Signs::power(v.signs, n)};
                }
                return product;
            }
            case Op::divide: {
                const Value& b = of(a[1]);
                return {field_.multiply(of(a[0]).residue, inverse(b.residue)),
                        of(a[0]).signs * Signs::power(b.signs, -1)};
            }
            case Op::power: return {power(of(a[0]).residue, node.n), Signs::power(of(a[0]).signs, node.n)};
            case Op::root: return node.n == 2 ? square_root(of(a[0])) : odd_root(of(a[0]), node.n);
            case Op::exp: atoms(a[0]); return {exponential_of(p, a[0]), Signs::only(Signs::positive)};
            case Op::sin: atoms(a[0]); return {unit_of(p, a[0]).sine, Signs::any()};
            case Op::cos: atoms(a[0]); return {unit_of(p, a[0]).cosine, Signs::any()};
            case Op::atan:
            case Op::log: return opaque(node.op, of(a[0]));
            case Op::atan2: return opaque(node.op, of(a[0]), of(a[1]).residue);
            case Op::abs: {
                const Value& v = of(a[0]);
                return {is_positive(v) ? v.residue : field_.negate(v.residue),
                        Signs::only(Signs::positive | Signs::zero)};
            }
            case Op::sign:
                return is_positive(of(a[0])) ? Value{field_.one(), Signs::of(1)}
                                             : Value{from(-1), Signs::of(-1)};
            case Op::choose: return is_positive(of(a[0])) ? of(a[1]) : of(a[2]);
        }
        return {};
    }

    struct Atom {
        Residue value;
        Rational coefficient;
        bool is_pi;
    };
    using Atoms = std::vector<Atom>;

    PrimeField field_;
    std::uint64_t seed_;
    Rational Q_;
    Choices& choices_;
    Roots roots_are_;
    std::unordered_map<std::uint64_t, Signs> signs_;    // by canonical residue
    std::unordered_map<std::uint64_t, Residue> roots_;  // by radicand
    std::unordered_map<std::uint64_t, Unit> angles_;    // by residue, of angles that were drawn
    std::unordered_map<Id, Atoms> parts_;               // by argument
    std::unordered_map<Id, Unit> units_;                // likewise
};

}  // namespace anholon::proof
