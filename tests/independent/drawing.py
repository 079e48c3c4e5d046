"""Random parameters and initial states, and the state that the program starts from."""

import random
from fractions import Fraction

import numpy

from law import Law
from program import Refused, simulated
from terms import compiled, substitute


class Start:
    """A model at parameters and a state; the state is that of the program's first row."""

    def __init__(self, name, file, model, law, p, i, rows, x, left_out):
        self.name, self.file, self.model, self.law = name, file, model, law
        self.p, self.i, self.rows, self.x, self.left_out = p, i, rows, x, left_out
        self.values = self.moved = None


def own(model):
    """Coordinates and velocities that the program knows by the same names."""
    if not model.coordinates:
        return [], list(model.velocities)
    names = [x for x in model.coordinates if x not in model.auxiliary]
    return names, [x + "'" for x in names]


def multiplier_columns(model):
    """The program's names of all multipliers of a model without bodies, geometric constraints first."""
    names = [name for name, _ in model.geometric + model.nonintegrable]
    return ["lambda"] if len(names) == 1 else ["lambda_" + name for name in names]


def nominal(model, name):
    """The declared value, in the declared unit."""
    value = compiled([model.parameters[name]], [])()[0]
    unit = compiled([model.units[name]], [])()[0] if name in model.units else 1.0
    return value / unit, unit


def drawn_parameters(model, rng, spread=0.15):
    """[(name, text)] near the declared values and within the declared ranges."""
    found = []
    for name in model.parameters:
        if name in model.derived:
            continue
        value, unit = nominal(model, name)
        low, high = -1e300, 1e300
        if name in model.ranges:
            low, high = (compiled([substitute(end, model.parameters)], [])()[0] / unit
                         for end in model.ranges[name])
        new = value * (1 + spread * rng.uniform(-1, 1))
        new = float("%.4g" % min(max(new, low), high))
        if not low <= new <= high:
            new = float("%.17g" % value)
        found.append((name, repr(new)))
    return found


def parameter_values(model, law, p):
    """Floats in the order of law.parameters."""
    given = dict(p)
    values = []
    for name in law.parameters:
        if name in model.inputs:
            values.append(compiled([model.inputs[name]], [])()[0])
        elif name in given:
            unit = compiled([model.units[name]], [])()[0] if name in model.units else 1.0
            values.append(float(Fraction(given[name])) * unit)
        else:
            value, unit = nominal(model, name)
            values.append(value * unit)
    return values


def start(name, file, model, seed, spread=0.2, tries=6, law=None, until=1e-3):
    """A random state. What the program refuses is drawn again, nearer to the declared values."""
    law = law or Law(model)
    coordinates, velocities = own(model)
    multipliers = multiplier_columns(model) if law.multipliers else []
    accelerations = [v + "'" for v in velocities]
    columns = ["t", *coordinates, *velocities, *multipliers, *model.states, *accelerations,
               *sorted(model.hints)]
    reason = None
    for k in range(tries):
        rng = random.Random("%s %d %d" % (name, seed, k))
        size = spread * (0.4 ** k if k < tries - 1 else 0)
        p = drawn_parameters(model, rng, 0.15 if k < tries - 2 else 0)
        try:
            before, report = simulated(file, until, columns, p)
            if not before["t"]:
                raise AssertionError("there is no motion: %s" % report["result"]["reason"])
            i = []
            for x in coordinates:
                value = before[x][0]
                i.append((x, "%.6g" % (value + size * rng.uniform(-1, 1) * min(1, abs(value) + 0.5))))
            for v in velocities:
                value = before[v][0]
                i.append((v, "%.6g" % (value + size * rng.uniform(-1, 1) * (abs(value) + 0.5))))
            for v in multipliers:
                i.append((v, "%.4g" % rng.uniform(-1, 1)))
            if size == 0:
                i = []
            rows, report = simulated(file, until, columns, p, i)
            if not rows["t"]:
                raise AssertionError("there is no motion: %s" % report["result"]["reason"])
            known = {key: values[0] for key, values in rows.items()}
            for mine, its in zip(law.multipliers, multipliers):
                known[mine] = known[its]
            values = parameter_values(model, law, p)
            x = law.complete(0.0, known, values)
            wrong = law.wrong_sides(0.0, x, values)
            if wrong:
                raise AssertionError("touches on the wrong side: %s" % ", ".join(wrong))
            left_out = law.choose(0.0, x, values)
            law.solve(0.0, x, values)
            smallest = law.singular_values[-1] / law.singular_values[0]
            if smallest < 1e-7:
                raise Refused("the equations are nearly singular")
            found = Start(name, file, model, law, p, i, rows, x, left_out)
            found.values, found.attempt, found.condition = values, k, 1 / smallest
            return found
        except (Refused, ArithmeticError, ValueError, numpy.linalg.LinAlgError) as error:
            reason = error
    raise reason

