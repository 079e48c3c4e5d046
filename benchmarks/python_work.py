"""python_work.py TASK [PACKAGE]: measurements of the Python package, and of the same work in SymPy and SciPy; for benchmarks/python.cpp.

PACKAGE is the folder of the package anholon. Prints lines of a name and numbers. Imports are not counted. Derivations with motions are
measured in seconds of the processor, which do not depend on what else runs; they use one thread.
TASK is one of
  disc, bicycle              anholon: from the text of the model to five seconds of motion, and its energy's drift
  disc-sympy, bicycle-sympy  SymPy and SciPy: from the first symbol to the same motion by DOP853
  rates MODEL                the right-hand side at a million states, and the exported NumPy code at some of them
  calls                      what calls from Python cost, and how many steps of a controller are made per second
"""

import sys
import time

UNTIL, TOLERANCE = 5.0, 1e-10


def clocked(work, runs=1, clock=time.perf_counter):
    """The best of the times in seconds, and the last result."""
    best = float("inf")
    for _ in range(runs):
        start = clock()
        result = work()
        best = min(best, clock() - start)
    return best, result


# --- anholon


def of_anholon(name, form):
    import anholon

    def work():
        model = anholon.load(name)
        model.derive(form, simplify=False)  # SymPy does not simplify either
        return model.simulate(until=UNTIL, method="dop853", tol=TOLERANCE)

    seconds, run = clocked(work, 5, time.process_time)
    print("anholon", seconds, run.drift.energy)


# --- SymPy and SciPy


def moved(method, values, speeds, q0):
    """Lambdified equations M ẋ = F of a KanesMethod, and their motion."""
    import numpy as np
    import sympy as sp
    from scipy.integrate import solve_ivp

    state = list(method.q) + list(method.u)
    names = sp.symbols(f"x:{len(state)}")
    to_names = dict(zip(state, names))
    M, F = (sp.physics.mechanics.msubs(matrix, values, to_names) for matrix in (method.mass_matrix_full, method.forcing_full))
    f = sp.lambdify([names], [M, F], cse=True)

    def rates(t, x):
        M, F = f(x)
        return np.linalg.solve(np.asarray(M, float), np.asarray(F, float).ravel())

    x0 = np.array([*q0, *speeds], float)
    return solve_ivp(rates, (0, UNTIL), x0, method="DOP853", rtol=TOLERANCE, atol=TOLERANCE)


def disc_by_sympy():
    import sympy as sp
    from sympy.core.cache import clear_cache

    import derive_sympy

    def work():
        clear_cache()
        N, q, independent, dependent, kinematics, constraints, bodies, loads = derive_sympy.disc_bodies(solved=False)
        method = derive_sympy.KanesMethod(N, q_ind=q, u_ind=independent, kd_eqs=kinematics, u_dependent=dependent,
                                          velocity_constraints=constraints)
        method.kanes_equations(bodies, loads)
        values = dict(zip(sp.symbols("m R g A C"), (1, 0.5, 9.81, 0.0625, 0.125)))
        # θ = 1.2, spinning at 5 rad/s; the contact point moves as rolling demands.
        return moved(method, values, [0, 0.5, 5, -0.5 * (5 - 0.5 / sp.tan(1.2)), 0], [0, 0, 0, 1.2, 0])

    seconds, run = clocked(work, 1, time.process_time)
    print("sympy", seconds, run.nfev, run.status)


def bicycle_by_sympy():
    """As SymPy's own test of the benchmark bicycle derives it (sympy/physics/mechanics/tests/test_kane3.py), up to its numbers."""
    import importlib
    import inspect
    import textwrap

    from sympy import linsolve
    from sympy.core.cache import clear_cache
    from sympy.physics.mechanics import msubs
    from sympy.physics.mechanics.tests import test_kane3

    source = textwrap.dedent(inspect.getsource(inspect.unwrap(test_kane3.test_bicycle)))
    body = source[source.index("# Code to get equations"):source.index("# Linearizes the forcing vector")]
    code = compile(textwrap.dedent("    " + body), "test_kane3.py", "exec")

    def work():
        clear_cache()
        names = dict(vars(test_kane3), evalf=importlib.import_module("sympy.core.evalf"))  # the test calls evalf.N
        exec(code, names)
        method = names["KM"]
        values = {name: value for name, value in names["val_dict"].items() if name.is_Symbol}
        # Almost upright, where its elimination has no zero pivot, at 5 m/s with a roll rate of 0.5 rad/s. The other speeds follow.
        q1, q2, q4, q5, u1, u2, u3, u4, u5, u6 = (names[n] for n in "q1 q2 q4 q5 u1 u2 u3 u4 u5 u6".split())
        place = {q1: 0, q2: 0.01, q4: 0, q5: 0.01, u2: 0.5, u3: 5 / 0.3, u5: 0}
        slips = [msubs(msubs(slip, values), place) for slip in names["conlist_speed"]]
        place.update(zip((u1, u4, u6), next(iter(linsolve(slips, u1, u4, u6)))))
        return moved(method, values, [place[u] for u in method.u], [place[q] for q in method.q])

    seconds, run = clocked(work, 1, time.process_time)
    print("sympy", seconds, run.nfev, run.status)


