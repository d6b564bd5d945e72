import { expect, test } from "vitest";
import { matrix, type Matrix } from "../../../src/engine/matrix.ts";
import { selectEngine } from "../../../src/engine/selectEngine.ts";
import { leftOutRows } from "../../../src/likelihoods/multinomial/leftOutRows.ts";
import {
  factoredHessian,
  multinomialMode,
  outputCovariances,
} from "../../../src/likelihoods/multinomial/multinomialMode.ts";
import { atPenalty } from "../../../src/models/logistic/searchPenalty.ts";
import { inRowSpace, rowSpaceOf, type RowSpace } from "../../../src/likelihoods/multinomial/rowSpace.ts";
import { normal, stream } from "../../../src/random/index.ts";

const engine = selectEngine();
const [n, p, C, penalty] = [15, 24, 3, 2.5];

function rowsOf(count: number, seed: number): Matrix {
  const random = stream(seed);
  return matrix(
    count,
    p,
    Float64Array.from({ length: count * p }, (_, at) => normal(random) + (at % p === Math.floor(at / p) % C ? 2 : 0)),
  );
}

const X = rowsOf(n, 1);
const Y = rowsOf(6, 2);
const weights = Float64Array.from({ length: n }, (_, i) => 1 + (i % 2));
const classes = Int32Array.from({ length: n }, (_, i) => i % C);

/** Probabilities left out, outputs at new rows and their covariances, by the coordinates of a space. */
function resultsIn(space: RowSpace): Float64Array[] {
  const { design } = inRowSpace(engine, space, X);
  const problem = atPenalty({ design, classes, classCount: C, weights }, penalty);
  const mode = multinomialMode(engine, problem);
  const { design: asked, beyond } = inRowSpace(engine, space, Y);
  const G = factoredHessian(engine, problem, mode).inverse();
  const q = C - 1;
  const variances = outputCovariances(engine, G, asked, q).data.map(
    (value, at) => value + (at % (q * q) === 0 || at % (q * q) === 3 ? beyond[Math.floor(at / (q * q))] / penalty : 0),
  );
  return [
    leftOutRows(engine, problem, mode).logProbabilities.data,
    engine.multiply(asked, mode.coefficients).data,
    variances,
  ];
}

test("with more columns than rows the space of the rows gives the same as the columns themselves", () => {
  const space = rowSpaceOf(engine, X, weights);
  expect(space.basis?.columns).toBe(n);
  const [short, long] = [space, { ...space, basis: undefined }].map(resultsIn);
  short.forEach((values, at) => {
    values.forEach((value, entry) => expect(Math.abs(value - long[at][entry])).toBeLessThan(1e-9));
  });
});

test("rows of the space are no distance from it, and others the distance that their coordinates lack", () => {
  const space = rowSpaceOf(engine, X, weights);
  const own = inRowSpace(engine, space, X);
  own.beyond.forEach((squared) => expect(squared).toBeLessThan(1e-24));
  const { design, beyond } = inRowSpace(engine, space, Y);
  for (let i = 0; i < Y.rows; i++) {
    let whole = 0;
    for (let j = 0; j < p; j++) whole += (Y.data[i * p + j] - space.center[j]) ** 2;
    let inside = 0;
    for (let j = 0; j < n; j++) inside += design.data[i * (n + 1) + j] ** 2;
    expect(beyond[i]).toBeCloseTo(whole - inside, 9);
    expect(beyond[i]).toBeGreaterThan(1);
  }
});
