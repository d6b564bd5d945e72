import type { Engine } from "../../../engine/engine.ts";
import type { Matrix } from "../../../engine/matrix.ts";
import type { FisherContrasts } from "../../../rows/fisherContrasts.ts";
import type { EvidenceFigures, ScatterFigures } from "../evidence/fisherEvidence.ts";
import { columnsProblem } from "./columnsProblem.ts";
import { rowsProblem } from "./rowsProblem.ts";
import type { FeatureRule } from "./featureRule.ts";
import type { LeaveOneOutFigures } from "../posterior/fisherLeaveOneOut.ts";

/** The prior precisions a_j of the weights, one a column, and β. */
export interface FeaturePoint {
  readonly priorPrecision: Float64Array;
  readonly precision: number;
}

/**
 * The posterior of weights w ~ N(0, A⁻¹), A = diag(a), with f = Xw, whichever way it was computed: all that evidence, search,
 * leave-one-out and prediction ask for. With B = βXᵀLX + A, b = B⁻¹Δ and s = ΔᵀB⁻¹Δ
 *
 *     w̄ = d b/s,   Cov(w) = B⁻¹ − bbᵀ/s,   S_w = Cov(w) + w̄w̄ᵀ,   log |I + βKL| = log |A⁻¹B|.
 */
export interface FeatureLaw extends EvidenceFigures, ScatterFigures, LeaveOneOutFigures {
  readonly contrasts: FisherContrasts;
  readonly precision: number;
  readonly distance: number;
  readonly s: number;
  readonly priorPrecision: Float64Array;
  /** w̄. */
  readonly weights: Float64Array;
  /** a_j (S_w)_jj for each column: near 1 where the rows say nothing of a weight that its prior did not. */
  scaledMoments(): Float64Array;
  /** What predictions need. */
  rule(): FeatureRule;
}

/** Rows and labels, ready to be looked at with any prior precisions and β. */
export interface FeatureProblem {
  readonly contrasts: FisherContrasts;
  readonly columns: number;
  at(point: FeaturePoint): FeatureLaw;
}

/**
 * The form that is cheaper: in the space of the columns where there are no more of them than rows, O(np²) once and then O(p³) a
 * point; in that of the rows otherwise, O(n²p) a point.
 */
export function featureProblem(
  engine: Engine,
  X: Matrix,
  contrasts: FisherContrasts,
  { distance = 2 }: { readonly distance?: number } = {},
): FeatureProblem {
  return X.columns <= X.rows
    ? columnsProblem(engine, X, contrasts, distance)
    : rowsProblem(engine, X, contrasts, distance);
}
