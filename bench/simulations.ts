import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { InputError } from "kernelbayes";
import { selectEngine } from "kernelbayes/engine";
import "kernelbayes/node";
import { readProblem } from "@kernelbayes/experiment/node";
import { numberOf, UsageError, type Benchmark, type BenchOptions, type Report } from "./benchmark.ts";
import { relevantColumns } from "./relevantColumns.ts";
import { simulatedLine } from "./simulatedLine.ts";
import { simulatedPlane } from "./simulatedPlane.ts";
import type { Simulated, SimulationSettings } from "./simulation.ts";
import { verdictRow } from "./verdict.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const parts: Readonly<Record<string, (settings: SimulationSettings) => Simulated>> = {
  plane: simulatedPlane,
  line: simulatedLine,
  relevance: relevantColumns,
};

/** What the paper of the trigonometric classifier shows on simulated data and of the relevance of columns. */
export const simulations: Benchmark = {
  description:
    "btsvc and gpc on the simulated problems of Chu, Keerthi & Ong, beside the true Bayes rule; columns they find relevant",
  options: {
    parts: `some of ${Object.keys(parts).join(",")} (default all)`,
    methods: "other models than btsvc,gpc (no criteria are known for them)",
    seeds: "draws of data of each simulation (default 5 in the plane, 10 on the line)",
    rows: "training rows in the plane (default 1000)",
    datasets: "problems whose relevant columns are looked for (default splice,image)",
    engine: "wasm, native or another (default the fastest that works here)",
    data: "folder with ida/NAME.csv.gz and ida/NAME.splits.json.gz (../shared/data beside the project)",
  },
  async run(options) {
    try {
      return reportOf(chosenParts(options.parts), settingsOf(options));
    } catch (error) {
      throw error instanceof InputError ? new UsageError(error.message) : error;
    }
  },
};

function chosenParts(text: string = Object.keys(parts).join(",")): string[] {
  const names = text.split(",");
  const unknown = names.find((name) => !Object.hasOwn(parts, name));
  if (unknown === undefined) return names;
  throw new UsageError(`There is no part "${unknown}"; there are ${Object.keys(parts).join(", ")}.`);
}

function settingsOf({
  methods = "btsvc,gpc",
  seeds,
  rows = "1000",
  datasets,
  engine,
  data,
}: BenchOptions): SimulationSettings {
  return {
    methods: methods.split(","),
    seeds: seeds === undefined ? undefined : numberOf(seeds, "seeds"),
    rows: numberOf(rows, "rows"),
    datasets: (datasets ?? "splice,image").split(","),
    engine: selectEngine(engine),
    data: data ?? join(root, "../shared/data"),
    tell: (line) => void process.stderr.write(`${line}\n`),
  };
}

function reportOf(names: readonly string[], settings: SimulationSettings): Report {
  // Data that are not there are missed before an hour of work, not after it.
  if (names.includes("relevance")) for (const name of settings.datasets) readProblem(settings.data, name);
  const found = names.map((name) => parts[name](settings));
  const verdicts = found.flatMap((each) => each.verdicts);
  return {
    title: "Simulations and relevance: what was asked for and what was found",
    rows: verdicts.map(verdictRow),
    more: found.flatMap(({ sections }) => sections),
    notes: [`Engine: ${settings.engine.name}.`],
    data: { verdicts, sections: found.flatMap(({ sections }) => sections) },
  };
}
