#include "request/surface.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "base/deadline.hpp"
#include "base/text.hpp"
#include "base/words.hpp"
#include "expr/derivative.hpp"
#include "expr/introduce.hpp"
#include "expr/print.hpp"
#include "expr/walk.hpp"
#include "expr/zero.hpp"
#include "mechanics/setting.hpp"
#include "model/friction_refusal.hpp"
#include "model/request.hpp"
#include "model/state/least_movement.hpp"
#include "model/state/parameter_values.hpp"
#include "motion/simulation.hpp"
#include "request/first_integral.hpp"
#include "request/level.hpp"
#include "request/words.hpp"

namespace anholon::request {

namespace {

using Of = Refusal::Of;

constexpr std::size_t most_starts = 100'000, most_cells = 400, most_polygons = 20'000'000;

// At commas outside of parentheses.
std::vector<std::string> parts(const std::string& list) {
    std::vector<std::string> out{""};
    int depth = 0;
    for (const char c : list) {
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        if (c == ',' && depth == 0)
            out.emplace_back();
        else
            out.back() += c;
    }
    for (std::string& one : out) one = without_blanks_around(one);
    return out;
}

class Asked {
  public:
    Asked(const Surface& request, const std::string& title, const System& system)
        : request_(request),
          system_(system),
          start_(read_initial_state(request.start, system)),
          parameters_(parameter_point(system, start_)),
          initial_(possible_initial_state(system, start_)) {
        out_.system = title;
        out_.context = system.context;
        out_.seed = request.seed;
    }

    SurfaceFound found() {
        refuse_friction(system_, "a surface of first integrals");
        if (system_.motion.axiom != Axiom::nonholonomic)
            throw Refusal(Of::system, "level-law",
                          "levels are taken of nonholonomic systems, and this one has another law of motion");
        read_levels();
        try {
            out_.equations = surface_equations(system_, out_.levels, parameters_, initial_,
                                               {.velocities = velocities(), .kept = kept()});
        } catch (const NoSurface& why) {
            throw Refusal(Of::system, why.code, why.what(), why.help);
        }
        const std::size_t n = out_.equations.variables.size();
        if (n > most_dimensions)
            throw Refusal(Of::system, "surface-variables",
                          "the surface lies in a space of " + std::to_string(n) +
                              " dimensions, and at most " + std::to_string(most_dimensions) +
                              " are cut into simplices",
                          "a core has fewer variables: --reduced");
        read_columns();
        trace();
        if (request_.motion) follow();
        return std::move(out_);
    }

  private:
    void read_levels() {
        if (request_.levels.empty()) {
            for (const Expectation& e : system_.expectations)
                // Those of linear equations have no formula.
                if (e.kind == Expectation::Kind::integral && (e.left || e.name == "energy")) {
                    const bool is_energy = e.name == "energy";
                    add(e.name, in_state(system_, is_energy ? energy_of(system_) : e.left), {}, false);
                }
            if (out_.levels.empty())
                throw Refusal(Of::system, "surface-levels", "the model expects no first integrals",
                              "--level EXPR[=VALUE] names those to take");
            return;
        }
        for (const std::string& word : request_.levels) {
            const AskedLevel level = asked_level(word, system_, parameters_);
            add(level.words, level.F, level.value, true);
        }
    }

    void add(const std::string& name, const Expr& F, const std::optional<Rational>& value, bool is_asked) {
        for (const SurfaceLevel& other : out_.levels)
            if (other.function == F) {
                if (!is_asked) return;
                throw Refusal(Of::words, "setting-twice", "the level of '" + name + "' is given twice");
            }
        demand_first_integral(system_, name, F);
        const std::size_t number = out_.levels.size() + 1;
        const Expr symbol = introduced(system_.c(), "c" + std::to_string(number), SymbolKind::constant,
                                       "surface level", number);
        out_.levels.push_back({name, F, symbol, value ? *value : value_of(name, F), is_asked});
        parameters_.emplace_back(symbol, out_.levels.back().value);
    }

