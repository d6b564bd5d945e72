import { tableFromColumns, type Matrix, type Posterior, type Table } from "kernelbayes";
import { asText, columnNamed } from "kernelbayes/table";

/** What a posterior of one column says along it. */
export interface PredictedLine {
  /** Of the class "positive", at each of the `linePoints`. */
  readonly probability: readonly number[];
  /** Of a process the mean of the log odds there; of a support vector machine its output before the curve. */
  readonly mean: readonly number[];
  /** The deviation of the log odds of a process there; of a support vector machine 0. */
  readonly deviation: readonly number[];
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
  const along = posterior.predict(tableFromColumns({ [name]: [...linePoints] }));
  const trained = posterior.predict(train).probabilities;
  const at = ({ data, columns }: Matrix, row: number, column: number): number =>
    Number(data[row * columns + column].toPrecision(6));
  const positive = classes.indexOf("positive");
  const { slope, offset } = curveOf(posterior);
  const sign = positive === 1 ? 1 : -1;
  const outputs = linePoints.map((_, row) => sign * ((at(along.latentMean, row, 1) - offset) / slope));
  const isProcess = posterior.model.name !== "svc";
  return {
    probability: linePoints.map((_, row) => at(along.probabilities, row, positive)),
    mean: outputs.map((output) => Number(output.toPrecision(6))),
    deviation: linePoints.map((_, row) => (isProcess ? at(along.latentDeviation, row, positive) : 0)),
    own: asText(columnNamed(train, target)).map((label = "", row) => at(trained, row, classes.indexOf(label))),
  };
}

/** The straight line from the output of a support vector machine to its logit; of a process there is none. */
function curveOf(posterior: Posterior): { readonly slope: number; readonly offset: number } {
  if (posterior.model.name !== "svc") return { slope: 1, offset: 0 };
  const { parameters } = posterior.toDocument() as unknown as {
    readonly parameters: { readonly curve?: { readonly slope?: number; readonly offset?: number } };
  };
  const { slope = 1, offset = 0 } = parameters.curve ?? {};
  return { slope, offset };
}
