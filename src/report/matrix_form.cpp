#include "report/matrix_form.hpp"

#include <algorithm>

#include "expr/latex_width.hpp"
#include "report/latex_layout.hpp"
#include "report/layout.hpp"

namespace anholon::request {

namespace {

bool vanishes(const std::vector<Expr>& v) {
    return std::ranges::all_of(v, [](const Expr& e) { return e == e.context().zero(); });
}

// What the equation is called, without the parts that vanish.
std::string title(const MatrixForm& m) {
    return std::string("M z") + (vanishes(m.h) ? "" : " + h") + " = " + (vanishes(m.Q) ? "0" : "Q");
}

std::string tuple(const std::vector<std::string>& entries) {
    std::string out;
    for (const std::string& e : entries) out += (out.empty() ? "" : ", ") + e;
    return "(" + out + ")";
}

std::vector<std::string> names(const MatrixForm& m, Style style) {
    std::vector<std::string> out;
    for (const Label& z : m.unknowns) out.push_back(style == Style::text ? z.text : z.latex);
    return out;
}

// Columns of equal width: "  M = ( a  b )".
std::string table(const MatrixForm& m, const ShownExpr& shown) {
    std::vector<std::size_t> width(m.M.columns(), 0);
    for (std::size_t i = 0; i < m.M.rows(); ++i)
        for (std::size_t j = 0; j < m.M.columns(); ++j)
            width[j] = std::max(width[j], cells(shown(m.M(i, j))));
    std::string out;
    for (std::size_t i = 0; i < m.M.rows(); ++i) {
        out += i == 0 ? "  M = (" : "      (";
        for (std::size_t j = 0; j < m.M.columns(); ++j) {
            const std::string& entry = shown(m.M(i, j));
            out += "  " + entry + std::string(width[j] - cells(entry), ' ');
        }
        out += "  )\n";
    }
    return out;
}

// The entries that are not zero; of a symmetric matrix those on and above the diagonal.
template <class Add>
void each_entry(const Matrix& M, const Add& add) {
    const bool is_symmetric = M == transpose(M);
    for (std::size_t i = 0; i < M.rows(); ++i)
        for (std::size_t j = is_symmetric ? i : 0; j < M.columns(); ++j)
            if (M(i, j) != M.context().zero()) add(i + 1, j + 1, M(i, j));
}

std::string entries(const MatrixForm& m, const ShownExpr& shown, std::size_t width) {
    std::string out;
    if (m.M == transpose(m.M))
        out += "  M is symmetric; entries that are not shown are 0\n";
    else
        out += "  entries that are not shown are 0\n";
    each_entry(m.M, [&](std::size_t i, std::size_t j, const Expr& e) {
        out += equation("M[" + std::to_string(i) + "," + std::to_string(j) + "]", shown(e), width);
    });
    return out;
}

std::string column(const char* letter, const std::vector<Expr>& v, const ShownExpr& shown,
                   std::size_t width) {
    std::string out;
    if (vanishes(v)) return out;
    for (std::size_t i = 0; i < v.size(); ++i)
        out += equation(letter + ("[" + std::to_string(i + 1)) + "]", shown(v[i]), width);
    return out;
}

std::string pmatrix(const Matrix& M, const ShownExpr& shown) {
    std::string out = "\\begin{pmatrix} ";
    for (std::size_t i = 0; i < M.rows(); ++i) {
        for (std::size_t j = 0; j < M.columns(); ++j) out += (j ? " & " : i ? " \\\\ " : "") + shown(M(i, j));
    }
    return out + " \\end{pmatrix}";
}

double width_of(const Matrix& M, const ShownExpr& shown) {
    double total = 0;
    for (std::size_t j = 0; j < M.columns(); ++j) {
        double widest = 0;
        for (std::size_t i = 0; i < M.rows(); ++i) widest = std::max(widest, latex_width(shown(M(i, j))));
        total += widest + 2;
    }
    return total + 4;
}

}  // namespace

std::string matrix_text(const MatrixForm& m, const ShownExpr& shown, std::size_t width) {
    const std::string whole = table(m, shown);
    const bool fits = cells(whole.substr(0, whole.find('\n'))) <= width;
    return paragraph("  ", title(m) + ",  z = " + tuple(names(m, Style::text)), 6, width) +
           (fits ? whole : entries(m, shown, width)) + column("h", m.h, shown, width) +
           column("Q", m.Q, shown, width);
}

std::string matrix_latex(const MatrixForm& m, const ShownExpr& shown, std::size_t width) {
    std::vector<LatexEquation> rows{{"z", "\\left(" + tuple(names(m, Style::latex)).substr(1)}};
    rows[0].right.insert(rows[0].right.size() - 1, "\\right");
    if (width_of(m.M, shown) <= static_cast<double>(width))
        rows.push_back({"M", pmatrix(m.M, shown)});
    else
        each_entry(m.M, [&](std::size_t i, std::size_t j, const Expr& e) {
            rows.push_back({"M_{" + std::to_string(i) + std::to_string(j) + "}", shown(e)});
        });
    const auto add = [&](const std::string& letter, const std::vector<Expr>& v) {
        for (std::size_t i = 0; i < v.size() && !vanishes(v); ++i)
            rows.push_back({letter + "_{" + std::to_string(i + 1) + "}", shown(v[i])});
    };
    add("h", m.h);
    add("Q", m.Q);
    const std::string name = title(m);
    const std::size_t at = name.find(" = ");
    rows.insert(rows.begin(), LatexEquation{name.substr(0, at), name.substr(at + 3)});
    return latex_align(rows, width);
}

Json matrix_json(const MatrixForm& m, Style style, const ShownExpr& shown) {
    Json::Array z, M, h, Q;
    for (const std::string& name : names(m, style)) z.push_back(name);
    for (std::size_t i = 0; i < m.M.rows(); ++i) {
        Json::Array row;
        for (const Expr& e : m.M.row(i)) row.push_back(shown(e));
        M.push_back(Json::array(std::move(row)));
    }
    for (const Expr& e : m.h) h.push_back(shown(e));
    for (const Expr& e : m.Q) Q.push_back(shown(e));
    return Json::object({{"z", Json::array(std::move(z))},
                         {"M", Json::array(std::move(M))},
                         {"h", Json::array(std::move(h))},
                         {"Q", Json::array(std::move(Q))}});
}

}  // namespace anholon::request
