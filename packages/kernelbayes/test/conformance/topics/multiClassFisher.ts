import { type Matrix, transpose } from "../../../src/engine/matrix.ts";
import { fisherContrasts } from "../../../src/rows/fisherContrasts.ts";
import { classGroups } from "../../../src/rows/classGroups.ts";
import { kernelFisherForm } from "../../../src/models/leastSquares/penalized/kernelFisherForm.ts";
import {
  codeResponse,
  penalizedDiscriminant,
  penalizedForm,
} from "../../../src/models/leastSquares/penalized/penalizedForm.ts";
import { momentsOf } from "../../../src/models/leastSquares/penalized/projectedClasses.ts";
import { fromRows, toRows } from "../../../src/matrix/row.ts";
import { multiplyVector } from "../../../src/matrix/dot.ts";
import { scaleMatrix, scaleRowsAndColumns } from "../../../src/matrix/addMatrices.ts";
import { logSoftmaxInPlace } from "../../../src/numeric/logSumExp.ts";
import { coupleOneVersusRest, normalizeOneVersusRest } from "../../../src/calibration/coupling/index.ts";
import { engine, kernelOf } from "./fisherSupport.ts";
import { mostProbable } from "../../../src/evaluate/probabilities.ts";

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
    return { scores, predicted: classesOf(transpose(fromRows(scores))) };
  }
  const groups = classGroups(input.labels, count);
  const form = kernelFisherForm(engine, { K }, groups, input.regulariser === "I" ? "identity" : "kernel");
  const { ratios, coefficients } = form.directionsAt(input.mu);
  const projections = (columns: Matrix): Matrix => engine.multiply(columns, coefficients, { transposeA: true });
  const { mass, sums } = momentsOf({ ...groups, projections: projections(K) }, count);
  const centroids = scaleRowsAndColumns(
    sums,
    mass.map((weight) => 1 / weight),
    new Float64Array(sums.columns).fill(1),
  );
  const distances = engine.squaredDistances(projections(cross), centroids);
  return {
    eigenvalues: ratios,
    testSquaredDistanceToCentroids: toRows(distances),
    centroidSquaredDistances: toRows(engine.squaredDistances(centroids)),
    predicted: classesOf(scaleMatrix(distances, -1)),
  };
}

/** The class of the highest score in each row, by probabilities that rise with the scores. */
function classesOf(scores: Matrix): Int32Array {
  const probabilities = toRows(scores).map((row) => {
    const logs = Float64Array.from(row);
    logSoftmaxInPlace(logs);
    return Array.from(logs, Math.exp);
  });
  return mostProbable(fromRows(probabilities));
}
