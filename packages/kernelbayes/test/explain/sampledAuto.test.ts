import { expect, test } from "vitest";
import { columnGroups } from "../../src/encoding/encoding.ts";
import { shapleyValuesSync } from "../../src/explain/shapleyValues.ts";
import { row } from "../../src/matrix/row.ts";
import { modelFromDocument, models } from "../../src/models/index.ts";
import { byDefinition, encoded, fitted, hybrids, mean, numbers, rowsAt } from "./samples.ts";

test("auto of eight columns: within three standard errors of all sets of columns, and exactly efficient", () => {
  const table = numbers(60, 8);
  const posterior = fitted(modelFromDocument({ name: "auto", ...models.auto.quick }), table);
  const rows = rowsAt(table, 0, 1, 2, 3);
  const background = rowsAt(table, 10, 21, 33);
  const [X, B] = [encoded(posterior, rows), encoded(posterior, background)];
  const groups = columnGroups(posterior.encoding);
  const { outputs, method, scale } = shapleyValuesSync(posterior, rows, { background, method: "sampled", orders: 8 });
  expect([method, scale]).toEqual(["sampled", "log-odds"]);
  const all = shapleyValuesSync(posterior, rows, { background, orders: 8 });
  expect(all.method).toBe("enumerated");
  const { contributions, errors, totals, base } = outputs[1];
  for (let a = 0; a < X.rows; a++) {
    const expected = byDefinition(8, (set) => {
      const { data } = posterior.numeric.probabilities(hybrids(X, a, B, groups, set)).logProbabilities;
      return mean(Array.from({ length: B.rows }, (_, b) => data[2 * b + 1] - data[2 * b]));
    });
    expected.forEach((phi, j) => {
      expect(row(all.outputs[1].contributions, a)[j]).toBeCloseTo(phi, 10);
      expect(Math.abs(row(contributions, a)[j] - phi)).toBeLessThanOrEqual(3 * row(errors!, a)[j]);
    });
    const sum = row(contributions, a).reduce((whole, phi) => whole + phi, base);
    expect(Math.abs(sum - totals[a])).toBeLessThan(1e-10);
  }
});
