#include "request/abbreviations.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "expr/enclosure.hpp"
#include "expr/walk.hpp"
#include "mechanics/direction_cosines.hpp"
#include "model/read_model.test.hpp"
#include "motion/exported.hpp"
#include "report/derivation.hpp"

namespace anholon {
namespace {

constexpr long precision = 256;

// The expressions of a page before and after its parts got names.
struct Page {
    std::vector<Expr> before, after;
    std::vector<KnownName> names;
};

void add(std::vector<Expr>& all, const std::vector<Line>& lines) {
    const auto add_one = [&](const Expr& e) {
        if (e) all.push_back(e);
    };
    for (const Line& line : lines) {
        add_one(line.under_dt);
        add_one(line.left);
        for (const Line::Part& part : line.right) add_one(part.value);
    }
}

Page page_of(const System& system, const EquationForm& form, bool simplify) {
    const Setting setting(system, regular_velocities(system));
    Page page;
    Equations derived = form.derive(setting);
    if (form.write) form.write(setting, derived);
    add(page.before, derived.lines);
    const auto found =
        answer(request::Derive{.form = form.id, .simplify = simplify, .parts = {"equations"}}, system);
    add(page.after, found.entries[0].derivation->lines);
    page.names = found.entries[0].derivation->where;
    return page;
}

// Some value for every symbol; quaternions of length one, by the rational points of the sphere.
EnclosedPoint some_point(const System& system, std::vector<Expr> symbols, long seed) {
    EnclosedPoint at;
    std::vector<Expr> known;
    for (const auto& q : unit_quaternions(system)) {
        const Rational a(seed + 1, 3), b(2, seed + 4), c(-1, seed + 2), square = a * a + b * b + c * c;
        const std::array<Rational, 4> value{
            (Rational(1) - square) / (Rational(1) + square), Rational(2) * a / (Rational(1) + square),
            Rational(2) * b / (Rational(1) + square), Rational(2) * c / (Rational(1) + square)};
        for (std::size_t i = 0; i < 4; ++i) {
            at.emplace_back(q[i], Ball(value[i], precision));
            known.push_back(q[i]);
        }
    }
    long k = seed;
    for (const Expr& x : symbols)
        if (std::ranges::find(known, x) == known.end())
            at.emplace_back(x, Ball(Rational(7 + (k++ * 5) % 11, 12), precision));
    return at;
}

bool is_among(const EnclosedPoint& at, const Expr& symbol) {
    return std::ranges::any_of(at, [&](const auto& one) { return one.first == symbol; });
}

// Each name gets the value of what it stands for, those that others need first.
void explain(EnclosedPoint& at, std::vector<KnownName> names) {
    while (!names.empty()) {
        const auto is_ready = [&](const KnownName& name) {
            return std::ranges::all_of(symbols_of(name.value),
                                       [&](const Expr& x) { return is_among(at, x); });
        };
        const auto next = std::ranges::find_if(names, is_ready);
        ASSERT_NE(next, names.end()) << "names that explain each other in a circle";
        at.emplace_back(next->symbol, enclosures(std::span(&next->value, 1), at, precision)[0]);
        names.erase(next);
    }
}

void expect_same_page(const System& system, const EquationForm& form, bool simplify) {
    const Page page = page_of(system, form, simplify);
    ASSERT_EQ(page.before.size(), page.after.size());
    std::vector<Expr> all = page.before, symbols;
    all.insert(all.end(), page.after.begin(), page.after.end());
    for (const KnownName& name : page.names) all.push_back(name.value);
    for (const Expr& x : symbols_of(system.c(), all))
        if (std::ranges::find(page.names, x, &KnownName::symbol) == page.names.end()) symbols.push_back(x);
    std::size_t compared = 0;
    for (const long seed : {1, 4}) {
        EnclosedPoint at = some_point(system, symbols, seed);
        explain(at, page.names);
        const auto expected = enclosures(page.before, at, precision),
                   found = enclosures(page.after, at, precision);
        for (std::size_t k = 0; k < expected.size(); ++k) {
            if (!expected[k].is_finite()) continue;
            ASSERT_TRUE(found[k].is_finite()) << form.id << ", expression " << k;
            const double value = expected[k].midpoint(), other = found[k].midpoint();
            EXPECT_NEAR(value, other, 1e-13 * std::max(1.0, std::abs(value)))
                << form.id << ", expression " << k;
            ++compared;
        }
    }
    EXPECT_GT(compared, 0u) << form.id;
}

class PageOf : public testing::TestWithParam<const char*> {};

TEST_P(PageOf, SaysWhatTheFormDerives) {
    const System system = from_gallery(GetParam());
    const Setting setting(system, regular_velocities(system));
    for (const EquationForm& form : all_forms()) {
        if (form.role == EquationForm::Role::control || form.inapplicable(setting)) continue;
        if (form.derive(setting).lines.empty()) continue;
        expect_same_page(system, form, false);
    }
}

INSTANTIATE_TEST_SUITE_P(Gallery, PageOf,
                         testing::Values("rolling-disc", "chaplygin-ball", "rattleback", "trailer-2"),
                         [](const auto& info) {
                             std::string name = info.param;
                             std::erase(name, '-');
                             return name;
                         });

TEST(PageOf, SaysTheSameWhenItIsSimplified) {
    for (const auto& [name, form] : {std::pair("rattleback", "kane"), std::pair("whipple-bicycle", "kane"),
                                     std::pair("chaplygin-ball", "hamel")})
        expect_same_page(from_gallery(name), *find_form(form), true);
}

// Names on a page are the same, whatever was derived before.
TEST(PageOf, DoesNotDependOnHistory) {
    for (const char* name : {"whipple-bicycle", "body-with-rotor", "ball-on-rotating-bowl"}) {
        const auto page = [](const System& system) {
            return as_text(answer(request::Derive{.form = "kane", .simplify = false}, system), 100);
        };
        const System fresh = from_gallery(name), used = from_gallery(name);
        const Setting setting(used);
        for (const char* form : {"core", "newton-euler", "maggi", "kane"})
            if (!find_form(form)->inapplicable(setting)) find_form(form)->derive(setting);
        EXPECT_EQ(page(fresh), page(used)) << name;
    }
}

}  // namespace
}  // namespace anholon
