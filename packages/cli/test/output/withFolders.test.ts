import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withFolders } from "../../src/output/withFolders.ts";
import { run, temporaryFolder } from "../commands/run.ts";

test("a command that fails leaves none of the folders that it made", async () => {
  const folder = temporaryFolder();
  const table = join(folder, "table.csv");
  await writeFile(table, "x,y\n1,a\n2,b\n");
  const out = join(folder, "made", "deep");
  expect((await run("fit", table, "--target", "z", "--out", out)).status).toBe(2);
  expect((await run("predict", join(folder, "none.json"), table, "--out", join(out, "p.csv"))).status).toBe(2);
  expect(existsSync(join(folder, "made"))).toBe(false);
});

test("folders that were there, or that hold something, are kept", async () => {
  const folder = temporaryFolder();
  const [there, made] = [join(folder, "there"), join(folder, "made")];
  await mkdir(there);
  const work = withFolders([there, made, undefined], async () => {
    await mkdir(made);
    await writeFile(join(made, "model.json"), "{}");
    throw new Error("stopped");
  });
  await expect(work).rejects.toThrow("stopped");
  expect([there, join(made, "model.json")].every(existsSync)).toBe(true);
});

test("a folder that cannot be made is reported at once, and nothing is left", async () => {
  const folder = temporaryFolder();
  const table = join(folder, "table.csv");
  await writeFile(table, "x,y\n1,a\n2,b\n");
  const { status, stderr } = await run("fit", table, "--target", "y", "--out", join(table, "below"));
  expect(status).toBe(2);
  expect(stderr).toContain("below");
  expect((await run("fit", table, "--target", "y", "--out", "/proc/none/x")).status).toBe(2);
});
