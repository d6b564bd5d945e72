import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { simd128 } from "../../src/engine/wasm/bytes.generated.ts";
import type { StoredResult } from "./frozenResult.ts";

/** All frozen results, and what they were computed with. */
export interface StoredPredictions {
  readonly node: string;
  /** A hash of the WebAssembly module. */
  readonly engine: string;
  readonly cases: Readonly<Record<string, StoredResult>>;
}

export const storedPath: string = fileURLToPath(new URL("predictions.json", import.meta.url));

export function storedPredictions(): StoredPredictions {
  return JSON.parse(readFileSync(storedPath, "utf8")) as StoredPredictions;
}

/** What this process computes with: equal answers mean equal bits. */
export function buildHere(): Pick<StoredPredictions, "node" | "engine"> {
  const engine = createHash("sha256").update(simd128).digest("hex").slice(0, 32);
  return { node: process.version, engine };
}

/** The file with one line per case, so that a change shows which cases it touches. */
export function storedText({ node, engine, cases }: StoredPredictions): string {
  const lines = Object.entries(cases).map(([key, result]) => `  ${JSON.stringify(key)}: ${JSON.stringify(result)}`);
  return `{\n "node": ${JSON.stringify(node)},\n "engine": ${JSON.stringify(engine)},\n "cases": {\n${lines.join(",\n")}\n }\n}\n`;
}
