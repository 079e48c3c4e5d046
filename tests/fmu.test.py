"""Functional Mock-up Units: a small importer loads the library of an FMU and steps it, for FMI 2.0 and 3.0.

    python3 tests/fmu.test.py PATH-TO-ANHOLON [unittest arguments]

Motions by co-simulation and by model exchange, with an integrator of this file, end where `anholon simulate` does. Where the schemas of
the standard are on the machine, ANHOLON_FMI_SCHEMAS=FOLDER names them (FOLDER/2/fmi2ModelDescription.xsd, FOLDER/3/...), and xmllint reads them.
"""

import ctypes
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml
import zipfile
from ctypes import POINTER, byref, c_bool, c_char_p, c_double, c_int, c_size_t, c_uint, c_void_p

BINARY = os.environ.get("ANHOLON_BINARY", "")
OK, WARNING, DISCARD, ERROR = range(4)
VERSIONS = ("2", "3")


def run(*words, stdin="", env=None):
    return subprocess.run(words, capture_output=True, text=True, encoding="utf-8", timeout=500, input=stdin, env=env)


def doubles(values):
    return (c_double * max(len(values), 1))(*values)


class Callbacks2(ctypes.Structure):
    LOGGER = ctypes.CFUNCTYPE(None, c_void_p, c_char_p, c_int, c_char_p, c_char_p)
    _fields_ = [("logger", LOGGER), ("allocate", c_void_p), ("free", c_void_p), ("finished", c_void_p), ("environment", c_void_p)]


class EventInfo2(ctypes.Structure):
    _fields_ = [(name, c_int) for name in ("again", "terminate", "nominals", "values", "has_next")] + [("next", c_double)]


LOGGER3 = ctypes.CFUNCTYPE(None, c_void_p, c_int, c_char_p, c_char_p)


class Fmu:
    """An FMU on the disk, unpacked and read."""

    def __init__(self, path, folder):
        self.folder = folder
        with zipfile.ZipFile(path) as archive:
            assert archive.testzip() is None
            self.paths = archive.namelist()
            archive.extractall(folder)
        self.description = xml.parse(os.path.join(folder, "modelDescription.xml")).getroot()
        self.version = self.description.get("fmiVersion")[0]
        two = self.version == "2"
        self.token = self.description.get("guid" if two else "instantiationToken")
        self.identifier = self.description.find("CoSimulation").get("modelIdentifier")
        self.variables = []
        for element in self.description.find("ModelVariables"):
            values = {**(element.find("Real").attrib if two else {}), **element.attrib}
            values["valueReference"] = int(values["valueReference"])
            self.variables.append(values)
        self.reference = {v["name"]: v["valueReference"] for v in self.variables}
        self.by_reference = {v["valueReference"]: v for v in self.variables}
        structure = self.description.find("ModelStructure")

        def listed(two_name, three_name):
            if two:
                found = structure.find(two_name)
                return [self.variables[int(u.get("index")) - 1] for u in (found if found is not None else [])]
            return [self.by_reference[int(u.get("valueReference"))] for u in structure.findall(three_name)]

        self.outputs = listed("Outputs", "Output")
        self.rates = listed("Derivatives", "ContinuousStateDerivative")
        self.unknowns = listed("InitialUnknowns", "InitialUnknown")
        self.indicators = int(self.description.get("numberOfEventIndicators")) if two else len(structure.findall("EventIndicator"))
        self.states = [self.variables[int(v["derivative"]) - 1] if two else self.by_reference[int(v["derivative"])] for v in self.rates]
        platform = "linux64" if two else "x86_64-linux"
        self.path = os.path.join(folder, "binaries", platform, self.identifier + ".so")
        self.library = ctypes.CDLL(self.path)

    def instance(self, kind, token=None, early=True):
        return Instance(self, kind, self.token if token is None else token, early)


class Instance:
    """The functions of an instance, the same for both versions."""

    def __init__(self, fmu, kind, token, early):
        self.fmu, self.two, self.log = fmu, fmu.version == "2", []
        library = fmu.library
        if self.two:
            self.keep = Callbacks2.LOGGER(lambda _, name, status, category, message: self.log.append((status, message.decode())))
            self.callbacks = Callbacks2(self.keep, None, None, None, None)
            instantiate = library.fmi2Instantiate
            instantiate.restype = c_void_p
            self.c = instantiate(b"it", c_int({"exchange": 0, "steps": 1}[kind]), token.encode(), None, byref(self.callbacks), c_int(0), c_int(1))
        else:
            self.keep = LOGGER3(lambda _, status, category, message: self.log.append((status, message.decode())))
            instantiate = library.fmi3InstantiateModelExchange if kind == "exchange" else library.fmi3InstantiateCoSimulation
            instantiate.restype = c_void_p
            more = [] if kind == "exchange" else [c_bool(False), c_bool(early), None, c_size_t(0)]
            last = [] if kind == "exchange" else [None]
            self.c = instantiate(b"it", token.encode(), None, c_bool(False), c_bool(True), *more, None, self.keep, *last)

    def call(self, name, *arguments):
        return getattr(self.fmu.library, f"fmi{self.fmu.version}{name}")(c_void_p(self.c), *arguments)

    def free(self):
        self.call("FreeInstance")

    def set_up(self, tolerance=None, start=0.0, stop=None):
        arguments = (c_double(tolerance or 0), c_double(start))
        if self.two:
            status = self.call("SetupExperiment", c_int(tolerance is not None), *arguments, c_int(stop is not None), c_double(stop or 0))
            return status or self.call("EnterInitializationMode")
        return self.call("EnterInitializationMode", c_bool(tolerance is not None), *arguments, c_bool(stop is not None), c_double(stop or 0))

    def initialize(self, **experiment):
        return self.set_up(**experiment) or self.call("ExitInitializationMode")

    def references(self, names):
        return (c_uint * max(len(names), 1))(*[n if isinstance(n, int) else self.fmu.reference[n] for n in names])

    def get(self, *names):
        """The status, and the values or what stood there before."""
        values = doubles([-777.0] * len(names))
        more = () if self.two else (c_size_t(len(names)),)
        status = self.call("GetReal" if self.two else "GetFloat64", self.references(names), c_size_t(len(names)), values, *more)
        return status, list(values)[: len(names)]

    def set(self, values):
        more = () if self.two else (c_size_t(len(values)),)
        names = list(values)
        return self.call("SetReal" if self.two else "SetFloat64", self.references(names), c_size_t(len(names)), doubles(list(values.values())), *more)

    def step(self, t, h):
        """Status, whether the motion has ended, and the time that was reached."""
        if self.two:
            status = self.call("DoStep", c_double(t), c_double(h), c_int(1))
            reached, ended = c_double(), c_int()
            self.call("GetRealStatus", c_int(2), byref(reached))
            self.call("GetBooleanStatus", c_int(3), byref(ended))
            return status, bool(ended.value), reached.value
        flags, reached = [c_bool() for _ in range(3)], c_double()
        status = self.call("DoStep", c_double(t), c_double(h), c_bool(True), *map(byref, flags), byref(reached))
        return status, flags[1].value, reached.value

    # --- model exchange
    def discrete(self):
        """Status, whether the state has changed, whether the motion has ended."""
        if self.two:
            info = EventInfo2()
            return self.call("NewDiscreteStates", byref(info)), bool(info.values), bool(info.terminate)
        flags, when = [c_bool() for _ in range(5)], c_double()
        status = self.call("UpdateDiscreteStates", *map(byref, flags), byref(when))
        return status, flags[3].value, flags[1].value

    def completed(self):
        left, ended = (c_int(), c_int()) if self.two else (c_bool(), c_bool())
        status = self.call("CompletedIntegratorStep", c_int(1) if self.two else c_bool(True), byref(left), byref(ended))
        return status, bool(left.value), bool(ended.value)

    def state(self):
        n = len(self.fmu.states)
        x = doubles([0.0] * n)
        return self.call("GetContinuousStates", x, c_size_t(n)), list(x)[:n]

    def rates(self, t, x):
        n = len(x)
        dx = doubles([-777.0] * n)
        assert self.call("SetTime", c_double(t)) == OK
        assert self.call("SetContinuousStates", doubles(x), c_size_t(n)) == OK
        return self.call("GetDerivatives" if self.two else "GetContinuousStateDerivatives", dx, c_size_t(n)), list(dx)[:n]

    def indicators(self):
        g = doubles([0.0] * self.fmu.indicators)
        return self.call("GetEventIndicators", g, c_size_t(self.fmu.indicators)), list(g)[: self.fmu.indicators]


