import { tooManyComponents } from "./choice/ridgeChoice.ts";
import type { Engine } from "../../engine/engine.ts";
import type { Matrix } from "../../engine/matrix.ts";
import { chainWarnings, summarizeChains, type ChainSummary } from "../../diagnose/summarizeChains.ts";
import { InputError } from "../../errors.ts";
import { drawLogLikelihood, drawLogProbabilities } from "./draws/drawnProbabilities.ts";
import { selectRows } from "../../matrix/row.ts";
import type { ChainReport } from "../../posterior/chainReport.ts";
import type { NumericPosterior } from "../../posterior/numericPosterior.ts";
import { share, stages } from "../../run/share.ts";
import type { Work } from "../../run/work.ts";
import { sumOf } from "../../matrix/dot.ts";
import { affordableChains } from "./affordableChains.ts";
import { sweepOperations } from "./sweepOperations.ts";
import { agreedChains, chainsOf, type AgreedChains, evenlySpaced } from "./agreedChains.ts";
import { distinctRows, type DistinctRows } from "../../rows/distinctRows.ts";
import type { Context } from "../model.ts";
import { onComponents, onRows, pooledDraws, thinnedDraws, type LinearPredictor } from "./chainRequests.ts";
import { classOrder, classSizes, type CountedRows, type Problem } from "../../rows/labelledRows.ts";
import { chooseProjection, type ChosenProjection, type ProjectionRule } from "./choice/chooseProjection.ts";
import { leaveProjectionsOut, leavesOf } from "./leaveProjectionsOut.ts";
import type { ProjectionSettings } from "./projectionOptions.ts";
import { projectionPosterior, type ProjectionFit } from "./posterior.ts";
import { omittedWarning } from "../../posterior/omittedWarning.ts";
import type { ChainDraws } from "./chain/chainInput.ts";

/** Probabilities of rows under draws, for leaving rows out, take no more numbers than these. */
const mostNumbers = 1e7;

/** The stages of the choice of kernel and projections with their weights. */
const choiceWeights = { "kernel and components": 1, "components of halves": 1, halfChain: 30 };

/** Rows whose probabilities are reported, beside the one that chains agree about least. */
const watchedRows = 10;

/**
 * Fits the latent predictors of all classes by Markov chains: on so many kernel components, or with `projections` undefined
 * on the kernel with every row.
 */
export function* fitProjections(
  problem: Problem,
  { engine, seed }: Context,
  asked: ProjectionSettings,
  projections: ProjectionRule | undefined,
): Work<NumericPosterior> {
  const sets = distinctRows(problem);
  const order = classOrder(sets, problem.classCount);
  const rows = countedRows(sets, order, asked.model);
  const { columnGroups } = problem;
  const left = leavesOf(problem, sets.setOf);
  const groups = problem.rowGroups && left.leaves;
  const chosenIn = projections === "utility" ? 0.5 : 0.05;
  const choosing = chooseProjection(engine, { ...rows, groups }, asked, projections, { columnGroups, seed });
  const choice = yield* share(0, chosenIn, stages(choiceWeights, choosing));
  const { intercept, predictive } = asked;
  const predictorOf = (part: CountedRows): LinearPredictor => predictorOn(engine, part, choice, intercept);
  const predictor = predictorOf(rows);
  const { basis, design } = predictor;
  const found = design.columns - (intercept ? 1 : 0);
  if (typeof projections === "number" && found < projections) throw tooManyComponents([projections], found);
  const size = { rows: sumOf(rows.weights), components: choice.count && found, classes: rows.classCount };
  const { settings, warnings: ofLength } = affordableChains(asked, sweepOperations(size));
  const agreed = yield* share(chosenIn, 0.8, agreedChains(engine, predictor, rows, settings, seed));
  const { chains } = agreed;
  const all = pooledDraws(chains, predictor.factors);
  const draws = thinnedDraws(all, chains.length, settings.draws);
  const some = thinnedDraws(draws, chains.length, Math.floor(mostNumbers / (rows.X.rows * rows.classCount)));
  const predicted = yield* drawLogProbabilities(engine, some, design, predictive);
  const likelihood = yield* drawLogLikelihood(engine, some, design, rows.classes);
  const fitted = { rows, order, predicted, likelihood, ends: chains.map(({ end }) => end), predictorOf };
  const leaving = leaveProjectionsOut(engine, left, sets.setOf, fitted, settings, seed);
  const leaveOneOut = yield* share(0.85, 0.98, stages({ "left out": 1, leftOutChain: 2 }, leaving));
  const watched = watchedOf(agreed, rows);
  const watchedSets = Int32Array.from(watched, ({ set }) => set);
  const ofWatched = yield* drawLogProbabilities(engine, all, selectRows(design, watchedSets), predictive);
  const names = watched.map((each) => nameOf(problem, sets, order, each));
  const summaries = summariesOf(chains, ofWatched, watched, rows.classCount, names);
  const fit: ProjectionFit = { basis, intercept, predictive, draws, order, sizes: classSizes(rows) };
  return projectionPosterior(engine, fit, {
    leaveOneOut,
    evidence: undefined,
    chains: chainReportOf(agreed, draws.logNoise.length, summaries),
    warnings: [
      ...settings.warnings,
      ...choice.warnings,
      ...predictor.warnings,
      ...ofLength,
      ...chainWarnings(summaries, chains.length),
      ...agreed.warnings,
      ...omittedWarning(leaveOneOut),
    ],
  });
}

