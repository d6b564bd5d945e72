import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { refusal } from "../problem/problem.ts";
import type { Scheduler } from "../work/scheduler.ts";
import { loadedModel } from "./loadedModel.ts";
import { fileAt, type FoundFile } from "./modelFolder.ts";
import type { PredictionCost } from "./modelFront.ts";
import { nextModelId, servedModel, type ServedModel } from "./servedModel.ts";

export interface LoadSettings {
  /** Absent where the serving thread does everything. */
  readonly scheduler: Scheduler | undefined;
  readonly engine: string | undefined;
  /** Bytes that the largest model may have. */
  readonly mostBytes: number;
  /** Seconds over which drift is counted. */
  readonly driftWindow: number;
}

/** The bytes of a file with what tells whether they are others than before. */
export interface ReadFile {
  readonly file: FoundFile;
  /** In memory that threads share. */
  readonly bytes: Uint8Array;
  readonly hash: string;
}

/** Milliseconds for a row above which predictions are left to workers, so that the serving thread need not hold the model. */
const localLimit = 0.25;

/** Bytes above which the serving thread does not hold a model, because loading it would keep everybody waiting. */
const localBytes = 8 * 2 ** 20;

/** How often a file is read that changes meanwhile. */
const mostReads = 3;

/** Reads a whole file as it is between two changes. */
export async function readWhole({ name, version, path }: FoundFile, mostBytes: number): Promise<ReadFile> {
  for (let read = 0; read < mostReads; read++) {
    const file = await fileAt(name, version, path);
    if (file === undefined) break;
    if (file.size > mostBytes) {
      throw refusal(503, "model-too-large", `The model has ${file.size} bytes; there is room for ${mostBytes}.`, {
        remedy: "Start the server with more memory for models, or save the model without intervals.",
      });
    }
    const content = await readFile(path).catch(({ code }: NodeJS.ErrnoException) => {
      // Its own words name the path, which is no business of a client.
      throw refusal(503, "unreadable-file", `The file cannot be read (${code}).`);
    });
    if ((await fileAt(name, version, path))?.state !== file.state) continue;
    const bytes = new Uint8Array(new SharedArrayBuffer(content.length));
    bytes.set(content);
    return { file, bytes, hash: createHash("sha256").update(content).digest("hex") };
  }
  throw refusal(503, "model-changes", "The file of the model is gone, or changes all the time.");
}

/** A model from a file that was read: checked and measured in a worker, and held here, too, where its predictions are cheap. */
export async function loadModel({ file, bytes, hash }: ReadFile, settings: LoadSettings): Promise<ServedModel> {
  const { scheduler, engine, driftWindow: window } = settings;
  const { name, version } = file;
  const id = nextModelId();
  if (scheduler === undefined) {
    const local = loadedModel(bytes, engine);
    const unknown: PredictionCost = { call: 0, row: 0 };
    return servedModel({
      id,
      name,
      version,
      bytes,
      hash,
      front: local.front,
      costs: [unknown, unknown],
      local,
      window,
    });
  }
  const { front, costs } = await scheduler.load({ id, bytes }, engine);
  const isCheap = costs[0].call + costs[0].row <= localLimit && bytes.length <= localBytes;
  const local = isCheap ? loadedModel(bytes, engine) : undefined;
  return servedModel({ id, name, version, bytes, hash, front, costs, local, window });
}
