import type { Matrix } from "../engine/matrix.ts";
import { chainWarnings } from "../diagnose/chainWarnings.ts";
import { summarizeChains, type ChainSummary } from "../diagnose/summarizeChains.ts";
import { InputError } from "../errors.ts";
import type { ChainDraws, ChainRequest } from "../inference/projection/chainDraws.ts";
import { projectionChain } from "../inference/projection/projectionChain.ts";
import { drawnLogLikelihood, drawnLogProbabilities } from "../inference/projectionDraws/drawnProbabilities.ts";
import { selectRows } from "../matrix/selectRows.ts";
import type { ChainReport } from "../posterior/chainReport.ts";
import type { NumericPosterior } from "../posterior/numericPosterior.ts";
import { parallel, type Work } from "../run/work.ts";
import { classOrder } from "./classOrder.ts";
import { distinctRows, type DistinctRows } from "./distinctRows.ts";
import type { Context, Problem } from "./model.ts";
import { omittedWarning } from "./omittedWarning.ts";
import {
  chainRequests,
  onComponents,
  onRows,
  pooledDraws,
  thinnedDraws,
  type CountedRows,
  type LinearPredictor,
} from "./projectionChains.ts";
import { chooseProjection, tooManyProjections, type ProjectionCount } from "./projectionChoice.ts";
import { leaveProjectionsOut } from "./projectionLeaveOneOut.ts";
import { leavesOf } from "./projectionLeaves.ts";
import type { ProjectionSettings } from "./projectionOptions.ts";
import { projectionPosterior, type ProjectionFit } from "./projectionPosterior.ts";

/** Probabilities of rows under draws, for leaving rows out, take no more numbers than these. */
const mostNumbers = 1e7;

/** Rows whose probabilities are looked at to see whether chains agree, and by how many draws at least: R-hat of fewer is noise. */
const [watchedRows, judgedDraws] = [10, 4000];

/**
 * Fits the latent predictors of all classes by Markov chains: on so many kernel components, or with `projections` undefined
 * on the kernel with every row.
 */
export function* fitProjections(
  problem: Problem,
  { engine, seed }: Context,
  settings: ProjectionSettings,
  projections: ProjectionCount | undefined,
): Work<NumericPosterior> {
  const sets = distinctRows(problem);
  const order = classOrder(sets, problem.classCount);
  const rows = countedRows(sets, order, settings.model);
  const { columnGroups } = problem;
  const left = leavesOf(problem, sets.setOf);
  const groups = problem.rowGroups && left.leaves;
  const choice = yield* chooseProjection(engine, { ...rows, groups }, settings, projections, { columnGroups, seed });
  const { intercept, predictive } = settings;
  const predictorOf = (part: CountedRows): LinearPredictor =>
    choice.count === undefined
      ? onRows(engine, part, choice.kernel, intercept)
      : onComponents(engine, part, choice.kernel, choice.count, { intercept, units: choice.units });
  const predictor = predictorOf(rows);
  const { basis, design } = predictor;
  const found = design.columns - (intercept ? 1 : 0);
  if (typeof projections === "number" && found < projections) throw tooManyProjections(projections, found);
  const judged = { ...settings, draws: Math.max(settings.draws, judgedDraws) };
  const inputs = chainRequests(engine, predictor.problem, judged, seed, [0]);
  const chains = yield* parallel<ChainRequest, ChainDraws>("chain", inputs, (input) => projectionChain(engine, input));
  const all = pooledDraws(chains, predictor.factors);
  const draws = thinnedDraws(all, chains.length, settings.draws);
  const some = thinnedDraws(draws, chains.length, Math.floor(mostNumbers / (rows.X.rows * rows.classCount)));
  const predicted = drawnLogProbabilities(engine, some, design, predictive);
  const likelihood = drawnLogLikelihood(engine, some, design, rows.classes);
  const leaveOneOut = yield* leaveProjectionsOut(
    engine,
    left,
    sets.setOf,
    { rows, order, predicted, likelihood, ends: chains.map(({ end }) => end), predictorOf },
    settings,
    seed,
  );
  const watchedSets = evenlySpaced(rows.X.rows);
  const ofWatched = drawnLogProbabilities(engine, all, selectRows(design, watchedSets), predictive);
  const summaries = summariesOf(chains, ofWatched, watchedSets, rows, (set) => nameOf(problem, sets, set));
  const fit: ProjectionFit = {
    basis,
    intercept,
    predictive,
    draws,
    order,
    sizes: classSizes(rows),
    priors: problem.priors && Float64Array.from(order, (c) => problem.priors?.[c] ?? 0),
  };
  return projectionPosterior(engine, fit, {
    leaveOneOut,
    evidence: undefined,
    chains: chainReportOf(chains, draws.logNoise.length, summaries),
    warnings: [
      ...settings.warnings,
      ...choice.warnings,
      ...predictor.warnings,
      ...chainWarnings(summaries, chains.length),
      ...omittedWarning(leaveOneOut),
    ],
  });
}