    Rational value_of(const std::string& name, const Expr& F) const {
        Point at = parameters_;
        at.emplace_back(system_.t, Rational(0));
        for (const auto* list : {&initial_.q, &initial_.v})
            for (const InitialVariable& x : *list) at.emplace_back(x.symbol, rational(x.value));
        const Ball value = enclosure(F, at);
        if (!value.is_finite())
            throw Refusal(Of::state, "level-unreachable", "'" + name + "' has no value at the initial state");
        return *Rational::parse(scientific(value.midpoint(), 14));  // 0.2, not 0.19999999999999998
    }

    std::vector<VelocityForm> velocities() const {
        if (!request_.velocities) return {};
        const std::vector<Expr> v = system_.velocities();
        std::vector<VelocityForm> out;
        for (const std::string& word : parts(*request_.velocities)) {
            const std::size_t sign = word.find('=');
            const std::string name = without_blanks_around(word.substr(0, sign));
            const std::string text = sign == word.npos ? name : without_blanks_around(word.substr(sign + 1));
            const Expr e = in_state(system_, expression("--velocities", text, system_));
            if (std::ranges::find(v, e) != v.end() && sign == word.npos) {
                out.push_back({e, e});
                continue;
            }
            if (!is_identifier(name))
                throw Refusal(Of::words, "velocity-name", "'" + word + "' needs a name: NAME=EXPR");
            demand_linear(word, e, v);
            const auto let = std::ranges::find(system_.lets, name, &std::pair<std::string, Expr>::first);
            const auto quasi = std::ranges::find_if(system_.quasi, [&](const QuasiVelocity& eta) {
                return symbol_text(eta.symbol.symbol()) == name;
            });
            Context& c = system_.c();
            out.push_back(
                {quasi != system_.quasi.end() && sign == word.npos ? quasi->symbol
                 : let != system_.lets.end() && sign == word.npos
                     ? letter_of_model(c, ascii_name(name),
                                       static_cast<std::size_t>(let - system_.lets.begin()))
                     : introduced(c, ascii_name(name), SymbolKind::variable, "velocity", out.size()),
                 e});
        }
        if (out.size() != v.size())
            throw Refusal(Of::words, "velocity-count",
                          "--velocities names " + std::to_string(out.size()) +
                              " velocities, and the system has " + std::to_string(v.size()));
        return out;
    }

    static void demand_linear(const std::string& word, const Expr& e, const std::vector<Expr>& v) {
        const std::vector<Expr> a = gradient(e, v);
        bool is_linear = is_zero(e - dot(a, v)).answer == Answer::yes;
        for (const Expr& x : a)
            for (const Expr& one : v) is_linear = is_linear && !Walk(x).contains(one.id());
        if (!is_linear)
            throw Refusal(Of::words, "velocity-linear", "'" + word + "' is not linear in the velocities");
    }

    std::optional<std::vector<std::string>> kept() const {
        if (!request_.keep) return std::nullopt;
        std::vector<std::string> out;
        for (const std::string& word : parts(*request_.keep))
            if (!word.empty()) out.push_back(ascii_name(word));
        return out;
    }

    // Expressions in the variables of the surface; the first three variables if none are asked for.
    void read_columns() {
        const auto& variables = out_.equations.variables;
        std::vector<Expr> symbols, values;
        for (const auto& v : variables) symbols.push_back(v.symbol);
        if (!request_.start.columns) {
            for (std::size_t i = 0; i < 3; ++i) {
                const bool is_there = i < variables.size();
                out_.columns.push_back(is_there ? variables[i].name : "0");
                values.push_back(is_there ? symbols[i] : system_.c().zero());
            }
        } else {
            const std::vector<std::string> words = parts(*request_.start.columns);
            if (words.size() != 3)
                throw Refusal(Of::words, "surface-columns",
                              "a surface is drawn in three columns, and " + std::to_string(words.size()) +
                                  " are named");
            for (const std::string& word : words) values.push_back(column(word, symbols));
        }
        for (std::size_t d = 0; d < 3; ++d)
            for (const auto& v : variables)
                if (values[d] == v.symbol) out_.periods[d] = v.period;
        out_.shown = in_numbers(values, symbols, parameters_);
    }

