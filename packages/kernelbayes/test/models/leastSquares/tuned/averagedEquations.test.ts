import { describe, expect, test } from "vitest";
import { matrix, type Matrix } from "../../../../src/engine/matrix.ts";
import {
  averagedEquations,
  type AveragedEquations,
  type WeightedRegularization,
  regularizationWeights,
} from "../../../../src/models/leastSquares/tuned/averagedEquations.ts";
import {
  expansionIn,
  expansionOf,
  leaveOneOutOf,
  normalEquations,
  remainderMatrix,
  type NormalEquations,
} from "../../../../src/models/leastSquares/tuned/normalEquations.ts";
import { type Penalty, wholeSource } from "../../../../src/models/leastSquares/tuned/kernelFeatures.ts";
import { identity } from "../../../../src/matrix/diagonal.ts";
import {
  biases,
  type DirectProblem,
  directSolution,
  engine,
  kernelFeatures,
  relativeDifference,
  residualsByRefitting,
  rowsOf,
} from "../problems.ts";
import type { Expansion } from "../../../../src/models/parts/expansionPosterior.ts";

const n = 30;
const several: readonly WeightedRegularization[] = [
  { logRegularization: -4, weight: 0.2 },
  { logRegularization: -1.5, weight: 0.7 },
  { logRegularization: 3, weight: 0.1 },
];

const cases = biases.flatMap((bias) =>
  (["function", "coefficients"] as const).flatMap((penalty) =>
    [false, true].map((weighted) => ({ bias, penalty: penalty satisfies Penalty, weighted })),
  ),
);

describe.each(cases)("bias $bias, penalty on the $penalty, with weights: $weighted", ({ bias, penalty, weighted }) => {
  const { K, signs, weights } = rowsOf(n, { weighted });
  const rootWeights = weights.map(Math.sqrt);
  const others = signs.map((sign, i) => (i % 4 === 0 ? -3 * sign : sign));
  const targets = [signs, others];
  const source = wholeSource(engine, K, penalty);
  const average = (members = several, blockRows?: number): AveragedEquations =>
    averagedEquations(engine, source, rootWeights, targets, members, bias, blockRows);
  const direct = (machine: Float64Array, { logRegularization }: WeightedRegularization): DirectProblem => ({
    columns: K,
    penalty: penalty === "function" ? K : identity(n),
    targets: machine,
    weights,
    bias,
    mu: 2 ** logRegularization,
  });
  const equationsAt = ({ logRegularization }: WeightedRegularization): NormalEquations => {
    const Z = kernelFeatures(K, penalty, rootWeights, bias).Z;
    const found = normalEquations(engine, Z, rootWeights, targets, 2 ** logRegularization, bias);
    if (!found) throw new Error("The test's own equations are positive definite.");
    return found;
  };

  test("rows are left out of the average as refits at the same regularizations and shares leave them out", () => {
    const { members } = average();
    const left = members.map(({ equations }) => leaveOneOutOf(engine, equations, rootWeights, undefined));
    targets.forEach((machine, m) => {
      const refitted = several.map((member) => residualsByRefitting(direct(machine, member)));
      const mean = (parts: readonly Float64Array[]): Float64Array =>
        machine.map((_, i) => several.reduce((sum, { weight }, k) => sum + weight * parts[k][i], 0));
      expect(relativeDifference(mean(left.map((parts) => parts[m])), mean(refitted))).toBeLessThan(1e-9);
    });
  });

  test.each([7, 11, n])("blocks of %d rows give what all rows at once give", (blockRows) => {
    const [blocks, whole] = [average(several, blockRows), average()];
    const groups = [Int32Array.of(0, 5, 20), Int32Array.of(7, 29)];
    expect(relativeDifference(blocks.residuals.data, whole.residuals.data)).toBeLessThan(1e-10);
    expect(blocks.trace).toBeCloseTo(whole.trace, 10);
    several.forEach((_, k) => {
      const [one, other] = [blocks, whole].map(({ members }) => members[k].equations);
      expect(relativeDifference(one.denominators, other.denominators)).toBeLessThan(1e-10);
      const [D, expected] = [one, other].map((equations) => remainderMatrix(engine, equations, rootWeights).data);
      expect(relativeDifference(D, expected)).toBeLessThan(1e-10);
      leaveOneOutOf(engine, one, rootWeights, groups).forEach((left, m) =>
        expect(relativeDifference(left, leaveOneOutOf(engine, other, rootWeights, groups)[m])).toBeLessThan(1e-9),
      );
    });
  });

  test("a member is the machine of its regularization alone, groups of rows included", () => {
    const groups = [0, 1, 2, 3].map((g) => Int32Array.from({ length: n }, (_, i) => i).filter((i) => i % 4 === g));
    average().members.forEach(({ equations }, k) => {
      const alone = equationsAt(several[k]);
      expect(relativeDifference(equations.residuals.data, alone.residuals.data)).toBeLessThan(1e-8);
      const [left, expected] = [equations, alone].map((one) => leaveOneOutOf(engine, one, rootWeights, groups));
      left.forEach((values, m) => expect(relativeDifference(values, expected[m])).toBeLessThan(1e-7));
    });
  });

  test("the outputs are the weighted means of the outputs of the members", () => {
    const { machines } = expansionIn(engine, { means: average().means, factor: source.factor }, average());
    targets.forEach((machine, m) => {
      const { coefficients, bias: constant } = machines[m];
      const outputs = outputsOf(K, (j) => coefficients[source.pivots.indexOf(j)] ?? 0, constant);
      const expected = new Float64Array(n);
      several.forEach((member) => {
        const { alpha, bias: own } = directSolution(direct(machine, member));
        outputsOf(K, (j) => alpha[j], own).forEach((value, i) => (expected[i] += member.weight * value));
      });
      expect(relativeDifference(outputs, expected)).toBeLessThan(1e-7);
    });
  });

  test("the variance is that of a mixture: the mean of those of the members, and how far they are apart", () => {
    const found = average();
    const expansion = expansionIn(engine, { means: found.means, factor: source.factor }, found);
    const features = kernelFeatures(K, penalty, rootWeights, bias);
    const alone = several.map((member) => expansionOf(engine, features, equationsAt(member)));
    const outputs = several.map((member) =>
      targets.map((machine) => {
        const { alpha, bias: own } = directSolution(direct(machine, member));
        return outputsOf(K, (j) => alpha[j], own);
      }),
    );
    for (let i = 0; i < n; i++) {
      const within = several.reduce(
        (sum, { weight }, k) => sum + weight * unitVariance(alone[k], features.pivots, K, i),
        0,
      );
      const between = targets.map((_, m) => {
        const mean = several.reduce((sum, { weight }, k) => sum + weight * outputs[k][m][i], 0);
        const squares = several.reduce((sum, { weight }, k) => sum + weight * (outputs[k][m][i] - mean) ** 2, 0);
        return squares / expansion.machines[m].noise;
      });
      expect(unitVariance(expansion, source.pivots, K, i)).toBeCloseTo(within + (between[0] + between[1]) / 2, 7);
    }
  });

  test("the noise is that of the average, whose hat matrix has the mean of the traces", () => {
    const found = average();
    const trace = several.reduce((sum, member) => sum + member.weight * equationsAt(member).trace, 0);
    expect(found.trace).toBeCloseTo(trace, 7);
    const { machines } = expansionIn(engine, { means: found.means, factor: source.factor }, found);
    const squares = targets.map((_, m) => {
      let sum = 0;
      for (let i = 0; i < n; i++) {
        const residual = several.reduce(
          (total, { weight }, k) => total + weight * found.members[k].equations.residuals.data[2 * i + m],
          0,
        );
        sum += residual ** 2;
      }
      return sum;
    });
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    machines.forEach(({ noise }, m) => expect(noise).toBeCloseTo(squares[m] / (total - trace), 8));
  });

  test("of one member the average is its machine, with its variance", () => {
    const [one] = several;
    const found = average([{ ...one, weight: 1 }]);
    const features = kernelFeatures(K, penalty, rootWeights, bias);
    const expected = expansionOf(engine, features, equationsAt(one));
    const expansion = expansionIn(engine, { means: found.means, factor: source.factor }, found);
    expansion.machines.forEach(({ noise }, m) => expect(noise).toBeCloseTo(expected.machines[m].noise, 8));
    for (let i = 0; i < n; i++) {
      const variance = unitVariance(expected, features.pivots, K, i);
      expect(unitVariance(expansion, source.pivots, K, i)).toBeCloseTo(variance, 7);
    }
  });
});

