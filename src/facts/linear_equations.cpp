#include "facts/linear_equations.hpp"

#include "expr/introduce.hpp"
#include "expr/operations.hpp"
#include "expr/print.hpp"
#include "structure/evidence/sentence.hpp"

namespace anholon {

namespace {

using Named = SecondOrderEquation::Kind;
constexpr std::size_t kReadable = 60;  // operations of coefficients that are written

std::string text_of(const Expr& symbol) { return symbol_text(symbol.symbol()); }
std::string latex_of(const Expr& symbol) { return symbol_latex(symbol.symbol()); }

Sentence& slope(Sentence& said, const Expr& of, const Expr& by, Expr value) {
    return said.equation("d" + text_of(of) + "/d" + text_of(by),
                         "\\frac{d" + latex_of(of) + "}{d" + latex_of(by) + "}", value);
}

Sentence said_of_equations(const LinearEquations& e) {
    Sentence said;
    const std::size_t count = e.letters.size();
    said << "linear equations in " << e.x << " give " << count << (count == 1 ? " integral" : " integrals")
         << " linear in the velocities: ";
    for (std::size_t k = 0; k < count; ++k) {
        if (k > 0) said << ", ";
        slope(said, e.letters[k], e.x, dot(e.A.row(k), e.letters) + e.b[k]);
    }
    bool any = false;
    for (std::size_t k = 0; k < count; ++k) {
        if (e.letters[k] == e.obeying[k]) continue;
        said << (any ? ", " : ", where ");
        said.equation(text_of(e.letters[k]), latex_of(e.letters[k]), e.obeying[k]);
        any = true;
    }
    return said;
}

Sentence said_of_first_order(const LinearEquations& e, const LinearSolutions& s,
                             const LinearSolutions::FirstOrder& one) {
    Sentence said;
    const Expr y = e.letters[one.component];
    said << y << " stands alone";
    if (s.has_inhomogeneous_terms) said << ", but for terms without the others";
    said << ": ";
    if (!one.integrating_factor) {
        slope(said, y, e.x, one.a * y);
        return said << ", a quadrature";
    }
    said << one.integrating_factor * y;
    return said << (s.has_inhomogeneous_terms ? " changes by these terms alone" : " is constant");
}

Sentence said_of_equation(const LinearEquations& e, const LinearSolutions& s) {
    const LinearSolutions::SecondOrder& two = *s.second_order;
    Sentence said;
    said << e.letters[two.component] << " = y obeys ";
    const Expr x = two.in_z ? two.in_z->x : e.x, P = two.in_z ? two.in_z->P : two.P,
               Q = two.in_z ? two.in_z->Q : two.Q;
    said.formula("y'' + P*y' + Q*y = 0", "y'' + P y' + Q y = 0");
    if (two.in_z) {
        said << " in ";
        said.equation(text_of(x), latex_of(x), two.z);
    }
    if (!two.in_z && operations(std::vector{P, Q}).total() > kReadable)
        return said << " with coefficients that are too long, and not rational in a variable that was tried";
    said << " with ";
    said.equation("P", "P", P) << ", ";
    said.equation("Q", "Q", Q);
    if (s.has_inhomogeneous_terms) said << ", without the terms that do not contain y";
    return said;
}

void said_of_complex(Sentence& said, const std::vector<Expr>& indicial) {
    Context& c = indicial[0].context();
    const Expr r = introduced(c, "r", SymbolKind::variable, "exponent");
    said << ", exponents the complex roots of " << r * r + indicial[0] * r + indicial[1];
}

Sentence said_of_points(const SecondOrderEquation& e) {
    Sentence said;
    said << "singular points: ";
    bool any = false;
    for (const SingularPoints& point : e.points) {
        if (any) said << "; ";
        any = true;
        if (point.is_infinity())
            said << "infinity";
        else if (point.count == 1)
            said.equation(text_of(e.x), latex_of(e.x), point.places[0]);
        else
            said << "the " << point.count << " roots of " << point.polynomial;
        if (!point.is_regular)
            said << ", irregular";
        else if (point.indicial.empty())
            said << ", regular";
        else if (point.exponents.empty())
            said_of_complex(said, point.indicial);
        else if (point.exponents[0] == point.exponents[1])
            said << ", exponents " << point.exponents[0] << " twice";
        else
            said << ", exponents " << point.exponents[0] << " and " << point.exponents[1];
    }
    return said;
}

Sentence said_of_kind(const SecondOrderEquation& e) {
    Sentence said;
    said << "this is ";
    switch (e.kind) {
        case Named::constant_coefficients: return said << "an equation with constant coefficients";
        case Named::euler: return said << "Euler's equation: its solutions are powers";
        case Named::legendre:
            said << "Legendre's equation, with the argument " << e.argument << " and ";
            return said.equation("nu*(nu + 1)", "\\nu(\\nu + 1)", e.degree_product);
        case Named::gauss:
            said << "Riemann's equation with three singular points, Gauss's hypergeometric one";
            if (e.hypergeometric.empty()) return said;
            said << ": F(a, b; c; s) with ";
            said.equation("s", "s", e.argument) << ", ";
            said.equation("a", "a", e.hypergeometric[0]) << ", ";
            said.equation("b", "b", e.hypergeometric[1]) << ", ";
            said.equation("c", "c", e.hypergeometric[2]) << ", times s to the power " << e.hypergeometric[3];
            return said << " and 1 - s to the power " << e.hypergeometric[4];
        case Named::heun: return said << "Heun's equation: four regular singular points";
        case Named::fuchsian:
            return said << "an equation of Fuchs's class with " << e.singular_points() << " singular points";
        case Named::irregular: return said << "an equation with an irregular singular point";
    }
    return said;
}

Sentence said_of_solutions(const SecondOrderEquation& e) {
    Sentence said;
    said << (e.solutions.size() == 2 ? "its solutions are elementary: " : "it has the elementary solution ");
    for (std::size_t k = 0; k < e.solutions.size(); ++k) said << (k == 0 ? "" : " and ") << e.solutions[k];
    return said;
}

Sentence said_of_quadrature(const LinearEquations& e) {
    Sentence said;
    const std::string x = text_of(e.x), x_latex = latex_of(e.x);
    const Expr square = pow(dot(e.x), Rational(2));
    said << "with them ";
    said << dot(e.x);
    said << " is a function of " << e.x << " too, ";
    said.equation("d(" + x + "'^2)/d" + x, "\\frac{d}{d" + x_latex + "}\\dot{" + x_latex + "}^2",
                  e.alpha * square + e.beta);
    return said << ": the time is a quadrature";
}

Data points_data(const SecondOrderEquation& e) {
    Data::List list;
    for (const SingularPoints& point : e.points) {
        Data::Fields one{{"count", point.count},
                         {"is_infinity", point.is_infinity()},
                         {"is_regular", point.is_regular},
                         {"places", list_of(point.places)},
                         {"exponents", list_of(point.exponents)}};
        if (!point.is_infinity()) one.emplace_back("polynomial", point.polynomial);
        list.emplace_back(std::move(one));
    }
    return list;
}

Data::Fields equation_data(const LinearEquations& e, const LinearSolutions::SecondOrder& two) {
    Data::Fields out{{"unknown", e.letters[two.component]}};
    if (!two.in_z) {
        out.emplace_back("variable", e.x);
        out.emplace_back("P", two.P);
        out.emplace_back("Q", two.Q);
        return out;
    }
    const SecondOrderEquation& in_z = *two.in_z;
    out.emplace_back("variable", in_z.x);
    out.emplace_back("variable_is", two.z);
    out.emplace_back("P", in_z.P);
    out.emplace_back("Q", in_z.Q);
    out.emplace_back("kind", name(in_z.kind));
    out.emplace_back("singular_points", points_data(in_z));
    if (in_z.argument) out.emplace_back("argument", in_z.argument);
    if (in_z.degree_product) out.emplace_back("degree_product", in_z.degree_product);
    if (!in_z.hypergeometric.empty()) out.emplace_back("hypergeometric", list_of(in_z.hypergeometric));
    out.emplace_back("elementary_solutions", list_of(in_z.solutions));
    return out;
}

}  // namespace

std::string_view name(SecondOrderEquation::Kind kind) {
    switch (kind) {
        case Named::constant_coefficients: return "constant coefficients";
        case Named::euler: return "Euler";
        case Named::legendre: return "Legendre";
        case Named::gauss: return "Gauss";
        case Named::heun: return "Heun";
        case Named::fuchsian: return "Fuchs";
        case Named::irregular: return "irregular";
    }
    return "";
}

std::vector<Fact::Sentence> said_of(const LinearEquations& e, const LinearSolutions& s) {
    std::vector<Fact::Sentence> out{said_of_equations(e)};
    for (const Expr& constant : s.constants)
        out.push_back(Sentence() << "of these " << constant << " is constant");
    for (const auto& one : s.first_order) out.push_back(said_of_first_order(e, s, one));
    if (s.second_order) {
        out.push_back(said_of_equation(e, s));
        if (const auto& in_z = s.second_order->in_z) {
            out.push_back(said_of_points(*in_z));
            out.push_back(said_of_kind(*in_z));
            if (!in_z->solutions.empty()) out.push_back(said_of_solutions(*in_z));
        }
    }
    if (e.alpha) out.push_back(said_of_quadrature(e));
    return out;
}

Data::Fields data(const LinearEquations& e, const LinearSolutions& s) {
    Data::List rows, alone;
    for (std::size_t k = 0; k < e.A.rows(); ++k) rows.emplace_back(list_of(e.A.row(k)));
    for (const auto& one : s.first_order) {
        Data::Fields fields{{"unknown", e.letters[one.component]}, {"rate", one.a}};
        if (one.integrating_factor) fields.emplace_back("integrating_factor", one.integrating_factor);
        alone.emplace_back(std::move(fields));
    }
    Data::Fields out{
        {"variable", e.x}, {"unknowns", list_of(e.letters)}, {"unknowns_are", list_of(e.obeying)},
        {"matrix", rows},  {"inhomogeneous", list_of(e.b)},  {"constants", list_of(s.constants)},
        {"alone", alone},  {"error_bound", e.error_bound}};
    if (e.alpha) {
        out.emplace_back("square_of_rate_factor", e.alpha);
        out.emplace_back("square_of_rate_rest", e.beta);
    }
    if (s.second_order) out.emplace_back("equation", equation_data(e, *s.second_order));
    return out;
}

}  // namespace anholon
