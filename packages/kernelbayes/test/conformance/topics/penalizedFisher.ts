import { fisherContrasts } from "../../../src/rows/fisherContrasts.ts";
import { codeEvidence } from "../../../src/models/leastSquares/penalized/codeEvidence.ts";
import { contrastSpread } from "../../../src/models/leastSquares/penalized/projectedClasses.ts";
import {
  codeResponse,
  discriminantCode,
  penalizedDiscriminant,
  penalizedForm,
} from "../../../src/models/leastSquares/penalized/penalizedForm.ts";
import { diagonalMatrix } from "../../../src/matrix/diagonal.ts";
import { fromRows, toRows } from "../../../src/matrix/row.ts";
import { multiplyVector } from "../../../src/matrix/dot.ts";
import { engine, kernelOf } from "./fisherSupport.ts";

interface Input {
  readonly kind: "rbf";
  readonly theta: readonly number[];
  readonly X: number[][];
  readonly y: number[];
  readonly Z: number[][];
  readonly r: number;
  readonly penalty: "A=I" | "A=K" | "A=diag";
  readonly penaltyDiag: number[] | null;
  readonly sigma2: number;
}

/** Lin's Bayesian kernel Fisher discriminant. */
export function penalizedFisher({ kind, theta, X: rows, y, Z, r, penalty, penaltyDiag, sigma2 }: Input): unknown {
  const kernel = kernelOf(kind, theta);
  const X = fromRows(rows);
  const cross = kernel.cross(engine, X, fromRows(Z));
  const contrasts = fisherContrasts(y);
  const A = penalty === "A=I" ? "identity" : penalty === "A=K" ? "kernel" : diagonalMatrix(penaltyDiag ?? []);
  const penalized = penalizedForm(engine, { K: kernel.matrix(engine, X) }, A);
  const response = codeResponse(engine, penalized, contrasts);
  const { coefficients, bias } = penalizedDiscriminant(penalized, response, contrasts, r);
  const { spread, shift } = contrastSpread(engine, penalized, r);
  return {
    code: discriminantCode(contrasts),
    a: coefficients,
    b: bias,
    testScore: multiplyVector(cross, coefficients, { transpose: true }).map((value) => value + bias),
    testContrastVariance: toRows(engine.multiply(cross, spread, { transposeA: true, transposeB: true })).map(
      (turned) => sigma2 * turned.reduce((sum, value, j) => sum + (value - shift[j]) ** 2, 0),
    ),
    logEvidence: codeEvidence(penalized, response, r, sigma2),
  };
}
