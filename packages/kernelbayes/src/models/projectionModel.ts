import { matrix, type Matrix } from "../engine/matrix.ts";
import { chainWarnings } from "../diagnose/chainWarnings.ts";
import { summarizeChains, type ChainSummary } from "../diagnose/summarizeChains.ts";
import { InputError } from "../errors.ts";
import type { ChainDraws, ChainRequest } from "../inference/projection/chainDraws.ts";
import { projectionChain } from "../inference/projection/projectionChain.ts";
import {
  drawnLogLikelihood,
  drawnLogProbabilities,
  type ProjectionDraws,
} from "../inference/projectionDraws/drawnProbabilities.ts";
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
  type CountedRows,
  type LinearPredictor,
} from "./projectionChains.ts";
import { chooseProjection, tooManyProjections, type ProjectionCount } from "./projectionChoice.ts";
import { leaveProjectionsOut } from "./projectionLeaveOneOut.ts";
import type { ProjectionSettings } from "./projectionOptions.ts";
import { projectionPosterior, type ProjectionFit } from "./projectionPosterior.ts";

/** Probabilities of rows under draws, for leaving rows out, take no more numbers than these. */
const mostNumbers = 1e7;

/** Rows whose probabilities are looked at to see whether chains agree. */
const watchedRows = 10;

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
  const choice = yield* chooseProjection(engine, rows, settings, projections, {
    columnGroups,
    seed,
  });
  const { intercept, predictive } = settings;
  const predictorOf = (part: CountedRows): LinearPredictor =>
    choice.count === undefined
      ? onRows(engine, part, choice.kernel, intercept)
      : onComponents(engine, part, choice.kernel, choice.count, intercept);
  const predictor = predictorOf(rows);
  const { basis, design } = predictor;
  const found = design.columns - (intercept ? 1 : 0);
  if (typeof projections === "number" && found < projections) throw tooManyProjections(projections, found);
  const inputs = chainRequests(engine, predictor.problem, settings, seed, [0]);
  const chains = yield* parallel<ChainRequest, ChainDraws>("chain", inputs, (input) => projectionChain(engine, input));
  const draws = pooledDraws(chains);
  const some = someDraws(draws, chains.length, rows);
  const predicted = drawnLogProbabilities(engine, some, design, predictive);
  const likelihood = drawnLogLikelihood(engine, some, design, rows.classes);
  const leaveOneOut = yield* leaveProjectionsOut(
    engine,
    problem,
    sets.setOf,
    { rows, order, predicted, likelihood, chains: chains.length, predictorOf },
    settings,
    seed,
  );
  const summaries = watched(chains, predicted, rows, (set) => nameOf(problem, sets, set));
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
    chains: chainReportOf(chains, summaries),
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

/** As many draws of each chain, evenly spaced, as rows can be left out with. */
function someDraws(draws: ProjectionDraws, chains: number, { X, classCount }: CountedRows): ProjectionDraws {
  const length = draws.logNoise.length / chains;
  const most = Math.max(1, Math.floor(mostNumbers / (X.rows * classCount * chains)));
  if (length <= most) return draws;
  const chosen = Array.from({ length: chains * most }, (_, at) => {
    const chain = Math.floor(at / most);
    return chain * length + Math.floor(((at % most) * length) / most);
  });
  const p = draws.coefficients.columns;
  const coefficients = matrix(chosen.length, p);
  chosen.forEach((from, to) =>
    coefficients.data.set(draws.coefficients.data.subarray(from * p, (from + 1) * p), to * p),
  );
  return { coefficients, logNoise: Float64Array.from(chosen, (from) => draws.logNoise[from]) };
}

/** The noise, and the probability of their own class for some rows, chain by chain. */
function watched(
  chains: readonly ChainDraws[],
  predicted: Matrix,
  { classes, classCount: C }: CountedRows,
  nameOfSet: (set: number) => string,
): Record<string, ChainSummary> {
  const summaries: Record<string, ChainSummary> = {
    "ln σ²": summarizeChains(chains.map(({ logNoise }) => logNoise)),
  };
  const length = predicted.columns / C / chains.length;
  const count = Math.min(watchedRows, classes.length);
  for (let at = 0; at < count; at++) {
    const set = Math.floor(((at + 0.5) * classes.length) / count);
    const ofChain = (chain: number): Float64Array =>
      Float64Array.from({ length }, (_, s) => {
        const draw = chain * length + s;
        return Math.exp(predicted.data[set * predicted.columns + draw * C + classes[set]]);
      });
    summaries[nameOfSet(set)] = summarizeChains(chains.map((_, chain) => ofChain(chain)));
  }
  return summaries;
}

function nameOf({ classNames }: Problem, { classes, setOf }: DistinctRows, set: number): string {
  const name = classNames?.[classes[set]] ?? String(classes[set]);
  return `the probability of ${name} in training row ${setOf.indexOf(set) + 1}`;
}

function chainReportOf(chains: readonly ChainDraws[], summaries: Readonly<Record<string, ChainSummary>>): ChainReport {
  return {
    chains: chains.length,
    draws: chains.reduce((sum, { logNoise }) => sum + logNoise.length, 0),
    acceptance: chains.reduce((sum, { acceptance }) => sum + acceptance, 0) / chains.length,
    quantities: Object.entries(summaries).map(([name, summary]) => ({ name, ...summary })),
  };
}
