"""The whole program, from the outside: exit codes, what goes to stdout and to stderr, the JSON envelope.

    python3 tests/cli.test.py PATH-TO-ANHOLON [unittest arguments]
"""

import json
import math
import os
import re
import subprocess
import sys
import tempfile
import unicodedata
import unittest

BINARY = os.environ.get("ANHOLON_BINARY", "")


def cells(text):
    """The width of a text on a terminal: combining marks have none."""
    return sum(unicodedata.combining(c) == 0 for c in text)

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def run(*words, stdin=b"", env=None):
    done = subprocess.run([BINARY, *words], input=stdin, capture_output=True, timeout=120, env=env)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


COMMANDS = ("gallery", "show", "fmt", "forms", "derive", "verify", "facts", "simulate", "path", "variations", "linearize", "section", "lyapunov",
            "chart", "merge", "export", "simplify", "derivative", "zero", "completion")


class CommandLine(unittest.TestCase):
    def fails(self, code, exit_code, *words, stdin=b""):
        """Fails with one message in text, and with the same code in JSON."""
        exit, out, err = run(*words, stdin=stdin)
        self.assertEqual((exit, out), (exit_code, ""), err)
        self.assertIn(f"error[{code}]: ", err)
        exit, out, json_err = run(*words, "--json", stdin=stdin)
        self.assertEqual((exit, json_err), (exit_code, ""))
        envelope = json.loads(out)
        self.assertEqual(list(envelope), ["schema", "ok", "errors", "warnings", "provenance"])
        self.assertFalse(envelope["ok"])
        self.assertIn(code, [e["code"] for e in envelope["errors"]])
        for e in envelope["errors"]:
            self.assertEqual(list(e), ["code", "message", "line", "column", "help"])
        return err

    def succeeds(self, schema, *words, exit_code=0):
        exit, out, err = run(*words, "--json")
        self.assertEqual((exit, err), (exit_code, ""), out)
        envelope = json.loads(out)
        self.assertEqual(list(envelope), ["schema", "ok", "result", "warnings", "provenance"])
        self.assertEqual(envelope["schema"], schema)
        self.assertTrue(envelope["ok"])
        self.assertEqual(envelope["provenance"]["command"], ["anholon", *words, "--json"])
        return envelope["result"]


class InitialStates(CommandLine):
    CIRCLE = b"model A { coord x, y; kinetic x'^2 + y'^2; constraint x^2 + y^2 = 1; init x = 3 }"
    # an egg that hangs on a hinge: its velocities are abbreviations
    EGG = b"""model Egg { gravity 9.81 along (0, 0, -1); body egg { mass 1; inertia (0.1, 0.2, 0.3) }; body arm { mass 1; inertia (0.1, 0.1, 0.1) }
      joint arm on space hinge a along (0, 0, 1); joint egg on arm at (0.5, 0, 0) hinge b along (0, 0, 1); init b' = 1, egg_w3 = 3 }"""

    def test_strict_on_every_command(self):
        for words in (["show"], ["derive"], ["verify"], ["facts", "--fact", "energy"], ["simulate"],
                      ["linearize", "--at", "equilibrium"], ["export", "--to", "c99"]):
            with self.subTest(words[0]):
                exit, out, err = run(words[0], "-", *words[1:], "--strict", stdin=self.CIRCLE)
                self.assertIn("error[state-inconsistent]: the constraints do not allow x = 3", err)
                self.assertNotEqual(exit, 0)

    def test_velocities_of_bodies_with_joints(self):
        exit, out, err = run("show", "-", "--json", stdin=self.EGG)
        self.assertEqual((exit, err), (0, ""), out)
        initial = json.loads(out)["result"]["initial"]
        self.assertAlmostEqual(initial["a'"]["value"], 2, places=13)
        self.assertAlmostEqual(initial["egg_w3"]["value"], 3, places=13)
        exit, out, err = run("simulate", "-", "-i", "egg_w3=4", "--until", "0", "--json", stdin=self.EGG)
        self.assertEqual((exit, err), (0, ""), out)
        self.assertAlmostEqual(json.loads(out)["result"]["final"]["a'"], 3, places=13)

    def test_derived_parameters_are_identities(self):
        """x y' - y x' is an integral only because J is m*l^2 - Jr."""
        model = b"""model A { param m = 2, l = 0.5, Jr = 0.1, J = m*l^2 - Jr, k = 3; coord x, y; kinetic (m*l^2 - Jr)/2*x'^2 + J/2*y'^2
          potential k/2*(x^2 + y^2); expect integral x*y' - y*x' }"""
        exit, out, err = run("verify", "-", stdin=model)
        self.assertEqual((exit, err), (0, ""), out)
        self.assertIn("expect integral x*y' - y*x': holds", out)
        exit, out, err = run("facts", "-", "--fact", "integrals", "-p", "m=7", stdin=model)
        self.assertEqual((exit, err), (0, ""), out)
        self.fails("parameter-derived", 2, "facts", "-", "--fact", "integrals", "-p", "J=7", stdin=model)
        exit, out, err = run("linearize", "-", "--at", "equilibrium", "-p", "m=7", "--json", stdin=model)
        values = [e["imaginary"] if isinstance(e, dict) else e for e in json.loads(out)["result"]["eigenvalues"]]
        self.assertAlmostEqual(max(v if isinstance(v, float) else v[1] for v in values), (3 / 1.65) ** 0.5, places=12)

    def test_no_control_characters_on_the_terminal(self):
        model = 'model A { "a \x1b[2J b"; coord x "\x1b]0;c\x07"; kinetic x\'^2 }'
        exit, out, err = run("show", "-", stdin=model.encode())
        self.assertNotIn("\x1b", out + err)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "\x1b[31mred.anh")
            with open(path, "w", encoding="utf-8") as file:
                file.write("model A { coord x; kinetic x'^2 }")
            for words in (["verify"], ["simulate", "--until", "1"], ["derive"], ["linearize", "--at", "equilibrium"]):
                exit, out, err = run(words[0], path, *words[1:])
                self.assertNotIn("\x1b", out + err, words)


class Program(CommandLine):
    def test_version(self):
        exit, out, err = run("--version")
        self.assertEqual((exit, err), (0, ""))
        self.assertRegex(out, r"^anholon \d+\.\d+\.\d+\n$")

    def test_help_names_commands_and_exit_codes(self):
        exit, out, err = run("--help")
        self.assertEqual((exit, err), (0, ""))
        for word in ("simplify", "derivative", "zero", "Exit codes", "2 wrong"):
            self.assertIn(word, out)

    def test_every_command_has_help_with_an_example(self):
        for command in COMMANDS:
            exit, out, err = run(command, "--help")
            self.assertEqual((exit, err), (0, ""))
            for word in ("Usage: anholon " + command, "--json", "\nExample\n  "):
                self.assertIn(word, out)
            self.assertNotIn("TEXT", out)
        self.assertIn("(default: text)", run("derive", "--help")[1])
        self.assertIn("hamel-restricted", run("derive", "--help")[1])
        self.assertIn("chaplygin-multiplier", run("facts", "--help")[1])
        self.assertIn("kane for bodies", run("simulate", "--help")[1].replace("\n" + " " * 26, " "))

    def test_no_command(self):
        exit, out, err = run()
        self.assertEqual((exit, out), (2, ""))
        self.assertIn("Usage", err)

    def test_unknown_command(self):
        self.assertIn("did you mean 'simplify'?", self.fails("command-unknown", 2, "simplfy", "x"))
        self.assertIn("--help", self.fails("command-unknown", 2, "quux"))
        self.fails("command-unknown", 2, "\x1b[31m")

    def test_unknown_option(self):
        self.assertIn("did you mean '--proof'?", self.fails("option-unknown", 2, "zero", "x", "--prof", "any"))
        self.fails("command-missing", 2, "--frobnicate")
        self.fails("argument-unexpected", 2, "simplify", "x", "y")

    def test_usage(self):
        self.fails("usage", 2, "simplify")
        self.fails("usage", 2, "simplify", "x", "--as", "pdf")
        self.fails("usage", 2, "zero", "x", "--seed", "one")

    def test_same_input_same_bytes(self):
        for words in (["simplify", "b + a*x'"], ["zero", "x", "--json", "--seed", "1"], ["derivative", "x^3", "--by", "x", "--json"]):
            self.assertEqual(run(*words), run(*words))

    def test_no_colour_in_a_pipe(self):
        _, _, err = run("simplify", "x +")
        self.assertNotIn("\x1b", err)

    def test_a_full_disk_is_noticed(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("no /dev/full here")
        with open("/dev/full", "w") as full:
            done = subprocess.run([BINARY, "simplify", "x"], stdout=full, stderr=subprocess.PIPE, timeout=120)
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"could not be written", done.stderr)


