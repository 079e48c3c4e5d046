"""The systems of a certificate as models, from docs/certificates.md."""

from fractions import Fraction

from terms import PI, ZERO, call, choose, num, power, substitute, var


def terms_of(nodes):
    made = []
    for node in nodes:
        kind, *rest = node
        if kind == "num":
            made.append(num(Fraction(rest[0])))
        elif kind == "var":
            made.append(var(rest[0]))
        elif kind == "pi":
            made.append(PI)
        elif kind == "^":
            made.append(power(made[rest[0]], rest[1]))
        elif kind == "root":
            made.append(power(made[rest[0]], Fraction(1, rest[1])))
        elif kind == "if":
            g, a, b = (made[k] for k in rest)
            made.append(choose(("<", ZERO, g), a, b))
        else:
            args = [made[k] for k in rest]
            if kind == "+":
                made.append(sum(args[1:], args[0]))
            elif kind == "*":
                value = args[0]
                for a in args[1:]:
                    value = value * a
                made.append(value)
            elif kind == "-":
                made.append(args[0] - args[1])
            elif kind == "neg":
                made.append(-args[0])
            elif kind == "/":
                made.append(args[0] / args[1])
            else:
                made.append(call(kind, *args))
    return made


class Certified:
    """A system with the attributes of model.Model that law.Law reads."""

    def __init__(self, certificate, system):
        nodes = terms_of(certificate["nodes"])
        prefix = system.get("time", "t")[:-1]       # of the names of a second system

        def plain(name):
            return name[len(prefix):]
        nodes = [substitute(node, {name: var(plain(name)) for name in node.names if name.startswith(prefix)})
                 if prefix else node for node in nodes]
        system = {**system, **{key: [plain(name) for name in system.get(key, [])]
                               for key in ("parameters", "coordinates", "velocities", "multipliers")}}
        self.name, self.text = system["name"], system["text"]
        # a constraint that cannot be solved is stated at every level F = level_NAME: that of the text is 0
        constraints = system.get("constraints", [])
        levels = {"level_" + c["name"]: ZERO for c in constraints if c["kind"] == "position"}
        nodes = [substitute(node, levels) if node.names & set(levels) else node for node in nodes]
        self.parameters = {name: None for name in system["parameters"] if name not in levels}
        self.coordinates, self.velocities = system["coordinates"], system["velocities"]
        self.L = nodes[system["lagrangian"]]
        self.Q = {v: nodes[k] for v, k in zip(self.velocities, system.get("forces", []))}
        self.law = system["law"]
        self.geometric, self.nonintegrable, self.directions, self.momenta = [], [], [], []
        for c in constraints:
            kind = self.geometric if c["kind"] == "position" else self.nonintegrable
            kind.append((plain(c["name"]), nodes[c["value"]]))
            if c["kind"] == "velocity" and "direction" in c:
                self.directions.append([nodes[k] for k in c["direction"]])
            if c["kind"] == "velocity" and "momentum" in c:
                self.momenta.append(nodes[c["momentum"]])
        self.brackets = {}
        for m, r, s, k in system.get("brackets", []):
            self.brackets.setdefault((r, s), {})[m] = nodes[k]
        if self.brackets:
            self.brackets.setdefault((0, 0), {})
        self.derived, self.inputs, self.states, self.state_rates, self.friction = set(), {}, {}, {}, []
        self.guesses, self.hints, self.opposite = {}, set(), []
