import { evaluateFeatures, type FeatureTask, type GroupPoint } from "./featureObjective.ts";

/** How many precisions are tried. */
const tried = 9;

/**
 * A first precision, the same for all columns, with β = 1: the best of some from 0.01, for a few columns that tell a lot, to
 * 100 p², for many that tell a little each: a distance of 2 shared by p weights leaves each of them in proportion to 1/p.
 */
export function featureStart(task: FeatureTask, groups: number): GroupPoint {
  const { columns } = task.problem;
  const starts = Array.from({ length: tried }, (_, k): GroupPoint => {
    const exponent = -2 + (k * (4 + 2 * Math.log10(columns))) / (tried - 1);
    return { groupPrecision: new Float64Array(groups).fill(10 ** exponent), precision: 1 };
  });
  const values = starts.map((start) => evaluateFeatures(task, start).objective);
  return starts[values.indexOf(Math.max(...values))];
}