class Width(CommandLine):
    """No line is wider than the terminal, but for a single word that cannot be broken."""

    def fits(self, width, *words):
        exit, out, err = run(*words, env=dict(os.environ, COLUMNS=str(width)) if width != 80 else
                             {k: v for k, v in os.environ.items() if k != "COLUMNS"})
        self.assertIn(exit, (0, 1), err)
        self.assertTrue(out)
        for line in out.splitlines():
            token = max(line.split(), key=len, default="")
            self.assertTrue(cells(line) <= width or cells(token) > width - 12, f"{cells(line)} cells: {line}")
        return out

    def test_help(self):
        for width in (70, 80, 120):
            for command in COMMANDS:
                self.fits(width, command, "--help")
            self.fits(width, "--help")

    def test_every_command_on_bodies(self):
        for width in (60, 80, 132):
            for words in (["gallery"], ["forms"], ["show", "rattleback"], ["show", "whipple-bicycle"],
                          ["derive", "rattleback"], ["derive", "rolling-disc", "--form", "all"],
                          ["verify", "chaplygin-sleigh"], ["simulate", "rattleback", "--until", "0.5"],
                          ["simulate", "chaplygin-sleigh", "--columns", "(x^2 + y^2)*sin(theta), w", "--event", "v - w"],
                          ["linearize", "whipple-bicycle", "--at", "steady"],
                          ["facts", "rolling-disc", "--fact", "integrability", "--fact", "energy", "--fact", "growth"]):
                with self.subTest(width=width, words=words):
                    self.fits(width, *words)

    def test_matrices_in_parts(self):
        narrow = self.fits(40, "linearize", "whipple-bicycle", "--at", "steady")
        self.assertIn("A, columns 1 to 2", narrow)
        wide = self.fits(132, "linearize", "whipple-bicycle", "--at", "steady")
        self.assertNotIn("columns", wide)
        self.assertEqual(sorted(re.findall(r"9\.48977\d*", narrow)), sorted(re.findall(r"9\.48977\d*", wide)))

    def test_the_summary_leaves_out_rates_of_quaternions(self):
        _, out, _ = run("simulate", "rattleback", "--until", "0.1")
        self.assertNotIn("q0'", out)
        self.assertNotIn("lambda_unit", out)
        self.assertIn("w3", out)
        final = self.succeeds("anholon.simulate/1", "simulate", "rattleback", "--until", "0.1")["final"]
        self.assertIn("q0'", final)
        self.assertIn("lambda_unit", final)


class Equations(CommandLine):
    def test_names_of_parts_are_used_and_defined_once(self):
        for model in ("rattleback", "whipple-bicycle", "chaplygin-top"):
            for form in ("lagrange-multipliers", "kane"):
                _, out, _ = run("derive", model, "--form", form)
                defined = re.findall(r"(?:^|,)  (s\d+) = ", out, re.MULTILINE)
                self.assertEqual(len(defined), len(set(defined)))
                for name in defined:
                    self.assertGreater(len(re.findall(rf"\b{name}\b", out)), 1, f"{model} {form}: {name} is not used")
                for name in re.findall(r"\bs\d+\b", out):
                    self.assertIn(name, defined)
                where = out.split("\nwhere\n")[1] if "\nwhere\n" in out else ""
                self.assertNotIn(" = 0\n", where)

    def test_width(self):
        for width in ("60", "100"):
            for words in (["derive", "whipple-bicycle", "--form", "kane"], ["derive", "chaplygin-ball", "--form", "hamel"],
                          ["show", "whipple-bicycle"]):
                exit, out, _ = run(*words, "--width", width)
                self.assertEqual(exit, 0)
                self.assertLessEqual(max(map(cells, out.splitlines())), int(width), words)
        for bad in ("39", "0", "-5", "8e1", "wide", "10001"):
            for command in (["derive", "suslov"], ["show", "suslov"]):
                with self.subTest(bad=bad, command=command):
                    self.fails("width", 2, *command, f"--width={bad}")

    def test_the_bicycle_fits_three_screens(self):
        exit, out, _ = run("derive", "whipple-bicycle", "--form", "kane", "--width", "100")
        self.assertEqual(exit, 0)
        self.assertLessEqual(len(out.splitlines()), 120)

    def test_parts(self):
        exit, out, _ = run("derive", "chaplygin-sleigh", "--form", "hamel", "--part", "kinematics,solved")
        self.assertEqual(exit, 0)
        self.assertEqual(re.findall(r"^[a-z-]+$", out, re.MULTILINE), ["kinematics", "solved"])
        self.assertEqual(out, run("derive", "chaplygin-sleigh", "--form", "hamel", "--part", "solved", "--part", "kinematics")[1])
        err = self.fails("part-unknown", 2, "derive", "suslov", "--part", "solvd")
        self.assertIn("did you mean 'solved'?", err)
        err = self.fails("part-missing", 1, "derive", "spherical-pendulum", "--form", "lagrange-multipliers", "--part", "kinematics")
        self.assertIn("has no kinematics", err)
        # Of several forms each says what it lacks.
        exit, out, _ = run("derive", "chaplygin-sleigh", "--form", "all", "--part", "kinematics")
        self.assertEqual(exit, 0)
        self.assertIn("has no kinematics", out)

    def test_matrices(self):
        exit, out, _ = run("derive", "chaplygin-sleigh", "--form", "hamel", "--as", "matrices")
        self.assertEqual(exit, 0)
        self.assertIn("  M = (  m  0          )\n      (  0  J + m*a^2  )\n", out)
        exit, out, _ = run("derive", "chaplygin-sleigh", "--form", "hamel", "--as", "latex", "--part", "matrices")
        self.assertEqual(exit, 0)
        self.assertIn("M &= \\begin{pmatrix} m & 0 \\\\ 0 & J + m a^{2} \\end{pmatrix}", out)
        result = self.succeeds("anholon.derive/1", "derive", "chaplygin-sleigh", "--form", "hamel", "--as", "matrices")
        self.assertEqual(result[0]["matrices"]["text"], {"z": ["v'", "w'"], "M": [["m", "0"], ["0", "J + m*a^2"]],
                                                         "h": ["-m*a*w^2", "m*a*v*w"], "Q": ["0", "0"]})
        self.assertEqual(result[0]["equations"], [])
        self.assertIsNone(self.succeeds("anholon.derive/1", "derive", "chaplygin-sleigh")[0]["matrices"])

    def test_latex_names_of_a_model(self):
        model = b"model A { param m = 1, k = 2; coord roll; kinetic m*roll'^2/2; potential k*roll^2/2\nlatex roll \"\\\\varphi_1\" }"
        exit, out, _ = run("derive", "-", "--form", "lagrange", "--as", "latex", stdin=model)
        self.assertEqual(exit, 0)
        self.assertIn("\\dot{\\varphi}_1", out)
        self.assertNotIn("roll", out)
        self.assertEqual(run("fmt", "-", stdin=model)[1].splitlines()[-2], '  latex roll "\\\\varphi_1"')
        shown = json.loads(run("show", "-", "--json", stdin=model)[1])["result"]
        self.assertEqual(shown["coordinates"][0]["latex"], "\\varphi_1")

    def test_no_structure_coefficient_is_zero(self):
        _, out, _ = run("derive", "rolling-disc-body" if os.path.exists(ROOT + "/gallery/rolling-disc-body.anh") else "thin-disc",
                        "--form", "hamel")
        self.assertNotRegex(out, r"c\^\d+_\d+ = 0\n")


