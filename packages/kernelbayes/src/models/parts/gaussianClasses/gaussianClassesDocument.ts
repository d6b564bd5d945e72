import {
  finiteNumber,
  flag,
  list,
  matrixDocument,
  matrixReader,
  numberList,
  optional,
  record,
  refuse,
} from "../../../schema.ts";
import type { GaussianClasses } from "./gaussianDiscriminantPosterior.ts";
import { largestEncodedValue } from "../../../posterior/largestEncodedValue.ts";

/** The parameters of Gaussian classes as plain data. */
export function gaussianClassesDocument(classes: GaussianClasses): Record<string, unknown> {
  return {
    sizes: Array.from(classes.sizes),
    logPriors: Array.from(classes.logPriors),
    priorsAreEmpirical: classes.priorsAreEmpirical,
    center: Array.from(classes.center),
    means: matrixDocument(classes.means),
    covariances: classes.covariances.map(({ scale, vectors, values, rest }) => ({
      scale: Array.from(scale),
      vectors: matrixDocument(vectors),
      values: Array.from(values),
      rest,
    })),
    shrunk: classes.shrunk,
    ...(classes.curve && {
      curve: {
        slope: classes.curve.slope,
        offsets: Array.from(classes.curve.offsets),
        covariance: matrixDocument(classes.curve.covariance),
      },
    }),
  };
}

const schema = record({
  sizes: numberList,
  logPriors: numberList,
  priorsAreEmpirical: flag,
  center: numberList,
  means: matrixReader,
  covariances: list(record({ scale: numberList, vectors: matrixReader, values: numberList, rest: finiteNumber })),
  shrunk: flag,
  curve: optional(record({ slope: finiteNumber, offsets: numberList, covariance: matrixReader })),
});

/** Deviations between the class means and the grand mean beyond which their squares could overflow. */
const farthest = 1e120;

/** Reads the parameters back and checks that their shapes belong together. */
export function readGaussianClasses(document: unknown, path: string, seed: number): GaussianClasses {
  const classes = schema(document, path);
  const C = classes.sizes.length;
  const p = classes.center.length;
  const expect = (holds: boolean, name: string, expected: string, value: unknown): void => {
    if (!holds) refuse(`${path}.${name}`, expected, value);
  };
  expect(
    C >= 2 && classes.sizes.every((size) => size > 0 && size < 1e200),
    "sizes",
    "two or more positive numbers",
    classes.sizes,
  );
  expect(classes.logPriors.length === C, "logPriors", `${C} numbers`, classes.logPriors);
  expect(classes.means.rows === C && classes.means.columns === p, "means", `a ${C} × ${p} matrix`, classes.means);
  const isEncoded = (value: number): boolean => Math.abs(value) <= largestEncodedValue;
  expect(classes.center.every(isEncoded), "center", `numbers up to ${largestEncodedValue}`, classes.center);
  const isPositive = (value: number): boolean => value > 0;
  const { covariances, curve } = classes;
  expect(covariances.length === 1 || covariances.length === C, "covariances", `1 or ${C} matrices`, covariances);
  covariances.forEach(({ scale, vectors, values, rest }, k) => {
    const name = `covariances[${k}]`;
    const isOrthonormal = vectors.data.every((entry) => Math.abs(entry) < 1.001);
    const sizes = `a ${p} × ${values.length} matrix with orthonormal columns`;
    const fits = vectors.rows === p && vectors.columns === values.length;
    expect(scale.length === p && scale.every(isPositive), `${name}.scale`, `${p} positive numbers`, scale);
    expect(fits && isOrthonormal, `${name}.vectors`, sizes, vectors);
    expect(values.every(isPositive), `${name}.values`, "positive numbers", values);
    expect(rest >= 0, `${name}.rest`, "a number from 0", rest);
    const smallest = Math.sqrt(Math.min(...values, rest || Infinity));
    const isNear = classes.means.data.every((mean, at) => Math.abs(mean / scale[at % p]) <= farthest * smallest);
    expect(isNear, "means", `means within ${farthest} deviations`, classes.means);
  });
  if (curve) {
    expect(curve.slope >= 0, "curve.slope", "a number from 0", curve.slope);
    expect(curve.offsets.length === C, "curve.offsets", `${C} numbers`, curve.offsets);
    expect(
      curve.covariance.rows === C && curve.covariance.columns === C,
      "curve.covariance",
      `a ${C} × ${C} matrix`,
      curve.covariance,
    );
  }
  return { ...classes, seed };
}
