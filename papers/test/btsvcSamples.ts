import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { selectEngine } from "kernelbayes/engine";
import { expect } from "vitest";
import type { ResultRow } from "@kernelbayes/experiment/node";
import type { PagePart, ReproduceSettings, Study } from "../src/paper.ts";
import { readPublished, type PublishedResult } from "../src/published.ts";
import { runStudies } from "../src/runStudies.ts";
import { temporaryFolder } from "./folders.ts";
import { here, paperData } from "./samples.ts";

/** Figures as if they had been printed. */
export const printed: readonly PublishedResult[] = [
  ...["BTSVC", "GPC"].flatMap((method) =>
    ["banana", "twonorm"].map((dataset) => ({
      table: "Table 4",
      method,
      dataset,
      mean: 5,
      std: 1,
      pValueAgainstBTSVC: 0.25,
    })),
  ),
  ...["banana", "twonorm"].map((dataset) => ({ table: "Table 3", method: "BTSVC", dataset, mean: 5, std: 1 })),
].map((result) => ({ source: "chu2003", metric: "error", unit: "percent", ...result }));

const parameters = [
  { table: "Table 1", dataset: "chu-simulated-1", kappa0: 7.485, kappa: 0.194, supportVectors: 9 },
  { table: "Table 3", dataset: "banana", kappa0: 2.308, kappa: 1.425, kappaB: 0.349 },
].map((each) => ({ source: "chu2003", method: "BTSVC", ...each }));

/** A quick run on small data. */
export function settingsOf(): ReproduceSettings {
  const directory = paperData(printed.map((result) => ({ ...result })));
  const file = join(directory, "published.json");
  writeFileSync(file, JSON.stringify({ ...(JSON.parse(readFileSync(file, "utf8")) as object), parameters }));
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
export async function ran(studies: readonly Study[]): Promise<{ rows: readonly ResultRow[]; part: PagePart }[]> {
  const { rows } = await runStudies(studies, {
    directory: temporaryFolder(),
    fresh: false,
    executor: here,
    stream: { write: () => true },
  });
  return studies.map((study, at) => ({ rows: rows[at], part: study.part(rows[at]) }));
}

/** Drawings in this order, each on the page and drawn whole. */
export function expectFigures({ text, drawings }: PagePart, files: readonly string[]): void {
  expect(drawings.map(({ file }) => file)).toEqual(files);
  for (const { file, svg } of drawings) {
    expect(text).toContain(`(${file})`);
    expect(svg).toMatch(/^<svg[\s\S]*<\/svg>$/);
    expect(svg).not.toContain("NaN");
  }
}
