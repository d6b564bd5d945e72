import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { fitSync } from "../../src/fit.ts";
import { linearDiscriminant } from "../../src/models/linearDiscriminant.ts";
import { readPosterior, writePosterior } from "../../src/node/posteriorFile.ts";
import { clouds, target } from "../fit/samples.ts";

const posterior = fitSync(linearDiscriminant(), clouds(2), { target });
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "posterior-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("a posterior that was written and read predicts the same", async () => {
  for (const path of [join(folder, "model.json"), pathToFileURL(join(folder, "äpfel & birnen.json"))]) {
    await writePosterior(path, posterior);
    const read = await readPosterior(path);
    expect(read.predict(clouds(2))).toEqual(posterior.predict(clouds(2)));
  }
  expect(readdirSync(folder).toSorted()).toEqual(["model.json", "äpfel & birnen.json"].toSorted());
});

test("a file that is there already is replaced as a whole", async () => {
  const path = join(folder, "model.json");
  writeFileSync(path, "x".repeat(1e6));
  await writePosterior(path, posterior);
  expect(readFileSync(path, "utf8")).toBe(`${JSON.stringify(posterior.toDocument())}\n`);
});

test("two writes to one file at the same time leave one whole document", async () => {
  const path = join(folder, "model.json");
  await Promise.all(Array.from({ length: 8 }, () => writePosterior(path, posterior)));
  expect((await readPosterior(path)).classes).toEqual(posterior.classes);
  expect(readdirSync(folder)).toEqual(["model.json"]);
});

test("a file that cannot be written is told, and nothing is left behind", async () => {
  const directory = join(folder, "taken");
  mkdirSync(directory);
  for (const path of [directory, join(folder, "nowhere", "model.json")]) {
    await expect(writePosterior(path, posterior)).rejects.toMatchObject({
      name: "InputError",
      code: "unwritable-file",
      message: expect.stringContaining(path) as string,
    });
  }
  expect(readdirSync(folder)).toEqual(["taken"]);
});

test("a file that is not there, or no document, is told with its name", async () => {
  const missing = join(folder, "missing.json");
  await expect(readPosterior(missing)).rejects.toMatchObject({
    code: "unreadable-file",
    message: expect.stringContaining(missing) as string,
  });
  const junk = join(folder, "junk.json");
  writeFileSync(junk, "{}");
  await expect(readPosterior(junk)).rejects.toMatchObject({
    code: "invalid-document",
    message: expect.stringContaining(`${junk}: document.format`) as string,
  });
});

test("the engine for predictions may be chosen when reading", async () => {
  const path = join(folder, "model.json");
  await writePosterior(path, posterior);
  await expect(readPosterior(path, { engine: "abacus" })).rejects.toMatchObject({ code: "unknown-engine" });
  expect((await readPosterior(path, { engine: "reference" })).classes).toEqual(posterior.classes);
});
