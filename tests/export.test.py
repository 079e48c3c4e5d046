"""Exported programs: every system of the gallery, with its Jacobian, meets its exactly computed values in every language.

    python3 tests/export.test.py PATH-TO-ANHOLON [unittest arguments]

Python runs where this runs, C99 and CUDA C++ by GCC, MATLAB by Octave, Julia and Modelica by their own tools; what is not
installed is named. Of Julia and Modelica this also reads the arithmetic itself.
"""

import ctypes
import json
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
import types
import unittest
from concurrent.futures import ThreadPoolExecutor

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
GALLERY = os.path.join(os.path.dirname(HERE), "gallery")


def has_friction(name):
    """Its equations change where a contact sticks or slips: no program is made of it."""
    with open(os.path.join(GALLERY, name + ".anh"), encoding="utf-8") as file:
        return re.search(r"^\s*(friction |contact .* friction )", file.read(), re.M) is not None


SYSTEMS = sorted(file.removesuffix(".anh") for file in os.listdir(GALLERY))
MODELS = [name for name in SYSTEMS if not has_friction(name)]
BINARY = os.environ.get("ANHOLON_BINARY", "")
TOLERANCE = 1e-11
WARNINGS = ["-Wall", "-Wextra", "-Werror", "-pedantic", "-DANHOLON_SELF_TEST"]
C99 = ["gcc", "-std=c99", *WARNINGS]
CXX = ["g++", "-std=c++17", *WARNINGS]


def run(*words, stdin="", cwd=None):
    return subprocess.run(words, capture_output=True, text=True, encoding="utf-8", timeout=250, input=stdin, cwd=cwd)


def exported(model, language, *options, stdin="", starts_badly=False):
    done = run(BINARY, "export", model, "--to", language, *options, stdin=stdin)
    said = re.sub(r"^anholon: warning\[state-singular\].*\n", "", done.stderr, flags=re.MULTILINE) if starts_badly else done.stderr
    if done.returncode != 0 or said:
        raise AssertionError(f"{model} to {language}: {done.stderr}")
    return done.stdout


def identifier(model):
    return model.replace("-", "_")


def tool(*names):
    """The program, or nothing and a word about it."""
    found = next(filter(None, map(shutil.which, names)), None)
    if not found:
        print(f"not run: {names[0]} is not on this machine", file=sys.stderr)
    return found


def python_module(name, text):
    module = types.ModuleType(name)
    exec(compile(text, name, "exec"), module.__dict__)
    return module


def jacobian_is_a_derivative(test, module, text):
    """Against differences of the right-hand side about the point of the self-test: what is shared with it are the rates only."""
    numbers = dict(re.findall(r"^    ([xp]) = np.array\(\[([^\]]*)\]\)$", text, re.MULTILINE))
    x, p = (np.array([float(number) for number in numbers[name].split(",") if number]) for name in "xp")
    t, h = float(re.search(r"^    t = (.*)$", text, re.MULTILINE)[1]), 1e-4
    differences = []
    for direction in h * np.eye(len(x)):
        near = module.rhs(t, x + direction, p) - module.rhs(t, x - direction, p)
        far = module.rhs(t, x + 2 * direction, p) - module.rhs(t, x - 2 * direction, p)
        differences.append((8 * near - far) / (12 * h))
    exact = module.jacobian(t, x, p)
    test.assertLess(np.max(np.abs(np.transpose(differences) - exact)), 1e-7 * (1 + np.max(np.abs(exact))))


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(text)

    def run_here(self, *words):
        return run(*words, cwd=self.folder)

    def passes(self, *words):
        done = self.run_here(*words)
        self.assertEqual(done.returncode, 0, done.stdout[-2000:] + done.stderr[-2000:])
        return done.stdout

    def passes_together(self, compiler, ending, texts):
        """All self-tests in one program: a compiler takes longer to start than to read most of them."""
        lines = []
        for name, text in texts.items():
            self.write(name + ending, text)
            lines += [f"#define main {name}_main", f'#include "{name}{ending}"', "#undef main"]
        calls = [f'printf("{name}: "); failed |= {name}_main();' for name in texts]
        lines += ["int main(void)", "{", "int failed = 0;", *calls, "return failed;", "}"]
        self.write("all" + ending, "\n".join(lines) + "\n")
        self.passes(*compiler, "-O0", "all" + ending, "-o", "all", "-lm")
        self.assertEqual(self.passes("./all").count("worst relative error"), len(texts))


class Gallery(Folder):
    def texts(self, language, *options):
        return {identifier(model): exported(model, language, *options) for model in MODELS}

    def test_c99(self):
        self.passes_together(C99, ".c", self.texts("c99", "--jacobian"))

    def test_cuda_as_cpp(self):
        self.passes_together(CXX, ".cpp", self.texts("cuda", "--jacobian"))

    def test_cpp(self):
        self.passes_together(CXX, ".cpp", self.texts("cpp", "--jacobian"))

    def test_python(self):
        for name, text in self.texts("python", "--jacobian").items():
            with self.subTest(name):
                module = python_module(name, text)
                self.assertLessEqual(module.self_test(), TOLERANCE)
                jacobian_is_a_derivative(self, module, text)

    def test_matlab(self):
        octave = tool("octave-cli", "octave")
        if not octave:
            return
        names = []
        for text in self.texts("matlab", "--jacobian").values():
            names.append(re.search(r"Keep it as (\w+)\.m", text)[1])
            self.write(names[-1] + ".m", text)
        printed = self.passes(octave, "--norc", "--eval", "; ".join(names))
        self.assertEqual(printed.count("worst relative error"), len(MODELS))

    def test_julia(self):
        julia = tool("julia")
        for name, text in self.texts("julia", "--jacobian").items():
            with self.subTest(name):
                julia_is_well_formed(self, text)
                julia_arithmetic_is_right(self, text)
                if julia:
                    self.write(name + ".jl", text)
                    self.passes(julia, name + ".jl")

    def test_only_what_a_branch_alone_needs_is_guarded(self):
        """A division by zero anywhere else is noticed."""
        model = """model A { param k = 2; coord x, y; kinetic (x'^2 + (2 + x^2)*y'^2)/2; potential k/(3 + y); init x = 1
          force on x: if(x > 0.1, 1/(x - 0.05), 0), y: if(y > 1, if(x > 2, 1/(x - 2), 1/y), 3) }"""
        divisions = [line for line in exported("-", "modelica", stdin=model).splitlines() if " / " in line]
        guarded, plain = [[line for line in divisions if (" if " in line) == is_guarded] for is_guarded in (True, False)]
        self.assertGreaterEqual(len(guarded), 3, guarded)
        self.assertTrue(all("<>" not in line for line in guarded), guarded)
        self.assertTrue(any(" and " in line for line in guarded), guarded)
        self.assertTrue(any(re.search(r"= k / v", line) for line in plain), plain)

    def test_modelica(self):
        omc = tool("omc")
        for (name, text), reference in zip(self.texts("modelica").items(), self.texts("julia").values()):
            with self.subTest(name):
                modelica_is_well_formed(self, text)
                modelica_arithmetic_is_right(self, text, reference)
                if omc:
                    self.write(name + ".mo", text)
                    model = re.match(r"model (\w+)", text)[1]
                    self.write(name + ".mos", f'loadFile("{name}.mo"); checkModel({model}); getErrorString();\n')
                    self.assertIn("completed successfully", self.passes(omc, name + ".mos"))

    def test_same_input_same_bytes(self):
        for language in ("c99", "cpp", "python", "julia", "matlab", "modelica", "cuda", "sfunction"):
            self.assertEqual(exported("rolling-disc", language), exported("rolling-disc", language))

    def test_every_kind_of_state(self):
        forms = ["lagrange-multipliers", "chaplygin", "maggi", "chetaev", "hamilton", "vakonomic"]
        texts = {}
        for form in forms:  # a name of its own each, so that they fit into one program
            text = exported("chaplygin-sleigh", "c99", "--jacobian", "--form", form)
            texts[identifier(form)] = text.replace("chaplygin_sleigh", identifier(form))
        self.passes_together(C99, ".c", texts)


