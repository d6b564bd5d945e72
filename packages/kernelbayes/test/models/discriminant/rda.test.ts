import { describe, expect, test } from "vitest";
import { matrix } from "../../../src/engine/matrix.ts";
import { InputError } from "../../../src/errors.ts";
import { logLossFromLogarithms } from "../../../src/evaluate/logLoss.ts";
import { crossValidateWork } from "../../../src/fit/crossValidateWork.ts";
import { iris, ringnorm } from "../../../src/data/index.ts";
import { fitSync } from "../../../src/fit/fit.ts";
import { crossFittedChoice } from "../../../src/calibration/crossFittedChoice.ts";
import { shrinkages, type Shrinkage } from "../../../src/models/discriminant/shrunkenScores.ts";
import { fromRows, toRows } from "../../../src/matrix/index.ts";
import { heldOutByFolds } from "../../../src/rows/heldOutByFolds.ts";
import { linearDiscriminant } from "../../../src/models/discriminant/lda.ts";
import type { Model } from "../../../src/models/model.ts";
import type { Problem } from "../../../src/rows/labelledRows.ts";
import { quadraticDiscriminant } from "../../../src/models/discriminant/qda.ts";
import { shrunkenDiscriminant } from "../../../src/models/discriminant/rda.ts";
import { normal, stream } from "../../../src/random/index.ts";
import { runSync } from "../../../src/run/run.ts";
import { tasks } from "../../../src/fit/tasks.ts";
import { columnNamed, selectRows as rowsOfTable, type Table } from "../../../src/table/table.ts";
import { expectClose } from "../../evaluate/expectClose.ts";
import {
  combination,
  diagonalOf,
  identityRows,
  naiveClasses,
  naiveScores,
  softmax,
  traceOf,
  type NaiveClasses,
  type Rows,
} from "../naive.ts";
import { engines } from "../../kernels/engines.ts";
import { fitTo, gaussianRows, probabilitiesOf, problemOf, type Labelled } from "../problems.ts";
import { textbookLinear, textbookQuadratic } from "../textbook.ts";

const [engine] = engines;

/** (1 − g)[(1 − a) S_k + a S] + g T, written down, for every class. */
function naiveCovariances(naive: NaiveClasses, { pooled: a, weight: g, target }: Shrinkage): Rows[] {
  return naive.covariances.map((own) => {
    const bracket = combination(1 - a, own, a, naive.pooled);
    const T = target === "mean" ? identityRows(bracket.length, traceOf(bracket) / bracket.length) : diagonalOf(bracket);
    return combination(1 - g, bracket, g, T);
  });
}

interface NaiveFit {
  /** The loss of the held-out rows, by choices that were made without them. */
  readonly loss: number;
  readonly predict: (x: number[]) => number[];
}

/** The whole model once more, plainly: folds, dense scores of every candidate, and the choice among them. */
function naiveFit(problem: Problem, data: Labelled, seed: number): NaiveFit {
  const held = runSync(
    heldOutByFolds(problem, {
      folds: 10,
      seed,
      stage: "test",
      score: (training, rows) => shrinkages.map((candidate) => fromRows(naiveRows(training, candidate, toRows(rows)))),
    }),
  );
  const naive = naiveClasses(data.X, data.classes);
  const choice = runSync(crossFittedChoice(held, Float64Array.from(naive.sizes)));
  if (!choice) throw new Error("There is no candidate.");
  const { candidate, curve, reserved, logProbabilities } = choice;
  const priors = naive.sizes.map((size) => size / data.X.length);
  const left = 1 - reserved.reduce((sum, share) => sum + share, 0);
  return {
    loss: logLossFromLogarithms(logProbabilities, held.classes, held.weights).mean,
    predict(x) {
      const scores = naiveScores(x, priors, naive.means, naiveCovariances(naive, shrinkages[candidate]));
      const claimed = softmax(scores.map((score, c) => curve.slope * score + curve.offsets[c]));
      return claimed.map((p, c) => left * p + reserved[c]);
    },
  };
}

