"""Classifiers of scikit-learn on the rows of a benchmark partition, for bench/sklearnPeers.ts.

Reads requests from standard input, one JSON object a line, and answers each with one line of JSON: the classes, the
probabilities of the test rows, warnings and seconds, or the error of a method that failed. Columns are standardized by the
mean and the n - 1 deviation of the training rows. Ends with its input.
"""
import gzip
import json
import signal
import sys
import time
import warnings

import numpy as np
import sklearn
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.ensemble import GradientBoostingClassifier, RandomForestClassifier
from sklearn.gaussian_process import GaussianProcessClassifier
from sklearn.gaussian_process.kernels import RBF, ConstantKernel
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, StratifiedKFold
from sklearn.svm import SVC

problems = {}


def problem(directory, name):
    """Features, labels as text, and training rows by the number of the partition."""
    if name not in problems:
        with gzip.open(f"{directory}/ida/{name}.csv.gz", "rt") as file:
            cells = np.loadtxt(file, delimiter=",", skiprows=1, dtype=str)
        with gzip.open(f"{directory}/ida/{name}.splits.json.gz", "rt") as file:
            partitions = json.load(file)["partitions"]
        problems.clear()
        problems[name] = cells[:, :-1].astype(float), cells[:, -1], {one["id"]: one["train"] for one in partitions}
    return problems[name]


def svc_grid(X, seed, C, gammaTimesColumns, folds):
    """The radial basis function machine of the best accuracy over the folds, fitted again with probabilities."""
    gamma = [value / X.shape[1] for value in gammaTimesColumns]
    inner = StratifiedKFold(folds, shuffle=True, random_state=seed)
    search = GridSearchCV(SVC(kernel="rbf"), {"C": C, "gamma": gamma}, cv=inner, refit=False)

    class Tuned:
        def fit(self, X, y):
            search.fit(X, y)
            self.machine = SVC(kernel="rbf", probability=True, random_state=seed, **search.best_params_).fit(X, y)
            self.classes_ = self.machine.classes_
            return self

        def predict_proba(self, X):
            return self.machine.predict_proba(X)

    return Tuned()


methods = {
    "sklearn-lda": lambda X, seed, **options: LinearDiscriminantAnalysis(**options),
    "sklearn-qda": lambda X, seed, **options: QuadraticDiscriminantAnalysis(**options),
    "sklearn-logistic": lambda X, seed, **options: LogisticRegression(**options),
    "sklearn-svc-grid": svc_grid,
    "sklearn-gpc": lambda X, seed, restarts: GaussianProcessClassifier(
        ConstantKernel() * RBF(), n_restarts_optimizer=restarts, random_state=seed
    ),
    "sklearn-random-forest": lambda X, seed, **options: RandomForestClassifier(random_state=seed, n_jobs=1, **options),
    "sklearn-gradient-boosting": lambda X, seed, **options: GradientBoostingClassifier(random_state=seed, **options),
}


def answer(directory, experiment):
    X, y, partitions = problem(directory, experiment["dataset"])
    train = np.zeros(len(y), dtype=bool)
    train[partitions[experiment["partition"]]] = True
    create = methods[experiment["method"]]
    began = time.perf_counter()
    mean = X[train].mean(axis=0)
    deviation = X[train].std(axis=0, ddof=1)
    deviation[deviation == 0] = 1
    Z = (X - mean) / deviation
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            model = create(Z, experiment["seed"], **experiment["options"]).fit(Z[train], y[train])
            probabilities = model.predict_proba(Z[~train])
        except (ValueError, ArithmeticError, np.linalg.LinAlgError) as error:
            return {"error": f"{type(error).__name__}: {error}"}
    return {
        "classes": [str(label) for label in model.classes_],
        "probabilities": [value if np.isfinite(value) else None for value in probabilities.ravel().tolist()],
        "warnings": len({(one.category, str(one.message)) for one in caught}),
        "seconds": time.perf_counter() - began,
    }


# Ctrl-C is for the program that asks; this one ends with its input.
signal.signal(signal.SIGINT, signal.SIG_IGN)
for line in sys.stdin:
    request = json.loads(line)
    if request == "describe":
        reply = {"library": f"scikit-learn {sklearn.__version__}", "engine": f"numpy {np.__version__}"}
    else:
        reply = answer(request["directory"], request["experiment"])
    print(json.dumps(reply), flush=True)
