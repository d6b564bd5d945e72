"""Peers of bench/tables.ts on the training and test rows of one fold of a table.

Reads requests from standard input, one JSON object a line ({"file", "fold", "method", "seed"}), and answers each with one line of
JSON: the classes, the probabilities of the test rows row by row, and CPU seconds of fit and prediction. Ends with its input.

Every method gets the same columns: numbers as they are (median and an indicator where a method takes no missing ones), texts as
codes of their levels for trees and as indicators for logistic regression.
"""
import gzip
import json
import signal
import sys
import time
import warnings

import numpy as np
import pandas
import sklearn
import xgboost
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold
from sklearn.preprocessing import StandardScaler

warnings.filterwarnings("ignore")


class Rows:
    """Training and test rows of one fold."""


def rows_of(file, fold):
    with gzip.open(file, "rt") as text:
        table = pandas.read_csv(text, dtype=str, keep_default_na=False, na_values=["", "?", "NA", "nan", "NaN"])
    labels = table.pop("target").to_numpy()
    is_test = table.pop("fold").astype(int).to_numpy() == fold
    rows = Rows()
    rows.classes, numbers = np.unique(labels, return_inverse=True)
    rows.y = numbers[~is_test]
    codes, dummies = [], []
    for name in table:
        column = table[name]
        try:
            values = column.astype(float).to_numpy()
        except ValueError:
            texts = column.fillna("?").to_numpy()
            levels = np.unique(texts[~is_test])
            place = {level: at for at, level in enumerate(levels)}
            values = np.array([place.get(text, -1) for text in texts], dtype=float)
            codes.append(values)
            dummies.extend((values == at).astype(float) for at in range(len(levels)))
            continue
        codes.append(values)
        missing = np.isnan(values)
        dummies.append(np.where(missing, np.nanmedian(values[~is_test]), values))
        if missing[~is_test].any():
            dummies.append(missing.astype(float))
    for name, columns in (("codes", codes), ("dummies", dummies)):
        whole = np.column_stack(columns)
        setattr(rows, f"{name}_train", whole[~is_test])
        setattr(rows, f"{name}_test", whole[is_test])
    median = np.nan_to_num(np.nanmedian(rows.codes_train, axis=0))
    rows.filled_train = np.where(np.isnan(rows.codes_train), median, rows.codes_train)
    rows.filled_test = np.where(np.isnan(rows.codes_test), median, rows.codes_test)
    return rows


def folds_of(rows, count, seed):
    return StratifiedKFold(count, shuffle=True, random_state=seed).split(rows.y, rows.y)


def boosted(rows, seed):
    """xgboost: five folds, each stopped 30 rounds after its best one; the five models' log probabilities are averaged."""
    many = len(rows.classes) > 2
    settings = dict(max_depth=6, eta=0.07, subsample=0.8, colsample_bytree=0.8, nthread=1, verbosity=0, tree_method="hist", max_bin=128)
    if many:
        settings.update(objective="multi:softprob", num_class=len(rows.classes), eval_metric="mlogloss")
    else:
        settings.update(objective="binary:logistic", eval_metric="logloss")
    test = xgboost.DMatrix(rows.codes_test)
    logs = 0
    for number, (train, held) in enumerate(folds_of(rows, 5, seed)):
        judge = xgboost.DMatrix(rows.codes_train[held], rows.y[held])
        model = xgboost.train(
            dict(settings, seed=seed + number),
            xgboost.DMatrix(rows.codes_train[train], rows.y[train]),
            1500,
            evals=[(judge, "held")],
            early_stopping_rounds=30,
            verbose_eval=False,
        )
        found = model.predict(test, iteration_range=(0, model.best_iteration + 1))
        shares = found if many else np.column_stack([1 - found, found])
        logs = logs + np.log(np.clip(shares, 1e-9, 1)) / 5
    powers = np.exp(logs)
    return powers / powers.sum(axis=1, keepdims=True)


def spread(rows, model, shares):
    """Columns for all classes, also for one that the training rows lack."""
    result = np.zeros((len(shares), len(rows.classes)))
    result[:, model.classes_] = shares
    return result


def histogram(rows, seed):
    """Histogram boosting, stopped by a tenth of the rows."""
    model = HistGradientBoostingClassifier(early_stopping=True, random_state=seed).fit(rows.codes_train, rows.y)
    return spread(rows, model, model.predict_proba(rows.codes_test))


def forest(rows, seed):
    """500 trees; the class frequencies count as one tree more, so that no probability is 0."""
    model = RandomForestClassifier(500, random_state=seed, n_jobs=1).fit(rows.filled_train, rows.y)
    frequencies = np.bincount(rows.y, minlength=len(rows.classes)) / len(rows.y)
    return (500 * spread(rows, model, model.predict_proba(rows.filled_test)) + frequencies) / 501


def logistic(rows, seed):
    """Multinomial, the ridge of the best log loss in five folds."""
    scaler = StandardScaler().fit(rows.dummies_train)
    X = scaler.transform(rows.dummies_train)

    def probabilities_by(strength, train, X_test):
        model = LogisticRegression(C=strength, max_iter=500).fit(X[train], rows.y[train])
        return spread(rows, model, model.predict_proba(X_test))

    def loss_of(strength):
        losses = []
        for train, held in folds_of(rows, 5, seed):
            own = probabilities_by(strength, train, X[held])[np.arange(len(held)), rows.y[held]]
            losses.append(-np.log(np.maximum(own, 1e-9)).mean())
        return np.mean(losses)

    best = min(np.logspace(-3, 3, 7), key=loss_of)
    return probabilities_by(best, np.arange(len(rows.y)), scaler.transform(rows.dummies_test))


METHODS = {"xgboost": boosted, "hist-boosting": histogram, "forest": forest, "logistic-ridge": logistic}


def answer(request):
    rows = rows_of(request["file"], request["fold"])
    began = time.process_time()
    try:
        probabilities = METHODS[request["method"]](rows, request["seed"])
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"}
    return {
        "classes": [str(label) for label in rows.classes],
        "probabilities": probabilities.ravel().tolist(),
        "seconds": time.process_time() - began,
    }


# Ctrl-C is for the program that asks; this one ends with its input.
signal.signal(signal.SIGINT, signal.SIG_IGN)
for line in sys.stdin:
    request = json.loads(line)
    if request == "describe":
        reply = {"library": f"scikit-learn {sklearn.__version__}, xgboost {xgboost.__version__}"}
    else:
        reply = answer(request)
    print(json.dumps(reply), flush=True)