    Expr column(const std::string& word, const std::vector<Expr>& symbols) {
        const std::size_t sign = word.find('=');
        const std::string text = sign == word.npos ? word : without_blanks_around(word.substr(sign + 1));
        out_.columns.push_back(sign == word.npos ? word : without_blanks_around(word.substr(0, sign)));
        const Source source("--columns", text);
        Diagnostics said;
        Scope scope = scope_of(system_);
        for (const VelocityForm& u : out_.equations.velocities)
            scope.replace(symbol_text(u.symbol.symbol()), {u.symbol, "velocity"});
        Expr e = read_expression(source, scope, system_, said);
        if (!e || said.failed()) throw Refusal(said, source);
        e = substitute(in_state(system_, e), out_.equations.eliminated);
        for (const Expr& x : symbols_of(e))
            if (x.symbol().kind == SymbolKind::variable && std::ranges::find(symbols, x) == symbols.end())
                throw Refusal(Of::words, "surface-columns",
                              "'" + word + "' depends on '" + symbol_text(x.symbol()) +
                                  "', which is no variable of the surface");
        return e;
    }

    void trace() {
        const auto& variables = out_.equations.variables;
        TraceOptions options;
        for (const auto& v : variables) options.first.push_back(v.start);
        options.seed = request_.seed;
        if (request_.starts) options.starts = count("--starts", *request_.starts, most_starts);
        if (request_.cells) options.cells = count("--cells", *request_.cells, most_cells);
        if (request_.most) options.most_simplices = count("--most", *request_.most, most_polygons);
        if (options.cells < 3)
            throw Refusal(Of::words, "surface-cells",
                          "--cells takes a number from 3 to " + std::to_string(most_cells));
        options.box.resize(variables.size());
        for (const std::string& word : request_.box) read_box(word, options);
        std::vector<Expr> symbols;
        for (const auto& v : variables) symbols.push_back(v.symbol);
        if (const auto& minors = out_.equations.minors; minors && !minors->empty()) {
            options.degenerates = minors->size();
            options.degenerate = in_numbers(*minors, symbols, parameters_);
        }
        out_.traced = traced(level_set(out_.equations, parameters_), options);
        if (out_.traced.reached == 0)
            throw Refusal(
                Of::state, "level-empty",
                "no state with these levels was found from " + std::to_string(out_.traced.starts) + " starts",
                "more of them: --starts N; or another --seed");
    }

    void read_box(const std::string& word, TraceOptions& options) const {
        const std::size_t sign = word.find('='), dots = word.find("..");
        if (sign == word.npos || dots == word.npos || dots < sign)
            throw Refusal(Of::words, "box-bad", "--box takes NAME=LOW..HIGH, not '" + word + "'");
        const std::string name = without_blanks_around(word.substr(0, sign));
        const auto& variables = out_.equations.variables;
        const auto at = std::ranges::find(variables, name, &SurfaceEquations::Variable::name);
        std::vector<std::string> names;
        for (const auto& v : variables)
            if (v.period == 0) names.push_back(v.name);
        if (at == variables.end() || at->period > 0)
            throw Refusal(Of::words, "box-bad",
                          "'" + name + "' is no variable of the surface that lies on a line",
                          "those are " + joined(names));
        const Interval box{number("--box", word.substr(sign + 1, dots - sign - 1), system_, parameters_),
                           number("--box", word.substr(dots + 2), system_, parameters_)};
        if (!(box.low < box.high))
            throw Refusal(Of::words, "box-bad",
                          "--box takes LOW..HIGH with LOW less than HIGH, not '" + word + "'");
        options.box[static_cast<std::size_t>(at - variables.begin())] = box;
    }

