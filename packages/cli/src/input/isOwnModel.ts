import { open, stat } from "node:fs/promises";

/** As many bytes at the beginning of a file as name its format. */
const enough = 4096;

/** Whether a file is a model of this library, by its first bytes. */
export async function isOwnModel(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  // A pipe would wait for its writer.
  if (found?.isFile() !== true) return false;
  const file = await open(path).catch(() => undefined);
  if (file === undefined) return false;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(enough), 0, enough, 0);
    return buffer.subarray(0, bytesRead).toString("latin1").includes("kernelbayes-posterior");
  } finally {
    await file.close();
  }
}
