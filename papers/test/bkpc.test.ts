import { selectEngine } from "kernelbayes/engine";
import { expect, test } from "vitest";
import type { ResultRow } from "@kernelbayes/experiment/node";
import { bkpcChains } from "../src/bkpc/chains.ts";
import { bkpcComponents } from "../src/bkpc/components.ts";
import type { FoundComponents } from "../src/bkpc/componentsTask.ts";
import { keptChain } from "../src/bkpc/keptChainTask.ts";
import { bkpcCircles } from "../src/bkpc/circles.ts";
import { bkpcSpectra } from "../src/bkpc/spectra.ts";
import { bkpcSweepTime } from "../src/bkpc/sweepTime.ts";
import { bkpcUtility } from "../src/bkpc/utility.ts";
import type { SplitUtility } from "../src/bkpc/utilityTask.ts";
import type { PagePart, ReproduceSettings, Study } from "../src/paper.ts";
import { readPublished } from "../src/published.ts";
import { runStudies } from "../src/runStudies.ts";
import { temporaryFolder } from "./folders.ts";
import { here, paperData } from "./samples.ts";

const printed = [
  {
    source: "domijan2011",
    table: "Table 2",
    method: "BKPC",
    dataset: "khan",
    metric: "error",
    mean: 0.038,
    std: 0.052,
  },
];

const length = { burnIn: 10, sweeps: 30 };

/** Runs a study in this thread and gives its rows and its part of the page, all of whose drawings it shows. */
async function ran(
  studyOf: (settings: ReproduceSettings) => Study,
): Promise<{ readonly rows: readonly ResultRow[]; readonly part: PagePart }> {
  const directory = paperData(printed);
  const published = readPublished(directory) ?? [];
  const engine = selectEngine().name;
  const study = studyOf({ directory, partitions: 2, isQuick: true, seed: 1, engine, published });
  const {
    rows: [rows],
  } = await runStudies([study], {
    directory: temporaryFolder(),
    fresh: false,
    executor: here,
    stream: { write: () => true },
  });
  expect(rows.map(({ status, error }) => `${status} ${error}`)).toEqual(rows.map(() => "done "));
  const part = study.part(rows);
  expect(part.drawings.length).toBeGreaterThan(0);
  for (const { file, svg } of part.drawings) {
    expect(svg).toMatch(/^<svg[\s\S]*<\/svg>$/);
    expect(part.text).toContain(`(${file})`);
  }
  return { rows, part };
}

test("components are uncorrelated and columns of the kernel matrix are not", async () => {
  const { rows } = await ran(bkpcComponents);
  const found = rows.map((row) => JSON.parse(row.found) as FoundComponents);
  // All columns of khan, those of highest relevance, and the spectra.
  expect(found).toHaveLength(3);
  for (const { columnCorrelation, componentCorrelation } of found) {
    expect(componentCorrelation.largest).toBeLessThan(1e-6);
    expect(columnCorrelation.mean).toBeGreaterThan(0.02);
    expect(columnCorrelation.largest).toBeGreaterThan(columnCorrelation.mean);
    expect(columnCorrelation.largest).toBeLessThanOrEqual(1 + 1e-9);
  }
});

test("the utility of n′ components is the share told right less n′ over the training rows, over all splits", async () => {
  const { rows, part } = await ran((settings) => bkpcUtility(settings, length));
  for (const title of ["khan", "khan, 50 columns", "meat-4", "meat-5"]) {
    const [dataset, selected] = title.split(", ");
    const splits = rows
      .filter((row) => row.dataset === dataset && row.options.includes("select") === (selected !== undefined))
      .map(({ found }) => JSON.parse(found) as SplitUtility);
    expect(splits).toHaveLength(2);
    // As many components as rows have, but no more than are tried.
    expect(splits[0].misclassified).toHaveLength(Math.min(15, splits[0].trained - 1));
    const utilities = splits[0].misclassified.map((_, at) => {
      const ofSplits = splits.map((split) => 1 - split.misclassified[at] / split.tested - (at + 1) / split.trained);
      return (ofSplits[0] + ofSplits[1]) / 2;
    });
    const best = utilities.indexOf(Math.max(...utilities)) + 1;
    const cells = part.text
      .split("\n")
      .find((line) => line.startsWith(`| ${title} |`))!
      .split("|")
      .map((cell) => cell.trim());
    expect([cells[6], cells[7]]).toEqual([String(best), utilities[best - 1].toFixed(3)]);
    // Three of four would be wrong by chance.
    expect(Math.min(...splits[0].misclassified)).toBeLessThan(0.7 * splits[0].tested);
    for (const { shares, rawShares } of splits) {
      // A wider kernel needs fewer components for the same share.
      rawShares.wide.forEach((share, at) => expect(share).toBeGreaterThan(rawShares.maximum[at] - 1e-9));
      expect(shares).toEqual(shares.toSorted((a, b) => a - b));
      expect(shares.at(-1)).toBeLessThanOrEqual(1 + 1e-9);
    }
  }
});

test("kernels with single rows of two circles are correlated, and the first component sets the circles apart", async () => {
  const { part } = await ran(bkpcCircles);
  expect(part.drawings.map(({ file }) => file)).toEqual([
    "bkpc-figure-3.svg",
    "bkpc-figure-4a.svg",
    "bkpc-figure-4b.svg",
  ]);
  expect(part.claims?.map(({ outcome }) => outcome)).toEqual(["holds", "holds"]);
});

test("spectra are drawn by class, at the wavelengths that their columns are named after", async () => {
  const { part } = await ran(bkpcSpectra);
  expect(part.drawings[0].svg).toContain(
    "30 spectra of Chicken, Turkey, Pork, Beef, Lamb at 12 places, a line for each.",
  );
  expect(part.drawings[1].svg).toContain("30 spectra at 12 places from 1 to 12: Chicken (6), Turkey (6)");
});

test("a sweep is timed for every number of components that the rows have, and for all rows", async () => {
  const { rows, part } = await ran((settings) => bkpcSweepTime(settings, [1, 9, 20]));
  expect(rows.every(({ seconds }) => seconds > 0 && seconds < 1)).toBe(true);
  // 15 training rows.
  expect(part.text).toMatch(/\| 9 \| [\d.e+]+ \| [\d.e+]+ \|\n\| every row \(BMKC\) \| [\d.e+]+ \| [\d.e+]+ \|/);
});

test("chains have seeds of their own, and are laid over each other", async () => {
  const { rows, part } = await ran((settings) => bkpcChains(settings, length));
  expect(rows).toHaveLength(8);
  expect(new Set(rows.map(({ seed }) => seed)).size).toBe(4);
  const kept = rows.map(keptChain);
  for (const { logNoise, ownProbabilities } of kept) {
    expect(logNoise).toHaveLength(30);
    expect(ownProbabilities).toHaveLength(16);
    expect(ownProbabilities.every((p) => p >= 0 && p <= 1)).toBe(true);
  }
  expect(kept[0].logNoise).not.toEqual(kept[1].logNoise);
  expect(part.text).toMatch(/\| khan \| BKPC, 4 chains, all columns \| 0\.038 ± 0\.052 \| 0\.\d{3} ± 0\.\d{3} \| 4 \|/);
  expect(part.text).toContain("| khan | BKPC, 4 chains, the 50 most relevant columns | 0.038 ± 0.052 |");
  expect(part.drawings.map(({ file }) => file)).toEqual(["bkpc-chains.svg", "bkpc-chains-rows.svg"]);
});
