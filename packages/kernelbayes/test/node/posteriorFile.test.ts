import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { fitSync } from "../../src/fit/fit.ts";
import { linearDiscriminant } from "../../src/models/discriminant/lda.ts";
import { readPosterior, writePosterior } from "../../src/node/posteriorFile.ts";
import { encodedLength, encodeDocument } from "../../src/posterior/encodeDocument.ts";
import type { Posterior } from "../../src/posterior/posterior.ts";
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

test("the name of the file says how it is written, and reading does not depend on it", async () => {
  const written = async (name: string): Promise<Uint8Array> => {
    await writePosterior(join(folder, name), posterior);
    return new Uint8Array(readFileSync(join(folder, name)));
  };
  const json = new TextEncoder().encode(`${JSON.stringify(posterior.toDocument())}\n`);
  const packed = encodeDocument(posterior.toDocument());
  expect(await written("model.json")).toEqual(json);
  expect(await written("model.JSON")).toEqual(json);
  expect(await written("model.safetensors")).toEqual(packed);
  expect(await written("model")).toEqual(json);
  expect(await written("model.kernelbayes")).toEqual(json);
  for (const [name, content] of [
    ["a.json", packed],
    ["b.safetensors", json],
    ["c", packed],
  ] as const) {
    writeFileSync(join(folder, name), content);
    expect((await readPosterior(join(folder, name))).toDocument()).toEqual(posterior.toDocument());
  }
});

test("under another name a document of more than a megabyte is written in the safetensors layout", async () => {
  const rows = Array.from({ length: 130_000 }, (_, row) => row);
  const training = { rows, classes: rows.map((row) => row % 2) };
  const document = { ...posterior.toDocument(), training, leaveOneOut: undefined };
  const large: Posterior = { ...posterior, toDocument: () => document };
  for (const [name, isPacked] of [
    ["model", true],
    ["model.bin", true],
    ["model.json", false],
  ] as const) {
    await writePosterior(join(folder, name), large);
    expect(readFileSync(join(folder, name)).subarray(0, 8).includes(0)).toBe(isPacked);
    expect((await readPosterior(join(folder, name))).training.rows).toHaveLength(130_000);
  }
});

test("the layout is chosen by the length, and only the layout that is written is made", async () => {
  const encode = vi.fn<typeof encodeDocument>(encodeDocument);
  // Modules are shared between test files, so the replaced one is loaded afresh.
  vi.resetModules();
  vi.doMock(import("../../src/posterior/encodeDocument.ts"), async (original) => ({
    ...(await original()),
    encodeDocument: encode,
  }));
  onTestFinished(() => {
    vi.doUnmock("../../src/posterior/encodeDocument.ts");
    vi.resetModules();
  });
  const fresh = await import("../../src/node/posteriorFile.ts");
  const before = posterior.toDocument();
  const withNote = (length: number): Posterior => {
    const document = { ...before, note: "n".repeat(length) };
    return { ...posterior, toDocument: () => document };
  };
  // The longest note that leaves the safetensors layout at a megabyte, which is a multiple of eight.
  let length = 1_000_000 - encodedLength(withNote(0).toDocument());
  while (encodedLength(withNote(length + 1).toDocument()) <= 1_000_000) length++;
  for (const [more, isPacked] of [
    [0, false],
    [1, true],
  ] as const) {
    const large = withNote(length + more);
    encode.mockClear();
    await fresh.writePosterior(join(folder, "model"), large);
    expect(encode).toHaveBeenCalledTimes(isPacked ? 1 : 0);
    const written = new Uint8Array(readFileSync(join(folder, "model")));
    const json = new TextEncoder().encode(`${JSON.stringify(large.toDocument())}\n`);
    expect(Buffer.compare(written, isPacked ? encodeDocument(large.toDocument()) : json)).toBe(0);
  }
});

test("a document too large for one text is told, with the name that would serve", async () => {
  // As JSON.stringify does at some 500 million characters.
  const tooLong = {
    toJSON() {
      throw new RangeError("Invalid string length");
    },
  };
  const large: Posterior = { ...posterior, toDocument: () => ({ ...posterior.toDocument(), tooLong }) };
  await expect(writePosterior(join(folder, "model.json"), large)).rejects.toMatchObject({
    code: "too-large",
    message: expect.stringContaining(".safetensors") as string,
  });
  expect(readdirSync(folder)).toEqual([]);
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
  const cut = join(folder, "cut.safetensors");
  writeFileSync(cut, encodeDocument(posterior.toDocument()).subarray(0, -1));
  await expect(readPosterior(cut)).rejects.toMatchObject({
    code: "invalid-document",
    message: expect.stringContaining(`${cut}: This is no complete safetensors file`) as string,
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
