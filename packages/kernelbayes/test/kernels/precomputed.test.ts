import { describe, expect, test } from "vitest";
import { matrix } from "../../src/engine/matrix.ts";
import { fitSync } from "../../src/fit/fit.ts";
import { kernelFromDocument, precomputed, scale } from "../../src/kernels/index.ts";
import { kernelRidge } from "../../src/models/leastSquares/krr.ts";
import { normal, stream } from "../../src/random/index.ts";
import { tableFromColumns } from "../../src/table/index.ts";
import { engines } from "./engines.ts";
import { thrown } from "../thrown.ts";

const [engine] = engines;
const gram = [
  [2, 1],
  [1, 3],
];

test("rows are known by their number in the Gram matrix, in any order and more than once", () => {
  const kernel = precomputed({ gram });
  const x = matrix(3, 1, Float64Array.of(1, 0, 1));
  expect(kernel.matrix(engine, x).data).toEqual(Float64Array.of(3, 1, 3, 1, 2, 1, 3, 1, 3));
  expect(kernel.cross(engine, x, matrix(1, 1)).data).toEqual(Float64Array.of(1, 2, 1));
  expect(kernel.evaluate([0], [1])).toBe(1);
});

test("a matrix is taken as well as an array of rows, and copied", () => {
  const given = matrix(2, 2, Float64Array.of(2, 1, 1, 3));
  const kernel = precomputed({ gram: given });
  given.data.fill(0);
  expect(kernel.toDocument()).toEqual({ kind: "precomputed", gram });
});

test("differences of rounding between an entry and its mirror image are averaged away", () => {
  const kernel = precomputed({
    gram: [
      [1, 0.5],
      [0.5 + 1e-12, 1],
    ],
  });
  expect(kernel.evaluate([0], [1])).toBe(kernel.evaluate([1], [0]));
});

describe("a Gram matrix that is not positive semidefinite", () => {
  /** Near the ends of a chain of similar rows that claim to have little in common: the determinant is −0.46. */
  const bent = [
    [1, 0.9, 0.1],
    [0.9, 1, 0.9],
    [0.1, 0.9, 1],
  ];

  test("is refused when a fit begins, with the entry", () => {
    const kernel = precomputed({ gram: bent });
    expect(kernel.evaluate([0], [1])).toBe(0.9);
    const error = thrown(() => kernel.forColumns([0]));
    expect(error).toMatchObject({ code: "indefinite-kernel" });
    expect((error as Error).message).toMatch(/row \d, column \d/);
  });

  test("is refused by an entry that its diagonal does not allow, in nested kernels too", () => {
    const gram = [
      [1, 0, 3],
      [0, 1, 0],
      [3, 0, 4],
    ];
    const error = thrown(() => scale(precomputed({ gram })).forColumns([0]));
    expect((error as Error).message).toContain(
      "it has 3 in row 2, column 0, which is larger than 2, the root of the product of 4 and 1 on its diagonal",
    );
  });

  test("is taken as it is where that is asked for, and says so in its document", () => {
    const kernel = precomputed({ gram: bent, definite: "assumed" });
    expect(kernel.forColumns([0])).toBe(kernel);
    const document = kernel.toDocument();
    expect(document).toEqual({ kind: "precomputed", gram: bent, definite: "assumed" });
    expect(kernelFromDocument(document).forColumns([0]).toDocument()).toEqual(document);
    expect(thrown(() => kernelFromDocument({ ...document, definite: "hoped" }))).toMatchObject({
      code: "invalid-document",
    });
  });
});

test("rounding of a singular Gram matrix passes, and an eigenvalue below it does not", () => {
  const random = stream(3);
  const features = matrix(
    40,
    6,
    Float64Array.from({ length: 240 }, () => normal(random)),
  );
  const G = engine.multiply(features, features, { transposeB: true });
  const asRows = (shift: number): number[][] =>
    Array.from({ length: 40 }, (_, i) =>
      Array.from({ length: 40 }, (_, j) => G.data[i * 40 + j] + (i === j ? shift : 0)),
    );
  const checked = (shift: number): unknown => precomputed({ gram: asRows(shift) }).forColumns([0]);
  for (const shift of [0, 1e-12, -1e-11, 1]) expect(() => checked(shift)).not.toThrow();
  // The smallest eigenvalues are the shift itself: the matrix has rank 6.
  for (const shift of [-1e-6, -1e-3, -0.1]) {
    expect(thrown(() => checked(shift))).toMatchObject({ code: "indefinite-kernel" });
  }
  // The same matrices by their eigenvalues.
  expect(
    Math.min(...engine.eigenSymmetric(matrix(40, 40, Float64Array.from(asRows(-1e-6).flat()))).values),
  ).toBeLessThan(-5e-7);
});

test("a fit with an indefinite Gram matrix ends with the entry", () => {
  const gram = [
    [1, 0.9, 0.1, 0],
    [0.9, 1, 0.9, 0],
    [0.1, 0.9, 1, 0],
    [0, 0, 0, 1],
  ];
  const table = tableFromColumns({ row: [0, 1, 2, 3], kind: ["a", "b", "a", "b"] });
  const fitted = (definite: "checked" | "assumed"): unknown =>
    fitSync(kernelRidge({ kernel: precomputed({ gram, definite }), regularization: 1 }), table, {
      target: "kind",
      standardize: "none",
    });
  expect(thrown(() => fitted("checked"))).toMatchObject({ code: "indefinite-kernel" });
  expect(() => fitted("assumed")).not.toThrow();
});

describe("it refuses", () => {
  test.each([
    [[[1, 2]], "gram must be square; it has 1 rows, and row 0 has 2 numbers."],
    [matrix(1, 2), "gram must be square; got 1 × 2."],
    [
      [
        [1, 2],
        [3, 1],
      ],
      "gram must be symmetric; it has 3 in row 1, column 0, and 2 in row 0, column 1.",
    ],
    [
      [
        [1, 0],
        [0, -1],
      ],
      "gram must not be negative on its diagonal; row 1 has -1.",
    ],
    [[[Number.NaN]], "gram must be finite."],
    [
      [
        [1, Infinity],
        [Infinity, 1],
      ],
      "gram must be finite.",
    ],
  ])("the Gram matrix %j", (gram, message) => {
    expect(thrown(() => precomputed({ gram }))).toMatchObject({ code: "invalid-option", message });
  });

  test.each([2, -1, 0.5, Number.NaN])("the row number %s", (number) => {
    const kernel = precomputed({ gram });
    const message = `A precomputed kernel of 2 rows takes row numbers from 0 to 1; got ${number}.`;
    expect(thrown(() => kernel.evaluate([0], [number]))).toMatchObject({ code: "invalid-row-number", message });
    expect(thrown(() => kernel.matrix(engine, matrix(1, 1, Float64Array.of(number)))).message).toBe(message);
  });

  test("rows of more than one column", () => {
    const kernel = precomputed({ gram });
    for (const compute of [
      () => kernel.matrix(engine, matrix(2, 2)),
      () => kernel.evaluate([0, 1], [0, 1]),
      () => kernel.forColumns([0, 1]),
    ]) {
      expect(thrown(compute)).toMatchObject({ code: "column-mismatch" });
    }
  });
});
