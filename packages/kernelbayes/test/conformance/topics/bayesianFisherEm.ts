import { fisherEvidence, noiseNormalizer } from "../../../src/models/fisher/evidence/fisherEvidence.ts";
import { maximizeByExpectation } from "../../../src/models/fisher/evidence/maximizeByExpectation.ts";
import { expectedLogPrior, fisherExpectation } from "../../../src/models/fisher/evidence/fisherExpectation.ts";
import { evaluateFisher, fisherSearch } from "../../../src/models/fisher/evidence/evaluateFisher.ts";
import { toRows } from "../../../src/matrix/row.ts";
import { boundedLbfgs } from "../../../src/optimize/boundedLbfgs.ts";
import { runSync } from "../../../src/run/run.ts";
import { engine, kernelOf, taskOf, thetaSlopes, type FisherInput } from "./fisherSupport.ts";

interface Trial extends FisherInput {
  readonly thetaTrial: number[];
  readonly betaTrial: number;
}

interface Optimization extends FisherInput {
  readonly start: { readonly theta: number[]; readonly beta: number };
}

/** The bound of expectation maximization, β iterated at a fixed kernel, and a whole optimization. */
export function bayesianFisherEm(input: Trial & Optimization, caseName: string): unknown {
  return caseName === "map-optimum-rbf" ? optimum(input) : expectation(input);
}

function expectation(input: Trial): unknown {
  const { kind, theta, thetaTrial, beta, betaTrial } = input;
  const task = taskOf(input);
  const kernel = kernelOf(kind, theta);
  const trial = kernelOf(kind, thetaTrial);
  const current = fisherExpectation(engine, kernel, beta, task);
  const atTrial = expectedLogPrior(engine, current, trial, task);
  const noise = (precision: number): number =>
    noiseNormalizer(precision, task.contrasts.total) - (precision / 2) * current.scatter;
  const Q_atCurrent = expectedLogPrior(engine, current, kernel, task).value + noise(beta);
  const Q_atTrial = atTrial.value + noise(betaTrial);
  const evidenceAtCurrent = fisherEvidence(current.posterior);
  // β alone, iteration by iteration.
  const runs = Array.from({ length: 9 }, (_, maxIterations) =>
    runSync(
      maximizeByExpectation(engine, kernel, beta, task, {
        maxIterations,
        tolerance: 0,
        held: Array.from(kernel.parameters.keys()),
      }),
    ),
  );
  return {
    secondMoment: toRows(current.secondMoment),
    expectedFLF: current.scatter,
    Q_atCurrent,
    Q_atTrial,
    gradQLogThetaAtTrial: thetaSlopes(kind, thetaTrial, atTrial.slopes),
    evidenceAtCurrent,
    evidenceAtTrial: evaluateFisher(engine, trial, betaTrial, task).evidence,
    lowerBoundAtTrial: evidenceAtCurrent + Q_atTrial - Q_atCurrent,
    betaPathFixedKernelMAP: runs.map(({ precision }) => precision),
    mapObjectivePath: runs[7].trace,
  };
}

function optimum(input: Optimization): unknown {
  const { start, kind } = input;
  const search = fisherSearch(engine, kernelOf(kind, start.theta), start.beta, taskOf(input));
  const { point, value } = runSync(
    boundedLbfgs(search.objective, search.start, { ...search, gradientTolerance: 1e-7 }),
  );
  const [variance, lengthScale, noise] = search.kernelAt(point).parameters.map((parameter) => parameter.value);
  return { mapObjective: -value, theta: [variance, lengthScale ** -2, noise], beta: search.precisionAt(point) };
}
