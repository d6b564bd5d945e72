import { describe, test } from "vitest";
import { matrix, type Matrix } from "../../src/engine/matrix.ts";
import { referenceEngine } from "../../src/engine/reference/index.ts";
import { createWasmEngine, supportedBuilds } from "../../src/engine/wasm/index.ts";
import { instanceOf } from "../../src/engine/wasm/loadInstance.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { l1 } from "../../src/kernels/l1.ts";
import { randomMatrix } from "../../src/testing/matrices.ts";

/** Doubles that fill a little more than 2 GiB, beyond which a signed address is negative. The room is reserved, not touched. */
const moreThanHalf = 2 ** 28 + 2 ** 20;

const A = randomMatrix(70, 70, 1);
const S = referenceEngine.symmetricProduct(A);
for (let i = 0; i < 70; i++) S.data[i * 70 + i] += 70;
const factored = referenceEngine.cholesky(S);
if (!factored.ok) throw new Error("The matrix of this test is not positive definite.");
const L = factored.factor;
const v = randomMatrix(70, 1, 2).data;
const weights = new Float64Array(70).fill(0.01);

const operations: Record<string, (engine: Engine) => Matrix> = {
  multiply: (engine) => engine.multiply(A, S),
  "multiply by a vector": (engine) => engine.multiply(A, matrix(70, 1, v), { transposeA: true }),
  symmetricProduct: (engine) => engine.symmetricProduct(A),
  cholesky: (engine) => factorOf(engine.cholesky(S)),
  solveTriangular: (engine) => engine.solveTriangular(L, A, { side: "right" }),
  solveFactored: (engine) => engine.solveFactored(L, A),
  inverseFactored: (engine) => engine.inverseFactored(L),
  inverseDiagonal: (engine) => matrix(70, 1, engine.inverseDiagonal(L)),
  update: (engine) => factorOf(engine.updateFactored(L, v, 1)),
  downdate: (engine) => factorOf(engine.updateFactored(L, v, -1)),
  eigenSymmetric: (engine) => {
    const { values, vectors } = engine.eigenSymmetric(S);
    return engine.multiply(scaledColumns(vectors, values), vectors, { transposeB: true });
  },
  eigenvaluesSymmetric: (engine) => matrix(70, 1, engine.eigenvaluesSymmetric(S)),
  leadingEigenSymmetric: (engine) => engine.symmetricProduct(engine.leadingEigenSymmetric(S, 40).vectors),
  qr: (engine) => engine.qr(A).R,
  "singular values": (engine) => matrix(70, 1, engine.svd(A).values),
  incompleteCholesky: (engine) =>
    engine.incompleteCholesky(
      v.map((_, i) => S.data[71 * i]),
      (j) => S.data.slice(70 * j, 70 * (j + 1)),
    ).factor,
  gaussianMatrix: (engine) => engine.gaussianMatrix(A, undefined, weights),
  absoluteDistances: (engine) => l1({ weight: 0.01 }).cross(engine, A, S),
};

function scaledColumns({ data, rows, columns }: Matrix, factors: Float64Array): Matrix {
  return matrix(
    rows,
    columns,
    data.map((value, i) => value * factors[i % columns]),
  );
}

function factorOf(result: ReturnType<Engine["cholesky"]>): Matrix {
  if (!result.ok) throw new Error(`The factorization failed at ${result.failedAt}.`);
  return result.factor;
}

describe.each(supportedBuilds())("beyond 2 GiB, build %s", (build) => {
  const engine = createWasmEngine({ build });
  test.each(Object.keys(operations))("%s works on addresses in the upper half of the memory", (name) => {
    const expected = operations[name](referenceEngine);
    const actual = instanceOf(build).workspace.frame([moreThanHalf], () => operations[name](engine));
    const size = expected.data.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
    expected.data.forEach((value, i) => {
      const error = Math.abs(actual.data[i] - value);
      if (!(error <= 1e-11 * size)) throw new Error(`Entry ${i} is ${actual.data[i]} instead of ${value}.`);
    });
  });
});
