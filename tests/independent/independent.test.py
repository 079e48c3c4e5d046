"""The program beside a reference that shares no code with it: reader, equations, and integrator of its own.

    /usr/bin/python3 tests/independent/independent.test.py PATH-TO-ANHOLON PART [unittest arguments]

PART is one of
  Reader    the systems that certificates hold, against the model's text read a second time
  Gallery   accelerations, reactions and short motions of every system of the gallery
  Forms     motions by forms of the equations other than the default one
  Random    random models: hand-written systems under every law, Lie algebras, bodies, vehicles
  Bodies    every shape, inertias in turned axes and about other points, springs, dampers, loads
  Methods   motions by every method of integration, the constraints in all rows, events
  Reference tests of the reference itself: what is spoiled on purpose is found
ANHOLON_ONLY restricts a part to what it names, separated by commas: systems, seeds of random models, FORM/SYSTEM.
With ANHOLON_LONG=1 there are more seeds, longer motions, and every form on every system.
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

import drawing  # noqa: E402
import grammar  # noqa: E402
import language  # noqa: E402
import program  # noqa: E402
from certificate import Certified  # noqa: E402
from drawing import multiplier_columns, own, start  # noqa: E402
from law import Law, moved  # noqa: E402
from model import Model, NotRead  # noqa: E402
from program import Refused, run, simulated  # noqa: E402
from terms import compiled, derivative, term  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
LONG = os.environ.get("ANHOLON_LONG") == "1"
SEEDS = range(1, 6) if LONG else [1]
UNTIL = 0.5 if LONG else 0.2
DIGITS = 40
ONLY = [name for name in os.environ.get("ANHOLON_ONLY", "").split(",") if name]

# Systems of the gallery that this reference does not cover, and why. Whatever else is not covered fails.
NOT_READ = {}
# Systems that no certificate can hold, as the program says; docs/certificates.md, sections 2 and 4.
NO_CERTIFICATE = {
    **dict.fromkeys(["ball-bot", "driven-car-with-trailer", "segway"], "states of controllers"),
    **dict.fromkeys(["billiard-ball", "bowling-ball", "disc-on-incline", "painleve-klein"], "dry friction"),
}
# Forms that cannot always choose other free velocities, or whose equations have poles of their own: their
# motion may end there, with a reason.
WITH_POLES = set("jacobi-whittaker whittaker routh-time parametric chaplygin core routh routh-canonical "
                 "ferrers voronets lagrange-redundant".split())
# Laws under which a motion may start off the constraints, which other forms do not allow.
WITHOUT_CONSTRAINTS = {"viscous", "added-mass", "free"}


def gallery():
    return sorted(os.path.basename(name)[:-4] for name in glob.glob(os.path.join(ROOT, "gallery", "*.anh")))


def wanted(name):
    return not ONLY or str(name) in ONLY


class Files:
    """The systems of the gallery without their expectations, which take time to derive."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory()
        self.models = {}

    def path(self, name):
        path = os.path.join(self.folder.name, name + ".anh")
        if not os.path.exists(path):
            with open(os.path.join(ROOT, "gallery", name + ".anh"), encoding="utf-8") as file:
                text = re.sub(r"(?m)^\s*expect .*$", "", file.read())
            self.write(name, text)
        return path

    def write(self, name, text):
        path = os.path.join(self.folder.name, name + ".anh")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def model(self, name):
        if name not in self.models:
            with open(self.path(name), encoding="utf-8") as file:
                self.models[name] = Model(file.read())
        return self.models[name]


FILES = Files()


def relative(a, b, size):
    return abs(a - b) / max(1, size)


