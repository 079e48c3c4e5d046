#include "model/algebra/lie_algebra.hpp"

#include "expr/zero.hpp"

namespace anholon {

namespace {

StructureConstants rotations(Context& context, std::size_t n) {
    if (n == 3) {
        StructureConstants c(context, 3);
        for (std::size_t i = 0; i < 3; ++i) c.set(i, (i + 1) % 3, (i + 2) % 3, context.one());
        return c;
    }
    // [E_ij, E_kl] = δ_jk E_il + δ_il E_jk − δ_ik E_jl − δ_jl E_ik
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    std::vector<std::vector<std::size_t>> place(n, std::vector<std::size_t>(n));
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = i + 1; j < n; ++j) {
            place[i][j] = place[j][i] = pairs.size();
            pairs.emplace_back(i, j);
        }
    StructureConstants c(context, pairs.size());
    for (std::size_t r = 0; r < pairs.size(); ++r)
        for (std::size_t s = 0; s < pairs.size(); ++s) {
            const auto [i, j] = pairs[r];
            const auto [k, l] = pairs[s];
            const auto add = [&](std::size_t a, std::size_t b, int sign) {
                if (a == b) return;
                Expr& entry = c(place[a][b], r, s);
                entry = entry + Rational(a < b ? sign : -sign);
            };
            if (j == k) add(i, l, 1);
            if (i == l) add(j, k, 1);
            if (i == k) add(j, l, -1);
            if (j == l) add(i, k, -1);
        }
    return c;
}

StructureConstants plane_motions(Context& context) {
    StructureConstants c(context, 3);
    c.set(2, 0, 1, context.one());
    c.set(2, 1, 0, -context.one());
    return c;
}

StructureConstants space_motions(Context& context) {
    StructureConstants c(context, 6);
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
        c.set(i, j, k, context.one());
        c.set(i, 3 + j, 3 + k, context.one());
        c.set(j, 3 + i, 3 + k, -context.one());
    }
    return c;
}

}  // namespace

std::optional<StructureConstants> named_algebra(Context& context, std::string_view name, std::size_t size) {
    if (name == "so" && size >= 3 && size <= 10) return rotations(context, size);
    if (name == "e" && size == 2) return plane_motions(context);
    if (name == "e" && size == 3) return space_motions(context);
    if (name == "r" && size >= 1 && size <= max_algebra_dimension) return StructureConstants(context, size);
    if (name == "sl" && size == 2) {
        StructureConstants c(context, 3);
        c.set(0, 1, 1, context.number(2));
        c.set(0, 2, 2, context.number(-2));
        c.set(1, 2, 0, context.one());
        return c;
    }
    if (name == "heisenberg" && size == 3) {
        StructureConstants c(context, 3);
        c.set(0, 1, 2, context.one());
        return c;
    }
    return std::nullopt;
}

std::vector<std::string> algebra_names() {
    return {"so(3) to so(10)", "e(2)", "e(3)", "sl(2)", "heisenberg", "r(n)"};
}

StructureConstants product(Context& context, const StructureConstants& a, const StructureConstants& b) {
    StructureConstants c(context, a.n + b.n);
    for (std::size_t m = 0; m < a.n; ++m)
        for (std::size_t r = 0; r < a.n; ++r)
            for (std::size_t s = 0; s < a.n; ++s) c(m, r, s) = a(m, r, s);
    for (std::size_t m = 0; m < b.n; ++m)
        for (std::size_t r = 0; r < b.n; ++r)
            for (std::size_t s = 0; s < b.n; ++s) c(a.n + m, a.n + r, a.n + s) = b(m, r, s);
    return c;
}

std::optional<std::array<std::size_t, 3>> jacobi_failure(Context& context, const StructureConstants& c) {
    // [[e_i, e_j], e_k] + [[e_j, e_k], e_i] + [[e_k, e_i], e_j] = 0
    for (std::size_t i = 0; i < c.n; ++i)
        for (std::size_t j = i + 1; j < c.n; ++j)
            for (std::size_t k = j + 1; k < c.n; ++k)
                for (std::size_t l = 0; l < c.n; ++l) {
                    std::vector<Expr> terms;
                    const auto add = [&](const Expr& a, const Expr& b) {
                        if (a != context.zero() && b != context.zero()) terms.push_back(a * b);
                    };
                    for (std::size_t m = 0; m < c.n; ++m) {
                        add(c(m, i, j), c(l, m, k));
                        add(c(m, j, k), c(l, m, i));
                        add(c(m, k, i), c(l, m, j));
                    }
                    if (terms.empty()) continue;
                    if (is_zero(sum(context, terms)).answer == Answer::no) return std::array{i, j, k};
                }
    return std::nullopt;
}

}  // namespace anholon
