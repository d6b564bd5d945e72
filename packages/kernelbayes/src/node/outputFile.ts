import { constants, openSync, type Stats } from "node:fs";
import { access, mkdir, open, readlink, realpath, rename, rm, stat, type FileHandle } from "node:fs/promises";
import { Socket } from "node:net";
import { basename, dirname, isAbsolute, join, resolve, sep } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { EnvironmentError, InputError } from "../errors.ts";
import { beginPartialFile, endPartialFile, removeStalePartialFiles } from "./partialFile.ts";
import { unwritableFile } from "./errorInFile.ts";

/** What a file is made of: all of it, or parts in their order. */
export type OutputContent = string | Uint8Array | AsyncIterable<string | Uint8Array>;

/** A file that can be written, as far as this can be known beforehand. */
export interface OutputFile {
  /** Writes the file. An abort ends the waiting for the reader of a pipe; to stop the writing itself, let the content throw. */
  write(content: OutputContent, options?: { readonly signal?: AbortSignal | undefined }): Promise<void>;
}

export interface OutputFileOptions {
  /** Whether to make the folder of the file, with those above it, if there is none. Default: false. */
  readonly makeFolder?: boolean;
}

/**
 * Finds out how a file has to be written, and makes sure that it can be: to be asked before long work, whose result would be lost otherwise.
 *
 * A regular file, or one that is not there yet, is written completely or not at all: the content goes to a partial file beside it, is forced to the
 * disk, and replaces the file in one step. It keeps its permissions, and a symbolic link stays and leads to the new content. Partial files that killed
 * processes have left for the same file are removed. Devices and pipes are opened and written directly; a pipe waits for its reader.
 *
 * @example
 * const report = await outputFile("report.html");
 * await report.write(await longWork());
 */
export async function outputFile(
  path: string | URL,
  { makeFolder = false }: OutputFileOptions = {},
): Promise<OutputFile> {
  const name = path instanceof URL ? fileURLToPath(path) : path;
  try {
    const write = await writeOf(name, makeFolder);
    return { write: (content, { signal } = {}) => writing(name, content, write, signal) };
  } catch (error) {
    throw error instanceof InputError || error instanceof EnvironmentError ? error : unwritableFile(name, error);
  }
}

/** Makes a folder, with those above it, if there is none, and makes sure that files can be written into it. */
export async function outputFolder(folder: string): Promise<void> {
  try {
    await makeFolders(folder);
    await tryPartialFile(join(folder, "kernelbayes"));
  } catch (error) {
    throw unwritableFile(folder, error);
  }
}

type Parts = AsyncIterable<string | Uint8Array>;
type Write = (parts: Parts, signal: AbortSignal | undefined) => Promise<void>;

async function writeOf(name: string, makeFolder: boolean): Promise<Write> {
  if (name === "" || name.endsWith("/") || name.endsWith(sep)) throw failure("EISDIR");
  const found = await statOf(name, makeFolder ? ["ENOENT", "ENOTDIR"] : ["ENOENT"]);
  if (found?.isDirectory()) throw failure("EISDIR");
  if (found !== undefined && (!found.isFile() || isDescriptor(name))) {
    await access(name, constants.W_OK);
    return found.isFIFO()
      ? (parts, signal) => writeToPipe(name, parts, signal)
      : // An open file may hold what others have written to it.
        (parts) => writeDirectly(name, found.isFile() ? constants.O_APPEND : 0, parts);
  }
  if (found === undefined && makeFolder) await outputFolder(dirname(name));
  const target = await followed(name);
  // A file that nobody may write could still be replaced, but whoever protected it did not want that.
  if (found !== undefined) await (await open(target, "r+")).close();
  await removeStalePartialFiles(target);
  await tryPartialFile(target);
  return (parts) => replace(target, parts);
}

/** Writes, and distinguishes what goes wrong with the file from what goes wrong with the content, which is passed on as it is. */
async function writing(
  name: string,
  content: OutputContent,
  write: Write,
  signal: AbortSignal | undefined,
): Promise<void> {
  let fault: { readonly error: unknown } | undefined;
  async function* parts(): AsyncGenerator<string | Uint8Array> {
    try {
      const whole = typeof content === "string" || content instanceof Uint8Array ? [content] : content;
      for await (const part of whole) if (part.length > 0) yield part;
    } catch (error) {
      fault = { error };
      throw error;
    }
  }
  try {
    await write(parts(), signal);
  } catch (error) {
    if (fault !== undefined) throw fault.error;
    signal?.throwIfAborted();
    throw unwritableFile(name, error);
  }
}