def extrapolated(f, t, x, H, columns=8):
    """One step by the extrapolated midpoint rule of Gragg, Bulirsch and Stoer."""
    table = []
    for k in range(columns):
        n = 2 * (k + 1)
        h = H / n
        a, b = x, [u + h * v for u, v in zip(x, f(t, x))]
        for m in range(1, n):
            a, b = b, [u + 2 * h * v for u, v in zip(a, f(t + m * h, b))]
        row = [[(u + v + h * w) / 2 for u, v, w in zip(a, b, f(t + H, b))]]
        for j in range(1, k + 1):
            ratio = (n / (2 * (k + 1 - j))) ** 2 - 1
            row.append([u + (u - v) / ratio for u, v in zip(row[-1], table[-1][j - 1])])
        table.append(row)
    return table[-1][-1]


SHARED, MADE = tempfile.TemporaryDirectory(), {}


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.count = 0

    def export(self, model, version="2", *options, stdin="", said=""):
        self.count += 1
        path = os.path.join(self.folder, f"{self.count}.fmu")
        done = run(BINARY, "export", model, "--to", "fmu", "--fmi", version, "-o", path, *options, stdin=stdin)
        self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)
        self.assertIn(said, done.stderr)
        if not said:
            self.assertEqual(done.stderr, "")
        return path

    def fresh(self, *words, **more):
        path = self.export(*words, **more)
        return Fmu(path, path.removesuffix(".fmu"))

    def fmu(self, model, version="2", *options, stdin=""):
        """Made once for all tests: a compiler takes its time."""
        key = (model, version, *options, stdin)
        if key not in MADE:
            path = os.path.join(SHARED.name, f"{len(MADE)}.fmu")
            shutil.copy(self.export(model, version, *options, stdin=stdin), path)
            MADE[key] = Fmu(path, path.removesuffix(".fmu"))
        return MADE[key]

    def started(self, fmu, kind, **experiment):
        it = fmu.instance(kind)
        self.assertTrue(it.c)
        self.addCleanup(it.free)
        self.assertEqual(it.initialize(**experiment), OK, it.log)
        if kind == "exchange":
            self.assertEqual(it.discrete(), (OK, False, False))
            self.assertEqual(it.call("EnterContinuousTimeMode"), OK)
        return it

    def simulated(self, model, until, *options, stdin=""):
        done = run(BINARY, "simulate", model, "--until", repr(until), "--every", repr(until), "--json", *options, stdin=stdin)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)["result"]["final"]

    def agrees(self, found, exact, tolerance=1e-10):
        compared = 0
        for name, value in found.items():
            if name in exact:
                self.assertLessEqual(abs(value - exact[name]), tolerance * (1 + abs(exact[name])), name)
                compared += 1
        self.assertGreater(compared, 1)

    def stepped(self, fmu, until, steps, tolerance=None):
        it = self.started(fmu, "steps", tolerance=tolerance)
        for k in range(steps):
            status, ended, reached = it.step(k * until / steps, until / steps)
            self.assertEqual((status, ended), (OK, False), it.log)
        self.assertAlmostEqual(reached, until, delta=1e-12)
        return it

    def exchanged(self, fmu, until, steps):
        it = self.started(fmu, "exchange")
        status, x = it.state()
        self.assertEqual(status, OK)

        def f(t, x):
            status, dx = it.rates(t, x)
            self.assertEqual(status, OK, it.log)
            return dx

        for k in range(steps):
            x = extrapolated(f, k * until / steps, x, until / steps)
            it.rates((k + 1) * until / steps, x)
            status, left, ended = it.completed()
            self.assertEqual((status, ended), (OK, False), it.log)
            if left:
                self.assertEqual(it.call("EnterEventMode"), OK)
                self.assertEqual(it.discrete(), (OK, True, False))
                self.assertEqual(it.call("EnterContinuousTimeMode"), OK)
                x = it.state()[1]
        return it

    def named_values(self, it):
        names = [v["name"] for v in it.fmu.variables]
        status, values = it.get(*names)
        self.assertEqual(status, OK, it.log)
        self.assertTrue(all(math.isfinite(v) for v in values))
        return dict(zip(names, values))


ROBOT = """model Robot {
  frame body { mass 5; inertia 0.3 }
  axle drive on body { wheels radius 0.1, track 0.4, mass 0.2, spin 0.001 }
  init y' = 1, psi' = 0.5
}"""


class MotionsAgreeWithSimulate(Case):
    def both(self, model, until, steps, *options, stdin=""):
        exact = self.simulated(model, until, *options, stdin=stdin)
        for version in VERSIONS:
            with self.subTest(model=model, version=version):
                fmu = self.fmu(model, version, *options, stdin=stdin)
                self.assertEqual(len(fmu.states), len(fmu.rates))
                self.agrees(self.named_values(self.stepped(fmu, until, 7)), exact)
                self.agrees(self.named_values(self.exchanged(fmu, until, steps)), exact)

    def test_the_bicycle(self):
        self.both("whipple-bicycle", 1.0, 24)

    def test_the_rolling_disc(self):
        self.both("rolling-disc", 1.0, 24)

    def test_the_sleigh(self):
        self.both("chaplygin-sleigh", 3.0, 24)

    def test_a_vehicle(self):
        self.both("-", 2.0, 12, stdin=ROBOT)

    def test_a_quaternion(self):
        """Four numbers for three freedoms: co-simulation brings them back after every step."""
        self.both("chaplygin-ball", 1.0, 24)

    def test_a_lie_algebra(self):
        self.both("suslov", 2.0, 12)

    def test_a_controller_with_a_state(self):
        self.both("segway", 1.0, 24)

    def test_another_start(self):
        self.both("chaplygin-sleigh", 1.0, 12, "-p", "a=0.7", "-i", "theta=1/2")


