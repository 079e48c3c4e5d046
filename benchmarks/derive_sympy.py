#!/usr/bin/env python3
"""derive_sympy.py SYSTEM METHOD RUNS: the systems of benchmarks/derive.cpp derived by sympy.physics.mechanics.

SYSTEM is sleigh, disc or trailer-N. METHOD is lagrange (LagrangesMethod, constraints with multipliers) or kane (KanesMethod, the speeds of
the model's `quasi` statement), the latter in two ways: with the constraints given to it, and with their solution worked out by
hand, so that only the free speeds are left. Each ends with the full mass matrix and the full right side.
Prints `way seconds method-seconds operations`, one line a way: the best of RUNS, caches emptied before each, imports not counted;
seconds counts from the first symbol on, method-seconds from the call of the method on.
"""

import sys
import time

import sympy as sp
from sympy import cos, sin
from sympy.core.cache import clear_cache
from sympy.physics.mechanics import (KanesMethod, LagrangesMethod, Point, ReferenceFrame, RigidBody, dynamicsymbols,
                                     inertia)

t = dynamicsymbols._t


# --- LagrangesMethod: the Lagrangian, the coordinates, the constraints


def sleigh_lagrangian():
    m, J, a = sp.symbols("m J a")
    x, y, theta = q = dynamicsymbols("x y theta")
    vx = x.diff(t) - a * theta.diff(t) * sin(theta)
    vy = y.diff(t) + a * theta.diff(t) * cos(theta)
    L = m / 2 * (vx**2 + vy**2) + J / 2 * theta.diff(t)**2
    return L, q, [cos(theta) * y.diff(t) - sin(theta) * x.diff(t)]


def disc_lagrangian():
    m, R, g, A, C = sp.symbols("m R g A C")
    x, y, phi, theta, psi = q = dynamicsymbols("x y phi theta psi")
    xc, yc, zc = x - R * cos(theta) * sin(phi), y + R * cos(theta) * cos(phi), R * sin(theta)
    w3 = psi.diff(t) + phi.diff(t) * cos(theta)
    T = (m / 2 * (xc.diff(t)**2 + yc.diff(t)**2 + zc.diff(t)**2) + A / 2 *
         (theta.diff(t)**2 + (phi.diff(t) * sin(theta))**2) + C / 2 * w3**2)
    rolling = [x.diff(t) + R * psi.diff(t) * cos(phi), y.diff(t) + R * psi.diff(t) * sin(phi)]
    return T - m * g * zc, q, rolling


def trailer_lagrangian(n):
    m0, J0, m, J, l = sp.symbols("m0 J0 m J l")
    x, y = dynamicsymbols("x y")
    theta = dynamicsymbols(f"theta0:{n + 1}")
    L, axles = 0, []
    for i in range(n + 1):
        if i > 0:
            x, y = x - l * cos(theta[i]), y - l * sin(theta[i])
        mass, moment = (m0, J0) if i == 0 else (m, J)
        vx, vy = x.diff(t), y.diff(t)
        L += mass / 2 * (vx**2 + vy**2) + moment / 2 * theta[i].diff(t)**2
        axles.append(vy * cos(theta[i]) - vx * sin(theta[i]))
    return L, [*dynamicsymbols("x y"), *theta], axles


def lagrange(problem):
    L, q, constraints = problem
    start = time.perf_counter()
    method = LagrangesMethod(L, q, nonhol_coneqs=constraints)
    method.form_lagranges_equations()
    return method.mass_matrix_full, method.forcing_full, start


# --- KanesMethod: coordinates, independent and dependent speeds, kinematics, velocity constraints, bodies, loads


def plane_body(N, name, angle, speed, velocity, mass, moment):
    """A rigid body in the plane whose mass centre has the given velocity, two components in N."""
    frame = N.orientnew(name, "Axis", [angle, N.z])
    frame.set_ang_vel(N, speed * N.z)
    centre = Point("G" + name)
    centre.set_vel(N, velocity[0] * N.x + velocity[1] * N.y)
    return RigidBody(name, centre, frame, mass, (inertia(frame, 0, 0, moment), centre))


def sleigh_bodies(solved):
    m, J, a = sp.symbols("m J a")
    x, y, theta = q = dynamicsymbols("x y theta")
    v, w, s = dynamicsymbols("v w s")  # s: across the blade, zero by the constraint
    across = 0 if solved else s
    N = ReferenceFrame("N")
    vx, vy = v * cos(theta) - across * sin(theta), v * sin(theta) + across * cos(theta)
    kinematics = [x.diff(t) - vx, y.diff(t) - vy, theta.diff(t) - w]
    body = plane_body(N, "A", theta, w, (vx - a * w * sin(theta), vy + a * w * cos(theta)), m, J)
    return N, q, [v, w], [] if solved else [s], kinematics, [] if solved else [s], [body], []


