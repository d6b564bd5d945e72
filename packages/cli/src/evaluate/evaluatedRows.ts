import { InputError, type Matrix, type Posterior } from "kernelbayes";
import { matrix } from "kernelbayes/engine";
import { errorInTable } from "kernelbayes/errors";
import { asText, columnNamed } from "kernelbayes/table";
import { knownClasses } from "../predict/knownClasses.ts";
import type { PredictedChunk } from "../predict/predictedChunks.ts";

/** Predictions of labelled rows, beside the truth. */
export interface EvaluatedRows {
  readonly truth: Int32Array;
  readonly decided: Int32Array;
  readonly logProbabilities: Matrix;
  /** Places of the rows in the table, from 0. */
  readonly places: Int32Array;
  /** Rows that have no label, and were left out. */
  readonly unlabelled: number;
}

export interface EvaluateOptions {
  /** The label column. */
  readonly target: string;
  /** The name of the table, for messages. */
  readonly source: string;
}

/** Gathers what was predicted for labelled rows; of the table itself nothing is kept, so that it may be large. */
export async function evaluatedRows(
  { classes }: Pick<Posterior, "classes">,
  chunks: AsyncIterable<PredictedChunk>,
  { target, source }: EvaluateOptions,
): Promise<EvaluatedRows> {
  const truths: Int32Array[] = [];
  const decisions: Int32Array[] = [];
  const densities: Float64Array[] = [];
  const places: Int32Array[] = [];
  let unlabelled = 0;
  const numbers = new Map(classes.map((label, number) => [label, number]));
  for await (const { table, prediction, first } of chunks) {
    try {
      const labels = asText(columnNamed(table, target));
      const rows = Int32Array.from(labels.keys()).filter((row) => labels[row] !== undefined);
      unlabelled += labels.length - rows.length;
      const given = labels.map((label) => label ?? classes[0]);
      const known = knownClasses(given, { classes, target });
      places.push(rows.map((row) => first + row));
      truths.push(rows.map((row) => known[row]));
      decisions.push(rows.map((row) => numbers.get(prediction.labels[row])!));
      const { data, columns } = prediction.logProbabilities;
      const own = new Float64Array(rows.length * columns);
      rows.forEach((row, at) => own.set(data.subarray(row * columns, (row + 1) * columns), at * columns));
      densities.push(own);
    } catch (error) {
      const places = Array.from({ length: table.rows }, (_, row) => first + row);
      const told = errorInTable(error, places);
      throw told instanceof InputError ? told.at({ source }) : told;
    }
  }
  const truth = Int32Array.from(joined(truths));
  if (truth.length < 2) {
    throw new InputError(
      "too-few-rows",
      `there ${truth.length === 1 ? "is one row" : "are no rows"} with a label in column ${JSON.stringify(target)}; at least two are needed.`,
      { source },
    );
  }
  return {
    truth,
    decided: Int32Array.from(joined(decisions)),
    logProbabilities: matrix(truth.length, classes.length, joined(densities)),
    places: Int32Array.from(joined(places)),
    unlabelled,
  };
}

function joined(parts: readonly (Int32Array | Float64Array)[]): Float64Array {
  const all = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
