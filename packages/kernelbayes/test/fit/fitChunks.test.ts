import { describe, expect, test } from "vitest";
import { fitChunks } from "../../src/fit/fitChunks.ts";
import type { TableChunks } from "../../src/fit/chunks/tableChunks.ts";
import { fit } from "../../src/fit/fit.ts";
import { loadPosterior } from "../../src/fit/loadPosterior.ts";
import { tasks } from "../../src/fit/tasks.ts";
import { InputError } from "../../src/errors.ts";
import { auto } from "../../src/models/auto/auto.ts";
import { linearDiscriminant } from "../../src/models/discriminant/lda.ts";
import type { Executor } from "../../src/run/executor.ts";
import { runSync } from "../../src/run/run.ts";
import { asText } from "../../src/table/column.ts";
import type { ModelDocument } from "../../src/models/model.ts";
import { modelFromDocument } from "../../src/models/index.ts";
import { normal } from "../../src/random/normal.ts";
import { stream } from "../../src/random/stream.ts";
import { selectRows, tableFromColumns, tableOf, type Table } from "../../src/table/table.ts";

/** Classes that overlap, in numbers of different units, a category and missing cells. */
function sampleTable(rows: number, classes: readonly string[] = ["no", "yes"]): Table {
  const random = stream(3, 1);
  const labels = Array.from({ length: rows }, () => classes[random.integer(classes.length)]);
  const column = (shift: number, unit: number): Float64Array =>
    Float64Array.from(labels, (label) => unit * (shift * classes.indexOf(label) + normal(random)));
  const holes = column(0.5, 1).map((value) => (random.uniform() < 0.1 ? Number.NaN : value));
  const colors = labels.map(
    (label) => ["red", "green", "blue"][random.uniform() < 0.5 ? classes.indexOf(label) % 3 : random.integer(3)],
  );
  return tableFromColumns({
    x: column(1, 1),
    far: column(0.7, 1e-3).map((value) => 1000 + value),
    holes,
    colors,
    label: labels,
  });
}

function chunksOf(table: Table, size: number): TableChunks {
  return {
    async *read() {
      for (let start = 0; start < table.rows; start += size) {
        const count = Math.min(size, table.rows - start);
        yield selectRows(
          table,
          Array.from({ length: count }, (_, i) => start + i),
        );
      }
    },
  };
}

const options = { target: "label", missing: "impute", seed: 5 } as const;

async function largestDifference(document: ModelDocument, table: Table, sample: number): Promise<number> {
  const model = modelFromDocument(document);
  const whole = await fit(model, table, options);
  const inChunks = await fitChunks(model, chunksOf(table, 300), { ...options, sample });
  const [a, b] = [whole, inChunks].map(
    (posterior) => posterior.predict(sampleTable(200), { intervals: false }).probabilities.data,
  );
  return Math.max(...a.map((p, at) => Math.abs(p - b[at])));
}

/** Works on all inputs at once; the first of them ends last. */
const inAnyOrder: Executor = {
  workers: 3,
  async map(task, inputs) {
    const outputs = inputs.map(async (input, at) => {
      await new Promise((resolve) => setTimeout(resolve, 10 * (inputs.length - at)));
      return runSync(tasks[task](structuredClone(input) as never));
    });
    return Promise.all(outputs);
  },
  async close() {},
};

async function refusal(fitting: Promise<unknown>): Promise<InputError> {
  const error: unknown = await fitting.catch((reason: unknown) => reason);
  if (error instanceof InputError) return error;
  throw new Error("It was not refused.");
}

