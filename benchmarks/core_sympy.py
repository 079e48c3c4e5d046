#!/usr/bin/env python3
"""core_sympy.py N RUNS: the planar pendulum of N links in SymPy, as benchmarks/core.cpp builds it.

Two ways to M(q) and h(q, q'): LagrangesMethod of sympy.physics.mechanics, and plain differentiation of L by symbols, which
gets by without functions of time. Prints `way seconds operations`, one line a way: the best of RUNS, caches emptied before
each, imports not counted. LagrangesMethod is left out above N = 5, where it has long lost.
"""

import sys
import time

import sympy as sp
from sympy.core.cache import clear_cache
from sympy.physics.mechanics import LagrangesMethod, dynamicsymbols


def lagrangian(q, u):
    """T - V of point masses m_i at the ends of rods l_i, with the angles q_i from the vertical."""
    n = len(q)
    m, l, g = sp.symbols(f"m1:{n + 1}"), sp.symbols(f"l1:{n + 1}"), sp.Symbol("g")
    x_dot, y_dot, y, L = 0, 0, 0, 0
    for i in range(n):
        x_dot += l[i] * sp.cos(q[i]) * u[i]
        y_dot += l[i] * sp.sin(q[i]) * u[i]
        y -= l[i] * sp.cos(q[i])
        L += m[i] * (x_dot**2 + y_dot**2) / 2 - m[i] * g * y
    return L


def differentiation(n):
    q, u = sp.symbols(f"q1:{n + 1}"), sp.symbols(f"u1:{n + 1}")
    L = lagrangian(q, u)
    p = [L.diff(x) for x in u]
    M = sp.zeros(n, n)
    for i in range(n):
        for j in range(i, n):
            M[i, j] = M[j, i] = p[i].diff(u[j])
    h = sp.Matrix([sp.Add(*(p[i].diff(q[j]) * u[j] for j in range(n))) - L.diff(q[i]) for i in range(n)])
    return M, h


def lagranges_method(n):
    q = dynamicsymbols(f"q1:{n + 1}")
    method = LagrangesMethod(lagrangian(q, [x.diff(dynamicsymbols._t) for x in q]), q)
    method.form_lagranges_equations()
    return method.mass_matrix, method.forcing


def main():
    n, runs = int(sys.argv[1]), int(sys.argv[2])
    for way in (differentiation, lagranges_method)[: 2 if n <= 5 else 1]:
        best = float("inf")
        for _ in range(runs):
            clear_cache()
            start = time.perf_counter()
            M, h = way(n)
            best = min(best, time.perf_counter() - start)
        print(way.__name__, best, sp.count_ops(M) + sp.count_ops(h))


if __name__ == "__main__":
    main()
