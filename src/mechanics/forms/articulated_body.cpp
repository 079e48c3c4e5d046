#include "mechanics/forms/forms.hpp"
#include "mechanics/forms/writing.hpp"
#include "mechanics/joint_tree.hpp"

namespace anholon {

namespace {

// What a link and all that it carries oppose to the accelerations of its origin and its axes, where the joints behind it give way:
//   N = J α + H a + N_0,  F = Hᵀ α + M a + F_0.
struct Articulated {
    Matrix3 J, H, M;
    Vector3 N, F;
};

// A freedom s of a link with  α = α' + s̈ n  (or a = a' + s̈ n):  D s̈ = u − P·α' − R·a'.
struct Freedom {
    Vector3 P, R;
    Expr D, u;
};

// How a link moves while the freedoms do not accelerate; and what their accelerations add to that.
struct LinkMotion {
    Vector3 omega;
    Vector3 alpha, a;  // of the axes, and of their origin, less the acceleration of free fall
    Vector3 more_alpha, more_a;
};

class ArticulatedBodies {
  public:
    explicit ArticulatedBodies(const Setting& s)
        : c_(s.c),
          tree_(joint_tree(s)),
          space_(at_rest(s)),
          motions_(tree_.links.size()),
          inertias_(tree_.links.size()),
          freedoms_(tree_.links.size()) {}

    const JointTree& tree() const { return tree_; }

    // The accelerations along the freedoms, by link; empty where a motion is given.
    std::vector<Expr> accelerations() {
        const std::size_t n = tree_.links.size();
        for (std::size_t i = 0; i < n; ++i) {
            motions_[i] = moved(tree_.links[i], carrier(tree_.links[i]));
            inertias_[i] = alone(tree_.links[i], motions_[i]);
        }
        for (std::size_t i = n; i-- > 0;) pass_on(i);
        std::vector<Expr> out(n);
        for (std::size_t i = 0; i < n; ++i) out[i] = accelerate(i);
        return out;
    }

  private:
    static LinkMotion at_rest(const Setting& s) {
        const Vector3 zero{s.c.zero(), s.c.zero(), s.c.zero()};
        return {zero, zero, s.system.gravity ? -*s.system.gravity : zero, zero, zero};
    }
    const LinkMotion& carrier(const Link& link) const {
        return link.carrier ? motions_[*link.carrier] : space_;
    }
    static bool is_free(const Link& link) { return !link.given_acceleration; }

    // d² r/dt² of a vector r at rest in the axes:  α×r + ω×(ω×r) = ([α] + [ω][ω]) r.
    static Matrix3 turning(const LinkMotion& m) {
        const Matrix3 W = skew(m.omega);
        return skew(m.alpha) + symmetric_product(W, W);
    }

    // ω = E ω' + ṡ n,  α = E α' + ṡ E ω'×n,  a = E (a' + α'×d + ω'×(ω'×d));  of a slide, a = a' + … + 2 ṡ ω'×n.
    LinkMotion moved(const Link& link, const LinkMotion& on) const {
        LinkMotion out;
        const Vector3 a = link.E * (on.a + turning(on) * link.arm);
        const Expr& rate = link.velocity;
        switch (link.kind) {
            case Link::Kind::turn: {
                const Vector3 omega = link.E * on.omega;
                out = {
                    omega + rate * link.axis, link.E * on.alpha + rate * cross(omega, link.axis), a, {}, {}};
                if (!is_free(link)) out.alpha = out.alpha + link.given_acceleration * link.axis;
                break;
            }
            case Link::Kind::slide:
                out = {on.omega, on.alpha, a + Rational(2) * rate * cross(on.omega, link.axis), {}, {}};
                if (!is_free(link)) out.a = out.a + link.given_acceleration * link.axis;
                break;
            case Link::Kind::component: out = {link.omega, space_.alpha, a, {}, {}}; break;
        }
        return out;
    }

    // Newton and Euler for the link by itself, h = m c:  F = m a + α×h + ω×(ω×h),  N = h×a + J α + ω×Jω.
    Articulated alone(const Link& link, const LinkMotion& m) const {
        const auto& [mass, h, J] = link.inertia;
        return {J, skew(h), mass * identity3(c_), cross(h, m.a) + J * m.alpha + cross(m.omega, J * m.omega),
                mass * m.a + turning(m) * h};
    }

    static Freedom freedom(const Link& link, const Articulated& I) {
        const Vector3& n = link.axis;
        if (link.kind == Link::Kind::slide) {
            const Vector3 R = I.M * n;
            return {I.H * n, R, dot(n, R), link.force - dot(n, I.F)};
        }
        const Vector3 P = I.J * n;
        return {P, transpose(I.H) * n, dot(n, P), link.force - dot(n, I.N)};
    }