class Constraints(Case):
    PENDULUM = """model Pendulum { param l = 1 [m], g = 9.81 [m/s^2], m = 2 [kg]; coord x [m], y [m]; kinetic m*(x'^2 + y'^2)/2; potential m*g*y
      constraint rod: x^2 + y^2 = l^2; init x = 0.6, y = -0.8 }"""

    def test_do_not_drift(self):
        """A rod in redundant coordinates for 100 s in long steps: the length stays to rounding, the energy to the tolerance."""
        for version in VERSIONS:
            fmu = self.fmu("-", version, stdin=self.PENDULUM)
            it = self.stepped(fmu, 100.0, 10)
            values = self.named_values(it)
            self.assertLess(abs(values["x"] ** 2 + values["y"] ** 2 - 1), 1e-14)
            energy = values["x'"] ** 2 + values["y'"] ** 2 + 2 * 9.81 * values["y"]
            self.assertLess(abs(energy + 2 * 9.81 * 0.8), 1e-8)

    def test_model_exchange_asks_for_an_event(self):
        """An importer with a coarse integrator leaves the constraint; the FMU asks for event mode and brings the state back."""
        for version in VERSIONS:
            fmu = self.fmu("-", version, stdin=self.PENDULUM)
            it = self.started(fmu, "exchange")
            _, x = it.state()
            _, dx = it.rates(0.0, x)
            x = [u + 0.01 * v for u, v in zip(x, dx)]  # Euler's method
            it.rates(0.01, x)
            x[0] += 0.01
            it.rates(0.01, x)
            self.assertEqual(it.completed(), (OK, True, False))
            self.assertEqual(it.call("EnterEventMode"), OK)
            self.assertEqual(it.discrete(), (OK, True, False))
            back = self.named_values(it)
            self.assertLess(abs(back["x"] ** 2 + back["y"] ** 2 - 1), 1e-14)
            self.assertLess(abs(back["x"] * back["x'"] + back["y"] * back["y'"]), 1e-14)

    def test_start_values_are_brought_onto_them(self):
        for version in VERSIONS:
            fmu = self.fmu("-", version, stdin=self.PENDULUM)
            it = fmu.instance("steps")
            self.addCleanup(it.free)
            self.assertEqual(it.set({"l": 2.0}), OK)
            self.assertEqual(it.initialize(), WARNING)
            self.assertIn("did not satisfy the constraints", it.log[-1][1])
            self.assertEqual(it.step(0.0, 1.0)[0], OK)
            values = self.named_values(it)
            self.assertLess(abs(math.hypot(values["x"], values["y"]) - 2), 1e-13)

    def test_a_length_that_a_constraint_contains_is_fixed(self):
        for version in VERSIONS:
            fmu = self.fmu("-", version, stdin=self.PENDULUM)
            kinds = {v["name"]: v["variability"] for v in fmu.variables if v["causality"] == "parameter"}
            self.assertEqual(kinds, {"l": "fixed", "g": "tunable", "m": "tunable"})
            it = self.stepped(fmu, 1.0, 1)
            self.assertEqual(it.set({"l": 2.0}), ERROR)
            self.assertIn("cannot be set now", it.log[-1][1])

    def test_no_state_near_the_start_values(self):
        for version in VERSIONS:
            fmu = self.fmu("-", version, stdin="model Far { param h = 0; coord x, y; kinetic (x'^2 + y'^2)/2; constraint c: x^2 + y^2 = 1 - h; init x = 1 }")
            it = fmu.instance("steps")
            self.addCleanup(it.free)
            self.assertEqual(it.set({"h": 2.0}), OK)
            self.assertEqual(it.initialize(), ERROR)
            self.assertIn("no state near the start values", it.log[-1][1])


class Parameters(Case):
    SPRING = "model Spring { param k = 4 [N/m], m = 1 [kg], f = sqrt(k/m) [1/s]; coord x [m]; kinetic m*x'^2/2; potential k*x^2/2; init x = 1 }"

    def test_tuned_along_the_way(self):
        """x = cos 2t until t = 1, then with k = 9 from there."""
        for version in VERSIONS:
            fmu = self.fmu("-", version, stdin=self.SPRING)
            it = self.started(fmu, "steps")
            self.assertEqual(it.step(0.0, 1.0)[0], OK)
            self.assertEqual(it.set({"k": 9.0}), OK)
            self.assertEqual(it.get("f"), (OK, [3.0]))
            self.assertEqual(it.step(1.0, 1.0)[0], OK)
            exact = math.cos(2) * math.cos(3) - 2 / 3 * math.sin(2) * math.sin(3)
            self.assertAlmostEqual(it.get("x")[1][0], exact, delta=1e-11)

    def test_set_before_the_start(self):
        for version in VERSIONS:
            it = self.fmu("-", version, stdin=self.SPRING).instance("steps")
            self.addCleanup(it.free)
            self.assertEqual(it.set({"k": 1.0, "x": 2.0}), OK)
            self.assertEqual(it.initialize(), OK)
            self.assertEqual(it.step(0.0, 1.5)[0], OK)
            self.assertAlmostEqual(it.get("x")[1][0], 2 * math.cos(1.5), delta=1e-11)

    def test_tolerance(self):
        fmu = self.fmu("-", stdin=self.SPRING)
        errors = [abs(self.stepped(fmu, 10.0, 1, tolerance).get("x")[1][0] - math.cos(20)) for tolerance in (1e-4, 1e-13)]
        self.assertLess(errors[1], 1e-11)
        self.assertLess(errors[1], errors[0])

    def test_time_of_the_start(self):
        forced = "model Forced { coord x; kinetic x'^2/2; force on x: cos(t) }"
        for version in VERSIONS:
            it = self.started(self.fmu("-", version, stdin=forced), "steps", start=2.0)
            self.assertEqual(it.step(2.0, 1.0)[0], OK)
            exact = math.cos(2) - math.cos(3) - math.sin(2)
            self.assertAlmostEqual(it.get("x")[1][0], exact, delta=1e-12)
            self.assertEqual(it.get("time"), (OK, [3.0]))


