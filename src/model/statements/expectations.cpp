#include "model/statements/elaboration.hpp"

#include "model/language/errors.hpp"

namespace anholon {

namespace {

using namespace syntax;

// The readers of parts say whether there was no mistake.

bool count(Elaboration& model, const Expression& written, Expectation& e) {
    const auto count = model.constant(written, "a number of degrees of freedom");
    if (!count) return false;
    const auto whole = count->value.to_long();
    if (!whole || *whole < 0) {
        model.report(dof_not_count(written.span));
        return false;
    }
    e.count = static_cast<std::size_t>(*whole);
    return true;
}

bool sides(Elaboration& model, const ExpectStatement& s, Expectation& e) {
    std::optional<Dimension> left_dimension, right_dimension;
    e.left = model.read(*s.left, model.outer, &left_dimension);
    e.domain = model.domain(*s.left);
    if (s.right) {
        e.right = model.read(*s.right, model.outer, &right_dimension);
        for (const Expr& g : model.domain(*s.right)) e.domain.push_back(g);
    }
    // A value is measured in SI units, a number by itself.
    if (s.kind == ExpectStatement::Kind::equation)
        model.same_dimension(*s.left, left_dimension, *s.right, right_dimension);
    if (s.time) e.time = model.constant_expression(*s.time, "a time");
    return e.left && (!s.right || e.right) && (!s.time || e.time);
}

bool tolerance(Elaboration& model, const Expression& written, Expectation& e) {
    const auto tolerance = model.constant(written, "a tolerance");
    if (!tolerance) return false;
    if (tolerance->value.sign() <= 0) {
        model.report(setting_not_positive(written.span, "within"));
        return false;
    }
    e.tolerance = tolerance->value;
    return true;
}

Expectation::Kind kind(ExpectStatement::Kind written) {
    using Kind = ExpectStatement::Kind;
    switch (written) {
        case Kind::dof: return Expectation::Kind::dof;
        case Kind::integral:
        case Kind::energy: return Expectation::Kind::integral;
        case Kind::equation: return Expectation::Kind::equation;
        case Kind::value: return Expectation::Kind::value;
        case Kind::holonomic: return Expectation::Kind::holonomic;
        case Kind::nonholonomic: return Expectation::Kind::nonholonomic;
    }
    return {};
}

void expectation(Elaboration& model, const ExpectStatement& s, Span span) {
    Expectation e;
    e.kind = kind(s.kind);
    e.span = span;
    if (s.kind == ExpectStatement::Kind::energy) e.name = "energy";
    if (s.kind == ExpectStatement::Kind::integral) e.name = model.text(s.left->span);
    // The integrals that linear equations give have no formula, as the energy has none here.
    const bool is_linear = e.name == "linear" && !model.outer.find(e.name);
    if (is_linear) {
        model.system.expectations.push_back(std::move(e));
        return;
    }
    if (s.kind == ExpectStatement::Kind::dof) {
        if (!count(model, *s.left, e)) return;
    } else if (s.left) {
        if (!sides(model, s, e)) return;
    }
    if (s.tolerance && !tolerance(model, *s.tolerance, e)) return;
    model.system.expectations.push_back(std::move(e));
}

}  // namespace

void read_expectations(Elaboration& model) {
    model.each<ExpectStatement>([&](const auto& s, const auto& at) { expectation(model, s, at.span); });
}

}  // namespace anholon
