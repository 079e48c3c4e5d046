#include "report/hierarchy.hpp"

#include <algorithm>

#include "base/words.hpp"
#include "report/facts.hpp"
#include "report/layout.hpp"

namespace anholon::request {

namespace {

std::string yes_or_no(const FactVerdict& verdict, bool is) {
    if (verdict.is_inapplicable()) return "-";
    return verdict.is_undecided() ? "open" : is ? "yes" : "no";
}

std::string count_of_integrals(const HierarchyRow& row) {
    if (row.integrals.verdict.is_undecided() && row.by_linear == 0) return "open";
    return std::to_string(row.known_integrals()) + (row.known_integrals() > row.independent ? "+" : "");
}

std::string multiplier(const HierarchyRow& row) {
    using enum MultiplierVerdict;
    const FactVerdict& v = row.multiplier.verdict;
    if (v.is_undecided()) return "open";
    if (v == hamiltonian || v == lagrangian) return "1";
    if (v == MultiplierVerdict::multiplier || v == local) return "yes";
    return v == not_chaplygin || v == does_not_apply ? "-" : "no";
}

std::vector<std::string> cells_of(const HierarchyRow& row) {
    return {row.system + (row.own_core ? "*" : ""),
            std::to_string(row.dof),
            std::to_string(row.dimension),
            yes_or_no(row.measure.verdict, row.measure.verdict == MeasureVerdict::measure),
            count_of_integrals(row),
            multiplier(row),
            row.is_hamiltonian() ? "yes" : "-",
            std::string(name(row.follows))};
}

}  // namespace

std::string as_text(const Hierarchy& hierarchy, std::size_t width) {
    TableRows rows{{"", "dof", "dim", "measure", "int", "N", "H", "integrable"}};
    for (const HierarchyRow& row : hierarchy.rows) rows.push_back(cells_of(row));
    std::string out = table(rows, width);
    out += paragraph(
        "",
        "of the core: dof, free velocities; dim, its dimension; measure, with a density that depends on "
        "the configuration; int, independent first integrals that are known; N, a reducing multiplier; H, "
        "Hamilton's equations in the time given by dτ = N dt; -, not shown",
        2, width);
    const auto has = [&](auto&& is) { return std::ranges::any_of(hierarchy.rows, is); };
    if (has([](const HierarchyRow& row) { return row.own_core.has_value(); }))
        out += paragraph("", "* the system is its own core", 2, width);
    if (has([](const HierarchyRow& row) { return row.known_integrals() > row.independent; }))
        out += paragraph("", "+ with those that solve linear equations and have no formula", 2, width);
    if (!hierarchy.left_out.empty())
        out += paragraph("", "left out, with another law of motion: " + joined(hierarchy.left_out), 2, width);
    return out;
}

Json as_json(const Hierarchy& table) {
    Json::Array rows;
    for (const HierarchyRow& row : table.rows)
        rows.push_back(Json::object({{"system", row.system},
                                     {"is_its_own_core", row.own_core.has_value()},
                                     {"dof", row.dof},
                                     {"dimension", row.dimension},
                                     {"measure", std::string(row.measure.verdict.answer())},
                                     {"has_density", row.has_density()},
                                     {"integrals", row.independent},
                                     {"integrals_of_linear_equations", row.by_linear},
                                     {"multiplier", std::string(row.multiplier.verdict.answer())},
                                     {"is_hamiltonian", row.is_hamiltonian()},
                                     {"follows", std::string(name(row.follows))}}));
    return Json::array(std::move(rows));
}

}  // namespace anholon::request