class InputsAndOutputs(Case):
    """m x'' = F − c x': closed form while F is constant."""

    DRIVEN = """model Driven { param m = 2 [kg], c = 0.5 [kg/s]; input F [N] = 0.3 "push"; coord x [m]; kinetic m*x'^2/2; force on x: F - c*x'
      output power [W] = F*x' "of the push"; init x' = 3 }"""

    def test_causality(self):
        for version in VERSIONS:
            fmu = self.fmu("-", version, stdin=self.DRIVEN)
            v = {u["name"]: u for u in fmu.variables}
            self.assertEqual((v["F"]["causality"], v["F"]["variability"], float(v["F"]["start"]), v["F"]["unit"]), ("input", "continuous", 0.3, "kg.m/s2"))
            self.assertEqual(v["F"]["description"], "push")
            self.assertEqual([u["name"] for u in fmu.outputs], ["power"])
            self.assertEqual((v["power"]["initial"], v["power"]["unit"], v["power"]["description"]), ("calculated", "kg.m2/s3", "of the push"))
            self.assertEqual(v["x"]["causality"], "local")
            self.assertIn("power", [u["name"] for u in fmu.unknowns])
            self.assertEqual([v[n]["causality"] for n in ("m", "c")], ["parameter", "parameter"])

    def test_set_while_it_runs(self):
        for version in VERSIONS:
            it = self.started(self.fmu("-", version, stdin=self.DRIVEN), "steps")
            speed = 3.0
            for k, force in enumerate((1.0, -2.0, 0.5)):
                self.assertEqual(it.set({"F": force}), OK)
                self.assertEqual(it.step(0.7 * k, 0.7)[0], OK)
                speed = force / 0.5 + (speed - force / 0.5) * math.exp(-0.25 * 0.7)
                self.assertAlmostEqual(it.get("x'")[1][0], speed, delta=1e-12)
                self.assertAlmostEqual(it.get("power")[1][0], force * speed, delta=1e-12)

    def test_in_continuous_time_mode(self):
        for version in VERSIONS:
            it = self.started(self.fmu("-", version, stdin=self.DRIVEN), "exchange")
            self.assertEqual(it.set({"F": 7.0}), OK)
            self.assertEqual(it.rates(0.0, [0.0, 3.0]), (OK, [3.0, (7.0 - 1.5) / 2]))
            self.assertEqual(it.set({"c": 1.0}), ERROR)
            self.assertEqual(it.set({"power": 1.0}), ERROR)


    def test_one_that_a_constraint_contains_is_a_fixed_parameter(self):
        model = "model A { input h = 0.5; coord x, y; kinetic (x'^2 + y'^2)/2; potential 9*y; constraint c: y - x^2 = h; init x = 1 }"
        for version in VERSIONS:
            fmu = self.fresh("-", version, stdin=model, said="warning[input-in-constraint]")
            v = {u["name"]: u for u in fmu.variables}
            self.assertEqual((v["h"]["causality"], v["h"]["variability"]), ("parameter", "fixed"))
            it = fmu.instance("steps")
            self.addCleanup(it.free)
            self.assertEqual(it.set({"h": 0.25}), OK)
            self.assertEqual(it.initialize(), 1)  # the state is brought onto the constraint
            self.assertEqual(it.set({"h": 0.3}), ERROR)
            self.assertEqual(it.step(0.0, 0.7)[0], OK, it.log)
            x, y = it.get("x", "y")[1]
            self.assertAlmostEqual(y - x * x, 0.25, delta=1e-12)


class Switches(Case):
    """Where the equations switch, a step ends: the order of the method is kept."""

    MODELS = {
        "a force that reverses": ("model A { coord x; kinetic x'^2/2; force on x: -sign(x) - 0.1*x'; init x = 1 }", 7.0),
        "a ramp that saturates": ("model A { coord x; kinetic x'^2/2; force on x: clamp(-4*x, -1, 1) - 0.2*abs(x')*x'; init x = 2 }", 6.0),
        "a time at which a push begins": ("model A { coord x; kinetic x'^2/2; potential x^2/2; force on x: if(t > 1.3, 1, 0); init x = 1 }", 4.0),
        "a state with a limit": ("model A { coord x; state e; e' = clamp(x, -0.3, 0.3); kinetic x'^2/2; force on x: -x - 0.5*e; init x = 1 }", 8.0),
        "a constraint, too": ("model A { coord x, y; kinetic (x'^2 + y'^2)/2; potential 3*y; constraint c: x^2 + y^2 = 1; "
                              "force on x: -0.4*sign(x'); init x = 0.9, y = -0.4358898943540674 }", 1.3),
    }

    def test_co_simulation(self):
        for name, (model, until) in self.MODELS.items():
            exact = self.simulated("-", until, stdin=model)
            for version in VERSIONS:
                with self.subTest(name, version=version):
                    it = self.stepped(self.fmu("-", version, stdin=model), until, 3)
                    self.agrees(self.named_values(it), exact, 2e-10)

    def test_one_step_over_several_switches(self):
        model, until = self.MODELS["a force that reverses"]
        it = self.stepped(self.fmu("-", "3", stdin=model), until, 1)
        self.agrees(self.named_values(it), self.simulated("-", until, stdin=model), 2e-10)

    def exchanged_to(self, it, until, h):
        """Steps between the zeros of the indicators, each found by bisection."""
        status, x = it.state()
        t, switched = 0.0, 0

        def f(t, x):
            status, dx = it.rates(t, x)
            self.assertEqual(status, OK, it.log)
            return dx

        def signs(t, x):
            it.rates(t, x)
            status, g = it.indicators()
            self.assertEqual(status, OK)
            return [u > 0 for u in g]

        while t < until - 1e-12:
            step = min(h, until - t)
            before = signs(t, x)
            # at a zero that has just been passed the indicator has the sign of its new side
            y = extrapolated(f, t, x, step)
            if signs(t + step, y) != before and switched >= 0:
                low, high = 0.0, step
                for _ in range(60):
                    middle = (low + high) / 2
                    if signs(t + middle, extrapolated(f, t, x, middle)) == before:
                        low = middle
                    else:
                        high = middle
                step = high
                y = extrapolated(f, t, x, step)
                switched += 1
            t, x = t + step, y
            it.rates(t, x)
            self.assertEqual(it.completed()[0], OK)
            if signs(t, x) != before:
                self.assertEqual(it.call("EnterEventMode"), OK)
                self.assertEqual(it.discrete()[0], OK, it.log)
                self.assertEqual(it.call("EnterContinuousTimeMode"), OK)
        return switched

    def test_model_exchange(self):
        for name in ("a force that reverses", "a ramp that saturates", "a time at which a push begins"):
            model, until = self.MODELS[name]
            exact = self.simulated("-", until, stdin=model)
            for version in VERSIONS:
                with self.subTest(name, version=version):
                    fmu = self.fmu("-", version, stdin=model)
                    self.assertGreater(fmu.indicators, 0)
                    it = self.started(fmu, "exchange")
                    self.assertGreater(self.exchanged_to(it, until, 0.11), 0)
                    self.agrees(self.named_values(it), exact, 1e-8)

    def test_between_events_the_sides_do_not_change(self):
        """sign(x) stays 1 behind the zero until event mode: an integrator that looks ahead sees smooth rates."""
        it = self.started(self.fmu("-", "2", stdin="model A { coord x; kinetic x'^2/2; force on x: -sign(x); init x = 1 }"), "exchange")
        self.assertEqual(it.rates(0.5, [-0.1, -1.0])[1][1], -1.0)
        self.assertEqual(it.call("EnterEventMode"), OK)
        self.assertEqual(it.discrete(), (OK, False, False))
        self.assertEqual(it.call("EnterContinuousTimeMode"), OK)
        self.assertEqual(it.rates(0.5, [-0.1, -1.0])[1][1], 1.0)

    def test_a_motion_that_would_have_to_stay_at_a_switch(self):
        """Dry friction stops the body: the law says nothing of the force at rest."""
        for version in VERSIONS:
            it = self.started(self.fmu("-", version, stdin="model A { coord x; kinetic x'^2/2; force on x: -sign(x'); init x' = 1 }"), "steps")
            self.assertEqual(it.step(0.0, 0.9)[0], OK)
            self.assertNotEqual(it.step(0.9, 0.9)[0], OK)
            self.assertIn("not determined at t = 1", str(it.log))

    def test_an_input_that_moves_a_switch(self):
        model = "model A { input u = 0; coord x; kinetic x'^2/2; force on x: if(x > u, -1, 1); init x = 1 }"
        it = self.started(self.fmu("-", "2", stdin=model), "steps")
        self.assertEqual(it.step(0.0, 0.5)[0], OK)
        self.assertAlmostEqual(it.get("x'")[1][0], -0.5, delta=1e-13)
        self.assertEqual(it.set({"u": 2.0}), OK)
        self.assertEqual(it.step(0.5, 0.25)[0], OK)
        self.assertAlmostEqual(it.get("x'")[1][0], -0.25, delta=1e-13)


