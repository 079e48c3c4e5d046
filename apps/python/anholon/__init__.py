"""Anholon: equations of motion of nonholonomic systems, proofs about them, and their motions.

>>> import anholon
>>> sleigh = anholon.load("chaplygin-sleigh")
>>> sleigh
Model('ChaplyginSleigh': x, y, theta; 3 parameters)
>>> print(sleigh.derive("hamel").solved["w'"])
-m*a*v*w/(J + m*a^2)
>>> sleigh.verify().ok
True
>>> run = sleigh.simulate(until=10, p={"a": 0.2})
>>> run.v[-1] > run.v[0], run.drift.energy < 1e-14
(True, True)

Names, numbers and units are those of the command line: parameters are in the units that the model declares, everything else is in SI
units. Mistakes are exceptions of the kind `anholon.Error`, with their place. docs/python.md has the whole story.
"""

from . import _anholon
from .errors import AnholonWarning, Error, ModelError, RequestError, StateError, TimeLimitError, _made
from .expression import Expression
from .model import Model, Output, Parameter, load
from .rates import Rates
from .results import (
    Action,
    Bifurcation,
    Branches,
    Chart,
    Comparison,
    Connections,
    CriticalValues,
    Derivation,
    Ensemble,
    Facts,
    HamiltonJacobi,
    Limit,
    Linearization,
    Lyapunov,
    Orbit,
    Path,
    Program,
    Quadrature,
    Record,
    Section,
    StabilityRegion,
    Surface,
    SymbolicStability,
    Trajectory,
    Variations,
    Verification,
)
from .run import Motion, Row, Run

_anholon.set_make_exception(_made)
__version__ = _anholon.version()


def gallery() -> list:
    """The names of the models that come with the program.

    >>> "rattleback" in anholon.gallery()
    True
    """
    return _anholon.gallery()


def forms() -> list:
    """The forms of the equations of motion, as records with id, title, source and formula.

    >>> [form.id for form in anholon.forms()][:3]
    ['lagrange-multipliers', 'lagrange-quasi', 'lagrange']
    """
    return [Record(dict(zip(("id", "title", "source", "formula"), form))) for form in _anholon.forms()]


def languages() -> list:
    """The languages that `Model.export` writes.

    >>> "c99" in anholon.languages()
    True
    """
    return _anholon.languages()


def fact_names() -> list:
    """The questions that `Model.facts` answers.

    >>> "integrals" in anholon.fact_names()
    True
    """
    return _anholon.fact_names()


__all__ = [
    "Action", "AnholonWarning", "Bifurcation", "Branches", "Chart", "Comparison", "Connections", "CriticalValues", "Derivation",
    "Ensemble", "Error", "Expression", "Facts", "HamiltonJacobi", "Limit", "Linearization", "Lyapunov", "Model", "ModelError", "Motion", "Orbit",
    "Output", "Parameter", "Path", "Program", "Quadrature", "Rates", "Record", "RequestError", "Row", "Run", "Section",
    "StabilityRegion", "StateError", "Surface", "SymbolicStability", "TimeLimitError", "Trajectory", "Variations", "Verification",
    "fact_names", "forms", "gallery", "languages", "load",
]
