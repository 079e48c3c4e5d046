"""Puts deliberate faults into a copy of the tree, one at a time, and shows which independent check catches each.

    ./check --sabotage [--only NAME ...] [--list] [--keep-going]

The copy is build/sabotage, made from the files that git knows and configured like the release preset, with the
compiler's cache. For each fault the program is built again, one quick check that shares no code with the faulty part
is run, and the file is restored. Each check passes on the unchanged tree first. A fault is caught if its check
reports a wrong result; a check that breaks off for another reason does not count.

Exit codes: 0 all faults are caught; 1 one is NOT CAUGHT; 2 the table does not fit the tree, or nothing can be built.
  --only NAME    only faults whose names contain this; repeatable
  --list         list the faults and stop
  --keep-going   do not stop at the first fault that is not caught
The whole table takes about ten minutes on two cores.
"""

import argparse
import os
import re
import subprocess
import sys
import time
from dataclasses import dataclass

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
COPY = os.path.join(ROOT, "build", "sabotage")
BUILD = os.path.join(COPY, "build", "release")
BINARY = os.path.join(BUILD, "anholon")
TARGETS = ["anholon", "anholon_code_llvm"]
# Debian's interpreter has NumPy and mpmath.
PYTHON = "/usr/bin/python3" if os.path.exists("/usr/bin/python3") else sys.executable


@dataclass(frozen=True)
class Check:
    """A test script, its arguments behind the program's path, and ANHOLON_ONLY."""
    script: str
    arguments: tuple = ()
    only: str = ""

    def __str__(self):
        words = [os.path.basename(self.script).removesuffix(".py").removesuffix(".test"), *self.arguments]
        return " ".join(words) + (" of " + self.only if self.only else "")


def independent(part, only, *arguments):
    return Check("tests/independent/independent.test.py", (part, *arguments), only)


def gallery(systems):
    """Accelerations, reactions and short motions beside the reference's."""
    return independent("Gallery", systems)


def form(which):
    """A motion by FORM of SYSTEM, written FORM/SYSTEM."""
    return independent("Forms", which)


def stability(test, only):
    return Check("tests/independent/stability.test.py", (test,), only)


# The checker of certificates judges what the prover has decided; or what it decides is compared with truths known by hand.
CHECKER = Check("tests/independent/claims.test.py", ("Claims.test_certificates",))
BY_HAND = Check("tests/independent/claims.test.py", ("Claims.test_verdicts",))


@dataclass(frozen=True)
class Fault:
    name: str
    file: str
    before: str
    after: str
    check: Check
    more: tuple = ()        # further (file, before, after), where several parts guard the same thing

    def edits(self):
        return [(self.file, self.before, self.after), *self.more]


