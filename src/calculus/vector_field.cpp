#include "calculus/vector_field.hpp"

#include "expr/derivative.hpp"

namespace anholon {

namespace {

Direction direction(const VectorField& X) {
    Direction along;
    for (std::size_t i = 0; i < X.chart().axes(); ++i) along.emplace_back(X.chart().axis(i), X[i]);
    return along;
}

}  // namespace

VectorField::VectorField(Chart chart, Vector components)
    : chart_(std::move(chart)), components_(std::move(components)) {
    assert(components_.size() == chart_.axes());
}

Expr VectorField::operator()(Expr f) const { return directional_derivative(f, direction(*this)); }

VectorField bracket(const VectorField& X, const VectorField& Y) {
    assert(X.chart() == Y.chart());
    const Vector XY(directional_derivative(Y.components().components(), direction(X)));
    const Vector YX(directional_derivative(X.components().components(), direction(Y)));
    return {X.chart(), XY - YX};
}

}  // namespace anholon
