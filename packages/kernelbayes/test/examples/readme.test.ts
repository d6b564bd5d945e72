import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

/** Pages whose TypeScript blocks are whole programs, and what each block prints. `…` stands for any text. */
const pages: Readonly<Record<string, readonly string[]>> = {
  "README.md": [
    "[ 'virginica' ]\nsetosa: 0.00 (…)\nversicolor: 0.…\nvirginica: 0.…",
    "setosa\n0.0… 0.0… 0.0…", // error rate, log loss and calibration error below one tenth
  ],
  "CHANGELOG.md": ["setosa 1.000\ntrue"],
  "packages/kernelbayes/README.md": ["setosa"],
  "packages/report/README.md": ["model  error %  log loss     AUC   Brier  calibration error\n…lda…\nqda…"],
};

describe.each(Object.entries(pages))("%s", (page, outputs) => {
  test("has as many programs as there are expectations", async () => {
    expect(await programsOf(page)).toHaveLength(outputs.length);
  });

  test.each(outputs.map((output, index) => [index + 1, output] as const))(
    "program %i runs and prints what is expected",
    async (number, output) => {
      const program = (await programsOf(page))[number - 1];
      expect(await printed(program)).toMatch(patternOf(output));
    },
  );
});

async function programsOf(page: string): Promise<string[]> {
  const text = await readFile(join(root, page), "utf8");
  return Array.from(text.matchAll(/^```ts\n(.*?)^```$/gms), ([, program]) => program);
}

/** Runs a program inside the workspace, where the packages are found by name. */
async function printed(program: string): Promise<string> {
  await mkdir(join(root, ".setup"), { recursive: true });
  const folder = await mkdtemp(join(root, ".setup/readme-"));
  try {
    const file = join(folder, "program.mts");
    await writeFile(file, program);
    const { stdout } = await promisify(execFile)(process.execPath, ["--import", "tsx", file], { cwd: root });
    return stdout.trim();
  } finally {
    await rm(folder, { recursive: true });
  }
}

function patternOf(output: string): RegExp {
  const parts = output.split("…").map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join(".*")}$`, "s");
}
