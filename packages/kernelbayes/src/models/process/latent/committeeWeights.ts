import { logSoftmaxInPlace } from "../../../numeric/logSumExp.ts";
import type { LatentOptimum } from "../search/searchLatent.ts";

/** Optima closer than this, in the logarithms of the kernel's parameters and in log evidence, are one. */
const same = { logarithms: 1e-2, value: 1e-3 } as const;

/** Weights proportional to the evidence, under equal prior probabilities of the members: exp(E_j − max E), normalized. */
export function committeeWeights(logEvidence: ArrayLike<number>): Float64Array {
  const logs = Float64Array.from(logEvidence);
  logSoftmaxInPlace(logs);
  return logs.map(Math.exp);
}

/**
 * The numbers of the optima that differ, in their order, each the best of those it stands for: one mode that several starts have
 * found is one member of a committee, not several. Optima without evidence are left out.
 */
export function distinctOptima(optima: readonly LatentOptimum[]): readonly number[] {
  const known = Array.from(optima.keys())
    .filter((at) => optima[at].logEvidence !== undefined && optima[at].kernel !== undefined)
    .toSorted((a, b) => Number(optima[b].logEvidence) - Number(optima[a].logEvidence) || a - b);
  const kept: number[] = [];
  for (const at of known) if (!kept.some((earlier) => isSame(optima[at], optima[earlier]))) kept.push(at);
  return kept.toSorted((a, b) => a - b);
}

function isSame({ kernel: a = empty, logEvidence: x = NaN }: LatentOptimum, b: LatentOptimum): boolean {
  const { kernel: other = empty, logEvidence: y = NaN } = b;
  const isNear = a.every((value, j) => value === other[j] || Math.abs(Math.log(value / other[j])) < same.logarithms);
  return isNear && Math.abs(x - y) < same.value;
}

const empty = new Float64Array(0);
