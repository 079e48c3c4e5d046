#include "structure/distribution/gaussian_curvature.hpp"

#include <algorithm>

#include "expr/linear.hpp"
#include "expr/operations.hpp"
#include "expr/substitute.hpp"
#include "expr/walk.hpp"
#include "mechanics/points/generic_rank.hpp"
#include "structure/evidence/abbreviations.hpp"
#include "structure/evidence/constant_relations.hpp"

namespace anholon {

Expr along(const Distribution& D, const Field& X, const Expr& f) {
    Expr sum = X[0] * derivative(f, D.s.t);
    for (std::size_t i = 0; i < D.q.size(); ++i) sum += X[i + 1] * derivative(f, D.q[i]);
    return sum;
}

SurfaceOfPoint SurfaceOfPoint::plane(Context& c) {
    return {.kind = Kind::plane, .K = c.zero(), .printed = c.zero(), .is_constant = Answer::yes};
}

std::vector<Expr> coordinates_in(const System& system, const Vector3& point) {
    const std::vector<Expr> q = system.q();
    std::vector<Expr> out;
    for (const Expr& x : symbols_of(system.c(), point))
        if (std::ranges::find(q, x) != q.end()) out.push_back(x);
    return out;
}

Vanishing::Result ZerosOnManifold::operator()(const Expr& e) {
    for (const Expr& x : symbols_of(e)) {
        const bool is_coordinate = std::ranges::find(s_.q, x) != s_.q.end();
        if (is_coordinate && std::ranges::find(independent_, x) == independent_.end()) return vanishing_(e);
    }
    Substitution stated;
    for (const Parameter& p : s_.system.parameters) stated.emplace_back(p.symbol, p.exact);
    ZeroVerdict verdict = is_zero(e);
    const bool is_special = verdict.answer == Answer::no && !stated.empty();
    if (is_special) verdict = is_zero(substitute(e, stated));
    vanishing_.count_error(verdict.error_bound);
    return {.answer = verdict.answer,
            .for_these_parameters = is_special && verdict.answer == Answer::yes,
            .reason = verdict.reason};
}

namespace {

Vector3 derivative(const Vector3& X, const Expr& u) {
    return {anholon::derivative(X[0], u), anholon::derivative(X[1], u), anholon::derivative(X[2], u)};
}

Vector3 along(const Distribution& D, const Field& field, const Vector3& X) {
    return {anholon::along(D, field, X[0]), anholon::along(D, field, X[1]), anholon::along(D, field, X[2])};
}

// With N = X_1 × X_2 for two directions: the second fundamental form is n·X_ij, n = N/|N|.
Expr by_second_derivatives(const Vector3& N, const Vector3& X11, const Vector3& X12, const Vector3& X22) {
    return (dot(N, X11) * dot(N, X22) - square(dot(N, X12))) / square(dot(N, N));
}

}  // namespace

Expr gaussian_curvature(const Vector3& X, const Expr& u, const Expr& v) {
    const Vector3 Xu = derivative(X, u), Xv = derivative(X, v), N = cross(Xu, Xv);
    return simplified(by_second_derivatives(N, derivative(Xu, u), derivative(Xu, v), derivative(Xv, v)));
}

Expr curvature_by_normals(const Vector3& X, const std::vector<Expr>& n) {
    Context& c = n[0].context();
    Matrix P(c, 3, 3), tangent = Matrix::identity(c, 3);
    Expr square_of_n = c.zero();
    for (std::size_t i = 0; i < 3; ++i) {
        square_of_n += n[i] * n[i];
        for (std::size_t j = 0; j < 3; ++j) {
            P(i, j) = anholon::derivative(X[i], n[j]);
            tangent(i, j) -= n[i] * n[j];
        }
    }
    const auto trace_of_adjugate = [&](const Matrix& A) {
        const Matrix adj = adjugate(A);
        return simplified(adj(0, 0) + adj(1, 1) + adj(2, 2));
    };
    // Where X is homogeneous of degree 0 its derivative along n vanishes already.
    const bool is_homogeneous =
        std::ranges::all_of(P * std::span<const Expr>(n), [](const Expr& e) { return vanishes(e); });
    const Expr over_K = trace_of_adjugate(is_homogeneous ? P : P * tangent);
    if (vanishes(over_K)) return {};
    // |n| = 1
    Expr best = simplified(1 / over_K);
    const auto consider = [&](const Expr& same) {
        if (operations(same).total() < operations(best).total()) best = same;
    };
    consider(simplified(square_of_n / over_K));
    consider(simplified(1 / (over_K * square_of_n)));
    const Expr plain = best;
    for (const Expr& x : n) {
        if (!vanishes(plain - substitute(plain, {{x, -x}}))) continue;
        consider(simplified(substitute(plain, {{x, sqrt(1 - square_of_n + x * x)}})));
    }
    return best;
}

namespace {

class Finder {
  public:
    Finder(const Distribution& D, const Vector3& p, ZerosOnManifold& zeros, const Budget& budget)
        : D_(D), s_(D.s), p_(p), zeros_(zeros), budget_(budget) {}

