import { describe, expect, test } from "vitest";
import { iris, torus } from "../../../src/data/index.ts";
import { fitSync } from "../../../src/fit/fit.ts";
import { loadPosterior } from "../../../src/fit/loadPosterior.ts";
import { gaussian } from "../../../src/kernels/gaussian.ts";
import { identity } from "../../../src/matrix/diagonal.ts";
import { selectRows } from "../../../src/matrix/row.ts";
import {
  optimallyRegularizedFisher,
  type OptimallyRegularizedFisherOptions,
} from "../../../src/models/leastSquares/orkfd.ts";
import { kernelExpansion } from "../../../src/models/leastSquares/expansion/kernelExpansion.ts";
import { readExpansionOptions } from "../../../src/models/leastSquares/expansionOptions.ts";
import { withTargets } from "../../../src/models/leastSquares/expansionProblem.ts";
import { tunedExpansion } from "../../../src/models/leastSquares/tuned/tunedExpansion.ts";
import type { Posterior } from "../../../src/posterior/posterior.ts";
import { runSync } from "../../../src/run/run.ts";
import { biases, directSolution, engine, relativeDifference, residualsByRefitting, rowsOf } from "./problems.ts";

const train = torus({ rows: 150, seed: 1 });
const target = train.columns[train.columns.length - 1].name;

interface Parameters {
  readonly rows: { readonly rows: number };
  readonly spread: { readonly rows: number };
  readonly machines: readonly { readonly noise: number }[];
  readonly tuning: { readonly basisSize?: number };
}

function parametersOf(posterior: Posterior): Parameters {
  return posterior.toDocument().parameters as Parameters;
}

test("a small table is averaged over in all its rows, and with the best regularization on a part of them", () => {
  const [averaged, best] = (["averaged", "best"] as const).map((regularizations) =>
    parametersOf(fitSync(optimallyRegularizedFisher({ regularizations }), train, { target, seed: 1 })),
  );
  expect(averaged.rows.rows).toBe(150);
  expect(averaged.tuning.basisSize).toBeUndefined();
  expect(best.rows.rows).toBeLessThan(150);
  expect(parametersOf(fitSync(optimallyRegularizedFisher(), train, { target, seed: 1 }))).toEqual(averaged);
});

test("the spread of an average has a row for each direction, and for each machine of each regularization", () => {
  const { rows, spread, machines } = parametersOf(
    fitSync(optimallyRegularizedFisher(), iris(), { target: "species", seed: 1 }),
  );
  const members = (spread.rows - rows.rows) / machines.length;
  expect(machines.length).toBe(3);
  expect(Number.isInteger(members)).toBe(true);
  expect(members).toBeGreaterThan(1);
  expect(members).toBeLessThanOrEqual(17);
});

test("an average announces its decompositions up to 512 rows, and stays linear above 1500", () => {
  const [averaged, best] = (["averaged", "best"] as const).map((regularizations) =>
    optimallyRegularizedFisher({ regularizations }),
  );
  const operations = (model: typeof averaged, rows: number): number => model.cost(rows, 5, 2).operations;
  expect(operations(averaged, 500)).toBeGreaterThan(2 * operations(best, 500));
  expect(operations(averaged, 1e6) / operations(averaged, 5e5)).toBeLessThan(2.05);
  expect(averaged.cost(400, 5, 2).memory).toBeGreaterThan(best.cost(400, 5, 2).memory);
});

