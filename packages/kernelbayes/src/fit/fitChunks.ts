import { columnProfiles } from "../encoding/columnProfile.ts";
import { columnGroups } from "../encoding/index.ts";
import { rowSketch } from "../encoding/rowSketch.ts";
import { selectEngine } from "../engine/selectEngine.ts";
import { InputError } from "../errors.ts";
import { modelForClasses } from "../models/coupled/modelForClasses.ts";
import type { Model } from "../models/model.ts";
import { encodeChecked, posteriorOf, type Posterior } from "../posterior/posterior.ts";
import type { Problem } from "../rows/labelledRows.ts";
import { run } from "../run/run.ts";
import { share } from "../run/share.ts";
import { progress } from "../run/work.ts";
import type { Table } from "../table/table.ts";
import { version } from "../version.ts";
import { option, wording } from "../wording.ts";
import type { ChunkRowOptions } from "./chunks/chunkRows.ts";
import { learnChunks, type LearnedChunks } from "./chunks/learnChunks.ts";
import { sumChunks } from "./chunks/sumChunks.ts";
import type { TableChunks } from "./chunks/tableChunks.ts";
import { classPriors } from "./classPriors.ts";
import { checkMemory } from "./estimateCost.ts";
import type { RunControl } from "./fit.ts";
import { checkFitOptions, type FitOptions } from "./fitOptions.ts";
import { noSignalWarning } from "./noSignal.ts";
import { selectedColumnsWarning } from "./selectedColumnsWarning.ts";

/** How a table that is read in chunks is fitted. */
export interface FitChunksOptions extends FitOptions, RunControl, ChunkRowOptions {
  /** Rows of the random sample on which everything but the final fit is decided. Default: 16 000. */
  readonly sample?: number;
  /** Called with the rows of the sample, of which `posterior.leaveOneOut` is: for figures and reports. */
  readonly onSample?: (rows: Table) => void;
}

const usualSample = 16_000;
/** The share of the work that is done when all rows have been read once, for the line of progress. */
const firstShare = 0.2;

/**
 * Fits a model to a table that is larger than memory. The first pass over its rows learns their encoding and draws a random sample by the seed. On the sample the
 * model chooses its hyperparameters and its basis. Further passes sum over all rows what the model then solves for, and the leave-one-out of the rows of the
 * sample, by that fit of all rows, calibrates it. Models that cannot be fitted by sums are refused. If the sample takes in all rows, the result is that of `fit`.
 *
 * @example
 * const chunks = tableChunks("large.parquet"); // of kernelbayes/node
 * const posterior = await fitChunks(leastSquaresSupportVector(), chunks, { target: "species", executor });
 */
export async function fitChunks(model: Model, chunks: TableChunks, options: FitChunksOptions): Promise<Posterior> {
  const { sample = usualSample, onSample, rowsOf, executor, signal, onProgress, ...others } = options;
  checkFitOptions(others);
  const rest = { ...others, rowsOf };
  checkSums(model);
  checkSample(sample);
  if (rest.group !== undefined) throw groupsInChunks();
  onProgress?.({ ...progress("first pass over the rows", 0, 1), fraction: 0 });
  const learned = await learnChunks(chunks, rest, sample, () => signal?.throwIfAborted());
  onProgress?.({ ...progress("first pass over the rows", 1, 1), fraction: firstShare });
  const { names, encoding, warnings } = learned;
  onSample?.(learned.sample.table);
  const { target, seed = 1, memoryLimit = 2 ** 31, clock } = rest;
  const problem = sampleProblem(learned);
  const chosen = modelForClasses(model, names.length);
  checkSums(chosen, model.name);
  checkMemory(chosen, problem.X.rows, problem.X.columns, names.length, memoryLimit);
  const priors = classPriors(rest.priors, names);
  const engine = typeof rest.engine === "object" ? rest.engine : selectEngine(rest.engine);
  const numeric = await run(share(firstShare, 1, chosen.fit(problem, { engine, seed, clock })), {
    executor,
    signal,
    onProgress,
    sum: (request, onFraction) => sumChunks(request, chunks, learned, rest, { executor, signal, onFraction }),
  });
  const { classes } = problem;
  const weights = rest.weights === undefined ? undefined : problem.weights;
  const noSignal = noSignalWarning(numeric.leaveOneOut, { target, classes, weights, groups: undefined });
  return posteriorOf(
    {
      model: chosen.toDocument(),
      target,
      classes: names,
      encoding,
      training: {
        rows: learned.sample.rows,
        classes: Array.from(classes),
        weights: weights && Array.from(weights),
        ...(problem.others && { of: { rows: learned.counted, classes: Array.from(learned.sizes) } }),
      },
      profiles: columnProfiles(encoding, learned.sample.table, learned.sampled.rows, weights),
      sketch: rowSketch(engine, problem.X, weights),
      priors: priors && Array.from(priors),
      seed,
      engine: engine.name,
      library: version,
    },
    { ...numeric, warnings: [...noSignal, ...warnings, ...selectedColumnsWarning(encoding), ...numeric.warnings] },
  );
}

/** The rows of the sample as a problem, with what is known of the others. */
function sampleProblem({ sample, sampled, encoding, names, sizes, counted }: LearnedChunks): Problem {
  const own = new Float64Array(names.length);
  sampled.labels.forEach((q, at) => (own[q] += sampled.weights[at]));
  return {
    X: encodeChecked(encoding, sample.table),
    classes: sampled.labels,
    classCount: names.length,
    classNames: names,
    weights: sampled.weights,
    columnGroups: columnGroups(encoding),
    rowGroups: undefined,
    others: counted > sample.rows.length ? { sizes: sizes.map((size, q) => Math.max(0, size - own[q])) } : undefined,
  };
}

function checkSums({ name, sums = false }: Model, asked = name): void {
  if (sums === true) return;
  const remedy = sums === false ? "Choose auto, lssvm, krr, orkfd, logistic, lda, qda or rda." : sums.instead;
  const what = name === asked ? `The model ${name}` : `The model ${asked} of more than two classes`;
  throw new InputError("not-in-chunks", `${what} cannot be fitted to rows that are read in chunks.`, {}, remedy);
}

function checkSample(size: number): void {
  if (Number.isSafeInteger(size) && size >= 10) return;
  throw new InputError("invalid-option", `sample must be a whole number of rows, 10 at least; got ${String(size)}.`);
}

function groupsInChunks(): InputError {
  return new InputError(
    "invalid-option",
    wording`${option("group")} cannot be used with rows that are read in chunks: rows of a group would have to be left out together.`,
    {},
    "Fit a sample of the groups that fits into memory.",
  );
}
