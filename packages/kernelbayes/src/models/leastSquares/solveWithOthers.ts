import type { Engine } from "../../engine/engine.ts";
import type { Matrix } from "../../engine/matrix.ts";
import { sumOf } from "../../matrix/dot.ts";
import { concatenate, selectRows, stackRows } from "../../matrix/row.ts";
import type { CountedRows } from "../../rows/labelledRows.ts";
import type { StandIns } from "../../rows/standIns.ts";
import type { Work } from "../../run/work.ts";
import { basisFeatures, otherRowsAsFew, type BasisFeatures } from "../parts/basisSums.ts";
import type { ExpansionSettings } from "./expansionOptions.ts";
import { machineSigns, withTargets, type SolvedExpansion } from "./expansionProblem.ts";
import { featureSource, type FeatureSource } from "./tuned/kernelFeatures.ts";
import { solveAveraged, solveBest } from "./tuned/solveMachines.ts";

/**
 * Machines that were chosen on some rows, fitted again to these and to all rows that are not in memory: the same kernel, basis and
 * regularization, normal equations of all rows. Of the others their moments in the features of the basis are enough, so a few rows stand for them,
 * behind those of the problem. Residuals are those without each row; those of rows that stand for others mean nothing.
 */
export function* solveWithOthers(
  engine: Engine,
  solved: SolvedExpansion,
  { classes, classCount }: Pick<CountedRows, "classes" | "classCount">,
  settings: ExpansionSettings,
): Work<SolvedExpansion> {
  const { kernel, problem, rows } = solved;
  const { X, weights: own } = problem;
  const { pivots, factor } = featureSource(engine, rows, rows.rows, kernel, settings.penalty);
  const features: BasisFeatures = { kernel, basis: selectRows(rows, pivots), factor };
  const few = yield* otherRowsAsFew(engine, { X, classes, weights: own, classCount }, features);
  const signs = machineSigns([...classes, ...few.classes], classCount);
  const weights = concatenate([own, few.weights]);
  const whole = withTargets({ X, signs, weights }, settings.targets);
  const source: FeatureSource = { ...blocksWith(engine, X, features, few), pivots, factor };
  const share = sumOf(own) / sumOf(weights);
  const regularizations = solved.regularizations.map(({ logRegularization, weight }) => ({
    // The penalty ‖α‖² is weighed by the number of rows, unless its weight was given.
    logRegularization: isPerRow(settings) ? logRegularization + Math.log2(share) : logRegularization,
    weight,
  }));
  const machines =
    regularizations.length === 1
      ? solveBest(engine, whole, source, regularizations[0].logRegularization, settings.bias)
      : solveAveraged(engine, whole, source, regularizations, settings.bias);
  const [{ logRegularization }] = regularizations;
  return {
    ...solved,
    ...machines,
    rows: features.basis,
    problem: whole,
    ...(solved.regularization !== undefined && { regularization: 2 ** logRegularization }),
  };
}

function isPerRow({ penalty, regularization }: ExpansionSettings): boolean {
  return penalty === "coefficients" && regularization === undefined;
}

/** The features of rows, made when they are asked for, and behind them those of rows that stand for others. */
function blocksWith(
  engine: Engine,
  X: Matrix,
  features: BasisFeatures,
  few: StandIns,
): Pick<FeatureSource, "rows" | "between" | "of"> {
  const n = X.rows;
  const of = (rows: Int32Array): Matrix =>
    stackRows([
      basisFeatures(
        engine,
        selectRows(
          X,
          rows.filter((row) => row < n),
        ),
        features,
      ),
      selectRows(
        few.rows,
        rows.filter((row) => row >= n).map((row) => row - n),
      ),
    ]);
  return {
    rows: n + few.rows.rows,
    between: (start, end) => of(Int32Array.from({ length: end - start }, (_, i) => start + i)),
    // Rows of a problem stand before the others, so that ascending numbers keep their order.
    of,
  };
}