FAULTS = [
    # --- the prover
    Fault("one root of two is tried", "src/proof/field_numbers.cpp",
          "const Residue chosen = choices_.decide() ? field_.negate(root) : root;", "const Residue chosen = root;", CHECKER),
    Fault("a sign is read from the residue", "src/proof/field_numbers.cpp",
          "const bool positive = !choices_.decide();", "const bool positive = !is_flipped(v.residue);", CHECKER),
    Fault("a root is chosen anew in a second evaluation", "src/proof/field_numbers.cpp",
          "    roots_[key(a.residue)] = chosen;\n", "", BY_HAND),
    Fault("opaque functions forget their second argument", "src/proof/field_numbers.cpp",
          "random(mix(tag ^ key(a.residue), key(second)))", "random(mix(tag ^ key(a.residue), 0))", CHECKER),
    Fault("the law's rate of p has the wrong sign", "src/proof/law.hpp",
          "row.back() = minus(right, along[s]);", "row.back() = n.add(right, along[s]);", CHECKER),
    Fault("the law's rows df/dt = 0 are without their right sides", "src/proof/law.hpp",
          "row.back() = n.negate(along[size + k]);", "row.back() = n.from(0);", CHECKER),
    Fault("claims hold without a real state", "src/proof/judge.cpp",
          "        out.is_empty = true;\n", "        out.outcome = Outcome::holds;\n        claim.sample = c.system().sample;\n        return out;\n", CHECKER),
    Fault("rare branches do not count in the bound", "src/proof/judge.cpp",
          "log2_error = std::max(log2_error, missed) + 1;", "log2_error = std::min(log2_error, missed) + 1;", CHECKER),
    Fault("jumps do not matter", "src/proof/continuity.cpp",
          "throw Discontinuous(\"it may jump where \" + text(p_, argument) + otherwise);", "return;", CHECKER),
    Fault("a recipe takes one of two components", "src/mechanics/claims/recipe.cpp",
          "            return count == 1;\n", "            return count >= 1;\n", BY_HAND),
    Fault("claims for any parameters are judged at the declared ones", "src/mechanics/claims/model_claims.cpp",
          "law == Of::own_law_as_declared ? Options::Values::as_declared : Options::Values::any",
          "Options::Values::as_declared", BY_HAND),

    # --- forms and frames
    Fault("Hamel: brackets with the wrong sign", "src/mechanics/forms/hamel.cpp",
          "Dt(y[k]) - along - transport - X.force(k)", "Dt(y[k]) - along + transport - X.force(k)", form("hamel/chaplygin-sleigh")),
    Fault("Kane: gyroscopic torque with the wrong sign", "src/mechanics/forms/kane.cpp",
          "+ cross(Omega, momentum);", "- cross(Omega, momentum);", gallery("rattleback")),
    Fault("Appell: a factor 1.000001", "src/mechanics/forms/appell.cpp",
          "S += a[i] * b[i];", "S += a[i] * b[i] * Rational(1000001, 1000000);", form("appell/chaplygin-sleigh")),
    Fault("Voronets: a term with the wrong sign", "src/mechanics/forms/voronets.cpp",
          "braces -= on.b(beta, r)", "braces += on.b(beta, r)", form("voronets/trailer-2")),
    Fault("Maggi: forces by a factor 1.000001", "src/mechanics/forms/maggi.cpp",
          "projected(s, s.lagrange(s.L) - s.Q)", "projected(s, s.lagrange(s.L) - s.c.number(Rational(1000001, 1000000)) * s.Q)",
          gallery("bottema-vibrations")),
    Fault("structure coefficients with the wrong sign", "src/calculus/frame.cpp",
          "d(form(m))(fields_[s], fields_[r])", "d(form(m))(fields_[r], fields_[s])", form("hamel/rolling-disc")),
    Fault("kernel of the constraints with the wrong sign", "src/expr/linear.cpp",
          "v[pivots[row]] = -elimination.matrix()(row, free);", "v[pivots[row]] = elimination.matrix()(row, free);",
          form("maggi/appell-hamel")),
    Fault("Chetaev's reactions in a wrong direction", "src/mechanics/forms/lagrange_multipliers.cpp",
          "reaction += lambda[k] * df(k, i);", "reaction += lambda[k] * df(k, i) * Rational(1000 + static_cast<long>(i), 1000);",
          form("lagrange-multipliers/chaplygin-sleigh")),
    Fault("vakonomic: a term with the wrong sign", "src/mechanics/forms/axioms.cpp",
          "force[i] += lambda[k] * bracket[i] + dot(lambda[k]) * df[i];", "force[i] += lambda[k] * bracket[i] - dot(lambda[k]) * df[i];",
          gallery("vakonomic-skate")),

    # --- lowering of bodies and contacts
    Fault("a disc's moment of inertia", "src/model/bodies/inertia.cpp",
          "const Expr across = square(s[0]) / Rational(4);", "const Expr across = square(s[0]) / Rational(5);",
          independent("Bodies", "disc")),
    Fault("parallel axes: products with the wrong sign", "src/model/bodies/inertia.cpp",
          "out.products = I.products + mass *", "out.products = I.products - mass *", independent("Bodies", "shifted")),
    Fault("rolling: the lever turns with the wrong sign", "src/model/contact/contacts.cpp",
          "cross(body.Omega, at->lever) - motion.velocity_at(place);", "cross(at->lever, body.Omega) - motion.velocity_at(place);",
          gallery("ball-inside-cylinder")),
    Fault("a lever arm of a contact by a factor 1.000001", "src/model/contact/touch.cpp",
          "out_.lever = -radius() * N;", "out_.lever = -(radius() * Rational(1000001, 1000000)) * N;", gallery("ball-on-turntable")),
    Fault("a hitch on the wrong side", "src/model/vehicles/vehicles.cpp",
          "for (Expr& h : hook) h = -h;", "", gallery("off-hooked-trailers")),
    Fault("a pair of wheels: the track with the wrong sign", "src/model/vehicles/axles.cpp",
          "speed = forward_ + l * omega_;", "speed = forward_ - l * omega_;", gallery("cart-two-wheel-pairs")),
    Fault("a spring by a factor 1.000001", "src/model/bodies/loads.cpp",
          "more = half * k * pow(sqrt(dot(d, d)) - length, Rational(2));",
          "more = half * k * pow(sqrt(dot(d, d)) - length, Rational(2)) * Rational(1000001, 1000000);", independent("Bodies", "spring")),
    Fault("a quaternion turns with the wrong sign", "src/model/space/quaternion_rates.cpp",
          "cross(w, vector) : cross(vector, w);", "cross(vector, w) : cross(w, vector);", gallery("rattleback,heavy-top-quaternion,ball-on-turntable")),
    Fault("dry friction drives", "src/mechanics/forms/dry_friction.cpp",
          "f.rows[i].force + most * along[i];", "f.rows[i].force - most * along[i];", gallery("bowling-ball")),
    Fault("a hinge turns with the wrong sign", "src/model/bodies/pose.cpp",
          "stays ? body.axes.omega + rate * axis : turned.omega;", "stays ? body.axes.omega - rate * axis : turned.omega;",
          gallery("suslov-wagner,whipple-bicycle")),

    # --- stability and facts
    Fault("tied variables with the wrong sign in the linear equations", "src/study/standstill/steady_part.cpp",
          "(i == j ? 1.0 : 0.0) : -D[pivot[i] * n + j]", "(i == j ? 1.0 : 0.0) : D[pivot[i] * n + j]",
          stability("Linear", "heavy-top-quaternion,spherical-pendulum,circle")),
    Fault("eigenvalues below a tenth of the largest are zero", "src/integrate/spectrum.cpp",
          "constexpr double relative_zero = 1e-9;", "constexpr double relative_zero = 1e-1;", stability("Linear", "soft-spring")),
    Fault("growth is decay", "src/study/standstill/stability.cpp",
          "[&](const auto& mu) { return mu.real() < -zero; }));", "[&](const auto& mu) { return mu.real() > zero; }));",
          stability("Linear", "damped,partly-damped,nearly-flutter")),
    Fault("Lagrange's theorem where other forces act", "src/study/standstill/stability.cpp",
          "!std::ranges::all_of(system.Q, vanishes))", "false)", stability("Linear", "cubic-growth")),
    Fault("the measure's divergence: brackets with the wrong sign", "src/structure/measure/measure.cpp",
          "w += X.c(k, r, k);", "w -= X.c(k, r, k);", stability("Facts", "curved-frame,constrained-frame")),
    Fault("the measure's density: a determinant to the wrong power", "src/structure/measure/measure.cpp",
          "density.in_velocities.multiply(base, s.c.number(exponent));", "density.in_velocities.multiply(base, s.c.number(-exponent));",
          stability("Facts", "curved-frame,constrained-frame")),
    Fault("the frame's divergence misses a coordinate", "src/structure/measure/measure.cpp",
          "for (std::size_t i = 0; i < s.q.size(); ++i) sum += derivative(X[i], s.q[i]);",
          "for (std::size_t i = 1; i < s.q.size(); ++i) sum += derivative(X[i], s.q[i]);", stability("Facts", "curved-frame,constrained-frame")),
    Fault("an integral is accepted without its rate, by all three that ask for it", "src/structure/integrals/integrals.cpp",
          "return ResidueRows{basis_.rates(F, row)};", "return ResidueRows{ResidueRow(basis_.rates(F, row).size())};",
          stability("Facts", "two-rates,nonholonomic-particle"), (
              ("src/structure/integrals/integrals.cpp", "        if (proof.answer == Answer::yes)\n            result_.list.push_back(",
               "        result_.list.push_back("),
              ("src/request/facts.cpp", "if (judged.outcome == (claim.holds ? Outcome::holds : Outcome::fails)) continue;", "continue;"))),
    Fault("brackets of fields with the wrong sign", "src/structure/distribution/distribution.cpp",
          "W.push_back(first[i] - second[i]);", "W.push_back(first[i] + second[i]);",
          stability("Growth", "product,on-a-sphere")),

    # --- code and integrators
    Fault("Taylor: the recurrence of cos with the sign of cosh", "src/code/series.cpp",
          "return pair(op, Op::sin, Op::cos, x, Sign::turns);", "return pair(op, Op::sin, Op::cos, x, Sign::stays);",
          gallery("chaplygin-sleigh")),
    Fault("Taylor: a recurrence off by one", "src/code/series.cpp",
          "theta_product(d, next() + 3);", "theta_product(d, next() + 2);", independent("Methods", "functions", "Methods.test_methods")),
    Fault("Taylor: a quotient's inner sum with the wrong sign", "src/code/recurrence.hpp",
          "m.multiply(minus, m.inner(s.sum)));", "m.multiply(m.pivot(i), m.inner(s.sum)));",
          independent("Methods", "functions", "Methods.test_methods")),
    Fault("Dormand and Prince: a weight wrong in its seventh digit", "src/integrate/runge_kutta/coefficients.hpp",
          "{5.42937341165687622380535766363e-2,", "{5.42937441165687622380535766363e-2,", independent("Methods", "suslov", "Methods.test_methods")),
    Fault("order 8: errors count a hundredth", "src/integrate/runge_kutta/stages.cpp",
          "roots[lane] = std::sqrt(std::sqrt(std::sqrt(error)));", "roots[lane] = 0.1 * std::sqrt(std::sqrt(std::sqrt(error)));",
          independent("Methods", "functions", "Methods.test_methods")),
    Fault("the projection onto the constraints moves nothing", "src/motion/projection.cpp",
          "            moving[i] -= change;\n", "", independent("Methods", "spherical-pendulum", "Methods.test_constraints_in_all_rows")),
    Fault("an event is located too late", "src/integrate/taylor/taylor.cpp",
          "found.push_back({e, root, now});", "found.push_back({e, std::min(1.0, root + 1e-6), now});",
          independent("Methods", "chaplygin-sleigh,spherical-pendulum", "Methods.test_events")),
    Fault("tan is compiled as tanh", "src/code/llvm/functions.cpp",
          "case Op::tan: return ANHOLON_FUNCTION(Unary, tan);", "case Op::tan: return ANHOLON_FUNCTION(Unary, tanh);",
          independent("Methods", "functions", "Methods.test_methods")),
]


