import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** An input that once failed, or was found by hand, and is judged at the beginning of every run. */
export interface KeptCase {
  readonly subject: string;
  /** What was wrong with it. */
  readonly story: string;
  readonly input: unknown;
}

const folder = new URL("../fixtures/fuzz/", import.meta.url);
/** A larger input is reported and not kept; its seed gives it again. */
const mostBytes = 20_000;

export function keptCases(): readonly { readonly name: string; readonly kept: KeptCase }[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .toSorted();
  return names.map((name) => ({
    name,
    kept: JSON.parse(readFileSync(new URL(name, folder), "utf8")) as KeptCase,
  }));
}

/** Keeps a failing input beside the others; its path, or undefined if it is too large. */
export function keep(name: string, kept: KeptCase): string | undefined {
  const text = `${JSON.stringify(kept, undefined, 2)}\n`;
  if (text.length > mostBytes) return undefined;
  mkdirSync(folder, { recursive: true });
  const file = new URL(`${name}.json`, folder);
  writeFileSync(file, text);
  return fileURLToPath(file);
}
