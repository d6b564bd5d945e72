import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { messageInWords } from "../../src/output/messageInWords.ts";
import { removePartialFiles } from "../../src/output/partialFiles.ts";
import { prepareFile, prepareFolder, writeWhole } from "../../src/output/writeWhole.ts";
import { temporaryFolder } from "../commands/run.ts";

test("a file is replaced as a whole, and nothing else is left beside it", async () => {
  const folder = temporaryFolder();
  await writeWhole(join(folder, "a.txt"), "one");
  await writeWhole(join(folder, "a.txt"), new TextEncoder().encode("two"));
  expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe("two");
  expect(readdirSync(folder)).toEqual(["a.txt"]);
});

test("folders are made with those above them, and what cannot be written is told with the next step", async () => {
  const folder = temporaryFolder();
  await prepareFolder(join(folder, "deep", "down"));
  expect(readdirSync(join(folder, "deep"))).toEqual(["down"]);
  expect(readdirSync(join(folder, "deep", "down"))).toEqual([]);
  await expect(prepareFile(join(folder, "deep"))).rejects.toMatchObject({
    code: "unwritable-file",
    message: expect.stringContaining("this is a folder. Give the name of a file."),
  });
  writeFileSync(join(folder, "file"), "");
  await expect(prepareFolder(join(folder, "file"))).rejects.toThrow("there is a file of this name");
  mkdirSync(join(folder, "taken"));
  await expect(writeWhole(join(folder, "taken"), "x")).rejects.toMatchObject({ code: "unwritable-file" });
  expect(readdirSync(folder).toSorted()).toEqual(["deep", "file", "taken"]);
});

test("the files that this process has begun can be removed, those of others stay", async () => {
  const folder = temporaryFolder();
  await prepareFolder(folder);
  for (const name of [
    `a.csv.${process.pid}.3.partial`,
    `b.json.${process.pid}.partial`,
    "c.json.1.partial",
    "d.json",
  ]) {
    writeFileSync(join(folder, name), "");
  }
  removePartialFiles();
  expect(readdirSync(folder).toSorted()).toEqual(["c.json.1.partial", "d.json"]);
});

test("messages of the library name the options of the command line", () => {
  expect(messageInWords('Choose `missing: "impute"` or `missing: "drop"`.')).toBe(
    "Choose --missing impute or --missing drop.",
  );
  expect(messageInWords('give `format`, or `encoding: "latin1"`; `types: { "a": "text" }`')).toBe(
    'give --format, or --encoding latin1; `types: { "a": "text" }`',
  );
});
