import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { InputError } from "kernelbayes";
import { type Tasks, packData } from "kernelbayes/executors";
import { digestOf } from "../job.ts";
import { folderVariable } from "./childMessages.ts";
import { isFolderContent, type FolderContent } from "../folderContent.ts";

/**
 * Tasks that read files of a folder, which their input names as `directory`, for machines that do not have the folder: its files come along as large data,
 * and are written to a folder of this machine once.
 */
export function withFolders(tasks: Tasks): Tasks {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [name, (input: never) => task(inFolder(input) as never)]),
  );
}

/** Folders that this process has written, by their content. */
const written = new WeakMap<FolderContent, string>();

function inFolder(input: unknown): unknown {
  if (typeof input !== "object" || input === null || !("directory" in input)) return input;
  const { directory } = input;
  return isFolderContent(directory) ? { ...input, directory: folderOf(directory) } : input;
}

function folderOf(content: FolderContent): string {
  const known = written.get(content);
  if (known !== undefined && existsSync(known)) return known;
  const name = digestOf([packData(content)]).slice(0, 24);
  const parent = join(process.env[folderVariable] ?? mkdtempSync(join(tmpdir(), "kernelbayes-")), "folders");
  const folder = join(parent, name);
  if (!existsSync(folder)) writeFolder(content, parent, folder);
  written.set(content, folder);
  return folder;
}

/** Written aside and renamed, so that the processes of a machine never see half a folder. */
function writeFolder({ files }: FolderContent, parent: string, folder: string): void {
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  const partial = mkdtempSync(join(parent, "partial-"));
  try {
    for (const [path, bytes] of Object.entries(files)) {
      if (path.split("/").some((part) => part === "" || part === "." || part === "..") || path.includes("\\")) {
        throw new InputError("invalid-path", `"${path}" is no path within a folder.`);
      }
      mkdirSync(dirname(join(partial, path)), { recursive: true });
      writeFileSync(join(partial, path), bytes);
    }
    renameSync(partial, folder);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    // Another process was first.
    if (!existsSync(folder)) throw error;
  }
}
