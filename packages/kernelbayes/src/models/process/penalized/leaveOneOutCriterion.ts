import type { Engine } from "../../../engine/engine.ts";
import type { Matrix } from "../../../engine/matrix.ts";
import type { WeightedSplit } from "../../../evaluate/splits/unitFolds.ts";
import { multiplyVector } from "../../../matrix/dot.ts";
import { selectColumns, selectRows } from "../../../matrix/row.ts";
import { logSigmoid } from "../../../numeric/sigmoid.ts";
import type { SignedRows } from "../latent/latentApproximation.ts";
import { leftOutOutputs } from "./leftOutOutputs.ts";
import { kernelLogisticMode, type ModeStart } from "./kernelLogisticMode.ts";

/** How well rows are predicted that a fit did not see. */
interface HeldOutScore {
  /** Mean log probability of a row, weighted; NaN where no row can be held out. */
  readonly perRow: number;
  /** Where the fits ended, to begin those of a neighbouring covariance with. */
  readonly starts: readonly ModeStart[];
}

/** The score of a covariance A = C K, from starts of the same criterion where there are such. */
export type Criterion = (A: Matrix, starts?: readonly ModeStart[]) => HeldOutScore;

/** So close that where a fit began does not show in comparisons of scores. */
const tolerance = 1e-8;

/** One fit, and its leave-one-out outputs by formula. */
export function leaveOneOutCriterion(engine: Engine, rows: SignedRows): Criterion {
  const { signs, weights } = rows;
  return (A, starts) => {
    const mode = kernelLogisticMode(engine, A, rows, { start: starts?.[0], tolerance });
    const { outputs, omitted } = leftOutOutputs(engine, A, rows, mode);
    const isOmitted = new Set(omitted);
    const tally = openTally();
    outputs.forEach((f, i) => {
      if (!isOmitted.has(i)) tally.add(weights[i], logSigmoid(signs[i] * f));
    });
    return { perRow: tally.mean(), starts: [mode] };
  };
}

/** A fit for each fold, and its outputs at the rows left out. Folds whose training rows are all of one class do not count. */
export function foldCriterion(
  engine: Engine,
  { signs }: Pick<SignedRows, "signs">,
  splits: readonly WeightedSplit[],
): Criterion {
  const parts = splits.map(({ train, test }) => {
    const [training, tested] = [train, test].map((share) => Int32Array.from(share.keys()).filter((i) => share[i] > 0));
    return {
      training,
      tested,
      rows: {
        signs: Float64Array.from(training, (i) => signs[i]),
        weights: Float64Array.from(training, (i) => train[i]),
      },
      test,
    };
  });
  const valid = parts.filter(({ rows }) => new Set(rows.signs).size === 2);
  return (A, starts) => {
    const tally = openTally();
    const ends = valid.map(({ training, tested, rows, test }, fold) => {
      const own = selectColumns(selectRows(A, training), training);
      // Starts are outputs at all rows, of which a fold takes its own.
      const start = starts && { ...starts[fold], outputs: pick(starts[fold].outputs, training) };
      const { coefficients, bias } = kernelLogisticMode(engine, own, rows, { start, tolerance });
      const outputs = multiplyVector(selectColumns(A, training), coefficients).map((f) => f + bias);
      for (const i of tested) tally.add(test[i], logSigmoid(signs[i] * outputs[i]));
      return { outputs, bias };
    });
    return { perRow: tally.mean(), starts: ends };
  };
}

function openTally(): { add(weight: number, value: number): void; mean(): number } {
  let [total, sum] = [0, 0];
  return {
    add(weight, value) {
      total += weight;
      sum += weight * value;
    },
    mean: () => sum / total,
  };
}

function pick(values: Float64Array, rows: Int32Array): Float64Array {
  return Float64Array.from(rows, (i) => values[i]);
}
