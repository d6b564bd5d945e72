import { asText, columnNamed, tableFromColumns, type Matrix, type Posterior, type Table } from "kernelbayes";

/** What a posterior of one column says along it. */
export interface PredictedLine {
  /** Of the class "positive", at each of the `linePoints`. */
  readonly probability: readonly number[];
  /** Of the own class, for each training row. */
  readonly own: readonly number[];
}

const step = 0.05;
const end = 6;

/** Where along the column a posterior is asked. */
export const linePoints: readonly number[] = Array.from({ length: (2 * end) / step + 1 }, (_, at) => at * step - end);

/** Asks a posterior along its one column and at the rows it has learned from. */
export function predictedLine(posterior: Posterior, train: Table): PredictedLine {
  const { encoding, classes, target } = posterior;
  if (encoding.columns.length !== 1) throw new RangeError("A line is drawn through one column.");
  const [{ name }] = encoding.columns;
  const along = posterior.predict(tableFromColumns({ [name]: [...linePoints] })).probabilities;
  const trained = posterior.predict(train).probabilities;
  const at = ({ data, columns }: Matrix, row: number, column: number): number =>
    Number(data[row * columns + column].toPrecision(6));
  const positive = classes.indexOf("positive");
  return {
    probability: linePoints.map((_, row) => at(along, row, positive)),
    own: asText(columnNamed(train, target)).map((label = "", row) => at(trained, row, classes.indexOf(label))),
  };
}