class DirectionalDerivatives(Case):
    MODEL = """model A { param m = 2, k = 3; input F = 0.4; coord x, y, z; kinetic m/2*(x'^2 + y'^2 + (1 + x^2)*z'^2); potential k*x^2*y/2 + exp(0.3*z)*sqrt(2 + x)
      constraint c: y' = sin(x)*z' + 0.2*x'; force on x: F*cos(z) - 0.3*abs(x')*x'; output power = F*x'*cos(z), angle = atan2(y + 1, x + 2)
      init x = 0.5, y = 0.3, z = -0.7, x' = 0.9, z' = 1.1 }"""

    def along(self, it, unknowns, knowns, seed):
        out = doubles([-777.0] * len(unknowns))
        arguments = (it.references(unknowns), c_size_t(len(unknowns)), it.references(knowns), c_size_t(len(knowns)), doubles(seed))
        more = (out,) if it.two else (c_size_t(len(seed)), out, c_size_t(len(unknowns)))
        return it.call("GetDirectionalDerivative", *arguments, *more), list(out)

    def test_against_differences(self):
        for version in VERSIONS:
            fmu = self.fmu("-", version, stdin=self.MODEL)
            for kind in ("ModelExchange", "CoSimulation"):
                self.assertEqual(fmu.description.find(kind).get("providesDirectionalDerivative" + ("" if version == "2" else "s")), "true")
            it = self.started(fmu, "exchange")
            states = [v["name"] for v in fmu.states]
            unknowns = [v["name"] for v in fmu.rates] + ["power", "angle", "lambda"]
            x = it.state()[1]

            def values(x, F):
                self.assertEqual(it.set({"F": F}), OK)
                rates = it.rates(0.0, x)[1]
                return rates + it.get("power", "angle", "lambda")[1]

            h = 1e-6
            for k, name in enumerate([*states, "F"]):
                def moved(d):
                    return values([u + d * (j == k) for j, u in enumerate(x)], 0.4 + d * (name == "F"))

                by_difference = [(8 * (b - a) - (d - c)) / (12 * h) for a, b, c, d in zip(moved(-h), moved(h), moved(-2 * h), moved(2 * h))]
                values(x, 0.4)
                status, exact = self.along(it, unknowns, [name], [1.0])
                self.assertEqual(status, OK, it.log)
                for a, b in zip(exact, by_difference):
                    self.assertLessEqual(abs(a - b), 1e-7 * (1 + abs(a)), name)
            # linear in the seeds
            values(x, 0.4)
            seeds = [0.3, -0.7]
            both = self.along(it, unknowns, [states[0], "F"], seeds)[1]
            parts = [self.along(it, unknowns, [n], [1.0])[1] for n in (states[0], "F")]
            for a, b, c in zip(both, *parts):
                self.assertAlmostEqual(a, seeds[0] * b + seeds[1] * c, delta=1e-12 * (1 + abs(a)))

    def test_wrong_variables(self):
        for version in VERSIONS:
            it = self.started(self.fmu("-", version, stdin=self.MODEL), "steps")
            self.assertEqual(self.along(it, ["power"], ["angle"], [1.0])[0], ERROR)
            self.assertEqual(self.along(it, [100000], ["x"], [1.0])[0], ERROR)
            self.assertEqual(self.along(it, ["x"], ["x"], [2.5]), (OK, [2.5]))


class TheEndOfAMotion(Case):
    def test_contact_is_lost(self):
        """Where the ball leaves the sphere `simulate` ends too."""
        done = run(BINARY, "simulate", "body-on-sphere", "--until", "5", "--json")
        ends = json.loads(done.stdout)["result"]["final"]["t"]
        self.assertAlmostEqual(ends, 2.949, places=3)
        for version in VERSIONS:
            fmu = self.fmu("body-on-sphere", version)
            self.assertGreater(fmu.indicators, 0)
            it = self.started(fmu, "steps")
            status, ended, reached = it.step(0.0, 5.0)
            self.assertTrue(ended)
            self.assertEqual(status, DISCARD if version == "2" else OK)
            self.assertAlmostEqual(reached, ends, delta=1e-6)
            self.assertIn("the motion ends at t = 2.949", it.log[-1][1])
            self.named_values(it)
            self.assertEqual(it.step(reached, 1.0)[0], DISCARD if version == "2" else OK)

    def test_contact_is_lost_and_no_early_return(self):
        fmu = self.fmu("body-on-sphere", "3")
        it = fmu.instance("steps", early=False)
        self.addCleanup(it.free)
        self.assertEqual(it.initialize(), OK)
        before = self.named_values(it)
        self.assertEqual(it.step(0.0, 5.0), (DISCARD, False, 0.0))
        self.assertEqual(self.named_values(it), before)

    def test_event_indicators_end_model_exchange(self):
        for version in VERSIONS:
            fmu = self.fmu("body-on-sphere", version)
            it = self.started(fmu, "exchange")
            _, x = it.state()
            t, h, ended = 0.0, 1 / 16, False
            while not ended and t < 5:
                x = extrapolated(lambda t, x: it.rates(t, x)[1], t, x, h, 5)
                t += h
                it.rates(t, x)
                status, indicators = it.indicators()
                self.assertEqual(status, OK)
                status, left, ended = it.completed()
                self.assertEqual(ended, min(indicators) < 0)
            self.assertAlmostEqual(t, 2.949, delta=h)
            self.assertEqual(it.call("EnterEventMode"), OK)
            self.assertEqual(it.discrete()[2], True)

    def test_a_singular_state(self):
        """x^2 x'' = …: without inertia at x = 0, which is reached at t = 1."""
        heavy = "model Heavy { coord x; kinetic x^2*x'^2/2; force on x: -x; init x = 1 }"
        for version in VERSIONS:
            fmu = self.fmu("-", version, stdin=heavy)
            it = self.started(fmu, "steps")
            status, ended, reached = it.step(0.0, 2.0)
            self.assertEqual((status, ended), (DISCARD, False))
            self.assertLessEqual(reached, 1 + 1e-9)
            self.named_values(it)
            it = self.started(fmu, "exchange")
            status, dx = it.rates(0.0, [0.0, 1.0])
            self.assertEqual(status, DISCARD)
            self.assertEqual(dx, [-777.0, -777.0])
            self.assertIn("singular", it.log[-1][1])
            self.assertEqual(it.get("der(x')"), (DISCARD, [-777.0]))

    def test_a_number_that_is_not_finite(self):
        pole = "model Pole { coord x; kinetic x'^2/2; force on x: -1/x^2; init x = 1 }"
        for version in VERSIONS:
            it = self.started(self.fmu("-", version, stdin=pole), "exchange")
            status, dx = it.rates(0.0, [1e-300, 0.0])
            self.assertEqual((status, dx), (DISCARD, [-777.0, -777.0]))
            self.assertIn("not finite", it.log[-1][1])
            x = doubles([math.nan, 0.0])
            self.assertEqual(it.call("SetContinuousStates", x, c_size_t(2)), ERROR)
            self.assertEqual(it.call("SetTime", c_double(math.inf)), ERROR)

    def test_an_impossible_start(self):
        pole = "model Pole { param a = 1; coord x; kinetic x'^2/2; force on x: -1/(x - a)^2; init x = 2 }"
        for version in VERSIONS:
            it = self.fmu("-", version, stdin=pole).instance("steps")
            self.addCleanup(it.free)
            self.assertEqual(it.set({"a": 2.0}), OK)
            self.assertEqual(it.initialize(), ERROR)


