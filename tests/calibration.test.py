"""Calibration: how often the errors that `anholon lyapunov` prints contain the exponent.

    python3 tests/calibration.test.py PATH-TO-ANHOLON [unittest arguments]
    python3 tests/calibration.test.py --reference [NAME...]      computes the references anew, in about 15 minutes

40 starts of each system. The references are published, or computed here from equations of motion written down by hand, with NumPy.
Sticky motions run to t = 50000; with --long, or ANHOLON_LONG set, to 500000.
"""

import json
import math
import os
import random
import subprocess
import sys
import unittest

LONG = "--long" in sys.argv or "ANHOLON_LONG" in os.environ
REFERENCE = "--reference" in sys.argv
sys.argv = [a for a in sys.argv if a not in ("--long", "--reference")]
BINARY = sys.argv.pop(1) if not REFERENCE and len(sys.argv) > 1 and not sys.argv[1].startswith("-") else os.environ.get("ANHOLON_BINARY", "")

STARTS = 40
CLAIMED = 0.95
RARE = 0.005  # probability of a failure by chance, of each bound

LORENZ = "model Lorenz { coord x, y, z; kinetic (x'^2 + y'^2 + z'^2)/2; constraint a: x' = 10*(y - x); " \
         "constraint b: y' = x*(28 - z) - y; constraint c: z' = x*y - 8/3*z }"
ROSSLER = "model Rossler { coord x, y, z; kinetic (x'^2 + y'^2 + z'^2)/2; constraint a: x' = -y - z; " \
          "constraint b: y' = x + 0.2*y; constraint c: z' = 0.2 + z*(x - 5.7) }"
HENON_HEILES = "model HenonHeiles { coord x, y; kinetic (x'^2 + y'^2)/2; potential (x^2 + y^2)/2 + x^2*y - y^3/3 }"

# The largest exponent, and how far off it may be.
# Lorenz: 0.9056; Rössler: 0.0714. J. C. Sprott, Chaos and Time-Series Analysis (2003), appendix A.
# The others but 0: `--reference`.
REFERENCES = {"lorenz": (0.9056, 0.0001), "rossler": (0.0714, 0.0003), "regular": (0, 0),
              "sticky": (0.0444, 0.0003), "rattleback": (0.800, 0.004)}


# --- starts: initial values as the program takes them

def around(rng, names, centre, width):
    return {name: c + width * (rng.random() - 0.5) for name, c in zip(names, centre)}


def henon_heiles_start(y, v, energy):
    """On the section x = 0."""
    return {"x": 0.0, "y": y, "y'": v, "x'": math.sqrt(2 * energy - v * v - y * y + 2 * y ** 3 / 3)}


# Of the stone: m = 1, g = 100, h = 1, radii of curvature 9 and 4, principal moments 2, 6, 7 in axes turned by 0.405.
DELTA, ENERGY = 0.405, 752
COS, SIN = math.cos(DELTA), math.sin(DELTA)
INERTIA = ((2 * COS ** 2 + 6 * SIN ** 2, 4 * SIN * COS, 0), (4 * SIN * COS, 2 * SIN ** 2 + 6 * COS ** 2, 0), (0, 0, 7))


def rattleback_start(rng):
    """Upright, on its vertex, turning about an axis near one from which motions become chaotic, as 1 in 20 do not:
    2 (E - m g h) = w·Iw + m |w × r|^2 with r = (0, 0, -1)."""
    w = [c + rng.random() - 0.5 for c in (15, -12, -4)]
    twice = sum(w[i] * INERTIA[i][j] * w[j] for i in range(3) for j in range(3)) + w[0] ** 2 + w[1] ** 2
    factor = math.sqrt(2 * (ENERGY - 100) / twice)
    return {f"w{i + 1}": factor * w[i] for i in range(3)}


def starts_of(name):
    rng = random.Random(name)  # a string seeds alike everywhere
    make = {"lorenz": lambda: around(rng, "xyz", (1, 1, 20), 2),
            "rossler": lambda: around(rng, "xyz", (1, 1, 0), 1),
            "regular": lambda: henon_heiles_start(0.02 + 0.1 * rng.random(), 0.02 * rng.random(), 1 / 24),
            "sticky": lambda: henon_heiles_start(-0.25 + 0.02 * (rng.random() - 0.5), 0.02 * (rng.random() - 0.5), 1 / 8),
            "rattleback": lambda: rattleback_start(rng)}[name]
    return [make() for _ in range(STARTS)]


