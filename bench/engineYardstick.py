"""The operations of the engine benchmark in numpy and scipy, on one OpenBLAS thread.

Reads lines "operation n" and answers each with the CPU milliseconds of one run, "-" where there is no counterpart. An empty
line "describe" is answered with the versions in use. Inputs are made anew when n changes, and are not part of the time.
"""

import os

for variable in ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS", "BLIS_NUM_THREADS"):
    os.environ[variable] = "1"

import ctypes
import sys
import time

import numpy
import scipy
import scipy.linalg
from scipy.linalg import blas, lapack

COLUMNS = 20


def inputs(n):
    random = numpy.random.default_rng(7)
    a = random.uniform(-0.5, 0.5, (n, n))
    s = a @ a.T + n * numpy.eye(n)
    # LAPACK's order of storage, so that no call has to turn its arguments around.
    fortran = numpy.asfortranarray
    return {
        "a": a,
        "b": random.uniform(-0.5, 0.5, (n, n)),
        "bF": fortran(random.uniform(-0.5, 0.5, (n, n))),
        "v": fortran(random.uniform(-0.5, 0.5, (n, 1))),
        "s": fortran(s),
        "l": fortran(numpy.linalg.cholesky(s)),
        "k": fortran(gaussian(random.uniform(-1, 1, (n, COLUMNS)) * 0.2)),
        "x": random.uniform(-0.5, 0.5, (n, COLUMNS)),
        "tall": fortran(a[:, : max(1, n // 4)]),
    }


def distances(x):
    """By the expansion |x|² + |z|² − 2 x·z, which is the fastest way in numpy and loses digits for close rows."""
    squares = numpy.einsum("ij,ij->i", x, x)
    d = x @ x.T
    d *= -2
    d += squares[:, None]
    d += squares
    numpy.maximum(d, 0, out=d)
    return d


def gaussian(x):
    d = distances(x)
    d *= -0.5
    return numpy.exp(d, out=d)


def leading(s, count):
    n = len(s)
    return scipy.linalg.eigh(s, subset_by_index=[n - count, n - 1], driver="evr", check_finite=False)


OPERATIONS = {
    "multiply": lambda i: i["a"] @ i["b"],
    "multiply a vector": lambda i: i["a"] @ i["v"],
    "symmetricProduct": lambda i: i["a"] @ i["a"].T,
    "cholesky": lambda i: lapack.dpotrf(i["s"], lower=1, clean=1),
    "solveTriangular": lambda i: blas.dtrsm(1.0, i["l"], i["bF"], lower=1),
    "solveTriangular, one side": lambda i: lapack.dtrtrs(i["l"], i["v"], lower=1),
    "solveFactored": lambda i: lapack.dpotrs(i["l"], i["bF"], lower=1),
    "inverseFactored": lambda i: lapack.dpotri(i["l"], lower=1),
    "inverseDiagonal": lambda i: (lapack.dtrtri(i["l"], lower=1)[0] ** 2).sum(axis=0),
    "generalInverse": lambda i: numpy.linalg.inv(i["s"]),
    "gaussianMatrix": lambda i: gaussian(i["x"] * 0.2),
    "gaussianMatrix, weights": lambda i: gaussian(i["x"] * numpy.sqrt(0.04 + numpy.arange(COLUMNS) * 0.001)),
    "squaredDistances": lambda i: distances(i["x"]),
    "eigenSymmetric": lambda i: lapack.dsyevd(i["s"], compute_v=1, lower=1),
    "eigenSymmetric, kernel": lambda i: lapack.dsyevd(i["k"], compute_v=1, lower=1),
    "eigenvaluesSymmetric": lambda i: lapack.dsyevd(i["s"], compute_v=0, lower=1),
    "leadingEigenSymmetric": lambda i: leading(i["s"], -(-len(i["s"]) // 20)),
    "qr": lambda i: scipy.linalg.qr(i["tall"], mode="economic", check_finite=False),
    "svd": lambda i: scipy.linalg.svd(i["tall"], full_matrices=False, check_finite=False),
}


def libraries():
    """The versions of the OpenBLAS libraries in this process, by their own account: a build may run with another than it was built with."""
    try:
        with open("/proc/self/maps") as maps:
            paths = {line.split()[-1] for line in maps if "openblas" in line and ".so" in line}
    except OSError:
        return set()
    versions = set()
    for path in paths:
        library = ctypes.CDLL(path)
        for name in ("", "64_"):
            for prefix in ("", "scipy_"):
                ask = getattr(library, f"{prefix}openblas_get_config{name}", None)
                if ask is not None:
                    ask.restype = ctypes.c_char_p
                    versions.add(" ".join(ask().decode().split()[:2]))
    return versions


def describe():
    blas = ", ".join(sorted(libraries())) or "a BLAS of unknown version"
    return f"numpy {numpy.__version__}, scipy {scipy.__version__}, {blas}"


def main():
    size, data = 0, None
    for line in sys.stdin:
        request = line.rstrip("\n")
        if request == "describe":
            print(describe(), flush=True)
            continue
        operation, n = request.rsplit(" ", 1)
        if int(n) != size:
            size, data = int(n), inputs(int(n))
        run = OPERATIONS.get(operation)
        if run is None:
            print("-", flush=True)
            continue
        start = time.process_time()
        run(data)
        print(1000 * (time.process_time() - start), flush=True)


main()
