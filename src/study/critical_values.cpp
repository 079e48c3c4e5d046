#include "study/critical_values.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>

#include "base/text.hpp"
#include "integrate/bracketed_zero.hpp"
#include "integrate/spectrum.hpp"

namespace anholon {

namespace {

constexpr double relative_zero = 1e-9;
constexpr std::size_t grid = 200;

// A standstill with its linear equations.
struct Sample {
    StandstillPath::Point point;
    std::vector<double> A;
    std::size_t n = 0;
    Spectrum spectrum = {};
    BesideZeros beside = {};  // once it is known which zeros are there always

    double value() const { return point.value; }
    double zero() const { return relative_zero * beside.norm; }
    std::size_t count(auto&& is_counted) const {
        return static_cast<std::size_t>(std::ranges::count_if(beside.values, is_counted));
    }
    std::size_t unstable() const {
        return count([&](const auto& mu) { return mu.real() > zero(); });
    }
    std::size_t decaying() const {
        return count([&](const auto& mu) { return mu.real() < -zero(); });
    }
    std::size_t neutral() const { return beside.values.size() - unstable() - decaying(); }
    double real_part(std::size_t rank) const { return beside.values[rank].real(); }
};

// How the eigenvalues of two samples differ that lie on both sides of a crossing.
struct Change {
    const Sample& hot;         // with more unstable eigenvalues
    const Sample& cold;        // with less
    std::size_t first, count;  // the ranks of those that are unstable in one only

    bool is_complex(const Sample& s) const { return std::fabs(s.beside.values[first].imag()) > s.zero(); }
    long gain_of_neutral() const {
        return static_cast<long>(cold.neutral()) - static_cast<long>(hot.neutral());
    }
};

Change change(const Sample& a, const Sample& b) {
    const bool falls = a.unstable() > b.unstable();
    const Sample &hot = falls ? a : b, &cold = falls ? b : a;
    return {hot, cold, cold.unstable(), hot.unstable() - cold.unstable()};
}

// (μ₁ − μ₂)² of the two eigenvalues nearest to iω: real, smooth where they meet, and it changes its sign there.
double squared_gap(const Sample& s, double frequency) {
    std::vector<std::complex<double>> near = s.beside.values;
    const std::complex<double> place(0, frequency);
    std::ranges::sort(near, {}, [&](const auto& mu) { return std::abs(mu - place); });
    const auto gap = near[0] - near[1];
    return (gap * gap).real();
}

// μ² of the eigenvalue nearest to 0, where real pairs ±μ become imaginary.
double least_square(const Sample& s) {
    const auto least = std::ranges::min(s.beside.values, {}, [](const auto& mu) { return std::abs(mu); });
    return (least * least).real();
}

double mean_real_part(const Sample& s, std::size_t first, std::size_t count) {
    double sum = 0;
    for (std::size_t k = 0; k < count; ++k) sum += s.real_part(first + k);
    return sum / static_cast<double>(count);
}

// What vanishes at a crossing.
struct Test {
    AxisCrossing::Kind kind;
    std::function<double(const Sample&)> function;
};

// Of a single crossing: nothing where there may be several, and the interval is to be divided.
std::optional<Test> test_of(const Change& c) {
    using Kind = AxisCrossing::Kind;
    const long gained = c.gain_of_neutral();
    if (c.count == 1)
        return Test{gained == 2 ? Kind::meeting_at_zero : Kind::real,
                    [](const Sample& s) { return s.beside.product; }};
    if (c.count != 2 || !c.is_complex(c.hot)) return std::nullopt;
    if (gained == 0 && c.is_complex(c.cold))
        return Test{Kind::pair, [first = c.first](const Sample& s) { return mean_real_part(s, first, 2); }};
    if (gained == 4)
        return Test{Kind::meeting_on_axis, [frequency = std::fabs(c.hot.beside.values[c.first].imag())](
                                               const Sample& s) { return squared_gap(s, frequency); }};
    return std::nullopt;
}

// Of crossings that no division separates: the first that changes its sign.
std::vector<Test> common_tests(const Change& c) {
    using Kind = AxisCrossing::Kind;
    return {{Kind::several, least_square},
            {Kind::several, [first = c.first, count = c.count](const Sample& s) {
                 return mean_real_part(s, first, count);
             }}};
}

class CrossingSearch {
  public:
    CrossingSearch(const System& system, const LinearisationOptions& options, const Sweep& sweep)
        : path_(system, options, sweep), sweep_(sweep) {
        out_.at = options.at;
        out_.form = &path_.part().formulation().form();
        out_.sweep = sweep;
        out_.left_out = path_.symmetries().left_out;
        for (const std::size_t k : path_.chosen()) out_.kept.push_back(named(k, path_.beginning().x));
    }

