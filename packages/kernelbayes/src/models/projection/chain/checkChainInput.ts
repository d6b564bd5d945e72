import type { ChainEnd, ChainInput, ChainStart } from "./chainDraws.ts";
import type { ProjectionPrior, ProjectionProblem } from "./projectionProblem.ts";

/** Refuses, with a `RangeError`, an input that no chain could be made of. */
export function checkChainInput(input: ChainInput): void {
  checkProblem(input.problem);
  checkPrior(input.prior);
  const { latentUpdates, burnIn, sweeps, thin, proposalDeviation, start, after } = input;
  const isWhole = (value: number, least: number): boolean => Number.isSafeInteger(value) && value >= least;
  if (!isWhole(latentUpdates, 1) || !isWhole(burnIn, 0) || !isWhole(sweeps, 1) || !isWhole(thin, 1)) {
    throw new RangeError(
      `A chain needs whole numbers of updates, sweeps and thinning from 1 and of burn-in from 0; got ${latentUpdates}, ` +
        `${sweeps}, ${thin} and ${burnIn}.`,
    );
  }
  if (proposalDeviation !== undefined) requirePositive("proposalDeviation", proposalDeviation);
  if (start) checkStart(start, input.problem);
  if (after) checkEnd(after, input.problem);
}

function checkProblem({ D, squaredNorms, classes, classCount }: ProjectionProblem): void {
  const fits = classes.length === D.rows && (squaredNorms === undefined || squaredNorms.length === D.columns);
  if (!fits || D.rows === 0 || D.columns === 0) {
    throw new RangeError(
      `${D.rows} rows of ${D.columns} columns do not go with ${classes.length} classes` +
        `${squaredNorms === undefined ? "" : ` and ${squaredNorms.length} squared norms`}.`,
    );
  }
  if (!(classCount >= 2) || classes.some((number) => !(number >= 0 && number < classCount))) {
    throw new RangeError(`Class numbers run from 0 to ${classCount} − 1, of at least two classes.`);
  }
}

function checkStart({ z, variance }: ChainStart, { D, classCount }: ProjectionProblem): void {
  const needed = D.rows * (classCount - 1);
  if (z.length !== needed || !z.every(Number.isFinite)) {
    throw new RangeError(`A chain begins with ${needed} finite predictors; got ${z.length}.`);
  }
  requirePositive("The variance that a chain begins with", variance);
}

function checkEnd(end: ChainEnd, problem: ProjectionProblem): void {
  checkStart(end, problem);
  const needed = problem.D.columns * (problem.classCount - 1);
  if (end.coefficients.length !== needed || end.precisions.length !== needed) {
    throw new RangeError(`A chain goes on with ${needed} coefficients; got ${end.coefficients.length}.`);
  }
}

function checkPrior({ noise, precision }: ProjectionPrior): void {
  for (const prior of [noise, precision]) {
    for (const [name, value] of Object.entries(prior)) {
      if (name !== "kind") requirePositive(`${name} of the ${prior.kind} prior`, value as number);
    }
  }
}

function requirePositive(name: string, value: number): void {
  if (!(value > 0 && value < Infinity)) throw new RangeError(`${name} must be positive; got ${value}.`);
}
