import { describe, expect, test } from "vitest";
import { selectEngine } from "../../../../src/engine/selectEngine.ts";
import { kernelComponents } from "../../../../src/models/projection/components/kernelComponents.ts";
import { multinomialMode } from "../../../../src/likelihoods/multinomial/multinomialMode.ts";
import { bandwidthKernels } from "../../../../src/models/projection/components/bandwidth.ts";
import { ridgeAt } from "../../../../src/models/projection/choice/evidenceRidge.ts";
import {
  remainingWeights,
  type LeftOutGroup,
  type GroupedRows,
} from "../../../../src/models/projection/choice/leftOutGroups.ts";
import {
  doublingCounts,
  ridgeChoice,
  ridgeOn,
  type RidgeCandidate,
  type RidgeChoice,
  type RidgeChoiceOptions,
} from "../../../../src/models/projection/choice/ridgeChoice.ts";
import { gaussian } from "../../../../src/kernels/gaussian.ts";
import type { Kernel } from "../../../../src/kernels/kernel.ts";
import { linear } from "../../../../src/kernels/linear.ts";
import { toRows } from "../../../../src/matrix/index.ts";
import { normal, stream } from "../../../../src/random/index.ts";
import { runSync } from "../../../../src/run/run.ts";
import type { Progress } from "../../../../src/run/work.ts";
import { thrown } from "../../../thrown.ts";
import { clouds, rings, someRows, unitRows } from "./rows.ts";

const engine = selectEngine();
const choose = (rows: GroupedRows, options?: RidgeChoiceOptions): RidgeChoice =>
  runSync(ridgeChoice(engine, rows, options));
/** Every second of the kernels that are tried unless others are given: the linear one and three of the others. */
const some = ({ X }: GroupedRows): Kernel[] => bandwidthKernels(engine, X).filter((_, at) => at % 2 === 0);

test("a ring around a disc asks for a curved kernel, clouds beside each other for a straight one", () => {
  const [ring, pair] = [rings(40), clouds(40, 2, 1)];
  const curved = choose(ring, { kernels: some(ring), mostComponents: 6 });
  expect(curved.chosen.kernel.kind).toBe("gaussian");
  const straight = curved.candidates.filter(({ kernel }) => kernel.kind === "linear");
  for (const { loss } of straight) expect(loss!.difference).toBeGreaterThan(4 * loss!.standardError);
  expect(choose(pair, { kernels: some(pair), mostComponents: 6 }).chosen.kernel.kind).toBe("linear");
});

test("numbers of components double, from one less than there are classes, in both scalings until two in a row were no better", () => {
  const rows = clouds(30, 3, 1.5);
  const { best, candidates, criterion } = choose(rows, { kernels: some(rows) });
  expect(criterion).toBe("leave-one-out");
  const total = ({ leaveOneOut }: RidgeCandidate): number => leaveOneOut!.total;
  for (const kernel of new Set(candidates.map((each) => each.kernel))) {
    const [common, each] = (["common", "each"] as const).map((scaling) =>
      candidates.filter((one) => one.kernel === kernel && one.scaling === scaling),
    );
    for (const own of [common, each]) {
      expect(own.map(({ count }) => count)).toEqual(
        (kernel.kind === "linear" ? [2, 3] : [2, 4, 8, 16, 29]).slice(0, own.length),
      );
      const most = Math.max(...own.slice(0, -2).map(total));
      const isWorse = own.slice(-2).every((one) => total(one) <= most);
      expect(isWorse || own.at(-1)!.count === (kernel.kind === "linear" ? 3 : 29)).toBe(true);
    }
  }
  expect(candidates.length).toBeLessThan(4 + 6 * 5);
  expect(total(best)).toBe(Math.max(...candidates.map(total)));
  for (const one of candidates) expect(one.loss!.difference).toBeCloseTo(total(best) - total(one), 9);
  expect(best.loss).toEqual({ difference: 0, standardError: 0 });
});

test("the evidence decides where it is asked for, among the numbers of components that are asked for", () => {
  const rows = clouds(30, 3, 1.5);
  const { best, chosen, candidates } = choose(rows, { kernels: some(rows), counts: [2, 5], criterion: "evidence" });
  expect(candidates.map(({ count }) => count)).toEqual([2, 2, ...Array.from({ length: 6 }, () => [2, 5]).flat()]);
  expect(chosen.logEvidence).toBe(Math.max(...candidates.map(({ logEvidence }) => logEvidence)));
  expect(best).toBe(chosen);
  const tooMany = thrown(() => choose(rows, { kernels: [linear()], counts: [4] }));
  expect(tooMany.code).toBe("too-many-components");
  expect(tooMany.message).toContain("have 3 kernel components");
});

