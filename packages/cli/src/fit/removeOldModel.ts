import { open, stat, unlink } from "node:fs/promises";
import { unwritableFile } from "kernelbayes/node";
import { refuseInputs } from "../output/refuseInputs.ts";

/** As many bytes at the beginning of a file as name its format. */
const enough = 4096;

/**
 * Removes a file if it is a model of this library, and no input of the command; says whether it was one. Files of other programs stay, also other
 * safetensors files.
 */
export async function removeOldModel(path: string, inputs: readonly string[]): Promise<boolean> {
  if (!(await orUnwritable(path, isOwnModel(path)))) return false;
  await refuseInputs(path, inputs);
  await orUnwritable(path, unlink(path));
  return true;
}

async function orUnwritable<Result>(path: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw unwritableFile(path, error);
  }
}

async function isOwnModel(path: string): Promise<boolean> {
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
