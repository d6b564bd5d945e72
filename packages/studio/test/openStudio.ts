import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright";
import { findChromium, launchOptions } from "../../../tools/chromium.mjs";

export const executable: string | undefined = findChromium();
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The studio as one file, of the built package. */
const file = fileURLToPath(new URL("../dist/studio.html", import.meta.url));

export function startBrowser(): Promise<Browser> {
  return chromium.launch({ ...launchOptions(executable), headless: true });
}

/** The page of the studio, and whatever it complained of or asked for. */
export interface OpenStudio {
  readonly page: Page;
  readonly complaints: readonly string[];
}

/** Opens the studio from its file. */
export async function openStudio(browser: Browser, options: BrowserContextOptions = {}): Promise<OpenStudio> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
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
}

/** Drops a file on the page. */
export async function drop(page: Page, name: string, content: string | Uint8Array): Promise<void> {
  const bytes = Array.from(typeof content === "string" ? new TextEncoder().encode(content) : content);
  const transfer = await page.evaluateHandle(
    ([title, data]) => {
      const moved = new DataTransfer();
      moved.items.add(new File([new Uint8Array(data)], title));
      return moved;
    },
    [name, bytes] as const,
  );
  await page.dispatchEvent("body", "drop", { dataTransfer: transfer });
}

/** The text of a file that a click downloads. */
export async function downloaded(page: Page, click: () => Promise<void>): Promise<{ name: string; path: string }> {
  const waiting = page.waitForEvent("download");
  await click();
  const download = await waiting;
  return { name: download.suggestedFilename(), path: await download.path() };
}

interface Barrier {
  readonly id: string;
  readonly nodes: readonly { readonly target: unknown }[];
}

/** What axe finds wrong with the screen on show. */
export async function barriers(page: Page): Promise<string[]> {
  // The policy of the page allows no script from elsewhere; the browser's own tools are not bound by it.
  await page.evaluate(axe);
  const found = await page.evaluate(async () => {
    const { axe: tool } = globalThis as unknown as { axe: { run(): Promise<{ violations: Barrier[] }> } };
    return (await tool.run()).violations;
  });
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => String(target)).join(", ")}`);
}