def differences(start):
    """How far the program's first row is from the reference: (violation, accelerations, reactions)."""
    model, law, x, values = start.model, start.law, start.x, start.values
    row = {key: column[0] for key, column in start.rows.items()}
    dv, dm, reactions, ds = law.solve(0.0, x, values)
    mine = dict(zip([v + "'" for v in model.velocities], dv))
    names = [v + "'" for v in own(model)[1]]
    size = max([abs(row[a]) for a in names] + [abs(x).max()])
    worst = max(relative(mine[a], row[a], size) for a in names)
    in_reactions = 0.0
    if start.reactions:
        largest = max(abs(row[name]) for name in start.reactions)
        in_reactions = max(relative(z, row[name], max(largest, size))
                           for name, z in zip(start.reactions, reactions))
    return law.violation(0.0, x, values), worst, in_reactions


def motion_difference(start, rows):
    """How far the last of these rows is from the reference's motion."""
    law, model = start.law, start.model
    end = rows["t"][-1]
    if not start.moved or start.moved[0] != end:
        y = moved(lambda t, x: law.rates(t, x, start.values), 0.0, start.x, end)
        start.moved = (end, dict(zip(law.names, y)))
    got = start.moved[1]
    size = max(abs(value) for value in got.values())
    names = [*own(model)[0], *own(model)[1], *model.states]
    return max(relative(got[name], rows[name][-1], size) for name in names)


def with_rows(name, path, model, seed, until, law=None):
    """A random state, with accelerations, reactions and a motion to `until`."""
    # what slips slips fast enough to go on doing so
    found = start(name, path, model, seed, spread=1.0 if model.friction else 0.2, law=law, until=until)
    found.reactions = []
    if not model.has_bodies and not found.left_out and model.law in ("nonholonomic", "servo-force"):
        found.reactions = multiplier_columns(model) if model.geometric or model.nonintegrable else []
    coordinates, velocities = own(model)
    accelerations = [v + "'" for v in velocities]
    columns = ["t", *coordinates, *velocities, *model.states, *accelerations, *found.reactions]
    found.rows, found.report = simulated(path, until, columns, found.p, found.i)
    return found


def tolerance(start):
    return 1e-12 * (1 + start.condition)


class Gallery(unittest.TestCase):
    """Accelerations, reactions and short motions of the gallery in the default form."""

    def test_every_system(self):
        worst = {}
        for name in filter(wanted, gallery()):
            for seed in SEEDS:
                with self.subTest(system=name, seed=seed):
                    try:
                        model = FILES.model(name)
                    except NotRead as error:
                        self.assertIn(name, NOT_READ, str(error))
                        continue
                    self.assertNotIn(name, NOT_READ)
                    until = 0.02 if model.friction else UNTIL
                    found = with_rows(name, FILES.path(name), model, seed, until)
                    violation, accelerations, reactions = differences(found)
                    self.assertLess(violation, 1e-12, "the state does not satisfy the constraints")
                    self.assertLess(accelerations, tolerance(found), found.p)
                    self.assertLess(reactions, tolerance(found), found.p)
                    distance = motion_difference(found, found.rows)
                    self.assertLess(distance, 1e-9, (found.p, found.i))
                    before = worst.get(name, (0, 0))
                    worst[name] = max(accelerations, before[0]), max(distance, before[1])
        print("%d systems: accelerations within %.1e, motions within %.1e" % (
            len(worst), max(a for a, _ in worst.values()), max(b for _, b in worst.values())))


