#include "study/varied_motion.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "code/tiered.hpp"
#include "expr/derivative.hpp"
#include "expr/print.hpp"
#include "mechanics/setting.hpp"
#include "study/monodromy.hpp"
#include "study/orthonormal_basis.hpp"
#include "study/variations.hpp"

namespace anholon {

namespace {

constexpr std::size_t most_rows = 1'000'000;

// q, then p = ∂L/∂q̇, as functions of the state. On a Lie algebra there is no q beside the velocities.
std::vector<Expr> canonical_variables(const Flow& flow) {
    const Setting s(flow.system());
    if (s.on_algebra()) return {};
    std::vector<Expr> out;
    for (const Expr& q : s.q) out.push_back(flow.written(q));
    for (const Expr& p : gradient(s.L, s.v)) out.push_back(flow.written(p));
    return out;
}

std::vector<Expr> functions_of(const Flow& flow, const std::vector<Expr>& canonical) {
    std::vector<Expr> list = canonical;
    for (const Flow::Integral& integral : flow.integrals()) list.push_back(integral.function);
    return list;
}

class Following {
  public:
    Following(const Flow& flow, const VariationOptions& options)
        : flow_(flow),
          options_(options),
          n_(flow.size()),
          canonical_(canonical_variables(flow)),
          differentials_(flow.equations(), with_gradients(functions_of(flow, canonical_), flow), tiered),
          surface_(flow.equations(), with_gradients(flow.surface(), flow), tiered),
          run_(flow_, with_variations(flow.equations(), options.tangents.size()), {}, options.run) {
        for (const Expr& x : flow.equations().state) out_.variables.push_back(text(x));
        out_.method = run_.method();
        out_.tolerance = run_.tolerance();
        out_.not_invariant = no_bilinear_invariant(flow.system());
    }

    VariedMotion run() {
        put_on_surface();
        std::vector<double> y = flow_.start();
        for (const std::vector<double>& v : out_.tangents) y.insert(y.end(), v.begin(), v.end());
        run_.start(0, y, flow_.parameters());
        declare_invariants(y);
        add_row(0, y);
        const double direction = options_.until < 0 ? -1 : 1;
        std::size_t row = 1;
        while (run_.time() != options_.until) {
            if (!run_.step(options_.until)) {
                out_.ended = run_.why();
                break;
            }
            const double t = run_.time();
            for (; options_.every > 0; ++row) {
                const double next = direction * options_.every * static_cast<double>(row);
                if (direction * (t - next) < 0 || next == options_.until) break;
                run_.at(next, y);
                add_row(next, y);
            }
            std::ranges::copy(run_.state(), y.begin());
            watch(t, y);
            if (options_.every == 0 || t == options_.until) add_row(t, y);
            if (out_.rows.size() > most_rows) {
                out_.ended = "it has a million rows; a time between rows makes fewer";
                break;
            }
            if (!options_.goes_on(t)) {
                out_.ended = "interrupted";
                break;
            }
        }
        out_.steps = run_.steps();
        return std::move(out_);
    }

  private:
    // Given vectors less their parts across the surface.
    void put_on_surface() {
        std::vector<double> all(surface_.size());
        if (!all.empty()) surface_(0, flow_.start(), flow_.parameters(), {}, all);
        std::vector<std::vector<double>> normals;
        OrthonormalBasis basis;
        for (std::size_t k = 0; k < all.size() / (n_ + 1); ++k) {
            const auto first = all.begin() + static_cast<long>(all.size() / (n_ + 1) + k * n_);
            std::vector<double> normal(first, first + static_cast<long>(n_));
            if (basis.add(normal) > 0) normals.push_back(std::move(normal));
        }
        for (std::vector<double> v : options_.tangents) {
            const std::vector<double> given = v;
            for (const std::vector<double>& normal : normals) {
                const double part = std::inner_product(v.begin(), v.end(), normal.begin(), 0.0);
                for (std::size_t i = 0; i < n_; ++i) v[i] -= part * normal[i];
            }
            std::vector<double> change(n_);
            for (std::size_t i = 0; i < n_; ++i) change[i] = v[i] - given[i];
            out_.moved.push_back(norm(change));
            out_.tangents.push_back(std::move(v));
        }
    }

