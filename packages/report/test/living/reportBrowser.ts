import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { livingParts, svgDocument } from "@kernelbayes/report/node";
import { chromium, type BrowserContextOptions, type Page } from "playwright";
import { findChromium, launchOptions } from "../../../../tools/chromium.mjs";
import { htmlReport } from "../../src/report/htmlReport.ts";
import type { ReportInput } from "../../src/report/reportInput.ts";

/** The browser of the tests; undefined where there is none. */
export const executable: string | undefined = findChromium();

/** A report that was opened, and everything that it complained of or asked for besides itself. */
export interface Opened {
  readonly page: Page;
  readonly complaints: string[];
}

/** A browser that opens reports from files. */
export interface ReportBrowser {
  open(input: ReportInput, name: string, options?: BrowserContextOptions): Promise<Opened>;
  openText(text: string, name: string, options: BrowserContextOptions): Promise<Opened>;
  close(): Promise<void>;
}

/** A living report; the script and the predictors are those of the built package. */
export function living(input: ReportInput): string {
  return htmlReport(input, { document: svgDocument(), resolution: 6, living: livingParts });
}

export async function startReportBrowser(): Promise<ReportBrowser> {
  const folder = mkdtempSync(join(tmpdir(), "kernelbayes-living-"));
  const browser = await chromium.launch({ ...launchOptions(executable), headless: true });
  const openText = async (text: string, name: string, options: BrowserContextOptions): Promise<Opened> => {
    const file = join(folder, `${name}.html`);
    writeFileSync(file, text);
    const context = await browser.newContext({ viewport: { width: 1000, height: 900 }, ...options });
    const page = await context.newPage();
    const complaints: string[] = [];
    const address = pathToFileURL(file).href;
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("request", (request) => {
      const url = request.url();
      if (url !== address && !url.startsWith("blob:")) complaints.push(`${url} was asked for.`);
    });
    await page.goto(address);
    return { page, complaints };
  };
  return {
    open: (input, name, options = {}) => openText(living(input), name, options),
    openText,
    async close() {
      await browser.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** What the page says of the row on show: probability, lower and upper end of each class. */
export function shown(page: Page): Promise<number[][]> {
  return page.$$eval(".prediction .bar", (bars) =>
    bars.map((bar) => {
      const { probability, lower, upper } = (bar as HTMLElement).dataset;
      return [probability, lower, upper].map(Number);
    }),
  );
}

/** The largest difference between probabilities on show and others, class by class. */
export async function furthest(page: Page, wanted: ArrayLike<number>): Promise<number> {
  const found = (await shown(page)).map(([probability]) => probability);
  return Math.max(...Array.from(wanted, (value, at) => Math.abs(value - found[at])));
}
