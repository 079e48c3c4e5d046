"""A model near a state, in numbers: the matrix of the linear equations, families, minima of the potential, and
the equations in coordinates and quasi-velocities. All derivatives of the motion are finite differences of law.Law.
"""

import numpy

from drawing import multiplier_columns, own, parameter_values
from law import Law
from program import simulated
from terms import ZERO, compiled, derivative, substitute, term, var

# Central differences of order 6.
OFFSETS = [(-3, -1 / 60), (-2, 3 / 20), (-1, -3 / 4), (1, 3 / 4), (2, -3 / 20), (3, 1 / 60)]


def slopes(f, x, step=2e-4):
    """∂f/∂x: rows by component of f, columns by variable."""
    columns = []
    for k in range(len(x)):
        h = step * max(1.0, abs(x[k]))
        total = 0
        for offset, weight in OFFSETS:
            y = numpy.array(x, dtype=float)
            y[k] += offset * h
            total = total + weight * numpy.array(f(y))
        columns.append(total / h)
    return numpy.array(columns).T


def kernel(A, relative=1e-8):
    """An orthonormal basis of the vectors that A maps to 0, as columns."""
    n = A.shape[1]
    if A.shape[0] == 0:
        return numpy.eye(n)
    lengths = numpy.sqrt((A * A).sum(axis=1))
    A = A / numpy.where(lengths > 0, lengths, 1)[:, None]
    _, sizes, V = numpy.linalg.svd(A)
    rank = int((sizes > relative * max(1, sizes[0] if len(sizes) else 1)).sum())
    return V[rank:].T


