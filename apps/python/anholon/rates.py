"""The right-hand side of the equations of motion as a function on arrays."""

import numpy as np

from . import words
from .errors import refused
from .results import _meant


class Rates:
    """dx/dt = f(t, x, p), compiled: for one state or for many at once, on all cores.

    >>> f = anholon.load("chaplygin-sleigh").rhs()
    >>> f.names
    ('x', 'y', 'theta', 'v', 'w')
    >>> f(0, [0, 0, 0, 1, 2])
    array([ 1.       ,  0.       ,  2.       ,  1.2      , -1.2244898])
    >>> f(0, np.tile(f.x0, (1000, 1))).shape, f.jacobian(0, f.x0).shape
    ((1000, 5), (5, 5))

    All numbers are in SI units. `p` is an array, by default `f.p`; `f.parameters` makes one from values in the units of the model. The
    equations are those that `Model.export` writes. A state without finite rates raises a StateError.
    """

    def __init__(self, rates):
        self._rates = rates
        self.names = tuple(rates.state_names)  #: of the state x
        self.parameter_names = tuple(rates.parameter_names)
        self.x0 = np.array(rates.initial)  #: where the model starts
        self.p = np.array(rates.parameters)
        self.form = rates.form  #: in which the equations are written

    def __call__(self, t, x, p=None, *, threads=0):
        """The rates at one state, shape (n,), or at many, shape (N, n). `t` may have a value per state, and so may `p`."""
        return self._rates(t, x, p, threads)

    def jacobian(self, t, x, p=None, *, threads=0):
        """The derivatives of the rates by x: shape (n, n), or (N, n, n)."""
        return self._rates.jacobian(t, x, p, threads)

    def parameters(self, values):
        """An array p with these values, in the units that the model declares.

        >>> anholon.load("chaplygin-sleigh").rhs().parameters({"a": 0.5})
        array([1. , 0.4, 0.5])
        """
        p = self.p.copy()
        for name, value in words.floats("values", values).items():
            if name not in self.parameter_names:
                raise refused("name-unknown", f"there is no parameter '{name}'", _meant(name, self.parameter_names))
            k = self.parameter_names.index(name)
            p[k] = value * self._rates.scales[k]
        return p

    def __repr__(self):
        return f"<anholon.Rates: {self.form}, x = ({', '.join(self.names)})>"
