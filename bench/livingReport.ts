import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { htmlReport } from "@kernelbayes/report";
import { livingParts, svgDocument } from "@kernelbayes/report/node";
import { auto, fitSync, iris, leastSquaresSupportVector, tableFromColumns, type Model, type Table } from "kernelbayes";
import { stream } from "kernelbayes/numeric";
import { chromium, type Browser } from "playwright";
import { findChromium, launchOptions } from "../tools/chromium.mjs";
import { numberOf, UsageError, type Benchmark, type Row } from "./benchmark.ts";
import { median, rounded } from "./cpuTime.ts";

/** Milliseconds until the new picture, and the share of moves that may take longer. */
const [mostMilliseconds, late] = [50, 0.05];

/** What a living report weighs, and how soon its picture follows a slider, in Chromium. */
export const livingReport: Benchmark = {
  description: "the living report in Chromium: size of the file, and time from a slider to the new picture",
  options: { moves: "moves of a slider for each report (default 100)" },
  async run({ moves = "100" }) {
    const executable = findChromium();
    if (executable === undefined) throw new UsageError("There is no Chromium on this machine.");
    const count = numberOf(moves, "moves");
    const folder = mkdtempSync(join(tmpdir(), "kernelbayes-report-"));
    const browser = await chromium.launch({ ...launchOptions(executable), headless: true });
    try {
      const rows: Row[] = [];
      for (const [title, table, model] of subjects())
        rows.push(await measured(browser, folder, title, table, model, count));
      const isMet = rows.every((row) => Number(row["95 % within, ms"]) < mostMilliseconds);
      return {
        title: `Living reports, and ${count} moves of a slider in each`,
        rows,
        notes: [
          `The goal is a new picture within ${mostMilliseconds} ms: ${isMet ? "met" : "SHORT"} by ${Math.round(100 * (1 - late))} % of moves. Times are from the event of the slider to the next frame of the page.`,
        ],
      };
    } finally {
      await browser.close();
      rmSync(folder, { recursive: true });
    }
  },
};

function subjects(): readonly (readonly [string, Table, Model])[] {
  const large = numbers(1000, 20, 2);
  return [
    ["iris, auto", iris(), auto()],
    ["1000 × 20, lssvm", large, leastSquaresSupportVector()],
    ["1000 × 20, auto", large, auto()],
    ["1000 × 16, ten classes, lssvm", numbers(1000, 16, 10), leastSquaresSupportVector()],
    ["80 × 2300, four classes, lssvm", numbers(80, 2300, 4), leastSquaresSupportVector()],
  ];
}

function numbers(rows: number, columns: number, classes: number): Table {
  const draws = stream(3, rows, columns);
  const labels = Array.from({ length: rows }, (_, row) => row % classes);
  const cell = (label: number, j: number): number =>
    4 * draws.uniform() + (j < 6 ? ((label * (j + 2)) % classes) / 3 : 0);
  return tableFromColumns({
    ...Object.fromEntries(
      Array.from({ length: columns }, (_, j) => [
        `x${j + 1}`,
        labels.map((label) => Number(cell(label, j).toFixed(4))),
      ]),
    ),
    species: labels.map((label) => `class ${label}`),
  });
}

async function measured(
  browser: Browser,
  folder: string,
  title: string,
  table: Table,
  model: Model,
  moves: number,
): Promise<Row> {
  const posterior = fitSync(model, table, { target: "species", seed: 1 });
  const text = htmlReport({ posterior, table }, { document: svgDocument(), resolution: 20, living: livingParts });
  const file = join(folder, "report.html");
  writeFileSync(file, text);
  const page = await browser.newPage();
  await page.goto(pathToFileURL(file).href);
  await page.waitForSelector(".near li");
  const times = await page.evaluate(async (count) => {
    const slider = document.querySelector<HTMLInputElement>('.field input[type="range"]')!;
    const bar = document.querySelector<HTMLElement>(".prediction .bar")!;
    const found: number[] = [];
    for (let move = 0; move < count; move++) {
      const start = performance.now();
      const drawn = new Promise<void>((resolve) => {
        const watch = new MutationObserver(() => {
          watch.disconnect();
          requestAnimationFrame(() => resolve());
        });
        watch.observe(bar, { attributes: true });
      });
      slider.value = String(Number(slider.min) + ((Number(slider.max) - Number(slider.min)) * (move + 0.5)) / count);
      slider.dispatchEvent(new Event("input"));
      await drawn;
      found.push(performance.now() - start);
    }
    return found;
  }, moves);
  await page.close();
  const sorted = times.toSorted((a, b) => a - b);
  return {
    report: title,
    "file, MB": rounded(Buffer.byteLength(text) / 1e6),
    "left out": /The intervals of predictions are left out/.test(text) ? "intervals" : "nothing",
    "median, ms": rounded(median(times)),
    "95 % within, ms": rounded(sorted[Math.ceil((1 - late) * times.length) - 1]),
  };
}
