import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { decompressionLimit, limitsOf, type TableLimitOptions } from "../table/limits.ts";
import { damagedGzip } from "./errorInFile.ts";

/** The content of a gzip file. More than the limits allow is refused before there is memory for it; `name` is for messages. */
export async function decompressed(
  bytes: Uint8Array,
  name: string,
  options: TableLimitOptions = {},
): Promise<Uint8Array> {
  const { most, refuse } = decompressionLimit(limitsOf(options), bytes.length);
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: most });
  } catch (error) {
    throw error instanceof RangeError ? refuse(name) : damagedGzip(name, error);
  }
}
