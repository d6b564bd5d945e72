import { describe, expect, test } from "vitest";
import { permutationRelevance, permutationRelevanceWork } from "../../src/compare/permutationRelevance.ts";
import { fitSync } from "../../src/fit/fit.ts";
import { linearDiscriminant } from "../../src/models/discriminant/lda.ts";
import { normal, stream } from "../../src/random/index.ts";
import { runSync } from "../../src/run/run.ts";
import type { Progress } from "../../src/run/work.ts";
import { selectRows, tableFromColumns, type Table } from "../../src/table/table.ts";
import { thrown } from "../thrown.ts";

/** Two classes that differ much in `strong`, less in the category, and not in `idle`. */
function sample(rows: number, seed: number): Table {
  const random = stream(seed, rows);
  const y = Array.from({ length: rows }, (_, i) => (i % 2 === 0 ? "a" : "b"));
  return tableFromColumns({
    idle: y.map(() => normal(random)),
    strong: y.map((label) => normal(random) + (label === "a" ? 2.5 : 0)),
    kind: y.map((label) => (random.uniform() < (label === "a" ? 0.7 : 0.3) ? "round" : "square")),
    y,
    count: y.map((_, i) => 1 + (i % 3)),
  });
}

const posterior = fitSync(linearDiscriminant(), sample(200, 1), { target: "y", exclude: ["count"] });
const held = sample(150, 2);
const found = runSync(permutationRelevanceWork(posterior, held));

describe("permutation relevance", () => {
  test("is the loss in mean log score when a column is shuffled", () => {
    const [idle, strong, kind] = found.columns;
    expect(found.columns.map(({ column }) => column)).toEqual(["idle", "strong", "kind"]);
    expect(strong.mean).toBeGreaterThan(0.5);
    expect(kind.mean).toBeGreaterThan(0.02);
    expect(kind.mean).toBeLessThan(strong.mean);
    expect(Math.abs(idle.mean)).toBeLessThan(0.01);
    const { logProbabilities } = posterior.predict(held);
    const mean = Array.from({ length: 150 }, (_, i) => logProbabilities.data[2 * i + (i % 2)] / 150);
    expect(found.logScore).toBeCloseTo(
      mean.reduce((sum, value) => sum + value, 0),
      12,
    );
  });

  test("has the mean and the deviation over its permutations", () => {
    const two = runSync(permutationRelevanceWork(posterior, held, { repeats: 2 }));
    const many = runSync(permutationRelevanceWork(posterior, held, { repeats: 3 }));
    // The first permutations are the same, so that the third follows from both means.
    two.columns.forEach(({ mean, deviation }, j) => {
      const third = 3 * many.columns[j].mean - 2 * mean;
      const half = deviation / Math.SQRT2;
      const losses = [mean - half, mean + half, third];
      const center = (losses[0] + losses[1] + losses[2]) / 3;
      const squares = losses.reduce((sum, loss) => sum + (loss - center) ** 2, 0);
      expect(many.columns[j].deviation).toBeCloseTo(Math.sqrt(squares / 2), 10);
    });
  });

  test("permutes the wanted columns only, with the same result, and refuses those that the posterior does not use", () => {
    const { logScore, columns } = runSync(permutationRelevanceWork(posterior, held, { columns: ["kind", "idle"] }));
    expect(columns).toEqual([found.columns[0], found.columns[2]]);
    expect(logScore).toBe(found.logScore);
    const error = thrown(() => runSync(permutationRelevanceWork(posterior, held, { columns: ["strog"] })));
    expect(error).toMatchObject({ code: "unknown-column", message: expect.stringContaining('Did you mean "strong"?') });
  });

  test("moves all that a column is encoded as together, so that every row keeps one whole level", () => {
    const only = fitSync(linearDiscriminant(), sample(200, 1), { target: "y", columns: ["kind"] });
    const { columns } = runSync(permutationRelevanceWork(only, held, { repeats: 2 }));
    const [{ mean, deviation }] = columns;
    const { data } = only.predict(tableFromColumns({ kind: ["round", "square"] })).logProbabilities;
    // The score is linear in the number of rows of class a that are round, which is a whole number.
    const slope = data[0] - data[2] - data[1] + data[3];
    for (const loss of [mean - deviation / Math.SQRT2, mean + deviation / Math.SQRT2]) {
      const fewer = (150 * loss) / slope;
      expect(fewer).toBeGreaterThan(5);
      expect(Math.abs(fewer - Math.round(fewer))).toBeLessThan(1e-6);
    }
  });

  test("is the same for equal seeds and any order of the columns, and another for another seed", () => {
    expect(runSync(permutationRelevanceWork(posterior, held, { seed: 1 }))).toEqual(found);
    const turned = { rows: held.rows, columns: held.columns.toReversed() };
    expect(runSync(permutationRelevanceWork(posterior, turned))).toEqual(found);
    expect(runSync(permutationRelevanceWork(posterior, held, { seed: 2 })).columns[1].mean).not.toBe(
      found.columns[1].mean,
    );
  });

  test("counts rows by their weights", () => {
    const { logScore } = runSync(permutationRelevanceWork(posterior, held, { weights: "count", repeats: 2 }));
    const copies = Array.from({ length: 150 }, (_, i) => new Array<number>(1 + (i % 3)).fill(i)).flat();
    const repeated = runSync(permutationRelevanceWork(posterior, selectRows(held, copies), { repeats: 2 }));
    expect(logScore).toBeCloseTo(repeated.logScore, 12);
  });

  test("takes the labels from any column", () => {
    const { columns, rows } = held;
    const renamed = {
      rows,
      columns: columns.map((column) => (column.name === "y" ? { ...column, name: "truth" } : column)),
    };
    expect(runSync(permutationRelevanceWork(posterior, renamed, { target: "truth" }))).toEqual(found);
    expect(thrown(() => runSync(permutationRelevanceWork(posterior, renamed))).code).toBe("unknown-column");
  });

  test("tells its progress and can be stopped", async () => {
    const steps: Progress[] = [];
    const result = await permutationRelevance(posterior, held, { repeats: 2, onProgress: (step) => steps.push(step) });
    expect(result.columns).toHaveLength(3);
    expect(steps.map(({ step, of }) => `${step}/${of}`)).toEqual(["1/6", "2/6", "3/6", "4/6", "5/6", "6/6"]);
    const controller = new AbortController();
    const stopped = permutationRelevance(posterior, held, {
      signal: controller.signal,
      onProgress: () => controller.abort(),
    });
    await expect(stopped).rejects.toMatchObject({ name: "AbortError" });
  });

  test("refuses labels that are missing or unknown, tables without rows, and too few repeats", () => {
    const code = (table: Table, options = {}): string =>
      thrown(() => runSync(permutationRelevanceWork(posterior, table, options))).code;
    const labelled = (y: (string | null)[]): Table =>
      tableFromColumns({ idle: [0, 1], strong: [0, 1], kind: ["round", "square"], y });
    expect(code(labelled(["a", null]))).toBe("missing-label");
    expect(code(labelled(["a", "c"]))).toBe("class-not-trained");
    expect(code(selectRows(held, []))).toBe("no-rows");
    expect(code({ rows: 150, columns: held.columns.filter(({ name }) => name !== "kind") })).toBe("unknown-column");
    for (const repeats of [1, 2.5, Number.NaN]) expect(code(held, { repeats })).toBe("invalid-option");
  });
});