class Streams(CommandLine):
    def test_rows_into_pipes(self):
        exit, out, err = run("simulate", "chaplygin-sleigh", "--until", "1", "--every", "0.5", "-o", "/dev/stdout")
        self.assertEqual(exit, 0, err)
        rows = [line for line in out.splitlines() if not line.startswith("#")]
        self.assertEqual(len(rows), 4)
        self.assertEqual(rows[0].split(",")[0], "t")
        self.assertIn("after", err)  # the summary does not spoil the rows
        done = subprocess.run(["bash", "-c", f"exec 3>&1; '{BINARY}' simulate chaplygin-sleigh --until 1 --every 0.5 -o >(cat >&3) >/dev/null; wait $!"],
                              capture_output=True, text=True, timeout=120)
        self.assertEqual(len([line for line in done.stdout.splitlines() if not line.startswith("#")]), 4, done.stderr)
        exit, out, _ = run("simulate", "chaplygin-sleigh", "-o", "/dev/stdout", "--json")
        self.assertEqual((exit, json.loads(out)["errors"][0]["code"]), (2, "stdout-twice"))

    def test_devices_stay(self):
        exit, _, err = run("export", "rolling-disc", "--to", "c99", "-o", "/dev/null")
        self.assertEqual(exit, 0, err)
        import stat
        self.assertTrue(stat.S_ISCHR(os.stat("/dev/null").st_mode))


class Budgets(CommandLine):
    def test_every_long_command_ends(self):
        bomb = "model Bomb { coord " + ", ".join(f"x{i}" for i in range(60)) + "; kinetic " + \
            " + ".join(f"x{i}'^2/2" for i in range(60)) + " }"
        for words in (["verify", "-", "--budget", "0.5"], ["derive", "-", "--form", "all", "--budget", "0.3"]):
            exit, out, err = run(*words, stdin=bomb.encode())
            self.assertEqual(exit, 1, err)
            self.assertIn("error[budget]: not finished within", err)
        exit, out, _ = run("simulate", "rolling-disc", "--until", "1e9", "--budget", "0.5", "--json")
        envelope = json.loads(out)
        self.assertEqual((exit, envelope["errors"][0]["code"]), (1, "budget"))
        self.assertGreater(envelope["result"]["t"], 0)

    def test_bounds(self):
        self.fails("rows-too-many", 2, "simulate", "rolling-disc", "--every", "1e-12")


class Completion(CommandLine):
    def completed(self, *words):
        """What bash offers for the last of these words behind `anholon`."""
        line = " ".join(f"'{word}'" for word in (BINARY, *words))
        script = f"{run('completion', 'bash')[1]}\nCOMP_WORDS=({line}); COMP_CWORD={len(words)}; _anholon; echo ${{COMPREPLY[*]}}"
        done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=120)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout.split()

    def test_bash(self):
        self.assertEqual(self.completed("der"), ["derive", "derivative"])
        self.assertEqual(self.completed("derive", "chaplygin-sl"), ["chaplygin-sleigh-incline", "chaplygin-sleigh"])
        self.assertEqual(self.completed("derive", "x", "--form", "hamel-"), ["hamel-restricted", "hamel-without-brackets"])
        self.assertEqual(self.completed("derive", "x", "--as", ""), ["text", "latex", "matrices"])
        self.assertEqual(self.completed("verify", "--s"), ["--seed", "--strict"])
        self.assertEqual(self.completed("facts", "x", "--fact", "gr"), ["growth"])
        self.assertEqual(self.completed("gallery", "rattle"), ["rattleback"])
        self.assertEqual(self.completed("simulate", "rattleback", "-p", "I1"), ["I1=", "I12="])
        self.assertEqual(self.completed("simulate", "rattleback", "-p", "rattle"), [])
        self.assertEqual(self.completed("simulate", "segway", "--input", ""), ["speed=", "turn=", "push="])
        self.assertEqual(self.completed("simulate", "rattleback", "--input", ""), [])
        self.assertEqual(self.completed("completion", ""), ["--help", "--json", "bash", "zsh", "fish"])

    def test_every_shell_knows_every_command_and_option(self):
        commands = re.findall(r"^  ([a-z]+)  ", run("--help")[1].split("Commands\n")[1], re.MULTILINE)
        self.assertIn("completion", commands)
        for shell, dashes in (("bash", "--"), ("zsh", "--"), ("fish", "-l ")):
            exit, script, err = run("completion", shell)
            self.assertEqual((exit, err), (0, ""))
            for command in commands:
                self.assertIn(command, script)
                for option in re.findall(r"--([a-z-]+)", run(command, "--help")[1]):
                    self.assertIn(dashes + option, script, f"{command} --{option}")
            self.assertEqual(self.succeeds("anholon.completion/1", "completion", shell)["script"], script)

    def test_mistakes(self):
        self.fails("usage", 2, "completion", "tcsh")
        self.fails("usage", 2, "completion")


class Simplify(CommandLine):
    def test_text(self):
        self.assertEqual(run("simplify", "x + x - 2*x"), (0, "0\n", ""))
        self.assertEqual(run("simplify", "sin(x)^2 + cos(x)^2"), (0, "1\n", ""))
        self.assertEqual(run("simplify", "0.1 + 0.2"), (0, "3/10\n", ""))

    def test_formats(self):
        exit, out, err = run("simplify", "θ/2", "--as", "latex")
        self.assertEqual((exit, err), (0, ""))
        self.assertIn("\\theta", out)
        result = self.succeeds("anholon.simplify/1", "simplify", "3*7")
        self.assertEqual(result["text"], "21")
        exit, out, err = run("simplify", "3*7", "--as", "json")
        self.assertEqual(json.loads(out)["result"], result)

    def test_expressions_may_begin_with_a_minus(self):
        self.assertEqual(run("simplify", "-2 - 1"), (0, "-3\n", ""))
        self.assertEqual(run("simplify", "-(2)^2"), (0, "-4\n", ""))
        self.assertEqual(run("simplify", "--", "-1"), (0, "-1\n", ""))

    def test_stdin(self):
        self.assertEqual(run("simplify", "-", stdin=b"1 +\n 1\n"), (0, "2\n", ""))
        self.assertIn("<stdin>:2:3: ", self.fails("operand-missing", 3, "simplify", "-", stdin=b"1\n +"))

    def test_bad_expressions(self):
        for code, text in (
            ("expression-empty", ""),
            ("expression-empty", "   "),
            ("operand-missing", "x +"),
            ("paren-unclosed", "(x"),
            ("paren-unmatched", "x)"),
            ("multiplication-implicit", "2x"),
            ("power-operator", "x**2"),
            ("trailing-input", "x = y"),
            ("character-unknown", "x − y"),
            ("number-malformed", "1.2.3"),
            ("number-too-long", "1e999999999"),
            ("undefined", "1/0"),
            ("undefined", "0^0"),
            ("undefined", "9^9^9^9"),
            ("function-unknown", "sni(x)"),
            ("function-bare", "sin"),
            ("argument-count", "sin(x, y)"),
            ("primes-too-many", "x" + "'" * 10),
            ("nesting-too-deep", "(" * 2000 + "x" + ")" * 2000),
        ):
            with self.subTest(text=text[:40]):
                self.fails(code, 3, "simplify", text)

    def test_carets(self):
        _, _, err = run("simplify", "x + sni(y)")
        self.assertEqual(
            err,
            "expression:1:5: error[function-unknown]: no function 'sni'\n"
            " 1 | x + sni(y)\n"
            "   |     ^^^\n"
            "   = help: did you mean 'sin'?\n",
        )

    def test_garbage_is_one_message(self):
        err = self.fails("text-encoding", 3, "simplify", "-", stdin=bytes(range(256)) * 1000)
        self.assertEqual(err.count("error["), 1)

    def test_deep_and_long_input(self):
        err = self.fails("nesting-too-deep", 3, "simplify", "-", stdin=b"(" * 1000000)
        self.assertEqual(err.count("error["), 1)
        text = b" + ".join([b"x"] * 1000000)
        self.assertEqual(run("simplify", "-", stdin=text), (0, "1000000*x\n", ""))

    def test_input_too_large(self):
        self.fails("input-too-large", 3, "simplify", "-", stdin=b" " * (8 * 1024 * 1024 + 1))


