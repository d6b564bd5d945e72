import { existsSync } from "node:fs";
import { join } from "node:path";
import { fit, iris, selectRows, type Table } from "kernelbayes";
import { scoreIntervals } from "kernelbayes/compare";
import { matrix } from "kernelbayes/engine";
import { evaluate, trainingData, measure, type Measurement } from "kernelbayes/evaluate";
import { random, stream } from "kernelbayes/numeric";
import { tableOf } from "kernelbayes/table";
import { readTable } from "kernelbayes/node";
import { UsageError } from "./benchmark.ts";
import { modelNamed, type HonestyPart, type HonestySettings } from "./honestyPart.ts";
import { atLeast, atMost, type Verdict } from "./verdict.ts";

const tables = [
  "abalone-3class",
  "car-evaluation",
  "cardiotocography-3class",
  "churn",
  "climate-simulation-craches",
  "cmc",
  "eucalyptus",
  "indian-liver-patient",
  "kc1",
  "mammographic-mass",
  "phoneme",
  "qsar-biodeg",
  "robot-nav-sensor-readings-24",
  "saheart",
  "segment",
  "seismic-bumps",
  "spambase",
  "statlog-landsat-satellite",
  "vehicle",
  "thyroid-sick-euthyroid",
  "wholesale-region",
  "wilt",
  "yeast-4class",
  "iris",
];
const models = ["auto", "rda", "lssvm", "gpc", "logistic"];
const sizes = [20, 40, 80, 160];
/** Rows that are the truth are at most so many. */
const mostTruth = 1500;

/** What was printed about one cut, and what is true. */
interface Cut {
  readonly error: Compared;
  readonly logLoss: Compared;
}

interface Compared {
  readonly printed: number;
  readonly lower: number;
  readonly upper: number;
  readonly truth: number;
  /** The width of the same interval from an independent sample of as many rows. */
  readonly independent: number;
}

/** Tables cut to few rows, all other rows being the truth: whether the printed intervals hold it, and are no wider than they need be. */
export const honestyCuts: HonestyPart = async (settings) => {
  const chosen = settings.models ?? models.map((name) => [name, modelNamed(name)] as const);
  const rows: Record<string, string | number>[] = [];
  const verdicts: Verdict[] = [];
  for (const [name, model] of chosen) {
    for (const size of settings.sizes ?? sizes) {
      const cuts: Cut[] = [];
      let failed = 0;
      for (const table of settings.tables ?? tables) {
        const whole = await readWhole(settings, table);
        if (whole.table.rows < size + 40) continue;
        for (let cut = 1; cut <= settings.cuts; cut++) {
          const key = `cut ${name} ${size} ${table} ${settings.seed} ${cut}`;
          const parts = stratifiedCut(whole, size, 1000 * settings.seed + cut);
          try {
            const revision = await settings.revision(name, model, "figures", { rows: size, columns: 10 });
            const outcome = await settings.kept.result(key, revision, () => judged(model, whole, parts, settings));
            if (outcome) cuts.push(outcome);
          } catch (error) {
            failed++;
            settings.tell(`${name}, ${table}, ${size} rows, cut ${cut}: ${String(error)}`);
          }
        }
        settings.tell(`cuts: ${name}, ${size} rows, ${table}`);
      }
      const row = summary(name, size, cuts, failed);
      settings.tell(
        Object.entries(row)
          .map(([key, value]) => `${key} ${value}`)
          .join(", "),
      );
      rows.push(row);
      verdicts.push(...criteria(name, size, cuts));
    }
  }
  return {
    verdicts,
    sections: [{ title: "Tables cut to few rows: what is printed, and what is true on all other rows", rows }],
  };
};

interface Whole {
  readonly table: Table;
  readonly target: string;
  /** Rows that can be used, with their classes. */
  readonly rows: Int32Array;
  readonly classes: Int32Array;
  readonly names: readonly string[];
}

const read = new Map<string, Whole>();

async function readWhole({ data }: HonestySettings, name: string): Promise<Whole> {
  const known = read.get(name);
  if (known) return known;
  const file = join(data, "tables", `${name}.csv.gz`);
  if (name !== "iris" && !existsSync(file))
    throw new UsageError(`${file} is not there; name the folder of the data with --data.`);
  const table = name === "iris" ? iris() : await readTable(file);
  const target = name === "iris" ? "species" : "target";
  const kept = tableOf(table.columns.filter((column) => column.name !== "fold"));
  const { rows, classes, names } = trainingData(kept, { target, missing: "impute" });
  const whole = { table: kept, target, rows, classes, names };
  read.set(name, whole);
  return whole;
}

/** So many rows, of each class its share but two at least, and the others. */
function stratifiedCut(
  { rows, classes, names }: Whole,
  size: number,
  seed: number,
): { readonly cut: Int32Array; readonly rest: Int32Array } {
  const order = random.permutation(stream(seed, size), rows.length);
  const share = names.map((_, q) => (size * classes.filter((own) => own === q).length) / rows.length);
  const quota = share.map((each) => Math.max(2, Math.floor(each)));
  const byRemainder = Array.from(names.keys()).toSorted((a, b) => (share[b] % 1) - (share[a] % 1));
  let left = size - quota.reduce((sum, each) => sum + each, 0);
  for (const q of byRemainder) if (left > 0) [quota[q], left] = [quota[q] + 1, left - 1];
  quota[quota.indexOf(Math.max(...quota))] += left;
  const isCut = new Uint8Array(rows.length);
  for (const at of order) if (quota[classes[at]]-- > 0) isCut[at] = 1;
  const take = (wanted: number): Int32Array =>
    Int32Array.from(
      order.filter((at) => isCut[at] === wanted),
      (at) => rows[at],
    );
  return { cut: take(1), rest: take(0) };
}

