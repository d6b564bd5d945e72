import { expect, test } from "vitest";
import { selectEngine } from "../../../../src/engine/selectEngine.ts";
import { softmaxLaplace } from "../../../../src/models/process/softmax/laplace.ts";
import { normalTable } from "../../../../src/models/process/softmax/latentDraws.ts";
import { logMeanSoftmax } from "../../../../src/models/process/softmax/meanSoftmax.ts";
import { softmaxPrediction } from "../../../../src/models/process/softmax/prediction.ts";
import { selectRows } from "../../../../src/matrix/index.ts";
import { smallProblem } from "./problem.ts";

const engine = selectEngine();

test("leave-one-out probabilities are those of refits without the row to first order", () => {
  const n = 30;
  const { X, rows, kernel } = smallProblem(n, 3, 4, new Float64Array(n).fill(1));
  const normals = normalTable(1, 3);
  const { mean, covariance } = softmaxLaplace(engine, kernel.matrix(engine, X), rows).cavities();
  let total = 0;
  for (let i = 0; i < n; i++) {
    const others = Int32Array.from({ length: n - 1 }, (_, k) => (k < i ? k : k + 1));
    const rest = selectRows(X, others);
    const { mode } = softmaxLaplace(engine, kernel.matrix(engine, rest), {
      classes: Int32Array.from(others, (k) => rows.classes[k]),
      classCount: 3,
      weights: new Float64Array(n - 1).fill(1),
    });
    const row = selectRows(X, Int32Array.of(i));
    const law = { coefficients: mode.likelihood.slopes, blocks: mode.blocks };
    const refit = softmaxPrediction(engine, law, kernel.cross(engine, rest, row), kernel.diagonal(row));
    const own = rows.classes[i];
    const exact = logMeanSoftmax(refit.mean.data, refit.covariance.data, normals)[own];
    const cavity = logMeanSoftmax(
      mean.data.subarray(3 * i, 3 * i + 3),
      covariance.data.subarray(9 * i, 9 * i + 9),
      normals,
    )[own];
    expect(Math.abs(cavity - exact)).toBeLessThan(0.03);
    total += cavity - exact;
  }
  expect(Math.abs(total)).toBeLessThan(0.1);
});
