import type { CholeskyResult, Engine } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import { referenceEngine } from "../../engine/reference/index.ts";
import { check, ensure, type Check } from "../check.ts";
import { distanceRatio, ensureRatio, iterativeLimit, oneNorm } from "./ensureRatio.ts";
import { randomMatrix, randomVector, symmetricKinds, withSpectrum } from "../matrices.ts";

/**
 * Checks that an engine gives what the reference engine gives, for everything that is unique: ‖X − X_reference‖ below 60 · n · ε ·
 * condition · ‖X_reference‖, on matrices whose condition is at most 10.
 */
export function agreementChecks(engine: Engine): Check[] {
  return Object.entries(computations).map(([name, compute]) =>
    check(`${name}: agrees with the reference engine`, () => {
      for (const size of [1, 2, 5, 17, 50, 127]) {
        const actual = compute(engine, size);
        const expected = compute(referenceEngine, size);
        actual.forEach((value, index) => {
          const ratio = distanceRatio(value, expected[index], size, condition * oneNorm(expected[index]));
          ensureRatio(ratio, iterativeLimit, `${name} against the reference, n = ${size}, result ${index}`);
        });
      }
    }),
  );
}

const condition = 10;
const wellConditioned = (size: number): Matrix => symmetricKinds[0].make(size);

const computations: Record<string, (engine: Engine, size: number) => Matrix[]> = {
  multiply: (engine, size) => [engine.multiply(wellConditioned(size), randomMatrix(size, 4, 1))],
  symmetricProduct: (engine, size) => [engine.symmetricProduct(randomMatrix(size, 9, 1))],
  cholesky: (engine, size) => [factor(engine.cholesky(wellConditioned(size)))],
  solveTriangular: (engine, size) => [engine.solveTriangular(lower(size), randomMatrix(size, 4, 1))],
  solveFactored: (engine, size) => [engine.solveFactored(lower(size), randomMatrix(size, 4, 1))],
  inverseFactored: (engine, size) => [engine.inverseFactored(lower(size))],
  inverseDiagonal: (engine, size) => [matrix(size, 1, engine.inverseDiagonal(lower(size)))],
  updateFactored: (engine, size) => [
    factor(engine.updateFactored(lower(size), randomVector(size, 1), 1)),
    factor(
      engine.updateFactored(
        lower(size),
        randomVector(size, 1).map((value) => value / (2 * size)),
        -1,
      ),
    ),
  ],
  eigenSymmetric: (engine, size) => {
    const { values, vectors } = engine.eigenSymmetric(wellConditioned(size));
    return [column(values), projector(vectors, Math.ceil(size / 2), engine)];
  },
  eigenvaluesSymmetric: (engine, size) => [column(engine.eigenvaluesSymmetric(wellConditioned(size)))],
  leadingEigenSymmetric: (engine, size) => {
    const { values, vectors } = engine.leadingEigenSymmetric(wellConditioned(size), Math.ceil(size / 2));
    return [column(values), engine.symmetricProduct(vectors)];
  },
  qr: (engine, size) => {
    const { Q, R } = engine.qr(wellConditioned(size));
    return [Q, R];
  },
  svd: (engine, size) => [column(engine.svd(wellConditioned(size)).values)],
  incompleteCholesky: (engine, size) => {
    const K = withSpectrum(
      Float64Array.from({ length: size }, (_, i) => 1 + 1 / (i + 1)),
      size,
    );
    const diagonal = Float64Array.from({ length: size }, (_, i) => K.data[i * size + i]);
    const { factor: F, pivots } = engine.incompleteCholesky(diagonal, (j) => K.data.slice(j * size, (j + 1) * size), {
      rank: Math.ceil(size / 2),
    });
    return [F, column(Float64Array.from(pivots))];
  },
  squaredDistances: (engine, size) => [
    engine.squaredDistances(randomMatrix(size, 6, 1)),
    engine.squaredDistances(randomMatrix(size, 6, 1), randomMatrix(7, 6, 2), randomVector(6, 3).map(Math.abs)),
  ],
  gaussianMatrix: (engine, size) => [
    engine.gaussianMatrix(randomMatrix(size, 6, 1), undefined, new Float64Array(6).fill(0.5)),
    engine.gaussianMatrix(randomMatrix(size, 6, 1), randomMatrix(7, 6, 2), new Float64Array(6).fill(2)),
  ],
};

function lower(size: number): Matrix {
  return factor(referenceEngine.cholesky(wellConditioned(size)));
}

function factor(result: CholeskyResult): Matrix {
  ensure(result.ok, "A positive definite matrix was not factored.");
  return result.factor;
}

function column(values: Float64Array): Matrix {
  return matrix(values.length, 1, values);
}

/** V V ᵀ over the first eigenvectors: what they span is unique although their signs are not. */
function projector(vectors: Matrix, count: number, engine: Engine): Matrix {
  const n = vectors.rows;
  const first = matrix(n, count);
  for (let i = 0; i < n; i++) first.data.set(vectors.data.subarray(i * n, i * n + count), i * count);
  return engine.symmetricProduct(first);
}
