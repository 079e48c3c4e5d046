#include "report/description.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>

#include "expr/enclosure.hpp"
#include "expr/print.hpp"
#include "model/model.hpp"
#include "model/state/parameter_values.hpp"
#include "model/state/state_variable.hpp"
#include "report/layout.hpp"
#include "request/abbreviations.hpp"

namespace anholon::request {

namespace {

std::string number(double x) { return fmt::format("{:.10g}", x == 0 ? 0.0 : x); }

// 1/10 as 0.1 where that is exact and short.
std::string number(const Rational& r) {
    const std::string decimal = fmt::format("{}", r.to_double());
    return Rational::parse(decimal) == r ? decimal : r.to_string();
}

std::string number(const Expr& e) { return e.is_number() ? number(e.number()) : text(e); }

std::string tuple(const std::vector<Expr>& entries) {
    std::string out;
    for (const Expr& e : entries) out += (out.empty() ? "" : ", ") + text(e);
    return "(" + out + ")";
}

std::string motion_text(const Motion& motion) {
    std::string out(anholon::name(motion.axiom));
    for (std::size_t i = 0; i < motion.directions.size(); ++i)
        out += (i == 0 ? " " : ", ") + tuple(motion.directions[i]);
    for (std::size_t i = 0; i < motion.momenta.size(); ++i)
        out += (i == 0 ? " N = " : ", ") + text(motion.momenta[i]);
    if (motion.stiffness) out += " N = " + text(motion.stiffness);
    return out;
}

std::string expectation_text(const Expectation& e) {
    using Kind = Expectation::Kind;
    switch (e.kind) {
        case Kind::dof: return "dof " + std::to_string(e.count);
        case Kind::integral: return "integral " + (e.name.empty() ? text(e.left) : e.name);
        case Kind::equation: return "equation " + text(e.left) + " = " + text(e.right);
        case Kind::value: {
            std::string out = "value " + text(e.left) + " = " + text(e.right) + " at " + text(e.time);
            if (!e.tolerance.is_zero()) out += " within " + number(e.tolerance);
            return out;
        }
        case Kind::holonomic: return "holonomic";
        case Kind::nonholonomic: return "nonholonomic";
    }
    return "";
}

// The energies, forces, constraints and velocities of a system, printed together with one list of names.
class ShownSystem {
  public:
    explicit ShownSystem(const System& s) {
        std::vector<Expr> all{s.T, s.V};
        if (s.algebra) all.insert(all.end(), s.algebra->rates.begin(), s.algebra->rates.end());
        all.insert(all.end(), s.Q.begin(), s.Q.end());
        for (const Constraint& c : s.constraints) all.push_back(c.residual);
        for (const DryFriction& f : s.frictions) {
            all.push_back(f.coefficient);
            if (f.is_regularised()) all.push_back(f.width);
            for (const DryFriction::Row& row : f.rows) all.push_back(row.slip);
        }
        for (const QuasiVelocity& q : s.quasi) all.push_back(q.definition);
        for (const ControllerState& state : s.states) all.push_back(state.rate);
        for (const Output& output : s.outputs) all.push_back(output.value);
        std::vector<Expr> written = all;
        std::vector<Expr*> page;
        for (Expr& e : written) page.push_back(&e);
        const std::vector<KnownName> names = abbreviate(s, page, {.simplify = false});
        Printed printed =
            print(written, Style::text, {.known = names, .unnamed = std::numeric_limits<double>::infinity()});
        for (std::size_t k = 0; k < all.size(); ++k) texts_[all[k].id()] = std::move(printed.main[k]);
        where_ = std::move(printed.where);
    }

    const std::string& operator()(const Expr& e) const { return texts_.at(e.id()); }
    const std::vector<std::pair<std::string, std::string>>& where() const { return where_; }

  private:
    std::map<NodeId, std::string> texts_;
    std::vector<std::pair<std::string, std::string>> where_;
};

// Indented lines under headings.
class Page {
  public:
    explicit Page(std::size_t width) : width_(width) {}

