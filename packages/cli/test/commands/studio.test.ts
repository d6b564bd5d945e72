import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answerFile } from "../../src/studio/answerFile.ts";

const parent = mkdtempSync(join(tmpdir(), "kernelbayes-studio-"));
const folder = join(parent, "dist");
let server: Server;
let address: string;

beforeAll(async () => {
  mkdirSync(folder);
  writeFileSync(join(folder, "index.html"), "<!doctype html>");
  writeFileSync(join(folder, "page.js"), "export {};");
  writeFileSync(join(folder, "page.map"), "{}");
  writeFileSync(join(parent, "secret.json"), "{}");
  server = createServer((request, response) => void answerFile(folder, request, response));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await new Promise((done) => server.close(done));
  rmSync(parent, { recursive: true });
});

test("the page is at the root, and each file has its type", async () => {
  const page = await fetch(`${address}/`);
  expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  expect(await page.text()).toBe("<!doctype html>");
  expect((await fetch(`${address}/page.js`)).headers.get("content-type")).toContain("text/javascript");
});

test.each(["/no.js", "/page.map", "/%2e%2e/secret.json", "/..%2fsecret.json", "/%zz"])(
  "%s is refused",
  async (path) => {
    expect((await fetch(address + path)).status).toBe(404);
  },
);

test("the command prints its address, serves the built page, and ends on a signal", async () => {
  const command = fileURLToPath(new URL("../../dist/kernelbayes.js", import.meta.url));
  const child = spawn(process.execPath, [command, "studio", "--no-open", "--quiet"]);
  const printed = await new Promise<string>((done) => child.stdout.once("data", (data) => done(String(data))));
  expect(await (await fetch(printed.trim())).text()).toContain("Content-Security-Policy");
  const ended = new Promise((done) => child.once("exit", done));
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
}, 60_000);
