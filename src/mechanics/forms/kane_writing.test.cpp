#include "mechanics/forms/kane_writing.hpp"

#include <gtest/gtest.h>

#include "expr/walk.hpp"
#include "expr/zero.hpp"
#include "mechanics/forms/forms.hpp"
#include "model/read_model.test.hpp"

namespace anholon {
namespace {

// What the names of Kane's equations stand for, in t, q, η and η̇: the definitions put into one another, their rates by the chain rule.
class Meaning {
  public:
    Meaning(const Setting& s, const Equations& e) : c_(s.c), motion_(s.frame_of_bodies().motion()) {
        for (const Definition& d : e.definitions) pending_.emplace_back(c_.find(d.name.text), d.value);
        while (!pending_.empty()) {
            const std::size_t before = pending_.size();
            std::erase_if(pending_, [&](const auto& d) { return settle(d.first, d.second); });
            if (pending_.size() == before) throw std::runtime_error("definitions go in a circle");
        }
    }

    Expr operator()(Expr e) const { return substitute(substitute(e, known_), motion_); }

  private:
    bool settle(Expr name, Expr value) {
        for (const Expr& s : symbols_of(value))
            for (const auto& [other, unused] : pending_)
                if (s.symbol().name == other.symbol().name) return false;
        const Expr meant = (*this)(value);
        known_.emplace_back(name, meant);
        if (name.symbol().kind == SymbolKind::variable)
            known_.emplace_back(dot(name), substitute(Dt(meant), motion_));
        return true;
    }

    Context& c_;
    Substitution motion_, known_, pending_;
};

class WrittenThroughVelocities : public testing::TestWithParam<const char*> {};

TEST_P(WrittenThroughVelocities, IsTheLinearSystem) {
    const System system = from_gallery(GetParam());
    const Setting s(system);
    ASSERT_FALSE(kane_inapplicable(s));
    Equations e = kane(s);
    write_through_velocities(s, e);
    const Meaning meaning(s, e);
    for (std::size_t k = 0; k < e.lines.size(); ++k) {
        Expr residual = e.lines[k].left;
        for (const Line::Part& part : e.lines[k].right)
            if (part.value) residual -= part.value;
        EXPECT_TRUE(vanishes(meaning(residual) - dot(e.W.row(k), e.unknowns) + e.r[k])) << k;
    }
    const std::vector<Expr> q_dot = s.rates(e.velocities);
    for (const Definition& rate : e.kinematics)
        for (std::size_t i = 0; i < s.q.size(); ++i)
            if (rate.name.text == text(dot(s.q[i])))
                EXPECT_TRUE(vanishes(meaning(rate.value) - q_dot[i])) << rate.name.text;
}

INSTANTIATE_TEST_SUITE_P(Bodies, WrittenThroughVelocities,
                         testing::Values("whipple-bicycle", "rattleback", "body-with-rotor"),
                         [](const auto& info) {
                             std::string name = info.param;
                             std::erase(name, '-');
                             return name;
                         });

}  // namespace
}  // namespace anholon