class Cores(CommandLine):
    def test_core_of_a_system(self):
        exit, out, err = run("derive", "suslov-gravity", "--reduced")
        self.assertEqual((exit, err), (0, ""))
        self.assertIn("  I1*w1' = -b2*g3\n  I2*w2' = b1*g3\n", out)
        self.assertNotIn("q0", out)

    def test_nothing_to_reduce(self):
        exit, out, err = run("derive", "suslov", "--reduced")
        self.assertEqual((exit, out), (0, run("derive", "suslov")[1]))
        self.assertIn("warning[not-reduced]: the system is its own core: the model is stated on a Lie algebra", err)
        exit, out, err = run("simulate", "vakonomic-skate", "--reduced", "--until", "0.1")
        self.assertEqual(exit, 0)
        self.assertIn("its law of motion is not the nonholonomic one", err)

    def test_values_are_those_of_the_full_system(self):
        words = ("chaplygin-ball", "--until", "1", "-i", "w1=2", "-p", "I1=1.5", "--columns", "w1,w2,w3,x,y,energy")
        full = run("simulate", *words, "--json")[1]
        core = run("simulate", *words, "--json", "--reduced")[1]
        rows = [json.loads(out)["result"]["final"] for out in (full, core)]
        for name, value in rows[0].items():
            self.assertAlmostEqual(rows[1][name], value, places=11, msg=name)

    def test_contact_is_watched(self):
        exit, out, err = run("simulate", "rattleback", "--reduced", "--until", "5", "-i", "w3=-60")
        self.assertIn("leaves the ground", out + err)
        self.assertNotIn("contact-unwatched", err)
        self.assertEqual(run("simulate", "rattleback", "--reduced", "--until", "0.1")[2], "")
        self.assertEqual(run("show", "rattleback", "--reduced")[2], "")

    def test_mistakes_are_those_of_the_full_system(self):
        exit, out, err = run("simulate", "chaplygin-ball", "--reduced", "-i", "nonsense=1")
        self.assertEqual((exit, out), (2, ""))
        self.assertIn("nonsense", err)

    def test_relations_hold_in_proofs(self):
        # Routh's integral is one on the sphere alone
        exit, out, err = run("verify", "chaplygin-top", "--reduced")
        self.assertEqual((exit, err), (0, ""))
        self.assertRegex(out, r"expect integral w3\*sqrt\([^:]*: holds")

    def test_motion_on_a_level_is_the_motion(self):
        for words in (["rolling-disc"], ["chaplygin-ball", "--reduced"]):
            rows = [self.succeeds("anholon.simulate/1", "simulate", *words, "--until", "1", *level)["final"]
                    for level in ([], ["--level", "energy"])]
            self.assertAlmostEqual(rows[1]["lambda_level_energy"], 0, places=12)
            for name in rows[0]:
                self.assertAlmostEqual(rows[1][name], rows[0][name], places=11, msg=name)

    def test_level_of_another_value(self):
        final = self.succeeds("anholon.simulate/1", "simulate", "rolling-disc", "--until", "1", "--level",
                              "energy = 20")["final"]
        self.assertAlmostEqual(final["energy"], 20, places=11)
        # a level of the motion that is asked for, not of the model's own
        start = ["simulate", "rolling-disc", "--until", "0", "-i", "w=2", "-p", "m=3"]
        rows = [self.succeeds("anholon.simulate/1", *start, *level)["final"]["energy"]
                for level in ([], ["--level", "energy"])]
        self.assertAlmostEqual(rows[0], rows[1], places=12)

    def test_level_in_every_command(self):
        exit, out, err = run("derive", "suslov", "--level", "I11*w1^2 + I22*w2^2")
        self.assertEqual((exit, err), (0, ""))
        self.assertIn("I11*w1^2 + I22*w2^2 - level1 = 0", out)
        exit, out, err = run("show", "rolling-disc", "--level", "energy=20")
        self.assertEqual((exit, err), (0, ""))
        self.assertIn("level_energy = 20 [kg m^2/s^2]  the level of energy", out)
        exit, out, err = run("verify", "chaplygin-ball", "--reduced", "--level", "K1*g1 + K2*g2 + K3*g3")
        self.assertEqual((exit, err), (0, ""))
        self.assertIn("expect equation lambda_level1 = 0: holds", out)

    def test_levels_that_are_refused(self):
        err = self.fails("level-not-integral", 2, "simulate", "rolling-disc", "--level", "w")
        # w' = m R^2 u n/(C + m R^2) at the state that is told
        told = dict(re.findall(r"([a-z]+'?) = (-?[0-9.]+)", err))
        theta, n, phi = (float(told[name]) for name in ("theta", "theta'", "phi'"))
        rate = float(re.search(r"rate is (-?[0-9.e-]+[0-9])", err).group(1))
        self.assertAlmostEqual(rate, phi*math.sin(theta)*n/1.5, places=3)
        self.fails("level-unreachable", 4, "derive", "suslov", "--level", "energy=-5")
        self.fails("level-dependent", 2, "derive", "suslov", "--level", "w3")
        self.fails("level-bad", 2, "derive", "suslov", "--level", "energy=")
        self.fails("setting-twice", 2, "derive", "suslov", "--level", "energy", "--level", "energy=2")
        self.fails("name-unknown", 2, "derive", "suslov", "--level", "nonsense")
        self.fails("name-unknown", 2, "derive", "suslov", "--level", "energy=nonsense")
        self.fails("level-law", 1, "derive", "vakonomic-skate", "--level", "energy")
        self.fails("level-not-state", 1, "derive", "chaplygin-sleigh-incline", "--reduced", "--level", "energy")
        self.fails("usage", 2, "show", "cart-two-wheel-pairs", "--skates", "--level", "energy")

    def test_linear_equations_of_a_core(self):
        result = self.succeeds("anholon.linearize/1", "linearize", "rattleback", "--at", "steady", "-i", "w3=-5",
                               "--reduced")
        state = result["state"]
        self.assertEqual((state["w3"], abs(state["gamma3"])), (-5, 1))
        exit, out, err = run("linearize", "rattleback", "--at", "equilibrium", "-i", "w3=1", "--reduced")
        self.assertEqual(exit, 2)
        self.assertIn("velocity-in-equilibrium", err)
        exit, out, err = run("linearize", "rattleback", "--at", "steady", "--where", "q0=1", "--reduced")
        self.assertEqual(exit, 2)
        self.assertIn("q0", err)

    def test_table_of_systems(self):
        rows = self.succeeds("anholon.facts/1", "facts", "--table", "chaplygin-sleigh", "suslov")
        self.assertEqual([row["system"] for row in rows], ["chaplygin-sleigh", "suslov"])
        self.assertEqual([row["is_its_own_core"] for row in rows], [False, True])
        for words in (["--table"], ["--table", "suslov", "--all"], ["--table", "suslov", "--fact", "measure"],
                      ["suslov", "blackall"]):
            self.fails("usage", 2, "facts", *words)

    def test_vectors_in_json(self):
        result = self.succeeds("anholon.derive/1", "derive", "chaplygin-ball", "--form", "vector")
        self.assertIn({"text": "γ̇ = γ×ω", "latex": "\\dot{\\boldsymbol\\gamma} = \\boldsymbol\\gamma\\times\\boldsymbol\\omega"},
                      [line for form in result for line in form["vectors"]])


