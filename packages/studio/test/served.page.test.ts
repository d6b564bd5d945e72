import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { ripley } from "kernelbayes/data";
import { formatCsv } from "kernelbayes/table";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { drop, executable, startBrowser } from "./openStudio.ts";

// The built folder, served by the built command, in a real browser.

const command = fileURLToPath(new URL("../../cli/dist/kernelbayes.js", import.meta.url));

describe.skipIf(!executable)("served by the command", () => {
  let browser: Browser;
  let child: ChildProcess;
  let address: string;
  beforeAll(async () => {
    browser = await startBrowser();
    child = spawn(process.execPath, [command, "studio", "--no-open", "--quiet", "--port", "0"], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [printed] = (await once(child.stdout!, "data")) as [Buffer];
    address = printed.toString().trim();
  }, 60_000);
  afterAll(async () => {
    child.kill();
    await browser.close();
  });

  const heading = (page: Page): Promise<void> =>
    page.getByRole("heading", { name: "From a table to a classifier" }).waitFor();

  test("the first screen loads no code that fits; the page can be installed, and opens and works without its server", async () => {
    const page = await (await browser.newContext()).newPage();
    page.setDefaultTimeout(120_000);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.goto(address);
    await heading(page);
    expect(asked.every((url) => url.startsWith(address))).toBe(true);
    expect(asked.some((url) => url.includes("worker-text"))).toBe(false);

    const manifest = await (await fetch(`${address}studio.webmanifest`)).json();
    expect(manifest).toMatchObject({ start_url: "./", display: "standalone" });
    expect((await fetch(address + manifest.icons[0].src)).headers.get("content-type")).toBe("image/svg+xml");

    await page.evaluate(async () => {
      const { active } = await navigator.serviceWorker.ready;
      if (active!.state === "activated") return;
      await new Promise((done) => active!.addEventListener("statechange", done, { once: true }));
    });
    child.kill();
    await once(child, "exit");
    await page.reload();
    await heading(page);
    await drop(page, "points.csv", formatCsv(ripley({ rows: 60 })));
    await page.getByRole("grid").waitFor();
    await page.getByRole("button", { name: "Fits", exact: true }).click();
    await page.getByRole("radio", { name: "Choose the model myself" }).check();
    await page.getByLabel("Model", { exact: true }).selectOption("lda");
    await page.getByRole("button", { name: "Fit", exact: true }).click();
    await page.getByRole("row", { name: /60 rows/ }).waitFor();
  }, 300_000);
});
