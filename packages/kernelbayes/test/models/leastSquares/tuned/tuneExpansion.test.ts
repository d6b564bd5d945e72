import { describe, expect, test } from "vitest";
import { matrix } from "../../../../src/engine/matrix.ts";
import { scaledFeatures } from "../../../../src/models/leastSquares/expansion/scaledFeatures.ts";
import { shapedKernel } from "../../../../src/models/leastSquares/tuned/kernelFeatures.ts";
import {
  knownTuning,
  tuneExpansion,
  type ExpansionChoice,
  type Tuning,
  type TuningOptions,
} from "../../../../src/models/leastSquares/tuned/tuneExpansion.ts";
import type { TuningProblem } from "../../../../src/models/leastSquares/expansionProblem.ts";
import { normal } from "../../../../src/random/normal.ts";
import { stream } from "../../../../src/random/stream.ts";
import { runSync } from "../../../../src/run/run.ts";
import { engine } from "../problems.ts";

/** A ball in a ring: a narrow kernel is needed, and a small basis is enough. */
function ring(n: number): TuningProblem {
  const source = stream(3);
  const X = matrix(n, 2);
  const signs = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    signs[i] = source.uniform() < 0.4 ? 1 : -1;
    const angle = 2 * Math.PI * source.uniform();
    const radius = signs[i] > 0 ? 0.4 * normal(source) : 1.6 + 0.3 * normal(source);
    X.data.set([radius * Math.cos(angle), radius * Math.sin(angle)], 2 * i);
  }
  return { X, signs: [signs], weights: new Float64Array(n).fill(1) };
}

const options: TuningOptions = { penalty: "function", columnFactors: Float64Array.of(1, 1), allRows: true };

test("the choice is the best that was tried, and no neighbour is better", () => {
  const problem = ring(200);
  const { choice, history, atLimit } = runSync(tuneExpansion(engine, problem, options));
  expect(history.at(-1)).toEqual(choice);
  expect(atLimit).toBe(false);
  for (const shift of [-0.7, 0.7]) {
    const startWidths = [choice.logWidth + shift];
    const other = runSync(tuneExpansion(engine, problem, { ...options, startWidths, grow: false }));
    expect(other.choice.criterion).toBeGreaterThan(choice.criterion - 0.5);
  }
});

test("a basis grows while it pays", () => {
  // A finer pattern than 64 rows can follow.
  const source = stream(8);
  const X = matrix(
    600,
    2,
    Float64Array.from({ length: 1200 }, () => 3.4 * source.uniform() - 1.7),
  );
  const signs = Float64Array.from({ length: 600 }, (_, i) =>
    Math.sin(5 * X.data[2 * i]) * Math.sin(5 * X.data[2 * i + 1]) > 0 ? 1 : -1,
  );
  const checkers = runSync(
    tuneExpansion(engine, { X, signs: [signs], weights: new Float64Array(600).fill(1) }, options),
  );
  expect(checkers.choice.basisSize).toBeGreaterThan(64);
  const losses = checkers.history.map(({ criterion }) => criterion);
  expect(losses).toEqual(losses.toSorted((a, b) => b - a));
});

test("rows without any pattern give about the loss of the class shares", () => {
  const source = stream(21);
  const X = matrix(
    160,
    2,
    Float64Array.from({ length: 320 }, () => normal(source)),
  );
  const signs = Float64Array.from({ length: 160 }, () => (source.uniform() < 0.5 ? 1 : -1));
  const { choice } = runSync(
    tuneExpansion(engine, { X, signs: [signs], weights: new Float64Array(160).fill(1) }, options),
  );
  expect(choice.loss).toBeGreaterThan(0.6);
  expect(choice.loss).toBeLessThan(0.72);
});