class Derivative(CommandLine):
    def test_by_names(self):
        self.assertEqual(run("derivative", "x^2", "--by", "x"), (0, "2*x\n", ""))
        self.assertEqual(run("derivative", "x^2*y^2", "--by", "x", "--by", "x", "--by", "y"), (0, "4*y\n", ""))
        self.assertEqual(run("derivative", "m*x'^2/2", "--by", "x'", "--by", "x'"), (0, "m\n", ""))
        self.assertEqual(run("derivative", "--by", "x", "3*x"), (0, "3\n", ""))
        self.assertEqual(run("derivative", "x", "--by", "y"), (0, "0\n", ""))
        self.assertEqual(run("derivative", "5*θ", "--by", "theta"), (0, "5\n", ""))

    def test_by_time(self):
        self.assertEqual(run("derivative", "3*x' + 2*t", "--time", "--by", "x")[0], 2)
        exit, out, err = run("derivative", "3*x' + 2*t", "--time")
        self.assertEqual((exit, err), (0, ""))
        self.assertIn(out, ("3*x'' + 2\n", "2 + 3*x''\n"))
        self.assertEqual(run("derivative", "x*m", "--time", "--variable", "x"), (0, "m*x'\n", ""))
        exit, out, err = run("derivative", "x^2", "--time")
        self.assertEqual((exit, out), (0, "0\n"))
        self.assertIn("warning[nothing-moves]", err)
        exit, out, err = run("derivative", "x^2", "--time", "--json")
        self.assertEqual([w["code"] for w in json.loads(out)["warnings"]], ["nothing-moves"])

    def test_json(self):
        result = self.succeeds("anholon.derivative/1", "derivative", "x^2", "--by", "x")
        self.assertEqual(list(result), ["text", "latex", "by"])
        self.assertEqual(result["by"], ["x"])

    def test_mistakes(self):
        self.fails("derivative-direction", 2, "derivative", "x")
        self.fails("derivative-direction", 2, "derivative", "x", "--by", "x", "--time")
        for name in ("2", "x+y", "", "sin", "pi", "t'", "x" + "'" * 10):
            self.fails("name-malformed", 2, "derivative", "x", "--by", name)
        for name in ("x'", "t", "pi", "2"):
            self.fails("name-malformed", 2, "derivative", "x", "--time", "--variable", name)
        self.fails("operand-missing", 3, "derivative", "x +", "--by", "x")


class Zero(CommandLine):
    def test_yes(self):
        for text in ("x - x", "sin(2*x) = 2*sin(x)*cos(x)", "(x + 1)^2 == x^2 + 2*x + 1", "0"):
            with self.subTest(text=text):
                exit, out, err = run("zero", text)
                self.assertEqual((exit, err), (0, ""), out)
                self.assertTrue(out.startswith("yes, by "), out)

    def test_no(self):
        exit, out, err = run("zero", "sin(2*x) = 2*sin(x)")
        self.assertEqual((exit, err), (1, ""))
        self.assertTrue(out.startswith("no: "), out)
        result = self.succeeds("anholon.zero/1", "zero", "x^2 - x", exit_code=1)
        self.assertEqual(list(result), ["answer", "proof", "error_bound", "reason", "witness", "witness_value", "except_where", "seed"])
        self.assertEqual(result["answer"], "no")

    def test_proofs(self):
        identity = "(x + y)^5 = x^5 + 5*x^4*y + 10*x^3*y^2 + 10*x^2*y^3 + 5*x*y^4 + y^5"
        normal = self.succeeds("anholon.zero/1", "zero", identity, "--proof", "normal-form")
        self.assertEqual((normal["answer"], normal["error_bound"]), ("yes", 0))
        field = self.succeeds("anholon.zero/1", "zero", identity, "--proof", "prime-field", "--seed", "7")
        self.assertEqual((field["answer"], field["proof"]), ("yes", "prime field"))
        self.assertGreater(field["error_bound"], 0)

    def test_mistakes(self):
        self.fails("expression-empty", 3, "zero", "x =")
        self.fails("expression-empty", 3, "zero", "= x")
        self.fails("trailing-input", 3, "zero", "x = y = z")
        self.fails("undefined", 3, "zero", "1/0 = x")
        self.fails("usage", 2, "zero", "x", "--proof", "faith")
        self.fails("usage", 2, "zero", "x", "--seed", "-1")


SLEIGH = b"""model Sleigh {
  coord x, y, theta
  kinetic x'^2 + y'^2 + theta'^2
  constraint blade: cos(theta)*y' - sin(theta)*x' = 0
  init y' = 1
}
"""