# --- the program

def spectrum(model, start, *words):
    source = ["-"] if model.startswith("model ") else [model]
    values = [w for name, value in start.items() for w in ("-i", f"{name}={value:.17g}")]
    done = subprocess.run([BINARY, "lyapunov", *source, "--json", *words, *values], input=model, capture_output=True, text=True,
                          encoding="utf-8", timeout=600)
    envelope = json.loads(done.stdout)
    if done.returncode != 0 or not envelope["ok"]:
        raise AssertionError(done.stdout + done.stderr)
    return envelope["result"]


def text_of(model, *words):
    return subprocess.run([BINARY, "lyapunov", "-", *words], input=model, capture_output=True, text=True, encoding="utf-8",
                          timeout=600).stdout


# --- what 95 % allows

def at_most(n, k, p):
    return sum(math.comb(n, i) * p ** i * (1 - p) ** (n - i) for i in range(k + 1))


def least(n, p=CLAIMED):
    """The smallest number of intervals out of n that contain the truth without contradicting the probability p."""
    return next(k for k in range(n + 1) if at_most(n, k, p) > RARE)


# The model, options, the largest part of the exponent that the median error may be, and whether the program claims 95 %.
STICKY_UNTIL = "500000" if LONG else "50000"
SYSTEMS = {
    "lorenz": (LORENZ, ("--until", "300", "--tol", "1e-9"), 0.06, True),
    "rossler": (ROSSLER, ("--until", "2000", "--tol", "1e-9"), 0.3, True),
    "rattleback": ("paraboloid-rattleback", ("--until", "500", "--tol", "1e-9"), 0.25, True),
    "sticky": (HENON_HEILES, ("--until", STICKY_UNTIL), 0.75, False),
    "regular": (HENON_HEILES, ("--until", "2000"), None, False),
}


def outcomes(spectra, k, reference):
    """For each start: the distance of exponent k from the reference, and the error that is printed."""
    exponents = [s["exponents"][k] for s in spectra]
    return [(abs(e["value"] - reference), e["error"]) for e in exponents]


def inside(pairs, part=1):
    return sum(distance <= part * error for distance, error in pairs)