test("a pattern that only a narrow kernel sees is found although the first widths see nothing", () => {
  const n = 300;
  const source = stream(2);
  const X = matrix(n, 2);
  const signs = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    // Two spirals, three turns.
    signs[i] = i % 2 === 0 ? 1 : -1;
    const turn = 0.5 + 2.5 * source.uniform();
    const [x, y] = [Math.cos(2 * Math.PI * turn), Math.sin(2 * Math.PI * turn)].map(
      (value) => (signs[i] * value * turn) / 1.5,
    );
    X.data.set([x, y], 2 * i);
  }
  const problem = { X, signs: [signs], weights: new Float64Array(n).fill(1) };
  expect(runSync(tuneExpansion(engine, { ...problem }, options)).choice.loss).toBeLessThan(0.35);
});

test("machines that share a kernel are tuned for their sum", () => {
  const one = ring(150);
  const twice = { ...one, signs: [one.signs[0], one.signs[0].map((sign) => -sign)] };
  const [single, double] = [one, twice].map((problem) =>
    runSync(tuneExpansion(engine, problem, { ...options, startWidths: [0], grow: false })),
  );
  const at = double.history[0];
  expect(at.loss).toBeGreaterThan(1.9 * single.history[0].loss);
  expect(at.loss).toBeLessThan(2.1 * single.history[0].loss);
});

test("a group that is left out as a whole makes copies worthless", () => {
  const base = ring(40);
  const copies = 3;
  const X = matrix(40 * copies, 2);
  const signs = new Float64Array(40 * copies);
  // Labels that are noise: only copies of a row tell about it.
  const source = stream(5);
  for (let i = 0; i < 40; i++) {
    const sign = source.uniform() < 0.5 ? 1 : -1;
    for (let c = 0; c < copies; c++) {
      X.data.set(base.X.data.subarray(2 * i, 2 * i + 2), 2 * (i + 40 * c));
      signs[i + 40 * c] = sign;
    }
  }
  const weights = new Float64Array(40 * copies).fill(1);
  const groups = Array.from({ length: 40 }, (_, i) => Int32Array.of(i, i + 40, i + 80));
  const alone = runSync(tuneExpansion(engine, { X, signs: [signs], weights }, options)).choice.loss;
  const grouped = runSync(tuneExpansion(engine, { X, signs: [signs], weights, groups }, options)).choice.loss;
  expect(alone).toBeLessThan(0.3);
  expect(grouped).toBeGreaterThan(0.5);
});

test("on many rows the choice is made on a part, and the penalty on coefficients carried over by its cutoff", () => {
  const many = ring(4000);
  const choose = (problem: TuningProblem): ReturnType<typeof tuneExpansion> =>
    tuneExpansion(engine, problem, { ...options, penalty: "coefficients", grow: false, basisSize: 20 });
  const [all, part] = [many, ring(2000)].map((problem) => runSync(choose(problem)).choice);
  expect(all.logWidth).toBe(part.logWidth);
  expect(all.cutoff).toBe(part.cutoff);
  expect(all.logRegularization).toBeCloseTo(part.logRegularization + Math.log2(2000 / 4000), 12);
  expect(all.logRegularization).toBeCloseTo(2 * all.cutoff + Math.log2(20 / 4000), 12);
});