    SurfaceOfPoint find() {
        if (find_by_two_coordinates()) return out_;
        if (find_sphere()) return out_;
        if (find_by_direction_cosines()) return out_;
        find_by_fields();
        return out_;
    }

  private:
    using Kind = SurfaceOfPoint::Kind;

    // a p·p + b·p + d = 0 at all configurations: a sphere, or a plane where a = 0; two such relations leave a circle or a line.
    bool find_sphere() {
        const std::vector<Expr> functions{dot(p_, p_), p_[0], p_[1], p_[2], s_.c.one()};
        RelationProblem problem;
        problem.columns = functions.size();
        problem.conditions = rows_of_length(problem.columns);
        StateSampler sampler(s_, functions, StateSampler::At::states);
        std::vector<std::vector<Expr>> proved;
        for (const Relation& relation : constant_relations(s_, sampler, problem, budget_).list) {
            if (relation.valid != Parameters::free) continue;
            Expr residual = s_.c.zero();
            for (std::size_t k = 0; k < functions.size(); ++k) residual += relation.c[k] * functions[k];
            if (zeros_.vanishes(residual)) proved.push_back(relation.c);
        }
        if (proved.empty()) return false;
        out_.is_constant = Answer::yes;
        if (proved.size() >= 2) {
            out_.kind = proved.size() == 2 ? Kind::curve : Kind::point;
            return true;
        }
        const std::vector<Expr>& c = proved[0];
        if (vanishes(c[0])) {
            out_.kind = Kind::plane;
            out_.K = s_.c.zero();
        } else {
            out_.kind = Kind::sphere;
            const Expr a = c[0];
            out_.K = simplified(4 * a * a / (c[1] * c[1] + c[2] * c[2] + c[3] * c[3] - 4 * a * c[4]));
        }
        out_.printed = out_.K;
        return true;
    }

    bool find_by_two_coordinates() {
        const std::vector<Expr> q = coordinates_in(s_.system, p_);
        if (q.size() == 1) out_.kind = Kind::curve;
        if (q.size() == 1) return true;
        if (q.size() != 2) return false;
        const Vector3 Xu = derivative(p_, q[0]), Xv = derivative(p_, q[1]), N = cross(Xu, Xv);
        if (std::ranges::all_of(N, [](const Expr& e) { return vanishes(e); })) {
            out_.kind = Kind::curve;
            return true;
        }
        out_.parameters = q;
        out_.metric = {simplified(dot(Xu, Xu)), simplified(dot(Xu, Xv)), simplified(dot(Xv, Xv))};
        set(gaussian_curvature(p_, q[0], q[1]));
        return true;
    }

