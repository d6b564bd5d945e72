import { cpus, loadavg } from "node:os";
import { models, type ModelName } from "kernelbayes/models";
import { numberOf, UsageError, type Benchmark, type BenchOptions } from "../benchmark.ts";
import { verdictRow } from "../verdict.ts";
import { batches } from "./batches.ts";
import { faults } from "./faults.ts";
import { fuzz } from "./fuzz.ts";
import { latency } from "./latency.ts";
import { soak } from "./soak.ts";
import { withFolder, type ServeReport, type ServeSettings } from "./serveSettings.ts";

const parts: Readonly<Record<string, (settings: ServeSettings) => Promise<ServeReport>>> = {
  latency,
  batches,
  soak,
  faults,
  fuzz,
};

/** `kernelbayes serve` beside a bare route and scikit-learn, in large batches, for a long time, and under attack. */
export const serve: Benchmark = {
  description:
    "asks kernelbayes serve: single rows, large batches, ten minutes of mixed load, faults, damaged requests",
  options: {
    parts: `some of ${Object.keys(parts).join(",")} (default all)`,
    models: "names of models that are asked (lda,lssvm,gpc,auto)",
    seconds: "seconds for which each address is asked (10)",
    connections: "connections of the client (16)",
    "batch-rows": "rows of a large batch (10000)",
    "soak-seconds": "seconds of mixed load (600)",
    cases: "damaged requests (10000)",
    seed: "of rows and cases (1)",
    workers: "threads of the server that predict (1)",
    python: "a Python with scikit-learn, FastAPI and uvicorn (python3 and /usr/bin/python3)",
  },
  async run(options) {
    const names = (options.parts ?? Object.keys(parts).join(",")).split(",");
    const unknown = names.find((name) => !Object.hasOwn(parts, name));
    if (unknown !== undefined) {
      throw new UsageError(`There is no part "${unknown}"; there are ${Object.keys(parts).join(", ")}.`);
    }
    const load = loadavg()[0];
    const reports: ServeReport[] = [];
    for (const name of names) {
      reports.push(await withFolder((folder) => parts[name]({ ...settingsOf(options), folder })));
    }
    const verdicts = reports.flatMap((report) => report.verdicts);
    const sections = reports.flatMap((report) => report.sections);
    return {
      title: "kernelbayes serve",
      rows: verdicts.map(verdictRow),
      more: sections,
      notes: [
        `${cpus().length} × ${cpus()[0]?.model ?? "unknown processor"}, Node ${process.versions.node}. Load when the run began: ${load.toFixed(1)}.`,
        ...(load > 0.5
          ? ["THE MACHINE WAS NOT IDLE: ratios within this run may still be looked at, times may not."]
          : []),
      ],
      data: { verdicts, sections, load },
    };
  },
};

function settingsOf(options: BenchOptions): Omit<ServeSettings, "folder"> {
  const number = (name: string, initial: string): number => numberOf(options[name] ?? initial, name);
  return {
    models: (options.models ?? "lda,lssvm,gpc,auto").split(",").map(known),
    seconds: number("seconds", "10"),
    connections: number("connections", "16"),
    batchRows: number("batch-rows", "10000"),
    soakSeconds: number("soak-seconds", "600"),
    cases: number("cases", "10000"),
    seed: number("seed", "1"),
    workers: number("workers", "1"),
    pythons: options.python === undefined ? ["python3", "/usr/bin/python3"] : [options.python],
    tell: (line) => void process.stderr.write(`${line}\n`),
  };
}

function known(name: string): ModelName {
  if (Object.hasOwn(models, name)) return name as ModelName;
  throw new UsageError(`There is no model "${name}".`);
}