class Reader(unittest.TestCase):
    """The Lagrangian, forces and constraints in certificates, against the text read a second time."""

    FIELD = {name: getattr(mpmath, name) for name in
             "sin cos tan asin acos atan atan2 sinh cosh tanh exp log sign".split()}
    FIELD.update(abs=abs, pi=mpmath.pi,
                 root=lambda x, n: mpmath.sign(x) * mpmath.root(abs(x), n) if n % 2 else mpmath.root(x, n),
                 number=lambda value: mpmath.mpf(value.numerator) / value.denominator)

    def certified(self, path, law):
        """The system with this law in a certificate: of a cheap question, else of the dear one."""
        handle, file = tempfile.mkstemp(suffix=".json")
        os.close(handle)
        try:
            for words in (["facts", path, "--fact", "energy"], ["verify", path]):
                run(*words, "--certificate", file)
                if os.path.getsize(file) == 0:     # nothing was decided, and nothing written
                    continue
                with open(file, encoding="utf-8") as f:
                    content = json.load(f)
                for system in content["systems"]:
                    if system["law"] == law:
                        return Certified(content, system)
        finally:
            os.unlink(file)
        return None

    def agree_exactly(self, name, model, law, other, spoil=None):
        """At random rational states, on the constraints and off them, to 30 digits."""
        mpmath.mp.dps = DIGITS
        names = {*model.coordinates, *model.velocities, *model.parameters, *model.inputs}
        names = sorted(names - model.derived)
        self.assertEqual(set(model.coordinates), set(other.coordinates))
        self.assertEqual(set(model.velocities), set(other.velocities))
        mine = {"L": model.L}
        its = {"L": other.L}
        for v in model.velocities:
            mine["force " + v], its["force " + v] = model.Q.get(v, 0), other.Q.get(v, 0)
        known = dict(model.geometric + model.nonintegrable)
        for kind, ours, theirs in (("geometric", model.geometric, other.geometric),
                                   ("velocity", model.nonintegrable, other.nonintegrable)):
            self.assertLessEqual({n for n, _ in theirs}, {n for n, _ in ours}, "%s constraints" % kind)
            self.assertEqual(len(ours) - len(theirs), len({n for n, _ in ours} & set(law.left_out)),
                             "%s constraints left out" % kind)
            for n, f in theirs:
                mine[n], its[n] = known[n], f
        for k, (a, b) in enumerate(zip(model.momenta, other.momenta)):
            mine["momentum %d" % k], its["momentum %d" % k] = a, b
        for k, (a, b) in enumerate(zip(model.directions, other.directions)):
            for j, (x, y) in enumerate(zip(a, b)):
                mine["direction %d %d" % (k, j)], its["direction %d %d" % (k, j)] = x, y
        self.assertEqual(len(model.momenta), len(other.momenta))
        self.assertEqual(len(model.directions), len(other.directions))
        labels = sorted(mine)
        f = compiled([term(mine[k]) for k in labels], ["t", *names], self.FIELD)
        g = compiled([term(its[k]) for k in labels], ["t", *names], self.FIELD)
        for seed in SEEDS:
            rng = random.Random("%s %d" % (name, seed))
            for _ in range(20):
                state = [Fraction(rng.randint(-60, 60), 64)]
                for n in names:
                    if n in model.parameters:
                        value, unit = drawing.nominal(model, n)
                        value = Fraction(value * unit).limit_denominator(10**6)
                        state.append(value * Fraction(rng.randint(50, 150), 100))
                    else:
                        state.append(Fraction(rng.randint(1, 99), 64))
                state = [mpmath.mpf(value.numerator) / value.denominator for value in state]
                try:
                    a, b = f(*state), g(*state)
                except (ZeroDivisionError, ValueError):
                    continue
                if all(mpmath.im(x) == 0 for x in a):
                    break
            else:
                self.fail("no state was found where everything has a value")
            for label, x, y in zip(labels, a, b):
                small = mpmath.mpf(10) ** -28 * (1 + abs(x))
                self.assertLess(abs(x - y), small, "%s: %s, not %s" % (label, y, x))

    def agree_on_the_constraints(self, name, path, model, law, other):
        """Accelerations and L at states that exist: off the unit quaternions L may be continued at will."""
        found = start(name, path, model, 1, law=law)
        theirs = Law(other)
        columns = ["t", *other.coordinates, *other.velocities]
        rows, _ = simulated(path, 1e-3, columns, found.p, found.i)
        values = [dict(zip(law.parameters, found.values))[n] for n in theirs.parameters]
        x = numpy.array([rows[n][0] for n in theirs.names])
        self.assertLess(theirs.violation(0.0, x, values), 1e-12)
        theirs.choose(0.0, x, values)
        its = dict(zip([v + "'" for v in other.velocities], theirs.solve(0.0, x, values)[0]))
        mine = dict(zip([v + "'" for v in model.velocities], law.solve(0.0, found.x, found.values)[0]))
        names = [v + "'" for v in own(model)[1]]
        size = max(abs(mine[a]) for a in names)
        for a in names:
            self.assertLess(relative(mine[a], its[a], size), tolerance(found), a)
        L, M = law.L(0.0, *found.x, *found.values)[0], theirs.L(0.0, *x, *values)[0]
        self.assertLess(relative(L, M, abs(L)), 1e-11, "the Lagrangian")

    def test_every_system(self):
        exact = on_constraints = 0
        for name in filter(wanted, gallery()):
            if name in NO_CERTIFICATE or name in NOT_READ:
                continue
            with self.subTest(system=name):
                path, model = FILES.path(name), FILES.model(name)
                its_law = "free" if model.law in ("viscous", "added-mass") else model.law
                other = self.certified(path, its_law)
                self.assertIsNotNone(other, "no certificate holds the system with the law %s" % its_law)
                law = Law(model)
                with open(path, encoding="utf-8") as file:
                    self.assertEqual(other.text, file.read())
                if model.has_bodies:
                    self.agree_on_the_constraints(name, path, model, law, other)
                    on_constraints += 1
                else:
                    law.left_out = start(name, path, model, 1, law=law).left_out
                    self.agree_exactly(name, model, law, other)
                    exact += 1
        without = ["%s (%s)" % item for item in sorted({**NO_CERTIFICATE, **NOT_READ}.items())]
        print("%d systems agree at random rational states, %d with bodies on their constraints; "
              "not covered: %s" % (exact, on_constraints, ", ".join(without)))


