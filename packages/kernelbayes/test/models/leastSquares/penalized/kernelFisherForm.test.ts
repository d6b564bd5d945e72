import { expect, test } from "vitest";
import { classGroups } from "../../../../src/rows/classGroups.ts";
import {
  kernelFisherForm,
  thresholdDirections,
  thresholdForm,
} from "../../../../src/models/leastSquares/penalized/kernelFisherForm.ts";
import { thresholdDirection } from "./thresholdDirection.ts";
import { multiplyVector, column, dot } from "../../../../src/matrix/index.ts";
import { expectClose } from "../../../evaluate/expectClose.ts";
import { thrown } from "../../../thrown.ts";
import { engine, relative, sample, smooth } from "../../fisher/samples.ts";
import { newRows } from "./support.ts";

const { X, labels, weights, contrasts } = sample(21, 2);
const K = smooth(1, 1, 0).matrix(engine, X);

test("for two classes it is the direction of generalized discriminant analysis", () => {
  for (const threshold of [0.3, 1e-2, 1e-5]) {
    const form = thresholdForm(engine, K, contrasts.weights);
    const { coefficients, ratios } = thresholdDirections(engine, form, classGroups(labels, 2), threshold);
    const known = thresholdDirection(engine, { K }, contrasts, threshold);
    expectClose(coefficients.data, known.coefficients, 1e-7 * Math.max(...known.coefficients.map(Math.abs)));
    expect(relative(ratios[0], known.betweenOverTotal)).toBeLessThan(1e-9);
  }
});

test("with many classes and weights the projections have length 1, are orthogonal, and lie between the classes by the ratio", () => {
  const three = labels.map((_, i) => i % 3);
  const mass = Float64Array.from(weights);
  const groups = classGroups(three, 3, mass);
  const { coefficients, ratios } = thresholdDirections(engine, thresholdForm(engine, K, mass), groups, 1e-3);
  const projections = [0, 1].map((j) => {
    const z = multiplyVector(K, column(coefficients, j));
    const mean = dot(z, mass) / groups.total;
    return z.map((value, i) => groups.roots[i] * (value - mean));
  });
  expect(dot(projections[0], projections[0])).toBeCloseTo(1, 9);
  expect(dot(projections[1], projections[1])).toBeCloseTo(1, 9);
  expect(dot(projections[0], projections[1])).toBeCloseTo(0, 9);
  projections.forEach((z, j) => {
    const between = multiplyVector(groups.between, z, { transpose: true });
    expect(relative(dot(between, between), ratios[j])).toBeLessThan(1e-9);
  });
});

test("the spread gives the variance of least squares in the directions that are kept", () => {
  const groups = classGroups(labels, 2);
  const form = kernelFisherForm(engine, { K }, groups, "threshold");
  const { spread, shift } = form.spreadAt(1e-2);
  const cross = smooth(1, 1, 0).cross(engine, X, newRows);
  // A fit to any targets is linear in them; the squares of its weights are the form.
  for (let t = 0; t < newRows.rows; t++) {
    const z = multiplyVector(spread, column(cross, t)).map((value, j) => value - shift[j]);
    const { basis, shares } = form.fitAt(1e-2);
    const kept = Array.from(shares.keys()).filter((j) => shares[j] === 0);
    const weightsOfTargets = Float64Array.from({ length: 21 }, (_, i) =>
      kept.reduce((sum, j, at) => sum + basis.data[i * 21 + j] * z[at], 0),
    );
    expect(relative(dot(weightsOfTargets, weightsOfTargets), dot(z, z))).toBeLessThan(1e-10);
    const { coefficients, transform } = form.directionsAt(1e-2);
    const projection = dot(coefficients.data, column(cross, t));
    const mean = dot(multiplyVector(K, coefficients.data), contrasts.weights) / 21;
    expect(projection - mean).toBeCloseTo(transform.data[0] * dot(weightsOfTargets, groups.between.data), 9);
  }
});

test("a threshold outside of 0 to 1 is refused", () => {
  for (const threshold of [0, 1, -1, NaN]) {
    const form = kernelFisherForm(engine, { K }, classGroups(labels, 2), "threshold");
    expect(thrown(() => form.fitAt(threshold)).code).toBe("invalid-option");
  }
});