/** The linear predictor of some rows: on the components that were chosen, or on the kernel with every row. */
function predictorOn(
  engine: Engine,
  rows: CountedRows,
  { kernel, count, units, unit }: ChosenProjection,
  intercept: boolean,
): LinearPredictor {
  return count === undefined
    ? onRows(engine, rows, kernel, { intercept, unit })
    : onComponents(engine, rows, kernel, count, { intercept, units });
}

/** Rows beyond which nobody would wait for a chain. */
const mostRows = { bkpc: 100_000, bmkc: 5_000 } as const;

/** Rows with their classes by place. A row that is there w times has w latent predictors, so that w must be whole. */
function countedRows(
  { X, classes, weights }: DistinctRows,
  order: Int32Array,
  model: ProjectionSettings["model"],
): CountedRows {
  const broken = weights.find((weight) => !Number.isInteger(weight));
  if (broken !== undefined) {
    throw new InputError(
      "weights-not-whole",
      `${model} takes weights for numbers of rows, which must be whole; got ${broken}.`,
      {},
      "Multiply the weights so that they are, round them, or use another model.",
    );
  }
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total > mostRows[model]) {
    throw new InputError(
      "too-many-rows",
      `${model} takes up to ${mostRows[model]} rows, a row of weight w counting w times; these are ${total}.`,
      {},
      "Use smaller weights, fewer rows, or a model that takes any number of rows, such as lssvm, logistic or rda.",
    );
  }
  const place = new Int32Array(order.length);
  order.forEach((c, k) => (place[c] = k));
  return { X, classes: classes.map((c) => place[c]), classCount: order.length, weights };
}

/** Some rows with their own class, and the row and class that chains agree about least. */
function watchedOf({ slowest }: AgreedChains, { X, classes }: CountedRows): AgreedChains["slowest"][] {
  const some = Array.from(evenlySpaced(X.rows, watchedRows), (set) => ({ set, place: classes[set] }));
  const isThere = some.some(({ set, place }) => set === slowest.set && place === slowest.place);
  return isThere ? some : [...some, slowest];
}

/** The noise, and the probabilities that are watched. */
function summariesOf(
  chains: readonly ChainDraws[],
  drawn: Matrix,
  watched: readonly AgreedChains["slowest"][],
  classCount: number,
  names: readonly string[],
): Record<string, ChainSummary> {
  const summaries: Record<string, ChainSummary> = {
    "ln σ²": summarizeChains(chains.map(({ logNoise }) => logNoise)),
  };
  watched.forEach(({ place }, at) => {
    summaries[names[at]] = summarizeChains(chainsOf(drawn, at, place, classCount, chains.length));
  });
  return summaries;
}

function nameOf(
  { classNames }: Problem,
  { setOf }: DistinctRows,
  order: Int32Array,
  { set, place }: AgreedChains["slowest"],
): string {
  const name = classNames?.[order[place]] ?? String(order[place]);
  return `the probability of ${name} in training row ${setOf.indexOf(set) + 1}`;
}

function chainReportOf(
  { chains, sweeps }: AgreedChains,
  kept: number,
  summaries: Readonly<Record<string, ChainSummary>>,
): ChainReport {
  return {
    chains: chains.length,
    sweeps,
    draws: kept,
    acceptance: chains.reduce((sum, { acceptance }) => sum + acceptance, 0) / chains.length,
    quantities: Object.entries(summaries).map(([name, summary]) => ({ name, ...summary })),
  };
}
