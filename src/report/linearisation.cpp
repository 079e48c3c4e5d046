#include "report/linearisation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/words.hpp"
#include "report/critical_values.hpp"
#include "report/layout.hpp"

namespace anholon {

namespace {

std::string_view name(Standstill at) { return at == Standstill::equilibrium ? "equilibrium" : "steady"; }

// What rounding has left of a zero is shown as one.
double shown(double value, double largest) { return std::fabs(value) < 1e-14 * largest ? 0 : value; }

double largest_of(const std::vector<double>& values) {
    double largest = 0;
    for (const double v : values) largest = std::max(largest, std::fabs(v));
    return largest;
}

struct Cells {
    std::vector<std::string> texts;
    std::size_t widest = 0;
};

Cells matrix_cells(const std::vector<double>& A, double largest, int digits) {
    Cells out;
    for (const double a : A) {
        out.texts.push_back(fmt::format("{:.{}g}", shown(a, largest), digits));
        out.widest = std::max(out.widest, out.texts.back().size());
    }
    return out;
}

// With ten digits if the lines are wide enough for them, else with fewer. A matrix that is too wide with six digits is shown
// in parts, some columns at a time. n: of its columns.
std::string matrix_text(const std::string& title, const std::vector<double>& A, std::size_t n, double largest,
                        std::size_t width) {
    if (A.empty()) return "";
    const std::size_t rows = A.size() / n;
    constexpr std::size_t margin = 7;
    Cells cells;
    std::size_t columns = 0;
    for (int digits = 10; digits >= 6; --digits) {
        cells = matrix_cells(A, largest, digits);
        columns = (width - margin) / (cells.widest + 2);
        if (columns >= n) break;
    }
    if (columns < n) {
        cells = matrix_cells(A, largest, 10);
        columns = std::max<std::size_t>(1, (width - margin) / (cells.widest + 2));
    }
    std::string out;
    for (std::size_t from = 0; from < n; from += columns) {
        const std::size_t to = std::min(from + columns, n);
        if (columns < n)
            out += from + 1 == to ? fmt::format("  {}, column {}\n", title, to)
                                  : fmt::format("  {}, columns {} to {}\n", title, from + 1, to);
        for (std::size_t i = 0; i < rows; ++i) {
            out += i == 0 && columns >= n ? fmt::format("  {:<5}", title) : std::string(margin, ' ');
            for (std::size_t j = from; j < to; ++j)
                out += fmt::format("  {:>{}}", cells.texts[i * n + j], cells.widest);
            out += "\n";
        }
    }
    return out;
}

std::string state_text(const Linearisation& l) {
    std::string out;
    std::size_t width = 0;
    for (const NamedValue& x : l.state) width = std::max(width, x.name.size());
    for (const NamedValue& x : l.state) {
        out += fmt::format("  {:<{}}  {:.15g}", x.name, width, x.value);
        const auto before = std::ranges::find(l.before, x.name, &NamedValue::name);
        out += before == l.before.end() ? "\n" : fmt::format("  (was {:.10g})\n", before->value);
    }
    return out;
}

// Along which symmetries it moves, and which variables are left.
std::string steady_text(const Linearisation& l, std::size_t width) {
    std::string out;
    if (!l.cyclic.empty())
        out += paragraph("", "cyclic coordinates, left out: " + joined(l.cyclic), 2, width);
    if (!l.turning.empty())
        out += paragraph("", "the motion follows symmetries of the system at constant rates", 2, width);
    for (const Turning& t : l.turning)
        out += formula(fmt::format("  {:<15.12g} ", t.rate), t.field, 18, width);
    if (!l.left_out.empty()) out += paragraph("", l.left_out, 2, width);
    if (l.count.orbit == 0) return out;
    std::string counts = fmt::format("of {} variables, ", l.count.state);
    if (l.count.cyclic > 0)
        counts += fmt::format("{} {} cyclic, ", l.count.cyclic, l.count.cyclic == 1 ? "is" : "are");
    if (l.count.tied > 0)
        counts +=
            fmt::format("{} {} determined by constraints, ", l.count.tied, l.count.tied == 1 ? "is" : "are");
    counts += fmt::format("{} {} along symmetries: {} remain", l.count.orbit,
                          l.count.orbit == 1 ? "points" : "point", l.variables.size());
    return out + paragraph("", counts, 2, width);
}

std::string eigenvalue_text(const std::complex<double>& mu, int digits) {
    std::string out = fmt::format("{:.{}g}", mu.real(), digits);
    if (mu.imag() != 0)
        out += fmt::format(" {} {:.{}g}i", mu.imag() < 0 ? '-' : '+', std::fabs(mu.imag()), digits);
    return out;
}

std::string eigenvalues_text(const Spectrum& s) {
    std::string out = "eigenvalues\n";
    for (const auto& mu : s.values) out += "  " + eigenvalue_text(mu, 15) + "\n";
    return out;
}

// "controllable: the rank of (B, AB, ...) is 4, exactly". What is claimed beyond rounding is what was computed exactly.
std::string reach_text(const ModeReach& reach, std::size_t n, const std::string& word,
                       const std::string& matrices, const std::string& pencil, const std::string& modes) {
    std::string list;
    for (const auto& mu : reach.missed) list += (list.empty() ? "" : ", ") + eigenvalue_text(mu, 10);
    const std::string where = list.empty() ? "" : "; " + modes + ": " + list;
    if (reach.rank) {
        const bool is_full = *reach.rank == n;
        return fmt::format("{}{}: the rank of {} is {}{}, computed exactly{}", is_full ? "" : "not ", word,
                           matrices, *reach.rank, is_full ? "" : fmt::format(" of {}", n),
                           is_full ? "" : where);
    }
    if (reach.missed.empty())
        return fmt::format("{}, to rounding: {} has full rank at each eigenvalue", word, pencil);
    return fmt::format("not {}, to rounding{}", word, where);
}

std::string space_text(const StateSpace& s, std::size_t n, std::size_t width) {
    std::string out;
    const auto sentence = [&](const std::string& words) { out += paragraph("", words, 2, width); };
    if (!s.inputs.empty()) {
        sentence("x' = A x + B u for u = " + joined(s.inputs));
        out += matrix_text("B", s.B, s.inputs.size(), largest_of(s.B), width);
    }
    if (!s.outputs.empty()) {
        sentence(std::string("y = C x") + (s.inputs.empty() ? "" : " + D u") +
                 " for y = " + joined(s.outputs));
        out += matrix_text("C", s.C, n, largest_of(s.C), width);
        out += matrix_text("D", s.D, s.inputs.size(), largest_of(s.D), width);
    }
    if (s.controllability)
        sentence(reach_text(*s.controllability, n, "controllable", "(B, AB, ...)", "(mu - A, B)",
                            "no input moves the modes of"));
    if (s.observability)
        sentence(reach_text(*s.observability, n, "observable", "(C; CA; ...)", "(mu - A; C)",
                            "no output shows the modes of"));
    for (const std::string& note : s.notes) sentence(note);
    return out;
}

Json matrix_json(const std::vector<double>& A, std::size_t n) {
    Json::Array rows;
    for (std::size_t i = 0; n > 0 && i < A.size() / n; ++i) {
        Json::Array row;
        for (std::size_t j = 0; j < n; ++j) row.emplace_back(A[i * n + j]);
        rows.push_back(Json::array(std::move(row)));
    }
    return Json::array(std::move(rows));
}

Json words_json(const std::vector<std::string>& words) {
    Json::Array list;
    for (const std::string& word : words) list.emplace_back(word);
    return Json::array(std::move(list));
}

Json reach_json(const std::optional<ModeReach>& reach, std::size_t n) {
    if (!reach) return {};
    Json::Array missed;
    for (const auto& mu : reach->missed) missed.push_back(Json::array({Json(mu.real()), Json(mu.imag())}));
    const bool is_full = reach->rank ? *reach->rank == n : reach->missed.empty();
    return Json::object({{"full", is_full},
                         {"exact", reach->rank.has_value()},
                         {"rank", reach->rank ? Json(*reach->rank) : Json()},
                         {"missed", Json::array(std::move(missed))}});
}

Json space_json(const std::optional<StateSpace>& s, std::size_t n) {
    if (!s) return {};
    return Json::object({{"inputs", words_json(s->inputs)},
                         {"outputs", words_json(s->outputs)},
                         {"B", matrix_json(s->B, s->inputs.size())},
                         {"C", matrix_json(s->C, n)},
                         {"D", matrix_json(s->D, s->inputs.size())},
                         {"controllable", reach_json(s->controllability, n)},
                         {"observable", reach_json(s->observability, n)},
                         {"notes", words_json(s->notes)}});
}

// One sentence either way.
std::string frozen_text(const FrozenConstraints& frozen) {
    using enum FrozenConstraints::Outcome;
    switch (frozen.outcome) {
        case none: return "";
        case same:
            return "constraints frozen here, which can be integrated, give the same linear equations, to "
                   "rounding (Korteweg, Whittaker)";
        case different:
            return "constraints frozen here, which can be integrated, would give other linear equations: "
                   "reactions take part (Bottema)";
        case not_compared:
            return "the linear equations were not compared with those of constraints frozen here: " +
                   frozen.reason;
    }
    return "";
}

Json frozen_json(const FrozenConstraints& frozen) {
    using enum FrozenConstraints::Outcome;
    if (frozen.outcome == same || frozen.outcome == different) return Json(frozen.outcome == same);
    return {};
}

Json values_json(const std::vector<NamedValue>& values) {
    Json::Object out;
    for (const NamedValue& x : values) out.emplace_back(x.name, x.value);
    return Json::object(std::move(out));
}

}  // namespace

std::string as_text(const std::string& system, const Linearisation& l, std::size_t width) {
    const bool is_steady = l.at == Standstill::steady;
    const std::string_view what = is_steady ? "steady motion" : "equilibrium";
    const std::string_view article = is_steady ? "a" : "an";
    const auto sentence = [&](const std::string& words) { return paragraph("", words, 2, width); };
    std::string out = sentence(fmt::format("{}: near {} {}, by {}", system, article, what, l.form->title));
    out += state_text(l);
    if (!l.before.empty())
        out += sentence(
            fmt::format("the initial state is not {} {}; this is the one that Newton's method finds from it",
                        article, what));
    if (is_steady) out += steady_text(l, width);
    if (l.oscillations) {
        const SmallOscillations& o = *l.oscillations;
        const std::size_t r = o.coordinates.size();
        out += sentence("M q'' + C q' + K q = 0 for q = " + joined(o.coordinates));
        const double largest = std::max({largest_of(o.M), largest_of(o.C), largest_of(o.K)});
        out += matrix_text("M", o.M, r, largest, width) + matrix_text("C", o.C, r, largest, width) +
               matrix_text("K", o.K, r, largest, width);
    }
    out += sentence("x' = A x for x = " + joined(l.variables)) +
           matrix_text("A", l.A, l.variables.size(), largest_of(l.A), width) + eigenvalues_text(l.spectrum);
    if (l.spectrum.zeros > 0) {
        out += l.spectrum.zeros == 1 ? "1 of them is zero\n"
                                     : fmt::format("{} of them are zero\n", l.spectrum.zeros);
        for (const std::string& reason : l.zeros) out += paragraph("  ", reason, 4, width);
    }
    out += sentence(fmt::format("stability: {}; {}", name(l.stability.verdict), l.stability.reason));
    if (const std::string said = frozen_text(l.frozen); !said.empty()) out += sentence(said);
    return l.space ? out + space_text(*l.space, l.variables.size(), width) : out;
}

Json as_json(const std::string& system, const Linearisation& l) {
    Json::Array eigenvalues;
    for (const auto& mu : l.spectrum.values)
        eigenvalues.push_back(Json::array({Json(mu.real()), Json(mu.imag())}));
    Json::Array turning;
    for (const Turning& t : l.turning)
        turning.push_back(Json::object({{"field", t.field}, {"rate", t.rate}}));
    Json second;
    if (l.oscillations) {
        const SmallOscillations& o = *l.oscillations;
        const std::size_t r = o.coordinates.size();
        second = Json::object({{"coordinates", words_json(o.coordinates)},
                               {"M", matrix_json(o.M, r)},
                               {"C", matrix_json(o.C, r)},
                               {"K", matrix_json(o.K, r)}});
    }
    return Json::object({{"system", system},
                         {"at", name(l.at)},
                         {"form", l.form->id},
                         {"state", values_json(l.state)},
                         {"changed", values_json(l.before)},
                         {"cyclic", words_json(l.cyclic)},
                         {"turning", Json::array(std::move(turning))},
                         {"left_out", Json::object({{"cyclic", l.count.cyclic},
                                                    {"constraints", l.count.tied},
                                                    {"symmetries", l.count.orbit}})},
                         {"variables", words_json(l.variables)},
                         {"matrix", matrix_json(l.A, l.variables.size())},
                         {"second_order", std::move(second)},
                         {"eigenvalues", Json::array(std::move(eigenvalues))},
                         {"zero", Json::object({{"count", l.spectrum.zeros},
                                                {"eigenvectors", l.spectrum.kernel},
                                                {"family", l.family},
                                                {"because", words_json(l.zeros)}})},
                         {"stability", Json::object({{"verdict", name(l.stability.verdict)},
                                                     {"reason", l.stability.reason}})},
                         {"same_with_frozen_constraints", frozen_json(l.frozen)},
                         {"state_space", space_json(l.space, l.variables.size())}});
}

std::string as_text(const std::string& system, const LinearizeAnswer& answer, std::size_t width) {
    if (const auto* critical = std::get_if<request::CriticalValuesFound>(&answer))
        return as_text(system, critical->values, critical->unit, width);
    return as_text(system, std::get<Linearisation>(answer), width);
}

Json as_json(const std::string& system, const LinearizeAnswer& answer) {
    if (const auto* critical = std::get_if<request::CriticalValuesFound>(&answer))
        return as_json(system, critical->values, critical->unit);
    return as_json(system, std::get<Linearisation>(answer));
}

}  // namespace anholon