class Coverage(unittest.TestCase):
    found = {}

    def measure(self, name):
        """The spectra of all starts, and outcomes for their largest exponents."""
        if name in Coverage.found:
            return Coverage.found[name]
        model, words, _, _ = SYSTEMS[name]
        spectra = [spectrum(model, start, *words) for start in starts_of(name)]
        pairs = outcomes(spectra, 0, REFERENCES[name][0])
        median = sorted(error for _, error in pairs)[STARTS // 2]
        print(f"{name} {' '.join(words)}: {inside(pairs)} of {STARTS} inside the error, {inside(pairs, 0.5)} inside half of it; "
              f"median error {median:.2g}", file=sys.stderr, flush=True)
        Coverage.found[name] = spectra, pairs, median
        return Coverage.found[name]

    def covers(self, name):
        _, _, most, claims = SYSTEMS[name]
        spectra, pairs, median = self.measure(name)
        self.assertGreaterEqual(inside(pairs), least(STARTS))
        self.assertEqual({s["confidence"] for s in spectra}, {CLAIMED if claims else None})
        if most:
            self.assertLess(median, most * REFERENCES[name][0])
        return spectra

    def test_lorenz(self):
        spectra = self.covers("lorenz")
        # Volumes shrink by 10 + 1 + 8/3, and the direction of the motion adds 0.
        self.assertGreaterEqual(inside(outcomes(spectra, 1, -41 / 3 - REFERENCES["lorenz"][0])), least(STARTS))

    def test_rossler(self):
        self.covers("rossler")

    def test_rattleback(self):
        self.covers("rattleback")

    def test_regular(self):
        for s in self.covers("regular"):
            self.assertEqual([e["told_from_zero"] for e in s["exponents"]], [False, False])
            self.assertLess(s["exponents"][0]["error"], 0.02)

    def test_sticky(self):
        """Errors are right for long motions. The program claims no confidence: it cannot know how long that is."""
        told = [s["exponents"][0]["told_from_zero"] for s in self.covers("sticky")]
        self.assertGreaterEqual(sum(told), 0.7 * STARTS)

    def test_short_sticky(self):
        """A tenth of the time: most errors are right, if not 95 %."""
        spectra = [spectrum(HENON_HEILES, start, "--until", "5000") for start in starts_of("sticky")]
        pairs = outcomes(spectra, 0, REFERENCES["sticky"][0])
        print(f"sticky --until 5000: {inside(pairs)} of {STARTS} inside the error", file=sys.stderr)
        self.assertGreaterEqual(inside(pairs), least(STARTS, 0.85))

    def test_together(self):
        """All chaotic motions: errors are not too small, and not twice as large as they should be."""
        pairs = [pair for name in SYSTEMS if REFERENCES[name][0] for pair in self.measure(name)[1]]
        print(f"together: {inside(pairs)} of {len(pairs)} inside the error, {inside(pairs, 0.5)} inside half of it", file=sys.stderr)
        self.assertGreaterEqual(inside(pairs), least(len(pairs)))
        self.assertLess(inside(pairs, 0.5), CLAIMED * len(pairs))

    def test_sentence_about_errors(self):
        start = ("-i", "y=-0.25", "-i", "x'=0.42", "--until", "1000")
        sticky, lorenz = (" ".join(text_of(*a).split()) for a in ((HENON_HEILES, *start), (LORENZ, "-i", "x=1", "--until", "100")))
        self.assertIn("not confidence intervals", sticky)
        self.assertNotIn("95 %", sticky)
        self.assertIn("95 % confidence intervals", lorenz)


class Contradictions(unittest.TestCase):
    def test_damped_oscillator(self):
        """x'' = -x - x'/5: both exponents are -0.1, volumes shrink by 0.2, and the attractor is a point."""
        r = spectrum("model Damped { coord x; kinetic x'^2/2; potential x^2/2; force on x: -x'/5 }", {"x": 1.0}, "--until", "100")
        [computed], [explained] = r["exponents"], r["neutral"]
        self.assertTrue(computed["told_from_zero"])
        self.assertLessEqual(abs(computed["value"] + 0.1), computed["error"])
        self.assertLess(computed["error"], 0.01)
        self.assertFalse(explained["vanishes"])
        self.assertAlmostEqual(explained["value"], -0.1, delta=0.005)
        self.assertAlmostEqual(r["sum"], -0.2, delta=1e-9)
        self.assertEqual(r["kaplan_yorke"], 0)

    def test_half_plane(self):
        """Geodesics of curvature -1 have the exponents 1, 0, 0, -1. In these coordinates all velocities decay instead, as they tend to
        the edge: the program says that its numbers are those of the coordinates."""
        r = spectrum("model HalfPlane { coord x, y; kinetic (x'^2 + y'^2)/(2*y^2) }", {"x": 0.0, "y": 1.0, "x'": 1.0, "y'": 0.0},
                     "--until", "20")
        self.assertIn("depend on the coordinates", " ".join(r["notes"]))
        self.assertIsNone(r["kaplan_yorke"])


# --- references, by equations of motion of their own

SMALL = 1e-30  # Imaginary parts of this size are tangent vectors: f(x + i ε v) = f(x) + i ε f'(x) v, exactly to the last digit.


def lorenz(s):
    x, y, z = s
    return 10 * (y - x), x * (28 - z) - y, x * y - 8 / 3 * z


def rossler(s):
    x, y, z = s
    return -y - z, x + 0.2 * y, 0.2 + z * (x - 5.7)


def cross(a, b):
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def contact(up):
    """From the mass centre to the contact, on 2z = x²/9 + y²/4 - 2, where the outward normal is -up."""
    x, y = -9 * up[0] / up[2], -4 * up[1] / up[2]
    return x, y, (x * x / 9 + y * y / 4) / 2 - 1


def angular_velocity(M, r):
    """From the moment about the contact: M = I w + r × (w × r) = (I + r·r - r rᵀ) w, by Cramer's rule."""
    rr = dot(r, r)
    A = [[INERTIA[i][j] - r[i] * r[j] + (rr if i == j else 0) for j in range(3)] for i in range(3)]
    minors = [cross(A[1], A[2]), cross(A[2], A[0]), cross(A[0], A[1])]
    det = dot(A[0], minors[0])
    return [(minors[0][i] * M[0] + minors[1][i] * M[1] + minors[2][i] * M[2]) / det for i in range(3)]


def rattleback(s):
    """Moment about the contact and the vertical, in axes of the stone: M' = M × w + r' × (w × r) + 100 r × up, up' = up × w."""
    M, up = s[:3], s[3:]
    r = contact(up)
    w = angular_velocity(M, r)
    turning = cross(up, w)
    dx, dy = -9 * (turning[0] + r[0] / 9 * turning[2]) / up[2], -4 * (turning[1] + r[1] / 4 * turning[2]) / up[2]
    moved = cross((dx, dy, r[0] * dx / 9 + r[1] * dy / 4), cross(w, r))
    weight = cross(r, up)
    return [a + b + 100 * c for a, b, c in zip(cross(M, w), moved, weight)] + list(turning)


def runge_kutta(numpy, rates, s, h):
    f = lambda s: numpy.array(rates(s))
    k1 = f(s)
    k2 = f(s + h / 2 * k1)
    k3 = f(s + h / 2 * k2)
    k4 = f(s + h * k3)
    return s + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)


