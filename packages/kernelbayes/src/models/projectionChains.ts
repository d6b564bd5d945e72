import type { Engine } from "../engine/engine.ts";
import { matrix, type Matrix } from "../engine/matrix.ts";
import type { Warning } from "../errors.ts";
import { kernelComponents } from "../inference/kernelComponents/kernelComponents.ts";
import type { ChainDraws, ChainRequest } from "../inference/projection/chainDraws.ts";
import type { ProjectionProblem } from "../inference/projection/problem.ts";
import type { ProjectionDraws } from "../inference/projectionDraws/drawnProbabilities.ts";
import type { Kernel } from "../kernels/kernel.ts";
import { selectRows } from "../matrix/selectRows.ts";
import { behindOnes, type ProjectionBasis } from "./projectionBasis.ts";
import type { ProjectionSettings } from "./projectionOptions.ts";

/** Rows that differ, with the place of their class and how often each is there. */
export interface CountedRows {
  readonly X: Matrix;
  readonly classes: Int32Array;
  readonly classCount: number;
  /** Whole numbers from 1. */
  readonly weights: Float64Array;
}

/** What the latent predictors are linear in. */
export interface LinearPredictor {
  readonly basis: ProjectionBasis;
  /** The columns of the rows themselves, each row once. */
  readonly design: Matrix;
  readonly problem: ProjectionProblem;
  readonly warnings: readonly Warning[];
}

/** Kernel components of rows, so many of them. */
export function onComponents(
  engine: Engine,
  rows: CountedRows,
  kernel: Kernel,
  count: number,
  intercept: boolean,
): LinearPredictor {
  const components = kernelComponents(engine, kernel, rows.X, { count, weights: rows.weights });
  const { scores, eigenvalues, warnings } = components;
  const total = rows.weights.reduce((sum, weight) => sum + weight, 0);
  const design = intercept ? behindOnes(scores) : scores;
  const squaredNorms = intercept ? Float64Array.of(total, ...eigenvalues) : eigenvalues;
  return {
    basis: { kind: "components", components },
    design,
    problem: problemOf(rows, design, squaredNorms),
    warnings,
  };
}

/** The kernel of rows with all rows. */
export function onRows(engine: Engine, rows: CountedRows, kernel: Kernel, intercept: boolean): LinearPredictor {
  const basis: ProjectionBasis = { kind: "rows", kernel, rows: selectRows(rows.X, repeated(rows.weights)) };
  const columns = kernel.cross(engine, rows.X, basis.rows);
  const design = intercept ? behindOnes(columns) : columns;
  return { basis, design, problem: problemOf(rows, design, undefined), warnings: [] };
}

/** The problem of a chain, in which a row that is there several times has a latent predictor each time. */
export function problemOf(
  { classes, classCount, weights }: Omit<CountedRows, "X">,
  design: Matrix,
  squaredNorms: Float64Array | undefined,
): ProjectionProblem {
  const copies = repeated(weights);
  return {
    D: selectRows(design, copies),
    squaredNorms,
    classes: Int32Array.from(copies, (row) => classes[row]),
    classCount,
  };
}

/** Each number of a row as often as the row is there. */
function repeated(weights: Float64Array): Int32Array {
  return Int32Array.from(Array.from(weights).flatMap((weight, row) => new Array<number>(weight).fill(row)));
}

/** The chains of a problem, with the random numbers that belong to the path, and at most so many draws of all together. */
export function chainRequests(
  engine: Engine,
  problem: ProjectionProblem,
  { prior, sampler, chains, burnIn, sweeps, draws }: ChainSettings,
  seed: number,
  path: readonly number[],
): ChainRequest[] {
  return Array.from({ length: chains }, (_, chain) => ({
    problem,
    prior,
    sampler,
    latentUpdates: sampler === "metropolis" ? 3 : 1,
    jointMoves: true,
    burnIn,
    sweeps,
    thin: Math.min(sweeps, Math.ceil((sweeps * chains) / draws)),
    seed,
    path,
    chain,
    engine: engine.name,
  }));
}

type ChainSettings = Pick<ProjectionSettings, "prior" | "sampler" | "chains" | "burnIn" | "sweeps" | "draws">;

/** The draws of all chains, one after the other. */
export function pooledDraws(chains: readonly ChainDraws[]): ProjectionDraws {
  const rows = chains.reduce((sum, { logNoise }) => sum + logNoise.length, 0);
  const coefficients = matrix(rows, chains[0].coefficients.columns);
  const logNoise = new Float64Array(rows);
  let at = 0;
  for (const chain of chains) {
    coefficients.data.set(chain.coefficients.data, at * coefficients.columns);
    logNoise.set(chain.logNoise, at);
    at += chain.logNoise.length;
  }
  return { coefficients, logNoise };
}

/** Every so many-th draw of each chain, so that at most so many are left of all, but one of each. */
export function thinnedDraws(draws: ProjectionDraws, chains: number, most: number): ProjectionDraws {
  const { coefficients, logNoise } = draws;
  const length = logNoise.length / chains;
  const thin = Math.min(length, Math.ceil(logNoise.length / most));
  if (thin <= 1) return draws;
  const kept = Math.floor(length / thin);
  const chosen = Int32Array.from({ length: chains * kept }, (_, at) => {
    const chain = Math.floor(at / kept);
    return chain * length + ((at % kept) + 1) * thin - 1;
  });
  return {
    coefficients: selectRows(coefficients, chosen),
    logNoise: Float64Array.from(chosen, (draw) => logNoise[draw]),
  };
}