# --- Julia and Modelica, read here: not whether their tools take the text, but whether its formulas are right

FUNCTIONS = {name: getattr(math, name) for name in "sin cos tan asin acos sinh cosh tanh exp log sqrt".split()}
FUNCTIONS |= {"abs": abs, "sign": np.sign, "atan2": math.atan2,
              "atan": lambda y, x=None: math.atan(y) if x is None else math.atan2(y, x)}


def in_python(equation):
    """A line of Julia or Modelica, whose choices are written in their own ways."""
    chosen = (re.fullmatch(r"(\s*\S+ = )(.*) \? (.*) : (.*)", equation)
              or re.fullmatch(r"(\s*\S+ = )if (.*) then (.*) else (.*)", equation))
    if chosen:
        name, condition, then, otherwise = chosen.groups()
        equation = f"{name}({then}) if {condition.replace('<>', '!=')} else ({otherwise})"
    return equation.replace("^", "**")


def computed(equations, known):
    """The values of all names after `name = formula` lines, in any order; arrays are counted from 1."""
    values = {**FUNCTIONS, **known}
    left = [in_python(equation).strip() for equation in equations]
    while left:
        later = []
        for equation in left:
            try:
                exec(equation, values)
            except NameError:
                later.append(equation)
        assert len(later) < len(left), later
        left = later
    return values


def counted(values):
    return dict(enumerate(values, 1))


def matrix(entries, rows, columns):
    full = np.zeros((rows, columns))
    for (i, j), value in entries.items():
        full[i - 1, j - 1] = value
    return full


def vector(entries):
    return np.array([entries[i] for i in sorted(entries)])


def reads(text, name):
    """A list of numbers in Julia's self-test."""
    found = re.search(rf"\b{name} = (?:permutedims\(reshape\()?Float64\[([^\]]*)\]", text.split("function self_test()")[1])
    return np.array([float(number) for number in found[1].split(",")] if found[1] else [])


def tested_point(text):
    t = float(re.search(r"^    t = (.*)$", text.split("function self_test()")[1], re.MULTILINE)[1])
    return {"t": t, **{name: counted(reads(text, name)) for name in "xpz"}}


def close(test, found, exact):
    test.assertEqual(np.shape(found), np.shape(exact))
    test.assertLessEqual(np.max(np.abs(found - exact) / (1 + np.abs(exact)), initial=0), TOLERANCE)


def no_placeholder_is_left(test, text):
    test.assertNotRegex(text, r"@\w+@")
    for opening, closing in ("()", "[]", "{}"):
        test.assertEqual(text.count(opening), text.count(closing))


def julia_is_well_formed(test, text):
    no_placeholder_is_left(test, text)
    code = [line.split("#")[0].strip() for line in text.splitlines()]
    opened = sum(bool(re.match(r"(module|function|if|for)\b", line)) for line in code)
    test.assertEqual(opened, code.count("end"))


def julia_body(text, function):
    lines = re.search(rf"^function {function}!\([^)]*\)\n(.*?)    return nothing\nend$", text, re.MULTILINE | re.DOTALL)[1]
    return [line.strip() for line in lines.splitlines() if not line.startswith("    fill!")]


def julia_arithmetic_is_right(test, text):
    known = tested_point(text)
    nx, nz = len(known["x"]), len(known["z"])
    system = computed(julia_body(text, "system"), {**known, "W": {}, "r": {}})
    W = matrix(system["W"], nz, nz)
    close(test, W, reads(text, "W").reshape(nz, nz))
    close(test, vector(system["r"]), reads(text, "r"))
    close(test, vector(computed(julia_body(text, "rates"), {**known, "dx": {}})["dx"]), reads(text, "dx"))
    parts = computed(julia_body(text, "derivatives"), {**known, "B": {}, "Gx": {}, "Gz": {}})
    B, Gx, Gz = matrix(parts["B"], nz, nx), matrix(parts["Gx"], nx, nx), matrix(parts["Gz"], nx, nz)
    close(test, Gx + Gz @ np.linalg.solve(W, B), reads(text, "J").reshape(nx, nx))
    julia_readings_are_right(test, text)


def julia_readings_are_right(test, text):
    """At the initial state: multipliers, abbreviations and derived parameters, solved and evaluated here."""
    if "start_values = " not in text:
        return
    const = {name: np.array([float(n) for n in numbers.split(",") if n.strip()])
             for name, numbers in re.findall(r"^const (x0|parameters) = Float64\[([^\]]*)\]", text, re.MULTILINE)}
    known = {"t": 0.0, "x": counted(const["x0"]), "p": counted(const["parameters"])}
    system = computed(julia_body(text, "reaction_system"), {**known, "W": {}, "r": {}})
    n = len(system["r"])
    y = np.linalg.solve(matrix(system["W"], n, n), vector(system["r"])) if n else []
    found = vector(computed(julia_body(text, "values"), {**known, "y": counted(y), "values": {}})["values"])
    exact = reads(text, "start_values")
    test.assertLessEqual(np.max(np.abs(found - exact) / (1 + np.abs(exact)), initial=0), 1e-9)