class Unfit(Exception):
    """The table does not fit the tree, or the tree cannot be built."""


def run(command, **keys):
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", errors="replace", **keys)


def copy_tree():
    """Files that git knows, as they stand in the working tree; what has not changed keeps its time."""
    listed = run(["git", "ls-files", "-z"], cwd=ROOT).stdout.split("\0")
    names = {name for name in listed if name and os.path.isfile(os.path.join(ROOT, name))}
    for name in sorted(names):
        source, target = os.path.join(ROOT, name), os.path.join(COPY, name)
        with open(source, "rb") as file:
            content = file.read()
        if os.path.exists(target):
            with open(target, "rb") as file:
                if file.read() == content:
                    continue
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(target, "wb") as file:
            file.write(content)
        os.chmod(target, os.stat(source).st_mode)
    for folder, folders, files in os.walk(COPY):
        if folder == COPY:
            folders[:] = [name for name in folders if name != "build"]
        for name in files:
            path = os.path.join(folder, name)
            if os.path.relpath(path, COPY) not in names:
                os.remove(path)


def build():
    """The error of the build, or None."""
    if not os.path.exists(os.path.join(BUILD, "build.ninja")):
        done = run(["cmake", "--preset", "release"], cwd=COPY)
        if done.returncode:
            raise Unfit("configuring failed:\n" + done.stdout + done.stderr)
    done = run(["ninja", "-C", BUILD, "-j", os.environ.get("ANHOLON_JOBS", str(os.cpu_count())), *TARGETS])
    return (done.stdout + done.stderr)[-3000:] if done.returncode else None


