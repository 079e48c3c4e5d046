"""What the program says of stability, equilibria, integrals and measures, beside numbers of its own models in Python.

    /usr/bin/python3 tests/independent/stability.test.py PATH-TO-ANHOLON [unittest arguments]

The reader, the law with multipliers and the integrator are those of independent.test.py; no equation of the program
is used. Compared are
  Linear    the eigenvalues of `linearize` with those of finite differences of the law's accelerations, verdicts with
            the signs of their real parts, families by steps along the kernel, minima of potentials by their Hessians
  Facts     equilibria: the law's accelerations there; integrals and the energy: their values along motions; measures:
            the divergence of the motion in coordinates and quasi-velocities
  Growth    growth vectors and integrability: ranks of brackets of the reference's own fields, in 60 digits
ANHOLON_ONLY, names separated by commas, restricts both to some systems; with ANHOLON_LONG=1 there are all systems of
the gallery and more random models.
"""

import glob
import json
import os
import random
import re
import sys
import tempfile
import unittest
from fractions import Fraction

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import mpmath  # noqa: E402
import numpy  # noqa: E402

import grammar  # noqa: E402
import program  # noqa: E402
from drawing import drawn_parameters, own  # noqa: E402
from language import NotRead  # noqa: E402
from law import moved  # noqa: E402
from linear import At, slopes  # noqa: E402
from model import Model  # noqa: E402
from program import Refused, run  # noqa: E402
from terms import PI, FUNCTIONS, ZERO, call, compiled, derivative, num, power, substitute, var  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
LONG = os.environ.get("ANHOLON_LONG") == "1"
ONLY = [name for name in os.environ.get("ANHOLON_ONLY", "").split(",") if name]
KINDS = ["free", "linear", "geometric"]
SEEDS = [seed for seed in range(2000, 2600 if LONG else 2100) if grammar.kind(seed) in KINDS]

# Near an equilibrium, or a steady motion; what is given with -i.
EQUILIBRIA = """asymmetric-chaplygin-top ball-on-rotating-plane ball-on-turntable beam-on-two-skates bottema-vibrations
    car-on-slope chaplygin-sleigh chaplygin-top constraints-as-integrals edge-along-circle flat-base-on-sphere free-top
    furuta-pendulum heavy-top-quaternion line-on-sphere rattleback rolling-disc rubber-ellipsoid spherical-pendulum suslov
    suslov-gravity two-mass-skate-bicycle whipple-bicycle servo-sleigh viscous-sleigh""".split()
STEADY = [("chaplygin-sleigh", ["w=0"]), ("chaplygin-sleigh", ["w=0", "v=-0.4"]), ("rolling-disc", []),
          ("rolling-disc", ["theta=pi/2", "u=0", "w=1.8"]), ("rolling-disc", ["theta=pi/2", "u=0", "w=1.81"]),
          ("whipple-bicycle", []), ("whipple-bicycle", ["v=5"]), ("rolling-hoop", []), ("trailer-2", ["w=0"]),
          ("suslov", []), ("roller-racer", []), ("towed-wheel", []), ("blackall", [])]
FACTS = """appell-hamel-wheel added-mass-skate blackall bottema-vibrations chaplygin-sleigh chaplygin-sleigh-incline
    constraints-as-integrals edge-along-circle free-top nonholonomic-particle rolling-disc rolling-hoop servo-sleigh
    sleigh-with-odometer spherical-pendulum suslov trailer-1 trailer-2 two-wheels-on-axle vertical-rolling-disc
    viscous-sleigh car-on-slope suslov-cord""".split()

