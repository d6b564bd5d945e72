import { normal } from "../random/normal.ts";
import type { Table } from "../table/table.ts";
import { drawTwoClasses, requireNotNegative, type TwoClassOptions } from "./labelledTable.ts";

export interface BananaOptions extends TwoClassOptions {
  /** Deviation of the points from their crescent, in each column. */
  readonly noise?: number;
}

/**
 * Two interleaved crescents: with an angle t ~ U(0, π), class "negative" lies on (cos t, sin t) and class "positive" on
 * (1 − cos t, ½ − sin t), both blurred by normal noise.
 */
export function banana({ rows = 400, seed = 1, positives, noise = 0.25 }: BananaOptions = {}): Table {
  requireNotNegative("noise", noise);
  return drawTwoClasses({ rows, seed, positives }, (source, isPositive) => {
    const t = Math.PI * source.uniform();
    const [x, y] = isPositive ? [1 - Math.cos(t), 0.5 - Math.sin(t)] : [Math.cos(t), Math.sin(t)];
    return [x + noise * normal(source), y + noise * normal(source)];
  });
}
