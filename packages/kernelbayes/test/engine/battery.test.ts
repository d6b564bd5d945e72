import { describe, expect, test } from "vitest";
import type { Engine } from "../../src/engine/engine.ts";
import { matrix, type Matrix } from "../../src/engine/matrix.ts";
import { referenceEngine as sound } from "../../src/engine/reference/index.ts";
import { engineBattery } from "../../src/testing/engineBattery.ts";

/** One deliberate fault, the operation it is in, and a word the battery must say about it. */
interface Fault {
  readonly fault: string;
  readonly operation: keyof Engine;
  readonly says: string;
  readonly broken: Partial<Engine>;
}

const edited = (a: Matrix, edit: (value: number, row: number, column: number) => number): Matrix =>
  matrix(
    a.rows,
    a.columns,
    a.data.map((value, index) => edit(value, Math.floor(index / a.columns), index % a.columns)),
  );

const corner = (a: Matrix, factor: number): Matrix =>
  edited(a, (value, i, j) => (i === a.rows - 1 && j === 0 ? value * factor : value));

const shared = new Float64Array(1 << 17);

const faults: readonly Fault[] = [
  {
    fault: "products are off in the eleventh digit",
    operation: "multiply",
    says: "ratio",
    broken: { multiply: (a, b, options) => corner(sound.multiply(a, b, options), 1 + 1e-11) },
  },
  {
    fault: "the second transpose is forgotten for square matrices",
    operation: "multiply",
    says: "ratio",
    broken: {
      multiply: (a, b, options = {}) =>
        sound.multiply(a, b, { ...options, transposeB: b.rows !== b.columns && options.transposeB === true }),
    },
  },
  {
    fault: "zeros are skipped, so that NaN is lost",
    operation: "multiply",
    says: "NaN",
    broken: {
      multiply: (a, b, options) =>
        b.data.length > 0 && b.data.every((value) => value === 0)
          ? matrix(a.rows, b.columns)
          : sound.multiply(a, b, options),
    },
  },
  {
    fault: "results share one piece of memory",
    operation: "multiply",
    says: "changed the result",
    broken: {
      multiply: (a, b, options) => {
        const result = sound.multiply(a, b, options);
        if (result.data.length > shared.length) return result;
        shared.set(result.data);
        return matrix(result.rows, result.columns, shared.subarray(0, result.data.length));
      },
    },
  },
  {
    fault: "one unit in the last place breaks the symmetry",
    operation: "symmetricProduct",
    says: "symmetric",
    broken: { symmetricProduct: (a, options) => corner(sound.symmetricProduct(a, options), 1 + Number.EPSILON) },
  },
  {
    fault: "the factor is off in the tenth digit",
    operation: "cholesky",
    says: "ratio",
    broken: {
      cholesky: (a) => {
        const result = sound.cholesky(a);
        return result.ok ? { ok: true, factor: corner(result.factor, 1 + 1e-10) } : result;
      },
    },
  },
  {
    fault: "the factor keeps the matrix above its diagonal",
    operation: "cholesky",
    says: "above the diagonal",
    broken: {
      cholesky: (a) => {
        const result = sound.cholesky(a);
        if (!result.ok) return result;
        const kept = edited(result.factor, (value, i, j) => (j > i ? a.data[i * a.columns + j] : value));
        return { ok: true, factor: kept };
      },
    },
  },
  {
    fault: "pivots are counted from 1",
    operation: "cholesky",
    says: "was reported",
    broken: {
      cholesky: (a) => {
        const result = sound.cholesky(a);
        return result.ok ? result : { ok: false, failedAt: result.failedAt + 1 };
      },
    },
  },
  {
    fault: "NaN counts as a failed pivot",
    operation: "cholesky",
    says: "instead of a NumericalError",
    broken: {
      cholesky: (a) => (Number.isNaN(a.data[0]) ? { ok: false, failedAt: 0 } : sound.cholesky(a)),
    },
  },
  {
    fault: "memory beside the argument is overwritten",
    operation: "cholesky",
    says: "was modified",
    broken: {
      cholesky: (a) => {
        if (a.data.byteOffset > 0) new Float64Array(a.data.buffer)[0] = 0;
        return sound.cholesky(a);
      },
    },
  },
  {
    fault: "room for the factor is not used",
    operation: "cholesky",
    says: "the factor is not in the room",
    broken: { cholesky: (a) => sound.cholesky(a) },
  },
  {
    fault: "the side is ignored",
    operation: "solveTriangular",
    says: "ratio",
    broken: {
      solveTriangular: (lower, b, options = {}) =>
        lower.rows === b.rows
          ? sound.solveTriangular(lower, b, { ...options, side: "left" })
          : sound.solveTriangular(lower, b, options),
    },
  },
  {
    fault: "absolute distances are summed from the last column on",
    operation: "absoluteDistances",
    says: "entry",
    broken: {
      absoluteDistances: (x, z = x, weights) =>
        matrix(
          x.rows,
          z.rows,
          Float64Array.from({ length: x.rows * z.rows }, (_, at) => {
            const [i, k] = [Math.floor(at / z.rows) * x.columns, (at % z.rows) * x.columns];
            return weights.reduceRight((sum, w, j) => sum + w * Math.abs(x.data[i + j] - z.data[k + j]), 0);
          }),
        ),
    },
  },
  {
    fault: "a kept triangle is read when it is asked, not when it is given",
    operation: "solvedSquares",
    says: "ratio",
    broken: {
      solvedSquares: (lower) => (q) =>
        sound.solveTriangular(lower, matrix(q.length, 1, q)).data.reduce((sum, x) => sum + x * x, 0),
    },
  },
  {
    fault: "only one of two triangles is solved",
    operation: "solveFactored",
    says: "ratio",
    broken: { solveFactored: (lower, b) => sound.solveTriangular(lower, b) },
  },
  {
    fault: "the inverse is not exactly symmetric",
    operation: "inverseFactored",
    says: "symmetric",
    broken: { inverseFactored: (lower) => corner(sound.inverseFactored(lower), 1 + 4 * Number.EPSILON) },
  },
  {
    fault: "the diagonal is that of the inverse factor",
    operation: "inverseDiagonal",
    says: "ratio",
    broken: {
      inverseDiagonal: (lower) =>
        Float64Array.from({ length: lower.rows }, (_, i) => lower.data[i * (lower.rows + 1)] ** -2),
    },
  },
  {
    fault: "a downdate is an update",
    operation: "updateFactored",
    says: "ratio",
    broken: { updateFactored: (lower, v) => sound.updateFactored(lower, v, 1) },
  },
  {
    fault: "a downdate that fails returns the factor as it was",
    operation: "updateFactored",
    says: "no failure",
    broken: {
      updateFactored: (lower, v, sign) => {
        const result = sound.updateFactored(lower, v, sign);
        return result.ok ? result : { ok: true, factor: lower };
      },
    },
  },
  {
    fault: "eigenvectors are orthogonal to ten digits only",
    operation: "eigenSymmetric",
    says: "ratio",
    broken: {
      eigenSymmetric: (a) => {
        const { values, vectors } = sound.eigenSymmetric(a);
        return { values, vectors: corner(vectors, 1 + 1e-10) };
      },
    },
  },
  {
    fault: "eigenvalues descend",
    operation: "eigenSymmetric",
    says: "ascend",
    broken: {
      eigenSymmetric: (a) => {
        const { values, vectors } = sound.eigenSymmetric(a);
        return {
          values: values.toReversed(),
          vectors: edited(vectors, (_, i, j) => vectors.data[(i + 1) * a.rows - 1 - j]),
        };
      },
    },
  },
  {
    fault: "values without vectors are off in the eleventh digit",
    operation: "eigenvaluesSymmetric",
    says: "ratio",
    broken: { eigenvaluesSymmetric: (a) => sound.eigenvaluesSymmetric(a).map((value) => value * (1 + 1e-11)) },
  },
  {
    fault: "values without vectors are in no order",
    operation: "eigenvaluesSymmetric",
    says: "ascend",
    broken: { eigenvaluesSymmetric: (a) => sound.eigenvaluesSymmetric(a).toReversed() },
  },
  {
    fault: "the smallest pairs are taken for the leading ones",
    operation: "leadingEigenSymmetric",
    says: "beside the full decomposition",
    broken: {
      leadingEigenSymmetric: (a, count) => {
        const { values, vectors } = sound.eigenSymmetric(a);
        const first = edited(matrix(a.rows, count), (_, i, j) => vectors.data[i * a.rows + j]);
        return { values: values.slice(0, count), vectors: first };
      },
    },
  },
  {
    fault: "equal values are given the same vector",
    operation: "leadingEigenSymmetric",
    says: "VᵀV",
    broken: {
      leadingEigenSymmetric: (a, count) => {
        const { values, vectors } = sound.leadingEigenSymmetric(a, count);
        const firstLike = (j: number): number => values.findIndex((value) => Math.abs(value - values[j]) < 1e-13);
        return { values, vectors: edited(vectors, (_, i, j) => vectors.data[i * count + firstLike(j)]) };
      },
    },
  },
  {
    fault: "vectors stand in the order of descending values",
    operation: "leadingEigenSymmetric",
    says: "A V",
    broken: {
      leadingEigenSymmetric: (a, count) => {
        const { values, vectors } = sound.leadingEigenSymmetric(a, count);
        return { values, vectors: edited(vectors, (_, i, j) => vectors.data[(i + 1) * count - 1 - j]) };
      },
    },
  },
  {
    fault: "the diagonal of R is negative",
    operation: "qr",
    says: "on its diagonal",
    broken: {
      qr: (a) => {
        const { Q, R } = sound.qr(a);
        return { Q: edited(Q, (value) => -value), R: edited(R, (value) => 0 - value) };
      },
    },
  },
  {
    fault: "Q loses its orthogonality, as Gram and Schmidt do",
    operation: "qr",
    says: "QᵀQ",
    broken: { qr: gramSchmidt },
  },
  {
    fault: "null vectors are left zero",
    operation: "svd",
    says: "UᵀU",
    broken: {
      svd: (a) => {
        const { U, values, V } = sound.svd(a);
        return { U: edited(U, (value, _, j) => (values[j] > 1e-14 * values[0] ? value : 0)), values, V };
      },
    },
  },
  {
    fault: "the residual trace is always reported as zero",
    operation: "incompleteCholesky",
    says: "residual trace",
    broken: {
      incompleteCholesky: (diagonal, column, options) => ({
        ...sound.incompleteCholesky(diagonal, column, options),
        residualTrace: 0,
      }),
    },
  },
  {
    fault: "rounding counts as rank",
    operation: "incompleteCholesky",
    says: "incompleteCholesky",
    broken: {
      incompleteCholesky: (diagonal, column, options) => {
        const result = sound.incompleteCholesky(diagonal, column, options);
        const { factor, pivots } = result;
        if (factor.rows === pivots.length || options?.rank !== undefined) return result;
        const wider = matrix(factor.rows, factor.columns + 1);
        for (let i = 0; i < factor.rows; i++) {
          wider.data.set(factor.data.subarray(i * factor.columns, (i + 1) * factor.columns), i * wider.columns);
        }
        const next = Array.from({ length: factor.rows }, (_, i) => i).find((i) => !pivots.includes(i))!;
        return { ...result, factor: wider, pivots: Int32Array.from([...pivots, next]) };
      },
    },
  },
  {
    fault: "distances come from the expanded square",
    operation: "squaredDistances",
    says: "instead of",
    broken: { squaredDistances: expandedSquare },
  },
  {
    fault: "exponentials are right to single precision",
    operation: "gaussianMatrix",
    says: "instead of",
    broken: { gaussianMatrix: (x, z, weights) => edited(sound.gaussianMatrix(x, z, weights), Math.fround) },
  },
  {
    fault: "small exponentials are cut off at 1e-100",
    operation: "gaussianMatrix",
    says: "instead of",
    broken: {
      gaussianMatrix: (x, z, weights) =>
        edited(sound.gaussianMatrix(x, z, weights), (value) => (value < 1e-100 ? 0 : value)),
    },
  },
];

