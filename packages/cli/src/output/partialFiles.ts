import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** The folders that files are written to. */
const folders = new Set<string>();

/** Remembers a folder in which there may be files that are not complete yet. */
export function expectPartialFiles(folder: string): void {
  folders.add(folder);
}

/** Removes the files that this process has begun and not completed: names that hold its number and end in `.partial`. */
export function removePartialFiles(): void {
  const ours = new RegExp(String.raw`\.${process.pid}(\.\d+)?\.partial$`);
  for (const folder of [...folders].filter((name) => existsSync(name))) {
    for (const name of readdirSync(folder)) if (ours.test(name)) rmSync(join(folder, name), { force: true });
  }
}
