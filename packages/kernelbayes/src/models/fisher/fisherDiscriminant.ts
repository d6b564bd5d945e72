import type { LabelledRows } from "../../rows/labelledRows.ts";
import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix, transpose } from "../../engine/matrix.ts";
import { type FisherContrasts, fisherContrasts } from "../../rows/fisherContrasts.ts";
import { expectedScatter, fisherEvidence, type FisherDegrees } from "./evidence/fisherEvidence.ts";
import {
  featureContrastAt,
  featureLatentAt,
  featureMoments,
  featurePosterior,
  type FeatureMoments,
} from "./features/featurePosterior.ts";
import { kernelOnRows } from "../../rows/kernel/kernelOnRows.ts";
import {
  axisOf,
  contrastAt,
  fisherPosterior,
  functionalVariance,
  latentAt,
  type FisherSettings,
} from "./posterior/fisherPosterior.ts";
import { fisherLeaveOneOut, type FisherLeaveOneOut } from "./posterior/fisherLeaveOneOut.ts";
import { lowRankFeatures, lowRankKernelAt, type LowRankKernel } from "../../rows/kernel/lowRankKernel.ts";
import { contrastCoefficients, featureDiagonalOfM } from "./evidence/evaluateLowRank.ts";
import { columnSquares } from "../../matrix/dot.ts";
import { concatenate, stackRows } from "../../matrix/row.ts";
import type { StandIns } from "../../rows/standIns.ts";
import type { Kernel } from "../../kernels/kernel.ts";
import type { LatentMoments } from "../../calibration/logitInterval.ts";
import type { ProjectionAxis } from "../../posterior/numericPosterior.ts";

/** A discriminant at a kernel and a β, dense or sparse: what prediction needs of it. */
export interface FisherDiscriminant {
  readonly kernel: Kernel;
  readonly precision: number;
  readonly distance: number;
  readonly contrasts: FisherContrasts;
  /** Position of rows relative to the midpoint of the class means. */
  contrastsAt(X: Matrix): LatentMoments;
  /** The projections of rows themselves. */
  latentAt(X: Matrix): LatentMoments;
  /** The posterior variance of functionals of the projection that no constant moves. */
  functionalVariance(images: Matrix, own: Float64Array): Float64Array;
  /** α for the rows or the pivots, class centers and d. */
  readonly axis: ProjectionAxis;
}

/** A discriminant with what only its training rows can tell. */
export interface TrainedDiscriminant extends FisherDiscriminant {
  evidence(degrees: FisherDegrees): number;
  /** ⟨fᵀLf⟩. */
  scatter(): number;
  leaveOneOut(): FisherLeaveOneOut;
}

/** On all rows: one Cholesky factorization of I + βK. */
export function denseDiscriminant(
  engine: Engine,
  kernel: Kernel,
  settings: FisherSettings,
  { X: rows, classes, weights, memberships }: LabelledRows,
): TrainedDiscriminant {
  const contrasts = fisherContrasts(classes, weights, memberships);
  const law = fisherPosterior(engine, kernelOnRows(engine, kernel, rows, contrasts), contrasts, settings);
  return {
    kernel,
    precision: law.precision,
    distance: law.distance,
    contrasts,
    contrastsAt: (X) => contrastAt(engine, law, kernel.cross(engine, rows, X), kernel.diagonal(X)),
    latentAt: (X) => latentAt(engine, law, kernel.cross(engine, rows, X), kernel.diagonal(X)),
    functionalVariance: (images, own) => functionalVariance(engine, law, images, own),
    axis: axisOf(law),
    evidence: (degrees) => fisherEvidence(law, degrees),
    scatter: () => expectedScatter(law),
    leaveOneOut: () => fisherLeaveOneOut(law),
  };
}

/** What a sparse discriminant keeps of its rows: the pivots, and moments of the features that these make. */
export interface SparseMoments {
  readonly basis: Matrix;
  readonly sizes: readonly [number, number];
  readonly scatter: Matrix;
  readonly difference: Float64Array;
  readonly midpoint: Float64Array;
  readonly center: Float64Array;
}