def modelica_parts(text):
    """Names of parameters, of other variables in their order, and the equations as (left, right)."""
    declarations, equations = text.split("\nequation\n")
    parameters = re.findall(r"^  parameter Real (\w+)", declarations, re.MULTILINE)
    variables = re.findall(r"^  Real (\w+)(?:\(.*\))? \".*\";$", declarations, re.MULTILINE)
    return parameters, variables, re.findall(r"^  (.*) = (.*);$", equations, re.MULTILINE)


def modelica_is_well_formed(test, text):
    no_placeholder_is_left(test, text)
    name = re.match(r"model (\w+) \"[^\"]*\"\n", text)[1]
    test.assertTrue(text.endswith(f"\nend {name};\n"))
    parameters, variables, equations = modelica_parts(text)
    hidden = re.findall(r"[A-Za-z_]\w*", text.split("\nprotected\n")[1].split("\nequation\n")[0].replace("Real ", ""))
    outputs = re.findall(r"^  output Real (\w+) \".*\";$", text, re.MULTILINE)
    declared = [name, *parameters, *variables, *outputs, *hidden]
    test.assertEqual(len(declared), len(set(declared)), declared)
    lines = text.split("\nequation\n")[1].splitlines()[:-1]
    test.assertEqual(len(lines), len(equations))
    for line in lines:
        for word in re.findall(r"(?<![\w.])[A-Za-z_]\w*", line):
            test.assertIn(word, {*declared, *FUNCTIONS, "der", "time", "if", "then", "else", "and", "or"})
    # As many equations as variables. W and r are two names, but n*n + n variables; W * {…} = r is n equations. So are Wy and ry.
    extra = 0
    for line in lines:
        if " * {" in line:
            n = len(line.split("{")[1].split(","))
            extra += (n * n + n - 2) - (n - 1)
    test.assertEqual(len(equations), len(variables) + len(outputs) + len(hidden) + extra)


def modelica_arithmetic_is_right(test, text, reference):
    """The same W, r and rates as Julia's at the point of its test."""
    known = tested_point(reference)
    nx, nz = len(known["x"]), len(known["z"])
    # lambda, a fine name there, is none in Python
    text = re.sub(r"\blambda\b", "lambda__", text)
    parameters, variables, equations = modelica_parts(text)
    values = {"time": known["t"], **dict(zip(parameters, known["p"].values(), strict=True))}
    values |= dict(zip(variables, [*known["x"].values(), *known["z"].values()], strict=True))
    W, r = "W", "r"
    if nz:
        left, r = equations.pop(0)
        W, unknowns = left.split(" * ")
        test.assertEqual(unknowns.strip("{}").split(", "), variables[nx:])
    # what is read off the state needs a solution of its own
    equations = [(left, right) for left, right in equations if " * {" not in left]
    declared = re.search(r"^  Real (Wy_*)\[.*\], (ry_*)\[", text, re.MULTILINE)
    hidden = re.findall(r"^  Real (y1_*(?:, y\d+_*)*);$", text, re.MULTILINE)
    values |= {name: 1.0 for name in ", ".join(hidden).split(", ") if name}
    values |= {name: {} for name in (declared.groups() if declared else ())}
    formulas = [re.sub(r"^der\((\w+)\)", r'rate["\1"]', left) + " = " + right for left, right in equations]
    found = computed(formulas, {**values, W: {}, r: {}, "rate": {}})
    close(test, matrix(found[W], nz, nz), reads(reference, "W").reshape(nz, nz))
    close(test, vector(found[r]), reads(reference, "r"))
    test.assertEqual(list(found["rate"]), variables[:nx])
    close(test, np.array(list(found["rate"].values())), reads(reference, "dx"))


# --- what the gallery does not show

NASTY_NAMES = """model end_ {
  param end = 2, der = 1, lambda = 3, W = 1.5, r = 0.5, v1 = 1 [kg m^2/s^2], time = 30 [deg]
  coord x, x_dot, Real
  kinetic end/2*(x'^2 + x_dot'^2) + lambda/2*Real'^2
  potential W*cos(x_dot)*v1 + r*abs(x)^(1/3)*time + der*atan2(x, Real) + sign(x)*cosh(x)
  constraint roll: x' = cos(Real)*x_dot'
}
"""

NOTHING_TO_SOLVE = "model Given { param k = 2; coord x; kinetic x'^2/2; constraint c: x' = -k*sin(x) }"
NO_POINT = "model Far { param a = 100; coord x; kinetic x'^2/2; potential log(x - 1000)*log(-x - 1000) }"


