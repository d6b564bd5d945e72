import { expect, test } from "vitest";
import { matrix } from "../../../../src/engine/matrix.ts";
import { selectEngine } from "../../../../src/engine/selectEngine.ts";
import { informedDirections } from "../../../../src/models/projection/moves/informedDirections.ts";
import { normal, stream } from "../../../../src/random/index.ts";

const engine = selectEngine();
const [n, p, count, most] = [7, 5, 2, 3];
const random = stream(31);
const normals = (length: number): Float64Array => Float64Array.from({ length }, () => normal(random));
const D = matrix(n, p, normals(n * p));
const tau = normals(p * count).map(Math.exp);
const beta = normals(p * count);

test("moving coefficients by numbers changes these by as much and leaves what is orthogonal to the directions under the prior", () => {
  const informed = informedDirections(engine, D, count, most);
  expect(informed.directions).toBe(most);
  expect(informed.take(tau)).toBe(true);
  const [before, after, by] = [new Float64Array(6), new Float64Array(6), normals(6)];
  informed.numbersOf(beta, 1.7, before);
  const moved = beta.slice();
  informed.move(moved, 1.7, by);
  informed.numbersOf(moved, 1.7, after);
  after.forEach((value, at) => expect(value - before[at]).toBeCloseTo(by[at], 10));
  // βᵀTβ/v = aᵀa + β⊥ᵀTβ⊥/v: the part beside the numbers is the same before and after.
  const beside = (coefficients: Float64Array, numbers: Float64Array): number =>
    coefficients.reduce((sum, value, at) => sum + (tau[at] * value * value) / 1.7 ** 2, 0) -
    numbers.reduce((sum, value) => sum + value * value, 0);
  expect(beside(moved, after)).toBeCloseTo(beside(beta, before), 10);
});

test("the columns are what the predictors move by", () => {
  const informed = informedDirections(engine, D, count, most);
  informed.take(tau);
  for (let at = 0; at < most * count; at++) {
    const coefficients = new Float64Array(p * count);
    const unit = new Float64Array(most * count);
    unit[at] = 1;
    informed.move(coefficients, 1, unit);
    const k = Math.floor(at / most);
    for (let i = 0; i < n; i++) {
      let mean = 0;
      for (let l = 0; l < p; l++) mean += D.data[i * p + l] * coefficients[k * p + l];
      expect(informed.columns[k][i * most + (at % most)]).toBeCloseTo(mean, 12);
    }
  }
});

test("precisions beyond working precision are told", () => {
  const informed = informedDirections(engine, D, 1, most);
  expect(informed.take(Float64Array.of(1e-300, 1, 1, 1, 1))).toBe(false);
});