/** Σⱼ αⱼ K_ij + b for each row i. */
function outputsOf({ data, rows }: Matrix, alpha: (j: number) => number, bias: number): Float64Array {
  return Float64Array.from({ length: rows }, (_, i) => {
    let sum = bias;
    for (let j = 0; j < rows; j++) sum += alpha(j) * data[i * rows + j];
    return sum;
  });
}

/** The variance of the output of row i for noise 1. */
function unitVariance({ spread, shift, total }: Expansion, pivots: Int32Array, K: Matrix, i: number): number {
  const k = matrix(
    pivots.length,
    1,
    Float64Array.from(pivots, (j) => K.data[i * K.columns + j]),
  );
  const turned = engine.multiply(spread, k).data;
  return turned.reduce((sum, value, a) => sum + (value - shift[a]) ** 2, total === undefined ? 0 : 1 / total);
}

test("weights sum to one, and three nats are worth a factor e", () => {
  const weights = regularizationWeights([103, 100, 106, 101.5]);
  expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 15);
  [1, 0, 2, 0.5].forEach((thirds, k) => expect(weights[k] / weights[1]).toBeCloseTo(Math.exp(-thirds), 14));
});

test("what is worth less than a fiftieth of the best has no part, nor has what could not be scored", () => {
  // e^−3.9 is 0.0202, e^−3.92 is 0.0198.
  const weights = regularizationWeights([0, 11.7, 11.76, Infinity, Number.NaN]);
  expect(Array.from(weights, (weight) => weight > 0)).toEqual([true, true, false, false, false]);
  expect(weights[0] + weights[1]).toBeCloseTo(1, 15);
});

test("a single one has all the weight", () => {
  expect(regularizationWeights([250])).toEqual(Float64Array.of(1));
});