class Oddities(Folder):
    def passes_everywhere(self, stdin, starts_badly=False):
        texts = {language: exported("-", language, "--jacobian", stdin=stdin, starts_badly=starts_badly)
                 for language in ("c99", "python", "julia", "matlab", "cuda")}
        self.passes_together(C99, ".c", {"odd": texts["c99"]})
        self.passes_together(CXX, ".cpp", {"odd": texts["cuda"]})
        self.write("odd.py", texts["python"])
        self.passes(sys.executable, "-B", "odd.py")
        julia_is_well_formed(self, texts["julia"])
        julia_arithmetic_is_right(self, texts["julia"])
        if octave := tool("octave-cli", "octave"):
            name = re.search(r"Keep it as (\w+)\.m", texts["matlab"])[1]
            self.write(name + ".m", texts["matlab"])
            self.passes(octave, "--norc", "--eval", name)
        modelica = exported("-", "modelica", stdin=stdin, starts_badly=starts_badly)
        modelica_is_well_formed(self, modelica)
        modelica_arithmetic_is_right(self, modelica, texts["julia"])
        return modelica

    def test_names_that_mean_something_else(self):
        modelica = self.passes_everywhere(NASTY_NAMES, starts_badly=True)
        for declaration in ("model End_ ", "Real end_ = 2.0;", "Real W = 1.5;", "Real lambda = 3.0;", "Real x_dot(",
                            "Real x_dot_(", "Real Real_(", 'Real v1(unit = "kg.m2/s2") = 1.0;',
                            'Real time_(unit = "rad") = 0.52359877559829893;'):
            self.assertIn(declaration, modelica)

    def test_nothing_to_solve(self):
        self.passes_everywhere(NOTHING_TO_SOLVE)

    def test_no_point_to_test_at(self):
        for language in ("c99", "python", "julia", "matlab", "cuda"):
            self.assertIn("No self-test: no point was found", exported("-", language, stdin=NO_POINT, starts_badly=True))

    def test_other_units(self):
        self.assertIn('Real J(unit = "kg.m2") = 0.40000000000000002;', exported("chaplygin-sleigh", "modelica"))

    def test_the_initial_state(self):
        self.assertIn("Real w(start = 1.0, fixed = true)", exported("chaplygin-sleigh", "modelica"))

    def test_a_step_of_the_kernel(self):
        """The kernel, its threads one after the other, against the same method with the Python module."""
        self.write("sleigh.cu", exported("chaplygin-sleigh", "cuda"))
        self.write("kernel.cpp", KERNEL)
        self.passes("g++", "-std=c++17", "-O1", "-Wall", "-Werror", "kernel.cpp", "-o", "kernel")
        found = np.array(self.passes("./kernel").split(), dtype=float).reshape(5, 3).T
        module = python_module("sleigh", exported("chaplygin-sleigh", "python"))
        for j in range(3):
            x = np.array([0.1, 0.2, 0.3 + j, 0.2, 1.0])
            for k in range(10):
                x = runge_kutta_step(module.rhs, 0.5 + 0.01 * k, 0.01, x)
            close(self, found[j], x)

    def test_the_compiler_of_cuda(self):
        if nvcc := tool("nvcc"):
            self.write("sleigh.cu", exported("chaplygin-sleigh", "cuda", "--jacobian"))
            done = self.run_here(nvcc, "-DANHOLON_SELF_TEST", "-c", "sleigh.cu", "-o", "sleigh.o")
            self.assertEqual((done.returncode, done.stderr), (0, ""))


KERNEL = """
#include <cstddef>
#include <cstdio>
#define __CUDACC__
#define __host__
#define __device__
#define __global__
struct Index { unsigned x; } blockIdx, blockDim{1}, threadIdx;
#include "sleigh.cu"
int main() {
    const int n = 3;
    double x[5 * n], p[3 * n];
    int failed[n];
    const double start[] = {0.1, 0.2, 0.3, 0.2, 1.0};
    for (int j = 0; j < n; ++j) {
        for (int i = 0; i < 5; ++i) x[i * n + j] = start[i] + (i == 2 ? j : 0);
        for (int i = 0; i < 3; ++i) p[i * n + j] = chaplygin_sleigh_parameters[i];
    }
    for (blockIdx.x = 0; blockIdx.x < 4; ++blockIdx.x) chaplygin_sleigh_advance(n, 10, 0.5, 0.01, x, p, failed);
    for (double value : x) std::printf("%.17g ", value);
    return failed[0] + failed[1] + failed[2];
}
"""


def runge_kutta_step(rhs, t, h, x):
    k1 = rhs(t, x)
    k2 = rhs(t + h / 2, x + h / 2 * k1)
    k3 = rhs(t + h / 2, x + h / 2 * k2)
    k4 = rhs(t + h, x + h * k3)
    return x + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)


# --- motions: from the model's own start, against `simulate`

# Extrapolated midpoint rule (Gragg, Bulirsch, Stoer) of order 16, written here and in C.
ORDERS = [2 * (k + 1) for k in range(8)]
EXTRAPOLATION = r"""
#include <stdio.h>
#include <string.h>
typedef int rhs_function(double, const double *, const double *, double *, double *);
enum { most = 512, columns = 8 };
static int midpoint(rhs_function *f, int nx, double t, double H, int n, const double *x, const double *p, double *out)
{
    static double a[most], b[most], c[most], dx[most], z[most];
    const double h = H / n;
    memcpy(a, x, sizeof(double) * nx);
    if (f(t, a, p, dx, z)) return 1;
    for (int i = 0; i < nx; ++i) b[i] = a[i] + h * dx[i];
    for (int m = 1; m < n; ++m) {
        if (f(t + m * h, b, p, dx, z)) return 1;
        for (int i = 0; i < nx; ++i) { c[i] = a[i] + 2 * h * dx[i]; a[i] = b[i]; b[i] = c[i]; }
    }
    if (f(t + H, b, p, dx, z)) return 1;
    for (int i = 0; i < nx; ++i) out[i] = 0.5 * (a[i] + b[i] + h * dx[i]);
    return 0;
}
static int move(const char *name, rhs_function *f, int nx, const double *x0, const double *p, int steps)
{
    static double x[most], T[columns][columns][most];
    memcpy(x, x0, sizeof(double) * nx);
    for (int s = 0; s < steps; ++s) {
        for (int k = 0; k < columns; ++k) {
            if (midpoint(f, nx, (double)s / steps, 1.0 / steps, 2 * (k + 1), x, p, T[k][0]))
                return printf("no rates of %s at step %d\n", name, s);
            for (int j = 1; j <= k; ++j) {
                const double ratio = (double)(k + 1) / (k + 1 - j);
                for (int i = 0; i < nx; ++i)
                    T[k][j][i] = T[k][j - 1][i] + (T[k][j - 1][i] - T[k - 1][j - 1][i]) / (ratio * ratio - 1);
            }
        }
        memcpy(x, T[columns - 1][columns - 1], sizeof(double) * nx);
    }
    printf("%s", name);
    for (int i = 0; i < nx; ++i) printf(" %.17g", x[i]);
    printf("\n");
    return 0;
}
"""


def extrapolated(rhs, x, steps):
    H = 1 / steps
    for s in range(steps):
        table = []
        for k, n in enumerate(ORDERS):
            t, h = s * H, H / n
            a, b = x, x + h * rhs(t, x)
            for m in range(1, n):
                a, b = b, a + 2 * h * rhs(t + m * h, b)
            row = [(a + b + h * rhs(t + H, b)) / 2]
            for j in range(1, k + 1):
                row.append(row[-1] + (row[-1] - table[-1][j - 1]) / ((n / ORDERS[k - j]) ** 2 - 1))
            table.append(row)
        x = table[-1][-1]
    return x


def simulated(model, stdin=""):
    """The columns at t = 1, and those at the start."""
    done = run(BINARY, "simulate", model, "--until", "1", "--every", "1", "--json", "--keep-contact", stdin=stdin)
    return json.loads(done.stdout)["result"]


