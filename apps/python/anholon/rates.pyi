from collections.abc import Mapping
from typing import Any, Optional

import numpy as np
from numpy.typing import ArrayLike, NDArray

class Rates:
    names: tuple[str, ...]
    parameter_names: tuple[str, ...]
    x0: NDArray[np.float64]
    p: NDArray[np.float64]
    form: str
    def __init__(self, rates: Any) -> None: ...
    def __call__(self, t: ArrayLike, x: ArrayLike, p: Optional[ArrayLike] = ..., *, threads: int = ...) -> NDArray[np.float64]: ...
    def jacobian(self, t: ArrayLike, x: ArrayLike, p: Optional[ArrayLike] = ..., *, threads: int = ...) -> NDArray[np.float64]: ...
    def parameters(self, values: Mapping[str, float]) -> NDArray[np.float64]: ...
