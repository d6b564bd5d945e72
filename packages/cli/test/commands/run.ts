import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished, vi } from "vitest";
import { runCommand } from "../../src/runCommand.ts";

/** What a command printed, and its exit code. */
export interface Ran {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command in this process, as the program would, and catches what it prints. */
export async function run(...words: string[]): Promise<Ran> {
  const printed = { stdout: "", stderr: "" };
  const spies = (["stdout", "stderr"] as const).map((name) =>
    vi.spyOn(process[name], "write").mockImplementation((text) => {
      printed[name] += String(text);
      return true;
    }),
  );
  try {
    return { status: await runCommand(words), ...printed };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

/** The JSON value that a command prints. */
export async function runJson<Result>(...words: string[]): Promise<Result> {
  const { status, stdout, stderr } = await run(...words, "--json");
  if (status !== 0) throw new Error(`Exit code ${status}: ${stderr}`);
  return JSON.parse(stdout) as Result;
}

/** A folder that is removed when the test has ended. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "kernelbayes-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes a file into a folder that is removed when the test has ended, and returns its path. */
export function temporaryFile(name: string, content: string | Uint8Array, folder: string = temporaryFolder()): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}