def forms():
    code, out, _ = run("forms", "--json")
    assert code == 0
    return [row["form"] for row in json.loads(out)["result"] if row["role"] == "form"]


class Forms(unittest.TestCase):
    """Motions by the other forms of the equations."""

    def agreeing(self):
        """{system: forms that agree}, as the committed table has it."""
        found, system = {}, None
        with open(os.path.join(ROOT, "tests", "gallery_table.txt"), encoding="utf-8") as file:
            for line in file:
                if line.startswith("  agrees"):
                    found.setdefault(system, []).extend(line[26:].split())
                elif line[0].isalpha():
                    system = line.strip()
        return found

    def test_gallery(self):
        table, known = self.agreeing(), set(forms())
        pairs = [(form, name) for name, those in sorted(table.items()) for form in those if form in known]
        if ONLY:
            pairs = [pair for pair in pairs if wanted("%s/%s" % pair)]
        elif not LONG:
            rng, chosen = random.Random(7), []
            for form in sorted(known):
                those = [pair for pair in pairs if pair[0] == form]
                chosen += rng.sample(those, min(2, len(those)))
            pairs = sorted(chosen, key=lambda pair: pair[1])
        count, early, found, of = 0, [], None, None
        for form, name in pairs:
            with self.subTest(system=name, form=form):
                if name != of:
                    found, of = start_of_forms(name, FILES.path(name), FILES.model(name), 1), name
                distance, reason = by_form(self, found, form)
                count += 1
                if reason:
                    early.append((name, form, reason))
                self.assertLess(distance, 1e-8, (found.p, found.i))
        kinds = {form for form, _ in pairs}
        print("%d motions by %d forms; ended early: %s" % (count, len(kinds), early or "none"))


