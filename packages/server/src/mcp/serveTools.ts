import type { Readable, Writable } from "node:stream";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { InputError } from "kernelbayes";
import { version } from "kernelbayes/models";
import { readWhole } from "../models/loadModel.ts";
import { loadedModel } from "../models/loadedModel.ts";
import { fileAt } from "../models/modelFolder.ts";
import { nextModelId, servedModel, type ServedModel } from "../models/servedModel.ts";
import { Refusal } from "../problem/problem.ts";
import type { NamedFile } from "../settings/serverOptions.ts";
import { addTools } from "./tools.ts";

export interface ToolOptions {
  readonly models: readonly NamedFile[];
  /** A folder whose tables may be checked, and no others; without one, tables come as text. */
  readonly tables?: string | undefined;
  /** Default: the standard input. */
  readonly input?: Readable | undefined;
  /** Default: the standard output, which nothing else may write to. */
  readonly output?: Writable | undefined;
}

/** Tools that are being served. */
export interface ServedTools {
  /** Kept when the other side has gone. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/** Bytes that the file of a model may have. */
const mostBytes = 2 ** 30;

/** Answers calls of tools until the input ends. What is wrong with a model is thrown before. */
export async function serveTools({
  models,
  tables,
  input = process.stdin,
  output = process.stdout,
}: ToolOptions): Promise<ServedTools> {
  if (models.length === 0) throw new InputError("no-models", "There is nothing to serve.", {}, "Name a model file.");
  const loaded = new Map<string, ServedModel>();
  for (const { name, path } of models) loaded.set(name, await load(name, path));
  const server = new McpServer({ name: "kernelbayes", version });
  addTools(server, loaded, tables);
  const transport = new StdioServerTransport(input, output);
  const ended = new Promise<void>((resolve) => {
    input.once("end", resolve);
    input.once("close", resolve);
  });
  await server.connect(transport);
  return { ended, close: () => server.close() };
}

async function load(name: string, path: string): Promise<ServedModel> {
  const file = await fileAt(name, "1", path);
  if (file === undefined) throw new InputError("unreadable-file", "There is no such file.", { source: path });
  try {
    const { bytes, hash } = await readWhole(file, mostBytes);
    const local = loadedModel(bytes, undefined);
    const costs = [{ call: 0, row: 0 }, undefined] as const;
    return servedModel({
      id: nextModelId(),
      name,
      version: "1",
      bytes,
      hash,
      front: local.front,
      costs,
      local,
      window: 1,
    });
  } catch (error) {
    if (error instanceof Refusal) throw new InputError(error.problem.code, error.problem.detail, { source: path });
    throw error instanceof InputError ? error.at({ source: path }) : error;
  }
}