/** Rows beyond which nobody would wait for a chain. */
const mostRows = { bkpc: 100_000, bmkc: 5_000 } as const;

/** Rows with their classes by place. A row that is there w times has w latent predictors, so that w must be whole. */
function countedRows(
  { rows, classes, weights }: DistinctRows,
  order: Int32Array,
  model: ProjectionSettings["model"],
): CountedRows {
  const broken = weights.find((weight) => !Number.isInteger(weight));
  if (broken !== undefined) {
    throw new InputError(
      "weights-not-whole",
      `${model} takes weights for numbers of rows, which must be whole; got ${broken}. Multiply the weights so that they are, ` +
        "round them, or use another model.",
    );
  }
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total > mostRows[model]) {
    throw new InputError(
      "too-many-rows",
      `${model} takes up to ${mostRows[model]} rows, a row of weight w counting w times; these are ${total}. Use smaller weights, ` +
        "fewer rows, or another model.",
    );
  }
  const place = new Int32Array(order.length);
  order.forEach((c, k) => (place[c] = k));
  return { X: rows, classes: classes.map((c) => place[c]), classCount: order.length, weights };
}

function classSizes({ classes, classCount, weights }: CountedRows): Float64Array {
  const sizes = new Float64Array(classCount);
  classes.forEach((k, row) => (sizes[k] += weights[row]));
  return sizes;
}

/** Some of so many rows. */
function evenlySpaced(rows: number): Int32Array {
  const count = Math.min(watchedRows, rows);
  return Int32Array.from({ length: count }, (_, at) => Math.floor(((at + 0.5) * rows) / count));
}

/** The noise, and the probability of their own class for the rows that are watched, chain by chain. */
function summariesOf(
  chains: readonly ChainDraws[],
  { data, columns }: Matrix,
  watchedSets: Int32Array,
  { classes, classCount: C }: CountedRows,
  nameOfSet: (set: number) => string,
): Record<string, ChainSummary> {
  const length = columns / C / chains.length;
  const summaries: Record<string, ChainSummary> = {
    "ln σ²": summarizeChains(chains.map(({ logNoise }) => logNoise)),
  };
  watchedSets.forEach((set, at) => {
    const ofChain = (chain: number): Float64Array =>
      Float64Array.from({ length }, (_, s) => Math.exp(data[at * columns + (chain * length + s) * C + classes[set]]));
    summaries[nameOfSet(set)] = summarizeChains(chains.map((_, chain) => ofChain(chain)));
  });
  return summaries;
}

function nameOf({ classNames }: Problem, { classes, setOf }: DistinctRows, set: number): string {
  const name = classNames?.[classes[set]] ?? String(classes[set]);
  return `the probability of ${name} in training row ${setOf.indexOf(set) + 1}`;
}

function chainReportOf(
  chains: readonly ChainDraws[],
  kept: number,
  summaries: Readonly<Record<string, ChainSummary>>,
): ChainReport {
  return {
    chains: chains.length,
    draws: kept,
    acceptance: chains.reduce((sum, { acceptance }) => sum + acceptance, 0) / chains.length,
    quantities: Object.entries(summaries).map(([name, summary]) => ({ name, ...summary })),
  };
}
