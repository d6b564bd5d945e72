import { textTable } from "@kernelbayes/report";
import { accuracy } from "./accuracy.ts";
import { UsageError, type BenchOptions, type Benchmark, type Report, type Section } from "./benchmark.ts";
import { cluster } from "./cluster.ts";
import { csv } from "./csv.ts";
import { dates } from "./dates.ts";
import { engine } from "./engine.ts";
import { explain } from "./explain.ts";
import { fisher } from "./fisher.ts";
import { honesty } from "./honesty.ts";
import { labelNoise } from "./labelNoise.ts";
import { livingReport } from "./livingReport.ts";
import { predict } from "./predict.ts";
import { progress } from "./progress.ts";
import { projection } from "./projection.ts";
import { ripley } from "./ripley.ts";
import { scale } from "./scale.ts";
import { serve } from "./serve/serve.ts";
import { simulations } from "./simulations.ts";
import { studio } from "./studio/studio.ts";
import { supportVector } from "./supportVector.ts";
import { tables } from "./tables.ts";
import { toy } from "./toy.ts";
import { useCases } from "./useCases.ts";
import { wide } from "./wide.ts";

const catalogue: Readonly<Record<string, Benchmark>> = {
  engine,
  fisher,
  "support-vector": supportVector,
  projection,
  csv,
  predict,
  cluster,
  scale,
  accuracy,
  progress,
  dates,
  toy,
  simulations,
  wide,
  ripley,
  honesty,
  "label-noise": labelNoise,
  explain,
  "living-report": livingReport,
  serve,
  studio,
  "use-cases": useCases,
  tables,
};

const [name, ...rest] = process.argv.slice(2);
try {
  if (name === undefined || name === "--help" || name === "-h") {
    console.log(help());
  } else {
    const benchmark = Object.hasOwn(catalogue, name) ? catalogue[name] : undefined;
    if (!benchmark) throw new UsageError(`There is no benchmark "${name}".\n\n${help()}`);
    if (rest.includes("--help")) {
      console.log(helpFor(name, benchmark));
    } else {
      const { json, ...options } = optionsOf(rest, benchmark);
      const report = await benchmark.run(options);
      console.log(json === undefined ? textOf(report) : JSON.stringify(report.data ?? report, undefined, 2));
    }
  }
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}

function help(): string {
  const width = Math.max(...Object.keys(catalogue).map((key) => key.length));
  const lines = Object.entries(catalogue).map(([key, { description }]) => `  ${key.padEnd(width)}  ${description}`);
  return [
    "npm run -s bench -- NAME [--json] [options]",
    "",
    ...lines,
    "",
    "--help after a name lists its options.",
  ].join("\n");
}

function helpFor(key: string, { description, options = {} }: Benchmark): string {
  const lines = Object.entries({ ...options, json: "print the report as JSON" });
  const width = Math.max(...lines.map(([option]) => option.length));
  return [`${key}: ${description}`, "", ...lines.map(([option, text]) => `  --${option.padEnd(width)}  ${text}`)].join(
    "\n",
  );
}

/** `--name value`, `--name=value` or `--name`. */
function optionsOf(words: readonly string[], { options = {} }: Benchmark): BenchOptions {
  const result: Record<string, string> = {};
  for (let i = 0; i < words.length; i++) {
    const [, option, , value] = /^--([^=]+)(=(.*))?$/.exec(words[i]) ?? [];
    if (option === undefined) throw new UsageError(`"${words[i]}" is not an option.`);
    if (option !== "json" && !Object.hasOwn(options, option)) {
      throw new UsageError(
        `There is no option --${option}; there are ${["json", ...Object.keys(options)].join(", ")}.`,
      );
    }
    const next = words[i + 1];
    if (value !== undefined) result[option] = value;
    else if (option !== "json" && next !== undefined && !next.startsWith("--")) result[option] = words[++i];
    else result[option] = "true";
  }
  return result;
}

function textOf({ title, rows, notes, more = [] }: Report): string {
  const sections: readonly Section[] = [{ title, rows }, ...more];
  const tables = sections.flatMap(({ notes: remarks = [], ...table }) => [
    table.title,
    "",
    textTable(table.rows),
    "",
    ...(remarks.length > 0 ? [...remarks, ""] : []),
  ]);
  return [...tables, ...notes].join("\n");
}
