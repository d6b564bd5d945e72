import type { Browser, Page } from "playwright";
import type { Section } from "../benchmark.ts";
import type { Verdict } from "../verdict.ts";

/** What a part of the benchmark is given. */
export interface StudioSettings {
  readonly browser: Browser;
  /** Where the command serves the studio. */
  readonly address: string;
  readonly repeats: number;
}

export interface StudioReport {
  readonly verdicts: readonly Verdict[];
  readonly sections: readonly Section[];
}

export type StudioPart = (settings: StudioSettings) => Promise<StudioReport>;

/** The studio in a browser that has kept nothing. */
export async function openStudio({ browser, address }: StudioSettings): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 } });
  const page = await context.newPage();
  page.setDefaultTimeout(300_000);
  await page.goto(address);
  await page.getByRole("heading", { name: "From a table to a classifier" }).waitFor();
  return page;
}

/** Drops a table into the page; milliseconds from then until its rows are on the screen, by the clock of the page. */
export async function dropTable(page: Page, csv: string): Promise<number> {
  const transfer = await page.evaluateHandle((content) => {
    const moved = new DataTransfer();
    moved.items.add(new File([content], "table.csv"));
    return moved;
  }, csv);
  return page.evaluate(async (dataTransfer) => {
    const began = performance.now();
    document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer }));
    while (!document.querySelector('[role="gridcell"]')) await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return performance.now() - began;
  }, transfer);
}

/** Turns to a screen of the studio. */
export async function turnTo(page: Page, screen: string): Promise<void> {
  await page.getByRole("navigation", { name: "Steps" }).getByRole("button", { name: screen }).click();
}