def start_of_forms(name, path, model, seed):
    """A random state and a motion from it by the nonholonomic law, which is that of the forms."""
    until = 0.02 if model.friction else UNTIL
    if model.law == "nonholonomic":
        return with_rows(name, path, model, seed, until)
    text = re.sub(r"(?m)^\s*motion .*$", "", model.text)
    plain = Model(text)
    found = with_rows(name, FILES.write(name + "-nonholonomic", text), plain, seed, until)
    found.file = path
    if model.law in WITHOUT_CONSTRAINTS:
        found.i = [(x, repr(found.rows[x][0])) for part in own(plain) for x in part]
    return found


def by_form(test, start, form):
    """How far a motion by this form is from the reference's, and why it ended early, if it did."""
    model, law = start.model, start.law
    columns = ["t", *own(model)[0], *own(model)[1], *model.states]
    rows, report = simulated(start.file, start.rows["t"][-1], columns, start.p, start.i, form)
    reason = None
    if report["result"]["end"] != "reached":
        reason = report["result"]["reason"]
        test.assertIn(form, WITH_POLES, reason)
    x = law.complete(0.0, {key: column[0] for key, column in rows.items()}, start.values, start.x)
    if abs(x - start.x).max() > 1e-14 * (1 + abs(x).max()):
        start.x, start.moved = x, None
        law.choose(0.0, x, start.values)
    test.assertLess(law.violation(0.0, x, start.values), 1e-9)
    return motion_difference(start, rows), reason


class Random(unittest.TestCase):
    """Random models of a grammar, in the default form and in others."""

    COUNT, FORMS = (300, 6) if LONG else (34, 1)

    def test_random_models(self):
        refused, count, known = [], {}, forms()
        for seed in filter(wanted, range(1000, 1000 + self.COUNT)):
            text, kind = grammar.model(seed), grammar.kind(seed)
            with self.subTest(seed=seed, kind=kind):
                name = "random%d" % seed
                path, model = FILES.write(name, text), Model(text)
                try:
                    found = with_rows(name, path, model, seed, UNTIL)
                except Refused as error:
                    refused.append((seed, str(error)))
                    continue
                reason = found.report["result"].get("reason") or ""
                if found.rows["t"][-1] == 0 and "does not fit" in reason:
                    refused.append((seed, reason))
                    continue
                violation, accelerations, reactions = differences(found)
                self.assertLess(violation, 1e-11, text)
                self.assertLess(accelerations, tolerance(found), text)
                self.assertLess(reactions, tolerance(found), text)
                self.assertLess(motion_difference(found, found.rows), 1e-8, text)
                count[kind] = count.get(kind, 0) + 1
                if model.friction:
                    continue
                found = start_of_forms(name, path, model, seed)
                for form in random.Random(seed).sample(known, self.FORMS):
                    with self.subTest(form=form):
                        try:
                            distance, _ = by_form(self, found, form)
                        except Refused as error:
                            self.assertIn("form-inapplicable", str(error))
                            continue
                        self.assertLess(distance, 1e-8, text)
                        count["forms"] = count.get("forms", 0) + 1
        print("random models: %s; refused: %s" % (count, refused or "none"))
        self.assertLess(len(refused), self.COUNT / 6, "too many models were refused")


