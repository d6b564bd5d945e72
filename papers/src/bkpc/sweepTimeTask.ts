import { selectEngine, type Engine } from "kernelbayes/engine";
import { kernelComponents, projection } from "kernelbayes/models";
import { runSync, type Work } from "kernelbayes/progress";
import type { ExperimentInput, Measured } from "@kernelbayes/experiment/node";
import { fastestRun, type FastestRun } from "../fastestRun.ts";
import { chainInput, componentProblem, withOnes, type SweepKind } from "./chainInput.ts";
import { paperKernel, wideRows, type WideRows } from "./wideRows.ts";

/** What the options of the experiment say. */
export interface SweepTimeOptions {
  readonly kind: SweepKind;
  /** Components n′; 0 for the kernel with every row. */
  readonly components: number;
}

/** What is kept beside the time on the wall. */
export type SweepTime = Pick<FastestRun, "cpuSeconds">;

/** Sweeps of a run, in which moves are adapted, and in which they are not any more. */
const [burnIn, sweeps] = [150, 150];

/** Times the sweeps of a chain on so many components, or on the kernel with every row; decompositions are not counted. */
export function* sweepTimeTask(input: ExperimentInput): Work<Partial<Measured>> {
  const { options, seed, engine: name } = input.experiment;
  const { kind, components } = options as unknown as SweepTimeOptions;
  const engine = selectEngine(name);
  const rows = wideRows(input);
  const chain = chainInput({ problem: problemOf(engine, rows, components), kind, burnIn, sweeps, seed, path: [] });
  const { seconds, cpuSeconds } = yield* fastestRun(() => runSync(projection.projectionChain(engine, chain)));
  const found: SweepTime = { cpuSeconds: cpuSeconds / (burnIn + sweeps) };
  return { trainRows: rows.train.X.rows, seconds: seconds / (burnIn + sweeps), found: JSON.stringify(found) };
}

function problemOf(engine: Engine, { names, train }: WideRows, count: number): projection.ProjectionProblem {
  const { X, classes } = train;
  const kernel = paperKernel(engine, X);
  return count > 0
    ? componentProblem(kernelComponents(engine, kernel, X, { count }), classes, names.length)
    : { D: withOnes(kernel.matrix(engine, X)), squaredNorms: undefined, classes, classCount: names.length };
}
