#include "report/linearisation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

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

std::string matrix_text(const std::string& title, const std::vector<double>& A, std::size_t n,
                        double largest) {
    std::vector<std::string> cells;
    std::size_t width = 0;
    for (const double a : A) {
        cells.push_back(fmt::format("{:.10g}", shown(a, largest)));
        width = std::max(width, cells.back().size());
    }
    std::string out;
    for (std::size_t i = 0; i < n; ++i) {
        out += i == 0 ? fmt::format("  {:<5}", title) : std::string(7, ' ');
        for (std::size_t j = 0; j < n; ++j) out += fmt::format("  {:>{}}", cells[i * n + j], width);
        out += "\n";
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

std::string joined(const std::vector<std::string>& words) {
    std::string out;
    for (const std::string& word : words) out += (out.empty() ? "" : ", ") + word;
    return out;
}

// Along which symmetries it moves, and which variables are left.
std::string steady_text(const Linearisation& l) {
    std::string out;
    if (!l.cyclic.empty()) out += "cyclic coordinates, left out: " + joined(l.cyclic) + "\n";
    if (!l.turning.empty()) out += "it moves along symmetries of the system at constant rates\n";
    for (const Turning& t : l.turning) out += fmt::format("  {:<15.12g} {}\n", t.rate, t.field);
    if (!l.left_out.empty()) out += l.left_out + "\n";
    if (l.count.orbit == 0) return out;
    out += fmt::format("of {} variables ", l.count.state);
    if (l.count.cyclic > 0)
        out += fmt::format("{} {} cyclic, ", l.count.cyclic, l.count.cyclic == 1 ? "is" : "are");
    if (l.count.tied > 0)
        out += fmt::format("{} {} tied by constraints, ", l.count.tied, l.count.tied == 1 ? "is" : "are");
    return out + fmt::format("{} {} along symmetries: {} remain\n", l.count.orbit,
                             l.count.orbit == 1 ? "leads" : "lead", l.variables.size());
}

std::string eigenvalues_text(const Spectrum& s) {
    std::string out = "eigenvalues\n";
    for (const auto& mu : s.values) {
        out += fmt::format("  {:.15g}", mu.real());
        if (mu.imag() != 0)
            out += fmt::format(" {} {:.15g}i", mu.imag() < 0 ? '-' : '+', std::fabs(mu.imag()));
        out += "\n";
    }
    return out;
}

Json matrix_json(const std::vector<double>& A, std::size_t n) {
    Json::Array rows;
    for (std::size_t i = 0; i < n; ++i) {
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

Json values_json(const std::vector<NamedValue>& values) {
    Json::Object out;
    for (const NamedValue& x : values) out.emplace_back(x.name, x.value);
    return Json::object(std::move(out));
}

}  // namespace

std::string as_text(const std::string& system, const Linearisation& l) {
    const bool is_steady = l.at == Standstill::steady;
    std::string out = fmt::format("{}: near {}, by {}\n", system,
                                  is_steady ? "a steady motion" : "an equilibrium", l.form->title);
    out += state_text(l);
    if (!l.before.empty())
        out +=
            fmt::format("the initial state is no {}: this is the one that Newton's method finds from there\n",
                        is_steady ? "steady motion" : "equilibrium");
    if (is_steady) out += steady_text(l);
    if (l.oscillations) {
        const SmallOscillations& o = *l.oscillations;
        const std::size_t r = o.coordinates.size();
        out += "M q'' + C q' + K q = 0 for q = " + joined(o.coordinates) + "\n";
        const double largest = std::max({largest_of(o.M), largest_of(o.C), largest_of(o.K)});
        out += matrix_text("M", o.M, r, largest) + matrix_text("C", o.C, r, largest) +
               matrix_text("K", o.K, r, largest);
    }
    out += "x' = A x for x = " + joined(l.variables) + "\n" +
           matrix_text("A", l.A, l.variables.size(), largest_of(l.A)) + eigenvalues_text(l.spectrum);
    if (l.spectrum.zeros > 0) {
        out +=
            fmt::format("{} of them {}\n", l.spectrum.zeros, l.spectrum.zeros == 1 ? "vanishes" : "vanish");
        for (const std::string& sentence : l.zeros) out += "  " + sentence + "\n";
    }
    out += fmt::format("stability: {}; {}\n", name(l.stability.verdict), l.stability.reason);
    return out;
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
                                                     {"reason", l.stability.reason}})}});
}

}  // namespace anholon
