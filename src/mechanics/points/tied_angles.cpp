#include "mechanics/points/tied_angles.hpp"

#include <algorithm>

#include "expr/derivative.hpp"
#include "expr/elementary.hpp"
#include "expr/introduce.hpp"
#include "expr/rebuild.hpp"
#include "expr/walk.hpp"

namespace anholon {

namespace {

Expr root_letter(const Setting& s, std::size_t k) {
    return introduced(s.c, "root_letter_" + std::to_string(k), SymbolKind::variable, "square root", k);
}

// With base^(p/2) = base^((p−1)/2) ρ for each root; false if there is a third one, or one that is not square.
bool put_letters(const Setting& s, TiedAngles::Tie& tie) {
    Context& c = s.c;
    const Walk walk(tie.residual);
    std::vector<NodeId> bases, image(walk.size());
    for (std::size_t i = 0; i < walk.size(); ++i) {
        const NodeId id = walk[i];
        const Node node = c.node(id);
        const auto of = [&](NodeId a) { return image[walk.place(a)]; };
        image[i] = rebuild(c, id, of);
        if (node.kind != Kind::product) continue;
        Expr product = c.one();
        bool has_root = false;
        for (std::size_t k = 0; k < node.count; k += 2) {
            const Expr base(c, of(node.args[k]));
            const Rational& exponent = c.number_at(node.args[k + 1]);
            if (exponent.is_integer() || base.is_number()) {
                product *= pow(base, exponent);
                continue;
            }
            if (!(exponent * 2).is_integer()) return false;
            const auto place = std::ranges::find(bases, base.id());
            const auto number = static_cast<std::size_t>(place - bases.begin());
            if (place == bases.end()) {
                if (number == 2) return false;
                bases.push_back(base.id());
                tie.letter[number] = root_letter(s, number + 1);
                tie.square[number] = base;
            }
            product *= pow(base, exponent - Rational(1, 2)) * tie.letter[number];
            has_root = true;
        }
        if (has_root) image[i] = product.id();
    }
    tie.in_letters = Expr(c, image[walk.place(tie.residual.id())]);
    return true;
}

}  // namespace

std::vector<Expr> TiedAngles::expressions() const {
    std::vector<Expr> all;
    for (const Height& height : heights) all.push_back(height.value);
    for (const Tie& tie : ties)
        all.insert(all.end(), {tie.residual, tie.in_letters, tie.square[0], tie.square[1]});
    return all;
}

std::optional<TiedAngles> tied_angles(const Setting& s, std::span<const Expr> functions,
                                      const Substitution& stated) {
    TiedAngles result;
    std::vector<Expr> open;
    for (const Expr& F : functions) open.push_back(substitute(F, stated));
    for (Expr& residual : open)
        for (std::size_t i = s.q.size(); i-- > 0;) {
            const Expr x = s.q[i], slope = derivative(residual, x);
            if (!slope.is_number() || slope == s.c.zero()) continue;
            const Substitution solved{{x, x - residual / slope}};
            for (auto& height : result.heights) height.value = substitute(height.value, solved);
            result.heights.push_back({x, solved[0].second});
            residual = s.c.zero();
            for (Expr& other : open) other = substitute(other, solved);
            break;
        }
    std::erase(open, s.c.zero());
    for (const Expr& residual : open) {
        const Expr zero = s.c.zero();
        TiedAngles::Tie tie{elementary(std::span(&residual, 1))[0], {}, {zero, zero}, {zero, zero}};
        if (!put_letters(s, tie)) return std::nullopt;
        result.ties.push_back(tie);
    }
    return result;
}

}  // namespace anholon
