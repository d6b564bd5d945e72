import { describe, expect, test } from "vitest";
import { banana, chuOne } from "../../../src/data/index.ts";
import { fitSync } from "../../../src/fit/fit.ts";
import { gaussian, linear } from "../../../src/kernels/index.ts";
import { trigonometric } from "../../../src/models/process/tsvc.ts";

interface Parameters {
  readonly kernel: { readonly kind: string; readonly lengthScale: number };
  readonly rows: { readonly rows: number };
  readonly machines: readonly [
    { readonly coefficients: readonly number[]; readonly bias: number; readonly slope: number },
  ];
}

describe("options", () => {
  test.each<[string, Record<string, unknown>]>([
    ["regularization", { regularization: 0 }],
    ["regularization", { regularization: "best" }],
    ["starts", { starts: [0] }],
  ])("%s is refused: %o", (name, options) => {
    expect(() => trigonometric(options)).toThrow(`The option ${name} of tsvc`);
  });
});

test("rows beyond the margin are not kept, and the coefficients sum to nothing", () => {
  const posterior = fitSync(trigonometric(), chuOne({ rows: 120 }), { target: "class" });
  const { rows, machines } = posterior.toDocument().parameters as Parameters;
  expect(rows.rows).toBeLessThan(100);
  expect(machines[0].coefficients.reduce((sum, c) => sum + c, 0)).toBeCloseTo(0, 8);
});

test("curved boundaries are found, and held-out probabilities are worth having", () => {
  const posterior = fitSync(trigonometric(), banana({ rows: 150 }), { target: "class" });
  const fresh = banana({ rows: 400, seed: 2 });
  const score = posterior.score?.perRow ?? -Infinity;
  // The classes are hard to tell apart by a straight line: a sixth of the rows is on the wrong side.
  expect(score).toBeGreaterThan(-0.3);
  const { labels } = posterior.predict(fresh);
  expect(labels).toHaveLength(400);
});

test("a given regularization and kernel are used as they are", () => {
  const kernel = gaussian({ lengthScale: 0.7, fixed: ["lengthScale"] });
  const posterior = fitSync(trigonometric({ kernel, regularization: 0.5 }), chuOne({ rows: 60 }), { target: "class" });
  expect((posterior.toDocument().parameters as Parameters).kernel.lengthScale).toBe(0.7);
});

test("a kernel without a width is searched in its variance alone", () => {
  const posterior = fitSync(trigonometric({ kernel: linear() }), chuOne({ rows: 60 }), { target: "class" });
  expect((posterior.toDocument().parameters as Parameters).kernel.kind).toBe("linear");
});

test("intervals are those of the curve: narrow where its slope is known, never a single point", () => {
  const table = chuOne({ rows: 100 });
  const { probabilities, lower, upper } = fitSync(trigonometric(), table, { target: "class" }).predict(table);
  probabilities.data.forEach((p, at) => {
    expect(lower.data[at]).toBeLessThan(p);
    expect(upper.data[at]).toBeGreaterThan(p);
  });
});
