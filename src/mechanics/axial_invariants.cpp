#include "mechanics/axial_invariants.hpp"

#include <algorithm>
#include <map>

#include "expr/introduce.hpp"
#include "expr/rebuild.hpp"
#include "expr/substitute.hpp"
#include "expr/walk.hpp"
#include "expr/zero.hpp"
#include "mechanics/direction_cosines.hpp"
#include "model/space/attitude.hpp"

namespace anholon {

namespace {

constexpr std::size_t highest_weight = 4;

struct Complex {
    Expr re, im;

    bool is_zero() const { return re == re.context().zero() && im == re; }
};
Complex operator+(const Complex& a, const Complex& b) { return {a.re + b.re, a.im + b.im}; }
Complex operator*(const Complex& a, const Complex& b) {
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
Complex operator*(const Rational& k, const Complex& a) { return {k * a.re, k * a.im}; }
Complex conjugate(const Complex& a) { return {a.re, -a.im}; }

// With ζ = α + iβ, which the turn multiplies by e^{iψ}: a real function as `still` + Σ (c_J ζ_J + conjugate), where ζ_J is a product of components of
// ζ, and `still` and the c_J are functions of γ.
struct Weighed {
    using Product = std::vector<std::size_t>;  // of indices, in ascending order
    Expr still;
    std::map<Product, Complex> turning;

    void add(const Product& J, const Complex& value) {
        const auto [place, is_new] = turning.try_emplace(J, value);
        if (!is_new) place->second = place->second + value;
        if (place->second.is_zero()) turning.erase(place);
    }
};

class Weighing {
  public:
    Weighing(Context& c, const std::array<Vector3, 3>& rows)
        : c_(c), rows_(rows), gamma_(rows[2]), zero_(c.zero()) {
        const Expr half = c.number(Rational(1, 2));
        for (std::size_t j = 0; j < 3; ++j) {
            Weighed a{zero_, {}}, b{zero_, {}};
            a.add({j}, {half, zero_});   // α = (ζ + ζ̄)/2
            b.add({j}, {zero_, -half});  // β = (ζ − ζ̄)/2i
            letters_.emplace(rows[0][j].id(), a);
            letters_.emplace(rows[1][j].id(), b);
        }
    }

    std::optional<std::vector<Expr>> operator()(std::span<const Expr> functions) {
        const Walk walk(c_, functions);
        std::vector<Weighed> values;
        values.reserve(walk.size());
        const auto of = [&](NodeId id) -> Weighed& { return values[walk.place(id)]; };
        for (const NodeId id : walk.nodes()) {
            const Node node = c_.node(id);
            const auto is_new = [&](NodeId a) { return !of(a).turning.empty() || of(a).still.id() != a; };
            if (const auto letter = letters_.find(id); letter != letters_.end()) {
                values.push_back(letter->second);
            } else if (std::ranges::none_of(node.arguments(), is_new)) {
                values.push_back({Expr(c_, id), {}});
            } else if (node.kind == Kind::sum) {
                Weighed out{Expr(c_, node.args[0]), {}};
                for (std::size_t k = 1; k < node.count; k += 2)
                    add(out, c_.number_at(node.args[k]), of(node.args[k + 1]));
                values.push_back(std::move(out));
            } else if (node.kind == Kind::multiple) {
                Weighed out{zero_, {}};
                add(out, c_.number_at(node.args[0]), of(node.args[1]));
                values.push_back(std::move(out));
            } else if (node.kind == Kind::product) {
                Weighed out{c_.one(), {}};
                for (std::size_t k = 0; k < node.count; k += 2)
                    if (!multiply(out, of(node.args[k]), c_.number_at(node.args[k + 1]))) return std::nullopt;
                values.push_back(std::move(out));
            } else {
                for (const NodeId a : node.arguments())
                    if (!is_still(of(a))) return std::nullopt;
                values.push_back({Expr(c_, rebuild(c_, id, [&](NodeId a) { return of(a).still.id(); })), {}});
            }
        }
        std::vector<Expr> out;
        for (const Expr& f : functions) {
            if (!is_still(of(f.id()))) return std::nullopt;
            out.push_back(of(f.id()).still);
        }
        return out;
    }

  private:
    static void add(Weighed& to, const Rational& factor, const Weighed& term) {
        to.still += factor * term.still;
        for (const auto& [J, value] : term.turning) to.add(J, factor * value);
    }

    // ζ_i ζ̄_j = δ_ij − γ_i γ_j − i ε_ijk γ_k
    Complex pair(std::size_t i, std::size_t j) const {
        const Expr delta = i == j ? c_.one() : zero_;
        const Expr epsilon = i == j ? zero_ : (j == (i + 1) % 3 ? -gamma_[3 - i - j] : gamma_[3 - i - j]);
        return {delta - gamma_[i] * gamma_[j], epsilon};
    }

    std::optional<Weighed> times(const Weighed& x, const Weighed& y) const {
        Weighed out{x.still * y.still, {}};
        for (const auto& [J, value] : x.turning) out.add(J, Complex{y.still, zero_} * value);
        for (const auto& [J, value] : y.turning) out.add(J, Complex{x.still, zero_} * value);
        for (const auto& [J, a] : x.turning)
            for (const auto& [K, b] : y.turning) {
                if (J.size() + K.size() > highest_weight) return std::nullopt;
                Weighed::Product both = J;
                both.insert(both.end(), K.begin(), K.end());
                std::ranges::sort(both);
                out.add(both, a * b);
                // a b̄ ζ_J ζ̄_K and its conjugate: of the longer one something is left.
                const bool is_longer = J.size() >= K.size();
                const auto &longer = is_longer ? J : K, &shorter = is_longer ? K : J;
                Complex value = is_longer ? a * conjugate(b) : conjugate(a) * b;
                for (std::size_t k = 0; k < shorter.size(); ++k) value = value * pair(longer[k], shorter[k]);
                const Weighed::Product rest(longer.begin() + static_cast<long>(shorter.size()), longer.end());
                if (rest.empty())
                    out.still += Rational(2) * value.re;
                else
                    out.add(rest, value);
            }
        return out;
    }

    bool multiply(Weighed& out, Weighed& base, const Rational& exponent) {
        const auto whole = exponent.to_long();
        if (is_still(base)) {
            out = *times(out, {pow(base.still, exponent), {}});
            return true;
        }
        if (!whole || *whole < 0) return false;
        for (long n = 0; n < *whole; ++n) {
            auto next = times(out, base);
            if (!next) return false;
            out = std::move(*next);
        }
        return true;
    }

    // What turns may vanish all the same, since α, β and γ are orthogonal unit vectors.
    bool is_still(Weighed& x) const {
        if (x.turning.empty()) return true;
        Expr sum = zero_;
        for (const auto& [J, value] : x.turning) {
            Complex product = value;
            for (const std::size_t j : J) product = product * Complex{rows_[0][j], rows_[1][j]};
            sum += product.re;
        }
        if (!vanishes(substitute(sum, any_rows()))) return false;
        x.turning.clear();
        return true;
    }

    // The rows of any attitude.
    Substitution any_rows() const {
        std::array<Expr, 4> q;
        for (std::size_t i = 0; i < 4; ++i)
            q[i] = introduced(c_, "q" + std::to_string(i), SymbolKind::variable, "any attitude", i);
        const Substitution unit = anholon::any_attitude(q).q;
        Substitution out;
        const Attitude axes = Attitude::of_quaternion(q);
        const std::array<Vector3, 3> values{axes.alpha, axes.beta, axes.gamma};
        for (std::size_t row = 0; row < 3; ++row)
            for (std::size_t j = 0; j < 3; ++j)
                out.emplace_back(rows_[row][j], substitute(values[row][j], unit));
        return out;
    }

    Context& c_;
    std::array<Vector3, 3> rows_;
    Vector3 gamma_;
    Expr zero_;
    std::map<NodeId, Weighed> letters_;
};

}  // namespace

std::optional<std::vector<Expr>> axial_invariants(std::span<const Expr> functions,
                                                  const std::array<Vector3, 3>& rows) {
    if (functions.empty()) return std::vector<Expr>{};
    return Weighing(rows[0][0].context(), rows)(functions);
}

}  // namespace anholon