test("the simplest kernel that is hardly worse than the best is chosen, with its best number of components", () => {
  const choices = [1, 2, 3, 4].map((seed) => {
    const rows = clouds(24, 3, 1.5, seed);
    return choose(rows, { kernels: some(rows), mostComponents: 4 });
  });
  for (const { chosen, candidates } of choices) {
    const isNear = (kernel: Kernel): boolean =>
      candidates.some((each) => each.kernel === kernel && each.loss!.difference <= each.loss!.standardError);
    const kernels = [...new Set(candidates.map(({ kernel }) => kernel))];
    expect(chosen.kernel).toBe(kernels.find(isNear));
    const own = candidates
      .filter(({ kernel }) => kernel === chosen.kernel)
      .map(({ leaveOneOut }) => leaveOneOut!.total);
    expect(chosen.leaveOneOut!.total).toBe(Math.max(...own));
  }
  expect(choices.some(({ chosen, best }) => chosen.kernel !== best.kernel)).toBe(true);
});

test("classes that differ in what varies little ask for scores that are scaled each by itself", () => {
  const { X, ...rows } = clouds(40, 2, 1.5);
  // The columns other than the first, which tells the classes apart, vary a thousand times as much.
  const stretched = { ...rows, X: { ...X, data: X.data.map((value, at) => (at % 3 === 0 ? value : 1000 * value)) } };
  const { chosen, candidates } = choose(stretched, { kernels: [linear()] });
  expect(chosen).toMatchObject({ scaling: "each", count: 3 });
  expect(candidates.find(({ count }) => count === 3)!.loss!.difference).toBeGreaterThan(1);
});

test("the score of a candidate is that of regressions without each of the rows", () => {
  const rows = clouds(45, 3, 1);
  const kernels = [gaussian({ lengthScale: 2 })];
  const { candidates } = choose(rows, { kernels, mostComponents: 4, scalings: ["each"] });
  const components = kernelComponents(engine, kernels[0], rows.X);
  const { penalty, leaveOneOut } = candidates[1];
  const fit = ridgeOn(engine, rows, components, { count: 4, intercept: true, scaling: "each", before: undefined });
  expect(Math.abs(Math.log(fit.penalty / penalty))).toBeLessThan(0.05);
  let exact = 0;
  for (let left = 0; left < 45; left++) {
    const weights = rows.weights.map((w, i) => (i === left ? 0 : w));
    const problem = ridgeAt({ ...fit.problem, hasIntercept: true, weights }, penalty);
    const { logProbabilities } = multinomialMode(engine, problem);
    exact += logProbabilities.data[3 * left + rows.classes[left]];
  }
  // What a regression says of rows that it has seen is further off by far.
  const seen = rows.classes.reduce((sum, c, i) => sum + fit.mode.logProbabilities.data[3 * i + c], 0);
  expect(Math.abs(leaveOneOut!.total - exact)).toBeLessThan(0.1 * (seen - exact));
});

describe("rows that come in groups", () => {
  const rows = clouds(45, 3, 1);
  const groupsOf = (size: number): LeftOutGroup[] =>
    Array.from({ length: 45 / size }, (_, g) => ({
      rows: Int32Array.from({ length: size }, (_unused, i) => g * size + i),
      units: new Float64Array(size).fill(1),
    }));
  const options = { kernels: [gaussian({ lengthScale: 2 })], counts: [4], scalings: ["each"] } as const;

  test("are scored by regressions without the whole group", () => {
    const { penalty, leaveOneOut } = choose({ ...rows, groups: groupsOf(5) }, options).chosen;
    const components = kernelComponents(engine, options.kernels[0], rows.X);
    const fit = ridgeOn(engine, rows, components, { count: 4, intercept: true, scaling: "each", before: undefined });
    let exact = 0;
    for (const group of groupsOf(5)) {
      const problem = ridgeAt(
        { ...fit.problem, hasIntercept: true, weights: remainingWeights(rows.weights, [group]) },
        penalty,
      );
      const { logProbabilities } = multinomialMode(engine, problem);
      for (const row of group.rows) exact += logProbabilities.data[3 * row + rows.classes[row]];
    }
    const seen = rows.classes.reduce((sum, c, i) => sum + fit.mode.logProbabilities.data[3 * i + c], 0);
    expect(Math.abs(leaveOneOut!.total - exact)).toBeLessThan(0.1 * (seen - exact));
  });

  test("of one row each are rows", () => {
    const [single, plain] = [groupsOf(1), undefined].map((groups) => choose({ ...rows, groups }, options).chosen);
    expect(single.leaveOneOut!.total).toBeCloseTo(plain.leaveOneOut!.total, 9);
    expect(single.leaveOneOut!.standardError).toBeCloseTo(plain.leaveOneOut!.standardError, 9);
  });

  test("do not vouch for each other: what a narrow kernel knows of a row from its copy alone is not counted", () => {
    const noise = stream(8);
    const points = toRows(clouds(24, 2, 0.8).X).flatMap((point) => [point, point.map((x) => x + 1e-3 * normal(noise))]);
    const copies = unitRows(
      points,
      points.map((_, i) => Math.floor(i / 2) % 2),
    );
    const groups = Array.from({ length: 24 }, (_, g) => ({
      rows: Int32Array.of(2 * g, 2 * g + 1),
      units: Float64Array.of(1, 1),
    }));
    const [byRows, byGroups] = [undefined, groups].map((given) =>
      choose(
        { ...copies, groups: given },
        { kernels: [gaussian({ lengthScale: 0.2 })], counts: [23], scalings: ["common"] },
      ),
    );
    // The label of a copy is told by its partner, while the label of a pair is told by nothing near.
    expect(byRows.chosen.leaveOneOut!.perRow).toBeGreaterThan(-0.45);
    expect(byGroups.chosen.leaveOneOut!.perRow).toBeLessThan(-0.6);
  });

  test("leave the decision to the evidence where every group holds a class of its own", () => {
    const groups = [0, 1, 2].map((c) => {
      const own = Int32Array.from(rows.classes.keys()).filter((row) => rows.classes[row] === c);
      return { rows: own, units: new Float64Array(own.length).fill(1) };
    });
    const { criterion, chosen } = choose({ ...rows, groups }, options);
    expect(criterion).toBe("evidence");
    expect(chosen.leaveOneOut).toBeUndefined();
  });
});

