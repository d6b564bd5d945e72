import { describe, expect, test } from "vitest";
import { selectEngine } from "../../../../src/engine/selectEngine.ts";
import { matrix } from "../../../../src/engine/matrix.ts";
import { constant, gaussian, scale, sum } from "../../../../src/kernels/index.ts";
import { selectRows } from "../../../../src/matrix/index.ts";
import type { Problem } from "../../../../src/rows/problem.ts";
import {
  fitSoftmaxProcess,
  restoreSoftmaxProcess,
  softmaxCost,
} from "../../../../src/models/process/softmax/softmaxProcess.ts";
import type { NumericPosterior } from "../../../../src/posterior/numericPosterior.ts";
import { normal, stream } from "../../../../src/random/index.ts";
import { runSync } from "../../../../src/run/runSync.ts";

const engine = selectEngine();
const context = { engine, seed: 5 };
const settings = { kernel: sum(scale(gaussian()), constant()), startsAsGiven: false, starts: [0.3, 3] };

/** Clouds of two columns on a circle. */
function clouds(classCount: number, rowsOfClass: number, seed: number): Problem {
  const random = stream(seed, classCount);
  const n = classCount * rowsOfClass;
  const classes = Int32Array.from({ length: n }, (_, i) => i % classCount);
  const X = matrix(n, 2);
  classes.forEach((c, i) => {
    X.data[2 * i] = 2 * Math.cos((2 * Math.PI * c) / classCount) + normal(random);
    X.data[2 * i + 1] = 2 * Math.sin((2 * Math.PI * c) / classCount) + normal(random);
  });
  return {
    X,
    classes,
    classCount,
    weights: new Float64Array(n).fill(1),
    columnGroups: [0, 1],
    rowGroups: undefined,
  };
}

function fitted(problem: Problem): NumericPosterior {
  return runSync(fitSoftmaxProcess(problem, context, settings));
}

describe("five classes, whose probabilities come from draws", () => {
  const problem = clouds(5, 12, 1);
  const { X: fresh } = clouds(5, 6, 2);
  const posterior = fitted(problem);
  const prediction = posterior.predict(fresh, 0.9);

  test("naming the classes in another order permutes every number and changes none", () => {
    const names = [3, 0, 4, 1, 2];
    const renamed = fitted({ ...problem, classes: problem.classes.map((c) => names[c]) });
    const other = renamed.predict(fresh, 0.9);
    expect(renamed.evidence).toBe(posterior.evidence);
    for (const part of ["logProbabilities", "lower", "upper", "latentMean", "latentDeviation"] as const) {
      for (let i = 0; i < fresh.rows; i++) {
        for (let c = 0; c < 5; c++) {
          expect(other[part].data[5 * i + names[c]]).toBe(prediction[part].data[5 * i + c]);
        }
      }
    }
    const [a, b] = [posterior.leaveOneOut, renamed.leaveOneOut];
    a?.logProbabilities.data.forEach((value, at) =>
      expect(b?.logProbabilities.data[5 * Math.floor(at / 5) + names[at % 5]]).toBe(value),
    );
  });

  test("the log probabilities alone are those of the prediction", () => {
    expect(posterior.logProbabilities?.(fresh)).toEqual(prediction.logProbabilities);
  });

  test("intervals contain the probability and widen with the level", () => {
    const wide = posterior.predict(fresh, 0.99);
    prediction.logProbabilities.data.forEach((log, at) => {
      expect(prediction.lower.data[at]).toBeLessThanOrEqual(Math.exp(log));
      expect(prediction.upper.data[at]).toBeGreaterThanOrEqual(Math.exp(log));
      expect(wide.lower.data[at]).toBeLessThanOrEqual(prediction.lower.data[at]);
      expect(wide.upper.data[at]).toBeGreaterThanOrEqual(prediction.upper.data[at]);
    });
  });

  test("a posterior is as good as its parameters, bit for bit", () => {
    const document: unknown = JSON.parse(JSON.stringify(posterior.parameters()));
    expect(restoreSoftmaxProcess(document, posterior, context).predict(fresh, 0.9)).toEqual(prediction);
  });

  test.each([
    ["order", [0, 1, 2, 3, 3]],
    ["classes", [0]],
    ["latent", { rows: 1, columns: 1, data: [0] }],
    ["weights", [-1]],
    ["sizes", [1, 2]],
    ["priors", [1]],
    ["seed", 0.5],
  ])("parameters whose %s cannot be right are refused by name", (name, junk) => {
    const document = { ...posterior.parameters(), [name]: junk };
    expect(() => restoreSoftmaxProcess(document, posterior, context)).toThrow(`parameters.${name}`);
  });
});

test("a class of one row has no leave-one-out score, and a warning says so", () => {
  const problem = clouds(3, 8, 3);
  const kept = Int32Array.from(problem.classes.keys()).filter((i) => problem.classes[i] !== 1 || i === 1);
  const { leaveOneOut, warnings } = fitted({
    ...problem,
    X: selectRows(problem.X, kept),
    classes: Int32Array.from(kept, (i) => problem.classes[i]),
    weights: new Float64Array(kept.length).fill(1),
  });
  expect(leaveOneOut?.omitted).toEqual([1]);
  expect(warnings.map(({ code }) => code)).toContain("no-leave-one-out");
});

test("the cost grows with rows, columns and classes", () => {
  const cost = softmaxCost(500, 10, 3, 3, 3);
  for (const more of [softmaxCost(600, 10, 3, 3, 3), softmaxCost(500, 11, 3, 3, 3), softmaxCost(500, 10, 4, 3, 3)]) {
    expect(more.memory).toBeGreaterThan(cost.memory);
    expect(more.operations).toBeGreaterThan(cost.operations);
  }
});