class Models(CommandLine):
    def test_gallery(self):
        exit, out, err = run("gallery")
        self.assertEqual((exit, err), (0, ""))
        self.assertIn("chaplygin-sleigh", out)
        models = self.succeeds("anholon.gallery/1", "gallery")["models"]
        self.assertGreaterEqual(len(models), 3)
        for model in models:
            self.assertEqual(list(model), ["name", "description", "citation"])
            self.assertTrue(all(model.values()), model)
            self.assertEqual(run("show", model["name"], "--strict")[0], 0, model["name"])

    def test_show(self):
        exit, out, err = run("show", "chaplygin-sleigh")
        self.assertEqual((exit, err), (0, ""))
        for words in ("m = 1 [kg] in 0.1..10  mass", "theta [rad] mod 2*pi", "blade (linear): ", "x' = 0.2", "dof 2"):
            self.assertIn(words, out)
        result = self.succeeds("anholon.show/1", "show", "chaplygin-sleigh")
        self.assertEqual(result["initial"]["v"], {"value": 0.2, "given": 0.2, "changed": False})
        self.assertEqual(result["constraints"][0]["kind"], "linear")

    def test_show_skates(self):
        exit, sleigh, err = run("show", "cart-two-wheel-pairs", "--skates")
        self.assertEqual((exit, err), (0, ""))
        self.assertEqual(sleigh.count("skate mass 2*(mw + i/h^2), turn 2*j + (mw + i/h^2)*(2*l)^2/2"), 2)
        self.assertNotIn("phi", sleigh)
        self.assertEqual(run("fmt", "-", stdin=sleigh.encode())[1], sleigh)
        self.assertEqual(run("verify", "-", stdin=sleigh.encode())[0], 0)
        result = self.succeeds("anholon.show/1", "show", "cart-two-wheel-pairs", "--skates")
        self.assertEqual(result["model"], sleigh)
        self.assertIn("prime field, error below", result["proof"])
        self.fails("no-skates", 1, "show", "chaplygin-sleigh", "--skates")
        self.fails("no-skates", 1, "show", "-", "--skates", stdin=b"""model A {
  frame f { mass 1; inertia 1 }
  axle a on f { wheel radius 1 }
  force on a_phi: 1
}""")

    def test_show_constraints_that_follow(self):
        result = self.succeeds("anholon.show/1", "show", "stueckler-car")
        self.assertEqual([r["name"] for r in result["redundant"]], ["rear_side2", "front_side2"])

    def test_where_models_are_found(self):
        self.assertEqual(run("show", "gallery/rolling-disc.anh")[0], 0)
        self.assertIn("did you mean 'rolling-disc'?", self.fails("model-not-found", 3, "show", "roling-disc"))
        self.fails("model-not-found", 3, "show", "nowhere/nothing.anh")
        self.fails("model-not-found", 3, "show", "gallery/")

    def test_states_that_the_constraints_do_not_allow(self):
        exit, out, err = run("show", "-", stdin=SLEIGH)
        self.assertEqual((exit, err), (0, ""))
        self.assertIn("y' = 0  (given 1, which the constraints do not allow)", out)
        self.fails("state-inconsistent", 4, "show", "-", "--strict", stdin=SLEIGH)
        self.fails("state-impossible", 3, "show", "-", stdin=SLEIGH.replace(b"  init", b"  constraint x^2 + 1 = 0\n  init"))

    def test_warnings(self):
        twice = SLEIGH.replace(b"  init y' = 1", b"  constraint heel: 2*cos(theta)*y' = 2*sin(theta)*x'")
        exit, out, err = run("show", "-", stdin=twice)
        self.assertEqual(exit, 0)
        self.assertIn("warning[constraint-redundant]: 'heel' follows from 'blade'", err)
        exit, out, err = run("show", "-", "--json", stdin=twice)
        self.assertEqual([w["code"] for w in json.loads(out)["warnings"]], ["constraint-redundant"])

    def test_bad_texts(self):
        for code, text in (
            ("model-missing", b""),
            ("model-missing", b"\n\n# nothing\n"),
            ("text-encoding", bytes(range(1, 256)) * 1000),
            ("file-binary", b"\x7fELF\x02\x01\x01\0"),
            ("model-missing", b"x " * (3 << 20)),
            ("nesting-too-deep", b"model A { kinetic " + b"(" * 1000000),
            ("statement-unknown", b"model A {\n" + b"frobnicate 1\n" * 100000 + b"}"),
            ("brace-unclosed", b"model A {"),
            ("input-too-large", b" " * (8 * 1024 * 1024 + 1)),
        ):
            with self.subTest(code=code, text=text[:20]):
                self.fails(code, 3, "show", "-", stdin=text)

    def test_fmt(self):
        messy = b"model A{coord x;kinetic x'^2}"
        tidy = "model A {\n  coord x\n  kinetic x'^2\n}\n"
        self.assertEqual(run("fmt", "-", stdin=messy), (0, tidy, ""))
        self.assertEqual(run("fmt", "-", stdin=tidy.encode()), (0, tidy, ""))
        self.fails("layout", 1, "fmt", "-", "--check", stdin=messy)
        self.assertEqual(run("fmt", "-", "--check", stdin=tidy.encode()), (0, "", ""))
        self.fails("write-stdin", 2, "fmt", "-", "--write", stdin=messy)
        self.fails("brace-unclosed", 3, "fmt", "-", stdin=b"model A {")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.anh")
            with open(path, "wb") as file:
                file.write(messy)
            self.assertEqual(run("fmt", path, "--write"), (0, "", ""))
            with open(path) as file:
                self.assertEqual(file.read(), tidy)
            self.assertEqual(os.listdir(folder), ["a.anh"])
            with open(path, "wb") as file:
                file.write(b"model")
            self.assertEqual(run("fmt", path, "--write")[0], 3)
            with open(path, "rb") as file:
                self.assertEqual(file.read(), b"model")


class Verify(CommandLine):
    FALSE = SLEIGH.replace(b"  init", b"  expect dof 7\n  init")

    def test_false_expectation_is_not_ok(self):
        exit, out, err = run("verify", "-", "--json", stdin=self.FALSE)
        envelope = json.loads(out)
        self.assertEqual((exit, envelope["ok"]), (5, False))
        self.assertEqual([e["code"] for e in envelope["errors"]], ["expectation-false"])
        self.assertEqual(envelope["result"]["agree"], True)

    def test_one_forms_failure_is_its_own(self):
        text = (b"model A { coord a, b, x, y; kinetic a'^2 + b'^2\nconstraint y'*a = 0; constraint a'*b*x' = 0 }")
        exit, out, err = run("verify", "-", stdin=text)
        self.assertIn(exit, (0, 1))
        self.assertIn("lagrange-multipliers", out)
        self.assertNotIn("error[", err)

    def test_the_bound_is_shown(self):
        exit, out, err = run("verify", "chaplygin-sleigh")
        self.assertRegex(out, r"expect integral energy: holds, by prime field \(chance of error below 1e-\d+\)")


class Facts(CommandLine):
    def test_one_facts_failure_is_its_own(self):
        exit, out, err = run("facts", "-", stdin=b"model A { coord x; kinetic x'^2; force on x: -x - t*x' }")
        self.assertIn("Energy", out)
        self.assertNotIn("error[", err)

    def test_a_start_that_is_not_found_refutes_nothing(self):
        text = b"model A { coord x, y; kinetic x'^2 + y'^2\nconstraint x^2 + y^2 = -1 }"
        exit, out, err = run("facts", "-", "--fact", "integrability", stdin=text)
        self.assertEqual(exit, 0, err)
        self.assertIn("warning[state-impossible]", err)

    def test_every_fact_has_a_verdict_a_statement_and_a_proof(self):
        facts = self.succeeds("anholon.facts/1", "facts", "chaplygin-sleigh")
        self.assertEqual([fact["fact"] for fact in facts][:3], ["integrability", "growth", "degeneracy"])
        for fact in facts:
            names = ["fact", "title", "verdict", "answer", "statement", "latex", "proof", "proof_kind", "error_bound",
                     "results", "seconds"]
            undecided = fact["answer"] == "not decided"
            self.assertEqual(list(fact), names + ["reason"] * undecided)
            self.assertTrue(fact["verdict"] and fact["statement"] and fact["proof"], fact)
            self.assertIn(fact["proof_kind"], ["none", "by definition", "canonical form", "normal form", "exact",
                                               "prime field", "witness", "floating point"])
            self.assertEqual(fact["error_bound"] > 0, fact["proof_kind"] == "prime field")
            self.assertTrue(not undecided or fact["reason"], fact)
            self.assertEqual(len(fact["statement"]), len(fact["latex"]))

    def test_some_facts_only(self):
        words = ("facts", "two-wheels-on-axle", "--fact", "growth", "--fact", "integrability")
        self.assertEqual([f["verdict"] for f in self.succeeds("anholon.facts/1", *words)], ["(2, 3, 4)", "partly integrable"])
        exit, out, err = run(*words, "--as", "latex")
        self.assertEqual((exit, err), (0, ""))
        self.assertIn("\\begin{description}", out)

    def test_all(self):
        exit, out, err = run("facts", "--all", "--fact", "integrability")
        self.assertEqual((exit, err), (0, ""))
        self.assertRegex(out, r"(?m)^appell-hamel +nonholonomic$")
        self.assertRegex(out, r"(?m)^two-wheels-on-axle +partly integrable$")
        rows = self.succeeds("anholon.facts/1", "facts", "--all", "--fact", "integrability")
        self.assertEqual(len(rows), len(out.splitlines()) - 1)

    def test_at_a_point(self):
        def growth(*words):
            return self.succeeds("anholon.facts/1", "facts", "trailer-2", "--fact", "growth", *words)[0]["statement"]
        self.assertIn("at the stated point (2, 3, 4, 5) as well", growth())
        self.assertIn("at the stated point (2, 3, 4, 4, 5): this is a singular point", growth("--at", "th0=pi/2,th1=0"))
        self.fails("point-bad", 2, "facts", "trailer-2", "--at", "th9=1")
        self.fails("point-bad", 2, "facts", "trailer-2", "--at", "th0")
        self.fails("name-unknown", 2, "facts", "trailer-2", "--at", "th0=pie")

    def test_with_parameters_that_are_numbers(self):
        def measure(*words):
            return self.succeeds("anholon.facts/1", "facts", "chaplygin-sleigh", "--fact", "measure", *words)[0]
        self.assertEqual(measure()["verdict"], "none")
        self.assertEqual(measure("-p", "a=0.2")["verdict"], "none")
        balanced = measure("-p", "a = 0")
        self.assertEqual(balanced["verdict"], "measure")
        self.assertNotIn("stated values", " ".join(balanced["statement"]))
        exit, out, err = run("facts", "chaplygin-sleigh", "--fact", "measure", "-p", "a=0", "-p", "m=2*J")
        self.assertEqual((exit, err), (0, ""))
        self.assertTrue(out.startswith("ChaplyginSleigh with a = 0, m = 2*J: what can be said"), out)
        # pi/6 is no rational number near it
        text = "model A { param b = 1 [rad]\n coord x, y\n kinetic x'^2 + y'^2\n constraint c: x'*(2*sin(b) - 1) = y'*(2*cos(b) - sqrt(3))*x }"
        exit, out, err = run("facts", "-", "--fact", "integrability", "-p", "b=30[deg]", stdin=text.encode())
        self.assertEqual(exit, 0)
        self.assertIn("constraint-always", err)
        self.assertIn("unconstrained", out)
        self.fails("parameter-unknown", 2, "facts", "chaplygin-sleigh", "-p", "z=1")
        self.fails("setting-twice", 2, "facts", "chaplygin-sleigh", "-p", "a=1", "-p", "a=2")
        self.fails("usage", 2, "facts", "--all", "-p", "a=1")

    def test_a_budget_ends_in_time(self):
        for fact in self.succeeds("anholon.facts/1", "facts", "trailer-5", "--budget", "0"):
            self.assertEqual(fact["verdict"], "not decided")
            self.assertIn("not decided within 0 s", fact["statement"])

    def test_mistakes(self):
        err = self.fails("fact-unknown", 2, "facts", "suslov", "--fact", "integrabel")
        self.assertIn("integrability, growth, degeneracy", err)
        self.fails("usage", 2, "facts")
        self.fails("usage", 2, "facts", "suslov", "--all")
        self.fails("usage", 2, "facts", "--all", "--at", "x=1")