test("neither the order of rows, nor copies instead of weights, nor other names of classes change the choice", () => {
  const rows = { ...clouds(27, 3, 1.5), weights: Float64Array.from({ length: 27 }, (_, i) => 1 + (i % 2)) };
  const options = { kernels: [gaussian({ lengthScale: 1.5 }), linear()], mostComponents: 8 };
  const scores = ({ candidates }: RidgeChoice): number[] =>
    candidates.flatMap(({ leaveOneOut, logEvidence }) => [leaveOneOut!.total, leaveOneOut!.standardError, logEvidence]);
  const expected = scores(choose(rows, options));
  const copies = Array.from({ length: 27 }, (_, i) => (i * 4) % 27).flatMap((row) =>
    new Array<number>(rows.weights[row]).fill(row),
  );
  const ones = new Float64Array(copies.length).fill(1);
  const copied = scores(choose({ ...someRows(rows, copies), weights: ones }, options));
  const renamed = scores(choose({ ...rows, classes: rows.classes.map((c) => (c + 1) % 3) }, options));
  expected.forEach((value, at) => {
    expect(copied[at]).toBeCloseTo(value, 5);
    expect(renamed[at]).toBeCloseTo(value, 5);
  });
});

test("where no row can be left out without its class, the evidence decides and the choice says so", () => {
  const lonely = unitRows([[0], [1], [3]], [0, 1, 2]);
  const { criterion, chosen, candidates } = choose(lonely);
  expect(criterion).toBe("evidence");
  expect(chosen.leaveOneOut).toBeUndefined();
  expect(chosen.logEvidence).toBe(Math.max(...candidates.map(({ logEvidence }) => logEvidence)));
});

test("progress rises to its end, though ranks differ", () => {
  const steps: Progress[] = [];
  runSync(ridgeChoice(engine, clouds(20, 2, 1), { mostComponents: 6 }), { onProgress: (each) => steps.push(each) });
  expect(
    steps.every(
      ({ step, objective }, at) => at === 0 || (step >= steps[at - 1].step && objective! >= steps[at - 1].objective!),
    ),
  ).toBe(true);
  expect(steps.at(-1)!.step).toBe(steps.at(-1)!.of);
});

test("bandwidths go by the largest distance of two rows, and counts double up to the last", () => {
  const scales = bandwidthKernels(
    engine,
    unitRows(
      [
        [0, 0],
        [3, 4],
        [1, 1],
      ],
      [0, 1, 1],
    ).X,
  ).map(({ parameters }) => parameters[0]?.value);
  const expected = [0.3, 1, 3, 10, 30, 100].map((factor) => Math.sqrt(25 / (2 * factor)));
  expect(scales.slice(1).map((value, at) => value / expected[at])).toEqual(expected.map(() => expect.closeTo(1, 12)));
  expect(doublingCounts(1, 11)).toEqual([1, 2, 4, 8, 11]);
  expect(doublingCounts(3, 12)).toEqual([3, 6, 12]);
  expect(doublingCounts(1, 1)).toEqual([1]);
  expect(doublingCounts(4, 3)).toEqual([3]);
  expect(() => choose(clouds(9, 3, 1), { kernels: [] })).toThrow(RangeError);
});
