#include "request/orbit.hpp"

#include <cmath>

#include "base/text.hpp"
#include "model/state/parameter_values.hpp"
#include "request/method.hpp"
#include "request/reduced.hpp"
#include "request/words.hpp"
#include "study/section.hpp"

namespace anholon::request {

namespace {

using Of = Refusal::Of;

class Reader {
  public:
    Reader(const Orbit& request, const System& system)
        : request_(request),
          system_(system),
          start_(read_initial_state(request.start, system)),
          parameters_(parameter_point(system, start_)),
          flow_(system, start_) {}

    OrbitInFlow search() {
        OrbitOptions options;
        if (request_.start.tolerance)
            options.run.tolerance = tolerance(*request_.start.tolerance, system_, parameters_);
        if (!request_.method_name.empty()) options.run.method = &method_named(request_.method_name);
        for (const std::string& text : request_.fix) {
            const Level fixed = level("--fix", text, system_, parameters_);
            options.levels.push_back({of_state(flow_, fixed.function, text), fixed.value, fixed.text});
        }
        std::vector<double> x = start_on_levels(options.levels);
        if (request_.period.has_value() != request_.at.empty())
            throw Refusal(Of::words, "period-unknown",
                          "an orbit needs a guess of its period: --period TIME, or --at EXPR for a return");
        if (!request_.at.empty() && !flow_.is_autonomous())
            throw Refusal(
                Of::words, "period-of-drive",
                "the equations depend on t, so the period of a motion is one of theirs: --period TIME",
                "--period 2*pi");
        options.period = request_.period
                             ? number("--period", *request_.period, system_, parameters_, seconds())
                             : time_of_return(x, options);
        if (!(options.period > 0)) throw Refusal(Of::words, "period-bad", "--period takes a positive time");
        PeriodicOrbit orbit = periodic_orbit(flow_, std::move(x), flow_.parameters(), options);
        return {flow_, std::move(orbit), std::move(options)};
    }

    OrbitFound run() { return described(search()); }

    OrbitFound run(const System& full, const SimulationWords& stated) {
        OrbitInFlow found = search();
        const FlowRunOptions run = found.options.run;
        OrbitFound out = described(std::move(found));
        try {
            const Reduced along = reduced(full, Rest::along, read_initial_state(stated, full));
            SimulationWords words = stated;  // the initial values are those of the core now
            words.values.clear();
            const Flow whole(along.system, read_initial_state(words, along.system));
            out.reconstruction = reconstruction(whole, along.coordinates, flow_, out.orbit, run);
        } catch (const NoOrbit& e) {
            out.not_reconstructed = e.what();
        } catch (const NoFlow& e) {
            out.not_reconstructed = e.what();
        }
        return out;
    }

  private:
    OrbitFound described(OrbitInFlow found) const {
        OrbitFound out;
        out.orbit = std::move(found.orbit);
        out.guess = found.options.period;
        describe(out, found.options);
        return out;
    }

    std::vector<double> start_on_levels(const std::vector<LevelDemand>& levels) {
        if (levels.empty()) return flow_.start();
        LevelPoints points(flow_, levels);
        if (auto x = points.near(flow_.start(), flow_.parameters())) return std::move(*x);
        throw Refusal(Of::state, "level-empty", "no state was found on these levels: " + points.missed());
    }

    // From the first passage on, where the start moves to.
    double time_of_return(std::vector<double>& x, const OrbitOptions& options) {
        const std::size_t which = request_.returns ? count("--returns", *request_.returns, 10'000) : 1;
        const Crossed where = crossed("--at", request_.at, system_);
        SectionOptions section_options{.function = of_state(flow_, where.function, request_.at),
                                       .direction = where.direction,
                                       .count = which + 1,
                                       .until = 1e4,
                                       .columns = flow_.equations().state,
                                       .run = options.run};
        if (request_.start.until)
            section_options.until =
                std::fabs(number("--until", *request_.start.until, system_, parameters_, seconds()));
        const SectionOrbit orbit = section(flow_, {{x, flow_.parameters()}}, section_options)[0];
        if (orbit.points.size() < which + 1)
            throw Refusal(Of::state, "section-empty",
                          "the motion does not return to the section up to t = " + decimal(orbit.until, 6));
        x = orbit.points[0].columns;
        return orbit.points[which].t - orbit.points[0].t;
    }

    void describe(OrbitFound& out, const OrbitOptions& options) const {
        for (const Expr& x : flow_.equations().state) out.variables.push_back(symbol_text(x.symbol()));
        std::vector<Expr> functions;
        for (const Flow::Integral& integral : flow_.integrals()) functions.push_back(integral.function);
        std::vector<double> values(functions.size());
        StateFunctions integrals(flow_.equations(), functions);
        if (!values.empty()) integrals(0, out.orbit.start, flow_.parameters(), {}, values);
        for (std::size_t k = 0; k < values.size(); ++k)
            out.integrals.emplace_back(flow_.integrals()[k].name, values[k]);
        const FlowRun run(flow_, flow_.equations(), {}, options.run);
        out.method = run.method();
        out.tolerance = run.tolerance();
    }

    const Orbit& request_;
    const System& system_;
    InitialStateOptions start_;
    Point parameters_;
    Flow flow_;
};

}  // namespace

OrbitInFlow orbit_in_flow(const Orbit& request, const System& system) {
    return Reader(request, system).search();
}

OrbitFound answer(const Orbit& request, const System& system) { return Reader(request, system).run(); }

OrbitFound answer(const Orbit& request, const System& core, const System& full,
                  const SimulationWords& stated) {
    return Reader(request, core).run(full, stated);
}

}  // namespace anholon::request
