import { selectEngine, type Engine } from "kernelbayes/engine";
import { mostProbable } from "kernelbayes/evaluate";
import { explainedShares, kernelComponents, projection, type KernelComponents } from "kernelbayes/models";
import { type Work } from "kernelbayes/progress";
import type { ExperimentInput, Measured } from "@kernelbayes/experiment/node";
import { chainInput, componentProblem, withOnes } from "./chainInput.ts";
import type { ChainLength } from "./chainLength.ts";
import { paperKernel, wideRows, type WideRows } from "./wideRows.ts";

/** What the options of the experiment say. */
export interface UtilityOptions extends ChainLength {
  /** Numbers of components that are tried, from 1. */
  readonly most: number;
  /** Numbers of components whose share of the variance is kept. */
  readonly explained: number;
}

/** How classifiers of 1, 2, … components did on one split. */
export interface SplitUtility {
  /** Test rows that were misclassified, for each number of components. */
  readonly misclassified: readonly number[];
  readonly tested: number;
  readonly trained: number;
  /** The share of all variance that the first component holds, the first two, and so on. */
  readonly shares: readonly number[];
  /** The same with columns that are not standardized, at both widths. */
  readonly rawShares: Readonly<Record<"maximum" | "wide", readonly number[]>>;
}

/**
 * Tests classifiers on the first 1, 2, … components of one split: one decomposition, and a chain for each number. Components are
 * taken as they are, as in the paper and by `criterion: "utility"`.
 */
export function* utilityTask(input: ExperimentInput): Work<Partial<Measured>> {
  const { options, seed, partition, engine: name } = input.experiment;
  const { most, explained, burnIn, sweeps } = options as unknown as UtilityOptions;
  const engine = selectEngine(name);
  const rows = wideRows(input);
  const { train, test } = rows;
  const count = Math.min(Math.max(most, explained), train.X.rows - 1);
  const components = kernelComponents(engine, paperKernel(engine, train.X), train.X, { count });
  const raw = wideRows(input, { standardize: "none" }).train.X;
  const rawShares = (rule: "maximum" | "wide"): number[] =>
    Array.from(explainedShares(kernelComponents(engine, paperKernel(engine, raw, rule), raw, { count })));
  const misclassified: number[] = [];
  for (let used = 1; used <= Math.min(most, components.eigenvalues.length); used++) {
    const path = [partition, used];
    misclassified.push(yield* errorsWith(engine, components.first(used), rows, { burnIn, sweeps, seed, path }));
  }
  const found: SplitUtility = {
    misclassified,
    tested: test.X.rows,
    trained: train.X.rows,
    shares: Array.from(explainedShares(components)),
    rawShares: { maximum: rawShares("maximum"), wide: rawShares("wide") },
  };
  return {
    trainRows: train.X.rows,
    testRows: test.X.rows,
    columns: train.X.columns,
    found: JSON.stringify(found),
  };
}

/** The number of test rows whose most probable class is not theirs. */
function* errorsWith(
  engine: Engine,
  components: KernelComponents,
  { names, train, test }: WideRows,
  chain: ChainLength & { readonly seed: number; readonly path: readonly number[] },
): Work<number> {
  const problem = componentProblem(components, train.classes, names.length);
  const draws = yield* projection.projectionChain(engine, chainInput({ problem, ...chain }));
  const drawn = projection.drawnLogProbabilities(engine, draws, withOnes(components.project(test.X)), "plugin");
  const averaged = projection.averagedLogProbabilities(drawn, names.length);
  const decided = mostProbable({ ...averaged, data: averaged.data.map(Math.exp) });
  return decided.filter((label, row) => label !== test.classes[row]).length;
}
