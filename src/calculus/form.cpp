#include "calculus/form.hpp"

#include <algorithm>

#include "expr/derivative.hpp"

namespace anholon {

Form Form::function(Chart chart, Expr f) {
    Form a(std::move(chart), 0);
    a.add({}, f);
    return a;
}

Form Form::one_form(Chart chart, const Covector& components) {
    assert(components.size() == chart.axes());
    Form a(std::move(chart), 1);
    for (std::size_t i = 0; i < components.size(); ++i) a.add({i}, components[i]);
    return a;
}

Expr Form::component(const Indices& ascending) const {
    const auto found = components_.find(ascending);
    return found == components_.end() ? chart_.context().zero() : found->second;
}

void Form::add(Indices indices, Expr value) {
    assert(indices.size() == degree_);
    int sign = 1;  // of the permutation that sorts
    for (std::size_t i = 1; i < indices.size(); ++i)
        for (std::size_t j = i; j > 0 && indices[j] <= indices[j - 1]; --j) {
            if (indices[j] == indices[j - 1]) return;
            std::swap(indices[j], indices[j - 1]);
            sign = -sign;
        }
    const Expr total = component(indices) + sign * value;
    if (total == chart_.context().zero())
        components_.erase(indices);
    else
        components_[indices] = total;
}

Expr Form::operator()(std::span<const VectorField> X) const {
    assert(X.size() == degree_);
    Context& c = chart_.context();
    std::vector<Term> terms;
    for (const auto& [indices, value] : components_) {
        // value · Σ over permutations σ of sign(σ) Π X_k[I_σ(k)]
        std::vector<std::size_t> order(degree_);
        for (std::size_t k = 0; k < degree_; ++k) order[k] = k;
        do {
            int sign = 1;
            for (std::size_t i = 0; i < degree_; ++i)
                for (std::size_t j = i + 1; j < degree_; ++j)
                    if (order[i] > order[j]) sign = -sign;
            Expr product = value;
            for (std::size_t k = 0; k < degree_; ++k) product *= X[k][indices[order[k]]];
            terms.push_back({sign, product});
        } while (std::ranges::next_permutation(order).found);
    }
    return sum(c, terms);
}

Expr Form::operator()(const VectorField& X, const VectorField& Y) const {
    return (*this)(std::vector<VectorField>{X, Y});
}

Form operator+(const Form& a, const Form& b) {
    assert(a.degree() == b.degree() && a.chart() == b.chart());
    Form r = a;
    for (const auto& [indices, value] : b.components()) r.add(indices, value);
    return r;
}

Form operator*(Expr f, const Form& a) {
    Form r(a.chart(), a.degree());
    for (const auto& [indices, value] : a.components()) r.add(indices, f * value);
    return r;
}

Form wedge(const Form& a, const Form& b) {
    assert(a.chart() == b.chart());
    Form r(a.chart(), a.degree() + b.degree());
    for (const auto& [I, u] : a.components())
        for (const auto& [J, v] : b.components()) {
            Form::Indices both = I;
            both.insert(both.end(), J.begin(), J.end());
            r.add(both, u * v);
        }
    return r;
}

Form d(const Form& a) {
    Form r(a.chart(), a.degree() + 1);
    for (const auto& [I, value] : a.components())
        for (std::size_t i = 0; i < a.chart().axes(); ++i) {
            const Expr partial = derivative(value, a.chart().axis(i));
            if (partial == a.chart().context().zero()) continue;
            Form::Indices indices{i};
            indices.insert(indices.end(), I.begin(), I.end());
            r.add(indices, partial);
        }
    return r;
}

}  // namespace anholon