    CriticalValues run() {
        collect();
        leave_out_zeros();
        look_between();
        measure_gaps();
        for (std::size_t i = 1; i < samples_.size(); ++i)
            if (samples_[i - 1].unstable() != samples_[i].unstable()) isolate(samples_[i - 1], samples_[i]);
        std::ranges::sort(out_.crossings, {}, &AxisCrossing::value);
        find_stretches();
        look_at_ends();
        return std::move(out_);
    }

  private:
    NamedValue named(std::size_t k, const std::vector<double>& x) {
        return {symbol_text(path_.part().state()[k].symbol()), x[k]};
    }

    // Values that are not round numbers, which crossings like to be; the ends a little inside.
    std::vector<double> values() const {
        constexpr double shift = 0.38196601125010515, inside = 1e-6;
        std::vector<double> out{sweep_.from + inside * sweep_.length()};
        for (std::size_t k = 0; k < grid; ++k)
            out.push_back(sweep_.from +
                          sweep_.length() * (static_cast<double>(k) + shift) / static_cast<double>(grid));
        out.push_back(sweep_.to - inside * sweep_.length());
        return out;
    }

    std::optional<Sample> sample_at(const StandstillPath::Point& point) {
        auto linear = path_.linear_part(point);
        if (!linear) return std::nullopt;
        if (!std::ranges::all_of(linear->A, [](double a) { return std::isfinite(a); })) return std::nullopt;
        return Sample{point, std::move(linear->A), linear->independent.size()};
    }

    std::optional<Sample> sample_near(const Sample& from, double value) {
        const auto point = path_.follow(from.point, value);
        auto sample = point ? sample_at(*point) : std::nullopt;
        if (!sample || sample->n != n_) return std::nullopt;
        sample->beside = beside_zeros(sample->A, n_, chains_);
        return sample;
    }

    // From where the path begins to both ends of the interval.
    void collect() {
        const std::vector<double> all = values();
        const double begin = path_.beginning().value;
        const auto middle = std::ranges::upper_bound(all, begin) - all.begin();
        const auto walk = [&](auto from, auto to, std::optional<double>& end) {
            StandstillPath::Point here = path_.beginning();
            for (auto value = from; value != to; ++value) {
                auto next = path_.follow(here, *value);
                if (!next) {
                    end = path_.end();
                    return;
                }
                here = std::move(*next);
                if (auto sample = sample_at(here)) samples_.push_back(std::move(*sample));
            }
        };
        walk(all.rend() - middle, all.rend(), out_.first);
        std::ranges::reverse(samples_);
        walk(all.begin() + middle, all.end(), out_.last);
        if (samples_.size() < 2)
            throw NoStandstill("the standstill at " + sweep_.name + " = " + decimal(begin, 10) +
                               " cannot be followed to other values");
    }

    // At single values symmetries, and with them the number of variables, may be others, and more eigenvalues may vanish.
    void leave_out_zeros() {
        std::map<std::size_t, std::size_t> sizes;
        for (const Sample& s : samples_) ++sizes[s.n];
        n_ = std::ranges::max_element(sizes, {}, [](const auto& size) { return size.second; })->first;
        std::erase_if(samples_, [&](const Sample& s) { return s.n != n_; });
        for (Sample& s : samples_) s.spectrum = spectrum(s.A, n_);
        const Sample& usual =
            *std::ranges::min_element(samples_, {}, [](const Sample& s) { return s.spectrum.zeros; });
        chains_ = usual.spectrum.chains;
        out_.zeros = usual.spectrum.zeros;
        for (Sample& s : samples_) s.beside = beside_zeros(s.A, n_, chains_);
    }

