import { stat } from "node:fs/promises";

/** Whether a path is that of a folder. Whatever is wrong with a path is reported where the file is read. */
export async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
