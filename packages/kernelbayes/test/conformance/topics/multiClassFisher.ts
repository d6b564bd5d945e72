import { fisherContrasts } from "../../../src/rows/fisherContrasts.ts";
import { classGroups } from "../../../src/rows/classGroups.ts";
import { discriminantDirections } from "../../../src/models/leastSquares/penalized/discriminantDirections.ts";
import {
  centroidsOf,
  nearestClasses,
  projectionsOf,
} from "../../../src/models/leastSquares/penalized/nearestCentroid.ts";
import {
  codeResponse,
  penalizedDiscriminant,
} from "../../../src/models/leastSquares/penalized/penalizedDiscriminant.ts";
import { penalizedForm } from "../../../src/models/leastSquares/penalized/penalizedForm.ts";
import { fromRows } from "../../../src/matrix/fromRows.ts";
import { multiplyVector } from "../../../src/matrix/multiplyVector.ts";
import { scaleMatrix } from "../../../src/matrix/scaleMatrix.ts";
import { toRows } from "../../../src/matrix/toRows.ts";
import { transpose } from "../../../src/matrix/transpose.ts";
import { coupleOneVersusRest, normalizeOneVersusRest } from "../../../src/calibration/coupling/index.ts";
import { engine, kernelOf } from "./fisherSupport.ts";

interface Rows {
  readonly kind: "rbf";
  readonly theta: readonly number[];
  readonly X: number[][];
  readonly labels: number[];
  readonly Z: number[][];
}

type Input =
  | { readonly oneVsRest: number[] }
  | (Rows & { readonly mu: number; readonly regulariser: "I" | "K" })
  | (Rows & { readonly r: number; readonly penalty: "A=I" });

/** Many classes: the discriminant of all at once, one form for every class against the rest, coupled probabilities. */
export function multiClassFisher(input: Input): unknown {
  if ("oneVsRest" in input) {
    return {
      coupled: coupleOneVersusRest(input.oneVsRest),
      normalised: normalizeOneVersusRest(input.oneVsRest),
    };
  }
  const kernel = kernelOf(input.kind, input.theta);
  const X = fromRows(input.X);
  const K = kernel.matrix(engine, X);
  const cross = kernel.cross(engine, X, fromRows(input.Z));
  const count = Math.max(...input.labels) + 1;
  if ("r" in input) {
    const penalized = penalizedForm(engine, { K }, "identity");
    const scores = Array.from({ length: count }, (_, c) => {
      const contrasts = fisherContrasts(input.labels.map((label) => (label === c ? 1 : 0)));
      const response = codeResponse(engine, penalized, contrasts);
      const { coefficients, bias } = penalizedDiscriminant(penalized, response, contrasts, input.r);
      return multiplyVector(cross, coefficients, { transpose: true }).map((value) => value + bias);
    });
    return { scores, predicted: nearestClasses(scaleMatrix(transpose(fromRows(scores)), -1)) };
  }
  const penalized = penalizedForm(engine, { K }, input.regulariser === "I" ? "identity" : "kernel");
  const groups = classGroups(input.labels, count);
  const { ratios, coefficients } = discriminantDirections(engine, penalized, groups, input.mu);
  const centroids = centroidsOf(projectionsOf(engine, K, coefficients), groups);
  const distances = engine.squaredDistances(projectionsOf(engine, cross, coefficients), centroids);
  return {
    eigenvalues: ratios,
    testSquaredDistanceToCentroids: toRows(distances),
    centroidSquaredDistances: toRows(engine.squaredDistances(centroids)),
    predicted: nearestClasses(distances),
  };
}
