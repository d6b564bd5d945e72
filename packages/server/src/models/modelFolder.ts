import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { compareVersions, isModelFile, isModelName, nameOfFile } from "./modelName.ts";

/** A file that a model is loaded from. */
export interface FoundFile {
  readonly name: string;
  readonly version: string;
  readonly path: string;
  /** What changes with the content: time, size and place of the file. */
  readonly state: string;
  readonly size: number;
}

/** What a folder of models holds, and what was passed over. */
export interface FoundModels {
  readonly files: readonly FoundFile[];
  readonly passed: readonly { readonly path: string; readonly reason: string }[];
}

/**
 * The models in a folder, by their paths: `NAME.json` is version 1 of NAME, `NAME/VERSION.json` and `NAME/VERSION/model.json` are a version of it; `.safetensors`
 * serves as well. Symbolic links are followed. Of a folder so many entries are looked at, because it may be one of something else.
 */
export async function findModels(folder: string, mostEntries = 10_000): Promise<FoundModels> {
  const files = new Map<string, FoundFile>();
  const passed: { path: string; reason: string }[] = [];
  const firstOf = (path: string, entries: readonly string[]): string[] => {
    if (entries.length > mostEntries)
      passed.push({ path, reason: `only the first ${mostEntries} of its entries are looked at` });
    return entries.toSorted().slice(0, mostEntries);
  };
  const add = async (name: string, version: string, path: string): Promise<void> => {
    const found = await fileAt(name, version, path);
    if (found === undefined) return;
    const key = `${name}/${version}`;
    const other = files.get(key);
    if (other === undefined) files.set(key, found);
    else passed.push({ path, reason: `${other.path} is version ${version} of ${name} already` });
  };
  // A folder that is gone for a moment is an error, so that its models are not taken for removed.
  for (const entry of firstOf(folder, await readdir(folder))) {
    const path = join(folder, entry);
    const name = isModelFile(entry) ? nameOfFile(entry) : entry;
    if (entry.startsWith(".")) continue;
    const isFolder = await isDirectory(path);
    if (!isFolder && !isModelFile(entry)) continue;
    if (!isModelName(name)) passed.push({ path, reason: "its name cannot stand in an address" });
    else if (!isFolder) await add(name, "1", path);
    else
      for (const [version, file] of await versionsIn(path, firstOf(path, await entriesOf(path))))
        await add(name, version, file);
  }
  return { files: [...files.values()].toSorted(byNameAndVersion), passed };
}

/** A file as it is at present; undefined if it is gone or no file. */
export async function fileAt(name: string, version: string, path: string): Promise<FoundFile | undefined> {
  try {
    const found = await stat(path);
    const { mtimeMs, ctimeMs, size, ino, dev } = found;
    if (found.isFile()) return { name, version, path, size, state: [mtimeMs, ctimeMs, size, ino, dev].join(" ") };
  } catch (error) {
    if (!isGone(error)) throw error;
  }
  return undefined;
}

async function versionsIn(folder: string, entries: readonly string[]): Promise<[version: string, path: string][]> {
  const versions: [string, string][] = [];
  for (const entry of entries) {
    const path = join(folder, entry);
    if (isModelFile(entry)) {
      if (isModelName(nameOfFile(entry))) versions.push([nameOfFile(entry), path]);
    } else if (isModelName(entry) && (await isDirectory(path))) {
      const file = (await entriesOf(path)).find((one) => isModelFile(one) && nameOfFile(one) === "model");
      if (file !== undefined) versions.push([entry, join(path, file)]);
    }
  }
  return versions;
}

/** What a folder holds; nothing if it is gone by now. */
async function entriesOf(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isGone(error)) return [];
    throw error;
  }
}

/** Whether there is nothing at a path: no entry, or a link that leads nowhere or in a circle. */
function isGone(error: unknown): boolean {
  return ["ENOENT", "ENOTDIR", "ELOOP"].includes((error as NodeJS.ErrnoException).code!);
}

async function isDirectory(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if (isGone(error)) return false;
    throw error;
  }
}

function byNameAndVersion(one: FoundFile, other: FoundFile): number {
  return one.name < other.name ? -1 : one.name > other.name ? 1 : compareVersions(one.version, other.version);
}