/** Classical Gram–Schmidt, which is a fault of its own on nearly dependent columns. */
function gramSchmidt(a: Matrix): { Q: Matrix; R: Matrix } {
  const good = sound.qr(a);
  const { rows, columns } = a;
  const Q = matrix(rows, columns, a.data.slice());
  for (let j = 0; j < columns; j++) {
    for (let k = 0; k < j; k++) {
      for (let i = 0; i < rows; i++) Q.data[i * columns + j] -= good.R.data[k * columns + j] * Q.data[i * columns + k];
    }
    const length = good.R.data[j * columns + j];
    for (let i = 0; i < rows; i++)
      Q.data[i * columns + j] = length === 0 ? good.Q.data[i * columns + j] : Q.data[i * columns + j] / length;
  }
  return { Q, R: good.R };
}

/** ‖x‖² + ‖z‖² − 2 x·z. */
function expandedSquare(x: Matrix, z: Matrix = x, weights: Float64Array = new Float64Array(x.columns).fill(1)): Matrix {
  const product = (a: Matrix, i: number, b: Matrix, j: number): number =>
    weights.reduce((sum, weight, k) => sum + weight * a.data[i * a.columns + k] * b.data[j * b.columns + k], 0);
  return edited(matrix(x.rows, z.rows), (_, i, j) =>
    Math.max(0, product(x, i, x, i) + product(z, j, z, j) - 2 * product(x, i, z, j)),
  );
}

/** The message of the first check of an operation that fails. */
async function firstComplaint(engine: Engine, operation: string): Promise<string | undefined> {
  for (const check of engineBattery(engine).filter(({ title }) => title.startsWith(operation))) {
    try {
      await check.run();
    } catch (error) {
      return String(error);
    }
  }
  return undefined;
}

describe("the battery notices when", () => {
  for (const { fault, operation, broken, says } of faults) {
    test(`${operation}: ${fault}`, async () => {
      expect(await firstComplaint({ ...sound, ...broken }, operation)).toContain(says);
    });
  }
});

test("every operation of an engine has a fault that the battery was seen to notice", () => {
  const operations = Object.keys(sound).filter((key) => key !== "name");
  expect(operations.filter((operation) => !faults.some((fault) => fault.operation === operation))).toEqual([]);
});

test("the titles of the checks differ", () => {
  const titles = engineBattery(sound).map(({ title }) => title);
  expect(new Set(titles).size).toBe(titles.length);
});