def outcome(check):
    """(whether it passes, the first wrong result that it reports or None, its output)."""
    environment = {**os.environ, "ANHOLON_ONLY": check.only, "OPENBLAS_NUM_THREADS": "1"}
    environment.pop("ANHOLON_LONG", None)
    try:
        done = run([PYTHON, check.script, BINARY, *check.arguments], cwd=COPY, env=environment, timeout=900)
    except subprocess.TimeoutExpired:
        return False, None, "no end after 900 s"
    output = done.stdout + done.stderr
    wrong = re.search(r"(?m)^FAIL: .*\n-+\n(?:.*\n)*?AssertionError: (.*)", output)
    return done.returncode == 0, wrong.group(1) if done.returncode and wrong else None, output


class Edited:
    """The copy with a fault in it."""

    def __init__(self, fault):
        self.fault, self.contents = fault, {}

    def __enter__(self):
        for name, before, after in self.fault.edits():
            path = os.path.join(COPY, name)
            with open(path, encoding="utf-8") as file:
                content = file.read()
            self.contents.setdefault(path, content)
            self.write(path, content.replace(before, after))

    def __exit__(self, *error):
        for path, content in self.contents.items():
            self.write(path, content)

    @staticmethod
    def write(path, content):
        with open(path, "w", encoding="utf-8") as file:
            file.write(content)


