import { describe, expect, test } from "vitest";
import { agreementOf } from "../src/agreement.ts";
import { agreementCells, markdownTable } from "../src/markdown.ts";

const printed = { mean: 10, deviation: 2, runs: 100, digit: 0.01 };

describe("a figure of ours beside a printed one", () => {
  test("is judged in combined standard errors of both means and of the rounding in print", () => {
    const found = agreementOf([11, 13], printed, { better: "lower" });
    expect(found).toMatchObject({ mean: 12, runs: 2, difference: 2 });
    expect(found.deviation).toBeCloseTo(Math.SQRT2, 12);
    const pooled = (1 * 2 + 99 * 4) / 100;
    expect(found.inErrors).toBeCloseTo(2 / Math.sqrt(pooled * (1 / 2 + 1 / 100) + 1e-4 / 12), 12);
    expect(found.verdict).toBe("agrees");
  });

  test("is better or worse by the direction that the measure has", () => {
    const high = [13, 13.1, 12.9, 13];
    expect(agreementOf(high, printed, { better: "lower" }).verdict).toBe("worse");
    expect(agreementOf(high, printed, { better: "higher" }).verdict).toBe("better");
  });

  test("without a deviation on one side takes that of the other, and without any the one that is given", () => {
    expect(agreementOf([12], printed, { better: "lower" }).inErrors).toBeCloseTo(
      2 / Math.sqrt(4 * (1 + 1 / 100) + 1e-4 / 12),
      12,
    );
    const single = { mean: 10, runs: 1, digit: 1e-9 };
    expect(agreementOf([12], single, { better: "lower", deviation: 3 }).inErrors).toBeCloseTo(2 / Math.sqrt(18), 9);
    expect(agreementOf([12], single, { better: "lower" }).verdict).toBe("not measured");
    expect(agreementOf([], printed, { better: "lower" }).verdict).toBe("not measured");
  });

  test("is shown with as many digits as are printed", () => {
    const cells = agreementCells(printed, agreementOf([13, 13.5], printed, { better: "lower" }));
    expect(cells).toEqual({
      printed: "10.00 ± 2.00",
      ours: "13.25 ± 0.35",
      runs: "2",
      difference: "+3.25",
      "in standard errors": "+2.3",
      verdict: "**worse**",
    });
    expect(markdownTable([{ set: "a|b", ...cells }])).toMatch(
      /^\| set \| printed .*\n\| --- \| --: .*\n\| a\\\|b \| 10\.00/,
    );
  });
});
