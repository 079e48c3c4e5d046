#include "study/bifurcation.hpp"

#include <algorithm>
#include <cmath>

namespace anholon {

namespace {

// The point with more unstable exponents and the one with fewer.
struct Sides {
    const LinearGrowth& hot;
    const LinearGrowth& cold;
};
Sides sides(const LinearGrowth& a, const LinearGrowth& b) {
    return a.unstable() > b.unstable() ? Sides{a, b} : Sides{b, a};
}

// Two exponents more are unstable on one side, and none has passed 0 or −1.
std::optional<BifurcationTest> pair_test(const LinearGrowth& a, const LinearGrowth& b) {
    const auto [hot, cold] = sides(a, b);
    const std::size_t first = cold.unstable();
    if (std::fabs(hot.exponents[first].imag()) <= hot.zero) return std::nullopt;
    const long gained = static_cast<long>(cold.neutral()) - static_cast<long>(hot.neutral());
    if (gained == 0)
        return BifurcationTest{
            a.of == LinearGrowth::Of::map ? Bifurcation::neimark_sacker : Bifurcation::hopf,
            [first](const LinearGrowth& g) {
                return (g.exponents[first].real() + g.exponents[first + 1].real()) / 2;
            }};
    if (gained != 4) return std::nullopt;
    return BifurcationTest{Bifurcation::meeting_pairs,
                           [frequency = std::fabs(hot.exponents[first].imag())](const LinearGrowth& g) {
                               return squared_gap(g, frequency);
                           }};
}

}  // namespace

double squared_gap(const LinearGrowth& g, double frequency) {
    auto near = g.exponents;
    const std::complex<double> place(0, frequency);
    std::ranges::sort(near, {}, [&](const auto& s) { return std::abs(s - place); });
    const auto gap = near[0] - near[1];
    return (gap * gap).real();
}

std::size_t LinearGrowth::unstable() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(exponents, [&](const auto& s) { return s.real() > zero; }));
}

std::size_t LinearGrowth::decaying() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(exponents, [&](const auto& s) { return s.real() < -zero; }));
}

Passing passing(const LinearGrowth& a, const LinearGrowth& b) {
    using enum Passing::Outcome;
    const bool zero = a.through_zero * b.through_zero < 0,
               minus_one = a.through_minus_one * b.through_minus_one < 0;
    const auto change = static_cast<long>(b.unstable()) - static_cast<long>(a.unstable());
    if (a.exponents.size() != b.exponents.size()) return {};
    if (!zero && !minus_one && change == 0) return {};
    if (zero != minus_one && std::labs(change) <= 1) {
        const long gained = std::labs(static_cast<long>(a.neutral()) - static_cast<long>(b.neutral()));
        if (minus_one)
            return {one, BifurcationTest{Bifurcation::period_doubling,
                                         [](const LinearGrowth& g) { return g.through_minus_one; }}};
        return {one, BifurcationTest{gained == 2 ? Bifurcation::zero_pair : Bifurcation::zero_eigenvalue,
                                     [](const LinearGrowth& g) { return g.through_zero; }}};
    }
    if (zero || minus_one || std::labs(change) != 2) return {several};
    if (auto test = pair_test(a, b)) return {one, std::move(test)};
    return {several};
}

double frequency_at(Bifurcation kind, const LinearGrowth& before, const LinearGrowth& there,
                    const LinearGrowth& after) {
    using enum Bifurcation;
    if (kind != hopf && kind != neimark_sacker && kind != meeting_pairs) return 0;
    const std::size_t first = sides(before, after).cold.unstable();
    return first < there.exponents.size() ? std::fabs(there.exponents[first].imag()) : 0;
}

std::string_view name(Bifurcation kind) {
    switch (kind) {
        case Bifurcation::fold: return "fold";
        case Bifurcation::branch_point: return "branch point";
        case Bifurcation::zero_eigenvalue: return "zero eigenvalue";
        case Bifurcation::zero_pair: return "zero pair";
        case Bifurcation::hopf: return "Hopf";
        case Bifurcation::meeting_pairs: return "meeting pairs";
        case Bifurcation::period_doubling: return "period doubling";
        case Bifurcation::neimark_sacker: return "Neimark-Sacker";
        case Bifurcation::several: return "several";
    }
    return "";
}

}  // namespace anholon