function naiveRows({ X, classes, weights }: Problem, candidate: Shrinkage, rows: number[][]): number[][] {
  const training = toRows(X);
  const naive = naiveClasses(training, Array.from(classes), Array.from(weights));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const dense = naiveCovariances(naive, candidate);
  const priors = naive.sizes.map((size) => size / total);
  return rows.map((row) => naiveScores(row, priors, naive.means, dense));
}

describe.each([
  ["two classes of different width", gaussianRows({ sizes: [22, 18], columns: 2, widening: 1 })],
  ["three classes", gaussianRows({ sizes: [14, 11, 12], columns: 3, widening: 0 })],
])("for %s", (_, data) => {
  const problem = problemOf(data);
  const posterior = fitTo(shrunkenDiscriminant(), problem, { seed: 5 });
  const naive = naiveFit(problem, data, 5);

  test("the scores of the folds are those of choices made without the fold", () => {
    const { method, logProbabilities, omitted } = posterior.leaveOneOut ?? { logProbabilities: matrix(0, 0) };
    expect([method, omitted]).toEqual(["folds", []]);
    const { mean } = logLossFromLogarithms(logProbabilities, data.classes);
    expect(mean).toBeCloseTo(naive.loss, 9);
  });

  test("predictions are the calibrated scores of that candidate on all rows", () => {
    const rows = data.X.map((row) => row.map((value) => 1.3 * value - 0.2));
    expectClose(probabilitiesOf(posterior, rows).flat(), rows.flatMap(naive.predict), 1e-7);
  });
});

/** Log loss on rows that the model has not seen. */
function freshLoss(model: Model, training: Table, fresh: Table, target: string): number {
  const posterior = fitSync(model, training, { target });
  const column = columnNamed(fresh, target);
  if (column.type !== "text") throw new Error("The labels are texts.");
  const truth = Int32Array.from(column.codes, (code) => posterior.classes.indexOf(column.levels[code]));
  return logLossFromLogarithms(posterior.predict(fresh).logProbabilities, truth).mean;
}

function lossOf(model: Model, training: Labelled, fresh: Labelled): number {
  const { logProbabilities } = fitTo(model, problemOf(training)).predict(fromRows(fresh.X), 0.9);
  return logLossFromLogarithms(logProbabilities, fresh.classes).mean;
}

describe("where it should be better it is", () => {
  test("a ball in a ball of twenty columns: neither one covariance nor two free ones will do", () => {
    const table = ringnorm({ rows: 1100, seed: 3 });
    const range = (from: number, to: number): Table =>
      rowsOfTable(
        table,
        Array.from({ length: to - from }, (_, i) => from + i),
      );
    const [training, fresh] = [range(0, 100), range(100, 1100)];
    const shrunken = freshLoss(shrunkenDiscriminant(), training, fresh, "class");
    expect(shrunken).toBeLessThan(0.5 * freshLoss(linearDiscriminant(), training, fresh, "class"));
    expect(shrunken).toBeLessThan(0.5 * freshLoss(quadraticDiscriminant(), training, fresh, "class"));
  });

  test("more columns than rows, of different variance and few of them telling, beside the textbook", () => {
    const random = stream(9);
    const drawn = (n: number): Labelled => {
      const classes = Array.from({ length: n }, (_, i) => i % 2);
      return {
        classes,
        X: classes.map((q) =>
          Array.from({ length: 60 }, (_, j) => (1 + (j % 5)) * (normal(random) + (j < 6 ? 1.2 * q : 0))),
        ),
      };
    };
    const [training, fresh] = [drawn(40), drawn(600)];
    const shrunken = lossOf(shrunkenDiscriminant(), training, fresh);
    for (const shrinkage of [0.1, 0.5, 1]) {
      expect(shrunken).toBeLessThan(lossOf(textbookLinear({ shrinkage }), training, fresh) - 0.02);
      expect(shrunken).toBeLessThan(lossOf(textbookQuadratic({ shrinkage }), training, fresh) - 0.02);
    }
  });

  test("and on iris, where the linear discriminant is at its best, it comes close", () => {
    const lossIn = (model: Model): number =>
      runSync(crossValidateWork(model, iris(), { target: "species", folds: 5 }), { tasks }).scores.logLoss.mean;
    expect(lossIn(shrunkenDiscriminant())).toBeLessThan(lossIn(linearDiscriminant()) + 0.05);
  });
});

