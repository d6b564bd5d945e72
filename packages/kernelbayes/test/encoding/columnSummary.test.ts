import { describe, expect, test } from "vitest";
import { levelSummary, mostLevels, numberSummary } from "../../src/encoding/columnSummary.ts";
import { learnNumber } from "../../src/encoding/learnNumber.ts";
import { normal } from "../../src/random/normal.ts";
import { stream } from "../../src/random/stream.ts";
import type { NumberColumn } from "../../src/table/column.ts";

function numberColumn(values: readonly number[]): NumberColumn {
  return { name: "x", type: "number", values: Float64Array.from(values) };
}

/** The column in parts of some rows. */
function summaryOf(values: readonly number[], weights: readonly number[], part: number) {
  const summary = numberSummary("x");
  for (let from = 0; from < values.length; from += part) {
    const rows = Int32Array.from({ length: Math.min(part, values.length - from) }, (_, i) => from + i);
    summary.add(
      numberColumn(values),
      rows,
      Float64Array.from(rows, (row) => weights[row]),
    );
  }
  return summary.weighted()!;
}

const random = stream(4);
const columns: Readonly<Record<string, readonly number[]>> = {
  normal: Array.from({ length: 500 }, () => 3 + normal(random)),
  skewed: Array.from({ length: 500 }, () => Math.exp(2 * normal(random))),
  "two values": Array.from({ length: 500 }, () => (random.uniform() < 0.1 ? 4 : -1)),
  "one value that differs": Array.from({ length: 500 }, (_, i) => (i === 77 ? 1 : 0)),
  "the largest often": Array.from({ length: 500 }, (_, i) => (i === 77 ? 0 : 1)),
  "far from zero": Array.from({ length: 500 }, () => 1e6 + normal(random)),
  "missing cells": Array.from({ length: 500 }, (_, i) => (i % 5 === 0 ? Number.NaN : normal(random))),
  "one value": new Array<number>(500).fill(2),
  "no value": new Array<number>(500).fill(Number.NaN),
};

describe.each(Object.entries(columns))("a column of numbers: %s", (_, values) => {
  test.each(["each row once", "rows of weights"])("is learned from a few cells as from all, %s", (kind) => {
    const weights = values.map((_, i) => (kind === "each row once" ? 1 : 1 + (i % 4)));
    const few = summaryOf(values, weights, 60);
    const column = few.column as NumberColumn;
    expect(column.values.length).toBeLessThanOrEqual(4);
    const [expected, found] = [
      learnNumber("x", Float64Array.from(values), Float64Array.from(weights), "standard", false).encoding,
      learnNumber("x", column.values, few.weights, "standard", false).encoding,
    ];
    expect(found?.kind).toBe(expected?.kind);
    if (expected?.kind !== "number" || found?.kind !== "number") return;
    const { unit, origin, indicator } = expected;
    expect({ unit: found.unit, origin: found.origin, indicator: found.indicator }).toEqual({ unit, origin, indicator });
    expect(found.center).toBeCloseTo(expected.center, 12);
    expect(found.scale / expected.scale).toBeCloseTo(1, 8);
  });
});

test("levels are counted with their weights over all parts, missing cells last", () => {
  const summary = levelSummary("c", "text");
  const weights = Float64Array.of(1, 2, 1);
  summary.add(
    { name: "c", type: "text", codes: Int32Array.of(0, 1, -1), levels: ["a", "b"] },
    Int32Array.of(0, 1, 2),
    weights,
  );
  summary.add(
    { name: "c", type: "text", codes: Int32Array.of(0, 0, 1), levels: ["b", "c"] },
    Int32Array.of(0, 1, 2),
    weights,
  );
  expect(summary.weighted()).toEqual({
    column: { name: "c", type: "text", codes: Int32Array.of(0, 1, 2, -1), levels: ["a", "b", "c"] },
    weights: Float64Array.of(1, 5, 1, 1),
  });
});

test("a column of ever new texts is given up, so that it takes no memory", () => {
  const summary = levelSummary("id", "text");
  const levels = Array.from({ length: mostLevels + 1 }, (_, i) => `row ${i}`);
  const rows = Int32Array.from(levels.keys());
  summary.add({ name: "id", type: "text", codes: rows, levels }, rows, new Float64Array(rows.length).fill(1));
  expect(summary.weighted()).toBeUndefined();
});