    // The motion from the initial state, in the variables of the surface.
    void follow() {
        constexpr double rows = 2000;
        const double until =
            number("--motion", *request_.motion, system_, parameter_point(system_, start_), seconds());
        if (until == 0) throw Refusal(Of::words, "until-zero", "--motion 0 leaves no time to move");
        const auto& variables = out_.equations.variables;
        std::vector<Observable> columns;
        for (const auto& v : variables) {
            const auto form = std::ranges::find(out_.equations.velocities, v.symbol, &VelocityForm::symbol);
            const bool is_own = form == out_.equations.velocities.end();
            columns.push_back({.name = v.name, .value = is_own ? v.symbol : form->definition});
        }
        MotionOnSurface motion{.until = until, .points = {}, .parts = {}};
        Simulation simulation(
            system_,
            {.initial = start_, .until = until, .every = std::fabs(until) / rows, .columns = columns});
        const LevelSet set = level_set(out_.equations, parameters_);
        const SimulationResult result = simulation.run({.row = [&](std::span<const double> row) {
            motion.points.emplace_back(row.begin() + 1, row.end());
            motion.apart = std::max(motion.apart, residual(set, motion.points.back()));
            if (motion.points.size() == 1 && motion.apart > 1e-6)
                throw Refusal(
                    Of::words, "motion-levels",
                    "the initial state does not have these levels, so its motion is not on the surface",
                    "give levels without values, or other initial values");
        }});
        motion.reached = result.t;
        if (result.end != SimulationResult::End::reached) motion.ended = result.reason;
        find_parts(motion);
        out_.motion = std::move(motion);
    }

    // The largest |F_a| in parts of what its variables, each as large as on the surface, can change.
    double residual(const LevelSet& set, const Coordinates& x) const {
        Coordinates F(set.k), J(set.k * set.n);
        set.values(x.data(), F.data());
        set.slopes(x.data(), J.data());
        double worst = 0;
        for (std::size_t a = 0; a < set.k; ++a) {
            double size = 0;
            for (std::size_t i = 0; i < set.n; ++i) {
                const double width = i < out_.traced.extent.size()
                                         ? out_.traced.extent[i].high - out_.traced.extent[i].low
                                         : 1;
                size += std::fabs(J[a * set.n + i]) * (width > 0 ? width : 1);
            }
            worst = std::max(worst, size > 0 ? std::fabs(F[a]) / size : std::fabs(F[a]));
        }
        return worst;
    }

    // By the nearest vertices.
    void find_parts(MotionOnSurface& motion) const {
        const TracedSurface& t = out_.traced;
        if (t.topology.parts.size() < 2 || !t.is_decided) return;
        const LevelSet set = level_set(out_.equations, parameters_);
        constexpr std::size_t every = 10;
        for (std::size_t k = 0; k < motion.points.size(); k += every) {
            Deadline::check();
            double least = std::numeric_limits<double>::infinity();
            std::uint32_t part = 0;
            for (std::size_t v = 0; v < t.surface.vertices(); ++v) {
                double far = 0;
                for (std::size_t i = 0; i < set.n; ++i) {
                    const double d =
                        set.apart(i, motion.points[k][i], t.surface.point(v)[i]) / t.grid.front().step[i];
                    far += d * d;
                }
                if (far < least) {
                    least = far;
                    part = t.topology.part_of[v];
                }
            }
            if (std::ranges::find(motion.parts, part) == motion.parts.end()) motion.parts.push_back(part);
        }
    }

    const Surface& request_;
    const System& system_;
    InitialStateOptions start_;
    Point parameters_;
    InitialState initial_;
    SurfaceFound out_;
};

}  // namespace

namespace {

using Polygon = std::vector<std::array<double, 3>>;

// The part of a polygon on one side of x_d = limit; of a convex one.
Polygon clipped(const Polygon& polygon, std::size_t d, double limit, double sign) {
    Polygon out;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const auto& a = polygon[i];
        const auto& b = polygon[(i + 1) % polygon.size()];
        const double at_a = sign * (a[d] - limit), at_b = sign * (b[d] - limit);
        if (at_a <= 0) out.push_back(a);
        if ((at_a < 0 && at_b > 0) || (at_a > 0 && at_b < 0)) {
            std::array<double, 3> middle{};
            for (std::size_t e = 0; e < 3; ++e) middle[e] = a[e] + at_a / (at_a - at_b) * (b[e] - a[e]);
            middle[d] = limit;
            out.push_back(middle);
        }
    }
    return out;
}

// A polygon cut where a column that is an angle passes from one turn to the next, each piece shown in the turn around 0.
std::vector<Polygon> within_a_turn(Polygon polygon, const std::array<double, 3>& periods) {
    std::vector<Polygon> pieces{std::move(polygon)};
    for (std::size_t d = 0; d < 3; ++d) {
        if (periods[d] == 0) continue;
        const double half = periods[d] / 2;
        std::vector<Polygon> next;
        for (const Polygon& piece : pieces)
            for (const double turn : {-1.0, 0.0, 1.0}) {
                Polygon moved = piece;
                for (auto& p : moved) p[d] += turn * periods[d];
                moved = clipped(clipped(moved, d, half, 1), d, -half, -1);
                if (moved.size() >= 3) next.push_back(std::move(moved));
            }
        pieces = std::move(next);
    }
    return pieces;
}

}  // namespace

