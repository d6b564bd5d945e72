import { cpus, loadavg } from "node:os";
import { chromium } from "playwright";
import { findChromium, launchOptions } from "../../tools/chromium.mjs";
import { numberOf, UsageError, type Benchmark } from "../benchmark.ts";
import { verdictRow } from "../verdict.ts";
import { fits } from "./fits.ts";
import { heap } from "./heap.ts";
import { largeTable } from "./largeTable.ts";
import { serveStudio } from "./serveStudio.ts";
import { start } from "./start.ts";
import type { StudioPart, StudioReport } from "./studioPart.ts";

const parts: Readonly<Record<string, StudioPart>> = { start, table: largeTable, fits, heap };

/** What the studio weighs, how soon it answers, and what it keeps in memory, in Chromium. */
export const studio: Benchmark = {
  description: "the studio in Chromium: first screen, a large table, fits, cancelling, memory after ten fits",
  options: {
    parts: `some of ${Object.keys(parts).join(",")} (default all)`,
    repeats: "openings, fits and cancellations of which the median counts, of late frames the worst (3)",
  },
  async run(options) {
    const executable = findChromium();
    if (executable === undefined) throw new UsageError("There is no Chromium on this machine.");
    const names = (options.parts ?? Object.keys(parts).join(",")).split(",");
    const unknown = names.find((name) => !Object.hasOwn(parts, name));
    if (unknown !== undefined) {
      throw new UsageError(`There is no part "${unknown}"; there are ${Object.keys(parts).join(", ")}.`);
    }
    const repeats = numberOf(options.repeats ?? "3", "repeats");
    const load = loadavg()[0];
    const server = await serveStudio();
    const browser = await chromium.launch({ ...launchOptions(executable), headless: true });
    try {
      const reports: StudioReport[] = [];
      for (const name of names) reports.push(await parts[name]({ browser, address: server.address, repeats }));
      return {
        title: "The studio in Chromium",
        rows: reports.flatMap(({ verdicts }) => verdicts).map(verdictRow),
        more: reports.flatMap(({ sections }) => sections),
        notes: [
          `${cpus().length} × ${cpus()[0]?.model ?? "unknown processor"}, Chromium ${browser.version()}. Load when the run began: ${load.toFixed(1)}.`,
        ],
      };
    } finally {
      await browser.close();
      server.stop();
    }
  },
};