    // What is left of the inertia where the freedom gives way: less P Pᵀ/D, P Rᵀ/D, R Rᵀ/D; and the forces with s̈ = u/D.
    static Articulated given_way(const Articulated& I, const Freedom& f) {
        const Expr inverse = Rational(1) / f.D, s = f.u * inverse;
        const Vector3 P = inverse * f.P, R = inverse * f.R;
        return {I.J - outer(P, f.P), I.H - outer(P, f.R), I.M - outer(R, f.R), I.N + s * f.P, I.F + s * f.R};
    }

    // In axes of the carrier:  E turns back.
    static Articulated turned(const Articulated& I, const Matrix3& E) {
        const Matrix3 T = transpose(E);
        return {symmetric_product(T, I.J * E), T * (I.H * E), symmetric_product(T, I.M * E), T * I.N,
                T * I.F};
    }

    // At the carrier's origin, d behind:  a = a' − [d] α and N' = N + d×F, so
    //   H' = H + [d] M,  J' = J − H [d] + [d] H'ᵀ.
    static Articulated shifted(const Articulated& I, const Vector3& d) {
        const Matrix3 S = skew(d), H = I.H + S * I.M;
        const Matrix3 more = symmetrised(S * transpose(I.H), S * transpose(H));
        return {I.J + more, H, I.M, I.N + cross(d, I.F), I.F};
    }
    // Aᵀ + B, which is symmetric.
    static Matrix3 symmetrised(const Matrix3& A, const Matrix3& B) {
        Matrix3 out;
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = i; j < 3; ++j) out[i][j] = out[j][i] = A[j][i] + B[i][j];
        return out;
    }

    // The carrier feels what the link does not take up.
    void pass_on(std::size_t i) {
        const Link& link = tree_.links[i];
        Articulated I = inertias_[i];
        if (is_free(link)) {
            freedoms_[i] = freedom(link, I);
            if (!link.carrier) return;
            I = given_way(I, freedoms_[i]);
        }
        if (!link.carrier) return;
        if (link.frees_attitude) {  // no moment goes through
            I.J = I.H = zero3(c_);
            I.N = space_.omega;
        }
        I = shifted(turned(I, link.E), link.arm);
        Articulated& to = inertias_[*link.carrier];
        to = {to.J + I.J, to.H + I.H, to.M + I.M, to.N + I.N, to.F + I.F};
    }

    // s̈ = (u − P·α' − R·a')/D with what the accelerations of the freedoms before have added to α' and a'.
    Expr accelerate(std::size_t i) {
        const Link& link = tree_.links[i];
        const LinkMotion& on = carrier(link);
        LinkMotion& m = motions_[i];
        m.more_alpha = link.frees_attitude ? space_.omega : link.E * on.more_alpha;
        m.more_a = link.E * (on.more_a + cross(on.more_alpha, link.arm));
        if (!is_free(link)) return {};
        const auto& [P, R, D, u] = freedoms_[i];
        const Expr s = (u - dot(P, m.more_alpha) - dot(R, m.more_a)) / D;
        Vector3& grows = link.kind == Link::Kind::slide ? m.more_a : m.more_alpha;
        grows = grows + s * link.axis;
        return s;
    }

    Context& c_;
    const JointTree tree_;
    const LinkMotion space_;
    std::vector<LinkMotion> motions_;
    std::vector<Articulated> inertias_;
    std::vector<Freedom> freedoms_;
};

}  // namespace

Reason articulated_body_inapplicable(const Setting& s) { return no_joint_tree(s); }

// The accelerations of a tree of joints, link by link: outwards the motion while the freedoms do not accelerate, inwards the inertia of
// each link with all that it carries, outwards the accelerations.       Vereshchagin 1974, Featherstone 1983
// The divisors D = n·J n (n·M n of a slide) are the inertia that a joint feels while the joints behind it give way: positive where the
// kinetic energy is.
Equations articulated_body(const Setting& s) {
    ArticulatedBodies bodies(s);
    const std::vector<Expr> found = bodies.accelerations();
    const JointTree& tree = bodies.tree();
    std::map<NodeId, Expr> by_velocity;
    for (std::size_t i = 0; i < found.size(); ++i)
        if (found[i]) by_velocity.emplace(tree.links[i].velocity.id(), found[i]);
    Equations e;
    e.unknowns = dots(tree.velocities);
    e.W = Matrix(s.c, tree.velocities.size(), tree.velocities.size());
    for (std::size_t k = 0; k < tree.velocities.size(); ++k) {
        e.W(k, k) = s.c.one();
        e.r.push_back(by_velocity.at(tree.velocities[k].id()));
        e.lines.push_back({{}, e.unknowns[k], {{e.r[k], ""}}});
    }
    e.velocities = tree.coordinate_rates;
    e.state = s.q;
    e.state.insert(e.state.end(), tree.velocities.begin(), tree.velocities.end());
    e.rates = e.velocities;
    e.rates.insert(e.rates.end(), e.unknowns.begin(), e.unknowns.end());
    e.state_of = tree.definitions;
    return e;
}

}  // namespace anholon
