import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { InputError } from "kernelbayes";
import { modelFromDocument, type ModelDocument } from "kernelbayes/models";
import type { Row } from "./benchmark.ts";
import { logSlope, rounded } from "./cpuTime.ts";
import type { PartReport, PartSettings } from "./part.ts";
import type { LargeFit, LargeFitFigures } from "./largeFit.ts";
import { oneThread, typescript } from "./lineProcess.ts";
import { atMost, type Verdict } from "./verdict.ts";

const script = fileURLToPath(new URL("largeFit.ts", import.meta.url));
const gigabyte = 2 ** 30;

/** Growth of a time with the rows that still counts as linear: cache and memory take their share. */
const linear = 1.15;

/** The sparse kernel Fisher discriminant on a basis of 300 rows. */
export function sparsePart(settings: PartSettings): PartReport {
  const model = { name: "orkfd", basis: "random", basisSize: 300 };
  const sizes = settings.sizes ?? [25_000, 50_000, 100_000];
  const title = "Sparse ORKFD, basis of 300 random rows, ringnorm, 20 columns";
  return growth("sparse", title, { model, sizes, classes: 2, mostMemory: [100_000, 2 * gigabyte] }, settings);
}

/** The tuned least-squares machine up to a million rows. */
export function millionPart(settings: PartSettings): PartReport {
  const sizes = settings.sizes ?? [125_000, 250_000, 500_000, 1_000_000];
  const title = "lssvm with everything chosen, ringnorm, 20 columns";
  return growth("million", title, { model: { name: "lssvm" }, sizes, classes: 2 }, settings);
}

const manyClasses = 10;

/** Ten classes on one basis and one decomposition. */
export function classesPart(settings: PartSettings): PartReport {
  const sizes = settings.sizes ?? [12_500, 25_000, 50_000];
  const title = `lssvm with everything chosen, ${manyClasses} overlapping clouds, 20 columns`;
  const plan = { model: { name: "lssvm" }, sizes, classes: manyClasses };
  return growth("classes", title, plan, settings);
}

interface GrowthPlan {
  readonly model: ModelDocument;
  readonly sizes: readonly number[];
  readonly classes: number;
  /** The most bytes, at a number of rows. */
  readonly mostMemory?: readonly [number, number];
}

function growth(
  part: string,
  title: string,
  { model, sizes, classes, mostMemory }: GrowthPlan,
  { engines, tell }: PartSettings,
): PartReport {
  const refusal = refusalOf(model);
  const rows: Row[] = [];
  const verdicts: Verdict[] = [];
  const notes: string[] = refusal === undefined ? [] : [`NOT MEASURED: ${refusal}`];
  for (const { name: engine } of engines) {
    const done: { readonly n: number; readonly figures: LargeFitFigures }[] = [];
    for (const n of refusal === undefined ? sizes : []) {
      tell(`${part}: ${engine}, ${n} rows`);
      const outcome = runLargeFit({ model, rows: n, classes, engine });
      if ("failure" in outcome) {
        notes.push(`FAILED: ${engine}, ${n} rows: ${outcome.failure}`);
        tell(notes[notes.length - 1]);
        continue;
      }
      rows.push(rowOf(n, outcome, done.at(-1)));
      done.push({ n, figures: outcome });
    }
    if (mostMemory && sizes.includes(mostMemory[0])) {
      const peak = done.find(({ n }) => n === mostMemory[0])?.figures.peak ?? NaN;
      const criterion = `${part}: peak memory in GB, ${mostMemory[0]} rows, ${engine}`;
      verdicts.push(atMost(criterion, peak / gigabyte, mostMemory[1] / gigabyte));
    }
    if (sizes.length > 1) {
      const times = done.map(({ figures }) => figures.seconds);
      const orders = done.map(({ n }) => n);
      // A size that failed is not passed over: growth is then not shown.
      const exponent = done.length === sizes.length ? logSlope(orders, times) : NaN;
      verdicts.push(atMost(`${part}: exponent of the growth in rows, ${engine}`, exponent, linear));
    }
  }
  return { sections: [{ title, rows, notes: [...notes, ...explanations] }], verdicts };
}

const explanations: readonly string[] = [
  "Each fit is a process of its own, fitted once; CPU seconds. `before` is what the process held before the fit (Node, the program",
  "and the table), `peak` the most it ever held, `announced` what estimateCost said that the arrays of the fit would take.",
  "`times` is the time over that of the row above, `rows` the same of the rows. Log loss and error are of 10 000 other rows.",
];

/** Why there is no such model, if there is none. */
function refusalOf(document: ModelDocument): string | undefined {
  try {
    modelFromDocument(document);
    return undefined;
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
}

function runLargeFit(request: LargeFit): LargeFitFigures | { readonly failure: string } {
  const words = typescript(script, JSON.stringify(request));
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, words, {
    encoding: "utf8",
    env: { ...process.env, ...oneThread },
  });
  if (status === 0) return JSON.parse(stdout) as LargeFitFigures;
  const reason = /^(?:\w*Error): .*$/m.exec(stderr)?.[0] ?? stderr.trim().split("\n").at(-1) ?? "";
  return { failure: signal === null ? reason : `ended by ${signal}. ${reason}` };
}

function rowOf(
  n: number,
  { engine, seconds, before, peak, announced, logLoss, errorRate }: LargeFitFigures,
  smaller: { readonly n: number; readonly figures: LargeFitFigures } | undefined,
): Row {
  const megabytes = (bytes: number): number => Math.round(bytes / 2 ** 20);
  return {
    engine,
    "training rows": n,
    "CPU s": rounded(seconds),
    times: smaller ? (seconds / smaller.figures.seconds).toFixed(2) : "",
    rows: smaller ? (n / smaller.n).toFixed(2) : "",
    "µs a row": rounded((1e6 * seconds) / n),
    "before MB": megabytes(before),
    "peak MB": megabytes(peak),
    "announced MB": megabytes(announced),
    "log loss": logLoss.toFixed(4),
    "error %": (100 * errorRate).toFixed(2),
  };
}
