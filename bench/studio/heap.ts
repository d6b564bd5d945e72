import type { Page } from "playwright";
import { atMost } from "../verdict.ts";
import { openStudio, turnTo, type StudioPart } from "./studioPart.ts";

const [few, many] = [2, 10];
const mostGrowth = 1.3;

/** What the page keeps in memory after many fits, beside after a few. */
export const heap: StudioPart = async (settings) => {
  const page = await openStudio(settings);
  await page.getByRole("button", { name: /^Ripley/ }).click();
  await page.getByRole("grid").waitFor();
  await turnTo(page, "Fits");
  await page.getByText("Quick", { exact: true }).click();
  const kept: Kept[] = [];
  for (let fit = 1; fit <= many; fit++) {
    await turnTo(page, "Fits");
    await page.getByRole("button", { name: "Fit", exact: true }).click();
    await page
      .getByRole("row", { name: /rows × / })
      .nth(fit - 1)
      .waitFor();
    await page.getByRole("region", { name: /^Fitting / }).waitFor({ state: "detached" });
    // The pages about a fit are part of what it leaves behind.
    await turnTo(page, "Understand");
    await page.getByText("What should I do?").waitFor();
    if (fit === few || fit === many) kept.push(await keptNow(page));
  }
  await page.context().close();
  const [before, after] = kept;
  return {
    verdicts: [
      atMost(`heap after ${many} fits, over that after ${few}`, after.megabytes / before.megabytes, mostGrowth),
    ],
    sections: [
      {
        title: "What the page keeps",
        rows: [few, many].map((fits, at) => ({
          fits,
          "heap of the page, MB": kept[at].megabytes.toFixed(2),
          workers: kept[at].workers,
        })),
        notes: [
          "After garbage collection. Each worker has a heap of its own, which ends with it; one holds the table, one the fit on show.",
        ],
      },
    ],
  };
};

interface Kept {
  readonly megabytes: number;
  readonly workers: number;
}

async function keptNow(page: Page): Promise<Kept> {
  await page.waitForTimeout(1000);
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  await session.detach();
  return { megabytes: usedSize / 1e6, workers: page.workers().length };
}