describe("a fit of a table in chunks", () => {
  test.each([
    { name: "lda", calibration: "none" },
    { name: "qda", calibration: "none" },
    { name: "logistic", regularization: 3 },
  ])("$name predicts as the fit of all rows at once does", async (document) => {
    expect(await largestDifference(document, sampleTable(2000), 400)).toBeLessThan(1e-10);
  });

  test.each(["lda", "qda", "rda", "logistic", "lssvm", "krr", "orkfd"])(
    "%s is the fit of all rows where the sample has them all",
    async (name) => {
      expect(await largestDifference({ name }, sampleTable(300), 300)).toBeLessThan(1e-10);
    },
  );

  test.each(["logistic", "lssvm", "qda"])("%s does not depend on who does the sums, to the last bit", async (name) => {
    const model = modelFromDocument({ name });
    const chunks = chunksOf(sampleTable(1500, ["a", "b", "c"]), 200);
    const [here, there] = await Promise.all(
      [undefined, inAnyOrder].map((executor) =>
        fitChunks(model, chunks, { ...options, sample: 300, ...(executor && { executor }) }),
      ),
    );
    expect(JSON.stringify(there.toDocument())).toBe(JSON.stringify(here.toDocument()));
  });

  test("bfd of two classes is fitted in the features of pivots from the sample, and of more classes refused", async () => {
    const table = sampleTable(1500);
    const model = modelFromDocument({ name: "bfd", rank: 30, starts: [1] });
    const fitted = await fitChunks(model, chunksOf(table, 400), { ...options, sample: 200 });
    const { logProbabilities } = fitted.predict(table, { intervals: false });
    const labels = asText(table.columns[4]);
    const loss = labels.reduce((sum, label, i) => sum - logProbabilities.data[2 * i + (label === "yes" ? 1 : 0)], 0);
    expect(loss / 1500).toBeLessThan(0.6);
    const three = chunksOf(sampleTable(300, ["a", "b", "c"]), 100);
    expect((await refusal(fitChunks(model, three, options))).message).toContain("bfd of more than two classes");
  });

  test("auto with low effort is fitted, saved and loaded", async () => {
    const fitted = await fitChunks(auto({ effort: "low" }), chunksOf(sampleTable(900), 200), {
      ...options,
      sample: 300,
    });
    expect(fitted.training.of).toEqual({ rows: 900, classes: sizesOf(sampleTable(900)) });
    expect(fitted.leaveOneOut?.logProbabilities.rows).toBe(300);
    const loaded = loadPosterior(JSON.parse(JSON.stringify(fitted.toDocument())));
    const rows = sampleTable(20);
    expect(loaded.predict(rows).probabilities).toEqual(fitted.predict(rows).probabilities);
  });

  test("auto with normal effort combines the members that can be summed", async () => {
    const chunks = chunksOf(sampleTable(1200), 400);
    const found = await Promise.all(
      [undefined, inAnyOrder].map((executor) =>
        fitChunks(auto(), chunks, { ...options, sample: 250, ...(executor && { executor }) }),
      ),
    );
    const [{ candidates = [] }] = found;
    expect(candidates.map(({ model }) => model)).toEqual(expect.arrayContaining(["logistic", "rda", "lssvm"]));
    expect(candidates.filter(({ outcome }) => outcome === "failed")).toEqual([]);
    const [here, there] = found.map((posterior) => JSON.stringify(posterior.toDocument()));
    expect(there).toBe(here);
  });

  test("given priors replace the class frequencies of all rows", async () => {
    const table = sampleTable(900);
    const [no, yes] = sizesOf(table).map((size) => size / 900);
    const chunks = chunksOf(table, 200);
    const plain = await fitChunks(linearDiscriminant(), chunks, { ...options, sample: 100 });
    const same = await fitChunks(linearDiscriminant(), chunks, { ...options, sample: 100, priors: { no, yes } });
    const [a, b] = [plain, same].map((posterior) => posterior.predict(table, { intervals: false }).probabilities.data);
    a.forEach((p, at) => expect(b[at]).toBeCloseTo(p, 12));
  });

  test("rows of weight w count as w rows, and rows of weight 0 not at all", async () => {
    const table = sampleTable(600);
    const weights = Float64Array.from({ length: 600 }, (_, i) => i % 3);
    const weighted = tableOf([...table.columns, { name: "w", type: "number", values: weights }]);
    const model = linearDiscriminant({ calibration: "none" });
    const whole = await fit(model, weighted, { ...options, weights: "w" });
    const found = await fitChunks(model, chunksOf(weighted, 100), { ...options, weights: "w", sample: 50 });
    const [a, b] = [whole, found].map((posterior) => posterior.predict(table, { intervals: false }).probabilities.data);
    a.forEach((p, at) => expect(b[at]).toBeCloseTo(p, 10));
  });

  test("incomplete rows are dropped from all sums, or refused by their numbers in the table", async () => {
    const table = sampleTable(600);
    const model = linearDiscriminant({ calibration: "none" });
    const chunks = chunksOf(table, 100);
    const dropped = await fitChunks(model, chunks, { target: "label", missing: "drop", sample: 50 });
    const whole = await fit(model, table, { target: "label", missing: "drop" });
    expect(dropped.warnings[0].message).toBe(whole.warnings[0].message);
    const complete = selectRows(table, whole.training.rows);
    const [a, b] = [whole, dropped].map(
      (posterior) => posterior.predict(complete, { intervals: false }).probabilities.data,
    );
    a.forEach((p, at) => expect(b[at]).toBeCloseTo(p, 10));
    const values = Float64Array.from({ length: 600 }, (_, i) => (i === 456 ? Number.NaN : i));
    const hole = chunksOf(tableOf([table.columns[4], { name: "x", type: "number", values }]), 100);
    const error = await refusal(fitChunks(model, hole, { target: "label" }));
    expect(error).toMatchObject({ code: "missing-values", place: { row: 457, column: "x" } });
  });

  test("models, options and tables that do not go with it are refused with what to do", async () => {
    const chunks = chunksOf(sampleTable(100), 30);
    const fitted = (document: ModelDocument, more = {}): Promise<InputError> =>
      refusal(fitChunks(modelFromDocument(document), chunks, { ...options, ...more }));
    expect((await fitted({ name: "gpc" })).message).toContain("Choose auto, lssvm");
    expect((await fitted({ name: "lssvm", kernel: "matern" })).message).toContain('basis "random"');
    expect((await fitted({ name: "lda" }, { group: "colors" })).code).toBe("invalid-option");
    expect((await fitted({ name: "lda" }, { sample: 3 })).code).toBe("invalid-option");
    const onlyYes = chunksOf(tableFromColumns({ x: [1, 2], label: ["yes", "yes"] }), 1);
    expect((await refusal(fitChunks(linearDiscriminant(), onlyYes, options))).code).toBe("one-class");
  });
});

function sizesOf(table: Table): number[] {
  const labels = asText(table.columns[4]);
  return ["no", "yes"].map((name) => labels.filter((label) => label === name).length);
}