# Small models with a verdict that is known on paper: (name, text, what the verdict contains).
KNOWN = [
    ("two-pendulums-down", """coord a, b; param g = 9.81; kinetic a'^2 + b'^2/2 + a'*b'*cos(a - b)
        potential -2*g*cos(a) - g*cos(b); init a = 0.1""", "stable"),
    ("two-pendulums-up", """coord a, b; param g = 9.81; kinetic a'^2 + b'^2/2 + a'*b'*cos(a - b)
        potential -2*g*cos(a) - g*cos(b); init a = 3.1, b = 3.1""", "unstable"),
    ("two-pendulums-mixed", """coord a, b; param g = 9.81; kinetic a'^2 + b'^2/2 + a'*b'*cos(a - b)
        potential -2*g*cos(a) - g*cos(b); init a = 0.1, b = 3.1""", "unstable"),
    ("damped", "coord x, y; kinetic (x'^2 + y'^2)/2; potential x^2 + y^2/2 + x*y; dissipation x'^2/3 + y'^2/7",
     "asymptotically stable"),
    ("partly-damped", "coord x, y; kinetic (x'^2 + y'^2)/2; potential x^2 + y^2/2 + x*y; dissipation x'^2/3",
     "asymptotically stable"),
    ("follower", """coord x, y; kinetic (x'^2 + y'^2)/2; potential x^2 + y^2; force on x: 3*y, y: -3*x
        dissipation (x'^2 + y'^2)/20""", "unstable"),
    ("nearly-flutter", """coord x, y; kinetic (x'^2 + y'^2)/2; potential x^2 + y^2; force on x: y/20, y: -x/20
        dissipation (x'^2 + y'^2)/20""", "asymptotically stable"),
    ("circle", """coord x, y; kinetic (x'^2 + y'^2)/2; potential 3*y + x/5; constraint rod: x^2 + y^2 = 1
        init x = 0.1, y = -1""", "stable"),
    ("circle-up", """coord x, y; kinetic (x'^2 + y'^2)/2; potential 3*y + x/5; constraint rod: x^2 + y^2 = 1
        init x = 0.1, y = 1""", "unstable"),
    ("saddle-of-a-surface", """coord x, y, z; kinetic (x'^2 + y'^2 + z'^2)/2; potential 3*z
        constraint on: z = x^2 - y^2/9""", "unstable"),
    ("skate-in-a-valley", """coord x, y, phi; kinetic (x'^2 + y'^2 + phi'^2)/2; potential x^2 + phi^2
        constraint y' = x'*tan(phi); dissipation (x'^2 + phi'^2)/4""", "asymptotically except along the family"),
    ("spring-of-negative-stiffness", "coord x; kinetic x'^2/2; potential -x^2/800", "unstable"),
    ("cubic-growth", "coord x; kinetic x'^2/2; potential x^2/2; force on x: x'^3", "not decided"),
    ("soft-spring", "coord x, y; kinetic (x'^2 + y'^2)/2; potential x^2/800 + 50*y^2", "stable"),
]


# Small models with facts that depend on every part of the formulas: frames whose brackets, determinants and divergences
# do not vanish.
TEXTS = {
    "curved-frame": """coord x, y; kinetic (exp(2*y)*x'^2 + y'^2*(1 + x^2))/2
        quasi u = exp(y)*x', v = y'
        init u = 0.5, v = 0.3""",
    "constrained-frame": """coord x, y, z; kinetic (x'^2 + y'^2*(1 + x^2/4) + z'^2)/2; constraint z' = y*x'
        quasi u = x'*exp(x*y/3), v = y'*(2 + sin(x))
        init u = 0.5, v = 0.3, x = 0.2""",
    "two-rates": """coord x, y; kinetic (x'^2 + y'^2)/2; potential x^2/2 + 2*y^2 + x^2*y
        init x = 0.5, y' = 0.4""",
}
HOLONOMIC = {
    "product": """coord x, y, z; kinetic (x'^2 + y'^2 + z'^2)/2; constraint z' = y*x' + x*y'
        init x = 0.5, x' = 0.4, y' = 0.3""",
    "on-a-sphere": """coord x, y, z, s; kinetic (x'^2 + y'^2 + z'^2 + s'^2)/2; constraint x*x' + y*y' + z*z' = 0; constraint s' = y*x'
        init x = 0.5, y = 0.6, z = 0.4, x' = 0.4, y' = 0.3""",
}
FOLDER = tempfile.TemporaryDirectory()


def gallery():
    return sorted(os.path.basename(name)[:-4] for name in glob.glob(os.path.join(ROOT, "gallery", "*.anh")))


def path_of(name):
    text = {**TEXTS, **HOLONOMIC}.get(name)
    if text is None:
        return os.path.join(ROOT, "gallery", name + ".anh")
    path = os.path.join(FOLDER.name, name + ".anh")
    with open(path, "w", encoding="utf-8") as file:
        file.write("model F {\n%s\n}\n" % text)
    return path


