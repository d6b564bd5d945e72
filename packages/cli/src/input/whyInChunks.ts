import { stat } from "node:fs/promises";
import { InputError } from "kernelbayes";
import { isFolder } from "./isFolder.ts";
import { standardInput } from "./readInputTable.ts";

/** Files of more bytes are read in chunks. */
const largestWhole = 100_000_000;

/**
 * Why the rows of a table are read in chunks, in words: as asked by `--chunks`, or because it is a folder, or a file that is too large to be read whole; undefined
 * where it is read whole.
 */
export async function whyInChunks(
  path: string,
  { chunks }: { readonly chunks?: boolean | undefined },
): Promise<string | undefined> {
  if (chunks === false) return undefined;
  if (path === standardInput) {
    if (chunks !== true) return undefined;
    throw new InputError("not-in-chunks", "--chunks needs a file or a folder: the rows are read more than once.");
  }
  if (chunks === true) return "as asked";
  if (await isFolder(path)) return "being a folder";
  const size = await sizeOf(path);
  return size > largestWhole && !/\.(xlsx|xlsm|json)(\.gz)?$/i.test(path)
    ? `having more than ${largestWhole / 1e6} MB (--no-chunks reads it whole)`
    : undefined;
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    (found) => (found.isFile() ? found.size : 0),
    () => 0,
  );
}
