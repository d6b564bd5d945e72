import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { InputError } from "kernelbayes";
import { outputFile } from "kernelbayes/node";
import { z } from "zod";

/** An API key as its file has it: only a hash, from which the key cannot be found. */
export interface StoredKey {
  /** Who it was made for; it stands in the log. */
  readonly name: string;
  /** SHA-256 of the key, in hexadecimal digits. Keys have 256 random bits, which no list of words helps to guess. */
  readonly sha256: string;
  /** Requests in a second; more are refused with 429. */
  readonly requestsPerSecond?: number | undefined;
}

const schema = z.strictObject({
  keys: z.array(
    z.strictObject({
      name: z.string().min(1).max(100),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
      requestsPerSecond: z.int().min(1).optional(),
    }),
  ),
});

/** The hash of a key, in bytes. */
export function hashOfKey(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}

/** The keys in a file. What is no such file is refused. */
export async function readKeys(path: string): Promise<readonly StoredKey[]> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    throw new InputError("unreadable-file", `${path} cannot be read: ${(error as Error).message}.`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The words of the parser quote the text.
    throw invalid(path, "it is not valid JSON");
  }
  const result = schema.safeParse(value);
  if (!result.success) {
    const [{ path: place, message }] = result.error.issues;
    throw invalid(path, `${place.map(String).join(".")}: ${message}`);
  }
  const { keys } = result.data;
  const names = keys.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice !== undefined) throw invalid(path, `two keys have the name ${JSON.stringify(twice)}`);
  return keys;
}

/**
 * Makes a key, adds its hash to a file, and returns the key itself, which is nowhere else. The file is made where there is none.
 *
 * @example const key = await addKey("keys.json", { name: "laboratory", requestsPerSecond: 50 });
 */
export async function addKey(path: string, { name, requestsPerSecond }: Omit<StoredKey, "sha256">): Promise<string> {
  const before = existsSync(path) ? await readKeys(path) : [];
  if (before.some((one) => one.name === name)) {
    throw new InputError(
      "key-exists",
      `${path} has a key ${JSON.stringify(name)} already.`,
      {},
      "Take its entry out of the file first, or choose another name.",
    );
  }
  const key = `kb_${randomBytes(32).toString("base64url")}`;
  const entry: StoredKey = {
    name,
    sha256: hashOfKey(key).toString("hex"),
    ...(requestsPerSecond !== undefined && { requestsPerSecond }),
  };
  const keys = schema.safeParse({ keys: [...before, entry] });
  if (!keys.success)
    throw new InputError(
      "invalid-key",
      `A key needs a name of up to 100 characters, and as a limit a whole number from 1.`,
    );
  await (await outputFile(path)).write(`${JSON.stringify(keys.data, undefined, 2)}\n`);
  return key;
}

function invalid(path: string, reason: string): InputError {
  return new InputError(
    "invalid-keys",
    `${path} is no file of keys: ${reason}.`,
    {},
    "`kernelbayes key NAME --keys FILE` makes one.",
  );
}