class Bodies(unittest.TestCase):
    """A body that hangs on a ball joint, and turns: all its moments of inertia matter."""

    INERTIAS = {
        "ball": "shape ball(0.4)", "disc": "shape disc(0.4) along (0, 1, 2)", "hoop": "shape hoop(0.4) along (1, 1, 0)",
        "rod": "shape rod(0.9) along (1, 0, 2)", "cylinder": "shape cylinder(0.3, 0.8) along (0, 1, 1)",
        "ellipsoid": "shape ellipsoid(0.3, 0.5, 0.4)", "box": "shape box(0.3, 0.5, 0.8)", "moments": "inertia (0.2, 0.3, 0.25; 0.01, 0.02, -0.03)",
        "turned": "inertia (0.2, 0.3, 0.25; 0.01, 0.02, -0.03) turned 0.7 about (1, 2, -2)",
        "shifted": "inertia (0.5, 0.6, 0.55; 0.01, 0.02, -0.03) at (0.1, -0.2, 0.3)",
        "both": "inertia (0.5, 0.6, 0.55; 0.01, 0.02, -0.03) turned 0.7 about (1, 2, -2) at (0.1, -0.2, 0.3)"}
    LOADS = {
        "spring": "spring k between b at (0.1, 0.3, -0.2) and space at (1, 0.5, 0.2) length 0.4",
        "damper": "damper k between b at (0.1, 0.3, -0.2) and space at (1, 0.5, 0.2)",
        "force": "force (k, 0.3, sin(t)) on b at (0.1, 0.3, -0.2)", "follower": "force (k, 0.3, 1) on b at (0.1, 0.3, -0.2) follower",
        "torque": "torque (k, 0.3, -1) on b", "turning": "torque (k, 0.3, -1) on b follower"}

    def test_every_shape_and_load(self):
        cases = [(name, part, "") for name, part in self.INERTIAS.items()]
        cases += [(name, self.INERTIAS["moments"], load) for name, load in self.LOADS.items()]
        for name, part, load in cases:
            if not wanted(name):
                continue
            text = """model Hanging { param k = 1.5
                gravity 9.81 along (0, 0, -1)
                body b { mass 1.3; %s }
                joint b at (0.1, 0.2, 0.35) on space at (0.3, 0, 1) ball
                %s
                init w1 = 0.4, w2 = -0.7, w3 = 1.1 }""" % (part, load)
            with self.subTest(body=name):
                model = Model(text)
                found = with_rows(name, FILES.write(name, text), model, 4, UNTIL)
                violation, accelerations, _ = differences(found)
                self.assertLess(violation, 1e-12, text)
                self.assertLess(accelerations, tolerance(found), text)
                self.assertLess(motion_difference(found, found.rows), 1e-9, text)