def without_initial_values(path, folder):
    """The model with initial values that are given alone."""
    with open(path, encoding="utf-8") as file:
        text = re.sub(r"(?m)^\s*init (.*,\n)*.*$", "", file.read())
    bare = os.path.join(folder, os.path.basename(path))
    with open(bare, "w", encoding="utf-8") as file:
        file.write(text)
    return bare


MODELS = {}


def model_of(path):
    if path not in MODELS:
        with open(path, encoding="utf-8") as file:
            MODELS[path] = Model(file.read())
    return MODELS[path]


def answer(*words):
    """The result of a question, or Refused."""
    code, out, err = run(*words, "--json")
    if not out:
        raise AssertionError("exit %d: %s" % (code, err))
    found = json.loads(out)
    if not found["ok"]:
        raise Refused(found["errors"][0]["message"])
    return found["result"]


def wanted(name):
    return not ONLY or name in ONLY


def tree_term(tree):
    """An expression of a report."""
    kind, *rest = tree
    if kind == "number":
        return num(Fraction(rest[0]))
    if kind == "symbol":
        return PI if rest[0] == "pi" else var(rest[0])
    args = [tree_term(part) for part in rest]
    if kind == "sum":
        return sum(args[1:], args[0])
    if kind == "product":
        value = args[0]
        for a in args[1:]:
            value = value * a
        return value
    if kind == "power":
        return power(args[0], args[1].value)
    if kind not in FUNCTIONS:
        raise NotRead("function %s" % kind)
    return call(kind, *args)


def expression(model, value):
    """An expression of a report as a term in the model's coordinates, velocities and parameters."""
    if value["tree"] is None:
        raise NotRead("an expression without its tree")
    f = tree_term(value["tree"])
    known = set(model.coordinates) | set(model.velocities) | set(model.parameters)
    unknown = {name: model.scope.value(name) for name in f.names
               if name not in known or name in model.scope.definitions}
    return substitute(f, unknown)