class At:
    """A model at a state of the program: `i` are the initial values that are given to it."""

    def __init__(self, path, model, p=(), i=()):
        self.model, self.law, self.p = model, Law(model), p
        coordinates, velocities = own(model)
        multipliers = multiplier_columns(model) if self.law.multipliers else []
        columns = ["t", *coordinates, *velocities, *multipliers, *model.states, *sorted(model.hints)]
        rows, _ = simulated(path, 1e-9, columns, p, i)
        known = {key: values[0] for key, values in rows.items()}
        for mine, its in zip(self.law.multipliers, multipliers):
            known[mine] = known[its]
        self.values = parameter_values(model, self.law, p)
        self.x = self.law.complete(0.0, known, self.values)
        self.left_out = self.law.choose(0.0, self.x, self.values)

    def rates(self, x):
        return self.law.rates(0.0, x, self.values)

    def all_constraints(self, x):
        """Functions of the state that vanish: positions first, then what is linear in the accelerations' place."""
        return numpy.array(self.law.values_of_constraints(0.0, *x, *self.values))

    def linear_part(self):
        """A of δx' = A δx, δx in an orthonormal basis of the directions that the constraints allow, and the basis."""
        T = kernel(slopes(self.all_constraints, self.x))
        J = slopes(self.rates, self.x)
        self.leak = abs(J @ T - T @ (T.T @ J @ T)).max() / max(1, abs(J).max())
        return T.T @ J @ T, T

    def linear_part_in_chart(self, names):
        """The same in coordinates and quasi-velocities, where coordinates that move do not matter."""
        rates, here, _ = self.chart(names)
        return slopes(rates, here)

    def compiled(self, terms):
        """A function of the state."""
        f = compiled([term(e) for e in terms], self.law.arguments)
        return lambda x: numpy.array(f(0.0, *x, *self.values))

    # --- the potential

    def conserves_energy(self):
        """No forces but those of a potential, homogeneous constraints, Chetaev's reactions, no time."""
        m = self.model
        if m.law != "nonholonomic" or m.friction or m.states or not m.coordinates or m.brackets:
            return False
        rest = {v: ZERO for v in m.velocities}
        parts = [m.L, *(f for _, f in m.geometric + m.nonintegrable)]
        if any("t" in e.names or set(m.inputs) & e.names for e in parts):
            return False
        rng = numpy.random.default_rng(5)
        odd = [m.L - substitute(m.L, {v: -var(v) for v in m.velocities})]
        gone = [*m.Q.values(), *odd, *(substitute(f, rest) for _, f in m.nonintegrable)]
        gone += [derivative(derivative(f, a), b) for _, f in m.nonintegrable for a in m.velocities for b in m.velocities]
        f = self.compiled(gone)
        return all(abs(f(self.x + rng.uniform(-0.1, 0.1, len(self.x)))).max() < 1e-12 for _ in range(3))

    def minimum(self):
        """The smallest and the largest second derivative of V along the positions that the geometric constraints
        allow, and how far V is from being stationary there."""
        m = self.model
        V = -substitute(m.L, {v: ZERO for v in m.velocities})
        q, F = m.coordinates, [f for _, f in m.geometric]
        n, k = len(q), len(F)
        firsts = [derivative(V, a) for a in q] + [derivative(f, a) for f in F for a in q]
        seconds = [derivative(derivative(g, a), b) for g in [V, *F] for a in q for b in q]
        first, second = self.compiled(firsts)(self.x), self.compiled(seconds)(self.x)
        dV, dF = first[:n], first[n:].reshape(k, n)
        H = second.reshape(k + 1, n, n)
        multipliers = numpy.linalg.lstsq(dF.T, dV, rcond=1e-12)[0] if k else numpy.zeros(0)
        rest = dV - dF.T @ multipliers if k else dV
        total = H[0] - sum((z * h for z, h in zip(multipliers, H[1:])), numpy.zeros((n, n)))
        T = kernel(dF)
        along = numpy.linalg.eigvalsh(T.T @ total @ T)
        return along[0], along[-1], abs(rest).max() / max(1, abs(total).max())

    # --- families

    def family(self, A, T):
        """The dimension of the set of states at which all rates vanish, counted by steps along the kernel of A."""
        size = max(1.0, abs(A).max())
        _, sizes, V = numpy.linalg.svd(A)
        candidates = V[int((sizes > 1e-7 * size).sum()):]
        found = []
        for direction in candidates:
            step = 1e-2
            y = self.x + step * (T @ direction)
            for _ in range(30):
                value = numpy.concatenate([self.all_constraints(y), self.rates(y)])
                J = numpy.concatenate([slopes(self.all_constraints, y), slopes(self.rates, y)])
                change = numpy.linalg.lstsq(J, value, rcond=1e-6)[0]
                y = y - change
                if abs(change).max() < 1e-13:
                    break
            moved = T.T @ (y - self.x) / step
            if abs(numpy.concatenate([self.all_constraints(y), self.rates(y)])).max() < 1e-9 and moved @ direction > 0.5:
                found.append(moved)
        return int(numpy.linalg.matrix_rank(numpy.array(found), tol=0.1)) if found else 0

    # --- coordinates and quasi-velocities

    def chart(self, names):
        """The motion in (q, η), η the quasi-velocities with these names: a function of the state in this chart, its
        value here, and the inertia ∂²L/∂η² on the constraints as a function of q."""
        m, law = self.model, self.law
        n = len(m.coordinates)
        eta = [m.scope.value(name) for name in names]
        velocity_slopes = [derivative(e, v) for e in law.linear + eta for v in m.velocities]
        position_slopes = [derivative(e, q) for e in eta for q in m.coordinates]
        masses = [derivative(derivative(m.L, a), b) for a in m.velocities for b in m.velocities]
        rows, columns = len(law.linear) + len(eta), len(m.velocities)
        values, by_v, by_q, M = map(self.compiled, (law.linear + eta, velocity_slopes, position_slopes, masses))
        count = len(law.linear)

        def solved(q):
            x = numpy.concatenate([q, numpy.zeros(columns)])
            return by_v(x).reshape(rows, columns), values(x)

        def velocities(y):
            A, at_rest = solved(y[:n])
            right = numpy.concatenate([numpy.zeros(count), y[n:]]) - at_rest
            return numpy.linalg.lstsq(A, right, rcond=1e-11)[0]

        def rates(y):
            v = velocities(y)
            x = numpy.concatenate([y[:n], v])
            a = law.solve(0.0, x, self.values)[0]
            of_eta = by_v(x).reshape(rows, columns)[count:] @ a
            if n:
                of_eta = of_eta + by_q(x).reshape(len(eta), n) @ v
            return numpy.concatenate([v if n else [], of_eta])

        def inertia(q):
            A, _ = solved(q)
            B = numpy.linalg.pinv(A, rcond=1e-11)[:, count:]
            x = numpy.concatenate([q, numpy.zeros(columns)])
            return B.T @ M(x).reshape(columns, columns) @ B

        here = numpy.concatenate([self.x[:n], values(self.x)[count:]])
        return rates, here, inertia