class Methods(unittest.TestCase):
    """Motions by every method, with given tolerances; constraints in all rows; events."""

    # All elementary functions, roots and powers, a choice, products and quotients.
    FUNCTIONS = """model Functions {
      coord x, y, z
      kinetic (x'^2 + y'^2 + z'^2)/2
      potential (x^2 + y^2 + z^2)/2
      force on x: sin(y)*cos(z) - tan(x/4) + sinh(y/3)*cosh(x/3) + asin(z/9) - acos(y/9), y: tanh(x) + exp(-y^2)*log(3 + x^2)
      force on z: atan(x) + atan2(y, 3 + z^2) + sqrt(2 + x^2)/(1 + y^2) - (2 + z^2)^(3/2)/9 + abs(2 + sin(x)) - x*y*z
      force on z: if(x^2 + 1 > 0, y/3, x) - (1 + y^2)^(-2/3) + (x - y)^3/(4 + z^2)^2 + sin(t)*x
      init x = 0.4, y = -0.3, z = 0.2, x' = 0.5, y' = 0.3, z' = -0.4
    }"""
    SYSTEMS = ["functions", "chaplygin-sleigh", "spherical-pendulum", "rolling-disc", "heavy-top-quaternion", "nose-hoover",
               "suslov", "trailer-2"]
    WAYS = [("taylor", None, 1e-11), ("dop853", "1e-13", 1e-10), ("dop853", "1e-8", 1e-6), ("cvode-adams", "1e-11", 1e-7),
            ("cvode-bdf", "1e-11", 1e-6)]
    EVENTS = [("functions", "x - y/2"), ("chaplygin-sleigh", "v - 0.3"), ("spherical-pendulum", "x - y"), ("nose-hoover", "q - 1")]

    def begun(self, name):
        if name == "functions":
            path, model = FILES.write(name, self.FUNCTIONS), Model(self.FUNCTIONS)
        else:
            path, model = FILES.path(name), FILES.model(name)
        return start(name, path, model, 3)

    def test_methods(self):
        for name in filter(wanted, self.SYSTEMS):
            found = self.begun(name)
            columns = ["t", *own(found.model)[0], *own(found.model)[1], *found.model.states]
            for method, tolerance_, within in self.WAYS:
                with self.subTest(system=name, method=method, tolerance=tolerance_):
                    words = ["--method", method] + (["--tol", tolerance_] if tolerance_ else [])
                    rows, report = simulated(found.file, 2.0, columns, found.p, found.i, words=words)
                    self.assertEqual(report["result"]["method"], method)
                    self.assertLess(motion_difference(found, rows), within)

    def test_constraints_in_all_rows(self):
        for name in filter(wanted, ["spherical-pendulum", "heavy-top-quaternion", "rolling-disc"]):
            found = self.begun(name)
            model, law = found.model, found.law
            columns = ["t", *own(model)[0], *own(model)[1]]
            with self.subTest(system=name):
                words = ["--method", "dop853", "--tol", "1e-7"]
                rows, _ = simulated(found.file, 5.0, columns, found.p, found.i, words=words, every=0.1)
                self.assertGreater(len(rows["t"]), 50)
                worst = 0.0
                for k, t in enumerate(rows["t"]):
                    x = law.complete(t, {c: rows[c][k] for c in columns}, found.values, found.x)
                    worst = max(worst, law.violation(t, x, found.values))
                self.assertLess(worst, 1e-13, "the rows leave the constraints")

    def test_events(self):
        for name, text in self.EVENTS:
            if not wanted(name):
                continue
            found = self.begun(name)
            law, until = found.law, 5.0
            g = compiled([language.Reader(language.tokens(text), found.model.scope).expression()], law.arguments)
            expected = self.zeros(lambda t, x: g(t, *x, *found.values)[0], found, until)
            self.assertTrue(expected, "%s: no event" % name)
            for method in ("taylor", "dop853"):
                with self.subTest(system=name, event=text, method=method):
                    words = ["--method", method, "--event", text]
                    _, report = simulated(found.file, until, ["t"], found.p, found.i, words=words)
                    got = [event["t"] for event in report["result"]["events"]]
                    self.assertEqual(len(got), len(expected), (got, expected))
                    for mine, its in zip(expected, got):
                        self.assertLess(abs(mine - its), 1e-9, (got, expected))
                    words = ["--method", method, "--stop", text]
                    rows, _ = simulated(found.file, until, ["t"], found.p, found.i, words=words)
                    self.assertLess(abs(rows["t"][-1] - expected[0]), 1e-9, "the motion ends elsewhere")

    @staticmethod
    def zeros(g, start, until, step=0.05):
        """The times at which g changes its sign along the reference's motion, by the secant rule in each step."""
        def on(t, x, end):
            return moved(lambda s, y: start.law.rates(s, y, start.values), t, x, end)
        found, t, x = [], 0.0, start.x
        while t < until - 1e-12:
            end = min(t + step, until)
            y = on(t, x, end)
            a, b, fa, fb = t, end, g(t, x), g(end, y)
            if (fa > 0) != (fb > 0) and fa != 0:
                s = end
                for _ in range(60):
                    s = b - fb * (b - a) / (fb - fa) if fb != fa else b
                    f = g(s, on(t, x, s) if s > t else x)
                    a, b, fa, fb = b, s, fb, f
                    if abs(b - a) < 1e-13:
                        break
                found.append(s)
            t, x = end, y
        return found


