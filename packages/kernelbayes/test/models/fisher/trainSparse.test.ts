import { expect, test } from "vitest";
import { selectEngine } from "../../../src/engine/selectEngine.ts";
import { matrix } from "../../../src/engine/matrix.ts";
import { gaussian } from "../../../src/kernels/gaussian.ts";
import { nugget } from "../../../src/kernels/nugget.ts";
import { sum } from "../../../src/kernels/sum.ts";
import { selectRows } from "../../../src/matrix/row.ts";
import { trainSparse } from "../../../src/models/fisher/fisherDiscriminant.ts";
import { basisSums, otherRowsAsFew, type BasisSumInput } from "../../../src/models/parts/basisSums.ts";
import { normal } from "../../../src/random/normal.ts";
import { stream } from "../../../src/random/stream.ts";
import { lowRankKernelAt } from "../../../src/rows/kernel/lowRankKernel.ts";
import { run } from "../../../src/run/run.ts";

test("a sparse discriminant of some rows, with a few that stand for the others, is that of all rows", async () => {
  const engine = selectEngine();
  const [n, own] = [900, 300];
  const random = stream(12);
  const classes = Int32Array.from({ length: n }, () => (random.uniform() < 0.4 ? 1 : 0));
  const X = matrix(
    n,
    3,
    Float64Array.from({ length: 3 * n }, (_, at) => classes[Math.floor(at / 3)] + normal(random)),
  );
  const weights = Float64Array.from({ length: n }, (_, i) => 1 + (i % 2));
  const pivots = Int32Array.from({ length: 40 }, (_, i) => 7 * i);
  const kernel = sum(gaussian({ lengthScale: 1.5 }), nugget({ variance: 0.05 }));
  const settings = { precision: 1.7, distance: 2 };
  const whole = trainSparse(engine, kernel, settings, { X, classes, weights, pivots });
  const part = (rows: Int32Array) => ({
    X: selectRows(X, rows),
    classes: rows.map((row) => classes[row]),
    weights: Float64Array.from(rows, (row) => weights[row]),
  });
  const all = Int32Array.from({ length: n }, (_, i) => i);
  const here = part(all.slice(0, own));
  const { basis, triangle } = lowRankKernelAt(engine, kernel, here.X, pivots);
  const few = await run(otherRowsAsFew(engine, { ...here, classCount: 2 }, { kernel, basis, factor: triangle }), {
    sum: ({ state }) => run(basisSums({ ...part(all.slice(own)), state: state as BasisSumInput["state"] }), {}),
  });
  const found = trainSparse(engine, kernel, settings, { ...here, pivots, few });
  expect(found.evidence("rows")).toBeCloseTo(whole.evidence("rows"), 7);
  expect(found.scatter()).toBeCloseTo(whole.scatter(), 8);
  const [left, expected] = [found, whole].map((discriminant) => discriminant.leaveOneOut());
  for (let i = 0; i < own; i++) {
    expect(left.logOdds[i]).toBeCloseTo(expected.logOdds[i], 8);
    expect(left.contrastVariance[i]).toBeCloseTo(expected.contrastVariance[i], 8);
  }
  const rows = selectRows(X, all.slice(own, own + 20));
  const [a, b] = [found, whole].map((discriminant) => discriminant.contrastsAt(rows));
  a.mean.forEach((mean, i) => {
    expect(mean).toBeCloseTo(b.mean[i], 10);
    expect(a.variance[i]).toBeCloseTo(b.variance[i], 10);
  });
});