    // Where a real part comes near the axis and goes back: whether it has crossed it in between, or others have crossed it there in
    // the other direction, so that as many are unstable as before.
    void look_between() {
        std::vector<Sample> more;
        for (std::size_t i = 1; i + 1 < samples_.size(); ++i)
            for (std::size_t k = 0; k < samples_[i].beside.values.size(); ++k) {
                const auto nearest = nearest_to_axis(samples_[i - 1], samples_[i], samples_[i + 1], k);
                if (!nearest) continue;
                if (side(*nearest, k) == -side(samples_[i], k))
                    more.push_back(*nearest);
                else if (std::fabs(nearest->real_part(k)) < 1e-6 * nearest->beside.norm)
                    take_exchange(samples_[i - 1], samples_[i + 1], *nearest);
            }
        for (Sample& s : more) samples_.push_back(std::move(s));
        std::ranges::sort(samples_, {}, &Sample::value);
        const auto same = std::ranges::unique(samples_, {}, &Sample::value);
        samples_.erase(same.begin(), same.end());
    }

    static int side(const Sample& s, std::size_t k) {
        return std::fabs(s.real_part(k)) <= s.zero() ? 0 : s.real_part(k) > 0 ? 1 : -1;
    }

    // By the golden section, until the least distance from the axis is found or the sign has changed. Nothing if the middle is no
    // nearer than both others.
    std::optional<Sample> nearest_to_axis(const Sample& left, const Sample& middle, const Sample& right,
                                          std::size_t k) {
        const auto height = [&](const Sample& s) { return std::fabs(s.real_part(k)); };
        const int sign = side(middle, k);
        if (sign == 0 || side(left, k) != sign || side(right, k) != sign) return std::nullopt;
        if (!(height(middle) < height(left)) || !(height(middle) < height(right))) return std::nullopt;
        constexpr double golden = 0.38196601125010515;
        constexpr int steps = 60;
        double a = left.value(), b = right.value();
        Sample best = middle;
        for (int step = 0; step < steps && b - a > 1e-9 * sweep_.length(); ++step) {
            const bool is_right = b - best.value() > best.value() - a;
            const double next = best.value() + golden * ((is_right ? b : a) - best.value());
            auto there = sample_near(best, next);
            if (!there) return std::nullopt;
            if (side(*there, k) == -sign) return there;
            if (height(*there) < height(best)) {
                (is_right ? a : b) = best.value();
                best = std::move(*there);
            } else {
                (is_right ? b : a) = next;
            }
        }
        return best;
    }

    // Eigenvalues that are on the axis at `there` and on different sides of it at a and b: recorded once for all of them.
    void take_exchange(const Sample& a, const Sample& b, const Sample& there) {
        const auto is_known = [&](const AxisCrossing& c) {
            return c.value >= a.value() && c.value <= b.value();
        };
        if (std::ranges::any_of(out_.crossings, is_known)) return;
        for (const auto& mu : there.beside.values) {
            if (mu.imag() < 0 || std::fabs(mu.real()) > 1e-6 * there.beside.norm) continue;
            const Test test{AxisCrossing::Kind::several, [mu](const Sample& s) {
                                return std::ranges::min(
                                           s.beside.values, {},
                                           [&](const auto& other) {
                                               return std::abs(other - std::complex(0.0, mu.imag()));
                                           })
                                    .real();
                            }};
            if (refine(a, b, test)) return;
        }
    }

    void measure_gaps() {
        out_.searched = samples_.size();
        for (std::size_t i = 1; i < samples_.size(); ++i)
            out_.widest = std::max(out_.widest, samples_[i].value() - samples_[i - 1].value());
    }

    // Divides until a single crossing is left, or several that cannot be told apart.
    void isolate(const Sample& a, const Sample& b) {
        if (const auto test = test_of(change(a, b)); test && refine(a, b, *test)) return;
        const double middle = a.value() + (b.value() - a.value()) / 2;
        const bool is_narrow = b.value() - a.value() < 1e-8 * sweep_.length();
        const auto m = is_narrow ? std::nullopt : sample_near(a, middle);
        if (!m) {
            take_together(a, b);
            return;
        }
        if (m->unstable() != a.unstable()) isolate(a, *m);
        if (m->unstable() != b.unstable()) isolate(*m, b);
    }

