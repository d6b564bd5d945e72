import { selectEngine } from "../../../src/engine/selectEngine.ts";
import { applyCurve, curveTargets, fitCalibrationCurve } from "../../../src/calibration/calibrationCurve.ts";
import { biasOf, type DualProblem } from "../../../src/models/supportVector/dual.ts";
import { identityCurve } from "../../../src/calibration/oddsCurve.ts";
import { kernelRows } from "../../../src/rows/kernel/kernelRows.ts";
import {
  minimalOptimization,
  type MinimalOptimization,
} from "../../../src/models/supportVector/minimalOptimization.ts";
import { runSync } from "../../../src/run/run.ts";
import { refine } from "../../../src/models/supportVector/refine.ts";
import { spanOutputs, squaredSpans } from "../../../src/models/supportVector/supportVectorHeldOut.ts";
import { column, fromRows } from "../../../src/matrix/row.ts";
import { supportVectorPosterior } from "../../../src/models/supportVector/posterior.ts";
import { radialBasis } from "./kernels.ts";

interface Input {
  readonly X: readonly (readonly number[])[];
  readonly y: readonly number[];
  readonly C: number;
  readonly kappa: number;
}

/** Support-vector family, section 9.2: the machine, and the logistic curve on its training outputs. */
export function supportVector(input: unknown): unknown {
  const { problem, search, decision } = trained(input as Input);
  const bias = biasOf(problem, search);
  const curve = fitCalibrationCurve(decision, problem.signs);
  const { positive, negative } = curveTargets(problem.signs);
  return {
    alpha: alphasOf(problem, search),
    bias,
    // The objective ½ βᵀKβ − yᵀβ at the coefficients that were found, Kβ being the outputs less the bias.
    dual_min: search.coefficients.reduce(
      (sum, beta, i) => sum + beta * ((decision[i] - bias) / 2 - problem.signs[i]),
      0,
    ),
    decision,
    platt: {
      targets: Array.from(problem.signs, (sign) => (sign > 0 ? positive : negative)),
      A: -curve.slope,
      B: -curve.offset,
      neg_log_lik: curve.objective,
      prob_plus: applyCurve(curve, decision),
    },
  };
}

/** Prediction and comparison, section 12: the span of every support vector. */
export function supportVectorSpan(input: unknown): unknown {
  const { problem, search } = trained(input as Input);
  const engine = selectEngine();
  const outputs = spanOutputs(engine, problem, search, new Float64Array(problem.signs.length));
  return {
    alpha: alphasOf(problem, search),
    span2: squaredSpans(engine, problem, search),
    spanOutput: outputs,
    spanErrors: outputs.filter((output, i) => problem.signs[i] * output <= 0).length,
    supportBound: search.coefficients.filter((beta) => beta !== 0).length,
  };
}

function trained({ X, y, C, kappa }: Input): {
  readonly problem: DualProblem;
  readonly search: MinimalOptimization;
  readonly decision: Float64Array;
} {
  const engine = selectEngine();
  const kernel = radialBasis([1, kappa, 0]);
  const rows = fromRows(X);
  const signs = Float64Array.from(y);
  const problem = { rows: kernelRows(engine, kernel, rows), signs, costs: new Float64Array(y.length).fill(C) };
  const search = minimalOptimization(problem);
  search.run(1e6, 1e-6);
  runSync(refine(engine, problem, search));
  const { coefficients } = search;
  const bias = biasOf(problem, search);
  const posterior = supportVectorPosterior(
    engine,
    { kernel, cost: C, rows, coefficients, bias, curve: identityCurve },
    { leaveOneOut: undefined, evidence: undefined, warnings: [] },
  );
  return { problem, search, decision: column(posterior.predict(rows, 0.9).latentMean, 1) };
}

function alphasOf({ signs }: DualProblem, { coefficients }: MinimalOptimization): Float64Array {
  return coefficients.map((beta, i) => Math.abs(beta * signs[i]));
}
