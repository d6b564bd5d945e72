import type { Kernel } from "../../../../src/kernels/index.ts";
import { fisherContrasts } from "../../../../src/rows/fisherContrasts.ts";
import { kernelOnRows, type KernelOnRows } from "../../../../src/rows/kernel/kernelOnRows.ts";
import {
  evidencePosterior,
  type EvidencePosterior,
} from "../../../../src/models/leastSquares/evidence/evidencePosterior.ts";
import { toRows } from "../../../../src/matrix/row.ts";
import { engine, inverseOf, type Sample } from "../../fisher/samples.ts";
import { logDeterminantOf, type Rows } from "../../naive.ts";
import type { EvidenceProblem, Precisions } from "../../../../src/models/leastSquares/evidence/evidenceSpectrum.ts";

export const precisions: Precisions = { functionPrecision: 0.7, noisePrecision: 2.5 };

export interface Prepared {
  readonly onRows: KernelOnRows;
  readonly problem: EvidenceProblem;
}

/** Rows of a sample with targets ±1, their weights counted. */
export function prepared({ X, labels, weights }: Sample, kernel: Kernel): Prepared {
  const onRows = kernelOnRows(engine, kernel, X, fisherContrasts(labels, weights));
  const { K, own } = onRows;
  const targets = Float64Array.from(labels, (label) => (label === 1 ? 1 : -1));
  return { onRows, problem: { K, own, targets, weights: Float64Array.from(weights) } };
}

export function posteriorOf(sample: Sample, kernel: Kernel, at: Precisions = precisions): EvidencePosterior {
  return evidencePosterior(engine, prepared(sample, kernel).problem, at);
}

/** The formulas for rows without weights, with V and its inverse written out. */
export function naive(
  { X, labels }: Sample,
  kernel: Kernel,
  { functionPrecision: mu, noisePrecision: zeta }: Precisions = precisions,
): {
  readonly logEvidence: number;
  readonly Pi: Rows;
  readonly inverse: Rows;
  readonly e: number[];
  readonly total: number;
  readonly a: number[];
  readonly b: number;
} {
  const n = labels.length;
  const y = labels.map((label) => (label === 1 ? 1 : -1));
  const V = toRows(kernel.matrix(engine, X)).map((row, i) =>
    Array.from(row, (value, j) => value / mu + (i === j ? 1 / zeta : 0)),
  );
  const inverse = inverseOf(V);
  const e = inverse.map((row) => row.reduce((sum, value) => sum + value, 0));
  const total = e.reduce((sum, value) => sum + value, 0);
  const Pi = inverse.map((row, i) => row.map((value, j) => value - (e[i] * e[j]) / total));
  const a = Pi.map((row) => row.reduce((sum, value, j) => sum + value * y[j], 0));
  const b = e.reduce((sum, value, j) => sum + value * y[j], 0) / total;
  const logEvidence =
    -0.5 * (n - 1) * Math.log(2 * Math.PI) -
    0.5 * logDeterminantOf(V) -
    0.5 * Math.log(total) +
    0.5 * Math.log(n) -
    0.5 * a.reduce((sum, value, i) => sum + value * y[i], 0);
  return { logEvidence, Pi, inverse, e, total, a, b };
}
