"""Exact expressions of a model."""

import json
import numbers
from collections.abc import Mapping
from fractions import Fraction

from . import words
from .errors import Error


class Expression:
    """An exact expression in the names of a model: made by `Model.expr`, and by derivations.

    >>> m = anholon.load("chaplygin-sleigh")
    >>> T = m.expr("m*v^2/2 + (J + m*a^2)*w^2/2")
    >>> T.diff("w")
    Expression('(J + m*a^2)*w')
    >>> 2*T - m.expr("m")*m.expr("v")**2 == m.expr("(J + m*a^2)*w^2")
    True
    >>> T.value(v=1, w=2)
    1.48

    Numbers are exact: 0.1 is 1/10. `==` asks whether two expressions are equal wherever they are defined; it raises an Error where that
    cannot be decided. `is_zero` answers with True, False or None.
    """

    __slots__ = ("_e", "_model")
    __hash__ = None

    def __init__(self, model, e):
        self._model, self._e = model, e

    def _other(self, other):
        if isinstance(other, Expression):
            return other._e
        if isinstance(other, bool) or not (isinstance(other, (numbers.Real, str)) or hasattr(other, "__float__")):
            return None
        return self._model.expr(words.word("number", other))._e

    def _combined(self, operation, other, is_swapped=False):
        e = self._other(other)
        if e is None:
            return NotImplemented
        a, b = (e, self._e) if is_swapped else (self._e, e)
        return Expression(self._model, a.combined(operation, b))

    def __add__(self, other):
        return self._combined("+", other)

    def __radd__(self, other):
        return self._combined("+", other, True)

    def __sub__(self, other):
        return self._combined("-", other)

    def __rsub__(self, other):
        return self._combined("-", other, True)

    def __mul__(self, other):
        return self._combined("*", other)

    def __rmul__(self, other):
        return self._combined("*", other, True)

    def __truediv__(self, other):
        return self._combined("/", other)

    def __rtruediv__(self, other):
        return self._combined("/", other, True)

    def __pow__(self, other):
        return self._combined("^", other)

    def __rpow__(self, other):
        return self._combined("^", other, True)

    def __neg__(self):
        return Expression(self._model, self._e.negated())

    def __pos__(self):
        return self

    def __abs__(self):
        return self._applied("abs")

    def __eq__(self, other):
        e = self._other(other)
        if e is None:
            return NotImplemented
        if self._e.is_same(e):
            return True
        answer, why = self._e.combined("-", e).is_zero()
        if answer is None:
            raise Error(f"error[undecided]: whether the expressions are equal is not decided: {why}",
                        [{"code": "undecided", "message": why}])
        return answer

    def _applied(self, function):
        return Expression(self._model, self._e.applied(function))

    def is_zero(self):
        """Whether it is 0 wherever it is defined: True, False, or None where that is not decided.

        >>> anholon.load("suslov").expr("sin(w1)^2 + cos(w1)^2 - 1").is_zero()
        True
        """
        return self._e.is_zero()[0]

    def diff(self, name, count=1):
        """The partial derivative by a parameter, a coordinate, a velocity such as "x'", or t; `count` times.

        >>> anholon.load("chaplygin-sleigh").expr("sin(theta)*x'").diff("x'")
        Expression('sin(theta)')
        """
        e = self._e
        for _ in range(int(words.count("count", count))):
            e = e.derivative(words.text("name", name))
        return Expression(self._model, e)

    def dt(self):
        """The total derivative by time.

        >>> anholon.load("chaplygin-sleigh").expr("cos(theta)").dt()
        Expression("-theta'*sin(theta)")
        """
        return Expression(self._model, self._e.time_derivative())

    def simplify(self):
        """The same, shorter where a shorter form is found."""
        return Expression(self._model, self._e.simplified())

    def subs(self, values):
        """Names replaced by expressions or numbers, all at once.

        >>> anholon.load("chaplygin-sleigh").expr("m*v^2").subs({"v": 2, "m": "J/a^2"})
        Expression('4*J/a^2')
        """
        replaced = [(name, self._other(value)) for name, value in words.mapping("values", values).items()]
        if any(value is None for _, value in replaced):
            raise TypeError("values are expressions, numbers or texts")
        return Expression(self._model, self._e.substituted(replaced))

    def value(self, values=None, /, **more):
        """A float: at values of the names; parameters have those of the model unless they are given. All in SI units."""
        given = dict(words.mapping("values", values or {}), **more)
        return self._e.value(list(words.floats("values", given).items()))

    @property
    def symbols(self):
        """The names in it."""
        return self._e.symbols

    @property
    def latex(self):
        """It in LaTeX."""
        return self._e.latex

    def __str__(self):
        return self._e.text

    def __repr__(self):
        return f"Expression({str(self)!r})"

    def _repr_latex_(self):
        return f"${self.latex}$"

    def __reduce__(self):
        return (_expression, (self._model, str(self)))

    def to_sympy(self):
        """It in SymPy, where that is installed. Symbols have the names of the model: x' is the symbol "x'"."""
        try:
            import sympy
        except ImportError as missing:
            raise ImportError("to_sympy needs SymPy: apt-get install python3-sympy") from missing
        tree = json.loads(self._e.tree)["tree"]
        if tree is None:
            raise Error("error[expression-long]: the expression is too long for a tree",
                        [{"code": "expression-long", "message": "the expression is too long for a tree"}])
        return _in_sympy(tree, sympy)


def _expression(model, text):
    return model.expr(text)


def _in_sympy(tree, sympy):
    head, *rest = tree
    if head == "number":
        number = Fraction(rest[0])
        return sympy.Rational(number.numerator, number.denominator)
    if head == "symbol":
        return sympy.pi if rest[0] == "pi" else sympy.Symbol(rest[0], real=True)
    args = [_in_sympy(one, sympy) for one in rest]
    named = {"sum": sympy.Add, "product": sympy.Mul, "power": sympy.Pow, "abs": sympy.Abs}
    if head == "choose":
        return sympy.Piecewise((args[1], args[0] > 0), (args[2], True))
    return named[head](*args) if head in named else getattr(sympy, head)(*args)


for _name in ("sin", "cos", "tan", "sinh", "cosh", "tanh", "exp", "log", "sqrt", "sign"):
    # numpy.sin(e) calls e.sin()
    setattr(Expression, _name, lambda self, _f=_name: self._applied(_f))
for _name, _function in (("arcsin", "asin"), ("arccos", "acos"), ("arctan", "atan")):
    setattr(Expression, _name, lambda self, _f=_function: self._applied(_f))
