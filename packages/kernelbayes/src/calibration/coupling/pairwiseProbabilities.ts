import { matrix, type Matrix } from "../../engine/matrix.ts";
import { InputError } from "../../errors.ts";
import { binaryProbabilities } from "./coupleOneVersusRest.ts";

/** Class probabilities from pairwise ones. */
export interface PairwiseCoupling {
  readonly probabilities: Float64Array;
  /** False if the bound on the number of passes was reached; the probabilities are then approximate. */
  readonly converged: boolean;
}

/** Pairwise probabilities are kept this far from 0 and 1. */
const MARGIN = 1e-7;

/** The log odds of a pair beyond which it counts as no surer. */
export const surestPair: number = Math.log(1 / MARGIN - 1);

/**
 * Pairwise probabilities r_ij = P(class i | class i or j) ready for coupling: kept off 0 and 1, and r_ji = 1 − r_ij exactly.
 * The diagonal is not read. Entries that contradict each other are refused.
 */
export function pairwiseProbabilities(pairwise: Matrix): Matrix {
  const { data, rows: classes, columns } = pairwise;
  if (classes !== columns || classes < 2) {
    throw new InputError(
      "invalid-pairwise",
      `Pairwise probabilities need a square matrix of two or more classes; got ${classes} × ${columns}.`,
    );
  }
  const r = matrix(classes, classes);
  for (let i = 0; i < classes; i++) {
    for (let j = i + 1; j < classes; j++) {
      const above = data[i * classes + j];
      const below = data[j * classes + i];
      const [value] = binaryProbabilities([above, below], MARGIN);
      if (Math.abs(above + below - 1) > 1e-6) {
        throw new InputError(
          "invalid-pairwise",
          `The probabilities of classes ${i} and ${j} against each other must sum to 1; got ${above} and ${below}.`,
        );
      }
      r.data[i * classes + j] = value;
      r.data[j * classes + i] = 1 - value;
    }
  }
  return r;
}
