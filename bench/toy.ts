import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gaussian, InputError, type Kernel, type Table } from "kernelbayes";
import { composite, nugget, scale, sum } from "kernelbayes/kernels";
import { readTable } from "kernelbayes/node";
import { UsageError, numberOf, type Benchmark, type BenchOptions, type Report } from "./benchmark.ts";
import { drawToy } from "./toyFigures.ts";
import { fitToy, type ToyFit, type ToyStart } from "./toyFit.ts";
import { shuffledGains } from "./toyShuffles.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** A toy set with the values of θ₂ that its searches start from, all other parameters being 1. */
interface ToySet {
  readonly name: string;
  readonly starts: readonly number[];
  /** How many of its two columns tell the classes apart. */
  readonly relevant: 1 | 2;
}

const sets: readonly ToySet[] = [
  { name: "relevance", starts: [0.01, 0.1, 1], relevant: 1 },
  { name: "overlap", starts: [0.015, 0.1, 1], relevant: 1 },
  { name: "bumpy", starts: [0.01, 0.1, 1], relevant: 2 },
  { name: "spiral", starts: [1, 10, 100], relevant: 2 },
];

/** A column has ceased to matter when its weight is this much smaller than the other's, on the scale of logarithms. */
const leastLogRatio = 5;

/** The four toy sets of the Bayesian Fisher discriminant, fitted as its authors did. */
export const toy: Benchmark = {
  description: "which columns the Bayesian Fisher discriminant finds relevant on its authors' toy sets, with figures",
  options: {
    data: "folder with toy/NAME.csv.gz (../shared/data beside the project)",
    out: "folder for figures as SVG files (default: none are drawn)",
    shuffles:
      "where a useless column is found relevant, fit again so many times with its values in random order (0): how often " +
      "chance gains as much evidence",
  },
  async run(options) {
    try {
      return await toyReport(options);
    } catch (error) {
      throw error instanceof InputError ? new UsageError(error.message) : error;
    }
  },
};

/** A set with what was found on it. */
interface Finding {
  readonly set: ToySet;
  readonly table: Table;
  readonly composite: ToyFit;
  readonly gaussian: ToyFit;
}

async function toyReport({ data = join(root, "../shared/data"), out, shuffles = "0" }: BenchOptions): Promise<Report> {
  const count = shuffles === "0" ? 0 : numberOf(shuffles, "shuffles");
  const findings: Finding[] = [];
  for (const set of sets) {
    const table = await readTable(join(data, "toy", `${set.name}.csv.gz`));
    findings.push({
      set,
      table,
      composite: fitToy(table, set.starts, compositeAt),
      gaussian: fitToy(table, [1], gaussianAt),
    });
  }
  const spiral = findings.find(({ set }) => set.name === "spiral")!;
  const poor = spiral.composite.starts[0];
  const files = out === undefined ? [] : figures(findings, poor, out);
  const starts = findings.flatMap(({ set, composite, gaussian }) => [
    ...startRows(set.name, "composite", composite),
    ...startRows(set.name, "gaussian", gaussian),
  ]);
  return {
    title: "Relevance of the columns, composite kernel, highest evidence of the starts",
    rows: findings.map(findingRow),
    more: [{ title: "Where each start ended", rows: starts }],
    notes: [
      "Inputs as they are; every parameter starts at 1 but θ₂. Weights are scaled to mean 1. A column counts as irrelevant when",
      `its weight is at least e^${leastLogRatio} times smaller. Evidence is 𝒥, with the prior of β.`,
      `Spiral from θ₂ = 1 alone: ${poor.errors} errors in ${spiral.table.rows} training rows.`,
      ...findings.flatMap((finding) => (count > 0 && isShort(finding) ? shuffleNotes(finding, count) : [])),
      ...(files.length > 0 ? [`Figures: ${files.join(", ")}`] : []),
    ],
  };
}

function compositeAt(theta: number): Kernel {
  return composite({ inverseSquaredLength: theta });
}

function gaussianAt(theta: number): Kernel {
  return sum(scale(gaussian({ lengthScale: theta ** -0.5 })), nugget());
}

function logRatioOf({ weights = [1, 1] }: ToyStart): number {
  return Math.log(weights[0] / weights[1]);
}

function relevantColumns(start: ToyStart): 1 | 2 {
  return Math.abs(logRatioOf(start)) >= leastLogRatio ? 1 : 2;
}

function isShort({ set, composite }: Finding): boolean {
  return relevantColumns(composite) !== set.relevant;
}

function findingRow(finding: Finding): Record<string, string | number> {
  const { set, table, composite, gaussian } = finding;
  const { weights = [1, 1] } = composite;
  return {
    set: set.name,
    "w of x1": weights[0].toPrecision(3),
    "w of x2": weights[1].toPrecision(3),
    "log w1/w2": logRatioOf(composite).toFixed(2),
    "expected relevant": set.relevant,
    "found relevant": relevantColumns(composite),
    verdict: isShort(finding) ? "OTHERWISE" : "as expected",
    "errors in training": `${composite.errors} of ${table.rows}`,
    "gaussian kernel": `${gaussian.errors} of ${table.rows}`,
  };
}

function startRows(set: string, kernel: string, { starts, evidence: kept }: ToyFit): Record<string, string | number>[] {
  return starts.map((each) => ({
    set,
    kernel,
    "start θ₂": String(each.start),
    evidence: each.evidence.toFixed(3),
    β: each.precision.toPrecision(3),
    "log w1/w2": each.weights ? logRatioOf(each).toFixed(2) : "",
    errors: each.errors,
    kept: each.evidence === kept ? "kept" : "",
  }));
}

function shuffleNotes({ set, table, composite }: Finding, count: number): string[] {
  const column = logRatioOf(composite) < 0 ? 0 : 1;
  const { gain, gains, alone } = shuffledGains(table, column, count, (each) => fitToy(each, set.starts, compositeAt));
  const asLarge = gains.filter((each) => each >= gain).length;
  return [
    `${set.name}: ${table.columns[column].name} adds ${gain.toFixed(1)} to the evidence ${alone.toFixed(1)} of the other column alone. With its ` +
      `values in random order it adds ${Math.min(...gains).toFixed(1)} to ${Math.max(...gains).toFixed(1)}, as much or more in ` +
      `${asLarge} of ${count} cases.`,
  ];
}

function figures(findings: readonly Finding[], poor: ToyStart, out: string): string[] {
  mkdirSync(out, { recursive: true });
  const drawings = [
    ...findings.flatMap(({ set, table, composite, gaussian }) => [
      ...drawToy(set.name, { title: "composite kernel", file: "composite" }, table, composite),
      ...drawToy(set.name, { title: "gaussian kernel", file: "gaussian" }, table, gaussian).slice(0, 1),
    ]),
    ...drawToy(
      "spiral",
      { title: "composite kernel from the poor start θ₂ = 1", file: "poor-start" },
      findings.find(({ set }) => set.name === "spiral")!.table,
      poor,
    ).slice(0, 1),
  ];
  for (const { file, svg } of drawings) writeFileSync(join(out, file), svg);
  return drawings.map(({ file }) => file);
}
