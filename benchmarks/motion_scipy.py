"""motion_scipy.py MODULE UNTIL RTOL X0...: a motion by SciPy's DOP853.

MODULE is a file that `anholon export --to python` wrote. Prints `DOP853`, the seconds the integration took, the number of right-hand sides, and the final state.
"""

import importlib.util
import sys
import time

from scipy.integrate import solve_ivp

until, rtol, *x0 = map(float, sys.argv[2:])
spec = importlib.util.spec_from_file_location("exported", sys.argv[1])
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
module.rhs(0.0, x0, module.parameters)
start = time.perf_counter()
solution = solve_ivp(module.rhs, (0.0, until), x0, method="DOP853", rtol=rtol, atol=rtol, args=(module.parameters,))
seconds = time.perf_counter() - start
print("DOP853", seconds, solution.nfev, *map(repr, map(float, solution.y[:, -1])))
