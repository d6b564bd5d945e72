import { describe, expect, test } from "vitest";
import { fisherContrasts, type FisherContrasts } from "../../../../src/rows/fisherContrasts.ts";
import { kernelOnRows } from "../../../../src/rows/kernel/kernelOnRows.ts";
import { contrastAt, type FisherLaw } from "../../../../src/models/fisher/posterior/fisherPosterior.ts";
import { gaussian, linear, nugget, scale, sum, type Kernel } from "../../../../src/kernels/index.ts";
import { fromRows } from "../../../../src/matrix/index.ts";
import { bayesianFisher } from "../../../../src/models/fisher/bfd.ts";
import type { BayesianFisherOptions } from "../../../../src/models/fisher/fisherOptions.ts";
import { denseDiscriminant } from "../../../../src/models/fisher/fisherDiscriminant.ts";
import { limitLaw } from "../../../../src/models/fisher/limits/fisherLimitPosterior.ts";
import { modelFromDocument } from "../../../../src/models/index.ts";
import { oneVersusRest } from "../../../../src/models/coupled/oneVersusRest.ts";
import { pairwise } from "../../../../src/models/coupled/pairwise.ts";
import type { NumericPosterior } from "../../../../src/posterior/numericPosterior.ts";
import { fitTo, gaussianRows, probabilitiesOf, problemOf, type ProblemOptions } from "../../problems.ts";
import { engine, sample, smooth } from "../samples.ts";
import { fisherLimitLeaveOneOut, parzenLeaveOneOut } from "../../../../src/models/fisher/limits/fitFisherLimit.ts";
import { fisherLimit, parzenLimit } from "../../../../src/models/fisher/limits/fisherLimit.ts";
import type { LatentPrior } from "../../../../src/rows/kernel/rootProblem.ts";
import { selectRows } from "../../../../src/matrix/row.ts";

const limits = ["parzen", "fisher"] as const;
const given = gaussianRows({ sizes: [22, 18], columns: 2, distance: 2 });
const fresh = gaussianRows({ sizes: [30, 30], columns: 2, distance: 2, seed: 9 });
const kernel: Kernel = sum(scale(gaussian({ lengthScale: 1.5 }), { variance: 2 }), nugget({ variance: 0.1 }));

const fitted = (options: BayesianFisherOptions, problem: ProblemOptions = {}): NumericPosterior =>
  fitTo(bayesianFisher(options), problemOf(given, problem));

const logitsOf = (posterior: NumericPosterior): number[] =>
  probabilitiesOf(posterior, fresh.X).map(([low, high]) => Math.log(high / low));

/** The order of rows by a value. */
const ranking = (values: ArrayLike<number>): number[] =>
  Array.from(values, (_, i) => i).toSorted((a, b) => values[a] - values[b]);

