import { type Column, type Matrix, type Prediction } from "kernelbayes";
import { matrices } from "kernelbayes/numeric";
import { type TextColumn } from "kernelbayes/table";
import type { PointPrediction } from "kernelbayes/predict";

/** What a model says of rows as columns of a table: the label, then probabilities, and where asked for their intervals and the latent quantity. */
export function predictionColumns(prediction: Prediction | PointPrediction, hasLatent: boolean): Column[] {
  const { classes, labels, probabilities } = prediction;
  const each = (prefix: string, values: Matrix): Column[] =>
    classes.map((label, number) => numberColumn(`${prefix}_${label}`, values, number));
  // Of two classes the latent quantity of the first is that of the second with the sign turned.
  const latent = (name: string, values: Matrix): Column[] =>
    classes.length === 2 ? [numberColumn(name, values, 1)] : each(name, values);
  const columns = [labelColumn("label", labels, classes), ...each("probability", probabilities)];
  if (!prediction.intervals) return columns;
  return [
    ...columns,
    ...each("lower", prediction.lower),
    ...each("upper", prediction.upper),
    ...(hasLatent
      ? [...latent("latent_mean", prediction.latentMean), ...latent("latent_deviation", prediction.latentDeviation)]
      : []),
  ];
}

/** A column of labels out of a list of them; undefined is a missing cell. */
function labelColumn(name: string, labels: readonly (string | undefined)[], levels: readonly string[]): TextColumn {
  const numbers = new Map(levels.map((label, number) => [label, number]));
  const codes = Int32Array.from(labels, (label) => (label === undefined ? -1 : (numbers.get(label) ?? -1)));
  return { name, type: "text", codes, levels };
}

function numberColumn(name: string, values: Matrix, at: number): Column {
  return { name, type: "number", values: matrices.column(values, at) };
}
