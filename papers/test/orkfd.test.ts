import { expect, test } from "vitest";
import { selectEngine } from "kernelbayes/engine";
import type { ResultRow } from "@kernelbayes/experiment/node";
import { medianFound } from "../src/benchmark/medianKernel.ts";
import { foundOf } from "../src/found.ts";
import { orkfdBoundary } from "../src/orkfd/boundary.ts";
import { orkfdLeaveOneOut } from "../src/orkfd/leaveOneOut.ts";
import { orkfdRunTime } from "../src/orkfd/runTime.ts";
import { orkfdSigmoids } from "../src/orkfd/sigmoids.ts";
import { orkfdTable } from "../src/orkfd/table.ts";
import type { PagePart, ReproduceSettings, Study } from "../src/paper.ts";
import { readPublished } from "../src/published.ts";
import { runStudies } from "../src/runStudies.ts";
import { temporaryFolder } from "./folders.ts";
import { here, paperData } from "./samples.ts";

const printed = ["ORKFD", "KFD", "SVM"].flatMap((method) =>
  ["banana", "twonorm"].map((dataset) => ({ source: "saadi2007", method, dataset, metric: "error", mean: 5, std: 1 })),
);

function settingsOf(directory: string): ReproduceSettings {
  return {
    directory,
    partitions: 2,
    isQuick: true,
    seed: 1,
    engine: selectEngine().name,
    published: readPublished(directory) ?? [],
  };
}

/** Runs studies in this thread and gives the rows and the part of the page of each. */
async function ran(studies: readonly Study[]): Promise<{ rows: readonly ResultRow[]; part: PagePart }[]> {
  const { rows } = await runStudies(studies, {
    directory: temporaryFolder(),
    fresh: false,
    executor: here,
    stream: { write: () => true },
  });
  return studies.map((study, at) => ({ rows: rows[at], part: study.part(rows[at]) }));
}

test("width and μ of the table are the medians of the first partitions, each by itself, and every partition is measured with them", async () => {
  const settings = settingsOf(paperData(printed));
  const [{ rows, part }] = await ran([orkfdTable(settings)]);
  for (const dataset of ["banana", "twonorm"]) {
    // The rival has the same rule for labels, and medians of its own by ten folds.
    const signs = rows.filter((row) => row.dataset === dataset && row.options.includes('"sign"'));
    const folded = signs.filter(({ options }) => options.includes('"folds"'));
    expect(folded.map(({ partition }) => partition)).toEqual([1, 2]);
    const widthOf = (kernel: unknown): unknown => (kernel as { lengthScale?: unknown } | undefined)?.lengthScale;
    const rival = widthOf(medianFound(folded.map(foundOf))?.kernel);
    const own = signs.filter(
      (row) => !folded.includes(row) && widthOf((JSON.parse(row.options) as { kernel?: unknown }).kernel) !== rival,
    );
    const tuned = own.filter(({ options }) => options.includes("alternate"));
    const measured = own.filter((row) => !tuned.includes(row));
    expect([tuned, measured].map((each) => each.map(({ partition }) => partition))).toEqual([
      [1, 2],
      [1, 2],
    ]);
    const median = medianFound(tuned.map(foundOf));
    for (const { options } of measured) {
      expect(JSON.parse(options)).toMatchObject({
        kernel: median?.kernel,
        regularization: Math.min(...tuned.map((row) => foundOf(row).chosen!.regularization)),
        targets: "signs",
        criterion: "error",
        decision: "sign",
      });
    }
    const mean = measured.reduce((sum, { errorRate }) => sum + 50 * errorRate, 0);
    expect(part.text).toContain(`| ${dataset} | 5.00 ± 1.00 | ${mean.toFixed(2)} ± `);
  }
  // Two problems by three methods.
  expect(part.verdicts).toHaveLength(6);
  expect(part.text).toContain("**ORKFD, the more probable class**");
});

test("of five kernels the one in the middle is taken, whatever their order", () => {
  const found = [3, 1, 5, 2, 4].map((lengthScale) => ({ kernel: { kind: "gaussian", lengthScale } }));
  expect(medianFound(found)?.kernel).toMatchObject({ lengthScale: 3 });
  expect(medianFound(found.slice(0, 4))?.kernel).toMatchObject({ lengthScale: 2 });
  expect(medianFound([])).toBeUndefined();
});

test("the figures: the formula is exact for rows and an approximation for points, and every route has its time", async () => {
  const settings = settingsOf(paperData(printed));
  const studies = [
    orkfdSigmoids(),
    orkfdBoundary(settings),
    orkfdRunTime(settings, 16),
    orkfdLeaveOneOut(settings, 16),
  ];
  const [sigmoids, boundary, times, left] = await ran(studies);
  for (const [at, { part }] of [sigmoids, boundary, times, left].entries()) {
    expect(part.drawings.map(({ file }) => file)).toEqual([`orkfd-figure-${at + 1}.svg`]);
    expect(part.drawings[0].svg).toMatch(/^<svg[\s\S]*<\/svg>$/);
    expect(part.text).toContain(`(orkfd-figure-${at + 1}.svg)`);
  }
  // Ball and ring overlap a little: a good boundary errs on some of the rows, and a line on a quarter at least.
  expect(boundary.rows[0].errorRate).toBeLessThan(0.15);
  expect(times.rows.map(({ method, trainRows }) => `${method} ${trainRows}`).toSorted()).toEqual(
    ["canonical-search", "canonical-search-alone", "direct-search"]
      .flatMap((method) => [8, 16].map((n) => `${method} ${n}`))
      .toSorted(),
  );
  expect(times.rows.every(({ seconds }) => seconds > 0)).toBe(true);
  expect(times.part.text).toMatch(/The load of the machine was up to \d+\.\d on \d+ processors/);
  expect(left.rows).toHaveLength(10);
  for (const { found } of left.rows) {
    const { withoutRow, withoutPoint } = JSON.parse(found) as { withoutRow: number; withoutPoint: number };
    // The refits form ΦᵀΦ, which costs them half of the digits.
    expect(withoutRow).toBeLessThan(1e-9);
    expect(withoutPoint).toBeGreaterThan(1e-6);
  }
});
