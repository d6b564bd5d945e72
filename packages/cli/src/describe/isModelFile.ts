import { open } from "node:fs/promises";

/** As many bytes at the beginning of a file as tell a model. */
const enough = 4096;

/**
 * Whether a file is a model, by its beginning: the name of the format of documents, or the layout of a safetensors file, which begins with the length of
 * its JSON header, however absurd; or by its name, `.safetensors`. What cannot be read is no model; whoever reads it as a table says why.
 */
export async function isModelFile(path: string): Promise<boolean> {
  const bytes = await beginningOf(path);
  if (bytes === undefined) return false;
  if (/"format"\s*:\s*"kernelbayes-/.test(bytes.toString("latin1"))) return true;
  if (path.toLowerCase().endsWith(".safetensors")) return true;
  // Text has no NUL among its first bytes, unless every second one is.
  return bytes.length > 9 && bytes.subarray(0, 8).includes(0) && bytes[8] === 0x7b && bytes[9] !== 0;
}

async function beginningOf(path: string): Promise<Buffer | undefined> {
  try {
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(enough), 0, enough, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  } catch {
    return undefined;
  }
}
