import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

/** The end of the names of files that are not complete yet. */
export const partialEnding = ".partial";

/**
 * Writes a file so that it is there with all its content or not at all, even if the machine loses power in between: the
 * bytes go to a file of another name, are forced to the disk, and the file is renamed.
 */
export async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const partial = `${path}.${process.pid}${partialEnding}`;
  try {
    const file = await open(partial, "w");
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
  await syncDirectory(dirname(path));
}

/** Forces the names in a folder to the disk, where the system can. */
async function syncDirectory(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const directory = await open(path, "r");
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