async function judged(
  model: Parameters<typeof measure>[0],
  { table, target }: Whole,
  { cut, rest }: { readonly cut: Int32Array; readonly rest: Int32Array },
  { executor }: HonestySettings,
): Promise<Cut> {
  const options = { target, missing: "impute", unseen: "zeros", executor } as const;
  const few = selectRows(table, cut);
  const printed = await measure(model, few, options);
  const posterior = await fit(model, few, options);
  const others = selectRows(table, rest.slice(0, mostTruth));
  const { names, classes } = trainingData(others, { target, missing: "impute" });
  const { logProbabilities } = posterior.predict(others);
  const truth = Int32Array.from(classes, (q) => posterior.classes.indexOf(names[q]));
  const scores = evaluate(predicted(logProbabilities), truth);
  const alike = independentWidths(logProbabilities, truth, printed);
  const compared = (
    figure: { estimate: number; lower: number; upper: number },
    value: number,
    width: number,
  ): Compared => ({
    printed: figure.estimate,
    lower: figure.lower,
    upper: figure.upper,
    truth: value,
    independent: width,
  });
  const { errorRate, logLoss } = printed.intervals;
  return {
    error: compared(errorRate, scores.errorRate, alike.error),
    logLoss: compared(logLoss, scores.logLoss.mean, alike.logLoss),
  };
}

function predicted(logProbabilities: Measurement["logProbabilities"]): Parameters<typeof evaluate>[0] {
  const { rows, columns, data } = logProbabilities;
  return { probabilities: matrix(rows, columns, data.map(Math.exp)), logProbabilities };
}

/** Widths of the same intervals from as many rows that are independent of the fit. */
function independentWidths(
  { data, columns }: Measurement["logProbabilities"],
  truth: Int32Array,
  { rows }: Measurement,
): { readonly error: number; readonly logLoss: number } {
  const n = Math.min(rows.length, truth.length);
  const { errorRate, logLoss } = scoreIntervals(
    predicted(matrix(n, columns, data.slice(0, n * columns))),
    truth.slice(0, n),
    { seed: 1 },
  );
  return { error: errorRate.upper - errorRate.lower, logLoss: logLoss.upper - logLoss.lower };
}

function covered(cuts: readonly Cut[], of: "error" | "logLoss"): number {
  const held = cuts.filter(({ [of]: { lower, upper, truth } }) => lower <= truth && truth <= upper);
  return held.length / cuts.length;
}

function ratio(cuts: readonly Cut[]): number {
  const sum = (of: (cut: Cut) => number): number => cuts.reduce((total, cut) => total + of(cut), 0);
  return sum(({ logLoss }) => logLoss.printed) / sum(({ logLoss }) => logLoss.truth);
}

/** The median width of the intervals over that of independent samples. */
function medianWidth(cuts: readonly Cut[], of: "error" | "logLoss"): number {
  const median = (values: readonly number[]): number => values.toSorted((x, y) => x - y)[values.length >> 1];
  return median(cuts.map((cut) => cut[of].upper - cut[of].lower)) / median(cuts.map((cut) => cut[of].independent));
}

function summary(model: string, size: number, cuts: readonly Cut[], failed: number): Record<string, string | number> {
  return {
    model,
    rows: size,
    cuts: cuts.length,
    failed,
    "true log loss": (cuts.reduce((sum, { logLoss }) => sum + logLoss.truth, 0) / cuts.length).toFixed(3),
    "printed over true": ratio(cuts).toFixed(3),
    "error covered": covered(cuts, "error").toFixed(3),
    "log loss covered": covered(cuts, "logLoss").toFixed(3),
    "width, error": medianWidth(cuts, "error").toFixed(2),
    "width, log loss": medianWidth(cuts, "logLoss").toFixed(2),
  };
}

function criteria(model: string, size: number, cuts: readonly Cut[]): Verdict[] {
  const what = `${model}, ${size} rows`;
  const most = size <= 40 ? 1.25 : 1.1;
  return [
    atLeast(`${what}: intervals of the error that cover the truth`, covered(cuts, "error"), 0.9),
    atLeast(`${what}: intervals of the log loss that cover the truth`, covered(cuts, "logLoss"), 0.9),
    atMost(`${what}: median width beside an independent sample, error`, medianWidth(cuts, "error"), 1.5),
    atMost(`${what}: median width beside an independent sample, log loss`, medianWidth(cuts, "logLoss"), 1.5),
    atLeast(`${what}: mean printed over mean true log loss`, ratio(cuts), 0.9),
    atMost(`${what}: mean printed over mean true log loss`, ratio(cuts), most),
  ];
}
