import { expect, test } from "vitest";
import { matrix } from "../../../../src/engine/matrix.ts";
import { balance } from "../../../../src/models/projection/moves/balancedRays.ts";
import { normal, stream } from "../../../../src/random/index.ts";

const [p, most, k, l] = [7, 3, 1, 4];
const random = stream(61);
const normals = (length: number): Float64Array => Float64Array.from({ length }, () => normal(random));
const vectors = matrix(p, most, normals(p * most));
const beta = normals(2 * p);
const tau = normals(2 * p).map(Math.exp);
const others = Array.from({ length: p }, (_, m) => m).filter((m) => m !== l);

/** Σ τ a b over the coefficients of the class but the one. */
const inner = (a: (m: number) => number, b: (m: number) => number): number =>
  others.reduce((sum, m) => sum + tau[k * p + m] * a(m) * b(m), 0);

test.each([1, 2, 3])("%i combinations stay as they are, at the least price that there is", (r) => {
  const { changes, ...balanced } = balance(vectors);
  expect(balanced.take(beta, tau, k, l, r)).toBe(true);
  expect(changes[l]).toBe(-1);
  for (let a = 0; a < r; a++) {
    const moved = changes.reduce((sum, change, m) => sum + change * vectors.data[m * most + a], 0);
    expect(moved).toBeCloseTo(0, 12);
  }
  // Of all changes with these combinations the least is orthogonal, under the prior, to whatever leaves them.
  const leaving = remainder(normals(p), r);
  expect(
    inner(
      (m) => changes[m],
      (m) => leaving[m],
    ),
  ).toBeCloseTo(0, 11);
});

test("slope and curvature are those of the prior of the others", () => {
  const balanced = balance(vectors);
  balanced.take(beta, tau, k, l, 2);
  const { changes } = balanced;
  expect(balanced.slope).toBeCloseTo(
    inner(
      (m) => beta[k * p + m],
      (m) => changes[m],
    ),
    12,
  );
  expect(balanced.curvature).toBeCloseTo(
    inner(
      (m) => changes[m],
      (m) => changes[m],
    ),
    12,
  );
});

test("where nothing is to stay only the one changes", () => {
  const balanced = balance(vectors);
  expect(balanced.take(beta, tau, k, l, 0)).toBe(true);
  expect([...balanced.changes]).toEqual(Array.from({ length: p }, (_, m) => (m === l ? -1 : 0)));
  expect(balanced.slope).toBe(0);
  expect(balanced.curvature).toBe(0);
});

test("combinations that the others cannot tell apart are refused", () => {
  const one = matrix(2, 2, Float64Array.of(1, 0, 0, 1));
  expect(balance(one).take(Float64Array.of(1, 1), Float64Array.of(1, 1), 0, 0, 2)).toBe(false);
});

/** What is left of numbers, 0 at l, without their part along the first r vectors (Gram-Schmidt). */
function remainder(numbers: Float64Array, r: number): Float64Array {
  const rest = numbers.slice();
  rest[l] = 0;
  const done: Float64Array[] = [];
  for (let a = 0; a < r; a++) {
    const vector = Float64Array.from({ length: p }, (_, m) => (m === l ? 0 : vectors.data[m * most + a]));
    for (const before of done) remove(vector, before);
    done.push(vector);
  }
  for (const vector of done) remove(rest, vector);
  return rest;
}

function remove(from: Float64Array, vector: Float64Array): void {
  const share = dot(from, vector) / dot(vector, vector);
  for (let m = 0; m < p; m++) from[m] -= share * vector[m];
}

function dot(a: Float64Array, b: Float64Array): number {
  return a.reduce((sum, value, m) => sum + value * b[m], 0);
}