    void heading(std::string_view title) {
        if (!text_.empty()) text_ += '\n';
        text_ += paragraph("", title, 2, width_);
    }
    void line(std::string_view content) { text_ += paragraph("  ", content, 6, width_); }
    void define(std::string_view name, const std::string& value) { text_ += equation(name, value, width_); }
    // residual = 0
    void vanish(const std::string& name, const std::string& residual) {
        text_ += formula("  " + name + ": ", residual + " = 0", 6, width_);
    }
    void define(const std::vector<std::pair<std::string, std::string>>& names) {
        text_ += definitions(names, width_);
    }
    std::string finish() {
        while (text_.ends_with('\n')) text_.pop_back();
        return std::move(text_);
    }

  private:
    std::size_t width_;
    std::string text_;
};

// The unit, range and description of a parameter.
std::string rest_of_parameter(const auto& p) {
    std::string out;
    if (!p.unit.empty()) out += " [" + p.unit + "]";
    if (p.exact_range)
        out +=
            " in " + number(p.exact_range->first / p.scale) + ".." + number(p.exact_range->second / p.scale);
    if (!p.description.empty()) out += "  " + p.description;
    return out;
}

std::string parameter_text(const Parameter& p) {
    return text(p.symbol) + " = " + number(p.exact / p.scale) + rest_of_parameter(p);
}

double value_of(const DerivedParameter& p, const System& s) {
    return enclosure(p.definition, parameter_point(s)).midpoint();
}

std::string parameter_text(const DerivedParameter& p, const System& s) {
    const double scale = enclosure(p.scale, {}).midpoint();
    return p.name + " = " + text(p.definition / p.scale) + " = " + number(value_of(p, s) / scale) +
           rest_of_parameter(p);
}

// The names of those that the model states; the others follow from its bodies.
std::string written_items(const std::vector<PictureItem>& picture) {
    std::string out;
    for (const PictureItem& item : picture)
        if (item.span.end > item.span.begin) out += (out.empty() ? "" : ", ") + item.name;
    return out;
}

std::string coordinate_text(const Coordinate& c) {
    std::string out = text(c.symbol);
    if (!c.unit.empty() && c.unit != "1") out += " [" + c.unit + "]";
    if (c.modulus) out += " mod " + text(c.modulus);
    if (!c.description.empty()) out += "  " + c.description;
    return out;
}

// " [m/s]  speed"
std::string unit_and_words(const auto& named) {
    std::string out;
    if (!named.unit.empty() && named.unit != "1") out += " [" + named.unit + "]";
    if (!named.description.empty()) out += "  " + named.description;
    return out;
}

void describe_state(const InitialState& state, Page& page) {
    page.heading("initial state");
    for (const auto* list : state.parts())
        for (const InitialVariable& x : *list) {
            if (list == &state.lambda && !x.given) continue;
            std::string line = x.name + " = " + number(x.value);
            if (x.is_changed())
                line += "  (given " + number(*x.given) + ", which the constraints do not allow)";
            page.line(line);
        }
}

}  // namespace

std::string as_text(const Description& described, std::size_t width) {
    const auto& [s, state] = described;
    const ShownSystem shown(s);
    Page page(width);
    page.heading(s.name + (s.description.empty() ? "" : ": " + s.description));
    for (const std::string& c : s.citations) page.line(c);
    const bool has_inputs = std::ranges::any_of(s.parameters, &Parameter::is_input);
    if (!s.derived.empty() || !std::ranges::all_of(s.parameters, &Parameter::is_input))
        page.heading("parameters");
    for (const Parameter& p : s.parameters)
        if (!p.is_input) page.line(parameter_text(p));
    for (const DerivedParameter& p : s.derived) page.line(parameter_text(p, s));
    if (has_inputs) page.heading("inputs");
    for (const Parameter& p : s.parameters)
        if (p.is_input) page.line(parameter_text(p));
    if (s.algebra) {
        page.heading("Lie algebra " + s.algebra->name);
        page.line("velocities " + tuple(s.algebra->omega));
    }
    if (!s.coordinates.empty()) page.heading("coordinates");
    for (const Coordinate& c : s.coordinates) page.line(coordinate_text(c));
    if (s.algebra && !s.coordinates.empty()) page.heading("kinematics");
    for (std::size_t i = 0; s.algebra && i < s.coordinates.size(); ++i)
        page.define(text(dot(s.coordinates[i].symbol)), shown(s.algebra->rates[i]));
    page.heading("energy");
    page.define("T", shown(s.T));
    page.define("V", shown(s.V));
    bool forced = false;
    const std::vector<Expr> v = s.velocities();
    for (std::size_t i = 0; i < s.Q.size(); ++i) {
        if (s.Q[i] == s.c().zero()) continue;
        if (!forced) page.heading("forces");
        forced = true;
        page.define("Q on " + text(s.algebra ? v[i] : s.coordinates[i].symbol), shown(s.Q[i]));
    }
    if (!s.constraints.empty()) page.heading("constraints");
    for (const Constraint& c : s.constraints)
        page.vanish(fmt::format("{} ({})", c.name, anholon::name(c.kind)), shown(c.residual));
    if (!s.redundant.empty()) page.heading("constraints left out, since they follow from these");
    for (const RedundantConstraint& r : s.redundant) page.line(r.relation);
    if (!s.frictions.empty()) page.heading("dry friction");
    for (const DryFriction& f : s.frictions) {
        page.define(f.name + ", mu", shown(f.coefficient));
        if (f.is_regularised()) page.define("  regularised by", shown(f.width));
        for (const DryFriction::Row& row : f.rows)
            page.define("  slip of " + text(row.force), shown(row.slip));
    }
    if (!s.quasi.empty()) page.heading("quasi-velocities");
    for (const QuasiVelocity& q : s.quasi) page.define(text(q.symbol), shown(q.definition));
    if (!s.states.empty()) page.heading("states of controllers");
    for (const ControllerState& state : s.states) {
        page.define(text(dot(state.symbol)), shown(state.rate));
        if (const std::string said = unit_and_words(state); !said.empty())
            page.line("  " + text(state.symbol) + said);
    }
    if (!s.outputs.empty()) page.heading("outputs");
    for (const Output& output : s.outputs)
        page.define(output.name + unit_and_words(output), shown(output.value));
    if (!shown.where().empty()) page.heading("where");
    page.define(shown.where());
    page.heading("motion");
    page.line(motion_text(s.motion));
    describe_state(state, page);
    if (!s.expectations.empty()) page.heading("expectations");
    for (const Expectation& e : s.expectations) page.line(expectation_text(e));
    if (!s.experiments.empty()) page.heading("experiments");
    for (const Experiment& e : s.experiments) {
        std::string line = e.name + ": until " + number(e.until);
        if (!e.every.is_zero()) line += ", every " + number(e.every);
        if (!e.tolerance.is_zero()) line += ", tol " + number(e.tolerance);
        for (const auto& [symbol, value] : e.parameters) line += ", " + text(symbol) + " = " + number(value);
        for (const InitialValue& i : e.init) line += ", init " + name_of(i.symbol, s) + " = " + text(i.value);
        page.line(line);
        for (const Experiment::Study& study : e.studies)
            page.line("  " + study.study + " " + study.option + " " + study.value);
    }
    if (const std::string items = written_items(s.picture); !items.empty()) {
        page.heading("picture");
        page.line(items);
    }
    return page.finish();
}

namespace {

Json or_null(const std::string& s) { return s.empty() ? Json() : Json(s); }

Json state_json(const InitialState& state) {
    Json::Object out;
    for (const auto* list : state.parts())
        for (const InitialVariable& x : *list)
            out.emplace_back(x.name, Json::object({{"value", x.value},
                                                   {"given", x.given ? Json(*x.given) : Json()},
                                                   {"changed", x.is_changed()}}));
    return Json::object(std::move(out));
}

}  // namespace

Json as_json(const Description& described) {
    const auto& [s, state] = described;
    const ShownSystem shown(s);
    Json::Array citations, parameters, inputs, coordinates, forces, constraints, redundant, quasi, states,
        outputs, expectations, experiments, omega, where;
    for (const std::string& c : s.citations) citations.push_back(c);
    for (const Parameter& p : s.parameters)
        (p.is_input ? inputs : parameters)
            .push_back(Json::object({{"name", text(p.symbol)},
                                     {"latex", latex(p.symbol)},
                                     {"value", p.value.to_double()},
                                     {"exact", text(p.exact)},
                                     {"unit", or_null(p.unit)},
                                     {"range", p.range ? Json(Json::Array{p.range->first.to_double(),
                                                                          p.range->second.to_double()})
                                                       : Json()},
                                     {"description", or_null(p.description)}}));
    for (const DerivedParameter& p : s.derived)
        parameters.push_back(Json::object(
            {{"name", p.name},
             {"value", value_of(p, s)},
             {"definition", text(p.definition)},
             {"unit", or_null(p.unit)},
             {"range",
              p.range ? Json(Json::Array{p.range->first.to_double(), p.range->second.to_double()}) : Json()},
             {"description", or_null(p.description)}}));
    for (const Coordinate& c : s.coordinates)
        coordinates.push_back(Json::object({{"name", text(c.symbol)},
                                            {"latex", latex(c.symbol)},
                                            {"unit", or_null(c.unit)},
                                            {"modulus", c.modulus ? Json(text(c.modulus)) : Json()},
                                            {"description", or_null(c.description)}}));
    for (const Expr& q : s.Q) forces.push_back(shown(q));
    for (const Constraint& c : s.constraints)
        constraints.push_back(Json::object(
            {{"name", c.name}, {"kind", anholon::name(c.kind)}, {"residual", shown(c.residual)}}));
    for (const RedundantConstraint& r : s.redundant)
        redundant.push_back(Json::object({{"name", r.name}, {"relation", r.relation}}));
    for (const QuasiVelocity& q : s.quasi)
        quasi.push_back(Json::object(
            {{"name", text(q.symbol)}, {"latex", latex(q.symbol)}, {"definition", shown(q.definition)}}));
    for (const ControllerState& state : s.states)
        states.push_back(Json::object({{"name", text(state.symbol)},
                                       {"latex", latex(state.symbol)},
                                       {"rate", shown(state.rate)},
                                       {"unit", or_null(state.unit)},
                                       {"description", or_null(state.description)}}));
    for (const Output& output : s.outputs)
        outputs.push_back(Json::object({{"name", output.name},
                                        {"value", shown(output.value)},
                                        {"unit", or_null(output.unit)},
                                        {"description", or_null(output.description)}}));
    for (const Expectation& e : s.expectations) expectations.push_back(expectation_text(e));
    for (const Experiment& e : s.experiments) {
        Json::Array studies;
        for (const Experiment::Study& study : e.studies)
            studies.push_back(Json::object(
                {{"study", study.study}, {"option", study.option}, {"value", or_null(study.value)}}));
        experiments.push_back(Json::object({{"name", e.name},
                                            {"until", e.until.to_double()},
                                            {"every", e.every.to_double()},
                                            {"tol", e.tolerance.to_double()},
                                            {"studies", Json::array(std::move(studies))}}));
    }
    if (s.algebra)
        for (const Expr& w : s.algebra->omega) omega.push_back(text(w));
    for (const auto& [name, value] : shown.where()) where.emplace_back(name + " = " + value);
    return Json::object(
        {{"name", s.name},
         {"description", or_null(s.description)},
         {"citations", Json::array(std::move(citations))},
         {"parameters", Json::array(std::move(parameters))},
         {"inputs", Json::array(std::move(inputs))},
         {"coordinates", Json::array(std::move(coordinates))},
         {"algebra",
          s.algebra ? Json::object({{"name", s.algebra->name}, {"velocities", Json::array(omega)}}) : Json()},
         {"kinetic", shown(s.T)},
         {"potential", shown(s.V)},
         {"forces", Json::array(std::move(forces))},
         {"constraints", Json::array(std::move(constraints))},
         {"redundant", Json::array(std::move(redundant))},
         {"quasi", Json::array(std::move(quasi))},
         {"states", Json::array(std::move(states))},
         {"outputs", Json::array(std::move(outputs))},
         {"where", Json::array(std::move(where))},
         {"motion", motion_text(s.motion)},
         {"initial", state_json(state)},
         {"expectations", Json::array(std::move(expectations))},
         {"experiments", Json::array(std::move(experiments))}});
}

}  // namespace anholon::request
