#include "report/variations.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/layout.hpp"
#include "report/trajectory.hpp"
#include "study/orthonormal_basis.hpp"

namespace anholon {

namespace {

constexpr std::size_t across = 4;  // tangent vectors side by side

// v_k at the end, a column each.
std::string columns_text(const VariedMotion& m) {
    const std::size_t n = m.variables.size();
    const std::vector<double>& end = m.rows.back();
    std::string out;
    for (std::size_t first = 0; first < m.tangents.size(); first += across) {
        const std::size_t last = std::min(first + across, m.tangents.size());
        out += fmt::format("  {:<14}", "");
        for (std::size_t k = first; k < last; ++k) out += fmt::format(" {:>15}", fmt::format("v{}", k + 1));
        out += "\n";
        for (std::size_t i = 0; i < n; ++i) {
            out += fmt::format("  {:<14}", m.variables[i]);
            for (std::size_t k = first; k < last; ++k)
                out += fmt::format(" {:>15.8g}", end[1 + n + k * n + i]);
            out += "\n";
        }
        out += fmt::format("  {:<14}", "length");
        for (std::size_t k = first; k < last; ++k)
            out += fmt::format(" {:>15.8g}", norm(std::span(end).subspan(1 + n + k * n, n)));
        out += "\n";
    }
    return out;
}

double largest_drift(const std::vector<VariationInvariant>& list) {
    double most = 0;
    for (const VariationInvariant& I : list) most = std::max(most, I.drift);
    return most;
}

std::string said_of_bilinear(const VariedMotion& m) {
    if (m.bilinear.empty())
        return m.tangents.size() < 2 ? "Poincaré's invariant takes two tangent vectors"
                                     : "Poincaré's invariant: none, since " +
                                           m.not_invariant.value_or("there are no coordinates");
    if (m.not_invariant)
        return fmt::format(
            "δp Δq − Δp δq need not be constant: {}; it changes by {:.1e}, relative to the lengths of the "
            "vectors",
            *m.not_invariant, largest_drift(m.bilinear));
    return fmt::format(
        "Poincaré's invariant δp Δq − Δp δq is constant for each pair of tangent vectors; relative drift "
        "{:.1e}",
        largest_drift(m.bilinear));
}

Json list_of(const std::vector<VariationInvariant>& list) {
    Json::Array out;
    for (const VariationInvariant& I : list)
        out.push_back(Json::object({{"name", I.name}, {"start", I.start}, {"drift", I.drift}}));
    return Json::array(std::move(out));
}

Json numbers(std::span<const double> list) {
    Json::Array out;
    for (const double value : list) out.emplace_back(value);
    return Json::array(std::move(out));
}

}  // namespace

std::string as_text(const std::string& system, const VariedMotion& m, std::size_t width) {
    const auto sentence = [&](const std::string& words) { return paragraph("", words, 2, width); };
    std::string out = sentence(fmt::format(
        "{}: tangent vectors at t = {:.10g}, by the equations in variations", system, m.rows.back()[0]));
    out += columns_text(m);
    for (std::size_t k = 0; k < m.moved.size(); ++k)
        if (m.moved[k] > 1e-12 * norm(m.tangents[k]))
            out += sentence(
                fmt::format("v{} was moved by {:.3g} so that the constraints allow it", k + 1, m.moved[k]));
    out += sentence(said_of_bilinear(m));
    if (!m.linear.empty())
        out += sentence(
            fmt::format("dF of each integral F is constant along each tangent vector; relative drift {:.1e}",
                        largest_drift(m.linear)));
    out += sentence(fmt::format("{} rows, {} steps by {} at the tolerance {:.3g}", m.rows.size(), m.steps,
                                m.method, m.tolerance));
    if (m.ended)
        out += sentence(fmt::format("the motion ends at t = {:.10g}: {}", m.rows.back()[0], *m.ended));
    return out;
}

Json as_json(const std::string& system, const VariedMotion& m) {
    const std::size_t n = m.variables.size();
    Json::Array variables, tangents, ends, rows;
    for (const std::string& name : m.variables) variables.emplace_back(name);
    for (std::size_t k = 0; k < m.tangents.size(); ++k) {
        tangents.push_back(numbers(m.tangents[k]));
        ends.push_back(numbers(std::span(m.rows.back()).subspan(1 + n + k * n, n)));
    }
    for (const std::vector<double>& row : m.rows) rows.push_back(numbers(row));
    return Json::object({{"system", system},
                         {"variables", Json::array(std::move(variables))},
                         {"start", Json::array(std::move(tangents))},
                         {"end", Json::array(std::move(ends))},
                         {"until", m.rows.back()[0]},
                         {"bilinear", list_of(m.bilinear)},
                         {"bilinear_is_invariant", !m.not_invariant},
                         {"why_not", m.not_invariant ? Json(*m.not_invariant) : Json()},
                         {"linear", list_of(m.linear)},
                         {"rows", Json::array(std::move(rows))},
                         {"ended", m.ended ? Json(*m.ended) : Json()},
                         {"steps", m.steps},
                         {"method", m.method},
                         {"tolerance", m.tolerance}});
}

void write_variations(const std::string& file, const request::StatedModel& model,
                      const Provenance& provenance, const VariedMotion& m) {
    TrajectoryHeader header{.title = model.system.name + ": variations",
                            .model_text = std::string(model.source.text()),
                            .form = "variations",
                            .method = m.method,
                            .tolerance = m.tolerance,
                            .parameters = {},
                            .provenance = provenance,
                            .columns = {{"t", "s", "time"}}};
    for (const std::string& name : m.variables) header.columns.push_back({name});
    for (std::size_t k = 1; k <= m.tangents.size(); ++k)
        for (const std::string& name : m.variables)
            header.columns.push_back(
                {"v" + std::to_string(k) + "_" + name, "", "component of a tangent vector"});
    const auto out = open_trajectory(file, std::move(header));
    for (const std::vector<double>& row : m.rows) out->append(row);
    out->finish({.stopped = m.ended.value_or("")});
}

}  // namespace anholon
