import { linkSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { prepareFile, writeWhole } from "../../src/output/writeWhole.ts";
import { temporaryFolder } from "../commands/run.ts";

test("a file is replaced as a whole, and nothing else is left beside it", async () => {
  const folder = temporaryFolder();
  await writeWhole(join(folder, "a.txt"), "one", []);
  await writeWhole(join(folder, "a.txt"), new TextEncoder().encode("two"), [join(folder, "b.txt")]);
  expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe("two");
  expect(readdirSync(folder)).toEqual(["a.txt"]);
});

test("folders are made with those above them, and what cannot be written is told with the next step", async () => {
  const folder = temporaryFolder();
  await prepareFile(join(folder, "deep", "down", "a.txt"), []);
  expect(readdirSync(join(folder, "deep"))).toEqual(["down"]);
  expect(readdirSync(join(folder, "deep", "down"))).toEqual([]);
  await expect(prepareFile(join(folder, "deep"), [])).rejects.toMatchObject({
    code: "unwritable-file",
    message: expect.stringContaining("this is a folder. Give the name of a file."),
  });
  mkdirSync(join(folder, "taken"));
  await expect(writeWhole(join(folder, "taken"), "x", [])).rejects.toMatchObject({ code: "unwritable-file" });
  expect(readdirSync(folder).toSorted()).toEqual(["deep", "taken"]);
});

test("a file that the command reads is neither prepared nor written, by whatever name", async () => {
  const folder = temporaryFolder();
  const at = (name: string): string => join(folder, name);
  writeFileSync(at("in.csv"), "the table");
  symlinkSync("in.csv", at("link.csv"));
  linkSync(at("in.csv"), at("hard.csv"));
  symlinkSync(".", at("here"));
  for (const name of ["in.csv", "link.csv", "hard.csv", "here/in.csv", "./here/../in.csv"]) {
    const refused = {
      name: "InputError",
      code: "output-is-input",
      message: `${at(name)} cannot be written: it is the same file as ${at("in.csv")}, which this command reads and would lose. Choose another name for the output.`,
    };
    await expect(prepareFile(at(name), ["-", at("none.csv"), at("in.csv")])).rejects.toMatchObject(refused);
    await expect(writeWhole(at(name), "x", [at("in.csv")])).rejects.toMatchObject(refused);
  }
  expect(readFileSync(at("in.csv"), "utf8")).toBe("the table");
});
