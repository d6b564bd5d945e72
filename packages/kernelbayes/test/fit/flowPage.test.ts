import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { fitSync } from "../../src/fit.ts";
import { linearDiscriminant } from "../../src/models/linearDiscriminant.ts";
import { builtWorker } from "../node/builtWorker.ts";
import { clouds, target } from "./samples.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

test("the program on the page about the flow runs, and prints what stands behind its lines", async () => {
  builtWorker();
  const page = await readFile(join(root, "docs/flow.md"), "utf8");
  const program = Array.from(page.matchAll(/^```ts\n(.*?)^```$/gms), ([, block]) => block).join("\n");
  const promised = Array.from(program.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm), ([, comment]) => comment);
  expect(promised).toHaveLength(program.split("console.log").length - 1);
  await mkdir(join(root, ".setup"), { recursive: true });
  const folder = await mkdtemp(join(root, ".setup/flow-"));
  try {
    const file = join(folder, "program.mts");
    await writeFile(file, program);
    const { stdout } = await promisify(execFile)(process.execPath, ["--import", "tsx", file], { cwd: root });
    expect(stdout.trimEnd().split("\n")).toEqual(promised);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("the page about the model file describes every part of a document", async () => {
  const page = await readFile(join(root, "docs/model-file.md"), "utf8");
  const document = fitSync(linearDiscriminant(), clouds(2), { target }).toDocument();
  for (const part of [...Object.keys(document), "evidence", "search"]) {
    expect(page).toMatch(new RegExp(`^\\| \`${part}\` +\\|`, "m"));
  }
});
