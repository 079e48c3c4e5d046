#include "request/limit.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "base/words.hpp"
#include "expr/print.hpp"
#include "model/refusal.hpp"
#include "model/state/least_movement.hpp"
#include "model/state/parameter_values.hpp"
#include "request/words.hpp"
#include "study/realisation.hpp"

namespace anholon::request {

namespace {

using Of = Refusal::Of;

constexpr std::size_t most_numbers = 60;

// LOW..HIGH[:COUNT] in equal ratios; one value per decade if no count is given.
std::vector<double> ladder(const char* option, const std::string& text, const System& system,
                           const Point& parameters) {
    const std::size_t dots = text.find(".."), colon = text.rfind(':');
    const auto refuse = [&](const std::string& why) {
        throw Refusal(Of::words, "ladder-bad", std::string(option) + " takes FROM..TO[:COUNT], " + why,
                      "for example 1e2..1e8, or 0.1..1e-6:11");
    };
    if (dots == std::string::npos) refuse("not '" + text + "'");
    const bool has_count = colon != std::string::npos && colon > dots;
    const double from = number(option, text.substr(0, dots), system, parameters),
                 to = number(option, text.substr(dots + 2, (has_count ? colon : text.size()) - dots - 2),
                             system, parameters);
    if (!(from > 0 && to > 0 && std::isfinite(from) && std::isfinite(to))) refuse("with positive numbers");
    if (from == to) refuse("with two different numbers");
    const double decades = std::abs(std::log10(to / from));
    const std::size_t count =
        has_count ? request::count(option, text.substr(colon + 1), most_numbers)
                  : std::max<std::size_t>(2, static_cast<std::size_t>(std::lround(decades)) + 1);
    if (count < 2 || count > most_numbers) refuse("with 2 to " + std::to_string(most_numbers) + " numbers");
    std::vector<double> out;
    for (std::size_t k = 0; k < count; ++k) {
        const double x = from * std::pow(to / from, static_cast<double>(k) / static_cast<double>(count - 1));
        out.push_back(rational(std::stod(scientific(x, 12))).to_double());  // 1e5, not 99999.99999999999
    }
    return out;
}

double end_time(const Limit& request, const System& system, const InitialStateOptions& start) {
    if (request.start.until) {
        const double until =
            number("--until", *request.start.until, system, parameter_point(system, start), seconds());
        if (until == 0) throw Refusal(Of::words, "until-zero", "--until 0 leaves no time to move");
        return until;
    }
    return 1;
}

// Coordinates; on a Lie algebra velocities.
std::vector<Observable> places(const System& system) {
    std::vector<Observable> out;
    const std::vector<Expr> all = system.coordinates.empty() ? system.velocities() : system.q();
    for (const Expr& x : all)
        out.push_back({.name = symbol_text(x.symbol()), .value = x, .unit = {}, .description = {}});
    return out;
}

// Where all motions start: a state that satisfies the constraints, whatever the law.
StateAt common_start(const System& system, const InitialStateOptions& start) {
    const InitialState state = possible_initial_state(system, start);
    StateAt out;
    for (const auto* list : {&state.q, &state.v, &state.states})
        for (const InitialVariable& x : *list) out.values.emplace_back(x.symbol, x.value);
    return out;
}

class Asked {
  public:
    Asked(const Limit& request, const std::string& title, const System& system)
        : request_(request),
          system_(system),
          start_(read_initial_state(request.start, system)),
          parameters_(parameter_point(system, start_)) {
        out_.system = title;
        out_.until = end_time(request, system, start_);
        if (request.start.tolerance)
            tolerance_ = request::tolerance(*request.start.tolerance, system, parameters_);
    }

    LimitFound realisations() {
        const Realisation how = kind();
        refuse_without_realisation(system_);
        const System base = under(system_, Axiom::nonholonomic);
        columns_ = places(base);
        const StateAt from = common_start(base, start_);
        realise(how, from);
        add("nonholonomic", base, from);
        add("vakonomic", under(system_, Axiom::vakonomic), from);
        if (how == Realisation::mixed) {
            System limit = system_;
            const Expr mu = add_parameter(limit, "mu", mu_);
            add("mixed, mu = " + decimal(mu_.to_double(), 6), mixed_limit(limit, mu), from);
        }
        return finished();
    }

    LimitFound over(const System& other, const std::string& title) {
        const std::size_t sign = request_.over->find('=');
        if (sign == std::string::npos)
            throw Refusal(Of::words, "ladder-bad",
                          "--over takes NAME=FROM..TO[:COUNT], not '" + *request_.over + "'");
        const std::string name = ascii_name(without_blanks_around(request_.over->substr(0, sign)));
        const auto p = std::ranges::find(system_.parameters, name,
                                         [](const Parameter& one) { return one.symbol.symbol().name; });
        if (p == system_.parameters.end())
            throw Refusal(Of::words, "parameter-unknown", "'" + name + "' is no parameter of the model");
        out_.numbers = ladder("--over", request_.over->substr(sign + 1), system_, parameters_);
        out_.number = name;
        out_.what =
            name + " from " + decimal(out_.numbers.front(), 6) + " to " + decimal(out_.numbers.back(), 6);
        take_common_columns(other);
        for (const double x : out_.numbers) {
            InitialStateOptions start = start_;
            start.parameters.emplace_back(p->symbol, rational(x));
            move(system_, columns_, start, name, x);
        }
        std::vector<Observable> of_other;
        for (const Observable& column : places(other))
            if (std::ranges::find(out_.columns, column.name) != out_.columns.end())
                of_other.push_back(column);
        LimitFound::Candidate candidate{.name = title, .end = {}, .approach = {}, .missing = {}};
        try {
            candidate.end = end_of_motion(other, of_other, out_.until, {}, tolerance_);
        } catch (const NoLimit& why) {
            candidate.missing = why.what();
        }
        out_.candidates.push_back(std::move(candidate));
        return finished();
    }

