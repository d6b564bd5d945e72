import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import { logitDeviations, logitInterval, putLogitInPlace, sidesOf } from "../../calibration/logitInterval.ts";
import { orthonormalContrasts } from "../../likelihoods/multinomial/orthonormalContrasts.ts";
import { logProbabilitiesOf, outputCovariances } from "../../likelihoods/multinomial/multinomialMode.ts";
import { inRowSpace, type RowSpace } from "../../likelihoods/multinomial/rowSpace.ts";
import { multiplyVector } from "../../matrix/dot.ts";
import { numbersUpTo, row, selectRows } from "../../matrix/row.ts";
import { logOfRest } from "../../numeric/logSumExp.ts";
import { ofIntervals } from "../../posterior/noIntervals.ts";
import type { LatentExpansion } from "../../posterior/latentExpansion.ts";
import { largestEncodedValue, encodedMatrix, encodedNumber } from "../../posterior/largestEncodedValue.ts";
import {
  emptyPrediction,
  type FitFigures,
  type NumericPosterior,
  type NumericPrediction,
} from "../../posterior/numericPosterior.ts";
import {
  finiteNumber,
  formerly,
  mapped,
  matrixOf,
  numbersOf,
  numberUpTo,
  optional,
  positive,
  record,
  refined,
  that,
  type RecordCodec,
} from "../../codec.ts";

/** A mode with its curvature. */
export interface PenalizedMode {
  /** λ. */
  readonly penalty: number;
  /** m × (C − 1), the intercept last; scores of the classes are orthonormal contrasts of the outputs. */
  readonly coefficients: Matrix;
  /** The inverse of the Hessian, symmetric of size m (C − 1). */
  readonly covariance: Matrix;
}

/** Coefficients of multinomial regression with their covariance, in the coordinates of a space. */
export interface MultinomialFit extends RowSpace, Omit<PenalizedMode, "covariance"> {
  /** Absent in files without intervals. */
  readonly covariance?: Matrix | undefined;
  /** The mode that intervals come from, where λ holds the scores stiffer than a cautious reader would; the same where absent. */
  readonly loose?: PenalizedMode | undefined;
  /** Summed weights of the classes. */
  readonly sizes: Float64Array;
  /** The share of the deviations towards even odds that held-out rows allow (see `widthAllowed`); 1 where absent. */
  readonly width?: number | undefined;
}

/** Class probabilities at the mode, with intervals by the delta method on the logits. */
export function multinomialLogisticPosterior(
  engine: Engine,
  fit: MultinomialFit,
  figures: FitFigures,
): NumericPosterior {
  return {
    ...figures,
    predict: (X, level) => predictMultinomial(engine, fit, X, level),
    probabilities: (X) => ({ logProbabilities: multinomialLogProbabilities(engine, fit, X) }),
    expansion: () => latentOf(engine, fit),
    parameters: ({ intervals = true } = {}) =>
      multinomialCodec.write(intervals ? fit : { ...fit, covariance: undefined, loose: undefined }),
  };
}

/** The scores as latent functions, with the covariance that the intervals come from. */
function latentOf(engine: Engine, fit: MultinomialFit): LatentExpansion {
  const { center, basis, coefficients, sizes } = fit;
  const q = sizes.length - 1;
  const contrasts = orthonormalContrasts(sizes.length);
  const slopes = selectRows(coefficients, numbersUpTo(coefficients.rows - 1));
  const scores = engine.multiply(slopes, contrasts, { transposeB: true });
  const intercepts = coefficients.data.subarray((coefficients.rows - 1) * q);
  const classes = Array.from(sizes.keys());
  const { penalty, covariance } = fit.loose ?? fit;
  return {
    functions: classes.map((positive) => ({ positive })),
    constants: multiplyVector(contrasts, intercepts),
    sums: [],
    polynomials: [{ center, functions: classes, linear: basis ? engine.multiply(basis, scores) : scores }],
    link: { kind: "softmax", isExact: true },
    variance:
      covariance &&
      ((contrast, { moves }) => {
        const origin = { center: new Float64Array(center.length), basis };
        const { design, beyond } = inRowSpace(engine, origin, moves);
        // Differences of rows, in which the intercept drops out.
        for (let t = 0; t < design.rows; t++) design.data[(t + 1) * design.columns - 1] = 0;
        const covariances = outputCovariances(engine, covariance, design, q);
        const inOutputs = projected(contrasts, contrast);
        const squares = inOutputs.reduce((sum, g) => sum + g * g, 0);
        return beyond.map((square, t) => {
          const own = covariances.data.subarray(t * q * q, (t + 1) * q * q);
          return quadratic(own, inOutputs) + (square / penalty) * squares;
        });
      }),
  };
}

/** The log probabilities of all classes at rows. */
export function multinomialLogProbabilities(
  engine: Engine,
  fit: Omit<MultinomialFit, "penalty" | "covariance">,
  X: Matrix,
): Matrix {
  return probabilitiesIn(engine, fit, inRowSpace(engine, fit, X).design);
}

