import * as runtime from "onnxruntime-web";
import { expect } from "vitest";
import { numbersOf } from "../../src/encoding/numbersOf.ts";
import { type Posterior, type Table } from "../../src/index.ts";
import { onnxColumns, onnxModel } from "../../src/entries/models.ts";
import { asText, columnNamed } from "../../src/entries/table.ts";
import { toRows } from "../../src/matrix/row.ts";

runtime.env.wasm.numThreads = 1;
runtime.env.logLevel = "error";

type Feeds = Record<string, runtime.Tensor>;

interface Answer {
  readonly labels: readonly string[];
  readonly probabilities: readonly Float64Array[];
}

/** What the runtime makes of rows of a table. */
export async function answerOf(posterior: Posterior, table: Table): Promise<Answer> {
  const { numbers, texts } = onnxColumns(posterior.encoding);
  const feeds: Feeds = {};
  if (numbers.length > 0) {
    const columns = numbers.map((name) => numbersOf(columnNamed(table, name)));
    const data = Float64Array.from({ length: table.rows * numbers.length }, (_, at) => {
      return columns[at % numbers.length][Math.floor(at / numbers.length)];
    });
    feeds["numbers"] = new runtime.Tensor("float64", data, [table.rows, numbers.length]);
  }
  if (texts.length > 0) {
    const columns = texts.map((name) => asText(columnNamed(table, name)));
    const data = Array.from({ length: table.rows }, (_, i) => columns.map((cells) => cells[i] ?? "")).flat();
    feeds["texts"] = new runtime.Tensor("string", data, [table.rows, texts.length]);
  }
  const session = await runtime.InferenceSession.create(onnxModel(posterior));
  const { label, probabilities } = await session.run(feeds);
  await session.release();
  const C = posterior.classes.length;
  const data = probabilities.data as Float64Array;
  return {
    labels: label.data as string[],
    probabilities: Array.from({ length: table.rows }, (_, i) => data.slice(i * C, (i + 1) * C)),
  };
}

/** Whether the runtime gives rows the labels of the library, and its probabilities within a tolerance. */
export async function expectSame(posterior: Posterior, table: Table, tolerance: number): Promise<void> {
  const answer = await answerOf(posterior, table);
  const { labels, probabilities } = posterior.predict(table);
  expect(answer.labels).toEqual(labels);
  let worst = 0;
  toRows(probabilities).forEach((row, i) =>
    row.forEach((p, c) => (worst = Math.max(worst, Math.abs(p - answer.probabilities[i][c])))),
  );
  expect(worst).toBeLessThan(tolerance);
}

export { runtime };