def disc_bodies(solved):
    m, R, g, A, C = sp.symbols("m R g A C")
    x, y, phi, theta, psi = q = dynamicsymbols("x y phi theta psi")
    n, u, w, vx, vy = dynamicsymbols("n u w vx vy")  # vx, vy: of the point of contact along its path
    N = ReferenceFrame("N")
    Y = N.orientnew("Y", "Axis", [phi, N.z])
    F = Y.orientnew("F", "Axis", [theta, Y.x])
    # ω = θ' e_x + φ' sin θ e_y + (ψ' + φ' cos θ) e_z in axes that do not spin with the disc
    precession = u / sin(theta)
    spin = w - precession * cos(theta)
    F.set_ang_vel(N, n * F.x + u * F.y + precession * cos(theta) * F.z)
    D = F.orientnew("D", "Axis", [psi, F.z])
    D.set_ang_vel(F, spin * F.z)
    if solved:
        vx, vy = -R * spin * cos(phi), -R * spin * sin(phi)
    centre = Point("G")
    # From the contact point to the centre: R e_y, which turns with F.
    centre.set_vel(N, vx * N.x + vy * N.y + F.ang_vel_in(N).cross(R * F.y))
    body = RigidBody("disc", centre, D, m, (inertia(F, A, A, C), centre))
    kinematics = [
        x.diff(t) - vx,
        y.diff(t) - vy,
        phi.diff(t) - precession,
        theta.diff(t) - n,
        psi.diff(t) - spin,
    ]
    rolling = [] if solved else [vx + R * spin * cos(phi), vy + R * spin * sin(phi)]
    dependent = [] if solved else [vx, vy]
    return N, q, [n, u, w], dependent, kinematics, rolling, [body], [(centre, -m * g * N.z)]


def trailer_bodies(n, solved):
    m0, J0, m, J, l = sp.symbols("m0 J0 m J l")
    x, y = dynamicsymbols("x y")
    theta = dynamicsymbols(f"theta0:{n + 1}")
    v, s, w = dynamicsymbols("v s w")
    rates = [w, *dynamicsymbols(f"w1:{n + 1}")]
    N = ReferenceFrame("N")
    across, along = (0, v) if solved else (s, v)
    vx, vy = along * cos(theta[0]) - across * sin(theta[0]), along * sin(theta[0]) + across * cos(theta[0])
    kinematics = [x.diff(t) - vx, y.diff(t) - vy, theta[0].diff(t) - w]
    bodies = [plane_body(N, "A0", theta[0], w, (vx, vy), m0, J0)]
    axles = [] if solved else [s]
    for i in range(1, n + 1):
        if solved:  # l θ_i' = v_{i-1} sin(θ_{i-1} − θ_i), v_i = v_{i-1} cos(θ_{i-1} − θ_i)
            rates[i] = along * sin(theta[i - 1] - theta[i]) / l
            along = along * cos(theta[i - 1] - theta[i])
            vx, vy = along * cos(theta[i]), along * sin(theta[i])
        else:
            vx, vy = vx + l * sin(theta[i]) * rates[i], vy - l * cos(theta[i]) * rates[i]
            axles.append(vy * cos(theta[i]) - vx * sin(theta[i]))
        kinematics.append(theta[i].diff(t) - rates[i])
        bodies.append(plane_body(N, f"A{i}", theta[i], rates[i], (vx, vy), m, J))
    return N, [x, y, *theta], [v, w], [] if solved else [s, *rates[1:]], kinematics, axles, bodies, []


def kane(problem):
    N, q, independent, dependent, kinematics, constraints, bodies, loads = problem
    start = time.perf_counter()
    method = KanesMethod(N, q_ind=q, u_ind=independent, kd_eqs=kinematics, u_dependent=dependent,
                         velocity_constraints=constraints)
    method.kanes_equations(bodies, loads)
    return method.mass_matrix_full, method.forcing_full, start


# --- All together


def ways(system, method):
    """Names and functions that give (mass matrix, right side, when the method was called)."""
    n = int(system.removeprefix("trailer-")) if system.startswith("trailer-") else 0
    if method == "lagrange":
        problem = {"sleigh": sleigh_lagrangian, "disc": disc_lagrangian}.get(system, lambda: trailer_lagrangian(n))
        return {"LagrangesMethod": lambda: lagrange(problem())}
    problem = {"sleigh": sleigh_bodies, "disc": disc_bodies}.get(system, lambda solved: trailer_bodies(n, solved))
    return {
        "KanesMethod": lambda: kane(problem(solved=False)),
        "KanesMethod-solved-by-hand": lambda: kane(problem(solved=True)),
    }


def main():
    system, method, runs = sys.argv[1], sys.argv[2], int(sys.argv[3])
    for name, way in ways(system, method).items():
        best, best_method = float("inf"), float("inf")
        for _ in range(runs):
            clear_cache()
            start = time.perf_counter()
            W, r, called = way()
            end = time.perf_counter()
            best, best_method = min(best, end - start), min(best_method, end - called)
        print(name, best, best_method, sp.count_ops(W) + sp.count_ops(r), flush=True)


if __name__ == "__main__":
    main()
