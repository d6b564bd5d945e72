import { selectEngine } from "kernelbayes/engine";
import { expect, test } from "vitest";
import { bkpcRipley } from "../src/bkpc/ripley.ts";
import { bkpcTable } from "../src/bkpc/table.ts";
import { foundOf } from "../src/found.ts";
import { readPublished } from "../src/published.ts";
import { runStudies } from "../src/runStudies.ts";
import { temporaryFolder } from "./folders.ts";
import { here, paperData } from "./samples.ts";

test("support vectors and Gaussian processes have the bandwidth that the projections found on the same split", async () => {
  const directory = paperData(
    ["BKPC", "BMKC", "mSVM", "GPs"].map((method) => ({
      source: "domijan2011",
      table: "Table 1",
      method,
      dataset: "meat-4",
      metric: "error",
      mean: 0.1,
      std: 0.1,
    })),
  );
  const published = readPublished(directory) ?? [];
  const settings = { directory, partitions: 1, isQuick: true, seed: 1, engine: selectEngine().name, published };
  const table = bkpcTable(settings, { burnIn: 20, sweeps: 40 });
  const { rows } = await runStudies([table], {
    directory: temporaryFolder(),
    fresh: false,
    executor: here,
    stream: { write: () => true },
  });
  const projections = rows[0].filter(({ method, options }) => method === "bkpc" && options.includes("maximum"));
  // As they are, from columns as they are, and in units of the data.
  expect(projections).toHaveLength(3);
  const [asTheyAre] = projections.filter(
    ({ options }) => options.includes('"scaling":"none"') && !options.includes("standardize"),
  );
  for (const name of ["svc", "gpc"]) {
    const own = rows[0].filter(({ method }) => method === name);
    expect(own).toHaveLength(1);
    const { lengthScale } = foundOf(asTheyAre).kernel as unknown as { lengthScale: number };
    expect(own[0].options).toContain(`"lengthScale":${lengthScale}`);
    // Two species of birds are one class.
    expect(foundOf(own[0]).confusion).toHaveLength(4);
  }
  const { verdicts, text, drawings } = table.part(rows[0]);
  expect(drawings.map(({ file }) => file)).toEqual(["bkpc-probabilities-meat-4.svg"]);
  expect(verdicts).toHaveLength(7);
  expect(text).toContain("Cut short: 1 split in place of 10, and shorter chains.");
});

test("on Ripley's data BMKC is judged, others stand beside it, and draws are drawn", async () => {
  const directory = paperData(
    [
      { method: "BMKC", mean: 0.098 },
      { method: "Bayes rule", mean: 0.08 },
    ].map((result) => ({
      source: "domijan2011",
      table: "section 2.5",
      dataset: "ripley",
      metric: "error",
      std: null,
      ...result,
    })),
  );
  const published = readPublished(directory) ?? [];
  const settings = { directory, partitions: 2, isQuick: true, seed: 1, engine: selectEngine().name, published };
  const study = bkpcRipley(settings, { burnIn: 10, sweeps: 30 });
  const {
    rows: [rows],
  } = await runStudies([study], {
    directory: temporaryFolder(),
    fresh: false,
    executor: here,
    stream: { write: () => true },
  });
  const part = study.part(rows);
  expect(rows.map(({ method }) => method).toSorted()).toEqual(["bkpc", "bkpc", "bmkc"]);
  expect(part.verdicts).toHaveLength(1);
  const bmkc = rows.find(({ method }) => method === "bmkc")!;
  expect(part.text).toContain(`| BMKC | 0.098 | ${bmkc.errorRate.toFixed(3)} | 1 |`);
  expect(part.text).toContain("| Bayes rule, as the paper quotes it | 0.080 |");
  // Bands that a line tells apart, up to a few rows.
  expect(bmkc.errorRate).toBeLessThan(0.35);
  expect(part.drawings.map(({ file }) => file)).toEqual([
    "bkpc-figure-1.svg",
    "bkpc-figure-2.svg",
    "bkpc-figure-3.svg",
    "bkpc-components-ripley.svg",
  ]);
  expect(part.drawings[1].svg).toContain("BMKC: 25 draws of the boundary");
});