describe("an average over regularizations", () => {
  const averaged: TuningOptions = { ...options, penalty: "coefficients", average: true };

  test("has weights that sum to one, largest near the best, a cutoff apart", () => {
    const { choice, regularizations } = runSync(tuneExpansion(engine, ring(200), averaged));
    expect(regularizations.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 14);
    expect(regularizations.length).toBeGreaterThan(2);
    const at = regularizations.findIndex(({ logRegularization }) => logRegularization === choice.logRegularization);
    // The vertex of a parabola may lie a little beside the lowest of its neighbours.
    const largest = Math.max(...regularizations.map(({ weight }) => weight));
    expect(regularizations[at].weight).toBeGreaterThan(0.9 * largest);
    for (let k = 1; k < regularizations.length; k++) {
      const step = regularizations[k].logRegularization - regularizations[k - 1].logRegularization;
      expect(step).toBeCloseTo(2, 12);
    }
  });

  test("is in all rows of a small table, in a basis that grows of a larger one, and not in all where that is not wished", () => {
    const sizeOf = (n: number, others: Partial<TuningOptions> = {}): number =>
      runSync(tuneExpansion(engine, ring(n), { ...averaged, ...others })).choice.basisSize;
    expect(sizeOf(40)).toBe(40);
    expect(sizeOf(300)).toBe(300);
    expect(sizeOf(512)).toBe(512);
    expect(sizeOf(513)).toBeLessThan(300);
    expect(sizeOf(300, { allRows: false })).toBeLessThan(300);
  });

  test("goes on to a narrower kernel on all rows while that pays", () => {
    // A finer pattern than 64 rows can follow.
    const source = stream(8);
    const X = matrix(
      400,
      2,
      Float64Array.from({ length: 800 }, () => 3.4 * source.uniform() - 1.7),
    );
    const signs = Float64Array.from({ length: 400 }, (_, i) =>
      Math.sin(4 * X.data[2 * i]) * Math.sin(4 * X.data[2 * i + 1]) > 0 ? 1 : -1,
    );
    const problem = { X, signs: [signs], weights: new Float64Array(400).fill(1) };
    const from = (logWidth: number): ExpansionChoice => {
      const first = { ...runSync(tuneExpansion(engine, problem, { ...averaged, grow: false })).choice, logWidth };
      return runSync(tuneExpansion(engine, problem, { ...averaged, first })).choice;
    };
    const choice = from(-1);
    expect(choice.basisSize).toBe(400);
    expect([0, 1, 2, 3, 4, 5]).toContain(choice.logWidth);
    expect(from(choice.logWidth)).toEqual(choice);
    expect(from(choice.logWidth - 1)).toEqual(choice);
    // Never wider.
    expect(from(5).logWidth).toBe(5);
  });

  test("of a known width and cutoff is that of the search that found them", () => {
    for (const problem of [ring(150), ring(600)]) {
      const { choice, regularizations } = runSync(tuneExpansion(engine, problem, averaged));
      const { basisSize, logWidth, cutoff } = choice;
      const known = knownTuning(engine, problem, averaged, { basisSize, logWidth, cutoff });
      expect(known.regularizations).toEqual(regularizations);
      expect(known.choice.logRegularization).toBe(choice.logRegularization);
    }
  });

  test("scores groups of rows as they are left out", () => {
    const problem = ring(90);
    const alone = Array.from({ length: 90 }, (_, i) => Int32Array.of(i));
    const pairs = Array.from({ length: 45 }, (_, i) => Int32Array.of(i, i + 45));
    const tune = (groups?: readonly Int32Array[]): Tuning =>
      runSync(tuneExpansion(engine, { ...problem, groups }, { ...averaged, startWidths: [0] }));
    const [plain, single, paired] = [tune(), tune(alone), tune(pairs)];
    expect(single.choice.basisSize).toBe(90);
    expect(single.choice.criterion).toBeCloseTo(plain.choice.criterion, 5);
    single.regularizations.forEach(({ weight }, k) => expect(weight).toBeCloseTo(plain.regularizations[k].weight, 5));
    expect(paired.choice.criterion).not.toBeCloseTo(plain.choice.criterion, 2);
  });

  test("has no regularization that is lost in the rounding of the equations", () => {
    // Rows without noise: the loss alone would leave the regularization as small as can be.
    const { X } = ring(120);
    const signs = Float64Array.from({ length: 120 }, (_, i) =>
      Math.sin(3 * X.data[2 * i]) * Math.cos(3 * X.data[2 * i + 1]) > 0 ? 1 : -1,
    );
    const problem = { X, signs: [signs], weights: new Float64Array(120).fill(1) };
    const { regularizations } = knownTuning(engine, problem, averaged, { logWidth: -1, cutoff: -19 });
    const K = shapedKernel("gaussian", -1, averaged.columnFactors).matrix(engine, X);
    const { Z } = scaledFeatures(K, problem.weights, "free");
    const trace = Z.data.reduce((sum, value) => sum + value * value, 0);
    expect(regularizations.length).toBeGreaterThan(2);
    for (const { logRegularization } of regularizations) expect(2 ** logRegularization).toBeGreaterThan(1e-12 * trace);
  });
});
