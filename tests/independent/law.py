"""Lagrange's equations with multipliers, solved for the accelerations, and motions by extrapolation."""

import math

import numpy

from terms import ZERO, compiled, derivative, sqrt, var

COLUMNS = 8
numpy.seterr(all="ignore")      # values that are not finite are refused where they matter


class Law:
    """z = (velocities', multipliers' that are part of the state, multipliers of reactions):  W z = r."""

    def __init__(self, model, spoil=None):
        self.model = m = model
        rates = {x: var(x + "'") for x in m.coordinates} if m.coordinates else {}
        self.states = list(m.states)
        for x in self.states:
            rates[x] = m.state_rates[x]
        velocities = m.velocities
        constraints = [f for _, f in m.nonintegrable]
        L, momenta = m.L, []
        if m.law == "vakonomic":
            momenta = [-f for f in constraints]
        elif m.law == "servo-momentum":
            momenta = m.momenta
        self.multipliers = ["multiplier%d" % k for k in range(len(momenta))]
        for name, g in zip(self.multipliers, momenta):
            L = L + var(name) * g

        def rate_without_accelerations(f):
            total = derivative(f, "t")
            for x, v in rates.items():
                total = total + derivative(f, x) * v
            return total
        self.geometric = [F for _, F in m.geometric]
        hidden = [rate_without_accelerations(F) for F in self.geometric]
        directions = [[derivative(f, v) for v in velocities] for f in hidden]
        # Coulomb's friction goes with the normal reaction N, against the slip s: -mu |N| s/|s|
        self.sides = []
        for name, mu, slip, width in m.friction:
            j = [n for n, _ in m.geometric].index(name)
            side = var("side%d" % len(self.sides))
            self.sides.append(j)
            size = sqrt(sum((s * s for s in slip), ZERO if width is None else width * width))
            for a, v in enumerate(velocities):
                along = sum((s * derivative(s, v) for s in slip), ZERO)
                directions[j][a] = directions[j][a] - side * mu * along / size
        if m.law == "nonholonomic":
            directions += [[derivative(f, v) for v in velocities] for f in constraints]
        elif m.law == "servo-force":
            directions += m.directions
        self.linear = hidden + constraints      # functions of velocities that vanish
        p = [derivative(L, v) for v in velocities]
        n, k, c = len(velocities), len(momenta), len(directions)
        W, r = {}, []
        for s in range(n):
            force = m.Q.get(velocities[s], ZERO) - rate_without_accelerations(p[s])
            if m.brackets:
                for a in range(n):
                    for b, value in m.brackets.get((a, s), {}).items():
                        force = force + value * var(velocities[a]) * p[b]
            else:
                force = force + derivative(L, m.coordinates[s])
            r.append(force)
            for a in range(n):
                W[s, a] = derivative(p[s], velocities[a])
            for a in range(k):
                W[s, n + a] = derivative(p[s], self.multipliers[a])
            for a in range(c):
                W[s, n + k + a] = -directions[a][s]
        for j, f in enumerate(self.linear):
            r.append(-rate_without_accelerations(f))
            for a in range(n):
                W[n + j, a] = derivative(f, velocities[a])
        if spoil:
            spoil(W, r)
        self.shape = (n + len(self.linear), n + k + c)
        self.size = n
        self.kept_rows, self.kept_columns = list(range(self.shape[0])), list(range(self.shape[1]))
        self.names_of_constraints = [name for name, _ in m.geometric + m.nonintegrable]
        self.places = [place for place, value in W.items() if value is not ZERO]
        self.parameters = sorted(set(m.parameters) - m.derived) + list(m.inputs)
        self.names = [*m.coordinates, *velocities, *self.multipliers, *self.states]
        self.side_values = [1.0] * len(self.sides)
        self.arguments = ["t", *self.names, *self.parameters]
        outputs = [W[place] for place in self.places] + r + [m.state_rates[x] for x in self.states]
        self.system = compiled(outputs, [*self.arguments, *("side%d" % k for k in range(len(self.sides)))])
        self.rows, self.columns = (list(x) for x in zip(*self.places))
        self.values_of_constraints = compiled(self.geometric + self.linear, self.arguments)
        slopes = [derivative(F, x) for F in self.geometric for x in m.coordinates]
        slopes += [derivative(f, v) for f in self.linear for v in velocities]
        self.slopes = compiled(slopes, self.arguments)
        self.L = compiled([m.L], self.arguments)

    def solve(self, t, x, p):
        """(velocities', multipliers', reactions, rates of states) at a state."""
        values = self.system(t, *x, *p, *self.side_values)
        W = numpy.zeros(self.shape)
        count = len(self.places)
        W[self.rows, self.columns] = values[:count]
        r = numpy.array(values[count:count + self.shape[0]])
        W, r = W[numpy.ix_(self.kept_rows, self.kept_columns)], r[self.kept_rows]
        if not (numpy.isfinite(W).all() and numpy.isfinite(r).all()):
            raise ArithmeticError("the equations have no value here")
        A, left, right = balanced(W)
        z, _, self.rank, self.singular_values = numpy.linalg.lstsq(A, r * left, rcond=1e-13)
        full = numpy.zeros(self.shape[1])
        full[self.kept_columns] = z * right
        n, k = self.size, len(self.multipliers)
        return full[:n], full[n:n + k], full[n + k:], values[count + self.shape[0]:]

    def choose(self, t, x, p):
        """Leave out constraints that follow from the others at this state; the names of those left out."""
        n, rows = self.size, len(self.linear)
        geometric = len(self.geometric)
        J = numpy.array(self.slopes(t, *x, *p)).reshape(-1, n)[geometric:]
        J = J / numpy.maximum(numpy.sqrt((J * J).sum(axis=1)), 1e-300)[:, None]
        rest, chosen = J.copy(), []
        for group in (range(geometric), range(geometric, rows)):
            waiting = list(group)
            while waiting:
                lengths = numpy.sqrt((rest[waiting] ** 2).sum(axis=1))
                best = int(lengths.argmax())
                if lengths[best] < 1e-7:
                    break
                j = waiting.pop(best)
                chosen.append(j)
                e = rest[j] / lengths[best]
                rest -= numpy.outer(rest @ e, e)
        left_out = sorted(set(range(rows)) - set(chosen))
        k = n + len(self.multipliers)
        self.kept_rows = [j for j in range(self.shape[0]) if j - n not in left_out]
        act_along_slopes = self.model.law in ("nonholonomic", "servo-force")
        without = [k + j for j in left_out if act_along_slopes or j < geometric]
        self.kept_columns = [j for j in range(self.shape[1]) if j not in without]
        self.side_values = [1.0] * len(self.sides)
        for k, j in enumerate(self.sides):
            if self.solve(t, x, p)[2][j] < 0:
                self.side_values[k] = -1.0
        return [self.names_of_constraints[j] for j in left_out]

    def rates(self, t, x, p):
        dv, dm, _, ds = self.solve(t, x, p)
        n = len(self.model.coordinates)
        return numpy.concatenate([x[n:2 * n] if n else [], dv, dm, ds])

    def complete(self, t, known, p, near=None):
        """A state from the values by name that are known. Contact parameters follow from touching; the search
        for them starts near another state, or at a guess."""
        m = self.model
        names = list(m.coordinates)
        values = dict(known)
        hidden = [x for x in names if x not in values]
        x = numpy.zeros(len(self.names))
        index = {name: k for k, name in enumerate(self.names)}
        for name, value in values.items():
            if name in index:
                x[index[name]] = value
        if hidden:
            columns = sorted(m.hints)
            if near is None:
                guess = compiled([m.guesses[h] for h in hidden], self.arguments + columns)
                near = dict(zip(hidden, guess(t, *x, *p, *(values[c] for c in columns))))
            else:
                near = {h: near[index[h]] for h in hidden}
            for h in hidden:
                x[index[h]] = near[h]
            columns = [names.index(h) for h in hidden]
            size, n = len(self.geometric), len(names)
            for _ in range(60):
                F = numpy.array(self.values_of_constraints(t, *x, *p)[:size])
                J = numpy.array(self.slopes(t, *x, *p)[:size * n]).reshape(size, n)[:, columns]
                step = numpy.linalg.lstsq(J, -F, rcond=1e-12)[0]
                most = abs(step).max()
                step *= min(1, 0.3 / most) if most > 0 else 1
                x[columns] += step
                if most < 1e-15:
                    break
            f = numpy.array(self.values_of_constraints(t, *x, *p)[size:2 * size])
            J = numpy.array(self.slopes(t, *x, *p)[size * n:2 * size * n]).reshape(size, n)[:, columns]
            x[[n + c for c in columns]] = numpy.linalg.lstsq(J, -f, rcond=1e-12)[0]
        return x

    def wrong_sides(self, t, x, p):
        """Contacts at which the two normals are not opposite."""
        values = compiled([cosine for _, cosine in self.model.opposite], self.arguments)(t, *x, *p)
        return [label for (label, _), value in zip(self.model.opposite, values) if value >= 0]

    def violation(self, t, x, p):
        """The largest constraint, relative to the lengths of their rows."""
        values = numpy.array(self.values_of_constraints(t, *x, *p))
        n, slopes = self.size, numpy.array(self.slopes(t, *x, *p))
        if not len(values):
            return 0.0
        lengths = numpy.sqrt((slopes.reshape(len(values), n) ** 2).sum(axis=1))
        speed = 1 + abs(x).max()
        return abs(values / (numpy.maximum(lengths, 1e-12) * speed)).max()


