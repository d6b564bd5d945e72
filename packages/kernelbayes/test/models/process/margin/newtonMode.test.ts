import { expect, test } from "vitest";
import { selectEngine } from "../../../../src/engine/selectEngine.ts";
import { newtonMode, convexLineSearch } from "../../../../src/models/process/margin/newtonMode.ts";
import { permutation } from "../../../../src/random/permutation.ts";
import { stream } from "../../../../src/random/stream.ts";
import { clouds, distance, kernelOf, problemOf, rowsOf } from "./problem.ts";

const engine = selectEngine();

test("the duality gap is closed and the conditions hold, at moderate and at extreme hyperparameters", () => {
  for (const [kappa0, kappa, offset] of [
    [4, 0.7, 0.5],
    [0.01, 0.1, 100],
    [1000, 2, 1],
    [10_000, 0.5, 100],
  ]) {
    const problem = problemOf(clouds(80, 3), { kernel: kernelOf(kappa0, kappa, offset) });
    const { primal, dual, residual, converged, alpha } = newtonMode(engine, problem);
    expect(converged).toBe(true);
    expect(Math.abs(primal + dual)).toBeLessThan(1e-8 * primal);
    expect(residual).toBeLessThan(1e-7);
    expect(alpha.every((value) => value >= 0)).toBe(true);
  }
});

test("no point near the mode has a lower objective", () => {
  const problem = problemOf(clouds(30, 4));
  const { latent, alpha, primal } = newtonMode(engine, problem);
  const { rows, loss, K } = problem;
  const source = stream(7, 1);
  for (let trial = 0; trial < 20; trial++) {
    const c = alpha.map((value, i) => rows.signs[i] * value + 1e-3 * (source.uniform() - 0.5));
    const f = latent.map((_, i) => c.reduce((sum, value, j) => sum + value * K.data[i * 30 + j], 0));
    const objective = c.reduce((sum, value, i) => sum + 0.5 * value * f[i] + loss.loss(rows.signs[i] * f[i]), 0);
    expect(objective).toBeGreaterThan(primal);
  }
});

test("a row of weight three is three rows, with a bias and without", () => {
  const data = clouds(24, 5);
  for (const bias of [false, true]) {
    const weights = Float64Array.from({ length: 24 }, (_, i) => (i % 5 === 0 ? 3 : 1));
    const copies = Array.from(weights.keys()).flatMap((i) => new Array<number>(weights[i]).fill(i));
    const weighted = newtonMode(engine, problemOf(data, { weights, bias }));
    const copied = newtonMode(engine, problemOf(rowsOf(data, copies), { bias }));
    expect(weighted.primal).toBeCloseTo(copied.primal, 9);
    expect(
      distance(
        weighted.latent,
        Array.from(weights.keys(), (i) => copied.latent[copies.indexOf(i)]),
      ),
    ).toBeLessThan(1e-9);
  }
});

test("half widths scale: (δ, κ₀, κ_b) is (1, κ₀/δ², κ_b/δ²) with f in units of δ", () => {
  const data = clouds(40, 6);
  const delta = 0.6;
  const wide = newtonMode(engine, problemOf(data, { kernel: kernelOf(3, 0.5, 2), halfWidth: delta }));
  const unit = newtonMode(engine, problemOf(data, { kernel: kernelOf(3 / delta ** 2, 0.5, 2 / delta ** 2) }));
  expect(wide.primal).toBeCloseTo(unit.primal, 10);
  expect(
    distance(
      wide.latent,
      unit.latent.map((f) => delta * f),
    ),
  ).toBeLessThan(1e-9);
  expect(
    distance(
      wide.alpha,
      unit.alpha.map((a) => a / delta),
    ),
  ).toBeLessThan(1e-8);
});