    // A little wider: what is nearly on the axis counts as being on it, and may be still before its crossing.
    void take_together(const Sample& a, const Sample& b) {
        const double width = b.value() - a.value();
        const auto left = sample_near(a, std::max(a.value() - width, sweep_.from)),
                   right = sample_near(b, std::min(b.value() + width, sweep_.to));
        const Sample &from = left ? *left : a, &to = right ? *right : b;
        if (from.unstable() == to.unstable()) return;
        std::vector<Test> tests = common_tests(change(from, to));
        if (const auto single = test_of(change(from, to))) tests.insert(tests.begin(), *single);
        if (std::ranges::none_of(tests, [&](const Test& test) { return refine(from, to, test); }))
            record(AxisCrossing::Kind::several, a.value() + width / 2, a, b, a);
    }

    bool refine(const Sample& a, const Sample& b, const Test& test) {
        std::optional<Sample> last;
        const auto zero = bracketed_zero(
            [&](double value) {
                last = sample_near(a, value);
                return last ? test.function(*last) : std::numeric_limits<double>::quiet_NaN();
            },
            a.value(), b.value());
        if (!zero) return false;
        const auto there = sample_near(a, *zero);
        if (!there) return false;
        const bool is_zero = std::fabs(*zero) < 1e-13 * sweep_.length();
        record(test.kind, is_zero ? 0 : *zero, a, b, *there);
        return true;
    }

    void record(AxisCrossing::Kind kind, double value, const Sample& a, const Sample& b,
                const Sample& there) {
        AxisCrossing crossing{.kind = kind,
                              .value = value,
                              .frequency = 0,
                              .before = a.unstable(),
                              .after = b.unstable(),
                              .state = {}};
        const Change c = change(a, b);
        if (kind == AxisCrossing::Kind::pair || kind == AxisCrossing::Kind::meeting_on_axis)
            crossing.frequency = std::fabs(there.beside.values[c.first].imag());
        for (const std::size_t k : path_.part().kept()) crossing.state.push_back(named(k, there.point.x));
        out_.crossings.push_back(std::move(crossing));
    }

    void find_stretches() {
        double from = out_.first.value_or(sweep_.from);
        const auto add = [&](double to) {
            if (const auto s = sample_between(from, to))
                out_.stretches.push_back({from, to, s->unstable(), s->neutral(), s->decaying()});
            from = to;
        };
        for (const AxisCrossing& crossing : out_.crossings) add(crossing.value);
        add(out_.last.value_or(sweep_.to));
    }

    // Crossings may lie between neighbouring samples: then there is none that was taken before.
    std::optional<Sample> sample_between(double from, double to) {
        const auto next = std::ranges::find_if(samples_, [&](const Sample& s) { return s.value() > from; });
        if (next != samples_.end() && next->value() < to) return *next;
        return sample_near(next != samples_.end() ? *next : samples_.back(), from + (to - from) / 2);
    }

    // An eigenvalue that is on the axis at an end, and nowhere near it.
    void look_at_ends() {
        const auto look = [&](const Sample& inside, double value) {
            const auto end = sample_near(inside, value);
            if (end && end->neutral() > inside.neutral()) out_.on_axis.push_back(value);
        };
        if (!out_.first) look(samples_.front(), sweep_.from);
        if (!out_.last) look(samples_.back(), sweep_.to);
    }

    StandstillPath path_;
    Sweep sweep_;
    std::vector<Sample> samples_;
    std::size_t n_ = 0;
    std::vector<std::size_t> chains_;
    CriticalValues out_;
};

}  // namespace

CriticalValues critical_values(const System& system, const LinearisationOptions& options,
                               const Sweep& sweep) {
    return CrossingSearch(system, options, sweep).run();
}

std::string_view name(AxisCrossing::Kind kind) {
    switch (kind) {
        case AxisCrossing::Kind::real: return "real";
        case AxisCrossing::Kind::pair: return "pair";
        case AxisCrossing::Kind::meeting_at_zero: return "meeting-at-zero";
        case AxisCrossing::Kind::meeting_on_axis: return "meeting-on-axis";
        case AxisCrossing::Kind::several: return "several";
    }
    return "";
}

}  // namespace anholon
