#!/usr/bin/env python3
"""The Python package: its docstrings as tests, its numbers against the command's --json and against closed forms, its errors, threads,
Ctrl-C, and the stubs against the modules. Usage: python.test.py BUILD_FOLDER"""

import ast
import contextlib
import doctest
import gc
import importlib
import json
import math
import os
import pickle
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import warnings
import weakref
from fractions import Fraction
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = Path(sys.argv.pop(1)).resolve() if len(sys.argv) > 1 else ROOT / "build/release"
sys.path.insert(0, str(BUILD / "python"))

import numpy as np

import anholon

MODULES = ["anholon"] + [f"anholon.{name}" for name in ("errors", "expression", "model", "progress", "rates", "results", "run", "words")]
PENDULUM = "model P { param g = 9, l = 1; coord phi; kinetic l^2*phi'^2/2; potential -g*l*cos(phi); init phi = 0.1 }"
CART = "model Cart { param F = 0; coord x; kinetic x'^2/2; force on x: F }"
WELLS = "model Wells { coord x, y; kinetic (x'^2 + y'^2)/2; potential (x^2 - 1)^2/4 + y^2; init x = 1.2, y = 0.5, y' = 1 }"
PUSHED = "model Pushed { input f = 0 in -9..9; coord x; kinetic x'^2/2; force on x: f; init x = 0; output place = x }"


def said(*words):
    """The result of a command with --json."""
    done = subprocess.run([BUILD / "anholon", *words, "--json"], text=True, capture_output=True)
    return json.loads(done.stdout)["result"]


def without_seconds(value):
    if isinstance(value, dict):
        return {key: without_seconds(one) for key, one in value.items() if key != "seconds"}
    return [without_seconds(one) for one in value] if isinstance(value, list) else value


class Docstrings(unittest.TestCase):
    def test_all(self):
        for name in MODULES:
            with self.subTest(name), warnings.catch_warnings():
                warnings.simplefilter("ignore", anholon.AnholonWarning)
                found = doctest.testmod(importlib.import_module(name), extraglobs={"anholon": anholon, "np": np})
                self.assertEqual(found.failed, 0)

    def test_documents(self):
        """Every example in Python that a document shows."""
        for file in (ROOT / "docs/python.md", *sorted((ROOT / "docs/cookbook").glob("*.md"))):
            with self.subTest(file.name), warnings.catch_warnings():
                warnings.simplefilter("ignore", anholon.AnholonWarning)
                found = doctest.testfile(str(file), module_relative=False, encoding="utf-8")
                self.assertEqual(found.failed, 0)
                self.assertGreater(found.attempted, 4)


