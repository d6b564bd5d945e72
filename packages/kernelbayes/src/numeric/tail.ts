/** One tail of a distribution, computed without cancellation: exp(logScale) · factor. */
export interface Tail {
  readonly side: "lower" | "upper";
  readonly logScale: number;
  readonly factor: number;
}

/** The probability on the asked side. */
export function tailProbability({ side, logScale, factor }: Tail, asked: "lower" | "upper"): number {
  const probability = Math.min(1, Math.exp(logScale) * factor);
  return side === asked ? probability : 1 - probability;
}

/** Its logarithm, which stays finite where the probability underflows. */
export function logTailProbability({ side, logScale, factor }: Tail, asked: "lower" | "upper"): number {
  const logProbability = Math.min(0, logScale + Math.log(factor));
  return side === asked ? logProbability : Math.log1p(-Math.exp(logProbability));
}
