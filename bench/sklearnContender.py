"""Classifiers of scikit-learn for bench/contender.ts: with the word "svc" a support vector machine, tuned on a 7 x 7 grid by
five-fold cross-validation; with "gpc" Gaussian processes with a scaled Gaussian kernel, whose evidence is maximized from one start.

Reads requests from standard input, one JSON object a line, and answers each with one line of JSON. Only fits and predictions
are timed, as CPU time of this process; columns are standardized within them. Ends with its input.
"""
import json
import signal
import sys
import time

import numpy as np
import sklearn
from sklearn.gaussian_process import GaussianProcessClassifier
from sklearn.gaussian_process.kernels import RBF, ConstantKernel
from sklearn.model_selection import GridSearchCV, StratifiedKFold
from sklearn.svm import SVC

FOLDS = 5
# As in libsvmContender.ts.
C = 2.0 ** np.arange(-3, 10, 2)
GAMMA_TIMES_COLUMNS = 2.0 ** np.arange(-7, 6, 2)


def tuned_machine(Z, y, seed):
    """The machine of the best accuracy over the folds, fitted again with probabilities: the cheapest way to tuned ones."""
    grid = {"C": C, "gamma": GAMMA_TIMES_COLUMNS / Z.shape[1]}
    inner = StratifiedKFold(FOLDS, shuffle=True, random_state=seed)
    search = GridSearchCV(SVC(kernel="rbf"), grid, cv=inner, refit=False, n_jobs=1).fit(Z, y)
    return SVC(kernel="rbf", probability=True, random_state=seed, **search.best_params_).fit(Z, y)


def gaussian_process(Z, y, seed):
    return GaussianProcessClassifier(ConstantKernel() * RBF(), random_state=seed).fit(Z, y)


KINDS = {"svc": (tuned_machine, "SVC, 7 × 7 grid"), "gpc": (gaussian_process, "GPC, one start")}


class Standardized:
    """A classifier of standardized columns."""

    def __init__(self, create):
        self.create = create

    def fit(self, X, y, seed):
        self.mean = X.mean(axis=0)
        self.deviation = X.std(axis=0, ddof=1)
        self.deviation[self.deviation == 0] = 1
        self.machine = self.create((X - self.mean) / self.deviation, y, seed)

    def predict(self, X):
        return self.machine.predict_proba((X - self.mean) / self.deviation)[:, 1]

    def evidence(self):
        """The logarithm, of machines that have one."""
        return getattr(self.machine, "log_marginal_likelihood_value_", None)


def timed(run):
    start = time.process_time()
    result = run()
    return time.process_time() - start, result


# Ctrl-C is for the program that asks; this one ends with its input.
signal.signal(signal.SIGINT, signal.SIG_IGN)
create, title = KINDS[sys.argv[1]]
model = Standardized(create)
for line in sys.stdin:
    request = json.loads(line)
    if request == "describe":
        reply = {"name": f"scikit-learn {sklearn.__version__} {title}"}
    elif request["do"] == "load":
        X = np.array(request["train"]).reshape(-1, request["columns"])
        y = np.array(request["classes"])
        test = np.array(request["test"]).reshape(-1, request["columns"])
        reply = {}
    elif request["do"] == "fit":
        seconds, _ = timed(lambda: model.fit(X, y, request["seed"]))
        reply = {"seconds": seconds}
        if model.evidence() is not None:
            reply["evidence"] = model.evidence()
    else:
        seconds, probabilities = timed(lambda: model.predict(test))
        reply = {"seconds": seconds, "probabilities": probabilities.tolist()}
    print(json.dumps(reply), flush=True)