class Linear(unittest.TestCase):
    """Linear equations and their stability."""

    def setUp(self):
        self.unproved = []

    def compare(self, label, path, at, given=()):
        words = [word for x in given for word in ("-i", x)]
        r = answer("linearize", path, "--at", at, *words)
        if r["left_out"]["symmetries"]:
            return None                         # seen from axes that turn: other imaginary parts
        model = model_of(path)
        with tempfile.TemporaryDirectory() as folder:
            bare = without_initial_values(path, folder)
            here = At(bare, model, i=[(x, repr(value)) for x, value in r["state"].items()])
        if here.law.multipliers:
            return None
        if at == "equilibrium":
            self.assertLess(abs(here.rates(here.x)).max(), 1e-7 * (1 + abs(here.x).max()), "no equilibrium")
        if at == "steady" and not model.geometric:
            A, T = here.linear_part_in_chart([x for x in r["state"] if x not in model.coordinates]), None
        else:
            A, T = here.linear_part()
            self.assertLess(here.leak, 1e-5, "the reference's linear equations leave the constraints")
        its = [complex(*mu) for mu in r["eigenvalues"]] + [0] * r["left_out"]["cyclic"]
        mine = numpy.linalg.eigvals(A)
        self.assertEqual(len(its), len(mine), "the number of eigenvalues")
        radius = max(1e-2 * max(1, abs(A).max()), abs(mine).max(), *(abs(mu) for mu in its))
        a, b = numpy.poly(numpy.array(its) / radius), numpy.poly(mine / radius)
        worst = abs(a - b).max() / max(1, abs(b).max())
        self.assertLess(worst, 1e-6, "%s: eigenvalues %s, not %s" % (label, its, sorted(mine, key=lambda m: -m.real)))
        self.verdict(label, r, its, radius, here, A, T, at)
        return worst

    def verdict(self, label, r, its, radius, here, A, T, at):
        """The verdict against the real parts, whose agreement was shown."""
        verdict, reason = r["stability"]["verdict"], r["stability"]["reason"]
        real = [mu.real / radius for mu in its]
        said = "%s: %s; %s" % (label, verdict, reason)
        if verdict == "unstable":
            self.assertGreater(max(real), 1e-7, said)
        elif verdict == "not decided" and "not proved" in reason:
            self.unproved.append(label)         # the existence of the state: then nothing is said of it
        else:
            self.assertLess(max(real), 1e-5, said)
        zeros = sum(abs(mu) < 1e-6 * radius for mu in its)
        if verdict == "asymptotically stable":
            self.assertLess(max(real), -1e-10, said)
        if "along the family" in verdict:
            self.assertLess(sorted(real)[-zeros - 1] if zeros < len(real) else -1, -1e-10, said)
            self.assertGreater(zeros, 0, said)
        if at != "equilibrium":
            return
        if "along the family" in verdict:
            self.assertEqual(here.family(A, T), zeros, said)
        if "Lagrange" in reason:
            self.assertTrue(here.conserves_energy(), said)
            least, most, rest = here.minimum()
            self.assertGreater(least, 1e-9 * most, said)
            self.assertLess(rest, 1e-7, said)
        elif "nearby state" in reason:
            self.assertEqual(here.family(A, T), len(A), said)
        elif verdict == "not decided" and here.conserves_energy():
            least, most, rest = here.minimum()
            self.assertFalse(least > 1e-4 * most > 0 and rest < 1e-9, said + "; the potential has a strict minimum")

    def test_gallery(self):
        worst, left_out, count = 0, [], 0
        cases = [(name, "equilibrium", ()) for name in (gallery() if LONG else EQUILIBRIA)]
        cases += [(name, "steady", given) for name, given in STEADY]
        for name, at, given in cases:
            if not wanted(name):
                continue
            with self.subTest(system=name, at=at, given=given):
                try:
                    found = self.compare(name, path_of(name), at, given)
                except (Refused, NotRead) as error:
                    left_out.append((name, at, str(error)[:60]))
                    continue
                if found is None:
                    left_out.append((name, at, "turning axes or moving multipliers"))
                else:
                    worst, count = max(worst, found), count + 1
        print("%d linear equations agree within %.1e; left out: %s" % (count, worst, left_out))
        if not ONLY:
            self.assertGreater(count, 25)
            self.assertLess(len(self.unproved), count / 5, "too little is proved: %s" % self.unproved)

    def test_verdicts_known_on_paper(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, text, expected in KNOWN:
                if not wanted(name):
                    continue
                with self.subTest(system=name):
                    path = os.path.join(folder, name + ".anh")
                    with open(path, "w", encoding="utf-8") as file:
                        file.write("model F {\n%s\n}\n" % text)
                    self.assertIsNotNone(self.compare(name, path, "equilibrium"))
                    said = answer("linearize", path, "--at", "equilibrium")["stability"]
                    self.assertIn(expected, said["verdict"], said)
                    if expected == "stable":
                        self.assertEqual(said["verdict"], "stable", said)

    def test_random_models(self):
        if ONLY and "random" not in ONLY:
            return
        count, without = 0, 0
        with tempfile.TemporaryDirectory() as folder:
            for seed in SEEDS:
                text = grammar.model(seed)
                if "sin(t)" in text:
                    continue
                with self.subTest(seed=seed):
                    path = os.path.join(folder, "random%d.anh" % seed)
                    with open(path, "w", encoding="utf-8") as file:
                        file.write(text)
                    try:
                        found = self.compare("random %d" % seed, path, "equilibrium")
                        count += found is not None
                    except Refused:
                        without += 1
        print("%d equilibria of random models, %d models without" % (count, without))


class Facts(unittest.TestCase):
    """Equilibria, integrals, energy and measures."""

    def facts(self, name):
        words = ["facts", path_of(name)]
        for fact in ("energy", "integrals", "measure", "equilibria"):
            words += ["--fact", fact]
        return {found["fact"]: found for found in answer(*words)}

    def given(self, model, name, for_all):
        """Parameters: drawn at random where the fact is for all of them."""
        rng = random.Random("facts " + name)
        return drawn_parameters(model, rng, 0.1) if for_all else ()

    def constant_along_a_motion(self, name, what, value, for_all):
        model = model_of(path_of(name))
        f = expression(model, value)
        at = At(path_of(name), model, self.given(model, name, for_all))
        if at.law.multipliers:
            return
        F = compiled([f], at.law.arguments)
        end = 0.4
        x = moved(lambda t, y: at.law.rates(t, y, at.values), 0.0, at.x, end, 1e-12)
        self.assertGreater(abs(x - at.x).max(), 1e-4, "%s: the motion does not move" % name)
        before, after = F(0.0, *at.x, *at.values)[0], F(end, *x, *at.values)[0]
        if not (abs(before) < 1e300 and abs(after) < 1e300):
            raise NotRead("%s has no value at the initial state" % what)
        size = max(1e-3, abs(before), abs(after))
        self.assertLess(abs(after - before), 1e-8 * size, "%s: %s %s is not constant" % (name, what, value["text"]))

    def energy(self, name, fact):
        for key in ("energy", "jacobi_integral"):
            if key in fact["results"] and fact["verdict"] != "none":
                self.constant_along_a_motion(name, key, fact["results"][key], fact["results"]["for_all_parameters"])

    def integrals(self, name, fact):
        for found in fact["results"].get("integrals", []):
            self.constant_along_a_motion(name, "integral", found["value"], found["for_all_parameters"])

    def measure(self, name, fact):
        results = fact["results"]
        model = model_of(path_of(name))
        if "density" in results:
            names = [x["text"] for x in results["velocities"]]
            if [x["text"] for x in results["variables"]] != list(model.coordinates):
                return
            at = At(path_of(name), model, self.given(model, name, results["for_all_parameters"]))
            rates, here, _ = at.chart(names)
            here = self.beside(here, model)
            density = at.compiled([expression(model, results["density"])])
            n = len(model.coordinates)

            def rho(y):
                return density(numpy.concatenate([y[:n], numpy.zeros(len(at.x) - n)]))[0]
            flux = slopes(lambda y: rho(y) * rates(y), here)
            self.assertLess(abs(numpy.trace(flux)), 1e-7 * (abs(flux).max() + abs(rho(here))),
                            "%s: the density %s is not invariant" % (name, results["density"]["text"]))
        elif "divergence" in results:
            at = At(path_of(name), model)
            n = len(model.coordinates)
            x = numpy.concatenate([at.x[:n], numpy.zeros(len(at.x) - n)])
            mine = numpy.trace(slopes(at.rates, x))
            its = at.compiled([expression(model, results["divergence"])])(x)[0]
            self.assertLess(abs(mine - its), 1e-7 * (1 + abs(mine)), "%s: the divergence %s" % (name, its))
        elif "demands" in results and all("divergence" in demand for demand in results["demands"]):
            self.demands(name, model, results["demands"])

    @staticmethod
    def beside(here, model):
        """A state in general position; where positions are tied, velocities alone are moved."""
        rng = random.Random(7)
        n = len(model.coordinates)
        return here + numpy.array([0.0 if k < n and model.geometric else rng.uniform(0.1, 0.3) for k in range(len(here))])

    def demands(self, name, model, demands):
        """In the momenta the divergence is Σ w_s η_s: that in (q, η) with the rate of log det ∂²L/∂η²."""
        if model.law != "nonholonomic":
            return
        state = list(answer("linearize", path_of(name), "--at", "steady" if not model.coordinates else "equilibrium")["state"])
        names = [x for x in state if x not in model.coordinates]
        if len(names) != len(demands):
            return
        at = At(path_of(name), model, self.given(model, name, True))
        rates, here, inertia = at.chart(names)
        here = self.beside(here, model)
        n = len(model.coordinates)
        flux = slopes(rates, here)
        logarithm = slopes(lambda q: [numpy.linalg.slogdet(inertia(q))[1]], here[:n]) if n else numpy.zeros((1, 0))
        mine = numpy.trace(flux) + (logarithm @ rates(here)[:n])[0]
        x = numpy.concatenate([here[:n], numpy.zeros(len(at.x) - n)])
        w = at.compiled([expression(model, demand["divergence"]) for demand in demands])(x)
        self.assertLess(abs(mine - w @ here[n:]), 1e-7 * (1 + abs(flux).max()), "%s: w = %s" % (name, w))

    def equilibria(self, name, fact):
        model = model_of(path_of(name))
        if fact["results"].get("equilibria") is None and fact["results"].get("steady_motions") is None:
            return
        rng = random.Random("equilibria " + name)
        for key in ("equilibria", "steady_motions"):
            for family in fact["results"].get(key) or []:
                tried = [self.family(name, model, key, family, rng) for _ in range(2)]
                self.families += sum(tried)

    def family(self, name, model, key, family, rng):
        """Whether a member of the family exists at drawn values of its letters; its rates vanish."""
        given = {}
        for x in family["free"]:
            given[x["text"]] = round(rng.uniform(0.2, 0.9), 3)
        at = At(path_of(name), model)
        values = dict(zip(at.law.parameters, at.values))
        try:
            for one in family["solved"]:
                f = tree_term(one["value"]["tree"])
                names = sorted(f.names)
                given[one["variable"]["text"]] = compiled([f], names)(*({**values, **given}[n] for n in names))[0]
        except (ValueError, ZeroDivisionError, KeyError, TypeError):
            return False
        if any(isinstance(value, complex) for value in given.values()):
            return False
        i = [(x, repr(value)) for x, value in given.items()]
        try:
            with tempfile.TemporaryDirectory() as folder:
                there = At(without_initial_values(path_of(name), folder), model, i=i)
        except (Refused, AssertionError, IndexError):
            return False
        v = model.velocities
        M = there.compiled([derivative(derivative(model.L, a), b) for a in v for b in v])(there.x).reshape(len(v), len(v))
        if model.coordinates and 0 < abs(numpy.diag(M)).min() < 1e-20 * abs(M).max():
            return False                        # at a pole of the coordinates
        if key == "equilibria":
            n = len(model.coordinates)
            there.x[n:2 * n] = 0
            size, moving = max(1, abs(there.x).max()), dict(zip(there.law.names[:2 * n], there.rates(there.x)))
        else:
            moving = self.kept_rates(model, there, list(given))
            size = max(1, abs(there.x).max() ** 2)
        self.assertLess(max(abs(value) for value in moving.values()), 1e-7 * size,
                        "%s: %s is none at %s: %s" % (name, key, i, moving))
        return True

    def kept_rates(self, model, at, names):
        """d/dt of the variables and quasi-velocities that a steady motion keeps."""
        terms = [model.scope.value(name) for name in names]
        f = at.compiled(terms)
        J = slopes(f, at.x)
        return dict(zip(names, J @ at.rates(at.x)))

    def test_gallery(self):
        self.families, count, left_out = 0, 0, []
        for name in [*(gallery() if LONG else FACTS), *TEXTS]:
            if not wanted(name):
                continue
            try:
                model_of(path_of(name))
                facts = self.facts(name)
            except (NotRead, Refused) as error:
                left_out.append((name, str(error)))
                continue
            for fact, found in facts.items():
                with self.subTest(system=name, fact=fact):
                    if name in TEXTS:
                        self.assertNotIn(found["verdict"], ("not decided", "none"), "%s: %s" % (name, fact))
                    if found["verdict"] == "not decided" or not found["results"]:
                        continue
                    try:
                        getattr(self, fact)(name, found)
                        count += 1
                    except (NotRead, Refused, ArithmeticError) as error:
                        left_out.append((name, fact, str(error)[:60]))
        if not ONLY:
            self.assertGreater(count, 95)
        print("%d facts agree, %d members of families stand still; left out: %s" % (count, self.families, left_out))


class Distribution:
    """The velocities that linear homogeneous constraints allow, as fields X_j = e_j - A_D^-1 A_j in many digits."""

    DIGITS, STEP = 60, mpmath.mpf(10) ** -14
    FIELD = {name: getattr(mpmath, name) for name in "sin cos tan asin acos atan atan2 sinh cosh tanh exp log sign".split()}
    FIELD.update(abs=abs, pi=mpmath.pi, root=lambda x, n: mpmath.root(x, n),
                 number=lambda value: mpmath.mpf(value.numerator) / value.denominator)

    def __init__(self, model, rng):
        mpmath.mp.dps = self.DIGITS
        q, v = model.coordinates, model.velocities
        f = [f for _, f in model.nonintegrable]
        at_rest = [substitute(e, {name: ZERO for name in v}) for e in f]
        slopes = [derivative(e, name) for e in f for name in v]
        self.is_linear = not any(e.names & {*v, "t", *model.inputs} for e in slopes) and all(e is ZERO for e in at_rest)
        if not self.is_linear:
            return
        parameters = sorted(set(model.parameters) - model.derived)
        values = [mpmath.mpf(rng.randint(50, 150)) / 100 for _ in parameters]
        of_q = compiled(slopes, [*q, *parameters], self.FIELD)
        self.n, self.rows = len(q), len(f)
        self.A = lambda x: self.matrix(of_q(*x, *values))
        self.q = mpmath.matrix([mpmath.mpf(rng.randint(-99, 99)) / 100 for _ in q])
        A = self.A(self.q)
        self.dependent = []
        for i in range(self.rows):
            column = max(range(self.n), key=lambda j: abs(A[i, j]))
            if abs(A[i, column]) < mpmath.mpf(10) ** -20:
                continue
            self.dependent.append(column)
            for k in range(self.rows):
                if k != i:
                    factor = A[k, column] / A[i, column]
                    for j in range(self.n):
                        A[k, j] -= factor * A[i, j]
        self.free = [j for j in range(self.n) if j not in self.dependent]
        self.is_regular = len(self.dependent) == self.rows

    def matrix(self, entries):
        return mpmath.matrix([entries[i * self.n:(i + 1) * self.n] for i in range(self.rows)])

    def field(self, j):
        def X(x):
            A = self.A(x)
            D = mpmath.matrix([[A[i, k] for k in self.dependent] for i in range(self.rows)])
            z = mpmath.lu_solve(D, -A[:, j])
            out = mpmath.matrix(self.n, 1)
            out[j] = 1
            for k, column in enumerate(self.dependent):
                out[column] = z[k]
            return out
        return X

    def bracket(self, X, Y):
        h = self.STEP

        def along(f, g, x):
            a = f(x)
            return (g(x + h * a) - g(x - h * a)) / (2 * h)
        return lambda x: along(X, Y, x) - along(Y, X, x)

    def growth(self, most=4):
        """Ranks of the fields, with their brackets, and so on until they no longer grow."""
        fields = last = [self.field(j) for j in self.free]
        rows, ranks = [X(self.q) for X in fields], []
        for level in range(most):
            M = numpy.array([[float(e) for e in row] for row in rows])
            M = M / numpy.maximum(numpy.linalg.norm(M, axis=1), 1e-300)[:, None]
            rank = int(numpy.linalg.matrix_rank(M, tol=1e-7))
            if ranks and rank == ranks[-1]:
                break
            ranks.append(rank)
            if rank == self.n:
                break
            last = [self.bracket(X, Y) for k, X in enumerate(fields) for Y in (last[k + 1:] if level == 0 else last)]
            for X in last:
                value = X(self.q)
                rows.append(value if mpmath.norm(value) > mpmath.mpf(10) ** -12 else mpmath.matrix(self.n, 1))
        return ranks


class Growth(unittest.TestCase):
    """The growth vector in general position, and integrability."""

    SYSTEMS = ["blackall", "chaplygin-sleigh", "nonholonomic-particle", "rolling-disc", "trailer-1", "trailer-2", "two-wheels-on-axle",
               "vertical-rolling-disc", "sleigh-with-odometer", "roller-racer", "car-on-slope", *HOLONOMIC]

    def test_gallery(self):
        count = 0
        for name in filter(wanted, self.SYSTEMS):
            with self.subTest(system=name):
                model = model_of(path_of(name))
                D = Distribution(model, random.Random("growth " + name))
                self.assertTrue(D.is_linear and D.is_regular and not model.geometric)
                mine = D.growth()
                growth, integrability = answer("facts", path_of(name), "--fact", "growth", "--fact", "integrability")
                its = growth["results"]["growth_vector"]
                self.assertEqual(its[:len(mine)], mine, "%s: the growth vector is %s, not %s" % (name, its, mine))
                if len(mine) < 4:
                    self.assertEqual(its, mine)
                self.assertEqual(integrability["verdict"] == "holonomic", len(mine) == 1, "%s: %s" % (name, integrability["verdict"]))
                count += 1
        print("%d growth vectors agree" % count)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    program.BINARY = os.path.abspath(sys.argv.pop(1))
    unittest.main()
