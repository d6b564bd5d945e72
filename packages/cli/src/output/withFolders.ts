import { rmdir, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/** Does work that may make the given folders. If it fails, those that were not there before and hold nothing are removed again. */
export async function withFolders<Result>(
  folders: readonly (string | undefined)[],
  work: () => Promise<Result>,
): Promise<Result> {
  const missing: string[] = [];
  for (const folder of folders) if (folder !== undefined) missing.push(...(await missingFolders(resolve(folder))));
  try {
    return await work();
  } catch (error) {
    for (const folder of missing) await removeIfEmpty(folder);
    throw error;
  }
}

/** A folder and those above it that are not there, the deepest first. */
async function missingFolders(folder: string): Promise<string[]> {
  try {
    await stat(folder);
    return [];
  } catch {
    // What cannot be looked at is not there, or is in the way of the work, which reports it.
    const above = dirname(folder);
    return [folder, ...(above === folder ? [] : await missingFolders(above))];
  }
}

async function removeIfEmpty(folder: string): Promise<void> {
  try {
    await rmdir(folder);
  } catch {
    // It was never made, or holds what is complete.
  }
}