class WrongCalls(Case):
    SLEIGH = "chaplygin-sleigh"

    def test_the_order_of_calls(self):
        for version in VERSIONS:
            fmu = self.fmu(self.SLEIGH, version)
            it = fmu.instance("steps")
            self.addCleanup(it.free)
            self.assertEqual(it.step(0.0, 1.0)[0], ERROR)
            self.assertIn("must not be called now", it.log[0][1])
            self.assertEqual(it.call("ExitInitializationMode"), ERROR)
            self.assertEqual(it.call("Terminate"), ERROR)
            self.assertEqual(it.get("x")[0], ERROR)
            self.assertEqual(it.initialize(), OK)
            self.assertEqual(it.set_up(), ERROR)
            self.assertEqual(it.call("EnterContinuousTimeMode"), ERROR)
            self.assertEqual(it.discrete()[0], ERROR)
            self.assertEqual(it.step(0.0, 1.0)[0], OK)
            self.assertEqual(it.call("Terminate"), OK)
            self.assertEqual(it.step(1.0, 1.0)[0], ERROR)
            self.assertEqual(it.set({"a": 1.0}), ERROR)
            self.assertEqual(it.get("x")[0], OK)
            it = self.started(fmu, "exchange")
            self.assertEqual(it.step(0.0, 1.0)[0], ERROR)
            self.assertEqual(it.set({"theta": 1.0}), ERROR)
            self.assertEqual(it.set({"a": 1.0}), ERROR)  # tunable parameters change at events
            self.assertEqual(it.call("EnterEventMode"), OK)
            self.assertEqual(it.set({"a": 1.0}), OK)

    def test_steps_that_cannot_be(self):
        for version in VERSIONS:
            it = self.started(self.fmu(self.SLEIGH, version), "steps", stop=2.0)
            for t, h, words in ((0.5, 1.0, "but the FMU is at"), (0.0, 0.0, "positive"), (0.0, -1.0, "positive"), (0.0, math.nan, "positive"),
                                (0.0, 3.0, "after the stop time")):
                self.assertEqual(it.step(t, h)[0], ERROR)
                self.assertIn(words, it.log[-1][1])
            self.assertEqual(it.step(0.0, 2.0)[0], OK)

    def test_experiments_that_cannot_be(self):
        for version in VERSIONS:
            for words in ({"tolerance": 0.0}, {"tolerance": math.nan}, {"start": 2.0, "stop": 1.0}, {"start": math.inf}):
                it = self.fmu(self.SLEIGH, version).instance("steps")
                self.addCleanup(it.free)
                self.assertEqual(it.set_up(**words), ERROR, words)

    def test_unknown_variables(self):
        for version in VERSIONS:
            it = self.started(self.fmu(self.SLEIGH, version), "steps")
            beyond = len(it.fmu.variables)
            for reference in (beyond, 4294967295):
                self.assertEqual(it.get(reference), (ERROR, [-777.0]))
                self.assertIn(f"no variable with the value reference {reference}", it.log[-1][1])
                self.assertEqual(it.set({reference: 1.0}), ERROR)
            for name in ("time", "der(x)", "lambda"):
                self.assertEqual(it.set({name: 1.0}), ERROR, name)
            self.assertEqual(it.set({"a": math.nan}), ERROR)
            self.assertEqual(it.set({"a": 0.5, beyond: 1.0}), ERROR)
            self.assertNotEqual(it.get("a")[1], [0.5])  # all or nothing
            names = ("GetInteger", "SetBoolean", "GetString") if version == "2" else ("GetInt32", "SetBoolean", "GetFloat32")
            for name in names:
                more = () if version == "2" else (c_size_t(1),)
                self.assertEqual(it.call(name, it.references([0]), c_size_t(1), (c_int * 2)(), *more), ERROR)
                self.assertEqual(it.call(name, None, c_size_t(0), None, *(() if version == "2" else (c_size_t(0),))), OK)

    def test_a_wrong_token(self):
        for version in VERSIONS:
            it = self.fmu(self.SLEIGH, version).instance("steps", token="{0}")
            self.assertFalse(it.c)
            self.assertIn("do not belong together", it.log[-1][1])

    def test_wrong_numbers_of_states(self):
        for version in VERSIONS:
            it = self.started(self.fmu(self.SLEIGH, version), "exchange")
            x = doubles([0.0] * 9)
            self.assertEqual(it.call("SetContinuousStates", x, c_size_t(9)), ERROR)
            self.assertEqual(it.call("GetContinuousStates", x, c_size_t(9)), ERROR)
            self.assertEqual(it.call("GetEventIndicators", x, c_size_t(9)), ERROR)

    def test_scheduled_execution(self):
        library = self.fmu(self.SLEIGH, "3").library
        library.fmi3InstantiateScheduledExecution.restype = c_void_p
        self.assertIsNone(library.fmi3InstantiateScheduledExecution(b"it", b"", None, c_bool(False), c_bool(False), None, None, None, None, None))


