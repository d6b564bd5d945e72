import type { Matrix } from "../engine/matrix.ts";

/** Precision, recall and their harmonic mean; each is 0 where its denominator is 0. */
export interface PrecisionRecall {
  /** Of what was decided to be this class, the share that is. */
  readonly precision: number;
  /** Of what is this class, the share that was decided to be. */
  readonly recall: number;
  /** 2 · precision · recall / (precision + recall). */
  readonly f1: number;
}

export interface PrecisionRecallTable {
  readonly perClass: readonly PrecisionRecall[];
  /** The plain mean over the classes that occur in the truth or among the decisions. */
  readonly macro: PrecisionRecall;
  /** From the sums over all classes; with one decision a row, all three equal the accuracy. */
  readonly micro: PrecisionRecall;
  /** The mean weighted by how much of the truth each class has. */
  readonly weighted: PrecisionRecall;
}

/**
 * Precision, recall and F1 of every class, from a confusion matrix (true classes in rows). A class that was never decided
 * has precision 0, one that never occurs has recall 0, so that no mean becomes undefined.
 */
export function precisionRecall({ data, columns }: Matrix): PrecisionRecallTable {
  const classes = Array.from({ length: columns }, (_, number) => {
    let actual = 0;
    let decided = 0;
    for (let other = 0; other < columns; other++) {
      actual += data[number * columns + other];
      decided += data[other * columns + number];
    }
    return { hits: data[number * columns + number], actual, decided };
  });
  const perClass = classes.map(figures);
  const mean = (weight: (number: number) => number): PrecisionRecall => {
    const total = classes.reduce((sum, _, number) => sum + weight(number), 0);
    const of = (figure: keyof PrecisionRecall): number =>
      ratio(
        perClass.reduce((sum, one, number) => sum + weight(number) * one[figure], 0),
        total,
      );
    return { precision: of("precision"), recall: of("recall"), f1: of("f1") };
  };
  return {
    perClass,
    macro: mean((number) => (classes[number].actual + classes[number].decided > 0 ? 1 : 0)),
    micro: figures({
      hits: classes.reduce((sum, { hits }) => sum + hits, 0),
      actual: classes.reduce((sum, { actual }) => sum + actual, 0),
      decided: classes.reduce((sum, { decided }) => sum + decided, 0),
    }),
    weighted: mean((number) => classes[number].actual),
  };
}

function figures({ hits, actual, decided }: { hits: number; actual: number; decided: number }): PrecisionRecall {
  return { precision: ratio(hits, decided), recall: ratio(hits, actual), f1: ratio(2 * hits, actual + decided) };
}

function ratio(numerator: number, denominator: number): number {
  return denominator > 0 ? numerator / denominator : 0;
}
