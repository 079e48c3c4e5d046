"""The systems of a certificate as models, from docs/certificates.md."""

from fractions import Fraction

from language import NotRead
from terms import PI, ZERO, call, choose, num, power, var


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
        if system.get("time", "t") != "t":
            raise NotRead("time is called %s" % system["time"])
        self.name, self.text = system["name"], system["text"]
        self.parameters = {name: None for name in system["parameters"]}
        self.coordinates, self.velocities = system["coordinates"], system["velocities"]
        self.L = nodes[system["lagrangian"]]
        self.Q = {v: nodes[k] for v, k in zip(self.velocities, system.get("forces", []))}
        self.law = system["law"]
        self.geometric, self.nonintegrable, self.directions, self.momenta = [], [], [], []
        for c in system.get("constraints", []):
            value = nodes[c["value"]]
            (self.geometric if c["kind"] == "position" else self.nonintegrable).append((c["name"], value))
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
        self.guesses, self.multiplier_names = {}, system.get("multipliers", [])