  private:
    Realisation kind() const {
        const std::string word =
            request_.as.value_or(system_.motion.axiom == Axiom::viscous      ? "viscous"
                                 : system_.motion.axiom == Axiom::added_mass ? "added-mass"
                                                                             : "");
        if (word.empty())
            throw Refusal(Of::words, "usage", "the model states no realisation",
                          "say which: --as viscous, --as added-mass or --as mixed --mu VALUE");
        if (word == "viscous") return Realisation::viscous;
        return word == "mixed" ? Realisation::mixed : Realisation::added_mass;
    }

    void realise(Realisation how, const StateAt& from) {
        if (request_.mu.has_value() != (how == Realisation::mixed))
            throw Refusal(Of::words, "usage",
                          how == Realisation::mixed
                              ? "--as mixed needs --mu, the ratio of friction to added mass"
                              : "--mu is the ratio of friction to added mass of --as mixed");
        if (request_.mu) {
            mu_ = rational(number("--mu", *request_.mu, system_, parameters_));
            if (mu_ < Rational(0))
                throw Refusal(Of::words, "mu-negative", "--mu takes a ratio that is not negative");
        }
        out_.number = "N";
        if (how == Realisation::viscous) decay_ = Decay::fast;
        out_.what = how == Realisation::viscous ? "viscous realisation"
                    : how == Realisation::added_mass
                        ? "added-mass realisation"
                        : "mixed realisation, mu = " + decimal(mu_.to_double(), 6);
        out_.numbers =
            ladder("--N", request_.numbers.value_or(how == Realisation::mixed ? "1e2..1e6" : "1e2..1e8"),
                   system_, parameters_);
        System host = system_;
        const Expr N = add_parameter(host, "N", Rational(1)), mu = add_parameter(host, "mu", mu_);
        const System moved = realised(host, how, N, mu);
        for (const double x : out_.numbers) {
            InitialStateOptions start{.parameters = start_.parameters, .standing = from};
            start.experiment = start_.experiment;
            start.parameters.emplace_back(N, rational(x));
            move(moved, columns_, start, "N", x);
        }
    }

    void move(const System& system, const std::vector<Observable>& columns, const InitialStateOptions& start,
              const std::string& name, double x) {
        try {
            out_.ends.push_back(end_of_motion(system, columns, out_.until, start, tolerance_, decay_));
        } catch (const NoLimit& why) {
            throw Refusal(Of::system, "limit-no-motion",
                          "at " + name + " = " + decimal(x, 6) + " " + why.what());
        }
    }

    void add(const std::string& name, const System& system, const StateAt& from) {
        LimitFound::Candidate candidate{.name = name, .end = {}, .approach = {}, .missing = {}};
        InitialStateOptions start{.parameters = start_.parameters, .standing = from};
        start.experiment = start_.experiment;
        try {
            candidate.end = end_of_motion(system, columns_, out_.until, start, tolerance_);
        } catch (const NoLimit& why) {
            candidate.missing = why.what();
        }
        out_.candidates.push_back(std::move(candidate));
    }

    void take_common_columns(const System& other) {
        const std::vector<Observable> of_other = places(other);
        for (const Observable& column : places(system_))
            if (std::ranges::find(of_other, column.name, &Observable::name) != of_other.end())
                columns_.push_back(column);
        // In the order of the other model.
        std::ranges::sort(columns_, {}, [&](const Observable& column) {
            return std::ranges::find(of_other, column.name, &Observable::name) - of_other.begin();
        });
        if (columns_.empty())
            throw Refusal(Of::system, "no-common-coordinates",
                          "the two models have no coordinates of the same name");
        for (const Observable& column : columns_) out_.columns.push_back(column.name);
    }

    LimitFound finished() {
        if (out_.columns.empty())
            for (const Observable& column : columns_) out_.columns.push_back(column.name);
        for (LimitFound::Candidate& c : out_.candidates)
            if (c.missing.empty()) c.approach = approach(out_.numbers, out_.ends, c.end);
        return std::move(out_);
    }

    const Limit& request_;
    const System& system_;
    InitialStateOptions start_;
    Point parameters_;
    std::optional<double> tolerance_;
    Decay decay_ = Decay::slow;
    Rational mu_ = 0;
    std::vector<Observable> columns_;
    LimitFound out_;
};

}  // namespace

void refuse_without_realisation(const System& system) {
    if (std::ranges::none_of(system.constraints,
                             [](const Constraint& k) { return k.kind != Constraint::Kind::geometric; }))
        throw Refusal(Of::system, "no-velocity-constraints",
                      "the model has no velocity constraints to realise");
    if (system.motion.axiom == Axiom::servo_force || system.motion.axiom == Axiom::servo_momentum)
        throw Refusal(Of::system, "servo-limit",
                      "servo-constraints are no limit of friction or of added masses");
}

LimitFound answer(const Limit& request, const std::string& title, const System& system, const System* against,
                  const std::string& title_of_other) {
    if (request.over.has_value() != (against != nullptr))
        throw Refusal(Of::words, "usage",
                      request.over ? "--over needs --against MODEL" : "--against needs --over NAME=FROM..TO");
    if (request.over && (request.as || request.numbers || request.mu))
        throw Refusal(Of::words, "usage", "--over cannot be combined with --as, --N and --mu");
    Asked asked(request, title, system);
    return request.over ? asked.over(*against, title_of_other) : asked.realisations();
}

}  // namespace anholon::request
