import { expect, test } from "vitest";
import { matrix } from "../../../src/engine/matrix.ts";
import { learnView, seenThrough, viewCodec, viewGroups } from "../../../src/models/auto/view.ts";
import type { Problem } from "../../../src/rows/labelledRows.ts";

const X = matrix(6, 3, Float64Array.of(1, 0, -2, 2, 1, -2, 4, 0, 0, 8, 1, 0, 16, 0, 5, 32, 1, 5));
const problem: Problem = {
  X,
  classes: Int32Array.of(0, 0, 0, 1, 1, 1),
  classCount: 2,
  weights: new Float64Array(6).fill(1),
  columnGroups: [3, 5, 7],
  rowGroups: undefined,
};

test("ranks replace the values of columns of more than two, and a new value takes its place among them", () => {
  const view = learnView("ranks", problem) ?? [];
  const seen = seenThrough(view, X);
  expect(seen.columns).toBe(3);
  const ranks = [-5, -3, -1, 1, 3, 5].map((place) => (Math.sqrt(12) * place) / 12);
  ranks.forEach((rank, i) => expect(seen.data[3 * i]).toBeCloseTo(rank, 12));
  expect(seen.data[1]).toBe(0);
  const [between] = seenThrough(view, matrix(1, 3, Float64Array.of(5, 0, 0))).data;
  expect(between).toBeCloseTo(0, 12);
});

test("categories give an indicator to each of few values, at squared distance 1 from each other", () => {
  const view = learnView("categories", { ...problem, X: matrix(6, 1, Float64Array.of(-2, -2, 0, 0, 5, 5)) }) ?? [];
  const seen = seenThrough(view, matrix(3, 1, Float64Array.of(-2, 5, 4)));
  expect(Array.from(seen.data)).toEqual([Math.SQRT1_2, 0, 0, 0, 0, Math.SQRT1_2, 0, 0, 0]);
  expect(viewGroups(view, [9])).toEqual([9, 9, 9]);
});

test("a view that would show the given columns is none", () => {
  const twoValued = { ...problem, X: matrix(6, 1, Float64Array.of(0, 1, 0, 1, 0, 1)), columnGroups: [0] };
  expect(learnView("ranks", twoValued)).toBeUndefined();
  expect(learnView("categories", twoValued)).toBeUndefined();
  expect(learnView("selected", problem)).toBeUndefined();
});

test("the most relevant of many columns are selected with all that share their source", () => {
  const wide = matrix(6, 120);
  for (let i = 0; i < 6; i++) for (let j = 0; j < 120; j++) wide.data[i * 120 + j] = Math.sin(7 * i + 3 * j);
  for (let i = 0; i < 6; i++) wide.data[i * 120 + 77] = problem.classes[i] + 0.001 * i;
  const columnGroups = Array.from({ length: 120 }, (_, j) => (j < 2 ? 0 : j));
  const view = learnView("selected", { ...problem, X: wide, columnGroups }) ?? [];
  expect(new Set(viewGroups(view, columnGroups)).size).toBe(50);
  expect(view.map(({ column }) => column)).toContain(77);
  expect(seenThrough(view, wide).columns).toBe(view.length);
});

test("a view comes back from its document, and a damaged one is refused by name", () => {
  for (const kind of ["given", "ranks", "categories"] as const) {
    const view = learnView(kind, problem) ?? [];
    const again = viewCodec.read(JSON.parse(JSON.stringify(viewCodec.write(view))), "view");
    expect(Array.from(seenThrough(again, X).data)).toEqual(Array.from(seenThrough(view, X).data));
  }
  expect(() => viewCodec.read([{ column: 0, values: [2, 1] }], "view")).toThrow("view[0].values");
  expect(() => viewCodec.read([{ column: 0, values: [1, 2], counts: [1] }], "view")).toThrow("view[0].counts");
});
