#include "mechanics/permutations.hpp"

#include <gtest/gtest.h>

#include "expr/print.hpp"
#include "expr/simplify.hpp"
#include "expr/zero.hpp"
#include "model/read_model.test.hpp"

namespace anholon {
namespace {

// With δq_i = B_ir δπ_r as fields along the motion:  (A_si δq_i)˙ − δ(A_si q̇_i + A_s0), from the forms alone and without brackets,
//   = (∂_j A_si q̇_j + ∂_t A_si) δq_i − (∂_j A_si q̇_i + ∂_j A_s0) δq_j.
Expr by_differentials(const Setting& s, std::size_t k, const std::vector<PermutationRelation>& relations) {
    const AdaptedFrame& X = s.frame();
    const Matrix& A = X.frame().A();
    std::vector<Expr> v, dq(s.q.size(), s.c.zero());
    for (const Expr& u : s.v) v.push_back(substitute(X.in_eta(u), X.on_constraints()));
    for (const std::size_t r : X.free_indices())
        for (std::size_t i = 0; i < s.q.size(); ++i)
            dq[i] += X.frame().B(i, r) * relations[r - 1].displacement;
    Expr out = s.c.zero();
    for (std::size_t i = 0; i < s.q.size(); ++i) {
        const Expr a = A(k - 1, i);
        out += derivative(a, s.t) * dq[i] - derivative(X.frame().A0()[k - 1], s.q[i]) * dq[i];
        for (std::size_t j = 0; j < s.q.size(); ++j)
            out += derivative(a, s.q[j]) * (v[j] * dq[i] - v[i] * dq[j]);
    }
    return out;
}

TEST(Permutations, FollowFromTheDifferentialsOfTheForms) {
    const char* const moving = R"(model M {
  coord x, y, z
  kinetic (x'^2 + y'^2 + z'^2)/2
  constraint c: z' = y*x' + t*y' + x*t
  quasi u = x'*(1 + y^2) + t*y' + z, w = y' + x*z' + x^2
})";
    for (const std::string& text : {gallery_text("chaplygin-sleigh"), gallery_text("rolling-disc"),
                                    gallery_text("blackall"), std::string(moving)}) {
        const System system = model(text);
        const Setting s(system);
        const auto relations = permutation_relations(s);
        ASSERT_EQ(relations.size(), s.frame().n());
        for (const std::size_t k : s.frame().all_indices())
            EXPECT_TRUE(vanishes(relations[k - 1].difference - by_differentials(s, k, relations)))
                << system.name << " " << k;
    }
}

TEST(Permutations, AreThoseOfTheSleigh) {
    const System system = model(gallery_text("chaplygin-sleigh"));
    const auto relations = permutation_relations(Setting(system));
    EXPECT_EQ(text(simplified(relations[0].difference)), "0");
    EXPECT_EQ(text(simplified(relations[1].difference)), "0");
    // η = cos θ ẏ − sin θ ẋ: (δπ)˙ − δη = v δθ − w δπ_v, up to the constraint
    EXPECT_EQ(text(simplified(relations[2].difference)), "v*delta_w - w*delta_v");
}

}  // namespace
}  // namespace anholon
