import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fit, leastSquaresSupportVector, type Table } from "kernelbayes";
import { tableChunks, writePosterior } from "kernelbayes/node";
import { UsageError } from "./benchmark.ts";

/** What a command took for a table that it read in chunks. */
export interface CommandFigures {
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
  readonly peakMegabytes: number;
}

const command = fileURLToPath(new URL("../packages/cli/dist/kernelbayes.js", import.meta.url));
/** Prints what a process took when it ends. */
const watch = new URL("processFigures.mjs", import.meta.url).href;

/** The commands that read tables of any length, and the words that each is given. */
export const largeTableCommands: Readonly<Record<string, (files: CommandFiles) => readonly string[]>> = {
  check: ({ table }) => ["check", table, "--target", "y", "--quiet"],
  "explain, three rows": ({ model, table }) => ["explain", model, table, "--row", "1,5000,90000", "--quiet"],
  "explain, effects and slices": ({ model, table }) => [
    "explain",
    model,
    table,
    "--effects",
    "x0,x1",
    "--slices",
    "--quiet",
  ],
  evaluate: ({ model, table }) => ["evaluate", model, table, "--quiet"],
  predict: ({ model, table, folder }) => [
    "predict",
    model,
    table,
    "--no-intervals",
    "--keep",
    "none",
    "--out",
    join(folder, "predicted.parquet"),
    "--quiet",
  ],
};

interface CommandFiles {
  readonly model: string;
  readonly table: string;
  readonly folder: string;
}

/** The file of a model of the first chunk of a table, which is made once. */
export async function modelFile(folder: string, table: string): Promise<string> {
  const file = join(folder, "model.json");
  if (existsSync(file)) return file;
  const [first] = await firstOf(tableChunks(table, { rows: 4000 }).read());
  await writePosterior(file, await fit(leastSquaresSupportVector(), first, { target: "y", seed: 1 }));
  return file;
}

async function firstOf(tables: AsyncIterable<Table>): Promise<Table[]> {
  for await (const table of tables) return [table];
  return [];
}

/** Runs a command in a process of its own. */
export async function commandFigures(words: readonly string[]): Promise<CommandFigures> {
  const child = spawn(process.execPath, ["--import", watch, command, ...words], {
    stdio: ["ignore", "ignore", "inherit", "pipe"],
  });
  let text = "";
  child.stdio[3]!.on("data", (data) => (text += String(data)));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new UsageError(`kernelbayes ${words[0]} ended with code ${code}.`);
  return JSON.parse(text) as CommandFigures;
}
