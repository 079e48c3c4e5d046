from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from os import PathLike
from typing import Any, Callable, Optional, Union

from .expression import Expression
from .rates import Rates
from .results import (
    Action,
    Bifurcation,
    Branches,
    Chart,
    Comparison,
    Connections,
    Derivation,
    Ensemble,
    Facts,
    HamiltonJacobi,
    Limit,
    Lyapunov,
    Orbit,
    Path,
    Program,
    Quadrature,
    Section,
    Surface,
    Trajectory,
    Variations,
    Verification,
)
from .run import Motion

_Number = Optional[Union[float, str]]
_Values = Optional[Mapping[str, Union[float, str]]]
_Inputs = Optional[Mapping[str, Union[float, str, tuple[Any, ...]]]]
_Texts = Optional[Union[str, Iterable[str]]]
_Ranges = Optional[Union[Mapping[str, Union[str, Iterable[Any]]], str, Iterable[str]]]
_Settings = Optional[Union[Mapping[str, Union[float, str]], str, Iterable[str]]]
_Range = Optional[Union[str, Iterable[Any]]]
_Tangents = Optional[Union[str, Mapping[str, Union[float, str]], Iterable[Union[str, Mapping[str, Union[float, str]]]]]]
_Draws = Union[Mapping[str, Union[str, tuple[str, float, float]]], str, Iterable[str]]
_Progress = Optional[Union[bool, Callable[[float, float, str], Any]]]

@dataclass(frozen=True)
class Parameter:
    name: str
    value: float
    unit: str
    description: str
    range: Optional[tuple[float, float]]
    is_derived: bool
    is_input: bool

@dataclass(frozen=True)
class Output:
    name: str
    unit: str
    description: str

def load(what: Union[str, PathLike[str], Model]) -> Model: ...