/** Gathers the content in a partial file, which then takes the place of the target. */
async function replace(target: string, parts: Parts): Promise<void> {
  const before = await statOf(target, ["ENOENT"]);
  const partial = beginPartialFile(target);
  try {
    // Nobody else may look at what will be protected.
    const file = await open(partial, "wx", before === undefined ? 0o666 : 0o600);
    try {
      for await (const part of parts) await file.writeFile(part);
      if (before !== undefined) await keepAccess(file, before);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(partial, target);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  } finally {
    endPartialFile(partial);
  }
  await syncFolder(dirname(target));
}

/** Gives a file the owner, the group and the permissions of the one that it replaces, as far as the system lets us. */
async function keepAccess(file: FileHandle, { mode, uid, gid }: Stats): Promise<void> {
  const own = await file.stat();
  const isOwnerKept = own.uid === uid || (await isAllowed(file.chown(uid, own.gid)));
  const isGroupKept = own.gid === gid || (await isAllowed(file.chown(isOwnerKept ? uid : own.uid, gid)));
  // What was open to the old group is not for another one.
  const kept = mode & (isGroupKept ? 0o777 : 0o707);
  if ((own.mode & 0o777) !== kept) await file.chmod(kept);
}

async function isAllowed(action: Promise<void>): Promise<boolean> {
  try {
    await action;
    return true;
  } catch (error) {
    if (hasCode(error, ["EPERM", "EINVAL"])) return false;
    throw error;
  }
}

/** Forces the names in a folder to the disk, where the system can. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  try {
    const folder = await open(path, "r");
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  } catch (error) {
    // The file is in its place; some file systems do not sync folders, and some folders cannot be read.
    if (!hasCode(error, ["EINVAL", "ENOTSUP", "EACCES", "EPERM"])) throw error;
  }
}

async function writeDirectly(name: string, flags: number, parts: Parts): Promise<void> {
  const file = await open(name, constants.O_WRONLY | (constants.O_NOCTTY ?? 0) | flags);
  try {
    for await (const part of parts) await file.writeFile(part);
  } finally {
    await file.close();
  }
}

async function writeToPipe(name: string, parts: Parts, signal: AbortSignal | undefined): Promise<void> {
  const fd = await openWithReader(name, signal);
  await pipeline(Readable.from(parts), new Socket({ fd, readable: false, writable: true }));
}

/**
 * Opens a pipe as soon as somebody reads it. To open it in the usual way would block a thread until then, and a process whose thread is blocked cannot
 * end.
 */
async function openWithReader(name: string, signal: AbortSignal | undefined): Promise<number> {
  for (;;) {
    signal?.throwIfAborted();
    try {
      return openSync(name, constants.O_WRONLY | constants.O_NONBLOCK);
    } catch (error) {
      if (!hasCode(error, ["ENXIO"])) throw error;
    }
    await setTimeout(20, undefined, { signal });
  }
}

/**
 * Makes a folder with those above it. `mkdir` of Node with `recursive` never ends where a file system such as /proc refuses a new folder as if the one
 * above it were missing.
 */
async function makeFolders(folder: string): Promise<void> {
  const found = await statOf(folder, ["ENOENT"]);
  if (found?.isDirectory()) return;
  if (found !== undefined) throw failure("EEXIST");
  if (dirname(folder) !== folder) await makeFolders(dirname(folder));
  try {
    await mkdir(folder);
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!hasCode(error, ["EEXIST"]) || !(await statOf(folder, ["ENOENT"]))?.isDirectory()) throw error;
  }
}

/** Makes sure that a partial file can be made beside a file. */
async function tryPartialFile(target: string): Promise<void> {
  const partial = beginPartialFile(target);
  try {
    await (await open(partial, "wx")).close();
  } finally {
    await rm(partial, { force: true });
    endPartialFile(partial);
  }
}

/** The file that a name leads to, which need not be there, after all symbolic links. */
async function followed(name: string): Promise<string> {
  let path = name;
  for (let links = 0; links < 40; links++) {
    const folder = await realpath(dirname(path));
    const file = join(folder, basename(path));
    const link = await linkIn(file);
    if (link === undefined) return file;
    // Not shortened: in `a/../b` the folder above `a` depends on where `a` leads.
    path = isAbsolute(link) ? link : `${folder}${sep}${link}`;
  }
  throw failure("ELOOP");
}

async function linkIn(file: string): Promise<string | undefined> {
  try {
    return await readlink(file);
  } catch (error) {
    // No link, or nothing at all.
    if (hasCode(error, ["EINVAL", "ENOENT", "UNKNOWN"])) return undefined;
    throw error;
  }
}

async function statOf(path: string, absent: readonly string[]): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    if (hasCode(error, absent)) return undefined;
    throw error;
  }
}

/** Whether a name stands for a file that is open already, such as the standard output, wherever that leads. */
function isDescriptor(name: string): boolean {
  return /^\/(dev\/(fd\/\d+|std(in|out|err))|proc\/(self|\d+)\/fd\/\d+)$/.test(resolve(name));
}

function hasCode(error: unknown, codes: readonly string[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}

function failure(code: string): Error {
  return Object.assign(new Error(code), { code });
}
