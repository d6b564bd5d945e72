import { expect, test } from "vitest";
import { type LineMinimum, type LinePoint, wolfeSearch } from "../../src/optimize/wolfeSearch.ts";
import { runSync } from "../../src/run/run.ts";

type Line = (t: number) => [value: number, slope: number];

function search(line: Line, options: { firstStep?: number; largestStep?: number; maxEvaluations?: number } = {}) {
  const steps: number[] = [];
  const at = (step: number): LinePoint => {
    const [value, slope] = line(step);
    return { step, value, slope };
  };
  const evaluate = (step: number): LinePoint => {
    steps.push(step);
    return at(step);
  };
  const all = { firstStep: 1, largestStep: Infinity, maxEvaluations: 20, ...options };
  const result: LineMinimum<LinePoint> = runSync(wolfeSearch(at(0), evaluate, all));
  return { ...result, steps, start: at(0) };
}

const smooth: Record<string, Line> = {
  "a parabola with a short step": (t) => [(t - 50) ** 2, 2 * (t - 50)],
  "a parabola with a long step": (t) => [(t - 0.003) ** 2, 2 * (t - 0.003)],
  "a parabola with the right step": (t) => [(t - 1) ** 2, 2 * (t - 1)],
  "a rational valley": (t) => [-t / (t * t + 2), (t * t - 2) / (t * t + 2) ** 2],
  "a sharp quartic valley": (t) => [
    (t + 0.004) ** 5 - 2 * (t + 0.004) ** 4,
    5 * (t + 0.004) ** 4 - 8 * (t + 0.004) ** 3,
  ],
  "a wave on a slope": (t) => [Math.sin(8 * t) - 20 * t + t ** 2, 8 * Math.cos(8 * t) - 20 + 2 * t],
};

for (const [name, line] of Object.entries(smooth)) {
  test(`${name}: the step meets both Wolfe conditions`, () => {
    for (const firstStep of [1e-3, 1, 30]) {
      const { lowest, regular, steps, start } = search(line, { firstStep });
      expect({ firstStep, steps, regular }).toMatchObject({ regular: true });
      const { step, value, slope } = lowest as LinePoint;
      expect(value).toBeLessThanOrEqual(start.value + 1e-4 * step * start.slope);
      expect(Math.abs(slope)).toBeLessThanOrEqual(0.9 * Math.abs(start.slope));
    }
  });
}

test("a line that falls to its end is followed to the end", () => {
  const { lowest, regular, steps } = search((t) => [-t, -1], { largestStep: 5 });
  expect(regular).toBe(true);
  expect(lowest?.step).toBe(5);
  expect(steps).toEqual([1, 2, 4, 5]);
});

test("values that are not finite halve the step", () => {
  const { lowest, steps } = search((t) => (t > 0.3 ? [Infinity, NaN] : [(t - 0.2) ** 2, 2 * (t - 0.2)]));
  expect(steps).toEqual([1, 0.5, 0.25]);
  expect(lowest?.step).toBe(0.25);
});

test("before a jump upwards the lowest point met is handed back, and is not called regular", () => {
  const { lowest, regular, steps } = search((t) => [-t + (t > 0.7 ? 3 : 0), -1]);
  expect(regular).toBe(false);
  expect(steps.length).toBe(20);
  expect(lowest?.step).toBeGreaterThan(0.69);
  expect(lowest?.step).toBeLessThanOrEqual(0.7);
});

test("a lower point that lacks sufficient decrease is preferred to a Wolfe point that is higher", () => {
  // A fall at t = 1 of less than c₁ · 1 · slope, and before it a small valley that meets both conditions.
  const line: Line = (t) => (t >= 1 ? [-1e-5, -1] : [(t - 0.001) ** 2 - 1e-6, t === 0 ? -1 : 2 * (t - 0.001)]);
  const { lowest, regular } = search(line);
  expect(lowest?.step).toBe(1);
  expect(regular).toBe(false);
});

test("a line that rises everywhere, against its slope, has no lower point and ends at rounding", () => {
  const { lowest, regular, steps } = search((t) => [t, -1], { maxEvaluations: 200 });
  expect(lowest).toBeUndefined();
  expect(regular).toBe(false);
  expect(steps.length).toBe(200);
  const interval = search((t) => [t <= 0.5 ? -t : t, -1], { maxEvaluations: 200 });
  expect(interval.steps.length).toBeLessThan(70);
  expect(interval.lowest?.step).toBeCloseTo(0.5, 12);
});

test("a line that is level to rounding ends the search", () => {
  const { lowest, level, steps } = search((t) => [100 + 1e-16 * (t - 1e-3) ** 2, -1e-14]);
  expect({ lowest, level, steps }).toEqual({ lowest: undefined, level: true, steps: [1] });
});

test("no more evaluations are spent than allowed", () => {
  for (const maxEvaluations of [1, 2, 3]) {
    expect(search((t) => [-t, -1], { maxEvaluations }).steps.length).toBe(maxEvaluations);
  }
});