class Reference(unittest.TestCase):
    """The comparison finds a coefficient of the reference that is wrong by one part in a million."""

    CHANGES = [
        ("chaplygin-sleigh", "J/2*theta'^2", "1.000001*J/2*theta'^2"),
        ("rolling-disc", "potential m*g*zc", "potential 1.000001*m*g*zc"),
        ("bottema-vibrations", "r/2*(x'^2 + y'^2)", "1.000001*r/2*(x'^2 + y'^2)"),
        ("trailer-2", "y1'*cos(th1) - x1'*sin(th1) = 0", "y1'*cos(th1) - 1.000001*x1'*sin(th1) = 0"),
        ("servo-sleigh", "a*sin(phi) + b*cos(phi), c)", "a*sin(phi) + b*cos(phi), 1.000001*c)"),
        ("suslov", "inertia (I11, I22,", "inertia (1.000001*I11, I22,"),
        ("rattleback", "at (0, 0, -h)", "at (0, 0, -1.000001*h)"),
        ("stueckler-car", "front on car at (0, b)", "front on car at (0, 1.000001*b)"),
        ("whipple-bicycle", "on fork at (w - xH, 0, rF - zH)", "on fork at (w - 1.000001*xH, 0, rF - zH)"),
        ("bowling-ball", "friction mu", "friction 1.000001*mu"),
    ]

    def test_changed_coefficients(self):
        for name, before, after in self.CHANGES:
            with self.subTest(system=name):
                text = FILES.model(name).text
                self.assertIn(before, text)
                found = with_rows(name, FILES.path(name), FILES.model(name), 1, 1e-3)
                changed = Model(text.replace(before, after))
                law = Law(changed)
                known = {key: column[0] for key, column in found.rows.items()}
                found.model, found.law = changed, law
                found.x = law.complete(0.0, known, found.values, found.x)
                law.choose(0.0, found.x, found.values)
                violation, accelerations, _ = differences(found)
                seen = violation > 1e-12 or accelerations > tolerance(found)
                self.assertTrue(seen, (violation, accelerations))

    def test_reader(self):
        reader = Reader()
        name, path = "chaplygin-sleigh", FILES.path("chaplygin-sleigh")
        other = reader.certified(path, "nonholonomic")
        text = FILES.model(name).text
        for before in ["m/2*(vx^2", "sin(theta)*x' = 0"]:
            with self.subTest(change=before):
                self.assertIn(before, text)
                changed = Model(text.replace(before, "1.000001*" + before))
                law = Law(changed)
                law.left_out = []
                with self.assertRaises(AssertionError):
                    reader.agree_exactly(name, changed, law, other)

    def test_integrator(self):
        x = moved(lambda t, x: numpy.array([x[1], -x[0]]), 0.0, numpy.array([1.0, 0.0]), 10.0)
        self.assertAlmostEqual(x[0], numpy.cos(10), delta=1e-12)
        self.assertAlmostEqual(x[1], -numpy.sin(10), delta=1e-12)

    def test_derivatives_by_differences(self):
        L = Model("model A { coord x, y; kinetic x'^2/2 "
                  "+ y'^2*(sqrt(1 + x^2) + atan2(y, x) + exp(sin(x*y)) + log(2 + cos(x)))/2 }").L
        slope = derivative(L, "x")
        f = compiled([L, slope, derivative(slope, "y")], ["x", "y", "x'", "y'"])
        at, h = [0.7, 0.4, 0.3, 0.9], 1e-4
        shifted = [f(at[0] + k * h, *at[1:]) for k in (-2, -1, 1, 2)]
        slope = (shifted[0][0] - 8 * shifted[1][0] + 8 * shifted[2][0] - shifted[3][0]) / (12 * h)
        self.assertAlmostEqual(slope, f(*at)[1], delta=1e-10)
        shifted = [f(at[0], at[1] + k * h, *at[2:]) for k in (-2, -1, 1, 2)]
        slope = (shifted[0][1] - 8 * shifted[1][1] + 8 * shifted[2][1] - shifted[3][1]) / (12 * h)
        self.assertAlmostEqual(slope, f(*at)[2], delta=1e-10)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    program.BINARY = os.path.abspath(sys.argv.pop(1))
    unittest.main(defaultTest=sys.argv.pop(1))