def demand_fit(faults):
    for fault in faults:
        for name, before, _ in fault.edits():
            path = os.path.join(ROOT, name)
            count = 0
            if os.path.exists(path):
                with open(path, encoding="utf-8") as file:
                    count = file.read().count(before)
            if count != 1:
                raise Unfit("'%s': the text to replace stands %d times in %s, not once:\n%s" % (fault.name, count, name, before))


def shortened(text, length):
    return text if len(text) <= length else text[:length - 1] + "…"


def caught(fault):
    """What caught it, or None; and why not."""
    with Edited(fault):
        error = build()
        if error:
            raise Unfit("'%s' does not compile:\n%s" % (fault.name, error))
        passes, wrong, output = outcome(fault.check)
    if wrong:
        return wrong, None
    return None, "the check passes" if passes else "the check breaks off: " + output[-1500:]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", default=[], metavar="NAME")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--keep-going", action="store_true")
    options = parser.parse_args()
    faults = [fault for fault in FAULTS if not options.only or any(name in fault.name for name in options.only)]
    if options.list:
        for fault in faults:
            print("%-62s %s\n    %s" % (fault.name, fault.file, fault.check))
        return 0
    if not faults:
        raise Unfit("no fault has such a name")
    demand_fit(faults)
    copy_tree()
    error = build()
    if error:
        raise Unfit("the unchanged tree cannot be built:\n" + error)
    for check in dict.fromkeys(fault.check for fault in faults):
        passes, _, output = outcome(check)
        if not passes:
            raise Unfit("%s fails on the unchanged tree:\n%s" % (check, output[-3000:]))
    missed = 0
    for fault in faults:
        begun = time.monotonic()
        what, why_not = caught(fault)
        missed += what is None
        print("%-62s %s" % (fault.name, fault.file))
        print("    %s: %s (%.0f s)" % (fault.check, shortened(what, 160) if what else "NOT CAUGHT: " + why_not,
                                       time.monotonic() - begun), flush=True)
        if what is None and not options.keep_going:
            break
    build()
    print("%d faults, %d not caught" % (len(faults), missed))
    return 1 if missed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Unfit as error:
        print("sabotage: %s" % error, file=sys.stderr)
        sys.exit(2)