describe.each(biases)("targets ±1, bias %s", (bias) => {
  const { X, signs, weights } = rowsOf(26, { weighted: true, seed: 3 });
  const problem = withTargets({ X, signs: [signs], weights }, "signs");
  const kernel = gaussian({ lengthScale: 0.6 });

  test.each<OptimallyRegularizedFisherOptions>([
    { basis: "all" },
    { basis: "random", basisSize: 7 },
    { basis: "pivoted", basisSize: 7 },
    { basis: "greedy", basisSize: 7 },
  ])("the residuals and coefficients are those of least squares, with and without each row (%o)", (options) => {
    for (const [at, mu] of [1e-3, 1, 1e3].entries()) {
      const criterion = (["logScore", "error", "press"] as const)[at];
      const settings = readExpansionOptions("orkfd", {
        targets: "signs",
        kernel,
        bias,
        criterion,
        ...options,
        regularization: mu,
      });
      const solved = runSync(kernelExpansion(engine, problem, [0, 1], settings, settings.asked!, 1));
      const columns = kernel.cross(engine, X, solved.rows);
      const penalty = identity(solved.rows.rows);
      // Each of w copies of a row has a coefficient of its own, so that the one they share is penalized by 1/w.
      if (options.basis === "all") weights.forEach((weight, i) => (penalty.data[i * 27] = 1 / weight));
      const direct = { columns, penalty, targets: signs, weights, bias, mu };
      expect(relativeDifference(solved.residuals[0], residualsByRefitting(direct))).toBeLessThan(1e-9);
      const [{ coefficients, bias: constant }] = solved.expansion.machines;
      const expected = directSolution(direct);
      expect(relativeDifference([...coefficients, constant], [...expected.alpha, expected.bias])).toBeLessThan(1e-9);
      expect(solved.regularization).toBeCloseTo(mu, 12);
    }
  });

  test("the printed residuals sign(y) − Hy over 1 − h are those of leaving a row out", () => {
    const ones = new Float64Array(26).fill(1);
    const K = kernel.matrix(engine, X);
    const mu = 0.3;
    const direct = { columns: K, penalty: identity(26), targets: signs, weights: ones, bias, mu };
    const unit = (row: number): Float64Array => ones.map((_, i) => (i === row ? 1 : 0));
    const outputs = (targets: Float64Array): Float64Array => {
      const { alpha, bias: constant } = directSolution({ ...direct, targets });
      return ones.map((_, i) => alpha.reduce((sum, value, j) => sum + value * K.data[i * 26 + j], constant));
    };
    const fitted = outputs(signs);
    const printed = signs.map((sign, i) => (Math.sign(sign) - fitted[i]) / (1 - outputs(unit(i))[i]));
    expect(relativeDifference(printed, residualsByRefitting(direct))).toBeLessThan(1e-9);
  });

  test("the kernel that is tuned by itself leaves a row out as fits without it do", () => {
    const settings = readExpansionOptions("orkfd", {
      targets: "signs",
      bias,
      columnWeights: "equal",
      regularization: 0.2,
    });
    const solved = runSync(tunedExpansion(engine, problem, [0, 1], settings));
    const place = Int32Array.from(solved.placeOf, (_, at) => solved.placeOf.indexOf(at));
    const columns = solved.kernel.cross(engine, selectRows(X, place), solved.rows);
    const direct = {
      columns,
      penalty: identity(solved.rows.rows),
      targets: Float64Array.from(place, (row) => signs[row]),
      weights: Float64Array.from(place, (row) => weights[row]),
      bias,
      mu: 0.2,
    };
    expect(relativeDifference(solved.residuals[0], residualsByRefitting(direct))).toBeLessThan(1e-9);
  });
});

test("the sign rule of targets ±1 changes sides at 0, at the mean output or halfway between the classes, as asked", () => {
  const kernel = gaussian({ lengthScale: 0.8 });
  const fitted = (options: OptimallyRegularizedFisherOptions): Posterior =>
    fitSync(optimallyRegularizedFisher({ targets: "signs", kernel, decision: "sign", ...options }), train, { target });
  const thresholdOf = (posterior: Posterior): number =>
    (posterior.toDocument().parameters as { readonly thresholds: ArrayLike<number> }).thresholds[0];
  expect(thresholdOf(fitted({}))).toBe(0);
  // With a free bias the outputs have the mean of the targets: one row in four is +1 or −1.
  const negatives = train.columns[train.columns.length - 1];
  if (negatives.type !== "text") throw new Error("Labels are texts.");
  const mean = negatives.codes.reduce((sum, code) => sum + (code === 1 ? 1 : -1), 0) / 150;
  expect(Math.abs(thresholdOf(fitted({ boundary: "grand mean" })))).toBeCloseTo(Math.abs(mean), 9);
  const between = thresholdOf(fitted({ boundary: "midpoint" }));
  expect(Math.abs(between)).toBeGreaterThan(0.001);
  expect(Math.abs(between)).toBeLessThan(Math.abs(mean));
  const posterior = fitted({});
  const again = loadPosterior(JSON.parse(JSON.stringify(posterior.toDocument())));
  expect(again.predict(train)).toEqual(posterior.predict(train));
  expect(again.model).toMatchObject({ name: "orkfd", targets: "signs" });
});
