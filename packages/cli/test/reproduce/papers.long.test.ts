import { selectEngine } from "kernelbayes";
import { expect, test } from "vitest";
import { bkpcChains, bkpcTable } from "../../src/reproduce/bkpc/tables.ts";
import { foundOf } from "../../src/reproduce/found.ts";
import { readPublished } from "../../src/reproduce/published.ts";
import { runStudies } from "../../src/reproduce/runStudies.ts";
import { temporaryFolder } from "../commands/run.ts";
import { here, paperData } from "./samples.ts";

test("support vectors and Gaussian processes have the bandwidth that the projections found on the same split", async () => {
  const directory = paperData(
    [
      ...["BKPC", "BMKC", "mSVM", "GPs"].map((method) => ({ table: "Table 1", method, dataset: "meat-4", mean: 0.1 })),
      { table: "Table 2", method: "BKPC", dataset: "khan", mean: 0.1 },
    ].map((result) => ({ source: "domijan2011", metric: "error", std: 0.1, ...result })),
  );
  const published = readPublished(directory) ?? [];
  const settings = { directory, partitions: 1, isQuick: true, seed: 1, engine: selectEngine().name, published };
  const short = { burnIn: 20, sweeps: 40 };
  const [table, chains] = [bkpcTable(settings, short), bkpcChains(settings, short)];
  const { rows } = await runStudies([table, chains], {
    directory: temporaryFolder(),
    fresh: false,
    executor: here,
    stream: { write: () => true },
  });
  const [projections] = rows[0].filter(({ method, options }) => method === "bkpc" && options.includes("maximum"));
  for (const name of ["svc", "gpc"]) {
    const own = rows[0].filter(({ method, dataset }) => method === name && dataset === projections.dataset);
    expect(own).toHaveLength(1);
    const { lengthScale } = foundOf(projections).kernel as unknown as { lengthScale: number };
    expect(own[0].options).toContain(`"lengthScale":${lengthScale}`);
  }
  expect(table.part(rows[0]).verdicts).toHaveLength(5);
  // Two species of birds are one class.
  const [birds] = rows[0].filter(({ dataset, method }) => dataset === "meat-4" && method === "svc");
  expect(foundOf(birds).confusion).toHaveLength(4);
  expect(new Set(rows[1].map(({ seed }) => seed)).size).toBe(4);
  expect(chains.part(rows[1]).text).toMatch(
    /\| khan \| BKPC, 4 chains \| 0\.100 ± 0\.100 \| 0\.\d{3} ± 0\.\d{3} \| 4 \|/,
  );
});
