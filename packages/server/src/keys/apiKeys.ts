import { timingSafeEqual } from "node:crypto";
import { stat } from "node:fs/promises";
import type { LogEvent } from "../http/log.ts";
import { hashOfKey, readKeys, type StoredKey } from "./keyFile.ts";

/** The keys that a server knows. */
export interface ApiKeys {
  /** The key that a request presents, or undefined. Takes as long for a wrong key as for a right one. */
  find(presented: string): StoredKey | undefined;
  /** Reads the file again if it has changed; a bad file leaves the keys as they were. */
  look(): Promise<void>;
}

export async function apiKeys(path: string, log: LogEvent): Promise<ApiKeys> {
  let known = hashed(await readKeys(path));
  let state = await stateOf(path);
  return {
    find(presented) {
      const hash = hashOfKey(presented);
      let found: StoredKey | undefined;
      // All are compared, whichever it is.
      for (const [key, bytes] of known) if (timingSafeEqual(bytes, hash)) found = key;
      return found;
    },
    async look() {
      const now = await stateOf(path);
      if (now === state) return;
      state = now;
      try {
        known = hashed(await readKeys(path));
        log("info", "keys read", { keys: known.length });
      } catch (error) {
        log("error", "keys refused; the former ones stay", { error });
      }
    },
  };
}

function hashed(keys: readonly StoredKey[]): [StoredKey, Buffer][] {
  return keys.map((key) => [key, Buffer.from(key.sha256, "hex")]);
}

async function stateOf(path: string): Promise<string> {
  try {
    const { mtimeMs, size, ino } = await stat(path);
    return [mtimeMs, size, ino].join(" ");
  } catch {
    return "gone";
  }
}

/** The key in the headers of a request: `Authorization: Bearer KEY` or `X-API-Key: KEY`. */
export function presentedKey(headers: Readonly<Record<string, string | string[] | undefined>>): string | undefined {
  const own = headers["x-api-key"];
  if (typeof own === "string") return own;
  const { authorization } = headers;
  return typeof authorization === "string" ? /^bearer +(\S+)$/i.exec(authorization)?.[1] : undefined;
}
