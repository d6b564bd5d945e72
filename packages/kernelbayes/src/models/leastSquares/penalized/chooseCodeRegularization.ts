import type { Engine } from "../../../engine/engine.ts";
import { matrix } from "../../../engine/matrix.ts";
import { leaveOneOutOnGrid, type Response } from "../canonical/leaveOneOutAt.ts";
import { searchCurve, type CurveProblem } from "../../../calibration/searchCurve.ts";
import { codeEvidence, noiseVarianceAt, regularizationByEvidence } from "./codeEvidence.ts";
import { leaveBlocksOut } from "./leaveBlocksOut.ts";
import type { PenalizedForm } from "./penalizedForm.ts";
import { regularizationScale } from "./regularizationScale.ts";
import { parabolaVertex, type Candidate } from "../../../search/searchWidth.ts";

/** What r and kernels are judged by, and r itself where it is given. */
export interface RegularizationRule {
  readonly given: number | undefined;
  readonly criterion: "leave-one-out" | "evidence";
}

/** One or several machines on the same rows, each with the code of its class against the rest. */
export interface CodedMachines {
  readonly responses: readonly Response[];
  /** The class signs of each machine, for the curve of its outputs. */
  readonly curves: readonly CurveProblem[];
  /** The rows of each group, where groups are left out as a whole. */
  readonly groups: readonly Int32Array[] | undefined;
}

export interface ChosenRegularization extends Candidate {
  readonly regularization: number;
  /** Whether the best r lies at the end of what was searched. */
  readonly isAtBound: boolean;
}

/** log r/scale: the mean eigenvalue is the scale, and a factor of 4 the step. */
const step = 2 * Math.LN2;
const lowest = -13;
const highest = 5;

/**
 * The r that all machines share, and its criterion in nats: Σw times the log loss of calibrated leave-one-out outputs,
 * with a weak prior that is worth half a nat at a factor of e⁵ from e⁻⁴ times the mean eigenvalue, or minus the log evidence.
 */
export function chooseRegularization(
  engine: Engine,
  penalized: PenalizedForm,
  machines: CodedMachines,
  { given, criterion: rule }: RegularizationRule,
): ChosenRegularization {
  if (rule === "evidence" && given !== undefined) {
    const evidences = machines.responses.map((response) =>
      codeEvidence(penalized, response, given, noiseVarianceAt(penalized, response, given)),
    );
    return { regularization: given, criterion: -evidences.reduce((sum, value) => sum + value, 0), isAtBound: false };
  }
  if (rule === "evidence") {
    const { regularization, evidence, isAtBound } = regularizationByEvidence(penalized, machines.responses);
    return { regularization, criterion: -evidence, isAtBound };
  }
  const center = regularizationScale(penalized);
  const losses = (logs: readonly number[]): number[] =>
    leftOutOutputs(engine, penalized, machines, logs).map((outputs, k) => {
      const loss = outputs.reduce((sum, values, m) => sum + searchCurve(machines.curves[m], values).loss, 0);
      const criterion = penalized.total * loss + (given !== undefined ? 0 : 0.5 * ((logs[k] - center + 4) / 5) ** 2);
      return Number.isFinite(criterion) ? criterion : Infinity;
    });
  if (given !== undefined) return { regularization: given, criterion: losses([Math.log(given)])[0], isAtBound: false };
  const grid = Array.from({ length: highest - lowest + 1 }, (_, k) => center + (lowest + k) * step);
  const values = losses(grid);
  const best = values.reduce((least, value, k) => (value < values[least] ? k : least), 0);
  const coarse = { regularization: Math.exp(grid[best]), criterion: values[best] };
  if (best === 0 || best === grid.length - 1) return { ...coarse, isAtBound: true };
  const finer = grid[best] + step * parabolaVertex(values[best - 1], values[best], values[best + 1]);
  const [criterion] = losses([finer]);
  return criterion < coarse.criterion
    ? { regularization: Math.exp(finer), criterion, isAtBound: false }
    : { ...coarse, isAtBound: false };
}

/** The outputs y − e of rows left out, alone or with their group, for each log r and each machine. */
export function leftOutOutputs(
  engine: Engine,
  { form, constant }: PenalizedForm,
  { responses, groups }: CodedMachines,
  logs: readonly number[],
): Float64Array[][] {
  if (!groups) {
    const residuals = leaveOneOutOnGrid(engine, form, responses, logs);
    return logs.map((_, k) =>
      responses.map(({ targets }, m) => targets.map((y, i) => y - residuals[m].data[i * logs.length + k])),
    );
  }
  const { basis, eigenvalues, rootWeights } = form;
  const M = responses.length;
  const coordinates = matrix(eigenvalues.length, M);
  responses.forEach((response, m) => response.coordinates.forEach((value, j) => (coordinates.data[j * M + m] = value)));
  const blocks = groups.map((rows) => ({ rows, masses: Float64Array.from(rows, (row) => rootWeights[row] ** 2) }));
  return logs.map((log) => {
    const shares = eigenvalues.map((value) => 1 / (1 + value * Math.exp(-log)));
    const left = leaveBlocksOut(engine, { basis, constant, coordinates, shares, rootWeights }, blocks);
    const outputs = responses.map(({ targets }) => new Float64Array(targets.length).fill(Number.NaN));
    blocks.forEach(({ rows }, g) => {
      const residuals = left[g];
      if (!residuals) return;
      rows.forEach((row, k) =>
        outputs.forEach((values, m) => (values[row] = responses[m].targets[row] - residuals.data[k * M + m])),
      );
    });
    return outputs;
  });
}
