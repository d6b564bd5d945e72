import { readFileSync } from "node:fs";
import { iris, loadPosterior, selectRows } from "kernelbayes";
import { formatCsv } from "kernelbayes/table";
import type { Browser } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { downloaded, drop, executable, openStudio, startBrowser } from "./openStudio.ts";

// The way through the studio once, from a file, in a real browser; the built page. The longer ways are in longPath.page.test.ts.

describe.skipIf(!executable)("in a page", () => {
  let browser: Browser;
  beforeAll(async () => (browser = await startBrowser()), 60_000);
  afterAll(() => browser?.close());

  test("a dropped table becomes a classifier that the library opens, and the page asks for nothing", async () => {
    const { page, complaints } = await openStudio(browser);
    const flowers = iris();
    const rows = Array.from({ length: 30 }, (_, at) => 5 * at);
    await drop(page, "flowers.csv", formatCsv(selectRows(flowers, rows)));
    await page.getByRole("grid").waitFor();
    await page.getByRole("button", { name: "Fits" }).click();
    await page.getByRole("radio", { name: "Choose the model myself" }).check();
    await page.getByLabel("Model", { exact: true }).selectOption("rda");
    await page.getByRole("button", { name: "Fit", exact: true }).click();
    await page.getByRole("row", { name: /30 rows/ }).waitFor();
    await page.getByRole("button", { name: "Understand" }).click();
    await page.getByText("What should I do?").waitFor();
    await page.getByRole("button", { name: "Keep" }).click();
    const { name, path } = await downloaded(page, () =>
      page.getByRole("button", { name: "Download model.json" }).click(),
    );
    expect(name).toBe("model.json");
    const posterior = loadPosterior(readFileSync(path, "utf8"));
    expect(posterior.classes).toEqual(["setosa", "versicolor", "virginica"]);
    expect(
      posterior
        .predict(flowers)
        .labels.filter((label, row) => label === ["setosa", "versicolor", "virginica"][Math.floor(row / 50)]).length,
    ).toBeGreaterThan(130);
    expect(complaints).toEqual([]);
  }, 120_000);
});
