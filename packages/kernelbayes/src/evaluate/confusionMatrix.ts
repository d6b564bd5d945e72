import { matrix, type Matrix } from "../engine/matrix.ts";
import { classNumbers, countClasses } from "./classNumbers.ts";
import { rowWeights } from "./rowWeights.ts";

/**
 * How often each true class (row) was decided to be each class (column), in rows or, with weights, in mass. `classes` is
 * the size of the matrix; without it, as large as the class numbers require.
 */
export function confusionMatrix(
  decided: ArrayLike<number>,
  truth: ArrayLike<number>,
  weights?: ArrayLike<number>,
  classes: number = countClasses(decided, truth),
): Matrix {
  const predicted = classNumbers(decided, decided.length, classes);
  const actual = classNumbers(truth, predicted.length, classes);
  const mass = rowWeights(predicted.length, weights);
  const counts = matrix(classes, classes);
  for (let row = 0; row < mass.length; row++) counts.data[actual[row] * classes + predicted[row]] += mass[row];
  return counts;
}

/** The share of rows (of their weight) whose decided class is not the true one. */
export function errorRate(decided: ArrayLike<number>, truth: ArrayLike<number>, weights?: ArrayLike<number>): number {
  const classes = countClasses(decided, truth);
  const predicted = classNumbers(decided, decided.length, classes);
  const actual = classNumbers(truth, predicted.length, classes);
  const mass = rowWeights(predicted.length, weights);
  let wrong = 0;
  let total = 0;
  for (let row = 0; row < predicted.length; row++) {
    total += mass[row];
    if (predicted[row] !== actual[row]) wrong += mass[row];
  }
  return wrong / total;
}

/**
 * Matthews correlation between decisions and truth, in the form for any number of classes (Gorodkin 2004), from a confusion
 * matrix. With c the mass decided rightly, s the whole mass, tₖ and pₖ what class k has of the truth and of the decisions,
 *
 *     (c s − Σ pₖ tₖ) / √((s² − Σ pₖ²)(s² − Σ tₖ²)).
 *
 * 1 is perfect, 0 is what guessing gives; also 0, for want of a value, when all decisions or all truths are one class.
 */
export function matthews({ data, columns }: Matrix): number {
  const actual = new Float64Array(columns);
  const decided = new Float64Array(columns);
  let right = 0;
  let total = 0;
  for (let row = 0; row < columns; row++) {
    for (let column = 0; column < columns; column++) {
      const mass = data[row * columns + column];
      actual[row] += mass;
      decided[column] += mass;
      total += mass;
      if (row === column) right += mass;
    }
  }
  const dot = (a: Float64Array, b: Float64Array): number => a.reduce((sum, value, k) => sum + value * b[k], 0);
  // s² − Σ t² = Σ t (s − t), which is exactly 0 when one class has everything.
  const spread = (a: Float64Array): number => a.reduce((sum, value) => sum + value * (total - value), 0);
  const norm = Math.sqrt(spread(actual) * spread(decided));
  return norm > 0 ? (right * total - dot(actual, decided)) / norm : 0;
}

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
