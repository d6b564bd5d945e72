import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { commandFile } from "../../src/node/commandFile.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "command-"));
  const cli = join(folder, "with/node_modules/@kernelbayes/cli");
  mkdirSync(cli, { recursive: true });
  writeFileSync(join(cli, "package.json"), JSON.stringify({ bin: { kernelbayes: "./dist/kernelbayes.js" } }));
  mkdirSync(join(folder, "without"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const placeIn = (name: string): NodeJS.Require => createRequire(join(folder, name, "package.json"));

test("the command is found where its package is installed, also at the second place that is asked", () => {
  const file = join(folder, "with/node_modules/@kernelbayes/cli/dist/kernelbayes.js");
  expect(commandFile([placeIn("with")])).toBe(file);
  expect(commandFile([placeIn("without"), placeIn("with")])).toBe(file);
});

test("there is no command where its package is not installed", () => {
  expect(commandFile([placeIn("without")])).toBeUndefined();
});

test("what fails for another reason than a missing package is thrown", () => {
  const broken = {
    resolve: () => {
      throw Object.assign(new Error("no access"), { code: "EACCES" });
    },
  };
  expect(() => commandFile([broken as unknown as NodeJS.Require])).toThrow("no access");
});
