"""Classifiers of scikit-learn for bench/scale.ts: gradient boosting of histograms, or logistic regression by stochastic gradients on
Nystroem features. Words: the kind, the file of training rows as doubles, the file of test rows, the number of columns.

Prints one line of JSON. Reading is part of the time, which is the CPU time of this process, all threads included.
"""
import json
import resource
import sys
import time

import numpy as np
import sklearn
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.kernel_approximation import Nystroem
from sklearn.linear_model import SGDClassifier

COMPONENTS = 256
EPOCHS = 5
CHUNK = 50_000


def read(path, columns):
    return np.memmap(path, dtype=np.float64, mode="r").reshape(-1, columns + 1)


def boosting(rows):
    machine = HistGradientBoostingClassifier(random_state=1)
    machine.fit(rows[:, :-1], rows[:, -1])
    return machine.predict_proba


def nystroem(rows):
    """Standardized columns, a width by the median heuristic, rows in a new order in each epoch within chunks."""
    random = np.random.default_rng(1)
    sample = rows[np.sort(random.choice(len(rows), min(len(rows), 16_000), replace=False)), :-1]
    mean, deviation = sample.mean(axis=0), sample.std(axis=0)
    features = Nystroem(gamma=1 / (2 * sample.shape[1]), n_components=COMPONENTS, random_state=1)
    features.fit((sample - mean) / deviation)
    machine = SGDClassifier(loss="log_loss", alpha=1e-5, average=True, random_state=1)
    starts = np.arange(0, len(rows), CHUNK)
    for _ in range(EPOCHS):
        for start in random.permutation(starts):
            part = np.array(rows[start : start + CHUNK])
            random.shuffle(part)
            Z = features.transform((part[:, :-1] - mean) / deviation)
            machine.partial_fit(Z, part[:, -1], classes=[0, 1])
    return lambda X: machine.predict_proba(features.transform((X - mean) / deviation))


kind, training, tested, columns = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])
began, began_at = time.process_time(), time.perf_counter()
predict = {"boosting": boosting, "nystroem": nystroem}[kind](read(training, columns))
seconds, wall = time.process_time() - began, time.perf_counter() - began_at
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
rows = np.array(read(tested, columns))
logs = np.log(np.clip(predict(rows[:, :-1]), 1e-15, 1))[np.arange(len(rows)), rows[:, -1].astype(int)]
print(
    json.dumps(
        {
            "cpuSeconds": seconds,
            "wallSeconds": wall,
            "peakMegabytes": peak,
            "logLoss": -logs.mean(),
            "errorRate": float((logs < np.log(0.5)).mean()),
            "engine": f"scikit-learn {sklearn.__version__}",
        }
    )
)
