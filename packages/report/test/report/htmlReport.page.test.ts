import axe from "axe-core";
import { chromium, type Browser, type Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findChromium, launchOptions } from "../../../../tools/chromium.mjs";
import { htmlReport } from "../../src/report/htmlReport.ts";
import { svgDocument } from "../../src/svgDocument.ts";
import { candidates, flowers, withDraws } from "./problems.ts";

// The report as a reader has it: a file in a real browser.

const executable = findChromium();

describe.skipIf(!executable)("in a page", () => {
  let browser: Browser;
  const input = flowers();
  const posterior = {
    ...withDraws(input.posterior),
    candidates,
    warnings: [{ code: "at-bound", message: "Widen it." }],
  };
  const command = ["kernelbayes", "fit", "iris.csv", "--target", "species"];
  const text = htmlReport(
    { ...input, posterior, command, created: "2026-01-02" },
    { document: svgDocument(), resolution: 8 },
  );
  beforeAll(async () => {
    browser = await chromium.launch({ ...launchOptions(executable), headless: true });
  }, 60_000);
  afterAll(() => browser?.close());

  async function open(colorScheme: "light" | "dark", width: number): Promise<{ page: Page; complaints: string[] }> {
    const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
    const complaints: string[] = [];
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("request", (request) => complaints.push(`${request.url()} was asked for.`));
    await page.setContent(text);
    return { page, complaints };
  }

  test("it has nothing that keeps readers out, in light and in dark, and asks for nothing", async () => {
    for (const scheme of ["light", "dark"] as const) {
      const { page, complaints } = await open(scheme, 1000);
      await page.$$eval("details", (all) => all.forEach((each) => each.setAttribute("open", "")));
      await page.evaluate(axe.source);
      const { violations, passes } = await page.evaluate(
        (runOnly) =>
          (window as unknown as { axe: typeof axe }).axe.run({
            resultTypes: ["violations"],
            ...(runOnly && { runOnly }),
          }),
        // Only colors differ between the schemes.
        scheme === "dark" ? ["color-contrast"] : undefined,
      );
      expect(violations.map(({ id, impact, nodes }) => `${scheme} ${id} (${impact}): ${nodes[0].html}`)).toEqual([]);
      expect(passes.map(({ id }) => id)).toEqual(
        expect.arrayContaining(["color-contrast", ...(scheme === "light" ? ["svg-img-alt", "td-headers-attr"] : [])]),
      );
      expect(complaints).toEqual([]);
      await page.close();
    }
  });

  test("it is dark where the reader wants it dark, charts included, and light on paper", async () => {
    const { page } = await open("dark", 1000);
    const colors = (): Promise<string[]> =>
      page.evaluate(() => [
        getComputedStyle(document.body).backgroundColor,
        getComputedStyle(document.querySelector("figure svg text")!).fill,
      ]);
    expect(await colors()).toEqual(["rgb(21, 23, 26)", "rgb(232, 232, 232)"]);
    await page.emulateMedia({ media: "print" });
    expect(await colors()).toEqual(["rgb(255, 255, 255)", "rgb(26, 26, 26)"]);
    await page.close();
  });

  test("it is folded below a first screen of five answers, opens where a link leads, and is whole on paper", async () => {
    const { page } = await open("light", 1000);
    const questions = await page.$$eval("#summary .answers dt", (all) => all.map(({ textContent }) => textContent));
    expect(questions).toEqual([
      "What was found?",
      "How good is it?",
      "Can I trust it?",
      "What matters?",
      "What should I do?",
    ]);
    expect(
      await page.locator("#summary .answers").evaluate((each) => each.getBoundingClientRect().bottom),
    ).toBeLessThan(900);
    const chart = page.locator("#calibration figure svg").first();
    expect(await chart.isVisible()).toBe(false);
    await page.emulateMedia({ media: "print" });
    expect(await chart.evaluate((each) => each.getBoundingClientRect().height)).toBeGreaterThan(100);
    await page.emulateMedia({ media: "screen" });
    await page.locator("#summary .answers").getByRole("link", { name: "Calibration" }).click();
    await expect.poll(() => chart.isVisible()).toBe(true);
    await page.close();
  });

  test("it fits a narrow window, and no text of a chart is cut off", async () => {
    const { page } = await open("light", 360);
    await page.$$eval("details", (all) => all.forEach((each) => each.setAttribute("open", "")));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await page.setViewportSize({ width: 1000, height: 900 });
    const cut = await page.$$eval("figure svg", (charts) =>
      charts.flatMap((chart) => {
        const frame = chart.getBoundingClientRect();
        return [...chart.querySelectorAll("text")]
          .filter((each) => {
            const { left, right, top, bottom } = each.getBoundingClientRect();
            const isOut =
              left < frame.left - 1 || right > frame.right + 1 || top < frame.top - 1 || bottom > frame.bottom + 1;
            return each.textContent !== "" && isOut;
          })
          .map((each) => each.textContent);
      }),
    );
    expect(cut).toEqual([]);
    await page.close();
  });
});