class StartsWhereTheModelStarts(Folder):
    """One second from x0, in C for every system and in Python for those that are quick there, ends where `simulate` does."""

    STEPS = 256

    def test_the_gallery(self):
        with ThreadPoolExecutor(max_workers=2) as pool:
            c = dict(zip(MODELS, pool.map(lambda model: exported(model, "c99"), MODELS)))
            python = dict(zip(MODELS, pool.map(lambda model: exported(model, "python"), MODELS)))
            motions = dict(zip(MODELS, pool.map(simulated, MODELS)))
        ends = self.ends_in_c(c)
        for model in MODELS:
            with self.subTest(model):
                module = python_module(model, python[model])
                self.agrees(module.state_names, module.x0, ends[model], motions[model])
                if len(python[model]) < 12000:
                    self.agrees(module.state_names, module.x0, extrapolated(module.rhs, module.x0, 48), motions[model])
                else:
                    np.testing.assert_array_equal(np.isfinite(module.rhs(1.0, ends[model])), True)

    def ends_in_c(self, texts):
        lines, calls = [EXTRAPOLATION], []
        for model, text in texts.items():
            name = re.search(r"enum \{ (\w+)_nx", text)[1]
            self.write(identifier(model) + ".c", text)
            lines.append(f'#include "{identifier(model)}.c"')
            calls.append(f'failed |= move("{model}", {name}_rhs, {name}_nx, {name}_x0, {name}_parameters, {self.STEPS});')
        lines += ["int main(void)", "{", "int failed = 0;", *calls, "return failed;", "}"]
        self.write("all.c", "\n".join(lines) + "\n")
        self.passes("gcc", "-std=c99", "-O1", "all.c", "-o", "all", "-lm")
        printed = [line.split() for line in self.passes("./all").splitlines()]
        return {name: np.array([float(x) for x in state]) for name, *state in printed}

    def agrees(self, names, x0, end, motion):
        compared = 0
        for name, start, found in zip(names, x0, end):
            if name not in motion["final"]:
                continue
            compared += 1
            self.assertLessEqual(abs(found - motion["final"][name]), 1e-10 * (1 + abs(found)), name)
        self.assertGreater(compared, 0)


SIMSTRUC = r"""
/* As much of Simulink's simstruc.h as a block needs: its numbers in plain arrays. */
#ifndef SIMSTRUC_H
#define SIMSTRUC_H
#include <stddef.h>
typedef double real_T;
typedef int int_T;
typedef struct { const double *pr; size_t n; } mxArray;
typedef struct {
    int parameters, states, inputs, outputs, width[2];
    double t, x[64], dx[64], y[2][256], sample, offset;
    const mxArray *given;
    const char *error;
    int input_width, feeds_through;
    const double *u[64];
} SimStruct;
typedef const double *const *InputRealPtrsType;
#define ssSetInputPortWidth(S, k, n) ((S)->input_width = (n))
#define ssSetInputPortDirectFeedThrough(S, k, n) ((S)->feeds_through = (n))
#define ssGetInputPortRealSignalPtrs(S, k) ((S)->u)
#define CONTINUOUS_SAMPLE_TIME 0.0
#define SS_OPTION_EXCEPTION_FREE_CODE 1
#define ssSetNumSFcnParams(S, n) ((S)->parameters = (n))
#define ssGetNumSFcnParams(S) ((S)->parameters)
#define ssGetSFcnParamsCount(S) ((S)->given ? 1 : 0)
#define ssGetSFcnParam(S, k) ((S)->given)
#define ssSetErrorStatus(S, text) ((S)->error = (text))
#define ssSetNumContStates(S, n) ((S)->states = (n))
#define ssSetNumDiscStates(S, n) ((void)(n))
#define ssSetNumInputPorts(S, n) ((S)->inputs = (n), 1)
#define ssSetNumOutputPorts(S, n) ((S)->outputs = (n), 1)
#define ssSetOutputPortWidth(S, k, n) ((S)->width[k] = (n))
#define ssSetNumSampleTimes(S, n) ((void)(n))
#define ssSetNumRWork(S, n) ((void)(n))
#define ssSetNumIWork(S, n) ((void)(n))
#define ssSetNumPWork(S, n) ((void)(n))
#define ssSetNumModes(S, n) ((void)(n))
#define ssSetNumNonsampledZCs(S, n) ((void)(n))
#define ssSetOptions(S, n) ((void)(n))
#define ssSetSampleTime(S, k, value) ((S)->sample = (value))
#define ssSetOffsetTime(S, k, value) ((S)->offset = (value))
#define ssGetContStates(S) ((S)->x)
#define ssGetdX(S) ((S)->dx)
#define ssGetT(S) ((S)->t)
#define ssGetOutputPortRealSignal(S, k) ((S)->y[k])
static inline size_t mxGetNumberOfElements(const mxArray *a) { return a->n; }
static inline const double *mxGetPr(const mxArray *a) { return a->pr; }
static inline int mxIsDouble(const mxArray *a) { return a != NULL; }
static inline int mxIsComplex(const mxArray *a) { return a == NULL; }
#endif
"""

# Where Simulink's own file would register the block, a library for this test gets handles.
REGISTERED = r"""
int sizes(SimStruct *S) { mdlInitializeSizes(S); mdlInitializeSampleTimes(S); return S->error == NULL; }
void conditions(SimStruct *S) { mdlInitializeConditions(S); }
void outputs(SimStruct *S) { mdlOutputs(S, 0); }
void derivatives(SimStruct *S) { mdlDerivatives(S); }
void terminate(SimStruct *S) { mdlTerminate(S); }
"""


class MxArray(ctypes.Structure):
    _fields_ = [("pr", ctypes.POINTER(ctypes.c_double)), ("n", ctypes.c_size_t)]


class SimStruct(ctypes.Structure):
    _fields_ = [(name, ctypes.c_int) for name in ("parameters", "states", "inputs", "outputs")] + [
        ("width", ctypes.c_int * 2), ("t", ctypes.c_double), ("x", ctypes.c_double * 64), ("dx", ctypes.c_double * 64),
        ("y", (ctypes.c_double * 256) * 2), ("sample", ctypes.c_double), ("offset", ctypes.c_double),
        ("given", ctypes.POINTER(MxArray)), ("error", ctypes.c_char_p),
        ("input_width", ctypes.c_int), ("feeds_through", ctypes.c_int), ("u", ctypes.POINTER(ctypes.c_double) * 64)]


