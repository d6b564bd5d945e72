import { expect, test } from "vitest";
import { identityCurve } from "../../../src/calibration/oddsCurve.ts";
import { matrix } from "../../../src/engine/matrix.ts";
import { column } from "../../../src/matrix/row.ts";
import { bayesianFisherPosterior } from "../../../src/models/fisher/posterior.ts";
import { normalQuantile } from "../../../src/numeric/normalCdf.ts";
import { sigmoid } from "../../../src/numeric/sigmoid.ts";
import { fisherContrasts } from "../../../src/rows/fisherContrasts.ts";
import { expectClose } from "../../evaluate/expectClose.ts";
import { gaussian } from "../../../src/kernels/gaussian.ts";
import { nugget } from "../../../src/kernels/nugget.ts";
import { scale } from "../../../src/kernels/scale.ts";
import { sum } from "../../../src/kernels/sum.ts";
import { smooth, withoutDirection } from "./samples.ts";

const mean = Float64Array.of(-1.2, 0, 0.4, 3);
const variance = Float64Array.of(0.5, 0.7, 0, 2);
const rows = matrix(4, 1);
const posterior = bayesianFisherPosterior(
  {
    discriminant: {
      kernel: smooth(1.3, 1.1, 0),
      precision: 2,
      distance: 1.5,
      contrasts: fisherContrasts([0, 1], [3, 2]),
      contrastsAt: () => ({ mean, variance }),
      ...withoutDirection,
    },
    source: { X: rows, classes: Int32Array.of(0, 0, 1, 1), weights: new Float64Array(4).fill(1) },
    curve: identityCurve,
    optima: [],
    impliedOverlap: undefined,
    calibratedSpread: true,
  },
  { leaveOneOut: undefined, evidence: undefined, warnings: [] },
);

test("the interval moves the position by its deviation; it widens with its level, and without variance it is a point", () => {
  const [narrow, wide] = [0.5, 0.95].map((level) => posterior.predict(rows, level));
  const probability = column(wide.logProbabilities, 1).map(Math.exp);
  const z = normalQuantile(0.975);
  const at = (side: number) =>
    mean.map((g, t) => {
      const slope = 1.5 / (variance[t] + 0.5);
      const away = side * z * 1.25 * Math.max(slope, 4 / 1.5) * Math.sqrt(variance[t]);
      return sigmoid(slope * g + away + Math.log(2 / 3));
    });
  expectClose(probability, at(0), 1e-14);
  expectClose(column(wide.lower, 1), at(-1), 1e-14);
  expectClose(column(wide.upper, 1), at(1), 1e-14);
  probability.forEach((p, t) => {
    expect(column(narrow.lower, 1)[t]).toBeLessThanOrEqual(p);
    expect(column(narrow.upper, 1)[t]).toBeGreaterThanOrEqual(p);
    expect(column(wide.lower, 1)[t]).toBeLessThanOrEqual(column(narrow.lower, 1)[t]);
    expect(column(wide.upper, 1)[t]).toBeGreaterThanOrEqual(column(narrow.upper, 1)[t]);
  });
  expect(column(wide.upper, 1)[2] - column(wide.lower, 1)[2]).toBeLessThan(1e-15);
});

test("a nugget, which no other row can tell of, makes probabilities less sure but not less certain", () => {
  const own = 0.3;
  const noisy = bayesianFisherPosterior(
    {
      discriminant: {
        kernel: sum(scale(gaussian()), nugget({ variance: own })),
        precision: 2,
        distance: 1.5,
        contrasts: fisherContrasts([0, 1], [3, 2]),
        contrastsAt: () => ({ mean, variance: variance.map((v) => v + own) }),
        ...withoutDirection,
      },
      source: { X: rows, classes: Int32Array.of(0, 0, 1, 1), weights: new Float64Array(4).fill(1) },
      curve: identityCurve,
      optima: [],
      impliedOverlap: undefined,
      calibratedSpread: true,
    },
    { leaveOneOut: undefined, evidence: undefined, warnings: [] },
  ).predict(rows, 0.9);
  mean.forEach((g, t) => {
    const slope = 1.5 / (variance[t] + own + 0.5);
    expect(noisy.latentMean.data[2 * t + 1]).toBeCloseTo(slope * g + Math.log(2 / 3), 12);
    expect(noisy.latentDeviation.data[2 * t + 1]).toBeCloseTo(
      1.25 * Math.max(slope, 4 / 1.5) * Math.sqrt(variance[t]),
      7,
    );
  });
});
