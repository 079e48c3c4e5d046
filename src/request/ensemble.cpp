#include "request/ensemble.hpp"

#include <cmath>

#include "base/text.hpp"
#include "model/state/parameter_values.hpp"
#include "request/method.hpp"
#include "request/words.hpp"

namespace anholon::request {

namespace {

using Of = Refusal::Of;

constexpr std::size_t most_motions = 10'000'000, most_times = 1000;

class Reader {
  public:
    Reader(const Ensemble& request, const System& system)
        : request_(request),
          system_(system),
          start_(read_initial_state(request.start, system)),
          parameters_(parameter_point(system, start_)),
          flow_(system, start_) {}

    EnsembleFound answer() {
        const CloudOptions options = read();
        out_.times = options.times;
        out_.form = flow_.formulation().form().id;
        out_.parameters = flow_.parameters();
        out_.cloud = cloud(flow_, options);
        return std::move(out_);
    }

  private:
    CloudOptions read() {
        CloudOptions options;
        if (request_.draw.empty())
            throw Refusal(Of::words, "nothing-drawn", "all motions would be the same: nothing is drawn",
                          "--draw \"NAME=normal(MEAN, DEVIATION)\"");
        for (const std::string& text : request_.draw) {
            options.draws.push_back(draw("--draw", text, flow_, parameters_));
            out_.draws.push_back(text);
            out_.drawn.push_back({.name = options.draws.back().text, .value = options.draws.back().function});
        }
        for (const std::string& text : request_.fix) {
            const Level fixed = level("--fix", text, system_, parameters_);
            options.levels.push_back({of_state(flow_, fixed.function, text), fixed.value, fixed.text});
        }
        if (request_.count) options.count = count("-n", *request_.count, most_motions);
        options.seed = request_.seed;
        out_.columns = columns(flow_, request_.start.columns, system_);
        for (const Observable& column : out_.columns) options.columns.push_back(column.value);
        options.times = times();
        if (request_.start.tolerance)
            options.run.tolerance = tolerance(*request_.start.tolerance, system_, parameters_);
        if (!request_.method_name.empty()) options.run.method = &method_named(request_.method_name);
        options.side_by_side = request_.side_by_side;
        return options;
    }

    // Multiples of --every, and the end.
    std::vector<double> times() const {
        const SimulationWords& words = request_.start;
        double until = start_.experiment ? start_.experiment->until.to_double() : 10;
        if (words.until) until = number("--until", *words.until, system_, parameters_, seconds());
        if (until == 0) throw Refusal(Of::words, "until-zero", "--until 0 leaves no time");
        if (!words.every) return {until};
        const double every = number("--every", *words.every, system_, parameters_, seconds());
        if (!(every > 0)) throw Refusal(Of::words, "every-not-positive", "--every takes a positive time");
        const double count = std::floor(std::fabs(until) / every * (1 + 1e-12));
        if (count > static_cast<double>(most_times))
            throw Refusal(Of::words, "times-too-many",
                          "--every asks for " + decimal(count, 6) + " times, and at most " +
                              decimal(static_cast<double>(most_times), 6) + " are looked at");
        std::vector<double> out;
        for (double k = 1; k <= count; ++k) out.push_back(std::copysign(k * every, until));
        if (out.empty() || std::fabs(until) - std::fabs(out.back()) > 1e-9 * every)
            out.push_back(until);
        else
            out.back() = until;
        return out;
    }

    const Ensemble& request_;
    const System& system_;
    InitialStateOptions start_;
    Point parameters_;
    Flow flow_;
    EnsembleFound out_;
};

}  // namespace

EnsembleFound answer(const Ensemble& request, const System& system) {
    return Reader(request, system).answer();
}

}  // namespace anholon::request
