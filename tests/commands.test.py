"""Every command on every system of the gallery: it ends with an exit code of the list and no word of a sanitizer.

    python3 tests/commands.test.py PATH-TO-ANHOLON [SYSTEM...]

Made for binaries that are built with sanitizers; other tests look at what the commands say.
"""

import concurrent.futures
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "fuzz"))
from fuzz import Case, Failure  # noqa: E402

GALLERY = os.path.join(os.path.dirname(HERE), "gallery")
COMMANDS = [
    ["gallery", "{}"],
    ["show", "{}"],
    ["derive", "{}"],
    ["derive", "{}", "--as", "latex"],
    ["verify", "{}"],
    ["verify", "{}", "--json"],
    ["facts", "{}", "--budget", "2"],
    ["facts", "{}", "--budget", "2", "--json"],
    ["simulate", "{}", "--until", "0.2", "--every", "0.05"],
    ["simulate", "{}", "--until", "0.2", "--method", "cvode-bdf", "--json"],
    ["simulate", "{}", "--until", "0.2", "--form", "lagrange-multipliers"],
    ["path", "{}", "--until", "0.2", "--budget", "20"],
    ["variations", "{}", "--until", "0.2", "--budget", "20"],
    ["linearize", "{}", "--at", "equilibrium"],
    ["linearize", "{}", "--at", "steady", "--json"],
    ["quadrature", "{}", "--budget", "20"],
    ["hamilton-jacobi", "{}", "--budget", "5"],
    ["lyapunov", "{}", "--until", "0.5", "--budget", "20"],
    ["action", "{}", "--until", "0.2", "--harmonics", "1", "--budget", "20"],
    ["section", "{}", "--every", "0.1", "--count", "4", "--budget", "20"],
    *[["export", "{}", "--to", language] for language in ["c99", "cpp", "python", "julia", "matlab", "modelica", "cuda", "sfunction"]],
]


def tried(binary, system):
    found = []
    for words in COMMANDS:
        case = Case(binary, "", limit=1200, rng=None)
        try:
            case.run(*[word.format(system) for word in words])
        except Failure as failure:
            found.append(f"anholon {case.last}: {failure}")
    return found


def main():
    binary, *systems = sys.argv[1:]
    systems = systems or sorted(name[:-4] for name in os.listdir(GALLERY) if name.endswith(".anh"))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        failures = [line for found in pool.map(lambda s: tried(binary, s), systems) for line in found]
    print("\n".join(failures))
    print(f"{len(systems) * len(COMMANDS) - len(failures)} passed, {len(failures)} failed")
    return int(bool(failures))


if __name__ == "__main__":
    sys.exit(main())
