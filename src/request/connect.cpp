#include "request/connect.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "expr/zero.hpp"
#include "mechanics/setting.hpp"
#include "model/state/parameter_values.hpp"
#include "proof/zero_claim.hpp"
#include "request/method.hpp"
#include "request/words.hpp"
#include "structure/distribution/integrability.hpp"

namespace anholon::request {

namespace {

using Of = Refusal::Of;

constexpr double meets = 1e-9;  // of constraints and integrals at the two ends, relative to their values

bool keeps_constraints_by_variation(const System& system) {
    return system.motion.axiom == Axiom::vakonomic || !Setting(system).has_velocity_constraints();
}

class Reader {
  public:
    Reader(const Connect& request, const System& system, double seconds)
        : request_(request),
          system_(system),
          setting_(system),
          seconds_(seconds),
          start_((refuse_other_laws(system), read_initial_state(request.start, system))),
          parameters_(parameter_point(system, start_)),
          flow_(system, start_) {}

    Connections run() {
        Connections out;
        ExtremalOptions options;
        options.time = request_.time ? number("--in", *request_.time, system_, parameters_, seconds()) : 1;
        if (!(options.time > 0) || !std::isfinite(options.time))
            throw Refusal(Of::words, "time-bad", "--in takes a positive time");
        if (request_.starts) options.starts = count("--starts", *request_.starts, 100'000);
        if (request_.seed) options.seed = count("--seed", *request_.seed, 1'000'000'000);
        if (request_.start.tolerance)
            options.run.tolerance = tolerance(*request_.start.tolerance, system_, parameters_);
        if (!request_.method_name.empty()) options.run.method = &method_named(request_.method_name);
        options.lagrangian = flow_.written(system_.L);
        read_end(options, out);
        refuse_places_off_constraints(out, options.time);
        out.time = options.time;
        out.coordinates = flow_.formulation().coordinates();
        for (const Expr& x : flow_.equations().state) out.variables.push_back(symbol_text(x.symbol()));
        for (std::size_t i = 0; i < out.coordinates; ++i)
            out.from.emplace_back(out.variables[i], flow_.start()[i]);
        const auto geometric =
            std::ranges::count(system_.constraints, Constraint::Kind::geometric, &Constraint::kind);
        out.dimension = out.coordinates - static_cast<std::size_t>(geometric);
        out.is_geodesic = is_geodesic();
        out.found = extremals(flow_, options);
        return out;
    }

  private:
    // q_i = value, or p_i = 0 where the end is free (transversality).
    void read_end(ExtremalOptions& options, Connections& out) {
        std::vector<std::optional<double>> wanted(setting_.q.size());
        if (request_.to.empty())
            throw Refusal(Of::words, "connect-no-end", "an extremal needs an end: --to COORDINATE=VALUE",
                          "--to x=1 --to y=0");
        for (const std::string& text : request_.to) {
            if (text.find('=') == std::string::npos)
                throw Refusal(Of::words, "words-bad", "--to takes COORDINATE=VALUE, not '" + text + "'",
                              "--to x=1");
            const Level demand = level("--to", text, system_, parameters_);
            const auto at = std::ranges::find(setting_.q, demand.function);
            if (at == setting_.q.end())
                throw Refusal(Of::words, "connect-not-coordinate",
                              "--to takes a coordinate and its value, not '" + text + "'",
                              "the coordinates are " + listed(names_of_coordinates()));
            std::optional<double>& value = wanted[static_cast<std::size_t>(at - setting_.q.begin())];
            if (value)
                throw Refusal(Of::words, "connect-twice",
                              "--to gives '" + symbol_text(at->symbol()) + "' two values");
            value = demand.value;
        }
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            const std::string name = symbol_text(setting_.q[i].symbol());
            if (wanted[i]) {
                out.to.emplace_back(name, *wanted[i]);
                options.end.push_back({name, flow_.written(setting_.q[i]), *wanted[i]});
            } else {
                refuse_free_end(name);
                out.free.push_back(name);
                options.end.push_back({name, flow_.written(momentum(i)), 0, true});
            }
        }
    }

    static std::string listed(const std::vector<std::string>& names) {
        std::string out;
        for (const std::string& name : names) out += (out.empty() ? "" : ", ") + name;
        return out;
    }
    std::vector<std::string> names_of_coordinates() const {
        std::vector<std::string> names;
        for (const Expr& q : setting_.q) names.push_back(symbol_text(q.symbol()));
        return names;
    }

    // Reactions are not among the variables of such systems, and p_i = 0 would hold only up to them.
    void refuse_free_end(const std::string& name) const {
        const bool is_tied = system_.motion.axiom != Axiom::vakonomic && !system_.constraints.empty();
        if (setting_.on_algebra() || is_tied)
            throw Refusal(Of::words, "connect-end-open", "--to has to give a value to '" + name + "', too",
                          "only of vakonomic models and of models without constraints can the end of a "
                          "coordinate be free");
    }

    // ∂(L − λ_μ f_μ)/∂q̇_i
    Expr momentum(std::size_t i) const {
        Expr p = derivative(setting_.L, setting_.v[i]);
        if (system_.motion.axiom != Axiom::vakonomic) return p;
        const std::vector<Expr> f = setting_.velocity_constraints(), lambda = setting_.multipliers();
        for (std::size_t k = 0; k < f.size(); ++k) p -= lambda[k] * derivative(f[k], setting_.v[i]);
        return p;
    }

    // A function of t, q and parameters at the two ends.
    std::pair<double, double> at_ends(const Expr& F, const Connections& out, double time) {
        StateFunctions function(flow_.equations(), std::vector<Expr>{flow_.written(F)});
        std::vector<double> x = flow_.start(), value(1);
        function(0, x, flow_.parameters(), {}, value);
        const double begins = value[0];
        for (const auto& [name, wanted] : out.to)
            for (std::size_t i = 0; i < setting_.q.size(); ++i)
                if (symbol_text(setting_.q[i].symbol()) == name) x[i] = wanted;
        function(time, x, flow_.parameters(), {}, value);
        return {begins, value[0]};
    }

    // Functions that hold a coordinate whose end is free say nothing of the end.
    bool is_known_at_end(const Expr& F, const Connections& out) const {
        for (std::size_t i = 0; i < setting_.q.size(); ++i) {
            const bool is_free =
                std::ranges::find(out.free, symbol_text(setting_.q[i].symbol())) != out.free.end();
            if (is_free && is_zero(derivative(F, setting_.q[i])).answer != Answer::yes) return false;
        }
        return true;
    }

    void refuse_places_off_constraints(const Connections& out, double time) {
        for (const Constraint& k : system_.constraints) {
            if (k.kind != Constraint::Kind::geometric || !is_known_at_end(k.residual, out)) continue;
            if (const double value = at_ends(k.residual, out, time).second; !(std::fabs(value) <= 1e-7))
                throw Refusal(Of::state, "connect-off-constraint",
                              "the end does not satisfy the constraint '" + k.name + "': it misses it by " +
                                  decimal(value, 6));
        }
        if (!setting_.has_velocity_constraints()) return;
        const Integrability found = integrability_of(setting_, Budget(seconds_));
        for (const Integrability::Combination& c : found.combinations) {
            if (!c.function || !is_known_at_end(c.function, out)) continue;
            if (proof::discontinuity(at_parameters(c.function))) continue;  // a curve may pass its jumps
            const auto [begins, ends] = at_ends(c.function, out, time);
            if (std::fabs(begins - ends) <= meets * std::max({1.0, std::fabs(begins), std::fabs(ends)}))
                continue;
            throw Refusal(Of::state, "connect-unreachable",
                          "no curve that satisfies the constraints joins the two places: they keep " +
                              text(c.function) + " constant, which is " + decimal(begins, 6) +
                              " at the start and " + decimal(ends, 6) + " at the end",
                          "anholon facts M --fact integrability lists what the constraints keep constant");
        }
    }

    Expr at_parameters(const Expr& e) const {
        Substitution values;
        for (const auto& [symbol, value] : parameters_)
            values.emplace_back(symbol, system_.c().number(value));
        return substitute(e, values);
    }

    // L = ½ g_ij q̇_i q̇_j, kept along extremals.
    bool is_geodesic() const {
        Expr euler = -2 * setting_.L;
        for (const Expr& v : setting_.v) euler += v * derivative(setting_.L, v);
        const bool is_quadratic = is_zero(at_parameters(euler)).answer == Answer::yes;
        return is_quadratic && std::ranges::any_of(flow_.integrals(), [](const Flow::Integral& integral) {
                   return integral.name == "energy";
               });
    }

    const Connect& request_;
    const System& system_;
    Setting setting_;
    double seconds_;
    InitialStateOptions start_;
    Point parameters_;
    Flow flow_;
};

}  // namespace

void refuse_other_laws(const System& system) {
    if (system.coordinates.empty())
        throw Refusal(Of::system, "connect-no-coordinates",
                      "the model has no coordinates, so there are no places to connect");
    if (!keeps_constraints_by_variation(system))
        throw Refusal(Of::system, "connect-not-extremal",
                      "the motions of this model are not extremals: it keeps constraints on velocities, and "
                      "its law is not the vakonomic one",
                      "'motion vakonomic' in the model makes them extremals");
    const bool has_forces =
        std::ranges::any_of(system.Q, [&](const Expr& Q) { return Q != system.c().zero(); });
    if (has_forces || !system.states.empty())
        throw Refusal(Of::system, "connect-not-extremal",
                      "the motions of this model are not extremals: forces without a potential act on it");
}

Connections answer(const Connect& request, const System& system, double seconds) {
    return Reader(request, system, seconds).run();
}

}  // namespace anholon::request
