import { afterAll, describe, expect, test } from "vitest";
import { fitSync } from "../../src/fit/fit.ts";
import { predictBatches } from "../../src/fit/predictBatches.ts";
import { tasks } from "../../src/fit/tasks.ts";
import { linearDiscriminant } from "../../src/models/discriminant/lda.ts";
import { serialExecutor } from "../../src/run/executor.ts";
import type { OverallProgress } from "../../src/run/work.ts";
import { tableFromColumns } from "../../src/table/table.ts";

const numbers = (count: number, seed: number): number[] =>
  Array.from({ length: count }, (_, i) => Math.sin(12.9898 * (i + seed)) * 3);
const training = tableFromColumns({
  size: numbers(60, 1),
  weight: numbers(60, 500),
  kind: numbers(60, 1).map((value, i) => (value + Math.sin(i) > 0 ? "large" : "small")),
});
const posterior = fitSync(linearDiscriminant(), training, { target: "kind" });
const rows = tableFromColumns({ size: numbers(25, 77), weight: numbers(25, 900) });
const executor = serialExecutor(tasks);
afterAll(() => executor.close());

describe("batches", () => {
  test.each([1, 7, 25, 1000])(
    "of %i rows give the prediction of the whole, bit for bit, in order",
    async (batchRows) => {
      const whole = posterior.predict(rows);
      const shared = await predictBatches(posterior, rows, { executor, batchRows });
      expect(shared).toEqual(whole);
      expect(shared.toRows()).toEqual(whole.toRows());
      const point = await predictBatches(posterior, rows, { executor, batchRows, intervals: false });
      expect(point).toEqual(posterior.predict(rows, { intervals: false }));
    },
  );

  test("take the options of a prediction, and row objects", async () => {
    const shared = await predictBatches(posterior, [{ size: 1, weight: 2 }], { executor, level: 0.5 });
    expect(shared).toEqual(posterior.predict([{ size: 1, weight: 2 }], { level: 0.5 }));
  });

  test("of no rows need no worker", async () => {
    const none = await predictBatches(posterior, [], { executor, intervals: false });
    expect(none).toMatchObject({ rows: 0, intervals: false });
  });

  test("leave other events a turn between two batches, also where nothing is shared out", async () => {
    let turns = 0;
    let isRunning = true;
    const turn = (): void => {
      turns++;
      if (isRunning) setImmediate(turn);
    };
    const done: number[] = [];
    setImmediate(turn);
    await predictBatches(posterior, rows, { executor, batchRows: 10, onProgress: () => done.push(turns) });
    isRunning = false;
    expect(done[1]).toBeGreaterThan(done[0]);
    expect(done[2]).toBeGreaterThan(done[1]);
  });

  test("report each batch that is done, and which share of all that is, as other long calls do", async () => {
    const steps: OverallProgress[] = [];
    await predictBatches(posterior, rows, { executor, batchRows: 10, onProgress: (step) => steps.push(step) });
    expect(steps.map(({ step, of, fraction }) => [step, of, fraction])).toEqual([
      [1, 3, 1 / 3],
      [2, 3, 2 / 3],
      [3, 3, 1],
    ]);
  });
});

describe("errors", () => {
  test("name the row of the whole table", async () => {
    const size = numbers(25, 77).map((value, i) => (i === 13 ? undefined : value));
    const holed = tableFromColumns({ size, weight: numbers(25, 900) });
    const work = predictBatches(posterior, holed, { executor, batchRows: 10 });
    await expect(work).rejects.toMatchObject({ code: "missing-values", place: { row: 14, column: "size" } });
  });

  test("about columns and options come before any batch is sent", async () => {
    const closed = serialExecutor({});
    const lacking = tableFromColumns({ size: [1] });
    await expect(predictBatches(posterior, lacking, { executor: closed })).rejects.toMatchObject({
      code: "missing-columns",
    });
    await expect(predictBatches(posterior, rows, { executor: closed, level: 2 })).rejects.toMatchObject({
      code: "invalid-level",
    });
    await expect(predictBatches(posterior, rows, { executor: closed, batchRows: 0 })).rejects.toMatchObject({
      code: "invalid-option",
    });
  });
});
