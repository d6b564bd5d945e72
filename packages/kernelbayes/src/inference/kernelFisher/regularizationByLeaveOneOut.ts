import type { Engine } from "../../engine/engine.ts";
import { press } from "../leastSquares/criteria.ts";
import { leaveOneOutAt, leaveOneOutOnGrid, type Response } from "../leastSquares/leaveOneOut.ts";
import { newtonRegularization } from "../leastSquares/newtonRegularization.ts";
import type { PenalizedForm } from "./penalizedForm.ts";
import { regularizationScale, widest } from "./regularizationScale.ts";

export interface LeftOutRegularization {
  readonly regularization: number;
  /** The mean of the squared leave-one-out residuals of the code. */
  readonly press: number;
  readonly converged: boolean;
}

/**
 * The r of least squared leave-one-out residuals of the code: the best of a grid, refined by Newton steps, O(n²) a value.
 * The squares rather than errors, because the residuals belong to least squares with its free bias, while the
 * discriminant puts its threshold at the midpoint. One unit of a row's weight is left out at a time, with what the row
 * has for itself (a nugget) counted as shared by its copies; without a nugget it is one of the copies exactly.
 */
export function regularizationByLeaveOneOut(
  engine: Engine,
  penalized: PenalizedForm,
  response: Response,
): LeftOutRegularization {
  const { form, weights } = penalized;
  const criterion = press(weights);
  const center = regularizationScale(penalized);
  const grid = Array.from({ length: 2 * widest + 1 }, (_, k) => center + k - widest);
  const [residuals] = leaveOneOutOnGrid(engine, form, [response], grid);
  const values = grid.map((_, k) => criterion.value(weights.map((_, i) => residuals.data[i * residuals.columns + k])));
  const best = values.reduce((least, value, k) => (value < values[least] ? k : least), 0);
  const optimum = newtonRegularization((logMu) => leaveOneOutAt(engine, form, response, logMu), criterion, grid[best], {
    lower: center - widest,
    upper: center + widest,
  });
  return { regularization: Math.exp(optimum.logMu), press: optimum.value, converged: optimum.converged };
}