/** Rows and the pivots among them, and rows that stand for others by their features, which come last in all results. */
type SparseRows = LabelledRows & { readonly pivots: Int32Array; readonly few?: StandIns | undefined };

/** On the kernel columns of a few rows, the pivots: O(nm²), and no matrix larger than n × m. */
export function trainSparse(
  engine: Engine,
  kernel: Kernel,
  settings: FisherSettings,
  { X: rows, classes: own, weights, pivots, few }: SparseRows,
): TrainedDiscriminant & { readonly moments: SparseMoments } {
  const classes = few ? Int32Array.from([...own, ...few.classes]) : own;
  const contrasts = fisherContrasts(classes, few ? concatenate([weights, few.weights]) : weights);
  const low = lowRankKernelAt(engine, kernel, rows, pivots);
  const featuresOfAll = few ? stackRows([low.features, few.rows]) : low.features;
  const features = featureMoments(engine, featuresOfAll, contrasts);
  const posterior = featurePosterior(engine, features, { ...settings, nugget: low.nugget });
  const { scatter, difference, midpoint, center } = features;
  const moments = { basis: low.basis, sizes: contrasts.sizes, scatter, difference, midpoint, center };
  return {
    ...sparseDiscriminant(engine, kernel, settings, moments),
    moments,
    evidence: (degrees) => fisherEvidence(posterior, degrees),
    scatter: () => expectedScatter(posterior),
    leaveOneOut() {
      // The prior variance of a row that the features leave out belongs to its prediction.
      const squares = columnSquares(transpose(low.features));
      const excluded = new Float64Array(classes.length);
      kernel.diagonal(rows).forEach((k, i) => (excluded[i] = Math.min(0, squares[i] + low.nugget - k)));
      const figures = {
        contrasts,
        precision: posterior.precision,
        distance: posterior.distance,
        u: contrastCoefficients(posterior),
        s: posterior.s,
        own: new Float64Array(classes.length).fill(low.nugget),
        diagonalOfM: () => featureDiagonalOfM(engine, posterior),
      };
      return fisherLeaveOneOut(figures, { excluded });
    },
  };
}

/** The same from its moments alone. */
export function sparseDiscriminant(
  engine: Engine,
  kernel: Kernel,
  settings: FisherSettings,
  { basis, sizes, scatter, difference, midpoint, center }: SparseMoments,
): FisherDiscriminant {
  const contrasts = fisherContrasts([0, 1], sizes);
  const m = basis.rows;
  const inOrder = Int32Array.from({ length: m }, (_, j) => j);
  const low: LowRankKernel = lowRankKernelAt(engine, kernel, basis, inOrder);
  const features: FeatureMoments = {
    contrasts,
    scatter,
    difference,
    midpoint,
    center,
    // Rows are needed for training alone.
    within: { rows: 0, columns: m, data: new Float64Array(0) },
    means: { rows: 0, columns: m, data: new Float64Array(0) },
  };
  const posterior = featurePosterior(engine, features, { ...settings, nugget: low.nugget });
  return {
    kernel,
    precision: posterior.precision,
    distance: posterior.distance,
    contrasts,
    contrastsAt(X) {
      const { features: ofRows, extra } = lowRankFeatures(engine, low, X);
      return featureContrastAt(engine, posterior, ofRows, extra);
    },
    latentAt(X) {
      const { features: ofRows, extra } = lowRankFeatures(engine, low, X);
      return featureLatentAt(engine, posterior, ofRows, extra);
    },
    functionalVariance(images, own) {
      const across = engine.solveTriangular(low.triangle, images);
      const squares = columnSquares(across);
      const extra = own.map((prior, t) => Math.max(0, prior - squares[t]));
      return featureLatentAt(engine, posterior, transpose(across), extra).variance;
    },
    // The features of x are T⁻¹k_J(x), so that w̄ᵀT⁻¹ are the coefficients of the pivots.
    axis: axisOf({
      ...posterior,
      coefficients: engine.solveTriangular(low.triangle, matrix(m, 1, posterior.weights), { transpose: true }).data,
    }),
  };
}
