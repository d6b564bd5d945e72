import { linkVariances } from "../../calibration/link/crossFittedLink.ts";
import { linkSlopes, type MatrixLink } from "../../calibration/link/matrixLink.ts";
import { logitDeviations } from "../../calibration/logitInterval.ts";
import {
  finiteNumber,
  list,
  mapped,
  matrixOf,
  notNegative,
  numbersOf,
  optional,
  positive,
  record,
  refined,
  that,
  type Codec,
} from "../../codec.ts";
import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import { row } from "../../matrix/row.ts";
import { logOfRest } from "../../numeric/logSumExp.ts";

/** The link from the outputs of several machines to probabilities, and those of folds of the rows. */
export interface LinkedClasses {
  readonly link: MatrixLink;
  /** What intervals need; absent in files without them. */
  readonly foldLinks?: readonly MatrixLink[] | undefined;
}

/** No link has larger numbers, and products of them remain numbers. */
export const linkNumber: Codec<number> = that(
  finiteNumber,
  "a number within ±1e60",
  (value) => Math.abs(value) <= 1e60,
);
const slopeOfSquares = that(positive, "a positive number up to 1e40", (value) => value <= 1e40);

const linkCodec: Codec<MatrixLink> = refined(
  record({ weights: matrixOf(linkNumber), offsets: numbersOf(linkNumber), squareScale: optional(slopeOfSquares) }),
  ({ weights, offsets, squareScale }, expect) => {
    const C = offsets.length;
    expect.shape(weights, ".weights", squareScale === undefined ? C : 2 * C, C);
  },
);

/** The links of all folds, the weights of each above its offsets; a scale is 0 where there are no squares. */
const foldLinksCodec: Codec<readonly MatrixLink[]> = mapped(
  refined(
    record({ links: list(matrixOf(linkNumber)), squareScales: numbersOf(notNegative) }),
    ({ links, squareScales }, expect) => {
      expect.length(squareScales, ".squareScales", links.length);
      links.forEach((link, k) => {
        const C = link.columns;
        expect.shape(link, `.links[${k}]`, (squareScales[k] > 0 ? 2 : 1) * C + 1, C);
      });
    },
  ),
  ({ links, squareScales }) =>
    links.map(({ data, rows, columns: C }, k): MatrixLink => {
      const size = (rows - 1) * C;
      return {
        weights: matrix(rows - 1, C, data.slice(0, size)),
        offsets: data.slice(size),
        squareScale: squareScales[k] > 0 ? Math.min(squareScales[k], 1e40) : undefined,
      };
    }),
  (links) => ({
    links: links.map(({ weights, offsets }) => ({
      rows: weights.rows + 1,
      columns: weights.columns,
      data: Float64Array.of(...weights.data, ...offsets),
    })),
    squareScales: Float64Array.from(links, ({ squareScale = 0 }) => squareScale),
  }),
);

export const linkedCodec: Codec<LinkedClasses> = refined(
  record({ link: linkCodec, foldLinks: optional(foldLinksCodec) }),
  ({ link, foldLinks }, expect) => {
    const C = link.offsets.length;
    const isOfClasses = foldLinks?.every(({ offsets }) => offsets.length === C) ?? true;
    expect.that(isOfClasses, ".foldLinks", `links of ${C} classes`, foldLinks);
  },
);

/** What the deviations of the logits are made of. */
export interface LinkedOutputs {
  /** A row for each row, a column for each machine. */
  readonly outputs: Matrix;
  readonly logProbabilities: Matrix;
  /** The variance of the outputs of each row, in units of the noise of each machine. */
  readonly variances: Float64Array;
  readonly noises: readonly number[];
  /** By how much the log odds of each class move with its own output at least, widened: see `spreadSlope`. */
  readonly leastSlopes: readonly number[];
}

/** As in `spreadSlope`. */
const widening = 1.25;

/**
 * Deviations of the logits of the classes: how well the outputs are known, by the slopes of the link, and how well the link is known, by the
 * jackknife over folds.
 */
export function linkedDeviations(
  engine: Engine,
  { link, foldLinks }: LinkedClasses,
  { outputs, logProbabilities, variances, noises, leastSlopes }: LinkedOutputs,
): Matrix {
  const C = logProbabilities.columns;
  const ofLink =
    foldLinks && foldLinks.length > 1 ? linkVariances(engine, foldLinks, outputs) : matrix(outputs.rows, C);
  const deviations = matrix(outputs.rows, C);
  for (let i = 0; i < outputs.rows; i++) {
    const own = row(outputs, i);
    const logs = row(logProbabilities, i);
    const slopes = linkSlopes(link, own).data;
    let asked = 0;
    const found = logitDeviations(logs, logOfRest(logs), (contrast) => {
      const c = asked++;
      let variance = 0;
      for (let m = 0; m < C; m++) {
        let slope = 0;
        for (let k = 0; k < C; k++) slope += slopes[m * C + k] * contrast[k];
        const widened = m === c ? Math.max(leastSlopes[m], widening * Math.abs(slope)) : widening * slope;
        variance += widened ** 2 * noises[m];
      }
      return variance * variances[i] + ofLink.data[i * C + c];
    });
    deviations.data.set(found, i * C);
  }
  return deviations;
}