class Concepts(CommandLine):
    """docs/concepts/forms.md and axioms.md have a section for each entry of the registry, and no other."""

    def sections(self, name):
        with open(os.path.join(ROOT, "docs/concepts", name), encoding="utf-8") as file:
            parts = re.split(r"^## (.+): `([a-z-]+)`$", file.read(), flags=re.MULTILINE)
        return {id: (title, text) for title, id, text in zip(parts[1::3], parts[2::3], parts[3::3])}

    def test_every_fact_has_its_page(self):
        with open(os.path.join(ROOT, "docs/concepts/facts.md"), encoding="utf-8") as file:
            linked = re.findall(r"^\| \[([a-z-]+)\]\(([a-z-]+\.md)(?:#[a-z-]+)?\) \|", file.read(), flags=re.MULTILINE)
        facts = self.succeeds("anholon.facts/1", "facts", "suslov", "--budget", "0")
        self.assertEqual([id for id, page in linked], [fact["fact"] for fact in facts])
        for _, page in linked:
            self.assertTrue(os.path.exists(os.path.join(ROOT, "docs/concepts", page)), page)

    def test_every_form_has_its_section(self):
        models = [model["name"] for model in self.succeeds("anholon.gallery/1", "gallery")["models"]]
        registry = self.succeeds("anholon.forms/1", "forms")
        for document, roles in (("forms.md", ("form", "control")), ("axioms.md", ("axiom",))):
            sections = self.sections(document)
            rows = [row for row in registry if row["role"] in roles]
            self.assertEqual(list(sections), [row["form"] for row in rows], document)
            for row in rows:
                title, text = sections[row["form"]]
                with self.subTest(document=document, form=row["form"]):
                    self.assertEqual(title, row["title"])
                    self.assertIn(f"```\n{row['formula']}\n```", text)
                    self.assertRegex(text, rf"Source: {re.escape(row['source'])}[.;]")
                    path = re.search(r"File: `([^`]+)`", text)[1]
                    self.assertTrue(os.path.exists(os.path.join(ROOT, path)), path)
                    for model in re.findall(r"Model: `([^`]+)`", text):
                        self.assertIn(model, models)
                        if row["form"] != "lagrange":
                            self.assertEqual(run("derive", model, "--form", row["form"], "--simplify", "none")[0], 0, model)


class HamiltonJacobi(CommandLine):
    """The words of the command line; the mathematics is tested beside its source."""

    def of_free_particle(self, *words):
        model = b"model Free { param m = 2; coord x, y; kinetic m*(x'^2 + y'^2)/2 }"
        exit, out, err = run("hamilton-jacobi", "-", *words, "--json", stdin=model)
        self.assertEqual((exit, err), (0, ""), out)
        return json.loads(out)["result"]

    def test_separation_and_shared_motions(self):
        r = self.of_free_particle()
        self.assertEqual(r["separation"]["verdict"], "separable")
        self.assertEqual(r["separation"]["constants"], ["h", "a_x"])
        self.assertIsNone(r["shared_motions"])
        r = self.succeeds("anholon.hamilton-jacobi/1", "hamilton-jacobi", "chaplygin-sleigh")
        self.assertEqual((r["shared_motions"]["verdict"], r["has_generic_motions"]), ("steady motions only", "not decided"))
        self.assertEqual(r["shared_motions"]["families"], [{"conditions": [{"variable": "w", "value": "0"}], "steady": True, "rest": False}])
        for model, generic in [("rolling-ball", "yes"), ("chaplygin-ball", "no")]:
            r = self.succeeds("anholon.hamilton-jacobi/1", "hamilton-jacobi", model)
            self.assertEqual((r["shared_motions"]["verdict"], r["has_generic_motions"]), ("not decided", generic))

    def test_a_given_function(self):
        words = ["--constants", "a,b", "--integral"]
        r = self.of_free_particle(*words, "a*x + b*y - (a^2 + b^2)*t/(2*m)")["integral"]
        self.assertTrue(r["is_complete"])
        self.assertEqual((r["solves"], r["rank"], r["obeys_law_of_motion"]), ("yes", 2, "yes"))
        r = self.of_free_particle(*words, "a*x + b*y - (a^2 + b^2)*t/m")["integral"]
        self.assertFalse(r["is_complete"])
        self.assertEqual(r["solves"], "no")

    def test_mistakes(self):
        self.fails("integral-bad", 2, "hamilton-jacobi", "chaplygin-sleigh", "--integral", "x'")
        self.fails("integral-bad", 2, "hamilton-jacobi", "chaplygin-sleigh", "--integral", "v*t")
        self.fails("name-unknown", 2, "hamilton-jacobi", "chaplygin-sleigh", "--integral", "b*t")
        self.fails("constant-taken", 2, "hamilton-jacobi", "chaplygin-sleigh", "--integral", "m*t", "--constants", "m")
        self.fails("constant-bad", 2, "hamilton-jacobi", "chaplygin-sleigh", "--integral", "b*t", "--constants", "2b")
        self.fails("constants-alone", 2, "hamilton-jacobi", "chaplygin-sleigh", "--constants", "b")
        self.fails("no-hamilton-jacobi", 1, "hamilton-jacobi", "towed-wheel")


