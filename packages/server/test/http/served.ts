import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer, type ScoringServer, type ServerOptions } from "@kernelbayes/server";
import type { Posterior } from "kernelbayes";
import { afterAll } from "vitest";

export interface TensorJson {
  readonly name: string;
  readonly datatype: string;
  readonly shape: readonly number[];
  readonly data: readonly unknown[];
}

/** Everything that answers in JSON may hold: rows, tensors, lists of models, drift, problems. */
interface AnswerJson {
  readonly predictions: readonly Record<string, unknown>[];
  readonly inputs: readonly TensorJson[];
  readonly outputs: readonly TensorJson[];
  readonly parameters: { readonly outputs_on_request: readonly TensorJson[] };
  readonly models: readonly Record<string, unknown>[];
  readonly columns: readonly Record<string, unknown>[];
  readonly paths: Readonly<Record<string, Record<string, object>>>;
  readonly [name: string]: unknown;
}

/** What a server answered. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON. */
  readonly json: AnswerJson;
}

/** A server on a free port of this machine, with what it logged. */
export interface Served extends ScoringServer {
  readonly log: Record<string, unknown>[];
  ask(path: string, init?: RequestInit): Promise<Answered>;
  /** Sends a value as JSON. */
  send(path: string, body: unknown, headers?: Record<string, string>): Promise<Answered>;
}

/** A folder for the tests of a file. */
export function folderOfFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "kernelbayes-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes a model, and returns its path. */
export function writeModel(folder: string, name: string, posterior: Posterior): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(posterior.toDocument()));
  return path;
}

/** Starts a server that looks at its files only when it is told to. */
export async function served(options: ServerOptions): Promise<Served> {
  const log: Record<string, unknown>[] = [];
  const server = await startServer({
    port: 0,
    workers: 1,
    pollInterval: 3_600_000,
    logStream: { write: (line) => void log.push(JSON.parse(line) as Record<string, unknown>) },
    ...options,
  });
  const ask = async (path: string, init?: RequestInit): Promise<Answered> => {
    const response = await fetch(`${server.url}${path}`, init);
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json");
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: (isJson ? JSON.parse(text) : {}) as AnswerJson,
    };
  };
  return Object.assign(Object.create(server) as ScoringServer, {
    log,
    ask,
    send: (path: string, body: unknown, headers: Record<string, string> = {}) =>
      ask(path, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),
  });
}
