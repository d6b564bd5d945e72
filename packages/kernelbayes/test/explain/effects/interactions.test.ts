import { describe, expect, test } from "vitest";
import { interactionsSync, interactionsWork } from "../../../src/explain/effects/interactions.ts";
import { modelFromDocument } from "../../../src/models/index.ts";
import { normal, stream } from "../../../src/random/index.ts";
import { runSync } from "../../../src/run/run.ts";
import type { OverallProgress } from "../../../src/run/work.ts";
import { tableFromColumns, type Table } from "../../../src/table/table.ts";
import { encoded, fitted, hybrids, mean, sample } from "../samples.ts";

/** The class is the sign of the product of two columns; the third says something by itself. */
function crossed(rows: number): Table {
  const random = stream(4, rows);
  const x = Array.from({ length: rows }, () => [normal(random), normal(random), normal(random)]);
  return tableFromColumns({
    a: x.map(([a]) => a),
    b: x.map(([, b]) => b),
    c: x.map(([, , c]) => c),
    label: x.map(([a, b, c]) => (a * b + c > 0 ? "yes" : "no")),
  });
}

describe("interactions", () => {
  test("of a model that adds up its columns are none", () => {
    const two = sample(50, 2);
    for (const name of ["logistic", "lda"]) {
      const { pairs, scale } = interactionsSync(
        fitted(modelFromDocument({ name, ...(name === "lda" && { calibration: "none" }) }), two),
        two,
      );
      expect(scale).toBe("log-odds");
      expect(pairs).toHaveLength(10);
      for (const { h, deviation } of pairs) expect([h, deviation]).toEqual([0, 0]);
    }
  });

  test("of a product are found, and no others come near", () => {
    const table = crossed(120);
    const posterior = fitted(modelFromDocument({ name: "gpc" }), table);
    const { pairs, scale, rows } = interactionsSync(posterior, table);
    expect([scale, rows]).toEqual(["latent", 40]);
    expect(pairs[0].columns.toSorted()).toEqual(["a", "b"]);
    expect(pairs[0].h).toBeGreaterThan(0.8);
    expect(pairs[0].deviation).toBeGreaterThan(3 * pairs[1].deviation);
  });

  test("are those of the definition, with predictions alone", () => {
    const table = crossed(30);
    const posterior = fitted(modelFromDocument({ name: "lssvm", kernel: { kind: "matern" } }), table);
    const { pairs } = interactionsSync(posterior, table, { columns: ["a", "b"] });
    const X = encoded(posterior, table);
    const groups = [0, 1, 2];
    const { link } = posterior.numeric.expansion!();
    expect(link.kind).toBe("logistic");
    const dependence = (set: number): number[] => {
      const raw = Array.from({ length: 30 }, (_, i) => {
        const { data } = posterior.numeric.probabilities(hybrids(X, i, X, groups, set)).logProbabilities;
        return mean(Array.from({ length: 30 }, (_unused, b) => data[2 * b + 1] - data[2 * b]));
      });
      const middle = mean(raw);
      return raw.map((value) => value - middle);
    };
    const [a, b, both] = [dependence(1), dependence(2), dependence(3)];
    const top = both.reduce((sum, value, i) => sum + (value - a[i] - b[i]) ** 2, 0);
    const bottom = both.reduce((sum, value) => sum + value ** 2, 0);
    expect(pairs[0].h).toBeCloseTo(Math.sqrt(top / bottom), 8);
  });

  test("progress of single columns is a part of the whole: it stood at 1 while all pairs were still to come", () => {
    const table = sample(40, 2);
    const steps: OverallProgress[] = [];
    const work = interactionsWork(fitted(modelFromDocument({ name: "lda" }), table), table);
    runSync(work, { onProgress: (step) => steps.push(step) });
    // Five columns and ten pairs of them.
    expect(steps.map(({ fraction }) => fraction)).toEqual(
      Array.from({ length: 15 }, (_, at) => expect.closeTo((at + 1) / 15, 12) as number),
    );
  });
});
