#include "proof/field_numbers.hpp"

namespace anholon::proof {

namespace {

constexpr std::size_t kMostChoices = 20;  // of roots and signs at one point, those of the recipe included

constexpr const char* kVanishes =
    "the argument of a root, an absolute value, a sign or a condition vanishes identically";

}  // namespace

bool Choices::decide() {
    if (depth_ == taken_.size()) {
        if (taken_.size() == kMostChoices) throw Unprovable{"too many roots and signs"};
        taken_.push_back(false);
    }
    most_ = std::max(most_, depth_ + 1);
    return taken_[depth_++];
}

bool Choices::next() {
    taken_.resize(depth_);  // what a path that ended early did not reach
    while (!taken_.empty() && taken_.back()) taken_.pop_back();
    depth_ = 0;
    if (taken_.empty()) return false;
    taken_.back() = true;
    return true;
}

Signs FieldNumbers::known(Residue r) const {
    if (r.is_zero()) return Signs::of(0);
    const auto found = signs_.find(key(canonical(r)));
    if (found == signs_.end()) return Signs::any();
    return is_flipped(r) ? -found->second : found->second;
}

void FieldNumbers::remember(Residue r, Signs signs) {
    Signs& known = signs_.try_emplace(key(canonical(r))).first->second;
    known = known & (is_flipped(r) ? -signs : signs);
    if (known.is_empty()) throw NoValue{"its branches contradict each other"};
}

FieldNumbers::Value FieldNumbers::settled(Value v) const {
    if (roots_are_ == Roots::of_either_sign) return v;
    v.signs = v.signs & known(v.residue);
    if (v.signs.is_empty()) throw NoValue{"its branches contradict each other"};
    return v;
}

void FieldNumbers::state(const Value& value, Signs signs) {
    const Value v = settled({value.residue, value.signs & signs});
    if (!v.residue.is_zero()) remember(v.residue, v.signs);
    hint(v);
}

void FieldNumbers::hint(const Value& h) {
    if (h.residue.is_zero()) return;
    remember(h.residue, h.signs);
    const bool is_root = h.signs.is_within(Signs::zero | Signs::positive);
    if (!is_root && !h.signs.is_within(Signs::zero | Signs::negative)) return;
    const Residue root = is_root ? h.residue : field_.negate(h.residue);
    const auto [found, is_new] = roots_.try_emplace(key(field_.multiply(root, root)), root);
    if (found->second != root) throw NoValue{"its branches contradict each other"};
}

FieldNumbers::Value FieldNumbers::angle(const Value& sine, const Value& cosine, Id variable) {
    const Residue s = sine.residue, c = cosine.residue, angle = random(0xa921e00000000000ULL + variable);
    if (field_.add(field_.multiply(s, s), field_.multiply(c, c)) != field_.one())
        throw Unprovable{"an angle is drawn from a sine and a cosine that do not lie on the circle"};
    angles_[key(angle)] = {c, s};
    angles_[key(field_.negate(angle))] = {c, field_.negate(s)};
    return plain(angle);
}

Residue FieldNumbers::from(long n) const {
    const Residue r = field_.from(static_cast<std::uint64_t>(n < 0 ? -n : n));
    return n < 0 ? field_.negate(r) : r;
}

Residue FieldNumbers::number(const Rational& a) const {
    const auto r = field_.from(a);
    if (!r) throw NoValue{"the prime divides a denominator"};
    return *r;
}

Residue FieldNumbers::inverse(Residue a) const {
    if (a.is_zero()) throw NoValue{"it divides by zero"};
    return field_.inverse(a);
}

Residue FieldNumbers::power(Residue a, long n) const {
    return n < 0 ? field_.power(inverse(a), static_cast<std::uint64_t>(-n))
                 : field_.power(a, static_cast<std::uint64_t>(n));
}

bool FieldNumbers::is_positive(const Value& v) {
    if (v.residue.is_zero()) throw Unprovable{kVanishes};
    const Signs signs = v.signs & known(v.residue) & Signs::only(Signs::negative | Signs::positive);
    if (signs.is_empty()) throw NoValue{"its branches contradict each other"};
    if (signs == Signs::of(1)) return true;
    if (signs == Signs::of(-1)) return false;
    const bool positive = !choices_.decide();
    remember(v.residue, Signs::of(positive ? 1 : -1));
    return positive;
}

FieldNumbers::Value FieldNumbers::square_root(const Value& a) {
    if (a.residue.is_zero()) throw Unprovable{kVanishes};
    const bool is_principal = roots_are_ == Roots::principal;
    const Signs signs = is_principal ? Signs::only(Signs::positive) : Signs::any();
    if (is_principal) {
        if ((a.signs & Signs::of(1)).is_empty()) throw NoValue{"it has the root of a negative number"};
        remember(a.residue, Signs::of(1));
    }
    if (const auto found = roots_.find(key(a.residue)); found != roots_.end()) return {found->second, signs};
    const Residue root = field_.power(a.residue, (field_.prime() + 1) / 4);
    if (field_.multiply(root, root) != a.residue) throw NoValue{"a root does not exist in the field"};
    const Residue chosen = choices_.decide() ? field_.negate(root) : root;
    roots_[key(a.residue)] = chosen;
    return {chosen, signs};
}

namespace {

// 1/n modulo m, which has no factor in common with n.
std::uint64_t inverse_modulo(std::uint64_t n, std::uint64_t m) {
    using Wide = __int128;
    Wide a = static_cast<Wide>(n % m), b = static_cast<Wide>(m), x = 1, y = 0;
    while (a != 0) {
        const Wide q = b / a, r = b % a, z = y - q * x;
        b = a;
        a = r;
        y = x;
        x = z;
    }
    return static_cast<std::uint64_t>(y < 0 ? y + static_cast<Wide>(m) : y);
}

}  // namespace

FieldNumbers::Value FieldNumbers::odd_root(const Value& a, long n) const {
    if (a.residue.is_zero()) throw Unprovable{kVanishes};
    const std::uint64_t order = field_.prime() - 1;
    return {field_.power(a.residue, inverse_modulo(static_cast<std::uint64_t>(n), order)), a.signs};
}

// A function of which nothing is known but that equal arguments have equal values, that atan is odd, and its value at one point.
FieldNumbers::Value FieldNumbers::opaque(Op f, const Value& a, Residue second) const {
    const auto tag = static_cast<std::uint64_t>(f) << 56;
    if (f == Op::atan) {
        if (a.residue.is_zero()) return {field_.zero(), Signs::of(0)};
        const Residue value = random(tag ^ key(canonical(a.residue)));
        return {is_flipped(a.residue) ? field_.negate(value) : value, a.signs};
    }
    if (f == Op::log) {
        if ((a.signs & Signs::of(1)).is_empty()) throw NoValue{"it has the logarithm of a negative number"};
        const_cast<FieldNumbers*>(this)->remember(a.residue, Signs::of(1));
        if (a.residue == field_.one()) return {field_.zero(), Signs::of(0)};
        return {random(tag ^ key(a.residue)), Signs::any()};
    }
    return {random(mix(tag ^ key(a.residue), key(second))), Signs::any()};
}

// A random point of the circle, (1 − t²)/(1 + t²) and 2t/(1 + t²): p ≡ 3 mod 4, so 1 + t² ≠ 0. Opposite angles have inverse units.
FieldNumbers::Unit FieldNumbers::base_unit(Residue angle) const {
    if (angle.is_zero()) return {field_.one(), field_.zero()};
    if (const auto given = angles_.find(key(angle)); given != angles_.end()) {
        if (!Q_.is_one()) throw Unprovable{"an angle that is drawn occurs in fractional multiples"};
        return given->second;
    }
    const Residue t = random(0xc17c1e0000000000ULL ^ key(canonical(angle)));
    const Residue t2 = field_.multiply(t, t), below = field_.inverse(field_.add(field_.one(), t2));
    const Residue sine = field_.multiply(field_.add(t, t), below);
    return {field_.multiply(field_.subtract(field_.one(), t2), below),
            is_flipped(angle) ? field_.negate(sine) : sine};
}

FieldNumbers::Unit FieldNumbers::power(Unit a, Rational n) const {
    if (n.sign() < 0) {
        a.sine = field_.negate(a.sine);
        n = -n;
    }
    const auto times = n.to_long();
    if (!times) throw Unprovable{"an angle has too large a factor"};
    const auto multiplied = [&](const Unit& x, const Unit& y) {
        return Unit{field_.subtract(field_.multiply(x.cosine, y.cosine), field_.multiply(x.sine, y.sine)),
                    field_.add(field_.multiply(x.sine, y.cosine), field_.multiply(x.cosine, y.sine))};
    };
    Unit result{field_.one(), field_.zero()};
    for (long k = *times; k != 0; k >>= 1, a = multiplied(a, a))
        if ((k & 1) != 0) result = multiplied(result, a);
    return result;
}

FieldNumbers::Unit FieldNumbers::unit_of(const Program&, Id argument) {
    if (const auto found = units_.find(argument); found != units_.end()) return found->second;
    Unit unit{field_.one(), field_.zero()};
    const auto turn = [&](const Unit& by) {
        unit = {field_.subtract(field_.multiply(unit.cosine, by.cosine), field_.multiply(unit.sine, by.sine)),
                field_.add(field_.multiply(unit.sine, by.cosine), field_.multiply(unit.cosine, by.sine))};
    };
    for (const Atom& atom : parts_.at(argument)) {
        const Rational quarters = atom.coefficient * 2;
        if (atom.is_pi && quarters.is_integer())
            turn(power({field_.zero(), field_.one()}, Rational(static_cast<long>(quarters.mod(4)))));
        else
            turn(power(base_unit(atom.value), atom.coefficient * Q_));
    }
    return units_[argument] = unit;
}

Residue FieldNumbers::exponential_of(const Program&, Id argument) {
    Residue product = field_.one();
    for (const Atom& atom : parts_.at(argument)) {
        if (atom.value.is_zero()) continue;
        // exp(−u) = 1/exp(u)
        const Rational n = (is_flipped(atom.value) ? -atom.coefficient : atom.coefficient) * Q_;
        const auto times = n.to_long();
        if (!times) throw Unprovable{"an exponent has too large a factor"};
        product = field_.multiply(product,
                                  power(random(0xe4b0000000000000ULL ^ key(canonical(atom.value))), *times));
    }
    return product;
}

}  // namespace anholon::proof