function probabilitiesIn(
  engine: Engine,
  { coefficients, sizes }: Pick<MultinomialFit, "coefficients" | "sizes">,
  design: Matrix,
): Matrix {
  return logProbabilitiesOf(engine, engine.multiply(design, coefficients), orthonormalContrasts(sizes.length));
}

/**
 * The variance of a contrast g of the scores is gᵀQ V Qᵀg, V = xᵀH⁻¹x + |x_⊥|²/λ the covariance of the outputs: directions in
 * which the training rows do not differ keep their prior variance 1/λ.
 */
export function predictMultinomial(engine: Engine, fit: MultinomialFit, X: Matrix, level: number): NumericPrediction {
  const C = fit.sizes.length;
  const { width = 1 } = fit;
  const q = C - 1;
  const contrasts = orthonormalContrasts(C);
  const { design, beyond } = inRowSpace(engine, fit, X);
  const { penalty, covariance } = fit.loose ?? fit;
  const logProbabilities = probabilitiesIn(engine, fit, design);
  const centers = fit.loose ? probabilitiesIn(engine, { ...fit, ...fit.loose }, design) : logProbabilities;
  const covariances = outputCovariances(engine, ofIntervals(covariance), design, q);
  const prediction = emptyPrediction(X.rows, C);
  for (let i = 0; i < X.rows; i++) {
    const said = row(logProbabilities, i);
    const saidRest = logOfRest(said);
    const own = row(centers, i);
    const rest = fit.loose ? logOfRest(own) : saidRest;
    const V = covariances.data.subarray(i * q * q, (i + 1) * q * q);
    const deviations = logitDeviations(own, rest, (contrast) => {
      const inOutputs = projected(contrasts, contrast);
      return quadratic(V, inOutputs) + (beyond[i] / penalty) * inOutputs.reduce((sum, g) => sum + g * g, 0);
    });
    for (let c = 0; c < C; c++) {
      const logit = own[c] - rest[c];
      const ends = logitInterval(logit, sidesOf(logit, width * deviations[c], deviations[c]), level);
      putLogitInPlace(prediction, i * C + c, said[c], said[c] - saidRest[c], deviations[c], ends);
    }
  }
  return prediction;
}

/** Qᵀ g. */
function projected({ data, columns: q }: Matrix, contrast: Float64Array): Float64Array {
  const result = new Float64Array(q);
  contrast.forEach((g, k) => {
    for (let a = 0; a < q; a++) result[a] += g * data[k * q + a];
  });
  return result;
}

function quadratic(V: Float64Array, g: Float64Array): number {
  let sum = 0;
  g.forEach((left, a) => g.forEach((right, b) => (sum += left * V[a * g.length + b] * right)));
  return Math.max(0, sum);
}

const modePenalty = that(finiteNumber, "a positive number", (penalty: number) => penalty > 1 / largestEncodedValue);

/** The parameters of a fit. Old documents hold given priors beside them. */
export const multinomialCodec: RecordCodec<MultinomialFit> = mapped(
  refined(
    record({
      center: numbersOf(encodedNumber),
      basis: optional(matrixOf(numberUpTo(1 + 1e-9))),
      penalty: modePenalty,
      coefficients: encodedMatrix,
      covariance: optional(encodedMatrix),
      loose: optional(record({ penalty: modePenalty, coefficients: encodedMatrix, covariance: encodedMatrix })),
      sizes: numbersOf(that(encodedNumber, "a positive number", (size) => size > 0)),
      width: optional(numberUpTo(1)),
      priors: formerly(optional(numbersOf(positive))),
    }),
    ({ center, basis, coefficients, covariance, loose, sizes, priors }, expect) => {
      const C = sizes.length;
      const m = (basis ? basis.columns : center.length) + 1;
      const size = m * (C - 1);
      expect.that(C >= 2, ".sizes", "two or more positive numbers", sizes);
      if (basis) expect.shape(basis, ".basis", center.length, basis.columns);
      expect.shape(coefficients, ".coefficients", m, C - 1);
      if (covariance) expect.shape(covariance, ".covariance", size, size);
      if (loose) {
        expect.shape(loose.coefficients, ".loose.coefficients", m, C - 1);
        expect.shape(loose.covariance, ".loose.covariance", size, size);
      }
      if (priors) expect.length(priors, ".priors", C);
    },
  ),
  ({ priors, ...fit }): MultinomialFit => ({
    ...fit,
    coefficients: priors ? shiftedIntercepts(fit.coefficients, fit.sizes, priors) : fit.coefficients,
  }),
  (fit) => ({
    ...fit,
    basis: fit.basis,
    covariance: fit.covariance,
    loose: fit.loose,
    width: fit.width,
    priors: undefined,
  }),
);

/** Old documents hold given priors: their log π′/π are scores more for each class, Qᵀ of them more intercepts. */
function shiftedIntercepts(coefficients: Matrix, sizes: Float64Array, priors: Float64Array): Matrix {
  const { rows: m, columns: q } = coefficients;
  const steps = projected(
    orthonormalContrasts(sizes.length),
    sizes.map((size, c) => Math.log(priors[c] / size)),
  );
  const data = coefficients.data.slice();
  steps.forEach((step, a) => (data[(m - 1) * q + a] += step));
  return matrix(m, q, data);
}
