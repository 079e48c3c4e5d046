"""Models of the gallery beside equations that were written by hand, as they stand in the literature or follow from it on paper.

    python3 tests/hand_written.test.py PATH-TO-ANHOLON [unittest arguments]

The equations are integrated here by Gragg's, Bulirsch's and Stoer's extrapolation; nothing of Anholon takes part in that.
"""

import json
import math
import os
import subprocess
import sys
import unittest

BINARY = os.environ.get("ANHOLON_BINARY", "")
COLUMNS = 8


def midpoint(f, x, h, n):
    """Gragg's modified midpoint rule: n steps over h."""
    d = h / n
    before, here = x, [a + d * b for a, b in zip(x, f(x))]
    for _ in range(n - 1):
        before, here = here, [a + 2 * d * b for a, b in zip(before, f(here))]
    return [(a + b + d * c) / 2 for a, b, c in zip(before, here, f(here))]


def step(f, x, h):
    rows = []
    for k in range(COLUMNS):
        row = [midpoint(f, x, h, 2 * (k + 1))]
        for j in range(1, k + 1):
            q = ((k + 1) / (k + 1 - j)) ** 2 - 1
            row.append([a + (a - b) / q for a, b in zip(row[j - 1], rows[-1][j - 1])])
        rows.append(row)
    return rows[-1][-1]


def integrated(f, x, t, steps):
    for _ in range(steps):
        x = step(f, x, t / steps)
    return x


def simulated(model, t, *words):
    done = subprocess.run([BINARY, "simulate", model, "--until", str(t), "--every", str(t), "--json", *words],
                          capture_output=True, text=True, encoding="utf-8", timeout=300)
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return json.loads(done.stdout)["result"]


def along_a_metric(A, B, C, dA, dB, dC, dV, u, w):
    """q'' of L = (A u² + 2 B u w + C w²)/2 − V(q1, q2), u = q1', w = q2'; dA is (∂A/∂q1, ∂A/∂q2)."""
    dot = lambda d: d[0] * u + d[1] * w  # noqa: E731
    r1 = (dA[0] * u * u + 2 * dB[0] * u * w + dC[0] * w * w) / 2 - dV[0] - dot(dA) * u - dot(dB) * w
    r2 = (dA[1] * u * u + 2 * dB[1] * u * w + dC[1] * w * w) / 2 - dV[1] - dot(dB) * u - dot(dC) * w
    det = A * C - B * B
    return (C * r1 - B * r2) / det, (A * r2 - B * r1) / det


def turned_about_level_axes(I1, I2, I3, more_A=0.0, more_C=0.0, weight=0.0):
    """A body that has turned by Θ about the level axis (cos φ, sin φ, 0), without twist; further inertia more_A Θ'² + more_C (1 − cos Θ) φ'²
    and the potential weight cos(Θ/2)."""
    def rates(x):
        T, p, u, w = x
        s, c, sp, cp = math.sin(T), math.cos(T), math.sin(p), math.cos(p)
        mixed = I1 * sp * sp + I2 * cp * cp
        A, B = I1 * cp * cp + I2 * sp * sp + more_A, (I2 - I1) * sp * cp * s
        C = s * s * mixed + I3 * (1 - c) ** 2 + more_C * (1 - c)
        dA, dB = (0, 2 * (I2 - I1) * sp * cp), ((I2 - I1) * sp * cp * c, (I2 - I1) * math.cos(2 * p) * s)
        dC = (2 * s * c * mixed + 2 * I3 * (1 - c) * s + more_C * s, 2 * s * s * (I1 - I2) * sp * cp)
        return [u, w, *along_a_metric(A, B, C, dA, dB, dC, (-weight / 2 * math.sin(T / 2), 0), u, w)]
    return rates


def quaternion(T, p):
    return {"q0": math.cos(T / 2), "q1": math.sin(T / 2) * math.cos(p), "q2": math.sin(T / 2) * math.sin(p), "q3": 0.0}


def body_velocity(T, p, u, w):
    s, c, sp, cp = math.sin(T), math.cos(T), math.sin(p), math.cos(p)
    return u * cp - s * sp * w, u * sp + s * cp * w, -(1 - c) * w


