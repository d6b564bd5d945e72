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
import { fromRows } from "../../../src/matrix/row.ts";
import { projectedOutputs } from "../../../src/models/parts/expansionPosterior.ts";
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
  const contrasts = fisherContrasts(y);
  const A = penalty === "A=I" ? "identity" : penalty === "A=K" ? "kernel" : diagonalMatrix(penaltyDiag ?? []);
  const penalized = penalizedForm(engine, { K: kernel.matrix(engine, X) }, A);
  const response = codeResponse(engine, penalized, contrasts);
  const { coefficients, bias } = penalizedDiscriminant(penalized, response, contrasts, r);
  const expansion = {
    ...contrastSpread(engine, penalized, r),
    total: undefined,
    kernel,
    rows: X,
    machines: [{ coefficients, bias, noise: sigma2 }],
    curves: [],
    sizes: Float64Array.from(contrasts.sizes),
  };
  const { data: testScore, deviations } = projectedOutputs(engine, expansion, fromRows(Z));
  return {
    code: discriminantCode(contrasts),
    a: coefficients,
    b: bias,
    testScore,
    testContrastVariance: deviations?.data.map((deviation) => deviation ** 2),
    logEvidence: codeEvidence(penalized, response, r, sigma2),
  };
}
