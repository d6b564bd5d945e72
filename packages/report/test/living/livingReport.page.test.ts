import axe from "axe-core";
import { selectRows } from "kernelbayes";
import { type ModelName } from "kernelbayes/models";
import type { BrowserContextOptions, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ReportInput } from "../../src/report/reportInput.ts";
import { comparisonOfTwo, evaluationOf, flowersBy, hostileRows } from "./livingProblems.ts";
import { executable, living, shown, startReportBrowser, type Opened, type ReportBrowser } from "./reportBrowser.ts";

// Reports from a file, in a real browser; the script and the predictors are those of the built package.

/** The widths of a desk, a tablet and a telephone, in both schemes. */
const schemes = [
  [1440, "light"],
  [1440, "dark"],
  [800, "light"],
  [390, "light"],
  [390, "dark"],
] as const;

describe.skipIf(!executable)("in a page", () => {
  let browser: ReportBrowser;
  beforeAll(async () => {
    browser = await startReportBrowser();
  }, 60_000);
  afterAll(() => browser?.close());

  const open = (input: ReportInput, name: string, options: BrowserContextOptions = {}): Promise<Opened> =>
    browser.open(input, name, options);
  const openText = (text: string, name: string, options: BrowserContextOptions): Promise<Opened> =>
    browser.openText(text, name, options);

  for (const name of ["rda", "lssvm", "rfm", "gpc", "bfd", "svc", "auto"] satisfies ModelName[]) {
    test(`what is typed into it is predicted as ${name} predicts it`, async () => {
      const input = flowersBy(name);
      const { page, complaints } = await open(input, name);
      const row = { "sepal length": 6.1, "sepal width": 2.9, "petal length": 4.95, "petal width": 1.7 };
      await page.waitForSelector(".decided:not(:empty)");
      for (const [column, value] of Object.entries(row))
        await page.getByLabel(column, { exact: true }).fill(String(value));
      const { probabilities, lower, upper } = input.posterior.predict([row]);
      const wanted = Array.from(probabilities.data, (p, q) => [p, lower.data[q], upper.data[q]]);
      await expect.poll(() => furthest(page, wanted), { timeout: 20_000 }).toBeLessThan(1e-9);
      expect(complaints).toEqual([]);
      await page.context().close();
    });
  }

  async function furthest(page: Page, wanted: readonly number[][]): Promise<number> {
    const found = (await shown(page)).flat();
    return Math.max(...wanted.flat().map((value, at) => Math.abs(value - found[at])));
  }

  test("a row of the table is shown, explained, compared and changed", async () => {
    const input = flowersBy("lssvm");
    const { page, complaints } = await open(input, "explained");
    await page.getByLabel("Start from").fill("row 21");
    await page.getByLabel("Start from").blur();
    const { probabilities } = input.posterior.predict(selectRows(input.table, [20]), { intervals: false });
    await expect.poll(async () => (await shown(page)).map(([p]) => p)).toEqual(Array.from(probabilities.data, near));
    await page.waitForSelector(".near li");
    expect(await page.$$eval(".signed .bar", (bars) => bars.length)).toBe(4);
    const before = await page.textContent(".decided");
    await page.getByRole("button", { name: "What would change the decision?" }).click();
    await page.getByRole("button", { name: "Try it" }).first().click();
    await expect.poll(() => page.textContent(".decided")).not.toBe(before);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  const near = (value: number): unknown => expect.closeTo(value, 9);

  test("a threshold is moved by what it costs, and rows are sorted, searched and tried", async () => {
    const { page, complaints } = await open(flowersBy("lssvm"), "decided");
    for (const name of ["Choose a threshold", "Row by row"]) await page.getByRole("heading", { name }).click();
    await page.waitForSelector("#decide .key");
    const labeled = (): Promise<number> =>
      page.$eval("#decide .key div:nth-child(3) small", (note) => Number.parseInt(note.textContent, 10));
    await page.getByLabel("Class to find").selectOption("virginica");
    await page.getByLabel("Label as this class at or above a probability of", { exact: true }).fill("0");
    expect(await labeled()).toBe(50);
    await page.getByLabel("False alarms that cost as much as one miss", { exact: true }).fill("3");
    await page.getByRole("button", { name: "Cheapest threshold on these rows" }).click();
    expect(await labeled()).toBeLessThan(50);

    const rows = page.locator("#rows tbody tr");
    await page.getByLabel("Show", { exact: true }).selectOption("all rows");
    await page.getByLabel("Search", { exact: true }).fill("virginica");
    await page.getByRole("button", { name: "Probability of its label" }).click();
    const shares = await rows.locator("td:nth-child(4)").allTextContents();
    expect(shares.length).toBeGreaterThan(10);
    const first = await rows.first().locator("button").textContent();
    await rows.first().locator("button").click();
    expect(await page.getByLabel("Start from").inputValue()).toBe(first);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("hostile names, labels and levels run no script, whatever is clicked", async () => {
    const { page, complaints } = await open(hostileRows(), "hostile");
    await page.waitForSelector(".near li");
    for (const name of ["Usual row", "What would change the decision?"])
      await page.getByRole("button", { name }).click();
    await page.locator(".near button").first().click();
    await page.waitForTimeout(500);
    expect(await page.evaluate(() => "wasHit" in window)).toBe(false);
    expect(await page.$$eval("img, svg[onload], script:not([type])", (all) => all.length)).toBe(1);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("without scripts it is the static report", async () => {
    const { page, complaints } = await open(flowersBy("rda"), "static", { javaScriptEnabled: false });
    expect(await page.locator("#what-if").isVisible()).toBe(false);
    expect(await page.locator('nav a[href="#what-if"]').isVisible()).toBe(false);
    expect(await page.locator("#summary").isVisible()).toBe(true);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("it has nothing that keeps readers out: wide and narrow, light and dark", async () => {
    const text = living(flowersBy("lssvm"));
    for (const [width, colorScheme] of schemes) {
      const { page } = await openText(text, "axe", { viewport: { width, height: 844 }, colorScheme });
      await page.waitForSelector(".near li");
      await page.getByRole("button", { name: "What would change the decision?" }).click();
      await page.waitForSelector(".changes");
      expect(await barriers(page, width)).toEqual([]);
      await page.context().close();
    }
  }, 300_000);

  test("reports of an evaluation and of a comparison have nothing that keeps readers out, and ask for nothing", async () => {
    for (const [name, text, ready] of [
      ["evaluation", evaluationOf(flowersBy("lda")), "#rows tbody tr"],
      ["comparison", comparisonOfTwo(), "#measures"],
    ] as const) {
      for (const [width, colorScheme] of schemes) {
        const { page, complaints } = await openText(text, name, { viewport: { width, height: 844 }, colorScheme });
        await page.waitForSelector(ready, { state: "attached" });
        expect(complaints).toEqual([]);
        expect(await barriers(page, width)).toEqual([]);
        await page.context().close();
      }
    }
  });

  /** What axe finds in a page that is unfolded, and whether it is wider than its window. */
  async function barriers(page: Page, width: number): Promise<string[]> {
    await page.$$eval("details", (all) => all.forEach((each) => each.setAttribute("open", "")));
    const breadth = await page.evaluate(() => document.documentElement.scrollWidth);
    // From the side of the browser, which the policy of the page does not concern.
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate(() =>
      (window as unknown as { axe: typeof axe }).axe.run({ resultTypes: ["violations"] }),
    );
    return [
      ...(breadth > width ? [`${breadth} is wider than ${width}`] : []),
      ...violations.map(({ id, nodes }) => `${width} ${id}: ${nodes[0].html}`),
    ];
  }
});
