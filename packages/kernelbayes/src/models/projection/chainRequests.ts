import { mapMatrix } from "../../matrix/addMatrices.ts";
import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import type { Warning } from "../../errors.ts";
import { kernelComponents } from "./components/kernelComponents.ts";
import type { ChainDraws, ChainRequest } from "./chain/chainInput.ts";
import type { ProjectionProblem } from "./chain/projectionProblem.ts";
import { scoreFactors, type ScoreScaling } from "./choice/evidenceRidge.ts";
import type { ProjectionDraws } from "./draws/drawnProbabilities.ts";
import type { Kernel } from "../../kernels/kernel.ts";
import type { CountedRows } from "../../rows/labelledRows.ts";
import { selectRows } from "../../matrix/row.ts";
import { behindOnes, type ProjectionBasis } from "./projectionBasis.ts";
import type { ProjectionSettings } from "./projectionOptions.ts";

/** What the latent predictors are linear in. */
export interface LinearPredictor {
  readonly basis: ProjectionBasis;
  /** The columns of the rows themselves, each row once. */
  readonly design: Matrix;
  readonly problem: ProjectionProblem;
  /** What the columns of the problem are over those of the design, where they are not the same. */
  readonly factors: Float64Array | undefined;
  readonly warnings: readonly Warning[];
}

/** The units of scores: brought to a mean square of 1, all by one factor or each by its own, with coefficients of variance 1/τ. */
export interface ScoreUnits {
  /** "none": the mean square of a score stays what its sum of squares was. */
  readonly scaling: ScoreScaling | "none";
  /** τ. */
  readonly penalty: number;
}

/** Those of the package of the paper's authors, which divides by the root of e_l/n where the paper does by that of e_l: scores times √n. */
export const packageUnits: ScoreUnits = { scaling: "none", penalty: 1 };

/**
 * Kernel components of rows, so many of them. In units, chains see scores whose coefficients have a variance of about 1: τ^−½ times
 * those of mean square 1.
 */
export function onComponents(
  engine: Engine,
  rows: CountedRows,
  kernel: Kernel,
  count: number,
  { intercept, units }: { readonly intercept: boolean; readonly units: ScoreUnits | undefined },
): LinearPredictor {
  const components = kernelComponents(engine, kernel, rows.X, { count, weights: rows.weights });
  const { scores, eigenvalues, warnings } = components;
  const total = rows.weights.reduce((sum, weight) => sum + weight, 0);
  const design = intercept ? behindOnes(scores) : scores;
  const squaredNorms = intercept ? Float64Array.of(total, ...eigenvalues) : eigenvalues;
  const ofScores = units && unitFactors(eigenvalues, units, total);
  const factors = intercept && ofScores ? Float64Array.of(1, ...ofScores) : ofScores;
  return {
    basis: { kind: "components", components },
    design,
    problem: factors
      ? problemOf(
          rows,
          scaleColumns(design, factors),
          squaredNorms.map((norm, l) => norm * factors[l] * factors[l]),
        )
      : problemOf(rows, design, squaredNorms),
    factors,
    warnings,
  };
}

/** What scores are multiplied by, of rows of so much weight. */
export function unitFactors(eigenvalues: Float64Array, { scaling, penalty }: ScoreUnits, total: number): Float64Array {
  const factors = scaling === "none" ? eigenvalues.map(() => 1) : scoreFactors(eigenvalues, scaling);
  return factors.map((factor) => factor * Math.sqrt(total / penalty));
}

/** A matrix whose columns are multiplied by factors. */
export function scaleColumns(a: Matrix, factors: Float64Array): Matrix {
  return mapMatrix(a, (value, at) => value * factors[at % a.columns]);
}

/** The kernel of rows with all rows. Chains see `unit` times its columns, where that is given. */
export function onRows(
  engine: Engine,
  rows: CountedRows,
  kernel: Kernel,
  { intercept, unit }: { readonly intercept: boolean; readonly unit: number | undefined },
): LinearPredictor {
  const basis: ProjectionBasis = { kind: "rows", kernel, rows: selectRows(rows.X, repeated(rows.weights)) };
  const columns = kernel.cross(engine, rows.X, basis.rows);
  const design = intercept ? behindOnes(columns) : columns;
  const factors = unit === undefined ? undefined : new Float64Array(design.columns).fill(unit, intercept ? 1 : 0);
  if (factors && intercept) factors[0] = 1;
  const seen = factors ? scaleColumns(design, factors) : design;
  return { basis, design, problem: problemOf(rows, seen, undefined), factors, warnings: [] };
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
  { prior, sampler, jointMoves, chains, burnIn, sweeps, draws }: ChainSettings,
  seed: number,
  path: readonly number[],
): ChainRequest[] {
  return Array.from({ length: chains }, (_, chain) => ({
    problem,
    prior,
    sampler,
    latentUpdates: sampler === "metropolis" ? 3 : 1,
    jointMoves,
    burnIn,
    sweeps,
    thin: Math.min(sweeps, Math.ceil((sweeps * chains) / draws)),
    seed,
    path,
    chain,
    engine: engine.name,
  }));
}

type ChainSettings = Pick<
  ProjectionSettings,
  "prior" | "sampler" | "jointMoves" | "chains" | "burnIn" | "sweeps" | "draws"
>;

/** The draws of all chains, one after the other, with coefficients for columns that were `factors` times smaller. */
export function pooledDraws(chains: readonly ChainDraws[], factors?: Float64Array): ProjectionDraws {
  const rows = chains.reduce((sum, { logNoise }) => sum + logNoise.length, 0);
  const coefficients = matrix(rows, chains[0].coefficients.columns);
  const logNoise = new Float64Array(rows);
  let at = 0;
  for (const chain of chains) {
    coefficients.data.set(chain.coefficients.data, at * coefficients.columns);
    logNoise.set(chain.logNoise, at);
    at += chain.logNoise.length;
  }
  if (factors) {
    const { data, columns } = coefficients;
    const predictors = columns / factors.length;
    for (let place = 0; place < data.length; place++) {
      data[place] *= factors[Math.floor((place % columns) / predictors)];
    }
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