class Model:
    def __init__(self, model: Any) -> None: ...
    @property
    def name(self) -> str: ...
    @property
    def description(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def parameters(self) -> dict[str, Parameter]: ...
    @property
    def inputs(self) -> dict[str, Parameter]: ...
    @property
    def outputs(self) -> dict[str, Output]: ...
    @property
    def state_variables(self) -> tuple[str, ...]: ...
    @property
    def quasi_velocities(self) -> tuple[str, ...]: ...
    @property
    def experiments(self) -> tuple[str, ...]: ...
    def derive(self, form: Optional[str] = ..., *, parts: _Texts = ..., reduced: bool = ..., level: _Texts = ...,
        simplify: bool = ..., progress: _Progress = ..., seconds: Optional[float] = ...) -> Derivation: ...
    def verify(self, *, eliminations: bool = ..., reduced: bool = ..., level: _Texts = ..., seed: Optional[int] = ..., progress: _Progress = ...,
        seconds: Optional[float] = ...) -> Verification: ...
    def facts(self, *names: str, at: _Values = ..., p: _Values = ..., reduced: bool = ...,
        seconds_per_fact: Optional[float] = ..., progress: _Progress = ..., seconds: Optional[float] = ...) -> Facts: ...
    def hamilton_jacobi(self, integral: Optional[str] = ..., constants: _Texts = ..., p: _Values = ..., *, budget: Optional[float] = ...,
        seconds: Optional[float] = ...) -> HamiltonJacobi: ...
    def linearize(self, at: str = ..., *, p: _Values = ..., i: _Values = ..., where: _Values = ..., critical: _Ranges = ...,
        symbolic: _Texts = ..., region: _Ranges = ..., points: Optional[int] = ..., experiment: Optional[str] = ..., reduced: bool = ...,
        strict: bool = ..., seconds: Optional[float] = ...) -> Any: ...
    def compare(self, other: Union[str, PathLike[str], Model], *, map: _Values = ..., time: _Number = ..., where: _Texts = ...,
        find: _Texts = ..., p: _Values = ..., reduced: bool = ..., seconds: Optional[float] = ...) -> Comparison: ...
    def export(self, language: str, *, form: Optional[str] = ..., jacobian: bool = ..., p: _Values = ..., i: _Values = ...,
        experiment: Optional[str] = ..., reduced: bool = ..., strict: bool = ..., seconds: Optional[float] = ...) -> Program: ...
    def export_fmu(self, path: Union[str, PathLike[str]], *, fmi: str = ..., form: Optional[str] = ..., p: _Values = ...,
        i: _Values = ..., experiment: Optional[str] = ..., reduced: bool = ..., strict: bool = ...,
        seconds: Optional[float] = ...) -> list[str]: ...
    def expr(self, text: str) -> Expression: ...
    def simulate(self, until: _Number = ..., *, every: _Number = ..., p: _Values = ..., i: _Values = ..., inputs: _Inputs = ..., columns: _Texts = ...,
        events: _Texts = ..., stop: _Texts = ..., quadratures: _Values = ..., experiment: Optional[str] = ...,
        tol: _Number = ..., form: Optional[str] = ..., method: Optional[str] = ..., keep_contact: bool = ...,
        reduced: bool = ..., level: _Texts = ..., max_drift: _Number = ..., through_degeneracy: bool = ..., strict: bool = ...,
        progress: _Progress = ..., seconds: Optional[float] = ...) -> Trajectory: ...
    def motion(self, *, columns: _Texts = ..., events: _Texts = ..., quadratures: _Values = ..., experiment: Optional[str] = ...,
        tol: _Number = ..., form: Optional[str] = ..., method: Optional[str] = ..., keep_contact: bool = ...) -> Motion: ...
    def rhs(self, *, form: Optional[str] = ..., p: _Values = ..., i: _Values = ...) -> Rates: ...
    def path(self, until: _Number, *, by: Optional[str] = ..., every: _Number = ..., p: _Values = ..., i: _Values = ..., inputs: _Inputs = ...,
        experiment: Optional[str] = ..., tol: _Number = ..., method: Optional[str] = ..., strict: bool = ...,
        progress: _Progress = ..., seconds: Optional[float] = ...) -> Path: ...
    def variations(self, until: _Number = ..., *, tangents: _Tangents = ..., every: _Number = ..., p: _Values = ..., i: _Values = ..., inputs: _Inputs = ...,
        experiment: Optional[str] = ..., tol: _Number = ..., method: Optional[str] = ..., strict: bool = ...,
        progress: _Progress = ..., seconds: Optional[float] = ...) -> Variations: ...
    def action(self, until: _Number = ..., *, harmonics: Optional[int] = ..., p: _Values = ..., i: _Values = ..., inputs: _Inputs = ...,
        experiment: Optional[str] = ..., tol: _Number = ..., method: Optional[str] = ..., strict: bool = ...,
        seconds: Optional[float] = ...) -> Action: ...
    def connect(self, to: _Values, duration: _Number = ..., *, starts: Optional[int] = ..., seed: Optional[int] = ..., p: _Values = ..., i: _Values = ..., inputs: _Inputs = ...,
        experiment: Optional[str] = ..., tol: _Number = ..., method: Optional[str] = ..., strict: bool = ...,
        seconds: Optional[float] = ...) -> Connections: ...
    def quadrature(self, until: _Number = ..., *, p: _Values = ..., i: _Values = ..., inputs: _Inputs = ...,
        experiment: Optional[str] = ..., tol: _Number = ..., strict: bool = ..., seconds: Optional[float] = ...) -> Quadrature: ...
    def limit(self, as_: Optional[str] = ..., *, N: _Range = ..., mu: _Number = ..., over: _Ranges = ...,
        against: Optional[Union[str, PathLike[str], Model]] = ..., until: _Number = ..., p: _Values = ..., i: _Values = ...,
        inputs: _Inputs = ..., experiment: Optional[str] = ..., tol: _Number = ..., strict: bool = ..., seconds: Optional[float] = ...) -> Limit: ...
    def section(self, at: Optional[str] = ..., *, every: _Number = ..., count: Optional[int] = ..., until: _Number = ...,
        transient: _Number = ..., over: _Ranges = ..., orbits: Optional[int] = ..., fix: _Values = ..., columns: _Texts = ...,
        rotation: bool = ..., seed: Optional[int] = ..., p: _Values = ..., i: _Values = ..., experiment: Optional[str] = ...,
        tol: _Number = ..., method: Optional[str] = ..., full: bool = ..., strict: bool = ..., threads: Optional[int] = ...,
        progress: _Progress = ..., seconds: Optional[float] = ...) -> Section: ...
    def bifurcation(self, over: _Ranges, at: Optional[str] = ..., *, every: _Number = ..., count: Optional[int] = ...,
        until: _Number = ..., transient: _Number = ..., fix: _Values = ..., columns: _Texts = ..., inherit: Optional[str] = ...,
        p: _Values = ..., i: _Values = ..., experiment: Optional[str] = ..., tol: _Number = ..., method: Optional[str] = ...,
        full: bool = ..., strict: bool = ..., threads: Optional[int] = ..., progress: _Progress = ...,
        seconds: Optional[float] = ...) -> Bifurcation: ...
    def lyapunov(self, until: _Number = ..., *, transient: _Number = ..., count: Optional[int] = ..., seed: Optional[int] = ...,
        p: _Values = ..., i: _Values = ..., experiment: Optional[str] = ..., tol: _Number = ..., method: Optional[str] = ...,
        full: bool = ..., strict: bool = ..., progress: _Progress = ..., seconds: Optional[float] = ...) -> Lyapunov: ...
    def chart(self, over: _Ranges = ..., measure: Optional[str] = ..., *, fix: _Values = ..., until: _Number = ...,
        transient: _Number = ..., seed: Optional[int] = ..., device: Optional[str] = ..., p: _Values = ..., i: _Values = ...,
        experiment: Optional[str] = ..., tol: _Number = ..., method: Optional[str] = ..., full: bool = ..., strict: bool = ...,
        threads: Optional[int] = ..., progress: _Progress = ..., seconds: Optional[float] = ...) -> Chart: ...
    def orbit(self, period: _Number = ..., *, at: Optional[str] = ..., returns: Optional[int] = ..., until: _Number = ...,
        fix: _Values = ..., p: _Values = ..., i: _Values = ..., experiment: Optional[str] = ..., tol: _Number = ...,
        method: Optional[str] = ..., full: bool = ..., strict: bool = ..., seconds: Optional[float] = ...) -> Orbit: ...
    def continue_(self, of: str, over: _Ranges, *, curves: _Texts = ..., branches: Optional[int] = ..., step: _Number = ...,
        fix: _Values = ..., period: _Number = ..., at: Optional[str] = ..., returns: Optional[int] = ..., until: _Number = ...,
        p: _Values = ..., i: _Values = ..., experiment: Optional[str] = ..., tol: _Number = ..., method: Optional[str] = ...,
        full: bool = ..., reduced: bool = ..., strict: bool = ..., seconds: Optional[float] = ...) -> Branches: ...
    def ensemble(self, draw: _Draws, *, count: Optional[int] = ..., until: _Number = ..., every: _Number = ...,
        fix: _Values = ..., columns: _Texts = ..., seed: Optional[int] = ..., p: _Values = ..., i: _Values = ...,
        experiment: Optional[str] = ..., tol: _Number = ..., method: Optional[str] = ..., full: bool = ..., strict: bool = ...,
        threads: Optional[int] = ..., progress: _Progress = ..., seconds: Optional[float] = ...) -> Ensemble: ...
    def surface(self, levels: _Settings = ..., *, reduced: bool = ..., velocities: _Settings = ..., keep: _Texts = ..., box: _Ranges = ...,
        cells: Optional[int] = ..., most: Optional[int] = ..., starts: Optional[int] = ..., seed: Optional[int] = ..., motion: _Number = ...,
        columns: _Texts = ..., p: _Values = ..., i: _Values = ..., inputs: _Inputs = ..., experiment: Optional[str] = ..., strict: bool = ...,
        seconds: Optional[float] = ...) -> Surface: ...