describe("at the edge of what can be learned", () => {
  test("a column in which the classes do not differ at all gives the class frequencies, with a warning", () => {
    const values = Array.from({ length: 30 }, (_, i) => Math.sin(i));
    const data = {
      X: [...values, ...values].map((value) => [value]),
      classes: values.concat(values).map((_, i) => (i < 30 ? 0 : 1)),
    };
    const { warnings, predict } = fitTo(shrunkenDiscriminant(), problemOf(data));
    expect(warnings.map(({ code }) => code)).toEqual(["no-information"]);
    const { logProbabilities, lower, upper } = predict(fromRows([[0], [5]]), 0.9);
    expectClose(logProbabilities.data.map(Math.exp), [0.5, 0.5, 0.5, 0.5], 1e-12);
    for (const at of [0, 1, 2, 3]) expect(upper.data[at] - lower.data[at]).toBeGreaterThan(0.1);
  });

  test("a class of one row is never held out: the others decide, it keeps its frequency, and a warning says so", () => {
    const data = gaussianRows({ sizes: [12, 10, 1], columns: 2 });
    const { warnings, leaveOneOut, predict } = fitTo(shrunkenDiscriminant(), problemOf(data));
    expect(warnings.map(({ code }) => code)).toEqual(["untested-class", "no-leave-one-out"]);
    expect(leaveOneOut?.omitted).toEqual([22]);
    const { logProbabilities } = predict(fromRows([...data.X, [50, -50]]), 0.9);
    for (let i = 0; i <= 23; i++) expect(logProbabilities.data[i * 3 + 2]).toBeGreaterThanOrEqual(Math.log(1 / 23));
  });

  test("where no row can be held out the probabilities are half way to the class frequencies", () => {
    const { warnings, leaveOneOut, predict } = fitTo(
      shrunkenDiscriminant(),
      problemOf({ X: [[0], [1], [5]], classes: [0, 0, 1] }),
    );
    expect(warnings.map(({ code }) => code)).toEqual(["not-tuned"]);
    expect(warnings[0].message).toContain("too few rows");
    expect(leaveOneOut).toBeUndefined();
    const { logProbabilities } = predict(fromRows([[-90], [90]]), 0.9);
    expectClose(logProbabilities.data.map(Math.exp), [5 / 6, 1 / 6, 1 / 3, 2 / 3], 1e-9);
  });

  test("many rows in groups of one class each are not called too few", () => {
    const grouped = problemOf({
      X: Array.from({ length: 40 }, (_, i) => [i % 7]),
      classes: Array.from({ length: 40 }, (_, i) => i % 2),
    });
    const { warnings } = fitTo(shrunkenDiscriminant(), { ...grouped, rowGroups: grouped.classes });
    expect(warnings.map(({ message }) => message)).toEqual([
      "No group of rows can be held out, because the other groups would lack a class: shrinkage was not tuned, and the probabilities are half way to the class frequencies. Each class needs rows in at least three groups.",
    ]);
  });

  test("rows that do not differ within their classes are refused", () => {
    const data = {
      X: [
        [1, 2],
        [1, 2],
        [3, 4],
        [3, 4],
      ],
      classes: [0, 0, 1, 1],
    };
    expect(() => fitTo(shrunkenDiscriminant(), problemOf(data))).toThrow(InputError);
  });

  test("weights that leave fewer rows than classes are refused", () => {
    const data = gaussianRows({ sizes: [5, 5], columns: 2 });
    const problem = problemOf(data, { weights: data.classes.map(() => 0.1) });
    expect(() => fitTo(shrunkenDiscriminant(), problem)).toThrow("More rows are needed");
  });

  test("a large offset costs no more digits than the values have lost", () => {
    const data = gaussianRows({ sizes: [30, 25], columns: 3, widening: 0 });
    const moved = data.X.map((row) => row.map((value) => value + 2 ** 26));
    const back = { ...data, X: moved.map((row) => row.map((value) => value - 2 ** 26)) };
    const expected = probabilitiesOf(fitTo(shrunkenDiscriminant(), problemOf(back)), back.X);
    const found = probabilitiesOf(fitTo(shrunkenDiscriminant(), problemOf({ ...data, X: moved })), moved);
    expectClose(found.flat(), expected.flat(), 1e-6);
  });

  test("a column that is constant within the classes does not keep it from learning", () => {
    const data = gaussianRows({ sizes: [20, 20], columns: 2 });
    const telling = { ...data, X: data.X.map((row, i) => [...row, data.classes[i] === 0 ? 0.1 : 0.7]) };
    const p = probabilitiesOf(fitTo(shrunkenDiscriminant(), problemOf(telling)), telling.X);
    expect(p.every((row, i) => row[telling.classes[i]] > 0.5)).toBe(true);
  });
});

