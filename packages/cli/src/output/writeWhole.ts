import { mkdir, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { InputError } from "kernelbayes";
import { writeDurably } from "../experiment/writeDurably.ts";
import { expectPartialFiles } from "./partialFiles.ts";

/**
 * Writes a file that is there with all its content or not at all, whatever happens on the way: the bytes go to a file of another name,
 * which is renamed when they are complete. A file of that name is replaced.
 */
export async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  try {
    await writeDurably(path, typeof content === "string" ? new TextEncoder().encode(content) : content);
  } catch (error) {
    throw unwritable(path, error);
  }
}

/**
 * Makes a folder, with those above it, unless it is there, and makes sure that files can be written into it: to be asked before
 * long work begins, whose result would be lost otherwise.
 */
export async function prepareFolder(folder: string): Promise<void> {
  const probe = join(folder, `kernelbayes.${process.pid}.partial`);
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(probe, "");
    await rm(probe);
    expectPartialFiles(folder);
  } catch (error) {
    throw unwritable(folder, error);
  }
}

/** The same for a file that will be written: that its folder takes files, and that there is no folder of its name. */
export async function prepareFile(path: string): Promise<void> {
  await prepareFolder(dirname(path));
  if (await isFolder(path)) throw unwritable(path, Object.assign(new Error("directory"), { code: "EISDIR" }));
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: "permission is denied. Choose another place",
  EPERM: "permission is denied. Choose another place",
  EROFS: "the file system is read-only. Choose another place",
  ENOSPC: "there is no space left on the device. Make room, or choose another place",
  ENOTDIR: "part of the path is a file. Choose another place",
  EEXIST: "there is a file of this name. Choose another folder",
  EISDIR: "this is a folder. Give the name of a file",
  ENAMETOOLONG: "the name is too long. Choose a shorter one",
};

function unwritable(path: string, error: unknown): InputError {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return new InputError("unwritable-file", `${path} cannot be written: ${reasons[code] ?? String(error)}.`);
}
