import { selectEngine } from "kernelbayes/engine";
import { expect, test } from "vitest";
import { fixedKernel, meanKernel } from "../src/benchmark/fixedKernel.ts";
import { bfdRelevanceTable, bfdTable } from "../src/bfd/tables.ts";
import { foundOf } from "../src/found.ts";
import { readPublished } from "../src/published.ts";
import { operationsIn, runStudies } from "../src/runStudies.ts";
import { temporaryFolder } from "./folders.ts";
import { here, paperData } from "./samples.ts";

const printed = [
  ...["LDA", "QDA", "KFD", "LS-SVM", "BFD"].map((method) => ({
    source: "pena2006",
    table: "Table 2",
    method,
    metric: "auc",
  })),
  ...["LS-SVM", "BFD"].map((method) => ({ source: "pena2006", table: "Table 3", method, metric: "auc" })),
].map((result) => ({ ...result, dataset: "banana", mean: 90, std: 5 }));

test("the tables of the Bayesian discriminant run with its protocol, and what has no figure in print is left out", async () => {
  const directory = paperData(printed);
  const published = readPublished(directory) ?? [];
  const settings = { directory, partitions: 2, isQuick: true, seed: 1, engine: selectEngine().name, published };
  const studies = [bfdTable, bfdRelevanceTable].map((study) => study(settings));
  expect(operationsIn(studies).all).toBeGreaterThan(0);
  const { rows } = await runStudies(studies, {
    directory: temporaryFolder(),
    fresh: false,
    executor: here,
    stream: { write: () => true },
  });
  const parts = studies.map((study, at) => study.part(rows[at]));
  expect(parts.map(({ verdicts }) => verdicts.length)).toEqual([6, 2]);
  expect(rows.flat().every(({ status, dataset }) => status === "done" && dataset === "banana")).toBe(true);
  for (const { text } of parts) expect(text).toMatch(/\| banana \| 90\.0+ ± 5\.0+ \| \d+\.\d+ ± \d+\.\d+ \| 2 \|/);

  // The Bayesian discriminant is measured at a kernel and a β that were found, and not at others.
  const discriminants = rows[0].filter(({ method }) => method === "bfd");
  const fixed = discriminants.filter(({ options }) => typeof JSON.parse(options).precision === "number");
  expect(fixed).toHaveLength(2);
  const found = discriminants.filter((row) => !fixed.includes(row)).map((row) => foundOf(row).chosen?.precision);
  for (const row of fixed) expect(found).toContain(foundOf(row).chosen?.precision);
});

test("kernels are fixed in all their parts, and averaged as geometric means", () => {
  const kernel = (length: number | number[], variance: number): { kind: string; terms: unknown[] } => ({
    kind: "sum",
    terms: [
      { kind: "scale", kernel: { kind: "gaussian", lengthScale: length, fixed: [] }, variance, fixed: [] },
      { kind: "constant", variance: 4 * variance, fixed: [] },
    ],
  });
  const rounded = (document: object): unknown =>
    JSON.parse(JSON.stringify(document), (_, value) => (typeof value === "number" ? Number(value.toFixed(9)) : value));
  expect(rounded(meanKernel([kernel(1, 2), kernel(4, 8)]))).toEqual(kernel(2, 4));
  expect(rounded(meanKernel([kernel([1, 9], 1), kernel([4, 1], 1)]))).toEqual(kernel([2, 3], 1));
  expect(fixedKernel(kernel(1, 2))).toMatchObject({
    terms: [
      { kernel: { lengthScale: 1, fixed: ["lengthScale"] }, variance: 2, fixed: ["variance"] },
      { variance: 8, fixed: ["variance"] },
    ],
  });
});
