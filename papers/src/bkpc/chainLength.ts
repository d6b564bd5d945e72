import type { ReproduceSettings } from "../paper.ts";

/** Sweeps before those that count, and those that count. */
export interface ChainLength {
  readonly burnIn: number;
  readonly sweeps: number;
}

/** In place of the 9000 and 91 000 of the paper: a sweep here also makes moves that are worth many of the paper's. */
export function chainLength({ isQuick }: ReproduceSettings): ChainLength {
  return isQuick ? { burnIn: 300, sweeps: 1000 } : { burnIn: 1000, sweeps: 5000 };
}
