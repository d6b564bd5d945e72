import { describe, expect, test } from "vitest";
import { iris, torus } from "../../../../src/data/index.ts";
import { fitSync } from "../../../../src/fit/fit.ts";
import { gaussian } from "../../../../src/kernels/gaussian.ts";
import { matern } from "../../../../src/kernels/matern.ts";
import { loadPosterior } from "../../../../src/fit/loadPosterior.ts";
import { kernelRidge } from "../../../../src/models/leastSquares/krr.ts";
import { leastSquaresSupportVector } from "../../../../src/models/leastSquares/lssvm.ts";
import { models } from "../../../../src/models/index.ts";
import { optimallyRegularizedFisher } from "../../../../src/models/leastSquares/orkfd.ts";
import type { Posterior } from "../../../../src/posterior/posterior.ts";
import { columnNamed, selectRows, tableFromColumns, type Table } from "../../../../src/table/table.ts";

const [train, fresh] = [1, 2].map((seed) => torus({ rows: 120, seed }));
const target = train.columns[train.columns.length - 1].name;
const kernel = gaussian({ lengthScale: 0.8 });

function fitted(name: "orkfd" | "krr" | "lssvm", options: Record<string, unknown>, table = train): Posterior {
  return fitSync(models[name].create(options), table, { target, seed: 3 });
}

function lossOf(posterior: Posterior, table = fresh): number {
  const column = columnNamed(table, target);
  if (column.type !== "text") throw new Error("Labels are texts.");
  const { logProbabilities, classes } = posterior.predict(table);
  const losses = Array.from(
    column.codes,
    (code, i) => -logProbabilities.data[2 * i + classes.indexOf(column.levels[code])],
  );
  return losses.reduce((sum, loss) => sum + loss, 0) / losses.length;
}

function largestDifference(a: Posterior, b: Posterior, table: Table = fresh): number {
  const [one, other] = [a, b].map((posterior) => posterior.predict(table).logProbabilities.data);
  return one.reduce((most, value, at) => Math.max(most, Math.abs(value - other[at])), 0);
}

describe.each(["orkfd", "krr", "lssvm"] as const)("%s", (name) => {
  test.each<Record<string, unknown>>([
    { kernel },
    { kernel: kernel.toDocument(), criterion: "error", sharpness: 5 },
    { kernel, criterion: "press" },
    { kernel, regularization: 0.3 },
    { kernel, basis: "random", basisSize: 30 },
    { kernel, basis: "pivoted", basisSize: 30 },
    { kernel, basis: "greedy", basisSize: 30, criterion: "press" },
    { basis: "greedy", basisSize: 20 },
    { kernel, decision: "sign" },
    { criterion: "error" },
    { criterion: "press" },
    { regularization: 1 },
    { regularizations: "averaged" },
    { regularizations: "best" },
    { decision: "sign", search: "fast" },
  ])("learns, and is saved and loaded, with %o", (options) => {
    const posterior = fitted(name, options);
    expect(lossOf(posterior)).toBeLessThan(0.35);
    expect(Math.abs(lossOf(posterior) + (posterior.score?.perRow ?? 0))).toBeLessThan(0.15);
    const again = loadPosterior(JSON.parse(JSON.stringify(posterior.toDocument())));
    expect(again.predict(fresh)).toEqual(posterior.predict(fresh));
    expect(again.model).toEqual(posterior.model);
  });

  test("rows of weight 2 are worth two copies", () => {
    const twice = selectRows(
      train,
      Array.from({ length: 160 }, (_, i) => (i < 120 ? i : i - 120)),
    );
    const weighted = tableFromColumns({
      ...Object.fromEntries(
        train.columns.map((column) => [
          column.name,
          column.type === "number"
            ? Array.from(column.values)
            : column.type === "text"
              ? Array.from(column.codes, (code) => column.levels[code])
              : [],
        ]),
      ),
      count: Array.from({ length: 120 }, (_, i) => (i < 40 ? 2 : 1)),
    });
    for (const options of [{ kernel }, { kernel, basis: "random", basisSize: 25 }]) {
      const model = models[name].create(options);
      const copied = fitSync(model, twice, { target, seed: 3 });
      const counted = fitSync(model, weighted, { target, seed: 3, weights: "count" });
      // The criterion knows its best μ to half its digits.
      expect(largestDifference(copied, counted)).toBeLessThan(1e-6);
      expect(counted.score?.total).toBeCloseTo(copied.score?.total ?? 0, 6);
    }
  });

  test("many classes share the kernel that was given", () => {
    const posterior = fitSync(models[name].create({ kernel: matern(), basis: "greedy", basisSize: 30 }), iris(), {
      target: "species",
    });
    const {
      machines,
      kernel: saved,
      rows,
    } = posterior.toDocument().parameters as {
      machines: unknown[];
      kernel: { kind: string };
      rows: { rows: number };
    };
    expect([machines.length, saved.kind]).toEqual([3, "matern"]);
    // Each machine has chosen its share; two may have chosen the same row.
    expect(rows.rows).toBeGreaterThan(25);
    expect(rows.rows).toBeLessThanOrEqual(30);
    expect(posterior.score?.perRow).toBeGreaterThan(-0.25);
  });
});

