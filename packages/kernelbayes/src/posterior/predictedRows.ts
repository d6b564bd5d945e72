import type { Matrix } from "../engine/matrix.ts";
import { row } from "../matrix/row.ts";
import type { OutsideRows } from "./outsideRows.ts";

/** The prediction of one row, by the names of the classes. */
export interface PredictedRow {
  readonly label: string;
  readonly probabilities: Readonly<Record<string, number>>;
  /** Ends of the intervals; absent where none were asked for. */
  readonly lower?: Readonly<Record<string, number>>;
  readonly upper?: Readonly<Record<string, number>>;
  /** The columns in which the row is unlike the training rows: see `OutsideRows`. */
  readonly outside: readonly string[];
  /** How far it lies from the middle of the training rows: see `OutsideRows`. */
  readonly distance?: number;
}

/** A prediction as plain data: `probabilities[row][class]`. */
export interface PredictionData {
  readonly rows: number;
  readonly classes: readonly string[];
  readonly labels: readonly string[];
  readonly intervals: boolean;
  readonly probabilities: readonly (readonly number[])[];
  /** The level and the ends of the intervals; absent where none were asked for. */
  readonly level?: number;
  readonly lower?: readonly (readonly number[])[];
  readonly upper?: readonly (readonly number[])[];
  readonly outside: {
    readonly columns: readonly (readonly string[])[];
    readonly distance?: readonly number[];
  };
}

/** What both forms are made from. */
interface Source {
  readonly rows: number;
  readonly classes: readonly string[];
  readonly labels: readonly string[];
  readonly intervals: boolean;
  readonly probabilities: Matrix;
  readonly level?: number | undefined;
  readonly lower?: Matrix | undefined;
  readonly upper?: Matrix | undefined;
  readonly outside: OutsideRows;
}

/** An object for each row. */
export function predictedRows({ classes, labels, probabilities, lower, upper, outside }: Source): PredictedRow[] {
  const { columns, distance } = outside;
  const byClass = (numbers: Matrix, i: number): Record<string, number> =>
    Object.fromEntries(classes.map((name, c) => [name, numbers.data[i * classes.length + c]]));
  return labels.map((label, i) => ({
    label,
    probabilities: byClass(probabilities, i),
    ...(lower && upper && { lower: byClass(lower, i), upper: byClass(upper, i) }),
    outside: columns[i],
    ...(distance && { distance: distance[i] }),
  }));
}

/** Everything as plain arrays. */
export function predictionData(prediction: Source): PredictionData {
  const { rows, classes, labels, intervals, probabilities, level, lower, upper, outside } = prediction;
  return {
    rows,
    classes,
    labels,
    intervals,
    probabilities: listsOf(probabilities),
    ...(level !== undefined && lower && upper && { level, lower: listsOf(lower), upper: listsOf(upper) }),
    outside: {
      columns: outside.columns,
      ...(outside.distance && { distance: Array.from(outside.distance) }),
    },
  };
}

function listsOf(numbers: Matrix): number[][] {
  return Array.from({ length: numbers.rows }, (_, i) => Array.from(row(numbers, i)));
}