class Block:
    """An S-function, run as Simulink would run it."""

    def __init__(self, case, model, parameters=(), stdin=""):
        text = exported(model, "sfunction", stdin=stdin)
        name = re.search(r"#define S_FUNCTION_NAME (\w+)", text)[1]
        case.write(name + ".c", text)
        case.write("simstruc.h", SIMSTRUC)
        case.write("cg_sfun.h", REGISTERED)
        case.passes("gcc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-I.", name + ".c", "-o", name + ".so", "-lm")
        self.library = ctypes.CDLL(os.path.join(case.folder, name + ".so"))
        self.S = SimStruct()
        self.numbers = (ctypes.c_double * max(len(parameters), 1))(*parameters)
        self.array = MxArray(self.numbers, len(parameters))
        self.S.given = ctypes.pointer(self.array)
        self.ok = bool(self.library.sizes(ctypes.byref(self.S)))

    def call(self, name):
        getattr(self.library, name)(ctypes.byref(self.S))

    def rhs(self, t, x):
        self.S.t = t
        for k, value in enumerate(x):
            self.S.x[k] = value
        self.call("derivatives")
        return np.array(self.S.dx[: self.S.states])


class SimulinkBlocks(Folder):
    def test_the_same_rates_and_values_as_python(self):
        for model in ("chaplygin-sleigh", "rolling-disc", "whipple-bicycle", "suslov"):
            with self.subTest(model):
                module = python_module(model, exported(model, "python"))
                block = Block(self, model)
                self.assertTrue(block.ok)
                self.assertEqual((block.S.states, block.S.inputs, block.S.sample, block.S.offset), (len(module.x0), 0, 0.0, 0.0))
                block.call("conditions")
                np.testing.assert_array_equal(block.S.x[: block.S.states], module.x0)
                block.call("outputs")
                np.testing.assert_array_equal(block.S.y[0][: block.S.width[0]], module.x0)
                if len(module.value_names):
                    close(self, np.array(block.S.y[1][: block.S.width[1]]), module.values(0.0, module.x0))
                else:
                    self.assertEqual(block.S.outputs, 1)
                close(self, block.rhs(0.3, module.x0), module.rhs(0.3, module.x0))
                self.assertIsNone(block.S.error)
                block.call("terminate")

    def test_parameters_of_the_block(self):
        module = python_module("sleigh", exported("chaplygin-sleigh", "python"))
        other = module.parameters * np.array([2.0, 1.5, 0.5])
        block = Block(self, "chaplygin-sleigh", list(other))
        self.assertTrue(block.ok)
        close(self, block.rhs(0.0, module.x0), module.rhs(0.0, module.x0, other))
        wrong = Block(self, "chaplygin-sleigh", [1.0])
        self.assertFalse(wrong.ok)
        self.assertEqual(wrong.S.error, b"the parameter of this block must be [] or a vector of 3 real numbers")

    def test_a_motion_ends_where_simulate_does(self):
        block = Block(self, "rolling-disc")
        block.call("conditions")
        x = extrapolated(block.rhs, np.array(block.S.x[: block.S.states]), 24)
        names = python_module("disc", exported("rolling-disc", "python")).state_names
        final = simulated("rolling-disc")["final"]
        for name, value in zip(names, x):
            if name in final:
                self.assertAlmostEqual(value, final[name], delta=1e-10 * (1 + abs(value)))

    DRIVEN = """model Driven { param m = 2, c = 0.5; input F = 0.3; coord x; kinetic m*x'^2/2; force on x: F - c*x'; output power = F*x'
      init x' = 3 }"""

    def test_inputs_and_outputs(self):
        block = Block(self, "-", stdin=self.DRIVEN)
        self.assertTrue(block.ok)
        self.assertEqual((block.S.inputs, block.S.input_width, block.S.feeds_through), (1, 1, 1))
        block.call("conditions")
        force = ctypes.c_double(5.0)
        block.S.u[0] = ctypes.pointer(force)
        for value in (5.0, -1.0):
            force.value = value
            np.testing.assert_allclose(block.rhs(0.0, [0.0, 3.0]), [3.0, (value - 1.5) / 2], rtol=1e-15)
            block.call("outputs")
            self.assertIn(3 * value, block.S.y[1][: block.S.width[1]])
        heavy = Block(self, "-", [4.0, 0.5], stdin=self.DRIVEN)  # the input is none of the parameters
        self.assertTrue(heavy.ok)
        heavy.S.u[0] = ctypes.pointer(force)
        np.testing.assert_allclose(heavy.rhs(0.0, [0.0, 3.0])[1], (-1.0 - 1.5) / 4, rtol=1e-15)

    def test_a_singular_state_is_an_error(self):
        heavy = "model Heavy { coord x; kinetic x^2*x'^2/2; force on x: -x; init x = 1 }"
        block = Block(self, "-", stdin=heavy)
        block.rhs(0.0, [0.0, 1.0])
        self.assertIn(b"singular", block.S.error)


CLASSES = r"""
#include <cstdio>
#include "@file@.hpp"
int main()
{
    @Class@ it;
    it.parameters = {};
    if (it.advance(1.0) != @Class@::Status::ok) return 1;
    std::printf("t %.17g\n", it.t);
    @print@
    if (it.advance(0.0) != @Class@::Status::ok) return 2;
    std::printf("back %.17g\n", it.state.@first@);
    return 0;
}
"""


