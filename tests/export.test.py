"""Exported programs: every system of the gallery, with its Jacobian, meets its exactly computed values in every language.

    python3 tests/export.test.py PATH-TO-ANHOLON [unittest arguments]

Python runs where this runs, C99 and CUDA C++ by GCC, MATLAB by Octave, Julia and Modelica by their own tools; what is not
installed is named. Of Julia and Modelica this also reads the arithmetic itself.
"""

import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
import types
import unittest

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
MODELS = sorted(file.removesuffix(".anh") for file in os.listdir(os.path.join(os.path.dirname(HERE), "gallery")))
BINARY = os.environ.get("ANHOLON_BINARY", "")
TOLERANCE = 1e-11
WARNINGS = ["-Wall", "-Wextra", "-Werror", "-pedantic", "-DANHOLON_SELF_TEST"]
C99 = ["gcc", "-std=c99", *WARNINGS]
CXX = ["g++", "-std=c++17", *WARNINGS]


def run(*words, stdin="", cwd=None):
    return subprocess.run(words, capture_output=True, text=True, encoding="utf-8", timeout=250, input=stdin, cwd=cwd)


def exported(model, language, *options, stdin=""):
    done = run(BINARY, "export", model, "--to", language, *options, stdin=stdin)
    if done.returncode != 0 or done.stderr:
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
        for language in ("c99", "python", "julia", "matlab", "modelica", "cuda"):
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


def computed(equations, known):
    """The values of all names after `name = formula` lines; arrays are counted from 1."""
    values = {**FUNCTIONS, **known}
    exec("\n".join(equations).replace("^", "**"), values)
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
    declared = [name, *parameters, *variables, *hidden]
    test.assertEqual(len(declared), len(set(declared)), declared)
    lines = text.split("\nequation\n")[1].splitlines()[:-1]
    test.assertEqual(len(lines), len(equations))
    for line in lines:
        for word in re.findall(r"(?<![\w.])[A-Za-z_]\w*", line):
            test.assertIn(word, {*declared, *FUNCTIONS, "der", "time"})
    # As many equations as variables. W and r are two names, but n*n + n variables; W * {…} = r is n equations.
    n = len(lines[0].split("{")[1].split(",")) if "{" in lines[0] else 0
    extra = (n * n + n - 2) - (n - 1) if n else 0
    test.assertEqual(len(equations), len(variables) + len(hidden) + extra)


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
    def passes_everywhere(self, stdin):
        texts = {language: exported("-", language, "--jacobian", stdin=stdin)
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
        modelica = exported("-", "modelica", stdin=stdin)
        modelica_is_well_formed(self, modelica)
        modelica_arithmetic_is_right(self, modelica, texts["julia"])
        return modelica

    def test_names_that_mean_something_else(self):
        modelica = self.passes_everywhere(NASTY_NAMES)
        for declaration in ("model End_ ", "Real end_ = 2.0;", "Real W = 1.5;", "Real lambda = 3.0;", "Real x_dot(",
                            "Real x_dot_(", "Real Real_(", 'Real v1(unit = "kg.m2/s2") = 1.0;',
                            "Real time_ = 0.52359877559829893;"):
            self.assertIn(declaration, modelica)

    def test_nothing_to_solve(self):
        self.passes_everywhere(NOTHING_TO_SOLVE)

    def test_no_point_to_test_at(self):
        for language in ("c99", "python", "julia", "matlab", "cuda"):
            self.assertIn("No self-test: no point was found", exported("-", language, stdin=NO_POINT))

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


class BadRequests(unittest.TestCase):
    def refused(self, code, *words):
        done = run(BINARY, "export", *words)
        self.assertEqual((done.returncode, done.stdout), (code, ""), done.stderr)
        return done.stderr

    def test_an_unknown_language(self):
        for listing in (self.refused(2, "suslov", "--to", "cobol"), run(BINARY, "export", "--help").stdout):
            for language in ("c99", "python", "julia", "matlab", "modelica", "cuda"):
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

    def test_a_jacobian_for_modelica(self):
        self.assertIn("leave out --jacobian", self.refused(2, "suslov", "--to", "modelica", "--jacobian"))


if __name__ == "__main__":
    if len(sys.argv) > 1 and not sys.argv[1].startswith("-"):
        BINARY = os.path.abspath(sys.argv.pop(1))
    unittest.main()