class States(Case):
    def test_stored_and_returned_to(self):
        for version in VERSIONS:
            fmu = self.fmu("rolling-disc", version)
            word = "FMUstate" if version == "2" else "FMUState"
            it = self.started(fmu, "steps")
            self.assertEqual(it.step(0.0, 0.5)[0], OK)
            stored = c_void_p()
            self.assertEqual(it.call("Get" + word, byref(stored)), OK)
            self.assertEqual(it.step(0.5, 0.5)[0], OK)
            end = self.named_values(it)
            self.assertEqual(it.call("Set" + word, stored), OK)
            self.assertEqual(it.get("time"), (OK, [0.5]))
            self.assertEqual(it.step(0.5, 0.5)[0], OK)
            self.assertEqual(self.named_values(it), end)  # to the last bit

            size = c_size_t()
            self.assertEqual(it.call("Serialized" + word + "Size", stored, byref(size)), OK)
            data = (ctypes.c_ubyte * size.value)()
            self.assertEqual(it.call("Serialize" + word, stored, data, size), OK)
            self.assertEqual(it.call("Serialize" + word, stored, data, c_size_t(3)), ERROR)
            other, read = self.started(fmu, "steps"), c_void_p()
            name = "DeSerialize" if version == "2" else "Deserialize"
            self.assertEqual(other.call(name + word, data, size, byref(read)), OK)
            self.assertEqual(other.call("Set" + word, read), OK)
            self.assertEqual(other.step(0.5, 0.5)[0], OK)
            self.assertEqual(self.named_values(other), end)
            data[0] ^= 255
            self.assertEqual(other.call(name + word, data, size, byref(read)), ERROR)
            self.assertEqual(other.call("Set" + word, None), ERROR)
            for instance, state in ((it, stored), (other, read)):
                self.assertEqual(instance.call("Free" + word, byref(state)), OK)
                self.assertIsNone(state.value)

    def test_reset(self):
        for version in VERSIONS:
            it = self.started(self.fmu("chaplygin-sleigh", version), "steps")
            first = self.named_values(it)
            self.assertEqual(it.set({"a": 0.5}), OK)
            self.assertEqual(it.step(0.0, 1.0)[0], OK)
            self.assertEqual(it.call("Reset"), OK)
            self.assertEqual(it.step(0.0, 1.0)[0], ERROR)
            self.assertEqual(it.initialize(), OK)
            self.assertEqual(self.named_values(it), first)

    def test_two_instances_know_nothing_of_each_other(self):
        fmu = self.fmu("chaplygin-sleigh")
        one, two = self.started(fmu, "steps"), self.started(fmu, "steps")
        self.assertEqual(one.step(0.0, 1.0)[0], OK)
        self.assertEqual(two.get("time"), (OK, [0.0]))
        self.assertEqual(two.step(0.0, 1.0)[0], OK)
        self.assertEqual(self.named_values(one), self.named_values(two))


class Descriptions(Case):
    MODELS = ("whipple-bicycle", "rolling-disc", "chaplygin-ball", "suslov", "chaplygin-sleigh")

    def test_everything_is_declared(self):
        for version in VERSIONS:
            for model in self.MODELS:
                with self.subTest(model=model, version=version):
                    self.is_consistent(self.fmu(model, version))

    def is_consistent(self, fmu):
        two = fmu.version == "2"
        names = [v["name"] for v in fmu.variables]
        self.assertEqual(len(names), len(set(names)))
        self.assertEqual([v["valueReference"] for v in fmu.variables], list(range(len(names))))
        units = {u.get("name"): u.find("BaseUnit").attrib for u in fmu.description.find("UnitDefinitions")}
        for v in fmu.variables:
            self.assertTrue("unit" not in v or v["unit"] in units, v)
            calculated = v["causality"] in ("local", "calculatedParameter")
            self.assertEqual(v.get("initial"), None if v["causality"] == "independent" else "calculated" if calculated else "exact")
            self.assertEqual("start" in v, v.get("initial") == "exact")
            if "start" in v:
                self.assertTrue(math.isfinite(float(v["start"])))
            if v["causality"] in ("parameter", "calculatedParameter"):
                self.assertIn(v["variability"], ("fixed", "tunable"))
        for base in units.values():
            self.assertLessEqual(set(base), {"kg", "m", "s", "A", "K", "mol", "cd", "rad"})
        self.assertEqual([v["name"] for v in fmu.rates], [f"der({v['name']})" for v in fmu.states])
        self.assertEqual(fmu.outputs, [v for v in fmu.variables if v["causality"] == "output"])
        listed = [v for v in fmu.variables if v.get("initial") == "calculated" and (v in fmu.rates or v["causality"] == "calculatedParameter")]
        self.assertEqual(fmu.unknowns, listed)
        self.assertIn(f"sources/{fmu.identifier}.c", fmu.paths)
        if not two:
            build = xml.parse(os.path.join(fmu.folder, "sources", "buildDescription.xml")).getroot()
            self.assertEqual(build.find("BuildConfiguration").get("modelIdentifier"), fmu.identifier)
        self.validates(fmu)

    def validates(self, fmu):
        schemas, xmllint = os.environ.get("ANHOLON_FMI_SCHEMAS"), shutil.which("xmllint")
        if not schemas or not xmllint:
            return
        pairs = [("modelDescription.xml", f"fmi{fmu.version}ModelDescription.xsd")]
        if fmu.version == "3":
            pairs.append(("sources/buildDescription.xml", "fmi3BuildDescription.xsd"))
        for file, schema in pairs:
            done = run(xmllint, "--noout", "--schema", os.path.join(schemas, fmu.version, schema), os.path.join(fmu.folder, file))
            self.assertEqual(done.returncode, 0, done.stderr)

    def test_units_and_texts(self):
        model = """model Units {
          "a < b & c > d"
          param m = 2 [kg] "mass", k = 3 [kN/m], a = 30 [deg] "tilt", J = m*k [kg N/m]
          coord x [m] "place", phi [rad]
          kinetic m*(x'^2 + x^2*phi'^2)/2
          potential k*x^2/2
          init x = 10 [cm], phi = a
        }"""
        for version in VERSIONS:
            fmu = self.fmu("-", version, stdin=model)
            v = {u["name"]: u for u in fmu.variables}
            self.assertEqual(fmu.description.get("description"), "a < b & c > d")
            self.assertEqual((v["m"]["unit"], v["m"]["description"], float(v["m"]["start"])), ("kg", "mass", 2.0))
            self.assertEqual((v["k"]["unit"], float(v["k"]["start"])), ("kg/s2", 3000.0))
            self.assertEqual(v["a"]["unit"], "rad")
            self.assertAlmostEqual(float(v["a"]["start"]), math.pi / 6, places=15)
            self.assertEqual((v["x"]["unit"], v["x"]["description"], float(v["x"]["start"])), ("m", "place", 0.1))
            self.assertEqual((v["x'"]["unit"], v["der(x')"]["unit"]), ("m/s", "m/s2"))
            self.assertEqual((v["phi"]["unit"], v["phi'"]["unit"]), ("rad", "rad/s"))
            self.assertEqual((v["J"]["causality"], v["J"]["unit"], v["time"]["unit"]), ("calculatedParameter", "kg2/s2", "s"))
            units = {u.get("name"): u.find("BaseUnit").attrib for u in fmu.description.find("UnitDefinitions")}
            self.assertEqual(units["kg/s2"], {"kg": "1", "s": "-2"})
            self.is_consistent(fmu)

    def test_names_that_clash(self):
        fmu = self.fmu("-", stdin="model Clash { param time = 1; coord x; kinetic x'^2/2; potential time*x }")
        self.assertEqual(fmu.variables[0]["name"], "time_")
        self.is_consistent(fmu)

    def test_same_input_same_bytes(self):
        for version in VERSIONS:
            files = []
            for _ in range(2):
                with open(self.export("chaplygin-sleigh", version), "rb") as file:
                    files.append(file.read())
            self.assertEqual(files[0], files[1])
        tokens = {self.fmu("chaplygin-sleigh", *words).token for words in (["2"], ["3"], ["2", "-p", "a=0.7"], ["2", "-i", "theta=1"])}
        self.assertEqual(len(tokens), 4)

    def test_the_default_experiment(self):
        fmu = self.fmu("whipple-bicycle")
        experiment = fmu.description.find("DefaultExperiment").attrib
        self.assertEqual((float(experiment["startTime"]), float(experiment["stopTime"]), float(experiment["tolerance"])), (0, 5, 1e-12))


