import { stat } from "node:fs/promises";
import { InputError, type Model } from "kernelbayes";
import { standardInput } from "../../input/readInputTable.ts";

/** Files of more bytes are read in chunks, where the model can be fitted to them so. */
const largestWhole = 100_000_000;

/** What the command line says about it. */
interface ChunkWords {
  readonly chunks?: boolean | undefined;
  readonly folds?: string | undefined;
  readonly time?: string | undefined;
  readonly group?: string | undefined;
}

/**
 * Why the rows of a table are read in chunks, in words: as asked, or because it is a folder, or a file that is too large to be read whole; undefined where it is read whole.
 * Options that need all rows in memory do not go with it.
 */
export async function readInChunks(path: string, words: ChunkWords, model: Model): Promise<string | undefined> {
  if (words.chunks === false) return undefined;
  const reason = words.chunks === true ? "as asked" : await whyInChunks(path);
  const hindrance = (["folds", "time", "group"] as const).find((name) => words[name] !== undefined);
  const isFit = model.sums === true && hindrance === undefined;
  if (reason === undefined) return undefined;
  if (path === standardInput) {
    throw new InputError("not-in-chunks", "--chunks needs a file or a folder: the rows are read more than once.");
  }
  // A file that no one asked to be read in chunks may be read whole.
  if (!isFit && words.chunks !== true && !(await isFolder(path))) return undefined;
  if (hindrance !== undefined) {
    throw new InputError(
      "invalid-option",
      `--${hindrance} cannot be used with rows that are read in chunks, which are measured on held-out rows.`,
      {},
      "Leave it out, or measure a table that fits into memory.",
    );
  }
  return reason;
}

async function whyInChunks(path: string): Promise<string | undefined> {
  if (path === standardInput) return undefined;
  if (await isFolder(path)) return "being a folder";
  const size = await sizeOf(path);
  return size > largestWhole && !/\.(xlsx|xlsm|json)(\.gz)?$/i.test(path)
    ? `having more than ${largestWhole / 1e6} MB (--no-chunks reads it whole)`
    : undefined;
}

async function isFolder(path: string): Promise<boolean> {
  // Whatever is wrong with a path is reported where the file is read.
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    (found) => (found.isFile() ? found.size : 0),
    () => 0,
  );
}