class Classes(Folder):
    """A header, compiled into a program of its own."""

    def members(self, text, struct):
        return re.findall(r"^        double (\w+) = ", re.search(rf"struct {struct} \{{(.*?)\n    \}};", text, re.DOTALL)[1], re.MULTILINE)

    def test_end_where_simulate_does(self):
        for model in ("chaplygin-sleigh", "rolling-disc", "whipple-bicycle"):
            with self.subTest(model):
                text = exported(model, "cpp")
                name = re.search(r"^class (\w+) \{", text, re.MULTILINE)[1]
                state = self.members(text, "State")
                self.write("it.hpp", text)
                lines = [f'std::printf("{member} %.17g\\n", it.state.{member});' for member in state]
                program = CLASSES
                for key, value in (("file", "it"), ("Class", name), ("print", "\n    ".join(lines)), ("first", state[0])):
                    program = program.replace(f"@{key}@", value)
                self.write("main.cpp", program)
                self.passes("g++", "-std=c++17", "-O1", "-Wall", "-Wextra", "-Werror", "-pedantic", "main.cpp", "-o", "main")
                printed = dict(line.split() for line in self.passes("./main").splitlines())
                final = simulated(model)
                compared = 0
                for member in state:
                    known = member.replace("_dot", "'")
                    if known in final["final"]:
                        compared += 1
                        self.assertAlmostEqual(float(printed[member]), final["final"][known], delta=1e-10 * (1 + abs(final["final"][known])), msg=member)
                self.assertGreater(compared, 2)
                start = float(re.search(rf"double {state[0]} = (.*?);", text)[1])
                self.assertAlmostEqual(float(printed["back"]), start, delta=1e-9)

    def test_steps_rates_and_outputs(self):
        self.write("spring.hpp", exported("-", "cpp", "--jacobian", stdin=WhatIsCarried.SPRING))
        self.write("main.cpp", r"""
#include "spring.hpp"
int main()
{
    Spring it;
    it.parameters.m = 7.0;
    Spring::State rates;
    if (it.rates(rates) != Spring::Status::ok || std::fabs(rates.phi_dot - 1 / 1.65) > 1e-14) return 1;
    Spring::Outputs outputs;
    if (it.outputs(outputs) != Spring::Status::ok || std::fabs(outputs.J - 1.65) > 1e-14) return 2;
    if (std::fabs(outputs.spin - 1.65 * 0.4) > 1e-14) return 3;
    const double x = it.state.phi_dot;
    if (it.step(0.5) != Spring::Status::ok || it.t != 0.5 || std::fabs(it.state.phi_dot - x - 0.5 / 1.65) > 1e-14) return 4;
    double J[4];
    if (Spring::jacobian(it.t, it.state, it.parameters, it.inputs, J) != Spring::Status::ok || J[1] != 1.0) return 5;
    it.parameters.m = 0.4;  /* J = 0 */
    Spring::State kept = rates;
    if (it.rates(rates) == Spring::Status::ok || rates.phi_dot != kept.phi_dot) return 6;
    if (it.advance(2.0) == Spring::Status::ok || it.t != 0.5) return 7;
    return 0;
}
""")
        self.passes("g++", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-pedantic", "main.cpp", "-o", "main")
        self.passes("./main")

    def test_inputs(self):
        """m x'' = F − c x' with a constant F per step."""
        self.write("driven.hpp", exported("-", "cpp", stdin=SimulinkBlocks.DRIVEN))
        self.write("main.cpp", r"""
#include "driven.hpp"
int main()
{
    Driven it;
    if (it.inputs.F != 0.3 || it.parameters.m != 2.0) return 1;
    it.inputs.F = 1.0;
    if (it.advance(2.0) != Driven::Status::ok) return 2;
    double v = 2.0 + (3.0 - 2.0) * std::exp(-0.25 * 2.0);
    if (std::fabs(it.state.x_dot - v) > 1e-12) return 3;
    it.inputs.F = -1.0;
    Driven::Outputs outputs;
    if (it.outputs(outputs) != Driven::Status::ok || std::fabs(outputs.power + it.state.x_dot) > 1e-15) return 4;
    if (it.advance(3.0) != Driven::Status::ok) return 5;
    v = -2.0 + (v + 2.0) * std::exp(-0.25);
    return std::fabs(it.state.x_dot - v) > 1e-12 ? 6 : 0;
}
""")
        self.passes("g++", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-pedantic", "main.cpp", "-o", "main")
        self.passes("./main")

    def test_words_of_the_language_as_names(self):
        text = exported("-", "cpp", stdin="model Words { param new = 1, class = 2, State = 3; coord double, int; "
                        "kinetic new*double'^2/2 + class*int'^2/2; potential State*double*int; let x = double + int }")
        self.write("words.hpp", text)
        self.write("main.cpp", '#include "words.hpp"\nint main() { Words it; return it.advance(1.0) != Words::Status::ok; }\n')
        self.passes("g++", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-pedantic", "main.cpp", "-o", "main")
        self.passes("./main")


class WrongValuesAreNoticed(Folder):
    """A sine that became a cosine, in each of the functions that have one, fails every test."""

    def wrong(self, language):
        text = exported("rolling-disc", language, "--jacobian")
        places = [match.start() for match in re.finditer(r"= sin\(", text)]
        self.assertGreaterEqual(len(places), 3, "in W z = r, in the rates, in the derivatives")
        return [text[:place] + "= cos(" + text[place + 6:] for place in places]

    def fails(self, *words):
        done = self.run_here(*words)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("worst relative error", done.stdout)

    def test_c99_and_cuda(self):
        for language, compiler, ending in (("c99", C99, ".c"), ("cuda", CXX, ".cpp")):
            for text in self.wrong(language):
                self.write("wrong" + ending, text)
                self.passes(*compiler, "wrong" + ending, "-o", "wrong", "-lm")
                self.fails("./wrong")

    def test_python(self):
        for text in self.wrong("python"):
            self.write("wrong.py", text)
            self.fails(sys.executable, "-B", "wrong.py")

    def test_matlab(self):
        if octave := tool("octave-cli", "octave"):
            for text in self.wrong("matlab"):
                self.write("rolling_disc_rhs.m", text)
                self.fails(octave, "--norc", "--eval", "rolling_disc_rhs")

    def test_julia_as_read_here(self):
        for text in self.wrong("julia"):
            with self.assertRaises(AssertionError):
                julia_arithmetic_is_right(self, text)


ROBOT = """model Robot {
  frame body { mass 5; inertia 0.3 }
  axle drive on body { wheels radius 0.1, track 0.4, mass 0.2, spin 0.001 }
  init y' = 1, psi' = 0.5
}"""


class FreeVelocities(Folder):
    """Vehicles without `quasi` turn right round: their own speed and turning rate stay regular."""

    def test_a_robot(self):
        module = python_module("robot", exported("-", "python", stdin=ROBOT))
        self.assertEqual(module.state_names[-2:], ["v2", "w"])
        end = extrapolated(module.rhs, module.x0, 4)
        found = dict(zip(module.state_names, end))
        # a circle of radius 2
        self.assertAlmostEqual(found["psi"], 0.5, places=13)
        self.assertAlmostEqual(found["x"], -2 * (1 - math.cos(0.5)), places=13)
        self.assertAlmostEqual(found["y"], 2 * math.sin(0.5), places=13)

    def test_regular_where_the_model_starts(self):
        skate = """model Skate { coord x, y, psi; kinetic (x'^2 + y'^2 + psi'^2)/2; constraint x'*sin(psi) = y'*cos(psi);
          init psi = PSI, psi' = 1 }"""
        for psi, free in (("0", "x'"), ("pi/2", "y'")):
            module = python_module("skate", exported("-", "python", stdin=skate.replace("PSI", psi)))
            self.assertIn(free, module.state_names)
            self.assertTrue(np.all(np.isfinite(module.rhs(0, module.x0))))

    def test_a_state_without_rates_is_no_success(self):
        pole = "model Pole { coord x; kinetic x'^2/2; potential 1/x; init x = 1 }"
        self.write("pole.c", exported("-", "c99", stdin=pole))
        self.write("main.c", """#include "pole.c"
int main(void) { double x[] = {0.0, 0.0}, dx[2], z[1]; return pole_rhs(0.0, x, pole_parameters, dx, z) == 0; }
""")
        self.passes("gcc", "-std=c99", "main.c", "-o", "main", "-lm")
        self.passes("./main")
        module = python_module("pole", exported("-", "python", stdin=pole))
        with np.errstate(all="ignore"), self.assertRaises((FloatingPointError, ZeroDivisionError, np.linalg.LinAlgError)):
            module.rhs(0.0, np.zeros(2))


class WhatIsCarried(Folder):
    SPRING = """model Spring { param m = 2, l = 0.5, Jr = 0.1, J = m*l^2 - Jr; coord phi; kinetic J/2*phi'^2; let spin = J*phi';
      force on phi: 1; init phi' = J }"""

    def test_derived_parameters_are_computed_inside(self):
        module = python_module("spring", exported("-", "python", stdin=self.SPRING))
        self.assertEqual(module.parameter_names, ["m", "l", "Jr"])
        self.assertEqual(list(module.x0), [0, 0.4])
        heavier = np.array([7, 0.5, 0.1])
        self.assertAlmostEqual(module.rhs(0, module.x0, heavier)[1], 1 / 1.65, places=14)
        values = dict(zip(module.value_names, module.values(0, module.x0, heavier)))
        self.assertAlmostEqual(values["J"], 1.65, places=14)
        self.assertAlmostEqual(values["spin"], 1.65 * 0.4, places=14)

    def test_multipliers(self):
        """A bead on a tilted line x = z: the constraint pushes with half of its weight along each axis."""
        module = python_module("bead", exported("-", "python", stdin="model Bead { coord x, z; kinetic (x'^2 + z'^2)/2; "
                                                "potential 10*z; constraint line: x = z }"))
        values = dict(zip(module.value_names, module.values(0, module.x0)))
        self.assertAlmostEqual(abs(values["lambda_line"] if "lambda_line" in values else values["lambda"]), 5, places=13)

    def test_the_header(self):
        path = os.path.join(self.folder, "sleigh.c")
        exported("chaplygin-sleigh", "c99", "--jacobian", "-o", path)
        self.write("main.c", """#include "sleigh.h"
#include <stdio.h>
int main(void)
{
    double dx[chaplygin_sleigh_nx], z[chaplygin_sleigh_nz + 1], J[chaplygin_sleigh_nx * chaplygin_sleigh_nx];
    printf("%s\\n", chaplygin_sleigh_state_names[0]);
    return chaplygin_sleigh_rhs(0.0, chaplygin_sleigh_x0, chaplygin_sleigh_parameters, dx, z) |
           chaplygin_sleigh_jacobian(0.0, chaplygin_sleigh_x0, chaplygin_sleigh_parameters, J);
}
""")
        self.passes("gcc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", "main.c", "sleigh.c", "-o", "main", "-lm")
        self.assertEqual(self.passes("./main"), "x\n")

    def test_another_start(self):
        module = python_module("spring", exported("-", "python", "-p", "m=7", "-i", "phi=1/4", stdin=self.SPRING))
        self.assertEqual(list(module.x0), [0.25, 1.65])
        self.assertEqual(list(module.parameters), [7, 0.5, 0.1])


class BadRequests(unittest.TestCase):
    def refused(self, code, *words):
        done = run(BINARY, "export", *words)
        self.assertEqual((done.returncode, done.stdout), (code, ""), done.stderr)
        return done.stderr

    def test_an_unknown_language(self):
        for listing in (self.refused(2, "suslov", "--to", "cobol"), run(BINARY, "export", "--help").stdout):
            for language in ("c99", "cpp", "python", "julia", "matlab", "modelica", "cuda", "sfunction", "fmu"):
                self.assertIn(language, listing)

    def test_no_language(self):
        self.refused(2, "suslov")

    def test_an_unknown_form(self):
        self.refused(2, "chaplygin-sleigh", "--to", "c99", "--form", "newton")

    def test_a_form_that_does_not_apply(self):
        for language in ("c99", "modelica"):
            self.assertIn("does not apply", self.refused(1, "chaplygin-sleigh", "--to", language, "--form", "lagrange"))

    def test_a_path_that_cannot_be_written(self):
        self.assertIn("cannot be written", self.refused(1, "suslov", "--to", "python", "-o", "/nowhere/suslov.py"))

    def test_numbers_that_no_double_holds(self):
        for text in ("param a = 1e400; coord x; kinetic x'^2/2; potential a*x", "coord x; kinetic x'^2/2; potential 1e400*x",
                     "param a = 1e-400; coord x; kinetic x'^2/2; potential x/a"):
            for language in ("c99", "cpp", "python", "julia", "matlab", "modelica", "cuda", "sfunction"):
                done = run(BINARY, "export", "-", "--to", language, stdin="model A { " + text + " }")
                self.assertEqual((done.returncode, done.stdout), (1, ""), language + ": " + text)
                self.assertIn("error[number-too-large]", done.stderr)

    def test_a_realisation_without_its_number(self):
        for form in ("viscous", "added-mass"):
            self.assertIn("it needs a value for N", self.refused(1, "rolling-disc", "--to", "c99", "--form", form))

    def test_a_jacobian_for_modelica(self):
        self.assertIn("leave out the Jacobian", self.refused(2, "suslov", "--to", "modelica", "--jacobian"))

    def test_a_jacobian_for_simulink(self):
        self.assertIn("has no Jacobian", self.refused(2, "suslov", "--to", "sfunction", "--jacobian"))


if __name__ == "__main__":
    if len(sys.argv) > 1 and not sys.argv[1].startswith("-"):
        BINARY = os.path.abspath(sys.argv.pop(1))
    unittest.main()