describe("few rows promise no more than new rows keep", () => {
  const random = stream(23);
  const drawn = (n: number, p: number, distance: number, classCount: number): Labelled => {
    const classes = Array.from({ length: n }, (_, i) => i % classCount);
    return {
      classes,
      X: classes.map((q) => Array.from({ length: p }, (_, j) => normal(random) + (j === q ? distance : 0))),
    };
  };
  const lossesOf = (n: number, p: number, distance: number, classCount: number): { own: number; fresh: number } => {
    const [training, fresh] = [drawn(n, p, distance, classCount), drawn(400, p, distance, classCount)];
    const posterior = fitTo(shrunkenDiscriminant(), problemOf(training));
    const { logProbabilities } = posterior.predict(fromRows(fresh.X), 0.9);
    const own = logLossFromLogarithms(posterior.leaveOneOut?.logProbabilities ?? matrix(0, 0), training.classes).mean;
    return { own, fresh: logLossFromLogarithms(logProbabilities, fresh.classes).mean };
  };
  const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value / values.length, 0);

  test("twenty rows of three classes far apart do not promise certainty", () => {
    const { own, fresh } = lossesOf(20, 13, 12, 3);
    // The rule of succession: 1/22 of the probability is kept for the unexpected, of which each class gets its part.
    expect(own).toBeGreaterThan(0.02);
    expect(fresh).toBeLessThan(0.2);
  });

  test("without signal the held-out figures are not better than the truth, and the truth is that of the frequencies", () => {
    const draws = Array.from({ length: 12 }, () => lossesOf(40, 60, 0, 2));
    expect(meanOf(draws.map(({ fresh }) => fresh))).toBeLessThan(1.02 * Math.log(2));
    expect(meanOf(draws.map(({ own, fresh }) => own - fresh))).toBeGreaterThan(-0.01);
  });
});

test("it has no options", () => {
  expect(() => shrunkenDiscriminant({ shrinkage: 0.1 } as never)).toThrow('"shrinkage"');
});

test.each(engines)("probabilities and scores are the same on the engine $name", (other) => {
  for (const data of [gaussianRows({ sizes: [12, 15, 9], columns: 3 }), gaussianRows({ sizes: [7, 8], columns: 20 })]) {
    const [a, b] = [engine, other].map((on) => fitTo(shrunkenDiscriminant(), problemOf(data), { engine: on }));
    expectClose(probabilitiesOf(b, data.X).flat(), probabilitiesOf(a, data.X).flat(), 1e-10);
    expectClose(b.leaveOneOut?.logProbabilities.data ?? [], a.leaveOneOut?.logProbabilities.data ?? [], 1e-9);
  }
});

test("where classes are far apart intervals of sure rows were 0.27 wide: what left-out labels allow is less", () => {
  const table = iris();
  for (const half of [0, 1]) {
    const part = (parity: number): number[] => Array.from({ length: 75 }, (_, k) => 2 * k + parity);
    const posterior = fitSync(shrunkenDiscriminant(), rowsOfTable(table, part(half)), { target: "species" });
    const { probabilities, lower, upper } = posterior.predict(rowsOfTable(table, part(1 - half)), { level: 0.9 });
    const widths = Array.from(probabilities.data.keys())
      .filter((at) => probabilities.data[at] > 0.95)
      .map((at) => upper.data[at] - lower.data[at])
      .toSorted((a, b) => a - b);
    expect(widths.length).toBeGreaterThan(40);
    expect(widths[widths.length >> 1]).toBeLessThan(0.2);
  }
});
