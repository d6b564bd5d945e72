import { gzipSync } from "node:zlib";
import type { Row } from "../benchmark.ts";
import { median } from "../cpuTime.ts";
import { atMost } from "../verdict.ts";
import type { StudioPart, StudioSettings } from "./studioPart.ts";

/** Kilobytes of the first screen, and milliseconds until it can be used. */
const [mostKilobytes, mostMilliseconds] = [150, 1000];

/** What the first screen weighs, compressed, and when it can be used: each time in a browser that has kept nothing. */
export const start: StudioPart = async (settings) => {
  const openings: Opening[] = [];
  for (let repeat = 0; repeat < settings.repeats; repeat++) openings.push(await opening(settings));
  const { files } = openings[0];
  const bytes = files.reduce((sum, { compressed }) => sum + compressed, 0);
  const time = (name: "painted" | "usable"): number => median(openings.map((each) => each[name]));
  return {
    verdicts: [
      atMost("first screen, kB compressed by gzip", bytes / 1000, mostKilobytes),
      atMost("first screen can be used, ms", time("usable"), mostMilliseconds),
      atMost(
        "files that fit a model, loaded with the first screen",
        files.filter(({ name }) => name.includes("worker-text")).length,
        0,
      ),
    ],
    sections: [
      {
        title: "What the first screen loads",
        rows: [
          ...files.map(({ name, compressed }): Row => ({ file: name, "kB, gzip": (compressed / 1000).toFixed(1) })),
          { file: "all", "kB, gzip": (bytes / 1000).toFixed(1) },
        ],
        notes: [
          `First paint after ${Math.round(time("painted"))} ms; usable is the later of first paint and the end of the last long task. Medians of ${settings.repeats} openings.`,
        ],
      },
    ],
  };
};

interface Opening {
  readonly files: readonly { readonly name: string; readonly compressed: number }[];
  readonly painted: number;
  readonly usable: number;
}

async function opening({ browser, address }: StudioSettings): Promise<Opening> {
  // Without a service worker, which asks for all files once more.
  const context = await browser.newContext({ serviceWorkers: "block" });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const kept = globalThis as unknown as { longTasks: number[] };
    kept.longTasks = [];
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) kept.longTasks.push(startTime + duration);
    }).observe({ type: "longtask", buffered: true });
  });
  await page.goto(address);
  await page.getByRole("heading", { name: "From a table to a classifier" }).waitFor();
  await page.waitForTimeout(1500);
  const { painted, ends, loaded } = await page.evaluate(() => ({
    loaded: [location.href, ...performance.getEntriesByType("resource").map(({ name }) => name)].filter((name) =>
      name.startsWith(location.origin),
    ),
    painted: performance.getEntriesByName("first-contentful-paint")[0].startTime,
    ends: (globalThis as unknown as { longTasks: number[] }).longTasks,
  }));
  await context.close();
  const files = await Promise.all(loaded.map(compressedSize));
  return { files, painted, usable: Math.max(painted, ...ends) };
}

async function compressedSize(url: string): Promise<{ readonly name: string; readonly compressed: number }> {
  const body = new Uint8Array(await (await fetch(url)).arrayBuffer());
  return { name: new URL(url).pathname.slice(1) || "index.html", compressed: gzipSync(body).length };
}
