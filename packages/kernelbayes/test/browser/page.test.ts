import { chromium, type Browser, type Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findChromium, launchOptions } from "../../../../tools/chromium.mjs";
import { iris } from "../../src/data/index.ts";
import { crossValidate, fitSync } from "../../src/fit/fit.ts";
import { loadPosterior } from "../../src/fit/loadPosterior.ts";
import { toRows } from "../../src/matrix/index.ts";
import { modelFromDocument, models } from "../../src/models/index.ts";
import { oneVersusRest } from "../../src/models/coupled/oneVersusRest.ts";
import { pairwise } from "../../src/models/coupled/pairwise.ts";
import type { Posterior } from "../../src/posterior/posterior.ts";
import { selectRows } from "../../src/table/table.ts";
import type * as Standalone from "../../src/browser/standalone.ts";
import { servePages } from "./servePages.ts";

// A page as a user has it: the built package, a static server, no bundler, no isolation headers.

declare global {
  interface Window {
    library: typeof Standalone;
  }
}

const executable = findChromium();

/** Predictions as plain data. */
type Plain = Record<"probabilities" | "lower" | "upper", number[][]> & { readonly labels: readonly string[] };

const coupled = { "one-versus-rest": oneVersusRest(models.lda.create()), pairwise: pairwise(models.lda.create()) };
const documents = [...Object.values(models).map(({ create, quick }) => create(quick)), ...Object.values(coupled)].map(
  (model) => model.toDocument(),
);
const asked = [0, 25, 60, 70, 83, 106, 119, 133, 149];

describe.skipIf(!executable)("in a page", () => {
  let browser: Browser;
  let served: Awaited<ReturnType<typeof servePages>>;
  beforeAll(async () => {
    served = await servePages();
    browser = await chromium.launch({ ...launchOptions(executable), headless: true });
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await served?.close();
  });

  /** The page of the examples, and everything it complained of. */
  async function open(): Promise<{ page: Page; complaints: string[] }> {
    const page = await browser.newPage({ viewport: { width: 720, height: 900 } });
    const complaints: string[] = [];
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("requestfailed", (request) => complaints.push(`${request.url()} was not loaded.`));
    await page.goto(served.address);
    await page.waitForSelector("body[data-done]", { timeout: 50_000 }).catch((error: unknown) => {
      throw new Error(`The page did not come to its end. ${complaints.join("\n")}`, { cause: error });
    });
    return { page, complaints };
  }

  test("the example fits, predicts what is typed in, and compares models in workers, without a complaint", async () => {
    const { page, complaints } = await open();
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
    expect(await page.textContent("#state")).toBe("Fitted to 150 flowers by the engine wasm relaxed-simd.");
    const rowsOf = (selector: string): Promise<string[][]> =>
      page.$$eval(`${selector} tr`, (rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));

    const discriminants = Object.values(models).filter(({ family }) => family === "discriminant");
    const expected = await Promise.all(
      discriminants.map(async ({ title, create }) => {
        const { scores } = await crossValidate(create(), iris(), { target: "species" });
        return [title, `${(100 * scores.errorRate).toFixed(1)} %`, scores.logLoss.mean.toFixed(3)];
      }),
    );
    expect(await rowsOf("#models")).toEqual(expected);

    await page.fill("input[name='petal length']", "1.4");
    await page.fill("input[name='petal width']", "0.2");
    const predicted = await rowsOf("#prediction");
    expect(predicted.map(([species]) => species)).toEqual(["setosa", "versicolor", "virginica"]);
    expect(predicted[0][1]).toBe("99.6 %");
    if (process.env.KERNELBAYES_SCREENSHOT) {
      await page.screenshot({ path: process.env.KERNELBAYES_SCREENSHOT, fullPage: true });
    }
    expect(complaints).toEqual([]);
    await page.close();
  });

  describe("documents", () => {
    const plainHere = (posterior: Posterior): Plain => {
      const { labels, probabilities, lower, upper } = posterior.predict(selectRows(iris(), asked));
      const rows = (matrix: typeof lower): number[][] => toRows(matrix).map((row) => Array.from(row));
      return { labels, probabilities: rows(probabilities), lower: rows(lower), upper: rows(upper) };
    };
    function expectClose(actual: Plain, expected: Plain): void {
      expect(actual.labels).toEqual(expected.labels);
      // Pairwise coupling knows a class next to impossible to 1e-17 only, which the width of its interval magnifies.
      for (const [name, tolerance] of [
        ["probabilities", 1e-10],
        ["lower", 1e-8],
        ["upper", 1e-8],
      ] as const) {
        actual[name].flat().forEach((value, at) => {
          expect(Math.abs(value - expected[name].flat()[at]), `${name}[${at}]`).toBeLessThan(tolerance);
        });
      }
    }

    let page: Page;
    beforeAll(async () => {
      ({ page } = await open());
      // As text: what is written here as code is changed for Node on its way.
      const content = 'import * as library from "/kernelbayes/standalone.js"; window.library = library;';
      await page.addScriptTag({ type: "module", content });
      await page.waitForFunction(() => "library" in window);
    }, 60_000);
    afterAll(() => page?.close());

    test.each(documents.map((document) => [document.name, document] as const))(
      "of %s that a page saved predict the same in Node",
      async (_, model) => {
        const saved = await page.evaluate(
          async ({ model, asked }) => {
            const { fit, iris, modelFromDocument, selectRows, toRows } = window.library;
            const posterior = await fit(modelFromDocument(model), iris(), { target: "species", seed: 3 });
            const { labels, probabilities, lower, upper } = posterior.predict(selectRows(iris(), asked));
            const rows = (matrix: typeof lower): number[][] => toRows(matrix).map((row) => Array.from(row));
            const prediction = { labels, probabilities: rows(probabilities), lower: rows(lower), upper: rows(upper) };
            return { json: JSON.stringify(posterior.toDocument()), engine: posterior.engine, prediction };
          },
          { model, asked },
        );
        expect(saved.engine).toBe("wasm relaxed-simd");
        expectClose(plainHere(loadPosterior(saved.json)), saved.prediction);
      },
    );

    test.each(documents.map((document) => [document.name, document] as const))(
      "of %s that Node saved predict the same in a page",
      async (_, model) => {
        const posterior = fitSync(modelFromDocument(model), iris(), { target: "species", seed: 3 });
        const there = await page.evaluate(
          ({ json, asked }) => {
            const { iris, loadPosterior, selectRows, toRows } = window.library;
            const { labels, probabilities, lower, upper } = loadPosterior(json).predict(selectRows(iris(), asked));
            const rows = (matrix: typeof lower): number[][] => toRows(matrix).map((row) => Array.from(row));
            return { labels, probabilities: rows(probabilities), lower: rows(lower), upper: rows(upper) };
          },
          { json: JSON.stringify(posterior.toDocument()), asked },
        );
        expectClose(there, plainHere(posterior));
      },
    );
  });
});
