import { mislabelledRows } from "../../../src/compare/mislabelledRows.ts";
import { fromRows } from "../../../src/matrix/row.ts";

interface Input {
  readonly probability: number[][];
  readonly classes: number[];
  readonly target: number;
}

/** Prediction and comparison, section 8: rows whose label is probably wrong. */
export function mislabelled({ probability, classes, target }: Input): unknown {
  const { rows, flagged, noiseRate } = mislabelledRows(fromRows(probability), classes, { falseShare: target });
  const inPlace = rows.toSorted((a, b) => a.row - b.row);
  return {
    order: rows.slice(0, 10).map(({ row }) => row),
    qvalue: inPlace.map(({ qValue }) => qValue),
    flagged: flagged.map(({ row }) => row).toSorted((a, b) => a - b),
    noiseRate,
    flipProbability: inPlace.map(({ flipProbability }) => flipProbability),
  };
}