    // p as a function of direction cosines that the model has named, of one vector, which is normal to the surface.
    bool find_by_direction_cosines() {
        const Abbreviations letters(s_);
        const Vector3 p{in_letters(letters, p_[0]), in_letters(letters, p_[1]), in_letters(letters, p_[2])};
        if (!coordinates_in(s_.system, p).empty()) return false;
        std::vector<Expr> n;
        Substitution values;
        for (const Expr& x : symbols_of(s_.c, p))
            for (const auto& letter : letters.letters())
                if (letter.symbol == x) {
                    n.push_back(x);
                    values.emplace_back(x, letter.value);
                }
        if (n.size() != 3) return false;
        const auto in_q = [&](const Expr& e) { return substitute(e, values); };
        const auto holds = [&](const Expr& e) { return zeros_.vanishes(in_q(e)); };
        if (!holds(n[0] * n[0] + n[1] * n[1] + n[2] * n[2] - 1)) return false;
        // n·dp = 0 for all dn with n·dn = 0
        std::vector<Expr> slopes;
        for (const Expr& x : n) slopes.push_back(dot(Vector3{n[0], n[1], n[2]}, derivative(p, x)));
        for (std::size_t i = 0; i < 3; ++i)
            if (!holds(slopes[i] * n[(i + 1) % 3] - slopes[(i + 1) % 3] * n[i])) return false;
        const Expr K = curvature_by_normals(p, n);
        if (!K) {
            out_.kind = Kind::curve;
            return true;
        }
        set(in_q(K));
        out_.printed = K;
        return true;
    }

    // Term by term: a surface may have its centre beside that of the axes.
    Expr in_letters(const Abbreviations& letters, const Expr& e) const {
        const Node node = s_.c.node(e.id());
        if (e.kind() == anholon::Kind::multiple)
            return Expr(s_.c, node.args[0]) * in_letters(letters, {s_.c, node.args[1]});
        if (e.kind() != anholon::Kind::sum) return letters.in_letters(e, budget_);
        Expr out(s_.c, node.args[0]);
        for (std::size_t k = 1; k + 1 < node.count; k += 2)
            out += Expr(s_.c, node.args[k]) * letters.in_letters({s_.c, node.args[k + 1]}, budget_);
        return out;
    }

    // By two fields of the distribution along which the point moves in two directions.
    bool find_by_fields() {
        std::vector<Vector3> slopes;
        for (const std::size_t r : D_.free) slopes.push_back(along(D_, D_.X[r], p_));
        Matrix J(s_.c, slopes.size(), 3);
        for (std::size_t r = 0; r < slopes.size(); ++r)
            for (std::size_t i = 0; i < 3; ++i) J(r, i) = slopes[r][i];
        const GenericRank rank = generic_rank(s_, J);
        if (!rank.rank || *rank.rank != 2 || rank.rows.size() != 2) {
            out_.reason =
                "the point moves in one direction at a time, and no formula of its surface was found";
            return false;
        }
        const std::size_t a = rank.rows[0], b = rank.rows[1];
        const Field &A = D_.X[D_.free[a]], &B = D_.X[D_.free[b]];
        const Vector3 N = cross(slopes[a], slopes[b]);
        budget_.check();
        set(by_second_derivatives(N, along(D_, A, slopes[a]), along(D_, A, slopes[b]),
                                  along(D_, B, slopes[b])));
        return true;
    }

    void set(const Expr& K) {
        out_.K = out_.printed = K;
        const Vanishing::Result zero = zeros_(K);
        if (zero.answer == Answer::yes && !zero.for_these_parameters) out_.K = out_.printed = s_.c.zero();
        out_.is_constant = Answer::yes;
        const std::vector<Expr> in_K = symbols_of(out_.K);
        if (std::ranges::none_of(s_.q,
                                 [&](const Expr& q) { return std::ranges::find(in_K, q) != in_K.end(); }))
            return;
        std::vector<Expr> rates;
        for (const Expr& x : out_.parameters) rates.push_back(anholon::derivative(out_.K, x));
        if (rates.empty())
            for (const std::size_t r : D_.free) rates.push_back(anholon::along(D_, D_.X[r], out_.K));
        for (const Expr& rate : rates) {
            const Answer keeps = zeros_(rate).answer;
            if (keeps == Answer::no) out_.is_constant = Answer::no;
            if (keeps == Answer::no) return;
            if (keeps == Answer::unknown) out_.is_constant = Answer::unknown;
        }
    }

    const Distribution& D_;
    const Setting& s_;
    const Vector3& p_;
    ZerosOnManifold& zeros_;
    const Budget& budget_;
    SurfaceOfPoint out_;
};

}  // namespace

SurfaceOfPoint surface_of_point(const Distribution& D, const Vector3& point, ZerosOnManifold& zeros,
                                const Budget& budget) {
    return Finder(D, point, zeros, budget).find();
}

}  // namespace anholon
