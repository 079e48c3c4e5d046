"""What `pip install .` calls (PEP 517): builds the extension by tools/build and packs the package of build/release/python as a wheel.

It needs nothing but the standard library, so it works without a network, with and without --no-build-isolation."""

import base64
import hashlib
import os
import re
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGE = ROOT / "build/release/python/anholon"
EPOCH = (1980, 1, 1, 0, 0, 0)  # the same files make the same wheel


def _version():
    return re.search(r"project\(Anholon VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text())[1]


def _metadata():
    return (f"Metadata-Version: 2.1\nName: anholon\nVersion: {_version()}\n"
            "Summary: A workbench for nonholonomic mechanics: equations of motion, proofs about them, and their motions\n"
            "License: Apache-2.0\nRequires-Python: >=3.11\nRequires-Dist: numpy\nDescription-Content-Type: text/markdown\n\n"
            + (ROOT / "README.md").read_text())


def _tag():
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    return f"{python}-{python}-" + sysconfig.get_platform().replace("-", "_").replace(".", "_")


def _built():
    """The files of the package by their names in it."""
    subprocess.run([ROOT / "tools/build", "release", "anholon_python"], cwd=ROOT, check=True, stdin=subprocess.DEVNULL)
    extension = PACKAGE / f"_anholon{sysconfig.get_config_var('EXT_SUFFIX')}"
    if not extension.exists():
        raise SystemExit(f"anholon: {PACKAGE} was not built for this Python, {sys.executable}: tools/prepare build python installs what "
                         "is needed for Debian's, /usr/bin/python3")
    page = ROOT / "build/web/player.html"
    if not page.exists():  # the picture of a motion; everything else works without it
        subprocess.run([ROOT / "tools/web"], cwd=ROOT, stdin=subprocess.DEVNULL)
    if not page.exists():
        print("anholon: without the page, notebooks show motions without their pictures", file=sys.stderr)
    files = {path.name: path for path in sorted(PACKAGE.iterdir()) if path.suffix in (".py", ".pyi", ".so", ".typed")}
    if page.exists():
        files["web/player.html"] = page
    return files


def get_requires_for_build_wheel(config_settings=None):
    return []


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    folder = f"anholon-{_version()}.dist-info"
    os.makedirs(os.path.join(metadata_directory, folder), exist_ok=True)
    Path(metadata_directory, folder, "METADATA").write_text(_metadata())
    return folder


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    version, tag = _version(), _tag()
    name = f"anholon-{version}-{tag}.whl"
    info = f"anholon-{version}.dist-info"
    contents = {f"anholon/{name}": path.read_bytes() for name, path in _built().items()}
    contents[f"{info}/METADATA"] = _metadata().encode()
    contents[f"{info}/LICENSE"] = (ROOT / "LICENSE").read_bytes()
    contents[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: anholon\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()
    record = ""
    for place, data in contents.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        record += f"{place},sha256={digest},{len(data)}\n"
    contents[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    with zipfile.ZipFile(Path(wheel_directory, name), "w", zipfile.ZIP_DEFLATED) as wheel:
        for place, data in contents.items():
            entry = zipfile.ZipInfo(place, EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o755 if place.endswith(".so") else 0o644) << 16
            wheel.writestr(entry, data)
    return name
