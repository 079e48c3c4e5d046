"""What a model says: Lagrangian, forces, constraints, law; read a second time from its text.

Everything is a term in the names of the coordinates, their velocities `x'`, parameters and t. Statements on
bodies and vehicles are translated in rigid.py.
"""

from itertools import combinations

from language import NotRead, Reader, Scope, split
from terms import ONE, ZERO, derivative, term, var

IGNORED = {"cite", "latex", "expect", "experiment", "picture", "guess", "init"}
STRUCTURE = {"body", "ground", "support", "gravity", "contact", "joint", "frame", "hitch", "axle"}
LAWS = {"nonholonomic", "vakonomic", "viscous", "added-mass", "free"}


class Model:
    def __init__(self, text):
        self.text = text
        self.scope = Scope()
        self.parameters = {}            # name: value as a term in the parameters before it
        self.derived = set()
        self.ranges = {}                # name: (low, high) as terms
        self.units = {}                 # name: the factor of its declared unit
        self.inputs, self.states = {}, {}
        self.coordinates = []           # those of the program, then auxiliary ones
        self.auxiliary = []             # contact parameters that the program may not have
        self.velocities = []
        self.brackets = {}              # (r, s): {m: c^m_rs}
        self.L, self.Q = ZERO, {}
        self.geometric, self.nonintegrable = [], []         # (name, term)
        self.directions, self.momenta = [], []
        self.friction = []              # (constraint whose multiplier is N, mu, slip, width or None)
        self.law = "nonholonomic"
        self.dissipation = ZERO
        self.state_rates = {}
        self.guesses = {}               # auxiliary coordinate: term near its value
        self.hints = set()              # columns of the program that guesses contain
        self.opposite = []              # (contact, product of the two normals, which is negative)
        self.broken = {}                # abbreviations that could not be read, and why
        self.has_bodies = False
        self.number_of_constraints = 0
        self.name, self.statements = split(text)
        self.read()

    # --- declarations

    def variable(self, name, rate=None):
        self.scope.variables[name] = rate

    def coordinate(self, name, auxiliary=False):
        if name in self.scope.definitions or name in self.coordinates:
            return
        self.coordinates.append(name)
        self.velocities.append(name + "'")
        if auxiliary:
            self.auxiliary.append(name)
        self.variable(name, var(name + "'"))
        self.variable(name + "'", var(name + "''"))
        self.variable(name + "''", None)

    def define(self, name, value):
        if name not in self.scope.variables:
            self.scope.definitions.setdefault(name, value)

    def force(self, velocity, value):
        self.Q[velocity] = self.Q.get(velocity, ZERO) + value

    def power(self, value, velocity_of_it):
        """A force along something whose velocity is a term linear in the velocities."""
        for name in self.velocities:
            self.force(name, value * derivative(velocity_of_it, name))

    def constraint(self, name, value):
        if value.names & set(self.velocities):
            self.nonintegrable.append((name, value))
        else:
            self.geometric.append((name, value))

    # --- statements

    def read(self):
        from rigid import Structure
        first = {word: getattr(self, "read_" + word)
                 for word in ("param", "input", "state", "coord", "algebra")}
        later = []
        for words in self.statements:
            reader = Reader(words, self.scope)
            kind, word = reader.peek()
            if kind == "string" or word in IGNORED:
                continue
            if word in first:
                reader.take()
                first[word](reader)
            else:
                later.append((word, words))
        if self.brackets is not None and self.coordinates == [] and self.velocities:
            for word, words in later:       # names of the velocities
                if word == "velocities":
                    self.name_velocities(Reader(words, self.scope))
        structure = self.structure = Structure(self)
        for word, words in later:
            if word in STRUCTURE:
                structure.note(words)
        structure.build()
        if structure.bodies:
            self.has_bodies = True
        for word, words in later:
            if word in STRUCTURE or word == "velocities":
                continue
            reader = Reader(words, self.scope)
            reader.take()
            method = getattr(self, "read_" + word, None)
            if method:
                method(reader)
            elif word in ("spring", "damper", "motor"):
                structure.load(word, reader)
            elif reader.peek()[1] == "'":
                self.read_state_rate(word, reader)
            else:
                raise NotRead("statement %s" % word)
            if not reader.ends() and word not in ("motor",):
                raise NotRead("%r at the end of %s" % (reader.peek()[1], word))
        structure.finish()
        if self.dissipation is not ZERO:
            for name in self.velocities:
                self.force(name, -derivative(self.dissipation, name))
        if self.law in ("viscous", "added-mass"):
            squares = ZERO
            for _, f in self.nonintegrable:
                squares = squares + self.strength / 2 * f * f
            if self.law == "added-mass":
                self.L = self.L + squares
            else:
                for name in self.velocities:
                    self.force(name, -derivative(squares, name))
        if self.law in ("viscous", "added-mass", "free"):
            self.nonintegrable = []

    def read_param(self, reader):
        def one():
            name = reader.name()
            reader.expect("=")
            value, factor = reader.value()
            self.parameters[name] = value
            if factor is not None:
                self.units[name] = factor
            if value.names:
                self.derived.add(name)
                self.scope.definitions[name] = value
            else:
                self.variable(name)
            if reader.accept("in"):
                low, _ = reader.value()
                reader.expect("..")
                high, unit = reader.value()
                if unit is not None and low.op == "num" and low is not ZERO:
                    low = low * unit
                elif unit is None and factor is not None and low.op == "num":
                    low, high = low * factor, high * factor
                self.ranges[name] = (low, high)
            if reader.peek()[0] == "string":
                reader.take()
        reader.list_of(one)

    def read_input(self, reader):
        def one():
            name = reader.name()
            unit = reader.unit()
            value = ZERO
            if reader.accept("="):
                value, _ = reader.value()
                if unit is not None:
                    value = value * unit
            self.inputs[name] = value
            self.variable(name)
            if reader.accept("in"):
                reader.value()
                reader.expect("..")
                reader.value()
            if reader.peek()[0] == "string":
                reader.take()
        reader.list_of(one)

    def read_state(self, reader):
        def one():
            name = reader.name()
            reader.unit()
            value = ZERO
            if reader.accept("="):
                value, _ = reader.value()
            self.states[name] = value
            self.variable(name, var(name + "'"))
            if reader.peek()[0] == "string":
                reader.take()
        reader.list_of(one)

    def read_state_rate(self, name, reader):
        reader.expect("'")
        reader.expect("=")
        self.state_rates[name] = reader.expression()

    def read_coord(self, reader):
        def one():
            self.coordinate(reader.name())
            reader.unit()
            if reader.accept("mod"):
                reader.expression()
            if reader.peek()[0] == "string":
                reader.take()
        reader.list_of(one)

    def read_definitions(self, reader, unit_first):
        def one():
            name = reader.name()
            if unit_first:
                reader.unit()
            reader.expect("=")
            before = reader.at
            try:
                value, _ = reader.value()
                self.scope.definitions[name] = value
            except NotRead as error:
                self.broken[name] = str(error)
                reader.at = before
                depth = 0
                while not (depth == 0 and (reader.words[reader.at][1] in (",", ";", "\n", ""))):
                    word = reader.words[reader.at][1]
                    depth += {"(": 1, ")": -1, "[": 1, "]": -1}.get(word, 0)
                    reader.at += 1
                reader.depth = 0
            if reader.peek()[0] == "string":
                reader.take()
        reader.list_of(one)

    def read_let(self, reader):
        self.read_definitions(reader, False)

    def read_output(self, reader):
        self.read_definitions(reader, True)

    def read_quasi(self, reader):
        self.read_definitions(reader, False)

    def read_kinetic(self, reader):
        self.L = self.L + reader.expression()

    def read_potential(self, reader):
        self.L = self.L - reader.expression()

    read_lagrangian = read_kinetic

    def read_dissipation(self, reader):
        self.dissipation = self.dissipation + reader.expression()

    def read_force(self, reader):
        if reader.peek()[1] == "(":
            self.structure.load("force", reader)
            return
        reader.expect("on")

        def one():
            name = reader.name()
            reader.expect(":")
            value = reader.expression()
            if name in self.coordinates:
                self.force(name + "'", value)
            else:
                self.power(value, self.scope.value(name))
        reader.list_of(one)

    def read_constraint(self, reader):
        self.number_of_constraints += 1
        name = "c%d" % self.number_of_constraints
        if reader.peek()[1] == "(" and self.brackets:
            start = reader.at
            rows = reader.vector()
            if reader.ends():
                self.constraint(name, sum((a * var(w) for a, w in zip(rows[0], self.velocities)), ZERO))
                return
            reader.at = start
        if reader.peek()[0] == "name" and reader.peek(1)[1] == ":":
            name = reader.name()
            reader.expect(":")
        left = reader.expression()
        reader.expect("=")
        self.constraint(name, left - reader.expression())

    def read_inertia(self, reader):
        rows = reader.vector()
        n = len(self.velocities)
        w = [var(name) for name in self.velocities]
        T = sum((I * a * a / 2 for I, a in zip(rows[0], w)), ZERO)
        if len(rows) > 1:
            for (i, j), I in zip(combinations(range(n), 2), rows[1]):
                T = T + I * w[i] * w[j]
        self.L = self.L + T

    def read_torque(self, reader):
        if not self.brackets:
            self.structure.load("torque", reader)
            return
        for name, value in zip(self.velocities, reader.vector()[0]):
            self.force(name, value)

    def read_motion(self, reader):
        law = reader.name()
        while reader.accept("-"):
            law += "-" + reader.name()
        if law == "servo":
            kind = reader.name()
            self.law = "servo-" + kind
            while True:
                if kind == "force":
                    self.directions.append(reader.vector()[0])
                else:
                    if reader.peek()[1] == "N" and reader.peek(1)[1] == "=":
                        reader.name()
                        reader.expect("=")
                    if reader.peek()[1] == "(" and self.brackets:
                        row = reader.vector()[0]
                        self.momenta.append(sum((b * var(w) for b, w in zip(row, self.velocities)), ZERO))
                    else:
                        self.momenta.append(reader.expression())
                if not reader.accept(","):
                    return
                reader.continues()
        if law not in LAWS:
            raise NotRead("law %s" % law)
        self.law = law
        if law in ("viscous", "added-mass"):
            reader.expect("N")
            reader.expect("=")
            self.strength, _ = reader.value()

    def read_friction(self, reader):
        mu = reader.expression()
        reader.expect("on")
        name = reader.name()
        reader.expect(":")
        slip = []
        reader.list_of(lambda: slip.append(reader.expression()))
        eps = reader.expression() if reader.accept("regularised") else None
        self.friction.append((name, mu, slip, eps))

    # --- Lie algebras

    def read_algebra(self, reader):
        parts = [self.one_algebra(reader)]
        while reader.accept("*"):
            parts.append(self.one_algebra(reader))
        size = 0
        for n, brackets in parts:
            for (r, s), row in brackets.items():
                self.brackets[r + size, s + size] = {m + size: c for m, c in row.items()}
            size += n
        self.velocities = ["w%d" % (k + 1) for k in range(size)]
        self.brackets.setdefault((0, 0), {})
        for name in self.velocities:
            self.variable(name, var(name + "'"))
            self.variable(name + "'", None)

    def name_velocities(self, reader):
        reader.take()
        names = []
        reader.list_of(lambda: names.append(reader.name()))
        for name in self.velocities:
            self.scope.variables.pop(name)
            self.scope.variables.pop(name + "'")
        self.velocities = names
        for name in names:
            self.variable(name, var(name + "'"))
            self.variable(name + "'", None)

    def one_algebra(self, reader):
        def antisymmetric(n, rows):
            brackets = {}
            for (r, s), row in rows.items():
                brackets[r, s] = {m: term(c) for m, c in row.items()}
                brackets[s, r] = {m: -term(c) for m, c in row.items()}
            return n, brackets
        name = reader.name()
        if name == "table":
            return antisymmetric(*self.table(reader))
        if name == "heisenberg":
            return antisymmetric(3, {(0, 1): {2: 1}})
        reader.expect("(")
        n = int(reader.take()[1])
        reader.expect(")")
        if (name, n) == ("so", 3):
            return antisymmetric(3, {(0, 1): {2: 1}, (1, 2): {0: 1}, (2, 0): {1: 1}})
        if (name, n) == ("e", 2):
            return antisymmetric(3, {(2, 0): {1: 1}, (2, 1): {0: -1}})
        if (name, n) == ("sl", 2):
            return antisymmetric(3, {(0, 1): {1: 2}, (0, 2): {2: -2}, (1, 2): {0: 1}})
        if (name, n) == ("e", 3):
            rows = {}
            for i, j, k in [(0, 1, 2), (1, 2, 0), (2, 0, 1)]:
                rows[i, j] = {k: 1}
                rows[i, j + 3] = {k + 3: 1}
                rows[j, i + 3] = {k + 3: -1}
            return antisymmetric(6, rows)
        if name == "r":
            return antisymmetric(n, {})
        if name == "so":
            pairs = list(combinations(range(n), 2))
            matrices = []
            for i, j in pairs:
                E = [[0] * n for _ in range(n)]
                E[i][j], E[j][i] = 1, -1
                matrices.append(E)
            rows = {}
            for a, b in combinations(range(len(pairs)), 2):
                A, B = matrices[a], matrices[b]
                C = [[sum(A[i][k] * B[k][j] - B[i][k] * A[k][j] for k in range(n)) for j in range(n)]
                     for i in range(n)]
                rows[a, b] = {m: C[i][j] for m, (i, j) in enumerate(pairs) if C[i][j]}
            return antisymmetric(len(pairs), rows)
        raise NotRead("algebra %s(%d)" % (name, n))

    def table(self, reader):
        reader.expect("{")
        rows, size = {}, 0
        known = set(self.scope.definitions)
        for k in range(1, 61):
            self.scope.variables.setdefault("e%d" % k, None)
        inner = []
        while True:
            reader.blank_lines()
            if reader.accept("}"):
                break
            reader.expect("[")
            r = int(reader.take()[1].lstrip("e"))
            reader.expect(",")
            s = int(reader.take()[1].lstrip("e"))
            reader.expect("]")
            reader.expect("=")
            inner.append((r - 1, s - 1, reader.expression()))
        del known
        for r, s, value in inner:
            row = {}
            for name in value.names:
                if name[0] == "e" and name[1:].isdigit():
                    row[int(name[1:]) - 1] = derivative(value, name)
            if not row and value.op == "num":
                row[int(value.value) - 1] = ONE
            rows[r, s] = row
            size = max(size, r + 1, s + 1, *(m + 1 for m in row))
        return size, rows


def values_of_parameters(model, given):
    """Floats of all parameters and inputs; `given` replaces the declared values."""
    from terms import compiled
    values = {}
    for name, value in model.parameters.items():
        if name in model.derived:
            continue
        if name in given:
            values[name] = float(given[name])
        else:
            values[name] = float(compiled([value], [])()[0])
    for name, value in model.inputs.items():
        values[name] = float(given.get(name, compiled([value], [])()[0]))
    return values

