import { expect, test } from "vitest";
import { iris, torus } from "../../../src/data/index.ts";
import { fitSync } from "../../../src/fit/fit.ts";
import { optimallyRegularizedFisher } from "../../../src/models/leastSquares/orkfd.ts";
import type { Posterior } from "../../../src/posterior/posterior.ts";

const train = torus({ rows: 150, seed: 1 });
const target = train.columns[train.columns.length - 1].name;

interface Parameters {
  readonly rows: { readonly rows: number };
  readonly spread: { readonly rows: number };
  readonly machines: readonly { readonly noise: number }[];
  readonly tuning: { readonly basisSize?: number };
}

function parametersOf(posterior: Posterior): Parameters {
  return posterior.toDocument().parameters as Parameters;
}

test("a small table is averaged over in all its rows, and with the best regularization on a part of them", () => {
  const [averaged, best] = (["averaged", "best"] as const).map((regularizations) =>
    parametersOf(fitSync(optimallyRegularizedFisher({ regularizations }), train, { target, seed: 1 })),
  );
  expect(averaged.rows.rows).toBe(150);
  expect(averaged.tuning.basisSize).toBeUndefined();
  expect(best.rows.rows).toBeLessThan(150);
  expect(parametersOf(fitSync(optimallyRegularizedFisher(), train, { target, seed: 1 }))).toEqual(averaged);
});

test("the spread of an average has a row for each direction, and for each machine of each regularization", () => {
  const { rows, spread, machines } = parametersOf(
    fitSync(optimallyRegularizedFisher(), iris(), { target: "species", seed: 1 }),
  );
  const members = (spread.rows - rows.rows) / machines.length;
  expect(machines.length).toBe(3);
  expect(Number.isInteger(members)).toBe(true);
  expect(members).toBeGreaterThan(1);
  expect(members).toBeLessThanOrEqual(17);
});

test("an average announces its decompositions up to 512 rows, and stays linear above 1500", () => {
  const [averaged, best] = (["averaged", "best"] as const).map((regularizations) =>
    optimallyRegularizedFisher({ regularizations }),
  );
  const operations = (model: typeof averaged, rows: number): number => model.cost(rows, 5, 2).operations;
  expect(operations(averaged, 500)).toBeGreaterThan(2 * operations(best, 500));
  expect(operations(averaged, 1e6) / operations(averaged, 5e5)).toBeLessThan(2.05);
  expect(averaged.cost(400, 5, 2).memory).toBeGreaterThan(best.cost(400, 5, 2).memory);
});