class Comparing(CommandLine):
    """compare and limit: the words of the command line; the mathematics is tested beside its source."""
    SPRING = b"model S { param k = 1; coord x; kinetic x'^2/2; potential k*x^2/2; init x = 1 }"
    RING = b"model R { coord x, y; kinetic (x'^2 + y'^2)/2; constraint x*x' + y*y' = 0; init x = 1, y' = 1 }"

    def test_compare(self):
        r = self.succeeds("anholon.compare/1", "compare", "suslov", "suslov", "--map", "w1 = -w1, w2 = -w2, w3 = -w3", "--time", "-1")
        self.assertEqual((r["holds"], r["kind"], r["rank"], r["time"], r["parameters"]), (True, "equivalence", 2, "-1", "all"))
        self.assertEqual({i["name"]: i["from"] for i in r["map"]}["I11"], "by name")
        exit, out, err = run("compare", "suslov", "suslov", "--map", "w1 = -w1, w2 = -w2, w3 = -w3")
        self.assertEqual(exit, 1)
        self.assertIn("error[map-fails]", err)
        self.assertIn("does NOT take motions to motions", out)
        self.assertLessEqual(max(map(len, out.splitlines())), 80)

    def test_compare_refuses(self):
        self.fails("map-unknown", 2, "compare", "suslov", "suslov", "--map", "w9 = 1")
        self.fails("map-bad", 2, "compare", "suslov", "suslov", "--map", "w1")
        self.fails("map-incomplete", 2, "compare", "chaplygin-sleigh", "suslov", "--map", "w1 = x")
        self.fails("name-unknown", 2, "compare", "suslov", "suslov", "--map", "w1 = w7")
        self.fails("time-zero", 2, "compare", "suslov", "suslov", "--time", "w1 - w1")
        self.fails("where-bad", 2, "compare", "suslov", "suslov", "--where", "w1")
        self.fails("parameter-unknown", 2, "compare", "suslov", "suslov", "--find", "Q")

    def test_limit(self):
        with tempfile.TemporaryDirectory() as folder:
            picture = os.path.join(folder, "limit.svg")
            r = self.succeeds("anholon.limit/1", "limit", "suslov", "--as", "viscous", "--N", "1e3..1e5", "--plot", picture)
            with open(picture, encoding="utf-8") as file:
                self.assertIn("<svg", file.read())
        self.assertEqual((r["numbers"], r["columns"]), ([1e3, 1e4, 1e5], ["w1", "w2", "w3"]))
        self.assertEqual([(c["name"], c["is_limit"]) for c in r["candidates"]], [("nonholonomic", True), ("vakonomic", False)])
        self.assertAlmostEqual(r["candidates"][0]["exponent"], -1, 2)

    def test_limit_refuses(self):
        self.fails("no-velocity-constraints", 1, "limit", "-", "--as", "viscous", stdin=self.SPRING)
        self.fails("ladder-bad", 2, "limit", "-", "--as", "viscous", "--N", "1e3", stdin=self.RING)
        self.fails("ladder-bad", 2, "limit", "-", "--as", "viscous", "--N", "1..1e9:1", stdin=self.RING)
        self.fails("usage", 2, "limit", "-", "--as", "mixed", stdin=self.RING)
        self.fails("usage", 2, "limit", "-", "--over", "k=1..2", stdin=self.SPRING)
        self.fails("parameter-unknown", 2, "limit", "-", "--over", "q=1..2", "--against", "suslov", stdin=self.SPRING)
        self.fails("no-common-coordinates", 1, "limit", "-", "--over", "k=1..2", "--against", "suslov", stdin=self.SPRING)


class Surfaces(CommandLine):
    OSCILLATORS = b"""model O { param k = 2; coord x, y; kinetic (x'^2 + y'^2)/2; potential (x^2 + k*y^2)/2
        init x = 1, y' = 1; expect integral energy; expect integral x'^2 + x^2 }"""

    def test_surface(self):
        with tempfile.TemporaryDirectory() as folder:
            picture, mesh = os.path.join(folder, "s.svg"), os.path.join(folder, "s.obj")
            model = os.path.join(folder, "o.anh")
            with open(model, "wb") as file:
                file.write(self.OSCILLATORS)
            arguments = ("surface", model, "--plot", picture, "-o", mesh, "--columns", "x, x', y + k*y'")
            r = self.succeeds("anholon.surface/1", *arguments)
            with open(picture, encoding="utf-8") as file:
                first = file.read()
                self.assertIn("<svg", first)
            with open(mesh, encoding="utf-8") as file:
                lines = file.read().splitlines()
            self.succeeds("anholon.surface/1", *arguments)
            with open(picture, encoding="utf-8") as file:
                self.assertEqual(file.read(), first)
        self.assertEqual([(c["genus"], c["euler_characteristic"], c["is_orientable"]) for c in r["components"]], [(1, 0, True)])
        self.assertTrue(r["is_decided"])
        self.assertEqual([v["name"] for v in r["variables"]], ["x'", "y'", "x", "y"])
        points = [list(map(float, line.split()[1:])) for line in lines if line.startswith("v ")]
        self.assertLess(max(abs(p[0]**2 + p[1]**2 - 1) for p in points), 1e-7)
        faces = [[int(i) for i in line.split()[1:]] for line in lines if line.startswith("f ")]
        self.assertEqual(max(max(f) for f in faces), len(points))
        edges = {frozenset((a, b)) for f in faces for a, b in zip(f, f[1:] + f[:1])}
        self.assertEqual(len(points) - len(edges) + len(faces), 0)

    def test_text_fits(self):
        exit, out, err = run("surface", "chaplygin-sleigh", "--starts", "4")
        self.assertEqual(exit, 0, err)
        self.assertLessEqual(max(map(len, out.splitlines())), 80)
        self.assertIn("a torus", out)
        self.assertEqual(out, run("surface", "chaplygin-sleigh", "--starts", "4")[1])

    def test_surface_refuses(self):
        self.fails("surface-dimension", 1, "surface", "free-top")
        self.fails("surface-levels", 1, "surface", "-", stdin=b"model N { coord x; kinetic x'^2/2 }")
        self.fails("level-not-integral", 2, "surface", "-", "--level", "x", stdin=self.OSCILLATORS)
        self.fails("level-dependent", 1, "surface", "-", "--level", "energy", "--level", "2*energy", stdin=self.OSCILLATORS)
        self.fails("level-empty", 4, "surface", "-", "--level", "energy=-1", "--level", "x'^2 + x^2", stdin=self.OSCILLATORS)
        self.fails("surface-columns", 2, "surface", "-", "--columns", "x, y", stdin=self.OSCILLATORS)
        self.fails("box-bad", 2, "surface", "-", "--box", "z=1..2", stdin=self.OSCILLATORS)
        self.fails("box-bad", 2, "surface", "-", "--box", "x=2..1", stdin=self.OSCILLATORS)
        self.fails("file-format", 2, "surface", "-", "-o", "surface.stl", stdin=self.OSCILLATORS)
        self.fails("file-format", 2, "surface", "-", "--plot", "surface.gif", stdin=self.OSCILLATORS)
        self.fails("velocity-count", 2, "surface", "-", "--velocities", "x'", stdin=self.OSCILLATORS)
        self.fails("velocities-degenerate", 1, "surface", "-", "--velocities", "u=x*x', y'", stdin=self.OSCILLATORS)
        self.fails("surface-keep", 1, "surface", "-", "--keep", "x", stdin=self.OSCILLATORS)
        self.fails("surface-time", 1, "surface", "-", stdin=b"""model T { coord x, y; kinetic (x'^2 + y'^2)/2; potential -x*t
            expect integral y'; expect integral x' - t^2/2 }""")


if __name__ == "__main__":
    if len(sys.argv) > 1 and not sys.argv[1].startswith("-"):
        BINARY = sys.argv.pop(1)
    if not BINARY:
        sys.exit("usage: cli.test.py PATH-TO-ANHOLON")
    unittest.main()