# --- right-hand sides


def rates(name):
    import numpy as np

    import anholon

    count, sample = 1_000_000, 2000
    model = anholon.load(name)
    compiling, f = clocked(model.rhs)
    x = f.x0 * (1 + 1e-3 * np.random.default_rng(1).normal(size=(count, len(f.x0))))
    f(0, x[:10000])
    ours, found = clocked(lambda: f(0, x), 5)
    one, _ = clocked(lambda: f(0, x, threads=1), 3)
    program = {"__name__": "exported"}
    exec(model.export("python").source, program)
    theirs, expected = clocked(lambda: np.array([program["rhs"](0.0, row) for row in x[:sample]]))
    theirs *= count / sample
    vectors = arrays_of(model.export("python").source, x, found, np)
    worst = np.max(np.abs(found[:sample] - expected) / (1 + np.abs(expected)))
    print("rates", ours, one, theirs, vectors, worst, compiling)


def arrays_of(source, x, found, np):
    """The statements of the export on whole arrays: what a user of NumPy would make of it."""
    import re

    names = {"__name__": "exported", "N": len(x)}
    source = re.sub(r"from math import .*", "from numpy import cos, cosh, exp, fabs, log, sin, sinh, sqrt, tan, tanh", source)
    source = re.sub(r"W, r = np\.zeros\(\((\d+), \1\)\), np\.zeros\(\1\)", r"W, r = np.zeros((\1, \1, N)), np.zeros((\1, N))", source)
    source = source.replace(f"dx = np.zeros({x.shape[1]})", f"dx = np.zeros(({x.shape[1]}, N))")
    exec(source, names)
    columns, p = np.ascontiguousarray(x.T), names["parameters"]

    def rhs():
        W, r = names["system"](0.0, columns, p)
        z = np.linalg.solve(np.moveaxis(W, 2, 0), r.T[..., None])[..., 0].T
        return names["rates"](0.0, columns, p, z)

    seconds, dx = clocked(rhs)
    assert np.allclose(dx.T, found, rtol=1e-9, atol=1e-9)
    return seconds


# --- calls


def calls():
    import numpy as np

    import anholon

    def each(work, count=20000):
        def all_of_them():
            for _ in range(count):
                work()

        return clocked(all_of_them, 5)[0] / count

    sleigh = anholon.load("chaplygin-sleigh")
    f = sleigh.rhs()
    x, m = f.x0, sleigh.expr("m")
    run = sleigh.motion(columns=["v", "w"]).start()
    run.advance_to(0.1)
    print("call-rates", each(lambda: f(0.0, x)))
    print("call-column", each(lambda: run["v"]))
    print("call-expression", each(lambda: m + m))
    print("call-nothing", each(lambda: None))

    cart = anholon.load("model Cart { input F = 0; coord x; kinetic x'^2/2; force on x: F }")
    print("controller-cart", controlled(cart, ["x", "x'"], lambda run: run.set("F", -2 * run["x"] - 3 * run["x'"])))
    run = cart.motion(columns=["x", "x'"]).start()
    run.advance_to(1e-3)
    print("call-set", each(lambda: run.set("F", 0.5), 5000))


def controlled(model, columns, control, count=20000, every=1e-3):
    """Steps of a controller per second."""
    run = model.motion(columns=columns).start()
    seconds, _ = clocked(lambda: run.drive(run.t + count * every, every, control), 3)
    return count / seconds


if __name__ == "__main__":
    task = sys.argv[1]
    if task.endswith("-sympy"):
        {"disc-sympy": disc_by_sympy, "bicycle-sympy": bicycle_by_sympy}[task]()
    else:
        sys.path.insert(0, sys.argv[2])
        if task == "rates":
            rates(sys.argv[3])
        elif task == "calls":
            calls()
        else:
            of_anholon({"disc": "rolling-disc", "bicycle": "whipple-bicycle"}[task], "hamel" if task == "disc" else "kane")
