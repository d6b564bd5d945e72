import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { workerExecutor } from "kernelbayes/node";
import { numberOf, numbersOf, UsageError, type Benchmark, type BenchOptions, type Section } from "./benchmark.ts";
import { clusterExecutorOf, clusterOption } from "./clusterExecutorOf.ts";
import { honestyCoverage } from "./honestyCoverage.ts";
import { honestyCuts } from "./honestyCuts.ts";
import { honestyNoise } from "./honestyNoise.ts";
import { honestySeparable } from "./honestySeparable.ts";
import { keptResults, revisionOf } from "./keptResults.ts";
import { modelNamed, type HonestyPart, type HonestySettings } from "./honestyPart.ts";
import { verdictRow, type Verdict } from "./verdict.ts";

const parts: Readonly<Record<string, HonestyPart>> = {
  cuts: honestyCuts,
  noise: honestyNoise,
  coverage: honestyCoverage,
  separable: honestySeparable,
};

/** Whether what is printed about a fit holds on new rows: tables cut to few rows, noise, truths that are known, and classes that are far apart. */
export const honesty: Benchmark = {
  description:
    "whether printed figures and intervals hold on new rows: few rows, noise, known truths, classes far apart",
  options: {
    parts: `some of ${Object.keys(parts).join(",")} (default all)`,
    models: "names separated by commas (default those that each part asks for)",
    sizes: "numbers of rows (default those of each part)",
    cuts: "cuts of each table (default 5)",
    draws: "draws of made tables (default 100 of noise, 50 of known truths)",
    tables: "names separated by commas (default 23 tables of --data and iris)",
    truths: 'some of "logistic,Gaussian classes,Gaussian process" (default all)',
    shapes: 'of noise, some of "40x3000,200x5,60x200,weak" (default all)',
    data: "folder with tables/NAME.csv.gz (../shared/data beside the project)",
    seed: "whole number (default 1)",
    cluster: clusterOption,
    results: "file of single results, from which the next run resumes (default: none are kept)",
    "only-kept": "prints the tables of the results in that file, and computes nothing",
  },
  async run(options) {
    const chosen = (options.parts ?? Object.keys(parts).join(",")).split(",");
    const unknown = chosen.find((name) => !Object.hasOwn(parts, name));
    if (unknown !== undefined)
      throw new UsageError(`There is no part "${unknown}"; there are ${Object.keys(parts).join(", ")}.`);
    const settings = await settingsOf(options);
    const verdicts: Verdict[] = [];
    const more: Section[] = [];
    try {
      for (const name of chosen) {
        const report = await parts[name](settings);
        verdicts.push(...report.verdicts);
        more.push(...report.sections);
      }
    } finally {
      await settings.executor.close();
    }
    return {
      title: "Honesty: what was asked for beside what was measured",
      rows: verdicts.map(verdictRow),
      more,
      notes: [`Seed ${settings.seed}, Node ${process.versions.node}.`],
      data: { verdicts, sections: more },
    };
  },
};

async function settingsOf(options: BenchOptions): Promise<HonestySettings> {
  const { models, sizes, cuts, draws, tables, truths, shapes, data, seed = "1", results } = options;
  const onlyKept = options["only-kept"] !== undefined;
  if (onlyKept && results === undefined) throw new UsageError("--only-kept needs --results FILE.");
  const revisions = new Map<string, Promise<string>>();
  return {
    kept: keptResults(results, { onlyKept }),
    revision(name, model, depends, shape) {
      if (results === undefined) return Promise.resolve("");
      const key = `${name} ${depends} ${shape.rows} ${shape.columns}`;
      const known = revisions.get(key) ?? revisionOf(model, depends, shape);
      revisions.set(key, known);
      return known;
    },
    models: models?.split(",").map((name) => [name, modelNamed(name)] as const),
    sizes: sizes === undefined ? undefined : numbersOf(sizes, "sizes"),
    cuts: numberOf(cuts ?? "5", "cuts"),
    draws: draws === undefined ? undefined : numberOf(draws, "draws"),
    tables: tables?.split(","),
    truths: truths?.split(","),
    shapes: shapes?.split(","),
    data: data ?? join(fileURLToPath(new URL("..", import.meta.url)), "../shared/data"),
    seed: numberOf(seed, "seed"),
    executor: await clusterExecutorOf(options, () => workerExecutor()),
    tell: (line) => void process.stderr.write(`${line}\n`),
  };
}
