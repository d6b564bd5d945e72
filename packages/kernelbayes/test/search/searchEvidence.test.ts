import { describe, expect, test } from "vitest";
import { NumericalError } from "../../src/errors.ts";
import { gaussian } from "../../src/kernels/index.ts";
import { runSync } from "../../src/run/run.ts";
import { bringToRest } from "../../src/search/settle.ts";
import type { EvidenceFamily, EvidencePlan } from "../../src/search/evidenceFamily.ts";
import { searchEvidence, type SearchedEvidence } from "../../src/search/searchEvidence.ts";
import { engine } from "../models/fisher/samples.ts";

/** An evidence with hills over the logarithm of a length scale. */
interface Hills {
  readonly centers: readonly number[];
  readonly heights: readonly number[];
  /** Nothing can be computed to the right of this. */
  readonly end?: number;
}

let values = 0;

const hills: EvidenceFamily<Hills> = {
  name: "hills",
  search(_, { kernel }, { centers, heights, end = Infinity }) {
    const at = (x: number): { value: number; gradient: Float64Array } => {
      if (x > end) throw new NumericalError("too-far", `Nothing is known at ${x}.`);
      const terms = centers.map((center, k) => heights[k] * Math.exp(-0.5 * (x - center) ** 2));
      const slope = centers.reduce((sum, center, k) => sum + terms[k] * (x - center), 0);
      return { value: -terms.reduce((sum, term) => sum + term, 0), gradient: Float64Array.of(slope) };
    };
    return {
      box: { lower: Float64Array.of(-6), upper: Float64Array.of(6) },
      start: Float64Array.of(Math.log(kernel.parameters[0].value)),
      objective: ([x]) => at(x),
      value: ([x]) => (values++, at(x).value),
      kernelAt: (point) => gaussian({ lengthScale: Math.exp(point[0]) }),
    };
  },
};

const few: Hills = { centers: [-3, 3], heights: [2, 1] };
const all: Hills = { centers: [-3, 3], heights: [2, 5] };
const near = [{ logarithms: 0.5, above: 0.1, below: 0.1 }];

function plan(from: readonly number[], rest: Partial<EvidencePlan<Hills>> = {}): EvidencePlan<Hills> {
  const starts = from.map((log) => ({ kernel: gaussian({ lengthScale: Math.exp(log) }) }));
  return { starts, few, rows: all, limits: {}, near, ...rest };
}

function searched(asked: EvidencePlan<Hills>): SearchedEvidence<unknown, { readonly point: Float64Array }> {
  values = 0;
  return runSync(
    searchEvidence(engine, hills, asked, function* ({ search, point }) {
      return { ...(yield* bringToRest(search, point, { limits: {} })), search };
    }),
  );
}

describe.each([
  ["values", undefined],
  ["searches", { maxEvaluations: 30 }],
] as const)("ends compared by their %s", (_, wholeLimits) => {
  const whole = wholeLimits ? { wholeLimits } : {};

  test("the hill that is highest on all rows is taken, though few rows prefer another", () => {
    const { kernel, last, atBounds } = searched(plan([-2.5, 2.5], whole));
    expect(last.point[0]).toBeCloseTo(3, 6);
    expect(kernel.parameters[0].value).toBeCloseTo(Math.exp(3), 4);
    expect(atBounds).toEqual([]);
  });

  test("a start that fails is reported and does not end the others", () => {
    const { ends, best } = searched(plan([2.5, -2.5], { ...whole, few: { ...few, end: 0 }, rows: { ...all, end: 0 } }));
    const failures = ends.filter(({ point }) => point === undefined);
    expect(failures.flatMap(({ starts }) => starts)).toContain(0);
    expect(ends[best].starts).toContain(1);
  });

  test("where every start fails the first failure is thrown", () => {
    const nowhere = { ...few, end: -7 };
    expect(() => searched(plan([-2.5, 2.5], { ...whole, few: nowhere, rows: nowhere }))).toThrow(
      expect.objectContaining({ code: "all-starts-failed" }),
    );
  });

  test("a parameter that ends at a bound is named", () => {
    const beyond = { centers: [9], heights: [1] };
    const { atBounds } = searched(plan([4], { ...whole, few: beyond, rows: beyond }));
    expect(atBounds).toEqual(["lengthScale"]);
  });
});

test("ends near one another have their value on all rows computed once, and one alone has none computed", () => {
  expect(searched(plan([-2.5, -2.4, 2.5])).ends.map(({ value }) => value === undefined)).toEqual([false, true, false]);
  expect(values).toBe(2);
  searched(plan([-2.5, -2.4]));
  expect(values).toBe(0);
  searched(plan([-2.5, -2.4], { near: [] }));
  expect(values).toBe(2);
});

test("starts that lead to one optimum are reported together where each optimum is searched on all rows", () => {
  const { ends } = searched(plan([-2.5, -2.4, 2.5], { wholeLimits: {} }));
  expect(ends.map(({ starts }) => starts)).toEqual([[2], [0, 1]]);
});
