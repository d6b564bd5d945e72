import { expect, test } from "vitest";
import { runSync } from "../../../../src/run/run.ts";
import { approximate, spreadSites } from "../../../../src/models/process/latent/approximate.ts";
import type { LatentMethod } from "../../../../src/models/process/latent/latentApproximation.ts";
import { takeRows } from "../../../../src/rows/labelledRows.ts";
import type { LatentRows } from "../../../../src/models/process/search/latentSearch.ts";
import { clouds, engine, latentKernel } from "./problems.ts";

const rows: LatentRows = { ...clouds(90, { seed: 2, apart: 2 }), squaredDistance: 1 };
const kernel = latentKernel();

test.each(["trigonometric", "probit", "logistic"] as const)(
  "sites of some rows say where all begin: the same end in fewer sweeps than from none, with the %s likelihood",
  (likelihood) => {
    const method: LatentMethod = { likelihood, approximation: "ep", halfWidth: 1 };
    const chosen = Int32Array.from({ length: 45 }, (_, i) => 2 * i);
    const few = takeRows(rows, chosen);
    const { warmStart: own } = approximate(engine, kernel.matrix(engine, few.X), few, method);
    const spread = runSync(spreadSites(engine, kernel, rows, chosen, own, method));
    chosen.forEach((row, a) => {
      expect(spread[row]).toBe(own[a]);
      expect(spread[90 + row]).toBe(own[45 + a]);
    });
    const K = kernel.matrix(engine, rows.X);
    const tolerance = 1e-3;
    const none = approximate(engine, K, rows, method, { warmStart: new Float64Array(180), tolerance });
    const some = approximate(engine, K, rows, method, { warmStart: spread, tolerance });
    expect(some.steps).toBeLessThan(none.steps);
    expect(some.logEvidence).toBeCloseTo(none.logEvidence, 4);
  },
);

test("a row that joins alone has the site that expectation propagation gives it", () => {
  const method: LatentMethod = { likelihood: "probit", approximation: "ep" };
  const chosen = Int32Array.from({ length: 89 }, (_, i) => i);
  const few = takeRows(rows, chosen);
  const { warmStart: own } = approximate(engine, kernel.matrix(engine, few.X), few, method);
  const spread = runSync(spreadSites(engine, kernel, rows, chosen, own, method));
  const { cavities, warmStart } = approximate(engine, kernel.matrix(engine, rows.X), rows, method);
  // The other sites move a little when the row has joined, and its cavity with them.
  expect(spread[89] / warmStart[89]).toBeCloseTo(1, 1);
  expect(cavities().variance[89]).toBeGreaterThan(0);
});
