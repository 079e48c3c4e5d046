#include "calculus/frame.hpp"

#include "calculus/block_inverse.hpp"
#include "expr/linear.hpp"
#include "expr/simplify.hpp"

namespace anholon {

namespace {

// Enough to free an elimination of its spurious poles, 1/(cos θ + sin²θ/cos θ) = cos θ, and to see constants; what is larger
// stays as it is.
constexpr SimplifyOptions kModest{.max_terms = 200, .max_nodes = 30, .max_angle_terms = 12};

}  // namespace

Matrix frame_inverse(const Matrix& A) {
    if (const auto by_blocks = block_inverse(A, kModest)) return simplified(*by_blocks, kModest);
    const InverseResult inverted = inverse(A);
    if (inverted.outcome != InverseResult::Outcome::regular)
        throw NotAFrame("the quasi-velocities are not independent: " + inverted.reason);
    return simplified(inverted.inverse, kModest);
}

Frame::Frame(Chart chart, Matrix A, std::vector<Expr> A0, std::vector<Expr> eta)
    : Frame(std::move(chart), A, std::move(A0), std::move(eta), frame_inverse(A)) {}

Frame::Frame(Chart chart, Matrix A, std::vector<Expr> A0, std::vector<Expr> eta, Matrix B)
    : chart_(std::move(chart)), A_(std::move(A)), B_(std::move(B)), A0_(std::move(A0)), eta_(std::move(eta)) {
    Context& c = chart_.context();
    const std::size_t n = chart_.n();
    assert(A_.rows() == n && A_.columns() == n && A0_.size() == n && eta_.size() == n);
    for (const Expr& b : B_* A0_) B0_.push_back(simplified(-b, kModest));

    std::vector<Expr> transport{c.one()};
    transport.insert(transport.end(), B0_.begin(), B0_.end());
    fields_.emplace_back(chart_, Vector(transport));
    for (std::size_t s = 0; s < n; ++s) {
        std::vector<Expr> column{c.zero()};
        for (std::size_t i = 0; i < n; ++i) column.push_back(B_(i, s));
        fields_.emplace_back(chart_, Vector(column));
    }
    for (std::size_t i = 0; i < n; ++i)
        velocities_.emplace_back(anholon::dot(chart_.q[i]), anholon::dot(B_.row(i), eta_) + B0_[i]);
}

Form Frame::form(std::size_t s) const {
    Form theta(chart_, 1);
    if (s == 0) {
        theta.add({0}, chart_.context().one());
        return theta;
    }
    theta.add({0}, A0_[s - 1]);
    for (std::size_t i = 0; i < n(); ++i) theta.add({i + 1}, A_(s - 1, i));
    return theta;
}

const Vector& Frame::bracket(std::size_t r, std::size_t s) const {
    if (const auto found = brackets_.find({r, s}); found != brackets_.end()) return found->second;
    // c^m_rs = dθ^m(X_s, X_r) = (∂_i A_mj − ∂_j A_mi) B_is B_jr, i, j = 0..n
    std::vector<Expr> components;
    for (std::size_t m = 1; m <= n(); ++m)
        components.push_back(simplified(d(form(m))(fields_[s], fields_[r]), kModest));
    return brackets_.emplace(std::pair{r, s}, Vector(std::move(components))).first->second;
}

Frame coordinate_frame(const Chart& chart) {
    Context& c = chart.context();
    return {chart, Matrix::identity(c, chart.n()), std::vector<Expr>(chart.n(), c.zero()),
            chart.velocities()};
}

}  // namespace anholon