class Sources(Case):
    def test_compile_without_warnings(self):
        for version in VERSIONS:
            for model in ("chaplygin-ball", "suslov", "whipple-bicycle"):
                fmu = self.fmu(model, version)
                source = os.path.join(fmu.folder, "sources", fmu.identifier + ".c")
                done = run("gcc", "-std=c99", "-O1", "-Wall", "-Wextra", "-Werror", "-pedantic", "-c", source, "-o", os.path.join(self.folder, "o.o"))
                self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_only_the_functions_of_the_interface_are_exported(self):
        for version in VERSIONS:
            fmu = self.fmu("suslov", version)
            done = run("nm", "-D", "--defined-only", fmu.path)
            names = {line.split()[-1] for line in done.stdout.splitlines()}
            self.assertTrue(all(name.startswith("fmi" + version) for name in names), names)
            self.assertEqual(len(names), {"2": 44, "3": 75}[version])

    def test_functions_with_a_prefix(self):
        fmu = self.fmu("suslov")
        source, made = os.path.join(fmu.folder, "sources", "Suslov.c"), os.path.join(self.folder, "o.so")
        done = run("gcc", "-std=c99", "-shared", "-fPIC", "-DFMI2_FUNCTION_PREFIX=Suslov_", source, "-o", made, "-lm")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(ctypes.CDLL(made).Suslov_fmi2DoStep)

    def test_without_a_compiler(self):
        path = os.path.join(self.folder, "x.fmu")
        done = run(BINARY, "export", "suslov", "--to", "fmu", "-o", path, env={**os.environ, "PATH": self.folder})
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("the FMU contains sources only: there is no C compiler 'cc' on this machine", done.stderr)
        with zipfile.ZipFile(path) as archive:
            self.assertEqual(archive.namelist(), ["modelDescription.xml", "sources/Suslov.c"])

    def test_a_compiler_that_fails(self):
        compiler = os.path.join(self.folder, "cc")
        with open(compiler, "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\necho out of order >&2\nexit 1\n")
        os.chmod(compiler, 0o755)
        done = run(BINARY, "export", "suslov", "--to", "fmu", "-o", os.path.join(self.folder, "x.fmu"), env={**os.environ, "PATH": self.folder + ":/bin:/usr/bin"})
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("the C compiler 'cc' failed: out of order", done.stderr)


class WrongProgramsAreNoticed(Case):
    """An FMU whose sine became a cosine does not agree with `simulate`, and one without its projection drifts."""

    def changed(self, fmu, old, new):
        source = os.path.join(fmu.folder, "sources", fmu.identifier + ".c")
        with open(source, encoding="utf-8") as file:
            text = file.read()
        self.assertIn(old, text)
        with open(source, "w", encoding="utf-8") as file:
            file.write(text.replace(old, new, 1))
        made = fmu.path.replace(".so", "_changed.so")  # another name: the loader knows the old one
        done = run("gcc", "-std=c99", "-O1", "-shared", "-fPIC", source, "-o", made, "-lm")
        self.assertEqual(done.returncode, 0, done.stderr)
        fmu.library = ctypes.CDLL(made)
        return fmu

    def test_a_wrong_formula(self):
        fmu = self.changed(self.fresh("rolling-disc"), "= sin(", "= cos(")
        with self.assertRaises(AssertionError):
            self.agrees(self.named_values(self.stepped(fmu, 1.0, 7)), self.simulated("rolling-disc", 1.0))

    def test_without_projection(self):
        fmu = self.changed(self.fresh("-", stdin=Constraints.PENDULUM), "    if (bring_back(kept1", "    if (0 && bring_back(kept1")
        values = self.named_values(self.stepped(fmu, 100.0, 10, tolerance=1e-9))
        self.assertGreater(abs(values["x"] ** 2 + values["y"] ** 2 - 1), 1e-13)


class BadRequests(Case):
    def refused(self, code, *words, stdin=""):
        done = run(BINARY, "export", *words, stdin=stdin)
        self.assertEqual((done.returncode, done.stdout), (code, ""), done.stderr)
        return done.stderr

    def test_no_file(self):
        self.assertIn("add -o NAME.fmu", self.refused(2, "suslov", "--to", "fmu"))

    def test_a_file_with_another_name(self):
        self.assertIn("must end in .fmu", self.refused(2, "suslov", "--to", "fmu", "-o", os.path.join(self.folder, "x.zip")))
        self.assertEqual(os.listdir(self.folder), [])

    def test_another_version(self):
        self.assertIn("--fmi", self.refused(2, "suslov", "--to", "fmu", "--fmi", "1", "-o", os.path.join(self.folder, "x.fmu")))

    def test_a_version_of_something_else(self):
        self.assertIn("--fmi is for --to fmu", self.refused(2, "suslov", "--to", "c99", "--fmi", "2"))

    def test_a_jacobian(self):
        self.assertIn("has directional derivatives in any case", self.refused(2, "suslov", "--to", "fmu", "--jacobian", "-o", os.path.join(self.folder, "x.fmu")))

    def test_an_unknown_form(self):
        self.refused(2, "suslov", "--to", "fmu", "--form", "newton", "-o", os.path.join(self.folder, "x.fmu"))

    def test_no_initial_state(self):
        said = self.refused(4, "-", "--to", "fmu", "-o", os.path.join(self.folder, "x.fmu"),
                            stdin="model A { coord x, y; kinetic (x'^2 + y'^2)/2; constraint c: x^2 + y^2 = -1 }")
        self.assertIn("error[", said)

    def test_a_folder_that_is_not_there(self):
        self.assertIn("cannot be written", self.refused(1, "suslov", "--to", "fmu", "-o", "/nowhere/x.fmu"))


if __name__ == "__main__":
    if len(sys.argv) > 1 and not sys.argv[1].startswith("-"):
        BINARY = os.path.abspath(sys.argv.pop(1))
    unittest.main()
