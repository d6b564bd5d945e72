import { describe, expect, test } from "vitest";
import { matrix, type Matrix } from "../../../../src/engine/matrix.ts";
import { blockEquations } from "../../../../src/models/leastSquares/tuned/blockEquations.ts";
import { featureSource, type Penalty } from "../../../../src/models/leastSquares/tuned/kernelFeatures.ts";
import {
  leaveOneOutOf,
  normalEquations,
  remainderMatrix,
  type NormalEquations,
} from "../../../../src/models/leastSquares/tuned/normalEquations.ts";
import { gaussian } from "../../../../src/kernels/gaussian.ts";
import { normal } from "../../../../src/random/normal.ts";
import { stream } from "../../../../src/random/stream.ts";
import { biases, engine, kernelFeatures, relativeDifference } from "../problems.ts";

const n = 57;
const size = 14;
const kernel = gaussian({ lengthScale: Float64Array.of(1.2, 0.9, 1.6) });
const source = stream(6);
const X = matrix(
  n,
  3,
  // Close together: the means of the features are large beside their spread.
  Float64Array.from({ length: 3 * n }, () => 0.4 * normal(source)),
);
const signs = Float64Array.from({ length: n }, () => (source.uniform() < 0.4 ? 1 : -1));
const targets = [signs, signs.map((sign, i) => (i % 5 ? 3 * sign : -sign))];
const weights = Float64Array.from({ length: n }, () => 0.3 + 2 * source.uniform());
const rootWeights = weights.map(Math.sqrt);

const cases = biases.flatMap((bias) => (["function", "coefficients"] as const).map((penalty) => ({ bias, penalty })));

describe.each(cases)("bias $bias, penalty on the $penalty", ({ bias, penalty }) => {
  const features = featureSource(engine, X, size, kernel, penalty satisfies Penalty);
  const whole = wholeEquations();

  function wholeEquations(): NormalEquations & { readonly means: Float64Array } {
    const basis = matrix(size, 3, X.data.slice(0, 3 * size));
    const columns = kernel.cross(engine, X, basis);
    const { Z, means, pivots } = kernelFeatures(columns, penalty, rootWeights, bias);
    expect(pivots).toEqual(features.pivots);
    const equations = normalEquations(engine, Z, rootWeights, targets, 0.3, bias);
    if (!equations) throw new Error("The test's own equations are positive definite.");
    return { ...equations, means };
  }

  const close = (a: Matrix, b: Matrix): void => expect(relativeDifference(a.data, b.data)).toBeLessThan(1e-10);

  test.each([5, 19, 57, 1000])("equations from blocks of %d rows are those of all rows at once", (blockRows) => {
    const blocks = blockEquations(engine, features, rootWeights, targets, 0.3, bias, blockRows);
    if (!blocks) throw new Error("The test's own equations are positive definite.");
    close(blocks.factor, whole.factor);
    close(blocks.coordinates, whole.coordinates);
    close(blocks.residuals, whole.residuals);
    expect(relativeDifference(blocks.denominators, whole.denominators)).toBeLessThan(1e-10);
    blocks.means.forEach((mean, j) => expect(mean).toBeCloseTo(whole.means[j], 12));
    expect(blocks.centers).toEqual(whole.centers);
    expect(blocks.trace).toBeCloseTo(whole.trace, 9);
    expect(blocks.total).toBeCloseTo(whole.total, 10);
    const some = Int32Array.of(50, 3, 22);
    close(remainderMatrix(engine, blocks, rootWeights, some), remainderMatrix(engine, whole, rootWeights, some));
    close(remainderMatrix(engine, blocks, rootWeights), remainderMatrix(engine, whole, rootWeights));
    const pairs = [Int32Array.of(0, 40), Int32Array.of(7, 8, 56)];
    leaveOneOutOf(engine, blocks, rootWeights, pairs).forEach((left, m) =>
      expect(relativeDifference(left, leaveOneOutOf(engine, whole, rootWeights, pairs)[m])).toBeLessThan(1e-10),
    );
  });
});
