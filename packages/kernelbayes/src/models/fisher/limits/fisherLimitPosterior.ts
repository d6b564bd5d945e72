import type { Engine } from "../../../engine/engine.ts";
import { fisherContrasts } from "../../../rows/fisherContrasts.ts";
import { kernelOnRows } from "../../../rows/kernel/kernelOnRows.ts";
import {
  axisOf,
  contrastAt,
  functionalVariance,
  latentAt,
  meanContrastAt,
  type FisherLaw,
} from "../posterior/fisherPosterior.ts";
import { oneFunction, oneSum } from "../../../posterior/latentExpansion.ts";
import { projectedMoments } from "../../parts/projectedMoments.ts";
import { fisherLimit, parzenLimit } from "./fisherLimit.ts";
import { curveOdds, type OddsCurve } from "../../../calibration/oddsCurve.ts";
import type { Kernel } from "../../../kernels/kernel.ts";
import type { FitFigures, NumericPosterior } from "../../../posterior/numericPosterior.ts";
import { inline, madeOf, numbers, oneOf, optional, positive, record, type RecordCodec } from "../../../codec.ts";
import type { LabelledRows } from "../../../rows/labelledRows.ts";
import { kernelCodec } from "../../parts/kernelCodec.ts";
import { centersCodec, labelledRowsCodec, type SavedAxis } from "../posterior.ts";
import {
  correctedOdds,
  oddsCurveCodec,
  oddsPrediction,
  oddsProbabilities,
} from "../../../calibration/oddsPrediction.ts";

/** The ends of β: Parzen windows at 0, the kernel Fisher discriminant without regularization at ∞. */
export const fisherLimits = ["parzen", "fisher"] as const;
export type FisherLimitName = (typeof fisherLimits)[number];

/** A discriminant at an end of β. */
export interface LimitDiscriminant {
  readonly limit: FisherLimitName;
  readonly kernel: Kernel;
  readonly rows: LabelledRows;
  /** From projections, relative to the midpoint of the class means, to log odds under the class frequencies. */
  readonly curve: OddsCurve;
}

/** Rows that are predicted at a time, to bound the memory that kernel columns take. */
const chunkRows = 1024;

/** The law of the latent function at an end of β, on weighted rows. */
export function limitLaw(
  engine: Engine,
  limit: FisherLimitName,
  kernel: Kernel,
  { X: rows, classes, weights }: LabelledRows,
): FisherLaw {
  const contrasts = fisherContrasts(classes, weights);
  const onRows = kernelOnRows(engine, kernel, rows, contrasts);
  return limit === "parzen" ? parzenLimit(onRows, contrasts) : fisherLimit(engine, onRows, contrasts);
}

/** The posterior of a discriminant at an end of β: projections, their variance, and the curve that makes them log odds. */
export function fisherLimitPosterior(
  engine: Engine,
  discriminant: LimitDiscriminant,
  figures: FitFigures,
): NumericPosterior {
  const { limit, kernel, rows, curve } = discriminant;
  const law = limitLaw(engine, limit, kernel, rows);
  const axis = axisOf(law);
  return {
    ...figures,
    predict: (X, level) =>
      oddsPrediction(X, level, chunkRows, (part) => {
        const { mean, variance } = contrastAt(engine, law, kernel.cross(engine, rows.X, part), kernel.diagonal(part));
        return correctedOdds({ outputs: mean, variances: variance }, curve);
      }),
    probabilities: (X) =>
      oddsProbabilities(X, chunkRows, (part) =>
        meanContrastAt(law, kernel.cross(engine, rows.X, part)).map((mean) => curveOdds(curve, mean)),
      ),
    project: (X) =>
      projectedMoments(X, chunkRows, (part) =>
        latentAt(engine, law, kernel.cross(engine, rows.X, part), kernel.diagonal(part)),
      ),
    axes: [axis],
    expansion: () =>
      oneFunction({
        constant: -law.midpoint,
        sums: [oneSum(kernel, rows.X, law.coefficients)],
        link:
          curve.bend === undefined ? { kind: "logistic", slope: curve.slope, offset: curve.offset } : { kind: "other" },
        variance: ({ images, own }) => own && functionalVariance(engine, law, images[0], own()[0]),
      }),
    parameters: () => limitCodec.write({ ...discriminant, ...axis }),
  };
}

const limitCodec: RecordCodec<LimitDiscriminant & SavedAxis> = record({
  limit: oneOf("parzen", "fisher"),
  kernel: kernelCodec,
  coefficients: optional(numbers),
  centers: centersCodec,
  distance: optional(positive),
  rows: inline(labelledRowsCodec),
  curve: oddsCurveCodec,
});

/** Whether parameters are those of a discriminant at an end of β. */
export function isLimitDocument(document: unknown): boolean {
  return typeof document === "object" && document !== null && "limit" in document;
}

/** Reads the parameters back, checks that they belong together and forms the law again. */
export function restoreFisherLimit(
  engine: Engine,
  document: unknown,
  path: string,
  figures: FitFigures,
): NumericPosterior {
  const discriminant = limitCodec.read(document, path);
  return madeOf(path, "a discriminant", () => fisherLimitPosterior(engine, discriminant, figures));
}