    // df(v) of all functions f, for each tangent vector, and |df| |v|.
    struct Slopes {
        std::vector<std::vector<double>> of, size;
    };
    Slopes slopes(double t, std::span<const double> y) {
        std::vector<double> all(differentials_.size());
        if (!all.empty()) differentials_(t, y.first(n_), flow_.parameters(), {}, all);
        const std::size_t count = all.size() / (n_ + 1);
        Slopes out;
        for (std::size_t k = 0; k < out_.tangents.size(); ++k) {
            const std::span<const double> v = y.subspan(n_ + k * n_, n_);
            out.of.emplace_back();
            out.size.emplace_back();
            for (std::size_t f = 0; f < count; ++f) {
                const std::span<const double> df = std::span(all).subspan(count + f * n_, n_);
                out.of[k].push_back(std::inner_product(df.begin(), df.end(), v.begin(), 0.0));
                out.size[k].push_back(norm(df) * norm(v));
            }
        }
        return out;
    }

    // δp_i Δq_i − Δp_i δq_i, and |(δq, δp)| |(Δq, Δp)|
    struct Sum {
        double value = 0, size = 0;
    };
    Sum bilinear(const Slopes& d, std::size_t a, std::size_t b) const {
        const std::size_t n = canonical_.size() / 2;
        Sum out{0, norm(std::span(d.of[a]).first(2 * n)) * norm(std::span(d.of[b]).first(2 * n))};
        for (std::size_t i = 0; i < n; ++i)
            out.value += d.of[a][n + i] * d.of[b][i] - d.of[b][n + i] * d.of[a][i];
        return out;
    }

    void declare_invariants(std::span<const double> y) {
        const Slopes d = slopes(0, y);
        const std::size_t count = out_.tangents.size();
        for (std::size_t a = 0; a < count && !canonical_.empty(); ++a)
            for (std::size_t b = a + 1; b < count; ++b)
                out_.bilinear.push_back(
                    {"v" + std::to_string(a + 1) + ", v" + std::to_string(b + 1), bilinear(d, a, b).value});
        for (std::size_t k = 0; k < count; ++k)
            for (std::size_t f = 0; f < flow_.integrals().size(); ++f)
                out_.linear.push_back({"d(" + flow_.integrals()[f].name + ") of v" + std::to_string(k + 1),
                                       d.of[k][canonical_.size() + f]});
    }

    void watch(double t, std::span<const double> y) {
        const Slopes d = slopes(t, y);
        const auto note = [](VariationInvariant& I, double value, double size) {
            const double scale = std::max(size, std::fabs(I.start));
            if (scale > 0) I.drift = std::max(I.drift, std::fabs(value - I.start) / scale);
        };
        std::size_t at = 0;
        for (std::size_t a = 0; a < out_.tangents.size() && !canonical_.empty(); ++a)
            for (std::size_t b = a + 1; b < out_.tangents.size(); ++b) {
                const Sum now = bilinear(d, a, b);
                note(out_.bilinear[at++], now.value, now.size);
            }
        at = 0;
        for (std::size_t k = 0; k < out_.tangents.size(); ++k)
            for (std::size_t f = canonical_.size(); f < d.of[k].size(); ++f)
                note(out_.linear[at++], d.of[k][f], d.size[k][f]);
    }

    void add_row(double t, std::span<const double> y) {
        std::vector<double> row{t};
        row.insert(row.end(), y.begin(), y.end());
        out_.rows.push_back(std::move(row));
    }

    const Flow& flow_;
    const VariationOptions& options_;
    std::size_t n_;
    std::vector<Expr> canonical_;
    StateFunctions differentials_, surface_;
    FlowRun run_;
    VariedMotion out_;
};

}  // namespace

std::optional<std::string> no_bilinear_invariant(const System& system) {
    const Setting s(system);
    if (s.on_algebra()) return "the model is stated on a Lie algebra, without coordinates";
    if (s.system.motion.axiom != Axiom::nonholonomic && !s.is_unconstrained())
        return "the law of motion is not the nonholonomic one";
    if (!s.system.states.empty()) return "controllers have states of their own";
    const auto is_geometric = [](const Constraint& c) { return c.kind == Constraint::Kind::geometric; };
    if (!std::ranges::all_of(system.constraints, is_geometric))
        return "there are constraints on velocities, so displacements near a motion are not those of a "
               "holonomic system";
    if (const Reason why = s.no_frame()) return why;
    const AdaptedFrame& X = s.frame();
    for (const std::size_t k : X.free_indices())
        if (!vanishes(substitute(X.force(k), X.on_constraints()))) return "some forces have no potential";
    return std::nullopt;
}

VariedMotion varied_motion(const Flow& flow, const VariationOptions& options) {
    return Following(flow, options).run();
}

}  // namespace anholon
