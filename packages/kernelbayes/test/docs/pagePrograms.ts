import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

/** A page of the project, by its path from the root. */
export function readPage(page: string): Promise<string> {
  return readFile(join(root, page), "utf8");
}

/** The TypeScript blocks of a page, in order. */
export async function programsOf(page: string): Promise<string[]> {
  return Array.from((await readPage(page)).matchAll(/^```ts\n(.*?)^```$/gms), ([, program]) => program);
}

/** What a program prints when it runs inside the workspace, where the built packages are found by name. */
export async function printedBy(program: string): Promise<string> {
  await mkdir(join(root, ".setup"), { recursive: true });
  const folder = await mkdtemp(join(root, ".setup/page-"));
  try {
    const file = join(folder, "program.mts");
    await writeFile(file, program);
    const { stdout } = await promisify(execFile)(process.execPath, ["--import", "tsx", file], { cwd: root });
    return stdout.trimEnd();
  } finally {
    await rm(folder, { recursive: true });
  }
}
