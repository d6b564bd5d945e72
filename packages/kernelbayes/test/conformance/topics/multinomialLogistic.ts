import type { Matrix } from "../../../src/engine/matrix.ts";
import { selectEngine } from "../../../src/engine/selectEngine.ts";
import { elpd } from "../../../src/evaluate/elpd.ts";
import { referenceContrasts } from "../../likelihoods/multinomial/problem.ts";
import {
  multinomialLogEvidence,
  factoredHessian,
  multinomialMode,
  type MultinomialMode,
  type MultinomialProblem,
  outputCovariances,
} from "../../../src/likelihoods/multinomial/multinomialMode.ts";
import { leftOutRows } from "../../../src/likelihoods/multinomial/leftOutRows.ts";
import { fromRows, toRows } from "../../../src/matrix/row.ts";

/** Prediction and comparison, section 1.4: logistic regression with an intercept, which comes first and is not penalized. */
export function logisticRegression(caseInput: unknown): unknown {
  const { X, y, penalty } = caseInput as {
    readonly X: readonly (readonly number[])[];
    readonly y: readonly number[];
    readonly penalty: number;
  };
  const engine = selectEngine();
  const design = fromRows(X.map((row) => [1, ...row]));
  // The class + is number 0, which the contrasts set against the last.
  const problem = problemOf(
    design,
    y.map((sign) => (sign > 0 ? 0 : 1)),
    Array.from({ length: design.columns }, (_, j) => (j === 0 ? 0 : penalty)),
  );
  const mode = multinomialMode(engine, problem);
  const left = leftOutRows(engine, problem, mode);
  return {
    coefficients: Array.from(mode.coefficients.data),
    leverage: outputCovariances(engine, factoredHessian(engine, problem, mode).inverse(), design, 1).data,
    looOutput: left.outputs.data,
    elpd: elpd(logDensities(problem, left.logProbabilities)).total,
  };
}

/** Sections 1.4 and 11.5: multinomial ridge regression without an intercept, the last class being the reference. */
export function multinomialRidge(caseInput: unknown): unknown {
  const { design, classes, tau } = caseInput as {
    readonly design: readonly (readonly number[])[];
    readonly classes: readonly number[];
    readonly tau: number;
  };
  const engine = selectEngine();
  const D = fromRows(design);
  const problem = problemOf(D, classes, new Array<number>(D.columns).fill(tau));
  const mode: MultinomialMode = multinomialMode(engine, problem);
  return {
    coefficients: toRows(mode.coefficients).map((row) => Array.from(row)),
    looLogDensity: logDensities(problem, leftOutRows(engine, problem, mode).logProbabilities),
    logEvidence: multinomialLogEvidence(engine, problem, mode),
  };
}

function problemOf(design: Matrix, classes: readonly number[], penalties: readonly number[]): MultinomialProblem {
  return {
    design,
    contrasts: referenceContrasts(new Set(classes).size),
    classes: Int32Array.from(classes),
    weights: new Float64Array(classes.length).fill(1),
    penalties: Float64Array.from(penalties),
  };
}

function logDensities({ classes, contrasts }: MultinomialProblem, logProbabilities: Matrix): Float64Array {
  return Float64Array.from(classes, (c, i) => logProbabilities.data[i * contrasts.rows + c]);
}