class HandWritten(unittest.TestCase):
    def agree(self, found, expected, within):
        for name, value in expected.items():
            self.assertAlmostEqual(found[name], value, delta=within * max(1, abs(value)), msg=name)

    def moved(self, model, t, *words):
        return simulated(model, t, *words)["final"]

    def test_integrator(self):
        x = integrated(lambda x: [x[1], -x[0]], [1.0, 0.0], 10.0, 40)
        self.assertAlmostEqual(x[0], math.cos(10), delta=1e-13)

    def test_appells_wheel(self):
        # Neimark and Fufaev: (m(a²+b²) + M a² + C) u' = m g b + m a ρ w², (m ρ² + A) w' = −m a ρ u w
        m, M, A, C, a, b, rho, g = 1, 0.1, 0.002, 0.004, 0.3, 0.2, 0.05, 9.81

        def rates(x):
            X, Y, z, theta, u, w = x
            return [a * u * math.cos(theta), a * u * math.sin(theta), -b * u, w,
                    (m * g * b + m * a * rho * w * w) / (m * (a * a + b * b) + M * a * a + C), -m * a * rho * u * w / (m * rho * rho + A)]
        X, Y, z, theta, u, w = integrated(rates, [0, 0, 0, 0.7, 5, 2], 1.0, 200)
        self.agree(self.moved("appell-hamel-wheel", 1),
                   {"x": X + rho * math.cos(theta), "y": Y + rho * math.sin(theta), "z": z, "theta": theta, "u": u, "w": w}, 1e-11)

    def test_appells_wheel_tends_to_appells_constraint(self):
        # without inertia about the vertical the turning dies out: z'' = −g/(1 + a²/b²), as of gallery/appell-hamel.anh
        for rho in [0.02, 0.01]:
            found = self.moved("appell-hamel-wheel", 1, "-p", f"rho={rho}", "-p", "A=0", "-p", "M=0", "-p", "C=0", "-i", "w=0.5",
                               "-i", f"x={rho * math.cos(0.7)}", "-i", f"y={rho * math.sin(0.7)}")
            self.assertAlmostEqual(found["z"], -0.2 * 5 - 9.81 / 3.25 / 2, delta=rho / 4)
            self.assertLess(abs(found["w"]), 1e-8)

    def test_nose_hoover(self):
        # Posch, Hoover, Vesely: q' = p, p' = −q − ζ p, ζ' = p² − 1
        q, p, zeta, s = integrated(lambda x: [x[1], -x[0] - x[2] * x[1], x[1] ** 2 - 1, x[2]], [0, 1.5, 0, 0], 20.0, 400)
        self.agree(self.moved("nose-hoover", 20, "-i", "q'=1.5"), {"q": q, "q'": p, "s'": zeta, "s": s}, 1e-10)

    def test_suslovs_cord(self):
        start = [0.8, 0.3, 0.9, -0.7]
        w1, w2, _ = body_velocity(*start)
        T, p, u, w = integrated(turned_about_level_axes(2, 1.5, 3), start, 2.0, 100)
        words = [word for name, value in quaternion(*start[:2]).items() for word in ("-i", f"{name}={value!r}")]
        found = self.moved("suslov-cord", 2, *words, "-i", f"p1={w1!r}", "-i", f"p2={w2!r}")
        o1, o2, _ = body_velocity(T, p, u, w)
        self.agree(found, {**quaternion(T, p), "p1": o1, "p2": o2}, 1e-10)

    def test_line_on_sphere(self):
        # J s'' + m s s'² = −m g R s cos θ, J w' + m s s' w = m g s sin θ sin ψ, J = m l²/12 + m s²
        m, l, R, g = 1, 2, 1, 9.81

        def rates(x):
            theta, phi, psi, s, u, w = x
            J = m * l * l / 12 + m * s * s
            turn = u * math.sin(psi) / (R * math.sin(theta))
            return [u * math.cos(psi) / R, turn, w - turn * math.cos(theta), u, -m * s * (u * u + g * R * math.cos(theta)) / J,
                    m * s * (g * math.sin(theta) * math.sin(psi) - u * w) / J]
        x = integrated(rates, [0.3, 0, 1, 0.1, 0.3, 0.5], 4.0, 400)
        self.agree(self.moved("line-on-sphere", 4), dict(zip(["theta", "phi", "psi", "s", "u", "w"], x)), 1e-10)

    def test_line_on_sphere_without_weight_draws_a_circle(self):
        # w/s' is the geodesic curvature of the path of the contact point, a constant
        found = self.moved("line-on-sphere", 3, "-p", "g=0")
        self.assertAlmostEqual(found["w"] / found["u"], 0.5 / 0.3, delta=1e-12)

    def test_edge_along_a_circle(self):
        # one degree of freedom: the way round is cyclic, P(θ) φ' = p
        m, R, b, g, A, C = 1, 1, 3, 9.81, 0.25, 0.5
        P = lambda th: m * (b - R * math.cos(th)) ** 2 + A * math.sin(th) ** 2 + C * (b / R - math.cos(th)) ** 2  # noqa: E731
        dP = lambda th: 2 * math.sin(th) * (m * R * (b - R * math.cos(th)) + A * math.cos(th) + C * (b / R - math.cos(th)))  # noqa: E731
        p = 0.9 * P(1.3)

        def rates(x):
            theta, n, phi = x
            return [n, (dP(theta) / 2 * (p / P(theta)) ** 2 - m * g * R * math.cos(theta)) / (A + m * R * R), p / P(theta)]
        theta, n, phi = integrated(rates, [1.3, 0, 0], 1.5, 200)
        self.agree(self.moved("edge-along-circle", 1.5),
                   {"theta": theta, "theta'": n, "phi": phi, "x": b * math.sin(phi), "y": -b * math.cos(phi), "psi": -b * phi / R}, 1e-10)

    def test_mirror_rolling(self):
        # the ball has turned by 2θ about a level axis, and its mass centre is 2R from the middle of the sphere
        m, R, g, quarter = 1, 0.5, 9.81, math.pi / 2
        T, p, u, w = integrated(turned_about_level_axes(0.1, 0.12, 0.15, m * R * R, 2 * m * R * R, 2 * m * g * R),
                                [0.2, 0.6 + quarter, 0.3, -0.5], 0.6, 60)
        self.agree(self.moved("mirror-rolling", 0.6), {"theta": T / 2, "phi": p - quarter, "u": u / 2, "w": w, "alpha": p - quarter,
                                                       "beta": T, "gamma": quarter - p}, 1e-11)

    def test_sleigh_with_odometer(self):
        # v = k tanh(e k τ), w = sqrt(m/I) k/cosh(e k τ) with I = J + m a², e = a m/I, k² = v² + I w²/m
        m, J, a = 1, 0.4, 0.3
        inertia = J + m * a * a
        k, v0, t = math.sqrt(0.04 + inertia), -0.2, 6.0
        e = m * a / inertia
        tau = math.atanh(v0 / k) / (e * k)
        found = self.moved("sleigh-with-odometer", t)
        self.agree(found, {"v": k * math.tanh(e * k * (tau + t)), "w": math.sqrt(m / inertia) * k / math.cosh(e * k * (tau + t)),
                           "q": math.log(math.cosh(e * k * (tau + t)) / math.cosh(e * k * tau)) / e}, 1e-11)

    def test_four_bodies(self):
        masses, G = [1, 2, 1.5, 0.5], 1
        names = [c + str(i) for i in range(1, 5) for c in "xy"]
        began = simulated("four-bodies", 1e-300)["final"]

        def rates(x):
            out = x[8:]
            for i in range(4):
                a = [0.0, 0.0]
                for j in range(4):
                    if i != j:
                        d = [x[2 * j + k] - x[2 * i + k] for k in range(2)]
                        s = d[0] ** 2 + d[1] ** 2
                        a = [a[k] + G * masses[j] * d[k] / s ** 2 for k in range(2)]
                out = out + a
            return out
        start = [began[name] for name in names] + [began[name + "'"] for name in names]
        x = integrated(rates, start, 3.0, 60)
        self.agree(self.moved("four-bodies", 3), dict(zip(names + [name + "'" for name in names], x)), 1e-9)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    BINARY = os.path.abspath(sys.argv.pop(1))
    unittest.main()
