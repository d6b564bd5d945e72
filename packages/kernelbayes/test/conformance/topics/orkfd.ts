import type { Matrix } from "../../../src/engine/matrix.ts";
import { selectEngine } from "../../../src/engine/selectEngine.ts";
import {
  columnsForm,
  kernelForm,
  type CanonicalForm,
} from "../../../src/models/leastSquares/canonical/canonicalForm.ts";
import type { Bias } from "../../../src/models/leastSquares/expansion/scaledFeatures.ts";
import { press, smoothedError } from "../../../src/models/leastSquares/canonical/criterionOf.ts";
import { leaveOneOutAt, responseOf, type Response } from "../../../src/models/leastSquares/canonical/leaveOneOutAt.ts";
import { residualMatrix, kernelGradient } from "../../../src/models/leastSquares/canonical/residualMatrix.ts";
import { fromRows, selectColumns, selectRows } from "../../../src/matrix/row.ts";
import { marginsOf } from "../../models/leastSquares/problems.ts";
import { radialBasis } from "./kernels.ts";
import { fisherTargets } from "../../../src/models/leastSquares/expansionProblem.ts";
import { solutionAt } from "../../../src/models/leastSquares/expansion/formExpansion.ts";
import { outputsOf, recodedOutputs } from "../../models/leastSquares/problems.ts";

export interface FisherInput {
  readonly theta: readonly number[];
  readonly X: readonly (readonly number[])[];
  readonly y: readonly number[];
  readonly Z: readonly (readonly number[])[];
  readonly bias: "none" | "reg" | "unreg";
  readonly basis: readonly number[];
  readonly mu: number;
  readonly gamma: number;
}

export interface FisherCase {
  readonly form: CanonicalForm;
  readonly response: Response;
  readonly targets: Float64Array;
  readonly signs: Float64Array;
  readonly weights: Float64Array;
  /** Kernel columns of the training rows and of the test rows. */
  readonly columns: Matrix;
  readonly testColumns: Matrix;
}

const biases: Readonly<Record<FisherInput["bias"], Bias>> = { none: "none", reg: "regularized", unreg: "free" };

export function fisherCase({ theta, X, y, Z, bias, basis }: FisherInput): FisherCase {
  const engine = selectEngine();
  const kernel = radialBasis(theta);
  const x = fromRows(X);
  const K = kernel.matrix(engine, x);
  const signs = Float64Array.from(y, (label) => (label === 1 ? 1 : -1));
  const weights = new Float64Array(y.length).fill(1);
  const targets = fisherTargets(signs, weights);
  const columns = selectColumns(K, basis);
  const options = { weights, bias: biases[bias] };
  const form =
    basis.length === y.length ? kernelForm(engine, K, "coefficients", options) : columnsForm(engine, columns, options);
  const testColumns = kernel.cross(engine, fromRows(Z), selectRows(x, basis));
  return { form, response: responseOf(engine, form, targets), targets, signs, weights, columns, testColumns };
}

/** Fisher family, section 5: regularized kernel Fisher discriminants with leave-one-out. */
export function orkfd(caseInput: unknown): unknown {
  const input = caseInput as FisherInput;
  const engine = selectEngine();
  const { form, response, targets, signs, weights, columns, testColumns } = fisherCase(input);
  const logMu = Math.log(input.mu);
  const solution = solutionAt(form, response, input.mu);
  const fitted = outputsOf(engine, columns, solution);
  const residuals = leaveOneOutAt(engine, form, response, logMu);
  const margins = marginsOf(targets, residuals.residuals);
  const [smoothE, smoothE_dLogMu, smoothE_d2LogMu] = smoothedError(targets, weights, input.gamma).derivatives(
    residuals,
  );
  const [pressValue, press_dLogMu, press_d2LogMu] = press(weights).derivatives(residuals);
  return {
    targets,
    alpha: solution.coefficients,
    b: solution.bias,
    // e = (t − f)/(1 − h).
    hatDiag: targets.map((target, i) => 1 - (target - fitted[i]) / residuals.residuals[i]),
    fitted,
    looResidual: residuals.residuals,
    looMargin: margins,
    looErrorRate: margins.filter((margin) => margin < 0).length / margins.length,
    smoothE,
    smoothE_dLogMu,
    smoothE_d2LogMu,
    press: pressValue,
    press_dLogMu,
    press_d2LogMu,
    looOutputRecodedTargets: recodedOutputs(form, signs, logMu),
    testOutput: outputsOf(engine, testColumns, solution),
  };
}

/** Fisher family, section 6: kernel ridge regression and least-squares support vectors. */
export function krrLssvm(caseInput: unknown, name: string): unknown {
  const { theta, X, Z, mu, targets: given } = caseInput as FisherInput & { readonly targets: readonly number[] };
  const engine = selectEngine();
  const kernel = radialBasis(theta);
  const x = fromRows(X);
  const K = kernel.matrix(engine, x);
  const weights = new Float64Array(X.length).fill(1);
  const targets = Float64Array.from(given);
  const form = kernelForm(engine, K, "function", { weights, bias: name === "krr" ? "none" : "free" });
  const response = responseOf(engine, form, targets);
  const solution = solutionAt(form, response, mu);
  const residuals = leaveOneOutAt(engine, form, response, Math.log(mu));
  const slopes = residuals.residuals.map((residual) => (2 * residual) / X.length);
  const W = kernelGradient(
    engine,
    residualMatrix(engine, form, response, mu),
    weights,
    residuals.residuals,
    slopes,
    mu,
  );
  const gradient = kernel.gradient(engine, x, W);
  const [byVariance, byLengthScale] = ["variance", "lengthScale"].map(
    (name) => gradient[kernel.parameters.findIndex((parameter) => parameter.name.endsWith(name))],
  );
  return {
    alpha: solution.coefficients,
    b: solution.bias,
    cInvDiag: solution.coefficients.map((value, i) => value / residuals.residuals[i]),
    looResidual: residuals.residuals,
    looResidual_dLogMu: residuals.first,
    looResidual_d2LogMu: residuals.second,
    press: press(weights).value(residuals.residuals),
    testOutput: outputsOf(engine, kernel.cross(engine, fromRows(Z), x), solution),
    // θ₁ is the variance; θ₂ = 1/ℓ², so that ∂/∂log θ₂ = −½ ∂/∂log ℓ.
    gradPressLogTheta12: [byVariance, -byLengthScale / 2],
  };
}