def balanced(W):
    """W with rows and columns scaled so that their largest entries are about 1, and the scales."""
    left, right = numpy.ones(W.shape[0]), numpy.ones(W.shape[1])
    A = abs(W)
    for _ in range(4):
        row, column = A.max(axis=1), A.max(axis=0)
        row = 1 / numpy.sqrt(numpy.where(row > 0, row, 1))
        column = 1 / numpy.sqrt(numpy.where(column > 0, column, 1))
        A = A * row[:, None] * column
        left, right = left * row, right * column
    return W * left[:, None] * right, left, right


def midpoint(f, t, x, h, n):
    """Gragg's modified midpoint rule: n steps over h."""
    d = h / n
    before, here = x, x + d * f(t, x)
    for k in range(1, n):
        before, here = here, before + 2 * d * f(t + k * d, here)
    return (here + before + d * f(t + h, here)) / 2


def extrapolated(f, t, x, h):
    """One step of Gragg's, Bulirsch's and Stoer's method, and an estimate of its error."""
    rows = []
    for k in range(COLUMNS):
        row = [midpoint(f, t, x, h, 2 * (k + 1))]
        for j in range(1, k + 1):
            q = ((k + 1) / (k + 1 - j)) ** 2 - 1
            row.append(row[j - 1] + (row[j - 1] - rows[-1][j - 1]) / q)
        rows.append(row)
        if k > 2 and abs(row[-1] - row[-2]).max() < 3e-15 * (1 + abs(row[-1]).max()):
            break
    return rows[-1][-1], abs(rows[-1][-1] - rows[-1][-2]).max()


def moved(f, t, x, end, tolerance=1e-13):
    """The state at the end; steps are halved until their error is below the tolerance."""
    h = min(0.1, end - t)
    while t < end - 1e-15:
        h = min(h, end - t)
        if not math.isfinite(h) or h < 1e-12:
            raise ArithmeticError("the steps become too short")
        try:
            new, error = extrapolated(f, t, x, h)
        except (ArithmeticError, ValueError, numpy.linalg.LinAlgError):
            error = math.inf
        if error < tolerance * (1 + abs(x).max()):
            t, x = t + h, new
            if error < tolerance / 100 * (1 + abs(x).max()):
                h *= 1.5
        else:
            h /= 2
    return x