describe.each(limits)("%s", (precision) => {
  test("ranks rows as a precision near that end does, with the kernel as it is given", () => {
    const rows = {
      X: fromRows(given.X),
      classes: Int32Array.from(given.classes),
      weights: new Float64Array(given.classes.length).fill(1),
    };
    const near = denseDiscriminant(engine, kernel, { precision: precision === "parzen" ? 1e-9 : 1e9 }, rows);
    const { mean } = near.contrastsAt(fromRows(fresh.X));
    const posterior = fitted({ precision, kernel });
    expect(ranking(logitsOf(posterior))).toEqual(ranking(mean));
    expect(posterior.parameters().kernel).toEqual(kernel.forColumns([0, 1]).toDocument());
  });

  test("learns its probabilities from rows that were left out, and has no evidence", () => {
    // Far apart: a discriminant without regularization follows every row of classes that overlap.
    const [apart, others] = [1, 9].map((seed) => gaussianRows({ sizes: [40, 40], columns: 2, distance: 5, seed }));
    const posterior = fitTo(bayesianFisher({ precision }), problemOf(apart));
    expect(posterior.evidence).toBeUndefined();
    expect(posterior.leaveOneOut?.method).toBe("approximate");
    const probabilities = probabilitiesOf(posterior, others.X);
    const loss = -probabilities.reduce((total, row, i) => total + Math.log(row[others.classes[i]]), 0) / 80;
    expect(loss).toBeLessThan(0.3);
    const { lower, upper, logProbabilities } = posterior.predict(fromRows(others.X), 0.9);
    logProbabilities.data.forEach((log, at) => {
      expect(lower.data[at]).toBeLessThan(Math.exp(log));
      expect(upper.data[at]).toBeGreaterThan(Math.exp(log));
    });
  });

  test("predicts the same after saving, bit for bit", () => {
    const model = bayesianFisher({ precision });
    const posterior = fitTo(model, problemOf(given));
    const parameters: unknown = JSON.parse(JSON.stringify(posterior.parameters()));
    const figures = { leaveOneOut: undefined, evidence: undefined, warnings: [] };
    const restored = model.restore(parameters, figures, { engine, seed: 1 });
    const X = fromRows(fresh.X);
    expect(restored.predict(X, 0.9)).toEqual(posterior.predict(X, 0.9));
    expect(JSON.parse(JSON.stringify(restored.parameters()))).toEqual(parameters);
    const broken = { ...(parameters as object), limit: "lda" };
    expect(() => model.restore(broken, figures, { engine, seed: 1 })).toThrow("parameters.limit");
    const document: unknown = JSON.parse(JSON.stringify(model.toDocument()));
    expect(modelFromDocument(document).toDocument()).toEqual(document);
  });

  test("counts a row of weight 3 as three rows", () => {
    const weights = given.classes.map((_, i) => (i % 5 === 0 ? 3 : 1));
    const copies = {
      X: given.X.flatMap((row, i) => new Array<number[]>(weights[i]).fill(row)),
      classes: given.classes.flatMap((q, i) => new Array<number>(weights[i]).fill(q)),
    };
    const byWeight = logitsOf(fitted({ precision, kernel }, { weights }));
    const byCopies = logitsOf(fitTo(bayesianFisher({ precision, kernel }), problemOf(copies)));
    byWeight.forEach((logit, i) => expect(Math.abs(logit - byCopies[i])).toBeLessThan(1e-9));
  });

  test("leaves groups out whole, in folds", () => {
    const groups = given.classes.map((_, i) => i >> 1);
    const { leaveOneOut } = fitted({ precision }, { groups });
    expect(leaveOneOut?.method).toBe("folds");
    expect(leaveOneOut?.omitted).toEqual([]);
  });

  test.each([
    ["one versus rest", oneVersusRest],
    ["pairwise", pairwise],
  ])("serves three classes coupled %s", (_name, coupling) => {
    const rows = gaussianRows({ sizes: [14, 14, 14], columns: 2, distance: 4 });
    const probabilities = probabilitiesOf(fitTo(coupling(bayesianFisher({ precision })), problemOf(rows)), rows.X);
    for (const row of probabilities) expect(row[0] + row[1] + row[2]).toBeCloseTo(1, 12);
    const hits = probabilities.filter((row, i) => Math.max(...row) === row[rows.classes[i]]).length;
    expect(hits).toBeGreaterThan(35);
  });

  test("asks for two rows of each class", () => {
    const lone = { X: given.X, classes: given.classes.map((_, i) => (i === 0 ? 1 : 0)) };
    expect(() => fitTo(bayesianFisher({ precision }), problemOf(lone))).toThrow("two rows of each class");
  });
});