test("the order of rows does not matter, and swapped labels swap the sign", () => {
  const data = clouds(50, 8);
  const here = newtonMode(engine, problemOf(data));
  const order = [...permutation(stream(2, 2), 50)];
  const there = newtonMode(engine, problemOf(rowsOf(data, order)));
  expect(
    distance(
      there.latent,
      order.map((i) => here.latent[i]),
    ),
  ).toBeLessThan(1e-9);
  const swapped = newtonMode(engine, problemOf({ X: data.X, signs: data.signs.map((y) => -y) }));
  expect(
    distance(
      swapped.latent,
      here.latent.map((f) => -f),
    ),
  ).toBeLessThan(1e-9);
});

test("a free bias is the limit of a wide constant kernel", () => {
  const data = clouds(40, 9);
  const offset = 1e7;
  const limit = newtonMode(engine, problemOf(data, { kernel: kernelOf(3, 0.5, 1e-100), bias: true }));
  const wide = newtonMode(engine, problemOf(data, { kernel: kernelOf(3, 0.5, offset) }));
  expect(distance(limit.alpha, wide.alpha)).toBeLessThan(1e-6);
  const sum = wide.alpha.reduce((total, a, i) => total + data.signs[i] * a, 0);
  expect(offset * sum).toBeCloseTo(limit.bias, 6);
  expect(limit.alpha.reduce((total, a, i) => total + data.signs[i] * a, 0)).toBeCloseTo(0, 10);
});

test("a warm start from a neighbouring kernel leads to the same mode in fewer steps", () => {
  const data = clouds(100, 10);
  const first = newtonMode(engine, problemOf(data));
  for (const bias of [false, true]) {
    const next = problemOf(data, { kernel: kernelOf(5, 0.8, 0.5), bias });
    const cold = newtonMode(engine, next);
    const warm = newtonMode(engine, next, { warmStart: first.alpha.map((a, i) => data.signs[i] * a) });
    expect(distance(warm.alpha, cold.alpha)).toBeLessThan(1e-7);
    expect(warm.steps).toBeLessThan(cold.steps);
  }
});

test("a warm start of another world is drawn back and does no harm", () => {
  const data = clouds(40, 11);
  const problem = problemOf(data);
  const cold = newtonMode(engine, problem);
  for (const warmStart of [data.signs.map((y) => 1e3 * y), data.signs.map((y) => -y), new Float64Array(40)]) {
    expect(distance(newtonMode(engine, problem, { warmStart }).alpha, cold.alpha)).toBeLessThan(1e-7);
  }
});

test("contradictory copies and a single row have a mode", () => {
  const both = problemOf({ X: rowsOf(clouds(2, 1), [0, 0]).X, signs: Float64Array.of(1, -1) });
  expect(newtonMode(engine, both).latent[0]).toBeCloseTo(0, 9);
  expect(newtonMode(engine, problemOf(rowsOf(clouds(2, 1), [0]))).converged).toBe(true);
});

test("a quadratic whose minimum is the whole step is stepped to at once", () => {
  let calls = 0;
  const step = convexLineSearch((s) => {
    calls++;
    return { slope: s - 1, curvature: 1 };
  }, Infinity);
  expect(step).toBe(1);
  expect(calls).toBe(2);
});

test("a barrier is never crossed and the slope falls to a hundredth", () => {
  for (const weight of [1e-6, 1, 1e6]) {
    const at = (s: number): { slope: number; curvature: number } => ({
      slope: -3 + weight / (0.5 - s) - weight / 0.5,
      curvature: weight / (0.5 - s) ** 2,
    });
    const step = convexLineSearch(at, 0.5);
    expect(step).toBeGreaterThan(0);
    expect(step).toBeLessThan(0.5);
    expect(Math.abs(at(step).slope)).toBeLessThanOrEqual(0.03);
  }
});

test("a minimum beyond the whole step is gone to", () => {
  expect(convexLineSearch((s) => ({ slope: s - 50, curvature: 1 }), Infinity)).toBeCloseTo(50, 0);
});

test("where the function rises at once there is no step", () => {
  expect(convexLineSearch(() => ({ slope: 1, curvature: 1 }), Infinity)).toBe(0);
});