ShownSurface shown(const SurfaceFound& found) {
    ShownSurface out;
    const TracedSurface& traced = found.traced;
    const auto& variables = found.equations.variables;
    const std::size_t n = variables.size();
    const auto point = [&](const Coordinates& x) {
        std::array<double, 3> place{};
        found.shown(x.data(), place.data());
        return place;
    };
    // The turn of a circle in which x is shown: between half a period below 0 and half of one above.
    const auto turns = [&](std::size_t i, double x) {
        return variables[i].period > 0 ? variables[i].period * std::round(x / variables[i].period) : 0.0;
    };
    std::map<std::array<double, 3>, std::uint32_t> numbers;
    const auto add = [&](const std::vector<std::array<double, 3>>& polygon, std::uint32_t part) {
        std::vector<std::uint32_t> face;
        for (const std::array<double, 3>& place : polygon) {
            std::array<double, 3> key{};
            for (std::size_t d = 0; d < 3; ++d) key[d] = std::round(place[d] * 1e9) / 1e9;
            const auto [at, is_new] = numbers.try_emplace(key, static_cast<std::uint32_t>(out.points.size()));
            if (is_new) out.points.push_back(place);
            if (std::ranges::find(face, at->second) == face.end()) face.push_back(at->second);
        }
        if (face.size() < 3) return;
        out.faces.push_back(std::move(face));
        out.part_of_face.push_back(part);
    };
    for (std::size_t c = 0; c < traced.surface.cells(); ++c) {
        const auto corners = traced.surface.cell(c);
        const auto first = traced.surface.point(corners[0]);
        std::vector<std::array<double, 3>> polygon;
        for (const std::uint32_t corner : corners) {
            Coordinates x(n);
            for (std::size_t i = 0; i < n; ++i) {
                const double at = traced.surface.point(corner)[i];
                const double apart = variables[i].period > 0
                                         ? std::remainder(at - first[i], variables[i].period)
                                         : at - first[i];
                x[i] = first[i] - turns(i, first[i]) + apart;
            }
            polygon.push_back(point(x));
        }
        // The part of most of its corners.
        std::map<std::uint32_t, std::size_t> votes;
        for (const std::uint32_t corner : corners) ++votes[traced.topology.part_of[corner]];
        const std::uint32_t part =
            std::ranges::max_element(votes, {}, [](const auto& vote) { return vote.second; })->first;
        for (const auto& piece : within_a_turn(std::move(polygon), found.periods)) add(piece, part);
    }
    const auto wound = [&](Coordinates x) {
        for (std::size_t i = 0; i < n; ++i) x[i] -= turns(i, x[i]);
        return point(x);
    };
    for (const std::vector<Coordinates>& curve : traced.curves) {
        out.curves.emplace_back();
        for (const Coordinates& x : curve) out.curves.back().push_back(wound(x));
    }
    for (const Coordinates& x : traced.singular) out.singular.push_back(wound(x));
    if (found.motion)
        for (const Coordinates& x : found.motion->points) out.motion.push_back(wound(x));
    return out;
}

SurfaceFound answer(const Surface& request, const std::string& title, const System& system) {
    return Asked(request, title, system).found();
}

}  // namespace anholon::request