test("at the upper end the training rows of each class fall on one point under a positive definite kernel", () => {
  const rows = {
    X: fromRows(given.X),
    classes: Int32Array.from(given.classes),
    weights: new Float64Array(given.classes.length).fill(1),
  };
  const smooth = gaussian({ lengthScale: 0.7 });
  const law = limitLaw(engine, "fisher", smooth, rows);
  const contrasts = fisherContrasts(rows.classes);
  const { K } = kernelOnRows(engine, smooth, rows.X, contrasts);
  contrastAt(engine, law, K, smooth.diagonal(rows.X)).mean.forEach((g, i) => {
    expect(g).toBeCloseTo(given.classes[i] === 1 ? 1 : -1, 6);
  });
});

test("at the upper end a singular kernel is judged in folds, and a linear one gives the linear discriminant", () => {
  const posterior = fitted({ precision: "fisher", kernel: linear() });
  expect(posterior.leaveOneOut?.method).toBe("folds");
  const near = denseDiscriminant(
    engine,
    linear(),
    { precision: 1e7 },
    {
      X: fromRows(given.X),
      classes: Int32Array.from(given.classes),
      weights: new Float64Array(given.classes.length).fill(1),
    },
  );
  expect(ranking(logitsOf(posterior))).toEqual(ranking(near.contrastsAt(fromRows(fresh.X)).mean));
});

describe("leaving one out at a limit", () => {
  const { X, labels } = sample(13, 2);
  const kernel = smooth(1.3, 1.1, 0.2);
  // Whole rows, parts of rows and copies.
  const weights = Float64Array.from(labels, (_, i) => [1, 0.4, 3, 2][i % 4]);

  const laws: Readonly<Record<string, (prior: LatentPrior, contrasts: FisherContrasts) => FisherLaw>> = {
    parzen: (prior, contrasts) => parzenLimit(prior, contrasts),
    fisher: (prior, contrasts) => fisherLimit(engine, prior, contrasts),
  };
  const formulas: Readonly<Record<string, typeof parzenLeaveOneOut>> = {
    parzen: parzenLeaveOneOut,
    fisher: (prior, contrasts) => {
      const found = fisherLimitLeaveOneOut(engine, prior, contrasts);
      if (!found) throw new Error("The kernel is singular.");
      return found;
    },
  };

  /** ḡ of a row by a law of the other rows, and of what is left of its weight. */
  function refitted(name: string, row: number, given: Float64Array): number {
    const left = given.slice();
    left[row] -= Math.min(1, left[row]);
    const kept = Int32Array.from(left.keys()).filter((i) => left[i] > 0);
    const rows = selectRows(X, kept);
    const contrasts = fisherContrasts(
      Array.from(kept, (i) => labels[i]),
      Array.from(kept, (i) => left[i]),
    );
    const law = laws[name](kernelOnRows(engine, kernel, rows, contrasts), contrasts);
    const own = selectRows(X, Int32Array.of(row));
    return contrastAt(engine, law, kernel.cross(engine, rows, own), kernel.diagonal(own)).mean[0];
  }

  describe.each(["parzen", "fisher"])("%s", (name) => {
    test.each([
      ["rows", new Float64Array(labels.length).fill(1)],
      ["weighted rows", weights],
    ])("leave-one-out of %s is what fits to the others give", (_, given) => {
      const contrasts = fisherContrasts(labels, given);
      const { contrastMean, omitted } = formulas[name](kernelOnRows(engine, kernel, X, contrasts), contrasts);
      expect(omitted).toEqual([]);
      contrastMean.forEach((g, row) => expect(Math.abs(g - refitted(name, row, given))).toBeLessThan(1e-9));
    });

    test("a row that is all there is of its class is named", () => {
      const alone = Array.from(labels, (_, i) => (i === 4 ? 1 : 0));
      const contrasts = fisherContrasts(alone);
      expect(formulas[name](kernelOnRows(engine, kernel, X, contrasts), contrasts).omitted).toEqual([4]);
    });
  });

  test("the upper limit of a singular kernel has no formula", () => {
    const contrasts = fisherContrasts(labels);
    expect(fisherLimitLeaveOneOut(engine, kernelOnRows(engine, linear(), X, contrasts), contrasts)).toBeUndefined();
  });
});
