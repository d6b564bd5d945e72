import { createHash } from "node:crypto";
import { version } from "kernelbayes/models";
import { packData, type LightInput } from "kernelbayes/executors";
import type { EngineBuild } from "./engineBuilds.ts";

/** What the queue holds of an input: the task, small data, and references to large ones. */
export interface JobPayload {
  readonly task: string;
  /** The input without its large parts, packed: as base 64, or, if that is long, the key of the bytes. */
  readonly input: { readonly bytes: string } | { readonly key: string };
  /** The keys of the large parts by their places in the input. */
  readonly parts: LightInput["parts"];
  readonly library: string;
  readonly build: Build;
  /** Whether workers of other builds may compute it, too. */
  readonly isMixed: boolean;
}

/** What decides about the last bit. */
export interface Build {
  /** The state of the code of the library. */
  readonly code: string;
  readonly engine: EngineBuild;
}

export interface ClusterJob {
  /** Of all that the result depends on: the same job has it wherever it comes from. */
  readonly key: string;
  readonly payload: JobPayload;
  /** Bytes that go into the store because they are too long for the queue. */
  readonly long: { readonly key: string; readonly bytes: Uint8Array } | undefined;
}

/** Longer inputs go into the store. */
const longestInput = 32_768;

/** A job for an input whose large parts were taken out. `nonce` tells it from equal jobs whose results shall not be taken. */
export function clusterJob(
  task: string,
  { input, parts }: LightInput,
  { build, isMixed, nonce }: { readonly build: Build; readonly isMixed: boolean; readonly nonce: string },
): ClusterJob {
  const bytes = packData(input, `The input of the task "${task}"`);
  const digest = digestOf([bytes]);
  const isLong = bytes.length > longestInput;
  const sorted = Object.entries(parts).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const key = digestOf([packData([version, build.code, build.engine, task, digest, sorted, nonce])]);
  return {
    key,
    payload: {
      task,
      input: isLong ? { key: digest } : { bytes: Buffer.from(bytes).toString("base64") },
      parts,
      library: version,
      build,
      isMixed,
    },
    long: isLong ? { key: digest, bytes } : undefined,
  };
}

/** The SHA-256 of bytes in some pieces. */
export function digestOf(pieces: readonly Uint8Array[]): string {
  const hash = createHash("sha256");
  for (const piece of pieces) hash.update(piece);
  return hash.digest("hex");
}

/** Whether what came from the queue has the form of a job. Anybody who may write to the queue may have put it there. */
export function isPayload(value: unknown): value is JobPayload {
  if (!isRecord(value) || !isRecord(value.input) || !isRecord(value.parts) || !isRecord(value.build)) return false;
  const { task, input, parts, library, build, isMixed } = value;
  const { engine } = build;
  return (
    typeof task === "string" &&
    typeof library === "string" &&
    typeof isMixed === "boolean" &&
    typeof build.code === "string" &&
    isRecord(engine) &&
    typeof engine.name === "string" &&
    typeof engine.digest === "string" &&
    (typeof input.bytes === "string" || isKey(input.key)) &&
    Object.values(parts).every(isKey)
  );
}

/** Whether a text is a SHA-256, and so no path and no pattern. */
export function isKey(value: unknown): value is string {
  return typeof value === "string" && /^[0-9a-f]{64}$/.test(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
