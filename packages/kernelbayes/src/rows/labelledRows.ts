import type { Matrix } from "../engine/matrix.ts";

/** Rows with what each counts. */
export interface WeightedRows {
  readonly X: Matrix;
  /** Positive; a row of weight w counts as w rows. */
  readonly weights: Float64Array;
}

/** Rows with their classes: what a model, a search or a sample works on. */
export interface LabelledRows extends WeightedRows {
  /** Class number of each row, from 0. */
  readonly classes: Int32Array;
  /** Rows with equal numbers belong together and are left out together. */
  readonly rowGroups?: Int32Array | undefined;
}

/** Labelled rows of any number of classes, some of which may have no row here. */
export interface CountedRows extends LabelledRows {
  readonly classCount: number;
}
