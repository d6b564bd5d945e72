import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";

const dist = fileURLToPath(new URL("../dist/", import.meta.url));
const page = readFileSync(`${dist}index.html`, "utf8");
/** What the browser loads for the first screen: the page and what it names. */
const named = Array.from(page.matchAll(/(?:src|href)="\.\/([^"]+)"/g), ([, path]) => path);

test("the first screen is below 150 kB, compressed, and holds no code that fits", () => {
  expect(named.some((path) => path.endsWith(".js")) && named.some((path) => path.endsWith(".css"))).toBe(true);
  const files = ["index.html", ...named].map((path) => readFileSync(dist + path));
  expect(files.reduce((sum, file) => sum + gzipSync(file).length, 0)).toBeLessThan(150_000);
  expect(named.some((path) => path.includes("worker-text"))).toBe(false);
  expect(readdirSync(`${dist}assets`).some((name) => name.includes("worker-text"))).toBe(true);
});

test("the page and the one file forbid every connection", () => {
  for (const text of [page, readFileSync(`${dist}studio.html`, "utf8").slice(0, 2000)]) {
    const policy = /Content-Security-Policy" content="([^"]+)"/.exec(text)?.[1].replaceAll("&#39;", "'") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("connect-src 'none'");
    expect(/script-src [^;]*'unsafe-(?:inline|eval)'/.test(policy)).toBe(false);
  }
});
