import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fitSync, iris, linearDiscriminant } from "kernelbayes";
import { formatCsv } from "kernelbayes/table";
import { writePosterior } from "kernelbayes/node";
import { expect, test } from "vitest";
import { temporaryFile, temporaryFolder } from "../commands/run.ts";

const command = fileURLToPath(new URL("../../dist/kernelbayes.js", import.meta.url));

/** Runs the built command in a shell, which redirects its output. */
function inShell(words: string, redirection: string): { status: number | null; stderr: string } {
  const { status, stderr } = spawnSync(`"${process.execPath}" "${command}" ${words} ${redirection}`, {
    shell: "/bin/sh",
    encoding: "utf8",
  });
  return { status, stderr };
}

const full =
  "The standard output cannot be written: there is no space left on the device. Make room, or choose another place.\n";

async function modelIn(folder: string): Promise<string> {
  const path = join(folder, "model.json");
  await writePosterior(path, fitSync(linearDiscriminant(), iris(), { target: "species" }));
  return path;
}

test.skipIf(!existsSync("/dev/full"))(
  "a full disk under the standard output is one line, not a stack trace",
  async () => {
    const folder = temporaryFolder();
    const model = await modelIn(folder);
    const table = temporaryFile("new.csv", formatCsv(iris()), folder);
    for (const words of [`predict ${model} ${table} --quiet`, `describe ${model}`, "models", "fit --help"]) {
      expect(inShell(words, "> /dev/full")).toEqual({ status: 4, stderr: full });
    }
    const asJson = inShell("models --json", "> /dev/full");
    expect(JSON.parse(asJson.stderr)).toEqual({ error: { code: "disk-full", message: full.trimEnd(), exitCode: 4 } });
    const fitted = inShell(
      `fit ${table} --target species --model lda --no-report --out ${folder}/out --json`,
      "> /dev/full",
    );
    expect(JSON.parse(fitted.stderr)).toMatchObject({
      error: {
        message: `${full.trimEnd()} (${join(folder, "out", "model.json")} was written before, and is complete.)`,
      },
    });
    expect(fitted.status).toBe(4);
  },
);

test("an output that fits on the disk in part is not taken for complete", async ({ skip }) => {
  const folder = temporaryFolder();
  const [model, disk] = [await modelIn(folder), join(folder, "disk")];
  const table = temporaryFile("new.csv", formatCsv(iris()), folder);
  mkdirSync(disk);
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", "size=8k", "tmpfs", disk]);
  if (status !== 0) skip("only the superuser can mount a small disk");
  try {
    expect(inShell(`predict ${model} ${table} --quiet`, `> ${join(disk, "out.csv")}`)).toEqual({
      status: 4,
      stderr: full,
    });
    expect(statSync(join(disk, "out.csv")).size).toBe(8192);
  } finally {
    spawnSync("umount", [disk]);
  }
});

test("remarks that cannot be written do no harm to the result", async () => {
  const folder = temporaryFolder();
  const [model, out] = [await modelIn(folder), join(folder, "out.csv")];
  const table = temporaryFile("new.csv", formatCsv(iris()), folder);
  expect(inShell(`predict ${model} ${table}`, `> ${out} 2> /dev/full`).status).toBe(0);
  expect(readFileSync(out, "utf8").trimEnd().split("\n")).toHaveLength(151);
  expect(readdirSync(folder).toSorted()).toEqual(["model.json", "new.csv", "out.csv"]);
});