def symplectic(s, h):
    """Hénon and Heiles' oscillators by the method PEFRL of order 4: Omelyan, Mryglod and Folk 2002."""
    a, b, c = 0.1786178958448091, -0.2123418310626054, -0.06626458266981849
    x, y, u, v = s
    for drift, kick in ((a, (1 - 2 * b) / 2), (c, b), (1 - 2 * (a + c), b), (c, (1 - 2 * b) / 2), (a, 0)):
        x, y = x + h * drift * u, y + h * drift * v
        if kick:
            u, v = u - h * kick * (x + 2 * x * y), v - h * kick * (y + x * x - y * y)
    return x, y, u, v


def exponent(numpy, step, states, steps, transient, time, seed):
    """The mean over motions of the largest exponent after the transient, and its standard error from their variety."""
    s = numpy.array(states, dtype=complex).T
    s += 1j * SMALL * numpy.random.default_rng(seed).standard_normal(s.shape)
    growth = numpy.zeros(s.shape[1])
    for t in range(transient + time):
        for _ in range(steps):
            s = numpy.array(step(s))
        length = numpy.sqrt((s.imag ** 2).sum(axis=0)) / SMALL
        s = s.real + 1j * (s.imag / length)
        if t >= transient:
            growth += numpy.log(length)
    return growth.mean() / time, growth.std() / time / math.sqrt(len(growth)), growth.min() / time


def compute_references():
    import numpy
    rng = random.Random(7)
    box = lambda n, centre, width: [list(around(rng, "xyz", centre, width).values()) for _ in range(n)]

    def stone():
        w = list(rattleback_start(rng).values())
        r = contact((0, 0, 1))
        carried = cross(r, cross(w, r))
        return [sum(INERTIA[i][j] * w[j] for j in range(3)) + carried[i] for i in range(3)] + [0, 0, 1]

    sticky = lambda start: [start.get(k, 0) for k in ("x", "y", "x'", "y'")]
    oscillators = [sticky(henon_heiles_start(-0.25 + 0.02 * (rng.random() - 0.5), 0.02 * (rng.random() - 0.5), 1 / 8))
                   for _ in range(200)]
    by = lambda rates, h: lambda s: runge_kutta(numpy, rates, s, h)
    for name, step, states, steps, transient, time in (
            ("lorenz", by(lorenz, 0.005), box(500, (1, 1, 20), 2), 200, 50, 200),
            ("rossler", by(rossler, 0.01), box(500, (0, 0, 0), 8), 100, 200, 800),
            ("sticky starts", lambda s: symplectic(s, 0.1), [sticky(s) for s in starts_of("sticky")], 10, 0, 20_000),
            ("sticky", lambda s: symplectic(s, 0.1), oscillators, 10, 50_000, 250_000),
            ("rattleback", by(rattleback, 0.0025), [stone() for _ in range(500)], 400, 30, 100)):
        if sys.argv[1:] and name not in sys.argv[1:]:
            continue
        mean, error, lowest = exponent(numpy, step, states, steps, transient, time, 1)
        print(f"{name}: {mean:.5f} ± {error:.5f}, one standard error; the lowest of {len(states)} is {lowest:.4f}", flush=True)


if __name__ == "__main__":
    if REFERENCE:
        compute_references()
    else:
        unittest.main()