test("a search of the kernel raises the score of left-out rows, by values and by gradients to the same place", () => {
  const start = gaussian({ lengthScale: 4 });
  const [given, byValues, byGradient] = (["none", "alternate", "gradient"] as const).map((kernelSearch) =>
    fitted("krr", { kernel: start, kernelSearch, criterion: "press", bias: "regularized" }),
  );
  const lengthOf = (posterior: Posterior): number =>
    (posterior.toDocument().parameters as { kernel: { lengthScale: number } }).kernel.lengthScale;
  expect(lengthOf(given)).toBe(4);
  expect(lengthOf(byGradient)).toBeCloseTo(lengthOf(byValues), 2);
  expect(lossOf(byGradient)).toBeLessThan(lossOf(given));
});

test("parameters that the kernel fixes are not searched", () => {
  const fixed = gaussian({ lengthScale: 1.3, fixed: ["lengthScale"] });
  const posterior = fitted("lssvm", { kernel: fixed, kernelSearch: "alternate" });
  expect(posterior.toDocument().parameters).toHaveProperty("kernel.lengthScale", 1.3);
});

test("kernel ridge regression with a free bias is the least-squares support vector machine", () => {
  for (const options of [{}, { kernel }, { kernel, basis: "pivoted", basisSize: 20 } as const]) {
    const ridge = fitSync(kernelRidge({ ...options, bias: "free" }), train, { target, seed: 3 });
    const vectors = fitSync(leastSquaresSupportVector(options), train, { target, seed: 3 });
    expect(largestDifference(ridge, vectors)).toBe(0);
  }
});

test("a basis of as many rows as there are is all of them", () => {
  const all = fitted("orkfd", { kernel });
  expect(largestDifference(fitted("orkfd", { kernel, basis: "random", basisSize: 500 }), all)).toBe(0);
});

test("the sign rule decides by the output, and the midpoint moves its boundary, while probabilities stay", () => {
  const rare = selectRows(
    train,
    Array.from({ length: 120 }, (_, i) => i).filter((i) => i % 4 !== 0),
  );
  const options = { kernel, bias: "free" } as const;
  const [probable, sign, midpoint] = [
    {},
    { decision: "sign" } as const,
    { decision: "sign", boundary: "midpoint" } as const,
  ].map((more) =>
    fitSync(optimallyRegularizedFisher({ ...options, ...more }), rare, { target, seed: 3 }).predict(fresh),
  );
  expect(sign.probabilities).toEqual(probable.probabilities);
  expect(midpoint.probabilities).toEqual(probable.probabilities);
  // One machine: the labels of each rule are those beyond a threshold of the same output.
  const ordered = [...sign.labels.keys()].toSorted(
    (a, b) => probable.probabilities.data[2 * a] - probable.probabilities.data[2 * b],
  );
  for (const { labels } of [probable, sign, midpoint]) {
    const changes = ordered.filter((row, at) => at > 0 && labels[row] !== labels[ordered[at - 1]]);
    expect(changes.length).toBe(1);
  }
  expect(sign.labels).not.toEqual(midpoint.labels);
});

test("targets counted anew change the curve a little and the machine not at all", () => {
  const [plain, recoded] = [false, true].map((recodeTargets) => fitted("orkfd", { kernel, recodeTargets }));
  const machineOf = (posterior: Posterior): { coefficients: number[]; slope: number } =>
    (posterior.toDocument().parameters as { machines: { coefficients: number[]; slope: number }[] }).machines[0];
  expect(machineOf(recoded).coefficients).toEqual(machineOf(plain).coefficients);
  expect(machineOf(recoded).slope).not.toBe(machineOf(plain).slope);
  expect(machineOf(recoded).slope / machineOf(plain).slope).toBeGreaterThan(0.8);
  expect(machineOf(recoded).slope / machineOf(plain).slope).toBeLessThan(1.25);
});

test("rows of a group are left out together", () => {
  const copies = selectRows(
    train,
    Array.from({ length: 240 }, (_, i) => i % 120),
  );
  const grouped: Table = {
    ...copies,
    columns: [
      ...copies.columns,
      ...tableFromColumns({ patient: Array.from({ length: 240 }, (_, i) => `p${i % 120}`) }).columns,
    ],
  };
  for (const options of [{ kernel: gaussian({ lengthScale: 0.15 }) }, { kernel, basis: "random", basisSize: 40 }]) {
    const model = models.orkfd.create(options);
    const together = fitSync(model, grouped, { target, seed: 3, group: "patient" }).score?.perRow ?? Number.NaN;
    const alone = fitSync(model, grouped, { target, seed: 3, exclude: ["patient"] }).score?.perRow ?? Number.NaN;
    expect(together).toBeLessThan(alone);
  }
});

test("the cost is that of the basis: linear in the rows for a given one, cubic for all", () => {
  const ratio = (options: Record<string, unknown>): number => {
    const model = models.orkfd.create(options);
    return model.cost(20000, 10, 2).operations / model.cost(10000, 10, 2).operations;
  };
  expect(ratio({ kernel, basis: "random" })).toBeCloseTo(2, 1);
  expect(ratio({ kernel })).toBeGreaterThan(7);
  expect(models.orkfd.create({ kernel, basis: "random" }).cost(100000, 20, 2).memory).toBeLessThan(2 * 2 ** 30);
});