class AsTheCommand(unittest.TestCase):
    """The same question has the same answer as on the command line, number by number."""

    def same(self, result, *words):
        self.assertEqual(without_seconds(result.to_dict()), without_seconds(said(*words)))

    def test_verify(self):
        self.same(anholon.load("chaplygin-sleigh").verify(), "verify", "chaplygin-sleigh")
        self.same(anholon.load("chaplygin-sleigh").verify(eliminations=True), "verify", "chaplygin-sleigh", "--eliminations")

    def test_linearize(self):
        self.same(anholon.load("whipple-bicycle").linearize("steady", i={"v": 5}), "linearize", "whipple-bicycle", "--at", "steady",
                  "-i", "v=5")
        self.same(anholon.load("whipple-bicycle").linearize("steady", critical={"v": (1, 10)}), "linearize", "whipple-bicycle",
                  "--at", "steady", "--critical", "v=1..10")

    def test_linearize_in_letters(self):
        disc, words = anholon.load("rolling-disc"), ("linearize", "rolling-disc", "--at", "steady", "-i", "theta=pi/2", "-i", "u=0", "-i", "w=2")
        start = {"theta": "pi/2", "u": 0, "w": 2}
        self.same(disc.linearize("steady", i=start, symbolic="all"), *words, "--symbolic", "all")
        self.same(disc.linearize("steady", i=start, symbolic=["g", "m"]), *words, "--symbolic", "g,m")
        self.same(disc.linearize("steady", i=start, region={"w": (0, 4), "g": (1, 20)}, points=5), *words, "--region", "w=0..4,g=1..20",
                  "--points", "5")

    def test_one_motion(self):
        sleigh, disc = anholon.load("chaplygin-sleigh"), anholon.load("rolling-disc")
        self.same(disc.quadrature(i={"u": 2}), "quadrature", "rolling-disc", "-i", "u=2")
        self.same(sleigh.path(3, by="w", every=0.5), "path", "chaplygin-sleigh", "--by", "w", "--until", "3", "--every", "0.5")
        self.same(sleigh.variations(2, tangents=[{"v": 1}, {"w": 1, "x": 2}], every=0.5), "variations", "chaplygin-sleigh", "--until", "2",
                  "--tangent", "v=1", "--tangent", "w=1,x=2", "--every", "0.5")
        self.same(sleigh.variations(1, every=1), "variations", "chaplygin-sleigh", "--until", "1", "--every", "1")
        self.same(sleigh.action(2, harmonics=2, p={"a": 0.2}), "action", "chaplygin-sleigh", "--until", "2", "--harmonics", "2", "-p", "a=0.2")
        self.same(anholon.load("vakonomic-skate").connect({"x": 2, "y": 1, "phi": 0}, 2, starts=5, seed=3), "connect", "vakonomic-skate",
                  "--to", "x=2", "--to", "y=1", "--to", "phi=0", "--in", "2", "--starts", "5", "--seed", "3")

    def test_two_models(self):
        suslov, sleigh = anholon.load("suslov"), anholon.load("chaplygin-sleigh")
        self.same(suslov.compare("suslov", map={"w1": "-w1", "w2": "-w2"}, time=-1), "compare", "suslov", "suslov",
                  "--map", "w1 = -w1, w2 = -w2", "--time", "-1")
        self.same(suslov.compare(suslov, map={"w1": "2*w1"}), "compare", "suslov", "suslov", "--map", "w1 = 2*w1")
        self.same(sleigh.compare(anholon.load("chaplygin-sleigh"), reduced=True, p={"m": 2}), "compare", "chaplygin-sleigh",
                  "chaplygin-sleigh", "--reduced", "-p", "m=2")
        self.same(sleigh.limit("mixed", mu=1, N=(100, 1000, 2)), "limit", "chaplygin-sleigh", "--as", "mixed", "--mu", "1",
                  "--N", "100..1000:2")
        with tempfile.TemporaryDirectory() as folder:
            stiff, rigid = Path(folder, "stiff.anh"), Path(folder, "rigid.anh")
            stiff.write_text("model Stiff { param e = 0.1; coord x; kinetic (1 + e)*x'^2/2; potential x^2/2; init x = 1 }")
            rigid.write_text("model Rigid { coord x; kinetic x'^2/2; potential x^2/2; init x = 1 }")
            self.same(anholon.load(stiff).limit(over={"e": (0.1, 1e-3)}, against=rigid), "limit", str(stiff), "--over", "e=0.1..0.001",
                      "--against", str(rigid))

    def test_derive(self):
        found = anholon.load("rolling-disc").derive("chaplygin")
        self.assertEqual(found.to_dict(), said("derive", "rolling-disc", "--form", "chaplygin")[0])
        found = anholon.load("chaplygin-sleigh").derive("hamel", parts=["permutations"])
        self.assertEqual(found.to_dict(), said("derive", "chaplygin-sleigh", "--form", "hamel", "--part", "permutations")[0])
        self.assertTrue(found.permutations)
        everything = anholon.load("chaplygin-sleigh").derive("all")
        self.assertEqual(everything.to_dict()["forms"], said("derive", "chaplygin-sleigh", "--form", "all"))

    def test_facts(self):
        found = anholon.load("trailer-2").facts("growth", "integrability")
        self.assertEqual([without_seconds(one.to_dict()) for one in found.rows],
                         without_seconds(said("facts", "trailer-2", "--fact", "growth", "--fact", "integrability")))

    def test_simulate(self):
        self.same(anholon.load("rattleback").simulate(until=2, p={"h": 0.012}, i={"w3": -4}, columns=["w3", "energy"]), "simulate",
                  "rattleback", "--until", "2", "-p", "h=0.012", "-i", "w3=-4", "--columns", "w3,energy")

    def test_simulate_of_the_model_itself(self):
        """With what the model expects of its own motion."""
        self.same(anholon.load("chaplygin-sleigh").simulate(), "simulate", "chaplygin-sleigh")

    def test_simulate_reduced(self):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", anholon.AnholonWarning)
            found = anholon.load("chaplygin-ball").simulate(until=1, reduced=True)
        self.same(found, "simulate", "chaplygin-ball", "--until", "1", "--reduced")

    def test_simulate_through_degeneracy(self):
        cart, start = anholon.load("cart-two-skates"), {"theta1": 1.2, "theta2": 1.2, "v": 0.5, "w1": 0.2, "w2": 0.2}
        words = ("simulate", "cart-two-skates", *(word for name, value in start.items() for word in ("-i", f"{name}={value}")), "--until", "6")
        through = cart.simulate(until=6, i=start, through_degeneracy=True)
        self.same(through, *words, "--through-degeneracy")
        self.assertEqual((through.end, through.rows[-1, 0]), ("reached", 6))
        with self.assertWarnsRegex(anholon.AnholonWarning, "; through_degeneracy leads the motion on"):
            ended = cart.simulate(until=6, i=start)  # what is kept for other motions knows nothing of it
        self.same(ended, *words)
        self.assertLess(ended.t[-1], 2)
        self.assertEqual(set(ended.columns) - set(through.columns), {"lambda_front", "lambda_rear"})
        # Another start, at its own rows.
        start["theta2"] = 1.200001
        words = [word.replace("theta2=1.2", "theta2=1.200001") for word in words]
        self.same(cart.simulate(until=6, i=start, every=0.5, through_degeneracy=True), *words, "--every", "0.5", "--through-degeneracy")

    def test_hamilton_jacobi(self):
        self.same(anholon.load("chaplygin-sleigh").hamilton_jacobi(), "hamilton-jacobi", "chaplygin-sleigh")
        self.same(anholon.load("chaplygin-sleigh").hamilton_jacobi(p={"a": 0, "m": 2}, budget=5), "hamilton-jacobi", "chaplygin-sleigh",
                  "-p", "a=0", "-p", "m=2", "--budget", "5")
        centres = ROOT / "tests/sources/two-centres.anh"
        found = anholon.load(centres).hamilton_jacobi()
        self.same(found, "hamilton-jacobi", str(centres))
        self.assertTrue(found.separation)
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "falling.anh")
            file.write_text("model Falling { param m = 1, g = 9; coord x, y; kinetic m*(x'^2 + y'^2)/2; potential -m*g*t*x }")
            S = "(a + m*g*t^2/2)*x + b*y - (a^2 + b^2)*t/(2*m) - a*g*t^3/6 - m*g^2*t^5/40"
            for given in (["a", "b"], "a, b"):
                found = anholon.load(file).hamilton_jacobi(S, given)
                self.same(found, "hamilton-jacobi", str(file), "--integral", S, "--constants", "a,b")
                self.assertTrue(found.integral.is_complete)
            wrong = anholon.load(file).hamilton_jacobi(S + " + x^2", ["a", "b"])
            self.assertEqual((wrong.integral.solves, wrong.integral.is_complete), ("no", False))

    def test_surface(self):
        with tempfile.TemporaryDirectory() as folder:
            file, written = Path(folder, "wells.anh"), Path(folder, "surface.obj")
            file.write_text(WELLS)
            one, two = "x'^2/2 + (x^2 - 1)^2/4", "y'^2/2 + y^2"
            found = anholon.load(file).surface([f"{one} = 1/3", two], box={"x": (-2, 2), "y": ("-3", 3)}, cells=10, most=400000, starts=20, seed=7,
                                               columns=["x", "x'", "y + y'"])
            self.same(found, "surface", str(file), "--level", f"{one} = 1/3", "--level", two, "--box", "x=-2..2", "--box", "y=-3..3",
                      "--cells", "10", "--most", "400000", "--starts", "20", "--seed", "7", "--columns", "x, x', y + y'", "-o", str(written))
            lines = [line.split() for line in written.read_text().splitlines()]
        self.assertEqual(found.columns, ("x", "x'", "y + y'"))
        np.testing.assert_allclose(found.vertices, [[float(word) for word in line[1:]] for line in lines if line[0] == "v"], rtol=1e-8)
        faces = sorted([int(word) - 1 for word in line[1:]] for line in lines if line[0] == "f")
        self.assertEqual(sorted(polygon.tolist() for polygon in found.polygons), faces)
        top = anholon.load("heavy-top-quaternion").surface(reduced=True, i={"w3": 6}, motion=2)
        self.same(top, "surface", "heavy-top-quaternion", "--reduced", "-i", "w3=6", "--motion", "2")
        self.assertTrue(top.motion.points)

    def test_rows(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "run.csv")
            said("simulate", "rolling-disc", "--until", "3", "--every", "0.1", "-o", str(file))
            lines = [line for line in file.read_text().splitlines() if not line.startswith("#")]
        run = anholon.load("rolling-disc").simulate(until=3, every=0.1)
        rows = np.array([[float(word) for word in line.split(",")] for line in lines[1:]])
        np.testing.assert_array_equal(rows[:, 0], run.t)
        for name in ("theta", "phi"):
            column = [word.split(" ")[0].strip('"') for word in lines[0].split(",")].index(name)
            np.testing.assert_array_equal(rows[:, column], run[name])

    def test_studies(self):
        sleigh, top = anholon.load("chaplygin-sleigh"), anholon.load("chaplygin-top")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", anholon.AnholonWarning)
            self.same(sleigh.chart(over={"w": (0, 3, 7), "v": (0, 1, 3)}, measure="final(v)", until=5), "chart", "chaplygin-sleigh",
                      "--over", "w=0..3:7", "--over", "v=0..1:3", "--measure", "final(v)", "--until", "5")
            self.same(top.section(at="gamma1:up", count=20), "section", "chaplygin-top", "--at", "gamma1:up", "--count", "20")
            self.same(top.lyapunov(until=20), "lyapunov", "chaplygin-top", "--until", "20")
            self.same(sleigh.ensemble({"w": ("normal", 1, 0.1)}, count=50, until=2, seed=7), "ensemble", "chaplygin-sleigh",
                      "--draw", "w=normal(1, 0.1)", "-n", "50", "--until", "2", "--seed", "7")
            self.same(top.bifurcation({"g": (1, 2, 3)}, at="gamma1:up", count=5), "bifurcation", "chaplygin-top", "--at", "gamma1:up",
                      "--over", "g=1..2:3", "--count", "5")
            with tempfile.TemporaryDirectory() as folder:
                file = Path(folder, "p.anh")
                file.write_text(PENDULUM)
                pendulum = anholon.load(file)
                self.same(pendulum.orbit(2.1, fix={"energy": -8.9}), "orbit", str(file), "--period", "2.1", "--fix", "energy=-8.9")
                self.same(pendulum.continue_("orbit", {"energy": (-8.96, -5)}, at="phi:up"), "continue", str(file), "--of", "orbit",
                          "--over", "energy=-8.96..-5", "--at", "phi:up")
                self.same(pendulum.continue_("equilibrium", {"g": (1, 9)}), "continue", str(file), "--of", "equilibrium",
                          "--over", "g=1..9")

    def test_study_of_an_experiment(self):
        """What an experiment says of a study counts where the question does not say."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", anholon.AnholonWarning)
            found = anholon.load("unbalanced-rubber-ball").section(count=3)
        self.same(found, "section", "unbalanced-rubber-ball", "--count", "3")

    def test_inputs(self):
        self.same(anholon.load("segway").simulate(until=2, inputs={"push": "10*sin(t)", "speed": 1}), "simulate", "segway", "--until", "2",
                  "--input", "push=10*sin(t)", "--input", "speed=1")
        self.same(anholon.load("segway").linearize("steady"), "linearize", "segway", "--at", "steady")

    def test_export(self):
        self.assertEqual(anholon.load("rolling-disc").export("c99", jacobian=True).to_dict(),
                         said("export", "rolling-disc", "--to", "c99", "--jacobian"))


class ClosedForms(unittest.TestCase):
    def test_pendulum(self):
        """Small oscillations, and the period of large ones by the arithmetic-geometric mean."""
        pendulum = anholon.load(PENDULUM)
        np.testing.assert_allclose(sorted(pendulum.linearize().eigenvalues.imag), [-3, 3], atol=1e-12)
        a, b = 1.0, math.cos(0.5)
        for _ in range(6):
            a, b = (a + b) / 2, math.sqrt(a * b)
        period = 2 * math.pi / 3 / a
        self.assertAlmostEqual(pendulum.orbit(2.2, i={"phi": 1}, fix={"energy": -9 * math.cos(1)}).period, period, 10)
        run = pendulum.simulate(until=period, i={"phi": 1})
        self.assertAlmostEqual(run.phi[-1], 1, 12)

    def test_stability_of_a_pendulum_with_a_spring(self):
        """V = −g cos φ + k φ²/2 has a minimum at 0 where g + k > 0, and the border is that line."""
        spring = anholon.load("model S { param g = 1, k = 1; coord phi; kinetic phi'^2/2; potential -g*cos(phi) + k*phi^2/2 }")
        region = spring.linearize(region={"g": (-2, 2), "k": (-1, 3)}, points=21)
        g, k = np.meshgrid(region.axis(0), region.axis(1))
        off = np.abs(g + k) > 1e-9
        np.testing.assert_array_equal((region.regimes == "stable")[off], (g + k > 0)[off])
        np.testing.assert_allclose(region.boundaries[:, 0] + region.boundaries[:, 1], 0, atol=1e-9)
        self.assertGreater(len(region.boundaries), 10)
        self.assertEqual([c.here for c in region.conditions.conditions], ["holds"])

    def test_path_of_an_oscillator(self):
        """x = cos t, y = sin 2t/2: against x, which falls, the time is −arccos x."""
        text = "model O { coord x, y; kinetic (x'^2 + y'^2)/2; potential x^2/2 + 2*y^2; init x = 0.9, y = 0, x' = -sqrt(0.19), y' = 1 }"
        path = anholon.load(text).path(0.2, by="x", every=0.1)
        np.testing.assert_allclose(path.t, np.arccos(path.x) - np.arccos(0.9), atol=1e-10)
        np.testing.assert_allclose(path.y, np.sin(2 * path.t) / 2, atol=1e-10)
        self.assertTrue(np.shares_memory(path.t, path.rows))

    def test_euler_characteristic_of_a_surface(self):
        """By the triangles alone: below the ridge two tori, above it one; each closed."""
        wells = anholon.load(WELLS)
        for level, tori in (("1/8", 2), ("1/2", 1)):
            found = wells.surface({"x'^2/2 + (x^2 - 1)^2/4": level, "y'^2/2 + y^2": 1}, columns=["x", "x'", "y + y'"])
            self.assertEqual([one.genus for one in found.components], [1] * tori)
            triangles = found.triangles
            self.assertEqual(len(triangles), sum(len(polygon) - 2 for polygon in found.polygons))
            self.assertTrue((np.sort(triangles, axis=1)[:, :-1] < np.sort(triangles, axis=1)[:, 1:]).all())
            sides, often = np.unique(np.sort(triangles[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2), axis=1), axis=0, return_counts=True)
            self.assertTrue((often == 2).all())
            self.assertEqual(len(np.unique(triangles)) - len(sides) + len(triangles), 0)
            self.assertEqual(len(np.unique(triangles)), len(found.vertices))
            self.assertEqual(set(found.part_of_triangle), set(range(tori)))
            x, velocity = found.vertices[:, 0], found.vertices[:, 1]
            np.testing.assert_allclose(velocity**2 / 2 + (x**2 - 1)**2 / 4, float(Fraction(level)), atol=1e-9)

    def test_variations_of_an_oscillator(self):
        """The tangent vectors of x'' = −x turn: (cos t, −sin t) and (sin t, cos t)."""
        v = anholon.load("model O { coord x; kinetic x'^2/2; potential x^2/2; init x = 1 }").variations(3, every=0.5)
        np.testing.assert_allclose(v.states[:, 0], np.cos(v.t), atol=1e-12)
        np.testing.assert_allclose(v.tangents[:, 0], np.stack([np.cos(v.t), -np.sin(v.t)], axis=1), atol=1e-12)
        np.testing.assert_allclose(v.tangents[:, 1], np.stack([np.sin(v.t), np.cos(v.t)], axis=1), atol=1e-12)

    def test_action_and_extremals(self):
        """Of x'' = −x from 1 to 0 in a quarter of its period: ∫ (x'² − x²)/2 = 0; half a period later the start has a conjugate point."""
        oscillator = anholon.load("model O { coord x; kinetic x'^2/2; potential x^2/2; init x = 1 }")
        action = oscillator.action("pi/2")
        self.assertAlmostEqual(action.action, 0, 12)
        self.assertEqual((action.hoelder.vanishes, action.hamilton.vanishes), (True, True))
        found = oscillator.connect({"x": 0}, "3*pi/2", starts=2)
        np.testing.assert_allclose([c.t for c in found.extremals[0].conjugate_points], [math.pi], atol=1e-6)
        self.assertAlmostEqual(found.actions[0], 0, 9)

    def test_limit_of_friction(self):
        """The skate on an incline: N (x_N − x) → 2t − 2 sin t."""
        found = anholon.load("viscous-sleigh").limit(N=(1e2, 1e5), until=2)
        self.assertEqual(found.limits, ["nonholonomic"])
        np.testing.assert_allclose(found.numbers, [1e2, 1e3, 1e4, 1e5])
        self.assertAlmostEqual(found.candidates[0].factors[0], 4 - 2 * math.sin(2), 3)
        self.assertLess(found.distances("nonholonomic")[-1], 1e-4)

    def test_rates_of_the_sleigh(self):
        f = anholon.load("chaplygin-sleigh").rhs()
        random = np.random.default_rng(1)
        x = random.normal(size=(10000, 5))
        p = random.uniform(0.5, 2, size=(10000, 3))
        m, J, a = p.T
        _, _, theta, v, w = x.T
        expected = np.stack([v * np.cos(theta), v * np.sin(theta), w, a * w**2, -m * a * v * w / (J + m * a**2)], axis=1)
        np.testing.assert_allclose(f(0, x, p), expected, rtol=1e-13, atol=1e-15)
        np.testing.assert_allclose(f(np.zeros(10000), x, p), expected, rtol=1e-13, atol=1e-15)
        for k in (0, 1, 2, 77):
            np.testing.assert_allclose(f(0, x[k], p[k]), expected[k], rtol=1e-13, atol=1e-15)
        d = f.jacobian(0, x, p)
        np.testing.assert_allclose(d[:, 3, 4], 2 * a * w, rtol=1e-13)
        np.testing.assert_allclose(d[:, 4, 3], -m * a * w / (J + m * a**2), rtol=1e-13)
        np.testing.assert_array_equal(f.jacobian(0, x[5], p[5]), d[5])

    def test_rates_of_bodies_by_the_exported_program(self):
        """The same function in NumPy, at random states, with its Jacobian."""
        for name in ("rolling-disc", "whipple-bicycle"):
            model = anholon.load(name)
            program = {}
            exec(model.export("python", jacobian=True).source.replace('if __name__ == "__main__"', "if False"), program)
            f = model.rhs()
            self.assertEqual(list(f.names), program["state_names"])
            x = f.x0 + 0.1 * np.random.default_rng(2).normal(size=(5, len(f.x0)))
            np.testing.assert_allclose(f(0, x), [program["rhs"](0, one) for one in x], rtol=1e-9, atol=1e-9)
            np.testing.assert_allclose(f.jacobian(0, x), [program["jacobian"](0, one) for one in x], rtol=1e-7, atol=1e-7)

    def test_rates_do_not_depend_on_their_number(self):
        f = anholon.load("rolling-disc").rhs()
        x = f.x0 + 0.1 * np.random.default_rng(3).normal(size=(9001, len(f.x0)))
        all_of_them = f(0, x)
        np.testing.assert_array_equal(f(0, x, threads=1), all_of_them)
        for n in (2, 3, 5, 8, 4097):
            np.testing.assert_array_equal(f(0, x[:n]), all_of_them[:n])
        np.testing.assert_allclose(f(0, x[0]), all_of_them[0], rtol=1e-14)

    def test_controller_of_a_parameter(self):
        self.controlled(CART, "F")

    def test_controller_of_an_input(self):
        self.controlled(PUSHED, "f")

    def controlled(self, text, name):
        """x'' = F with F held between calls: the exact solution, step by step."""
        every, x, v = 0.05, 1.0, 0.0
        run = anholon.load(text).motion(columns=["x", "x'"]).start(i={"x": 1})
        seen = []

        def control(run):
            seen.append((run.t, run["x"], run["x'"]))
            run.set(name, -2 * run["x"] - 3 * run["x'"])

        self.assertTrue(run.drive(5, every, control))
        self.assertEqual(len(seen), 100)
        for t, x_seen, v_seen in seen:
            self.assertAlmostEqual(x_seen, x, 11)
            self.assertAlmostEqual(v_seen, v, 11)
            F = -2 * x - 3 * v
            x, v = x + v * every + F * every**2 / 2, v + F * every
        self.assertLess(abs(run["x"]), 0.05)

    def test_inputs_as_functions_and_tables(self):
        cart = anholon.load(PUSHED)
        self.assertEqual((list(cart.inputs), list(cart.outputs)), (["f"], ["place"]))
        run = cart.simulate(until=3, every=0.1, inputs={"f": "2*cos(t)"})
        np.testing.assert_allclose(run.x, 2 - 2 * np.cos(run.t), atol=1e-12)
        np.testing.assert_array_equal(run.place, run.x)
        t = np.linspace(0, 3, 7)
        held = cart.simulate(until=3, inputs={"f": (t, np.arange(7.0), "steps")})
        self.assertAlmostEqual(held["x'"][-1], 0.5 * sum(range(6)), 12)
        self.assertAlmostEqual(cart.simulate(until=3, inputs={"f": (t, 2 * t)})["x'"][-1], 9, 12)
        self.assertAlmostEqual(cart.simulate(until=3, inputs={"f": 2})["x'"][-1], 6, 12)

    def test_run_is_the_motion(self):
        sleigh = anholon.load("chaplygin-sleigh")
        run = sleigh.motion(columns=["v", "w"]).start(p={"a": 0.2})
        run.advance_to(3)
        whole = sleigh.simulate(until=3, p={"a": 0.2}, columns=["v", "w"])
        self.assertEqual((run.now.v, run["w"]), (whole.v[-1], whole.w[-1]))
        self.assertEqual(run.result.end, "reached")
        self.assertLess(run.result.drift["energy"], 1e-14)
        run.reset()
        self.assertEqual(run.t, 0)
        run.reset(i={"w": 5})
        self.assertEqual(run["w"], 5)


class Expressions(unittest.TestCase):
    def setUp(self):
        self.m = anholon.load("chaplygin-sleigh")

    def test_arithmetic(self):
        e = self.m.expr
        self.assertTrue(2 * e("m") + 1 == e("2*m + 1"))
        self.assertTrue((e("m") - 1) / 3 == e("m/3 - 1/3"))
        self.assertTrue(1 / e("m") == e("m") ** -1)
        self.assertTrue(e("m") ** 0.5 == e("sqrt(m)"))
        self.assertTrue(0.1 * e("m") == e("m") * Fraction(1, 10))
        self.assertFalse(e("m") == e("a"))
        self.assertTrue(-e("m") == 0 - e("m"))
        self.assertTrue(np.sin(e("theta")) ** 2 + np.cos(e("theta")) ** 2 == 1)
        self.assertTrue(e("sin(theta)^2").diff("theta") == e("sin(2*theta)"))
        self.assertTrue(e("m^3").diff("m", 2) == e("6*m"))
        self.assertEqual(e("m*x'").symbols, ["m", "x'"])
        self.assertEqual(e("m/2").latex, "\\frac{1}{2} m")
        self.assertAlmostEqual(e("sin(theta)/m").value(theta=1, m=2), math.sin(1) / 2, 15)

    def test_derived(self):
        solved = self.m.derive("hamel").solved
        self.assertTrue(solved["w'"] == self.m.expr("-m*a*v*w/(J + m*a^2)"))
        self.assertEqual(str(solved["x'"]), "v*cos(theta)")

    def test_derived_of_long_equations(self):
        """Names of parts of a page are written out: the rates are those of the compiled equations."""
        disc = anholon.load("rolling-disc")
        f = disc.rhs()
        solved = disc.derive(f.form).solved
        x = f.x0 + 0.3
        values = dict(zip(f.names, x))
        for name in ("n", "u", "w"):
            if f"{name}'" in solved and name in f.names:
                self.assertAlmostEqual(solved[f"{name}'"].value(values), f(0, x)[f.names.index(name)], 10)

    def test_mistakes(self):
        e = self.m.expr
        with self.assertRaises(anholon.RequestError) as caught:
            e("m*tetha")
        self.assertEqual((caught.exception.code, caught.exception.line, caught.exception.column), ("name-unknown", 1, 3))
        self.assertIn("theta", caught.exception.help)
        with self.assertRaises(anholon.RequestError):
            e("m").diff("nothing")
        with self.assertRaises(anholon.Error):
            e("m") / 0
        with self.assertRaises(anholon.Error):
            e("m") + anholon.load("suslov").expr("w1")
        with self.assertRaises(TypeError):
            e("m") + []
        with self.assertRaises(TypeError):
            e("m") + True
        with self.assertRaises(TypeError):
            hash(e("m"))
        with self.assertRaises(anholon.RequestError):
            e("m") * math.nan
        with self.assertRaises(anholon.RequestError):
            e("theta").value()
        with self.assertRaises(TypeError):
            e(3)

    def test_sympy(self):
        try:
            import sympy
        except ImportError:
            with self.assertRaisesRegex(ImportError, "python3-sympy"):
                self.m.expr("m").to_sympy()
            return
        found = self.m.expr("-m*a*v*w/(J + m*a^2) + sqrt(pi)*sin(theta')^2").to_sympy()
        m, a, v, w, J, rate = (sympy.Symbol(name, real=True) for name in ("m", "a", "v", "w", "J", "theta'"))
        self.assertEqual(sympy.simplify(found - (-m * a * v * w / (J + m * a**2) + sympy.sqrt(sympy.pi) * sympy.sin(rate) ** 2)), 0)


class Mistakes(unittest.TestCase):
    def refused(self, kind, code, question):
        with self.assertRaises(kind) as caught:
            question()
        self.assertIsInstance(caught.exception, anholon.Error)
        self.assertEqual(caught.exception.code, code)
        self.assertIn(f"error[{code}]", str(caught.exception))
        return caught.exception

    def test_models(self):
        error = self.refused(anholon.ModelError, "name-unknown", lambda: anholon.load("model M {\n  coord x\n  kinetic y'^2/2\n}"))
        self.assertEqual((error.file, error.line, error.column), ("model", 3, 11))
        self.assertIn("kinetic y'^2/2", str(error))
        self.assertIn("suslov", self.refused(anholon.ModelError, "model-not-found", lambda: anholon.load("suslof")).help)
        self.refused(anholon.ModelError, "model-not-found", lambda: anholon.load("nowhere/none.anh"))
        for wrong in (3, None, b"suslov", ["suslov"]):
            with self.assertRaises(TypeError):
                anholon.load(wrong)
        self.assertIsInstance(pickle.loads(pickle.dumps(error)), anholon.ModelError)
        self.assertEqual(pickle.loads(pickle.dumps(error)).line, 3)

    def test_names(self):
        m = anholon.load("chaplygin-sleigh")
        self.assertIn("hamel", self.refused(anholon.RequestError, "form-unknown", lambda: m.derive("hamell")).help)
        self.refused(anholon.RequestError, "parameter-unknown", lambda: m.simulate(p={"b": 1}))
        self.refused(anholon.RequestError, "name-unknown", lambda: m.simulate(columns=["v + q"]))
        self.refused(anholon.RequestError, "language-unknown", lambda: m.export("fortran"))
        self.refused(anholon.RequestError, "fact-unknown", lambda: m.facts("integrable"))
        self.refused(anholon.RequestError, "column-unknown", lambda: m.simulate(until=1)["vv"])
        self.refused(anholon.RequestError, "column-unknown", lambda: m.motion().start()["vv"])
        self.refused(anholon.RequestError, "name-unknown", lambda: m.rhs().parameters({"b": 1}))
        self.refused(anholon.RequestError, "at-unknown", lambda: m.linearize("rest"))
        with self.assertRaises(AttributeError):
            m.simulate(until=1).vv
        with self.assertRaises(TypeError):
            m.simulate(untill=1)
        # The options of the command are arguments here.
        error = self.refused(anholon.RequestError, "tolerance-bad", lambda: m.simulate(until=1, tol=2))
        self.assertNotIn("--", str(error))

    def test_questions_that_have_no_answer(self):
        sleigh, pendulum = anholon.load("chaplygin-sleigh"), anholon.load(PENDULUM)
        self.refused(anholon.Error, "connect-not-extremal", lambda: sleigh.connect({"x": 1}))
        self.refused(anholon.Error, "no-velocity-constraints", lambda: pendulum.limit("viscous"))
        self.refused(anholon.Error, "no-path", lambda: sleigh.path(1, by="nothing"))
        self.refused(anholon.RequestError, "tangent-unknown", lambda: sleigh.variations(1, tangents={"vv": 1}))
        self.refused(anholon.RequestError, "map-unknown", lambda: sleigh.compare("suslov", map={"w7": 1}))
        self.refused(anholon.RequestError, "letter-unknown", lambda: pendulum.linearize(symbolic=["gg"]))
        self.refused(anholon.RequestError, "options-conflict", lambda: pendulum.linearize(symbolic="all", critical={"g": (1, 2)}))
        self.refused(anholon.RequestError, "region-points", lambda: pendulum.linearize(region={"g": (1, 2), "l": (1, 2)}, points=1))
        self.refused(anholon.RequestError, "candidate-unknown", lambda: sleigh.limit("viscous", N=(10, 100)).distances("vaconomic"))
        self.refused(anholon.ModelError, "model-not-found", lambda: sleigh.compare("suslof"))
        error = self.refused(anholon.RequestError, "usage", lambda: sleigh.limit())
        self.assertIn("as_", str(error) + error.help)
        self.assertIn("levels", self.refused(anholon.Error, "surface-levels", lambda: pendulum.surface()).help)
        self.refused(anholon.RequestError, "surface-columns", lambda: anholon.load(WELLS).surface(["y'^2/2 + y^2", "energy"], columns=["x"]))
        self.refused(anholon.Error, "degeneracy-inapplicable", lambda: pendulum.simulate(through_degeneracy=True))
        error = self.refused(anholon.RequestError, "form-inapplicable", lambda: sleigh.simulate(form="maggi", through_degeneracy=True))
        self.assertNotIn("--", str(error))
        self.refused(anholon.RequestError, "constants-alone", lambda: pendulum.hamilton_jacobi(constants="a"))
        self.refused(anholon.RequestError, "constant-taken", lambda: pendulum.hamilton_jacobi("g*phi", "g"))
        self.refused(anholon.RequestError, "number-not-finite", lambda: pendulum.hamilton_jacobi(budget=math.inf))
        for wrong in (lambda: pendulum.surface(3), lambda: pendulum.surface(cells=2.5), lambda: pendulum.surface(box={"phi": 1}),
                      lambda: pendulum.hamilton_jacobi(3), lambda: pendulum.hamilton_jacobi("phi", 3), lambda: sleigh.simulate(through_degeneracy=1),
                      lambda: sleigh.compare(3), lambda: sleigh.variations(1, tangents=3), lambda: sleigh.path([1]),
                      lambda: sleigh.limit("viscous", N=3), lambda: sleigh.linearize(symbolic=3), lambda: sleigh.connect([1])):
            with self.assertRaises(TypeError):
                wrong()
        with self.assertWarnsRegex(anholon.AnholonWarning, "ends"):
            ended = anholon.load("model Fall { coord y; kinetic y'^2/2; potential -1/y; init y = 1 }").variations(10)
        self.assertTrue(ended.ended)

    def test_inputs(self):
        cart = anholon.load(PUSHED)
        self.refused(anholon.RequestError, "input-unknown", lambda: cart.simulate(inputs={"g": 1}))
        self.refused(anholon.RequestError, "table-bad", lambda: cart.simulate(inputs={"f": ([0, 1], [1])}))
        self.refused(anholon.RequestError, "table-bad", lambda: cart.simulate(inputs={"f": ([0, 1], [1, 2], "quintic")}))
        self.refused(anholon.RequestError, "number-not-finite", lambda: cart.simulate(inputs={"f": ([0, math.nan], [1, 2])}))
        with self.assertRaises(anholon.Error):  # the table ends before the motion
            cart.simulate(until=5, inputs={"f": ([0, 1], [1, 2])})
        with self.assertRaises(anholon.Error):  # out of its range
            cart.motion().start().set("f", 10)

    def test_types(self):
        m = anholon.load("chaplygin-sleigh")
        for wrong in (lambda: m.simulate(until=[1]), lambda: m.simulate(p=[("m", 1)]), lambda: m.simulate(p={"m": None}),
                      lambda: m.simulate(p={1: 1}), lambda: m.simulate(columns=3), lambda: m.simulate(strict=1),
                      lambda: m.simulate(until=True), lambda: m.derive(3), lambda: m.chart(over={"w": 3}, measure="final(v)"),
                      lambda: m.chart(over={"w": (0, 1, 2.5)}, measure="final(v)"), lambda: m.section(at="v", count=2.5),
                      lambda: m.motion().start(p={"m": "1"}), lambda: m.motion().start().set("m", "1"),
                      lambda: m.simulate(until=1, progress=3), lambda: anholon.Model(3), lambda: m.rhs()(0, "x")):
            with self.assertRaises((TypeError, ValueError)) as caught:
                wrong()
            self.assertNotIsInstance(caught.exception, anholon.Error)

    def test_numbers_that_are_none(self):
        m = anholon.load("chaplygin-sleigh")
        for bad in (math.nan, math.inf, -math.inf, np.float64("nan")):
            self.refused(anholon.RequestError, "number-not-finite", lambda: m.simulate(until=bad))
            self.refused(anholon.RequestError, "number-not-finite", lambda: m.simulate(until=1, p={"m": bad}))
            self.refused(anholon.RequestError, "number-not-finite", lambda: m.motion().start(i={"v": bad}))
            self.refused(anholon.RequestError, "number-not-finite", lambda: m.motion().start().set("v", bad))
            self.refused(anholon.RequestError, "number-not-finite", lambda: m.motion().start().advance_to(bad))
        f = m.rhs()
        x = np.tile(f.x0, (9000, 1))
        x[8000, 2] = math.nan
        error = self.refused(anholon.StateError, "rates-not-finite", lambda: f(0, x))
        self.assertIn("8000", error.message)
        self.refused(anholon.StateError, "rates-not-finite", lambda: f(0, x[8000]))
        with self.assertRaises(ValueError):
            f(0, [1, 2])
        with self.assertRaises(anholon.RequestError):
            f(0, f.x0, [1, 2])
        with self.assertRaises(anholon.RequestError):
            f([0, 1, 2], x[:2])

    def test_states(self):
        m = anholon.load("chaplygin-sleigh")
        self.refused(anholon.StateError, "state-inconsistent",
                     lambda: m.simulate(i={"x'": 0, "y'": 1, "theta": 0}, strict=True))
        run = m.motion().start()
        run.advance_to(1)
        before = run["v"]
        with self.assertRaises(anholon.Error):
            run.set("m", -1)
        self.assertEqual(run["v"], before)

    def test_early_end(self):
        """A motion that ends before its time is a result, with a warning; a run that cannot go on says so."""
        hoop = anholon.load("model Fall { coord y; kinetic y'^2/2; potential -1/y; init y = 1 }")
        with self.assertWarns(anholon.AnholonWarning):
            run = hoop.simulate(until=10)
        self.assertNotEqual(run.end, "reached")
        self.assertTrue(run.reason)
        self.refused(anholon.StateError, "motion-ended", lambda: hoop.motion().start().advance_to(10))

    def test_expectation_that_fails(self):
        with self.assertWarnsRegex(anholon.AnholonWarning, "does not hold"):
            run = anholon.load(PENDULUM.replace("init", "expect value phi = 3 at 1; init")).simulate(until=1)
        self.assertIs(run.expectations[0].holds, False)

    def test_time_limit(self):
        with self.assertRaises(anholon.TimeLimitError) as caught:
            anholon.load("whipple-bicycle").verify(seconds=0.05)
        self.assertIsInstance(caught.exception, TimeoutError)
        for slow in (lambda: anholon.load("rattleback").limit("viscous", seconds=1), lambda: anholon.load("rattleback").variations(1e6, every=1e5, seconds=0.5),
                     lambda: anholon.load("rattleback").action(1e6, seconds=0.5), lambda: anholon.load("cart-two-skates").surface(seconds=0.1),
                     lambda: anholon.load("cart-two-skates").simulate(1e7, every=1e6, through_degeneracy=True, seconds=0.5)):
            with self.assertRaises(anholon.TimeLimitError):
                slow()

    def test_libraries_that_are_not_there(self):
        run = anholon.load("chaplygin-sleigh").simulate(until=1)
        for name, question in (("pandas", run.to_pandas), ("xarray", run.to_xarray), ("matplotlib", run.plot)):
            hidden = {key: sys.modules.pop(key) for key in list(sys.modules) if key.split(".")[0] == name}
            sys.modules[name] = None
            try:
                with self.assertRaisesRegex(ImportError, f"apt-get install python3-{name}"):
                    question()
            finally:
                del sys.modules[name]
                sys.modules.update(hidden)


class Objects(unittest.TestCase):
    def test_columns_share_memory(self):
        run = anholon.load("chaplygin-sleigh").simulate(until=1)
        self.assertTrue(np.shares_memory(run.v, run.rows))
        held = run.v
        del run
        gc.collect()
        self.assertTrue(np.isfinite(held).all())

    def test_collected(self):
        m = anholon.load("chaplygin-sleigh")
        run, expression, rates = m.motion().start(), m.expr("m"), m.rhs()
        gone = weakref.ref(m)
        del m
        gc.collect()
        run.advance_to(1)
        self.assertEqual(str(expression * 2), "2*m")
        rates(0, rates.x0)
        del expression
        gc.collect()
        self.assertIsNone(gone())

    def test_pickle(self):
        m = pickle.loads(pickle.dumps(anholon.load("chaplygin-sleigh")))
        self.assertEqual(m.name, "ChaplyginSleigh")
        run = m.simulate(until=1)
        again = pickle.loads(pickle.dumps(run))
        np.testing.assert_array_equal(again.rows, run.rows)
        self.assertEqual(again.drift.energy, run.drift.energy)
        self.assertEqual(str(pickle.loads(pickle.dumps(m.expr("m*v")))), "m*v")
        with self.assertRaises(TypeError):
            pickle.dumps(m.motion().start())

    def test_notebook(self):
        m = anholon.load("rattleback")
        d, v = m.derive("vector"), m.verify()
        self.assertIn("\\begin{align*}", d._repr_latex_())
        self.assertEqual(v._repr_html_().count("<tr>"), 1 + len(v.rows) + len(v.expectations))
        self.assertIn("&#x27;", m.facts("growth")._repr_html_() + anholon.load("chaplygin-sleigh").simulate(until=1)._repr_html_())
        run = m.simulate(until=1)
        if (ROOT / "build/web/player.html").exists():
            self.assertIn("<iframe srcdoc=", run._repr_html_())
            self.assertIn("RattleBack".lower(), run.page().lower())
        self.assertIn("<pre>", anholon.load(PENDULUM).simulate(until=1)._repr_html_())

    def test_notebook_of_studies(self):
        disc, sleigh = anholon.load("rolling-disc"), anholon.load("chaplygin-sleigh")
        for typeset in (disc.quadrature(), disc.linearize("steady", i={"theta": "pi/2", "u": 0, "w": 2}, symbolic="all")):
            self.assertIn("\\begin{align*}", typeset._repr_latex_())
            self.assertIsNone(typeset._repr_html_())
        limit = sleigh.limit("viscous", N=(10, 100))
        self.assertEqual(limit._repr_html_().count("<tr>"), 1 + len(limit.candidates))
        compared = anholon.load("suslov").compare("suslov")
        self.assertEqual(compared._repr_html_().count("<tr>"), 1 + len(compared.images))
        self.assertEqual(sleigh.action(1)._repr_html_().count("<tr>"), 3)
        path = sleigh.path(1, by="w")
        again = pickle.loads(pickle.dumps(path))
        np.testing.assert_array_equal(again.rows, path.rows)
        self.assertIn("<pre>", path._repr_html_())
        surface = anholon.load(WELLS).surface(["y'^2/2 + y^2", "energy"])
        again = pickle.loads(pickle.dumps(surface))
        np.testing.assert_array_equal(again.triangles, surface.triangles)
        self.assertEqual(again.to_dict(), surface.to_dict())
        cart = anholon.load("cart-two-skates").simulate(until=1, through_degeneracy=True)
        self.assertIn("a page does not play motions with through_degeneracy", cart._repr_html_())

    def test_compiled_once(self):
        """Another start compiles nothing, so it derives nothing either."""
        m = anholon.load("whipple-bicycle")
        self.assertGreater(m.simulate(until=0.1).seconds.compile, 0)
        self.assertEqual(m.simulate(until=0.1, i={"v": 5}).seconds.compile, 0)

    def test_same_bytes(self):
        runs = [anholon.load("rattleback").simulate(until=3).rows.tobytes() for _ in range(2)]
        self.assertEqual(*runs)

    def test_arrays_of_charts(self):
        c = anholon.load("chaplygin-sleigh").chart(over={"w": (0, 3, 5), "v": (0, 1, 3)}, measure="final(v)", until=5)
        self.assertEqual(c.array.shape, (3, 5))
        one = anholon.load("chaplygin-sleigh").simulate(until=5, i={"w": c.axis(0)[3], "v": c.axis(1)[1]}, tol=1e-9)
        self.assertAlmostEqual(c.array[1, 3], one.v[-1], 6)


class Threads(unittest.TestCase):
    def test_two_models_at_once(self):
        """Each thread has the numbers that it would have alone."""
        names = ("rattleback", "rolling-disc", "chaplygin-sleigh", "rattleback")
        alone = {name: anholon.load(name).simulate(until=2).rows for name in names}
        together, failures = {}, []

        def work(k, name):
            try:
                m = anholon.load(name)
                together[k] = (m.simulate(until=2).rows, m.verify().ok if name != "rattleback" else True)
            except Exception as failure:
                failures.append(failure)

        threads = [threading.Thread(target=work, args=pair) for pair in enumerate(names)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])
        for k, name in enumerate(names):
            np.testing.assert_array_equal(together[k][0], alone[name])
            self.assertTrue(together[k][1])

    def test_one_model_in_several_threads(self):
        m = anholon.load("rolling-disc")
        alone = [m.simulate(until=1, i={"theta": 1 + 0.1 * k}).rows for k in range(4)]
        found = [None] * 4

        def work(k):
            found[k] = m.simulate(until=1, i={"theta": 1 + 0.1 * k}).rows

        threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for k in range(4):
            np.testing.assert_array_equal(found[k], alone[k])

    def test_the_lock_is_released(self):
        """Another thread goes on while a question is answered."""
        counted, is_over = [0], threading.Event()

        def count():
            while not is_over.is_set():
                counted[0] += 1
                time.sleep(0.001)

        thread = threading.Thread(target=count)
        thread.start()
        before = counted[0]
        anholon.load("whipple-bicycle").verify()
        after = counted[0]
        is_over.set()
        thread.join()
        self.assertGreater(after - before, 5)

    def test_a_run_belongs_to_one_thread(self):
        run = anholon.load("rattleback").motion().start()
        failures = []

        def work():
            try:
                run.advance_to(200)
            except RuntimeError as failure:
                failures.append(str(failure))

        threads = [threading.Thread(target=work) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertTrue(all("another thread" in one for one in failures))
        self.assertTrue(math.isfinite(run.t))


class Interrupted(unittest.TestCase):
    """Ctrl-C ends what is worked on with KeyboardInterrupt, and the interpreter goes on."""

    def interrupted(self, question):
        script = f"""
import sys, warnings
sys.path.insert(0, {str(BUILD / "python")!r})
warnings.simplefilter("ignore")
import anholon, numpy as np
m = anholon.load("rattleback")
print("ready", flush=True)
try:
    {question}
    print("done")
except KeyboardInterrupt:
    print("interrupted")
print(m.simulate(until=0.1).end)
"""
        with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as child:
            self.assertEqual(child.stdout.readline(), "ready\n")
            time.sleep(0.5)
            child.send_signal(signal.SIGINT)
            out, errors = child.communicate(timeout=120)
        self.assertEqual(out.split(), ["interrupted", "reached"], errors)

    def test_questions(self):
        for question in ("m.simulate(until=1e6, every=10)", "m.lyapunov(until=1e7)", "m.section(at='w3', until=1e9, count=10**7)",
                         "m.chart(over={'w3': (-6, -4, 300), 'h': (0.01, 0.02, 300)}, measure='lyapunov', until=1e5)",
                         "m.variations(until=1e6, every=1e5)", "m.action(until=1e5)", "[m.linearize('steady', symbolic='all') for _ in range(9999)]",
                         "[anholon.load('suslov').compare('suslov') for _ in range(99999)]",
                         "anholon.load('rolling-disc').path(1e7, by='w', every=1e5)",
                         "anholon.load('cart-two-skates').simulate(until=1e8, every=1e6, through_degeneracy=True)",
                         "[anholon.load('cart-two-skates').surface() for _ in range(999)]",
                         "[anholon.load('chaplygin-sleigh').hamilton_jacobi() for _ in range(99999)]",
                         "anholon.load('vakonomic-skate').connect({'x': 2, 'y': 1, 'phi': 0}, 1e4, starts=10**5)",
                         "[anholon.load('chaplygin-sleigh').limit('viscous') for _ in range(9999)]",
                         "[m.facts() for _ in range(100)]", "m.motion().start().advance_to(1e9)",
                         "m.motion().start().drive(1e9, 1e-3, lambda run: None)"):
            with self.subTest(question):
                self.interrupted(question)

    def test_progress(self):
        heard = []
        anholon.load("rattleback").simulate(until=300, progress=lambda *words: heard.append(words))
        anholon.load("whipple-bicycle").verify(progress=lambda *words: heard.append(words))
        self.assertTrue(all(len(words) == 3 for words in heard))

        def fails(*words):
            raise KeyError("heard")

        with self.assertRaisesRegex(KeyError, "heard"):
            anholon.load("rattleback").simulate(until=1e6, every=10, progress=fails)
        with open(os.devnull, "w") as nowhere, contextlib.redirect_stderr(nowhere):
            anholon.load("rattleback").simulate(until=1, progress=True)


class Stubs(unittest.TestCase):
    """The stubs name what is there, with the same arguments."""

    def test_names(self):
        folder = ROOT / "apps/python/anholon"
        for stub in sorted(folder.glob("*.pyi")):
            module = importlib.import_module("anholon" if stub.stem == "__init__" else f"anholon.{stub.stem}")
            tree = ast.parse(stub.read_text())
            for node in tree.body:
                if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                    self.assertTrue(hasattr(module, node.name), f"{stub.name}: {node.name}")
                if isinstance(node, ast.ClassDef):
                    for part in node.body:
                        if isinstance(part, ast.FunctionDef):
                            self.assertTrue(hasattr(getattr(module, node.name), part.name), f"{stub.name}: {node.name}.{part.name}")

    def test_arguments(self):
        """Each public method of a module in Python stands in its stub, with the names of its arguments."""
        folder = ROOT / "apps/python/anholon"

        def methods(file):
            out = {}
            for node in ast.parse(file.read_text()).body:
                if isinstance(node, ast.ClassDef):
                    for part in node.body:
                        if isinstance(part, ast.FunctionDef) and not part.name.startswith("_"):
                            a = part.args
                            out[f"{node.name}.{part.name}"] = [one.arg for one in (*a.posonlyargs, *a.args, *a.kwonlyargs)]
            return out

        for source in ("model", "run", "rates", "expression", "results"):
            self.assertEqual(methods(folder / f"{source}.py"), methods(folder / f"{source}.pyi"), source)


if __name__ == "__main__":
    unittest.main()
