"""What the numbers were taken on: the machine, and the versions of everything compared."""

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PACKAGES = (
    "rosenblatt",
    "numpy",
    "scipy",
    "scikit-learn",
    "numba",
    "llvmlite",
    "river",
    "vowpalwabbit",
    "liblinear-official",
    "threadpoolctl",
    "matplotlib",
)


def machine() -> dict[str, str | int | float]:
    return {
        "processor": processor(),
        "cores": os.cpu_count() or 1,
        "memory_gb": round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9, 1),
        "system": platform.platform(),
        "python": platform.python_version(),
    }


def processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor()
    return next((line.split(":")[1].strip() for line in lines if line.startswith("model name")), platform.machine())


def versions() -> dict[str, str]:
    return {package: installed(package) for package in PACKAGES}


def installed(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"
