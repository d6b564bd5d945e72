import { describe, expect, test } from "vitest";
import { InputError } from "../../../../src/errors.ts";
import { fromRows } from "../../../../src/matrix/index.ts";
import { linearDiscriminant } from "../../../../src/models/discriminant/lda.ts";
import { quadraticDiscriminant } from "../../../../src/models/discriminant/qda.ts";
import { shrunkenDiscriminant } from "../../../../src/models/discriminant/rda.ts";
import { gaussianDiscriminantPosterior } from "../../../../src/models/parts/gaussianClasses/gaussianDiscriminantPosterior.ts";
import { gaussianClassesCodec } from "../../../../src/models/parts/gaussianClasses/gaussianClassesCodec.ts";
import { engines } from "../../../kernels/engines.ts";
import { fitTo, gaussianRows, problemOf } from "../../problems.ts";

const [engine] = engines;
const data = gaussianRows({ sizes: [9, 12, 8], columns: 2 });
const wide = gaussianRows({ sizes: [6, 7, 5], columns: 24 });

const cases = {
  "the linear discriminant": [linearDiscriminant(), data],
  "the quadratic discriminant": [quadraticDiscriminant(), data],
  "the shrunken discriminant": [shrunkenDiscriminant(), data],
  "a discriminant of low rank": [quadraticDiscriminant({ shrinkage: 0.4 }), wide],
  "values as small as 1e-70": [linearDiscriminant(), { ...data, X: data.X.map((row) => row.map((x) => 1e-70 * x)) }],
  "values as large as 1e70": [quadraticDiscriminant(), { ...data, X: data.X.map((row) => row.map((x) => 1e70 * x)) }],
} as const;

test.each(Object.entries(cases))(
  "the document of %s gives the same predictions again, to the bit",
  (_, [model, rows]) => {
    const posterior = fitTo(model, problemOf(rows), { seed: 4 });
    const document: unknown = JSON.parse(JSON.stringify(posterior.parameters()));
    const again = gaussianDiscriminantPosterior(
      engine,
      { ...gaussianClassesCodec.read(document, "parameters"), seed: 4 },
      posterior,
    );
    expect(again.predict(fromRows(rows.X), 0.8)).toEqual(posterior.predict(fromRows(rows.X), 0.8));
    expect(again.parameters()).toEqual(posterior.parameters());
  },
);

describe("what does not belong together is refused by its path", () => {
  const good = JSON.stringify(fitTo(shrunkenDiscriminant(), problemOf(data)).parameters());
  type Parts = Record<string, unknown> & { covariances: Record<string, unknown>[]; curve: Record<string, unknown> };
  const matrixOf = (rows: number, columns: number, value = 0.1) => ({
    rows,
    columns,
    data: new Array<number>(rows * columns).fill(value),
  });

  test.each<[string, (parts: Parts) => unknown]>([
    ["sizes", (parts) => (parts.sizes = [9])],
    ["sizes", (parts) => (parts.sizes = [9, -1, 3])],
    ["sizes", (parts) => (parts.sizes = [9, 1e300, 3])],
    ["logPriors", (parts) => (parts.logPriors = [0, 0])],
    ["means", (parts) => (parts.means = matrixOf(2, 2))],
    ["means", (parts) => (parts.means = matrixOf(3, 2, 1e200))],
    ["center", (parts) => (parts.center = "middle")],
    ["center", (parts) => (parts.center = [0, -1e200])],
    ["shrunk", (parts) => delete parts.shrunk],
    ["covariances", (parts) => (parts.covariances = [])],
    ["covariances", (parts) => (parts.covariances = [parts.covariances[0], parts.covariances[0]])],
    ["covariances[0].scale", (parts) => (parts.covariances[0].scale = [1, 0])],
    ["covariances[0].vectors", (parts) => (parts.covariances[0].vectors = matrixOf(2, 3))],
    ["covariances[0].vectors", (parts) => (parts.covariances[0].vectors = matrixOf(2, 2, 7))],
    ["covariances[0].values", (parts) => (parts.covariances[0].values = [1, 0])],
    ["covariances[0].rest", (parts) => (parts.covariances[0].rest = -1)],
    ["curve.slope", (parts) => (parts.curve.slope = -0.5)],
    ["curve.offsets", (parts) => (parts.curve.offsets = [0, 0])],
    ["curve.covariance", (parts) => (parts.curve.covariance = matrixOf(2, 2))],
  ])("%s, %s", (path, spoil) => {
    const parts = JSON.parse(good) as Parts;
    expect(() => gaussianClassesCodec.read(parts, "parameters")).not.toThrow();
    spoil(parts);
    expect(() => gaussianClassesCodec.read(parts, "parameters")).toThrow(InputError);
    expect(() => gaussianClassesCodec.read(parts, "parameters")).toThrow(`parameters.${path}`);
  });
});
