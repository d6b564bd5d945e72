import { stream } from "kernelbayes/numeric";
import type { Page } from "playwright";
import { median } from "../cpuTime.ts";
import { atMost } from "../verdict.ts";
import { dropTable, openStudio, turnTo, type StudioPart } from "./studioPart.ts";

const [rows, columns] = [500, 20];
/** Seconds of a fit, and milliseconds until it is canceled. */
const [mostFit, mostCancel] = [15, 200];

/** `auto` on a table of usual size, and the button that ends it. */
export const fits: StudioPart = async (settings) => {
  const page = await openStudio(settings);
  await dropTable(page, usualCsv());
  await turnTo(page, "Fits");
  const cancels: number[] = [];
  for (let repeat = 0; repeat < settings.repeats; repeat++) cancels.push(await cancelAfter(page, 700 + 900 * repeat));
  const { predicts, measured } = await fitted(page);
  await page.context().close();
  return {
    verdicts: [
      atMost(`auto on ${rows} × ${columns}, until it predicts, s`, predicts, mostFit),
      atMost(`auto on ${rows} × ${columns}, until it is measured on five folds, s`, measured, mostFit),
      atMost("a fit is canceled, ms", median(cancels), mostCancel),
    ],
    sections: [
      {
        title: "Cancelling a fit",
        rows: cancels.map((time, at) => ({ "canceled after, ms": 700 + 900 * at, "gone after, ms": Math.round(time) })),
        notes: ["From the click to the frame without the fit. Its workers are ended, not asked."],
      },
    ],
  };
};

async function begin(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Fit", exact: true }).click();
  await page.getByRole("button", { name: "Cancel", exact: true }).waitFor();
}

async function cancelAfter(page: Page, milliseconds: number): Promise<number> {
  await begin(page);
  await page.waitForTimeout(milliseconds);
  return page.evaluate(async () => {
    const button = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Cancel")!;
    const began = performance.now();
    button.click();
    while (button.isConnected) await new Promise(requestAnimationFrame);
    return performance.now() - began;
  });
}

/** Seconds of a fit until it predicts, and until it is measured. */
async function fitted(page: Page): Promise<{ readonly predicts: number; readonly measured: number }> {
  const began = performance.now();
  await begin(page);
  await page.getByRole("row", { name: /rows × / }).waitFor();
  const predicts = performance.now() - began;
  await page.getByRole("region", { name: /^Fitting / }).waitFor({ state: "detached" });
  return { predicts: predicts / 1000, measured: (performance.now() - began) / 1000 };
}

function usualCsv(): string {
  const draws = stream(11, rows, columns);
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - draws.uniform())) * Math.cos(2 * Math.PI * draws.uniform());
  const lines = Array.from({ length: rows }, () => {
    const x = Array.from({ length: columns }, () => normal());
    const score = 1.5 * x[0] + x[1] * x[2] - 0.7 * x[3] + 0.7 * normal();
    return [...x.map((value) => value.toFixed(4)), score > 0 ? "yes" : "no"].join(",");
  });
  return `${[...Array.from({ length: columns }, (_, j) => `x${j + 1}`), "class"].join(",")}\n${lines.join("\n")}\n`;
}
