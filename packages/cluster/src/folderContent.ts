import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { InputError, type Executor } from "kernelbayes";

/** The files of a folder as plain data, by their paths. */
export interface FolderContent {
  readonly kind: "folder";
  readonly files: Readonly<Record<string, Uint8Array>>;
}

/** More bytes are not sent to other machines. */
const mostBytes = 256 * 1024 ** 2;

export function isFolderContent(value: unknown): value is FolderContent {
  if (typeof value !== "object" || value === null || !("kind" in value && "files" in value)) return false;
  const { kind, files } = value;
  return (
    kind === "folder" &&
    typeof files === "object" &&
    files !== null &&
    Object.values(files).every((bytes) => bytes instanceof Uint8Array)
  );
}

/** Reads all files of a folder and of those in it. */
function folderContent(directory: string): FolderContent {
  const files: Record<string, Uint8Array> = {};
  let total = 0;
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = readFileSync(path);
    total += bytes.length;
    if (total > mostBytes) {
      throw new InputError(
        "folder-too-large",
        `${directory} has more than ${mostBytes / 1024 ** 2} MB of files, which is too much to send to other machines.`,
        {},
        "Name a folder that holds only the data of the experiments.",
      );
    }
    files[path.slice(directory.length).replaceAll("\\", "/").replace(/^\/+/, "")] = bytes;
  }
  return { kind: "folder", files: Object.fromEntries(Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1))) };
}

/**
 * An executor for tasks whose inputs name a folder as `directory`: the files go along, once to each machine. Workers know the tasks by `withFolders`.
 *
 * @example runExperiments({ jobs, executor: sendingFolders(await clusterExecutor({ address })), directory: "results" })
 */
export function sendingFolders(executor: Executor): Executor {
  const contents = new Map<string, FolderContent>();
  const contentOf = (directory: string): FolderContent => {
    const content = contents.get(directory) ?? folderContent(directory);
    contents.set(directory, content);
    return content;
  };
  return {
    get workers() {
      return executor.workers;
    },
    map: (task, inputs, options = {}) =>
      executor.map(
        task,
        inputs.map((input) =>
          typeof input === "object" && input !== null && "directory" in input && typeof input.directory === "string"
            ? { ...input, directory: contentOf(input.directory) }
            : input,
        ),
        { ...options, shared: [...(options.shared ?? []), "directory"] },
      ),
    ...(executor.share && { share: (data: object) => executor.share!(data) }),
    close: () => executor.close(),
  };
}
