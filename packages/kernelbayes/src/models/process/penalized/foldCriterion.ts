import type { Matrix } from "../../../engine/matrix.ts";
import type { WeightedSplit } from "../../../evaluate/splits/unitFolds.ts";
import { selectColumns, selectRows, concatenate } from "../../../matrix/row.ts";
import { logSigmoid } from "../../../numeric/sigmoid.ts";
import { positiveEntries } from "../../../rows/labelledRows.ts";
import { finished, pause, type Work } from "../../../run/work.ts";
import type { SignedRows } from "../latent/latentApproximation.ts";
import type { ModeStart } from "./kernelLogisticMode.ts";

/** How well rows are predicted that a fit did not see. */
interface HeldOutScore {
  /** Mean log probability of a row, weighted; NaN where no row can be held out. */
  readonly perRow: number;
  /** Where the fits ended, to begin those of a neighbouring covariance with. */
  readonly starts: readonly ModeStart[];
}

/** The score of a covariance A = C K, from starts of the same criterion where there are such. */
export type Criterion = (A: Matrix, starts?: readonly ModeStart[]) => Work<HeldOutScore>;

/** Outputs at rows with their classes, which predict a weighted mean. */
export interface TestedRows extends SignedRows {
  readonly outputs: Float64Array;
}

/** A family of fits that folds judge. */
export interface FoldFits {
  /** The outputs at all rows of A of a fit to the training rows, whose own block of A is given, and its bias. */
  fit(A: Matrix, training: TrainingRows, start: ModeStart | undefined): ModeStart | Work<ModeStart>;
  /** The mean log probability of the rows that were left out. */
  score(tested: TestedRows): number;
}

interface TrainingRows {
  /** Their numbers among all rows. */
  readonly numbers: Int32Array;
  readonly rows: SignedRows;
  /** Their part of the covariance. */
  readonly own: Matrix;
}

/** A fit for each fold, and its outputs at the rows left out. Folds whose training rows are all of one class do not count. */
export function foldCriterion(
  { signs }: Pick<SignedRows, "signs">,
  splits: readonly WeightedSplit[],
  { fit, score }: FoldFits,
): Criterion {
  const parts = splits.flatMap(({ train, test }) => {
    const [numbers, tested] = [train, test].map(positiveEntries);
    const rows = { signs: pick(signs, numbers), weights: pick(train, numbers) };
    return new Set(rows.signs).size === 2 ? [{ numbers, rows, tested, test }] : [];
  });
  const left = {
    signs: concatenate(parts.map(({ tested }) => pick(signs, tested))),
    weights: concatenate(parts.map(({ tested, test }) => pick(test, tested))),
  };
  return function* (A, starts) {
    const ends: ModeStart[] = [];
    for (const [fold, { numbers, rows }] of parts.entries()) {
      const own = selectColumns(selectRows(A, numbers), numbers);
      // Starts are outputs at all rows, of which a fold takes its own.
      const start = starts && { ...starts[fold], outputs: pick(starts[fold].outputs, numbers) };
      ends.push(yield* finished(fit(A, { numbers, rows, own }, start)));
      yield pause;
    }
    const outputs = concatenate(parts.map(({ tested }, fold) => pick(ends[fold].outputs, tested)));
    return { perRow: score({ ...left, outputs }), starts: ends };
  };
}

/** The weighted mean log probability of the classes, with outputs as log odds. Rows of weight 0 may have any output. */
export function meanLogProbability({ outputs, signs, weights }: TestedRows): number {
  let [total, sum] = [0, 0];
  outputs.forEach((f, i) => {
    if (weights[i] === 0) return;
    total += weights[i];
    sum += weights[i] * logSigmoid(signs[i] * f);
  });
  return sum / total;
}

function pick(values: Float64Array, rows: Int32Array): Float64Array {
  return Float64Array.from(rows, (i) => values[i]);
}
