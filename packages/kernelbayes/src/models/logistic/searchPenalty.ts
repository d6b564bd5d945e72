import { valueOrInfinity } from "../../search/valueOrInfinity.ts";
import type { Engine } from "../../engine/engine.ts";
import type { Matrix } from "../../engine/matrix.ts";
import { NumericalError } from "../../errors.ts";
import { patternSearch } from "../../optimize/patternSearch.ts";
import { rising, progress, type Work } from "../../run/work.ts";
import { orthonormalContrasts } from "../../likelihoods/multinomial/orthonormalContrasts.ts";
import { leftOutRows } from "../../likelihoods/multinomial/leftOutRows.ts";
import { multinomialMode, type MultinomialProblem } from "../../likelihoods/multinomial/multinomialMode.ts";

/** Rows in coordinates, with their classes, to which multinomial regression is fitted at different penalties. */
export interface PenaltyProblem {
  /** n × m, the intercept last. */
  readonly design: Matrix;
  readonly classes: Int32Array;
  readonly classCount: number;
  readonly weights: Float64Array;
}

/** The regression at one λ: orthonormal contrasts, so that no class is special, and a free intercept. */
export function atPenalty({ classCount, ...rows }: PenaltyProblem, penalty: number): MultinomialProblem {
  const m = rows.design.columns;
  return {
    ...rows,
    contrasts: orthonormalContrasts(classCount),
    penalties: Float64Array.from({ length: m }, (_, j) => (j === m - 1 ? 0 : penalty)),
  };
}

/** λ is looked for through τ/λ, the variance of scores over the rows before the classes are seen, τ their mean squared length. */
export interface PenaltyScale {
  /** τ. */
  readonly length: number;
  /** The least λ, 10⁻⁶ n: classes that can be separated have no optimum at 0. */
  readonly least: number;
}

export function penaltyScale({ design, weights }: Pick<PenaltyProblem, "design" | "weights">): PenaltyScale {
  const m = design.columns;
  let [sum, total] = [0, 0];
  weights.forEach((weight, i) => {
    total += weight;
    for (let j = 0; j < m - 1; j++) sum += weight * design.data[i * m + j] ** 2;
  });
  return { length: sum > 0 ? sum / total : 1, least: leastPenalty(total) };
}

/** 10⁻⁶ n. */
export function leastPenalty(total: number): number {
  return 1e-6 * total;
}

/** τ/λ of a grid, from stiff to yielding. */
const variances = [0.01, 0.1, 1, 10, 100, 1e3, 1e4, 1e5];

/** log τ/λ before the rows are seen: some nats are lost at the yielding end of the grid, none towards the class frequencies. */
const prior = { mean: Math.log(10), deviation: 3 };

/** What columns have to gain in nats before they count: the best of many λ on rows without signal seems to gain so much. */
const priceOfColumns = 2;

/**
 * The nats that left-out rows have to gain for a λ: half the squared deviation of log τ/λ beyond its mean, and a price that rises with the
 * variance v = τ/λ of the scores as v/(1 + v), from none for the class frequencies to all of it where the columns count.
 */
export function penaltyPrior(penalty: number, { length }: PenaltyScale): number {
  const variance = length / penalty;
  const beyond = Math.max(0, Math.log(variance) - prior.mean) / prior.deviation;
  return 0.5 * beyond ** 2 + (priceOfColumns * variance) / (1 + variance);
}

/** The λ of a grid in steps of ten, or of √10. */
export function penaltyGrid({ length, least }: PenaltyScale, step: "tens" | "half tens"): number[] {
  const all = step === "tens" ? variances : variances.flatMap((variance) => [variance, variance * Math.sqrt(10)]);
  return [...new Set(all.map((variance) => Math.max(least, length / variance)))];
}

/** Fits of a search are compared, so that more digits would be wasted on them. */
const tolerance = 1e-6;

/**
 * The λ under which rows are predicted best by fits that did not see them, by the first-order formula and with a weak prior: a
 * grid until it has turned for the worse twice, then steps of the logarithm around its best. Every fit begins where the last
 * one ended.
 */
export function* searchPenalty(engine: Engine, problem: PenaltyProblem): Work<number> {
  const scale = penaltyScale(problem);
  let start: Matrix | undefined;
  const value = (penalty: number): number => {
    const at = atPenalty(problem, penalty);
    const mode = multinomialMode(engine, at, { start, tolerance });
    start = mode.coefficients;
    const { logProbabilities, omitted } = leftOutRows(engine, at, mode);
    const isOmitted = new Set(omitted);
    let score = 0;
    problem.classes.forEach((c, i) => {
      if (!isOmitted.has(i)) score += problem.weights[i] * logProbabilities.data[i * problem.classCount + c];
    });
    return penaltyPrior(penalty, scale) - score;
  };
  const grid = penaltyGrid(scale, "tens");
  let best = { value: Infinity, penalty: grid[0] };
  let worse = 0;
  for (const [step, penalty] of grid.entries()) {
    const found = worse < 2 ? valueOrInfinity(() => value(penalty)) : Infinity;
    worse = found < best.value ? 0 : worse + 1;
    if (found < best.value) best = { value: found, penalty };
    yield progress("grid", step + 1, grid.length, -best.value);
  }
  if (best.value === Infinity) {
    throw new NumericalError(
      "no-valid-fit",
      "No penalty of the grid has a valid fit. Look for columns of huge values.",
    );
  }
  const { point } = yield* rising(
    patternSearch(([log]) => value(Math.exp(log)), [Math.log(best.penalty)], {
      lower: Math.log(scale.least),
      step: 1.2,
      smallestStep: 0.1,
      maxEvaluations: 20,
      maxIterations: 20,
      stage: "search",
    }),
  );
  return Math.max(scale.least, Math.exp(point[0]));
}
