import { expect, test } from "vitest";
import { convexLineSearch } from "../../../../src/models/process/margin/convexLineSearch.ts";

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
