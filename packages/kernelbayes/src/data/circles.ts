import { normal } from "../random/normal.ts";
import type { Table } from "../table/table.ts";
import { drawRows, requireNotNegative, type GeneratorOptions } from "./labelledTable.ts";

export interface CirclesOptions extends GeneratorOptions {
  /** Deviation of the points from their circle, in each column. */
  readonly noise?: number;
  /** Radius of the inner circle; that of the outer one is 1. */
  readonly innerRadius?: number;
}

/** Two noisy concentric circles, "inner" and "outer", whose rows alternate. */
export function circles({ rows = 200, seed = 1, noise = 0.1, innerRadius = 0.5 }: CirclesOptions = {}): Table {
  requireNotNegative("noise", noise);
  requireNotNegative("innerRadius", innerRadius);
  return drawRows(rows, seed, (source, row) => {
    const isInner = row % 2 === 0;
    const radius = isInner ? innerRadius : 1;
    const angle = 2 * Math.PI * source.uniform();
    const x = [radius * Math.cos(angle) + noise * normal(source), radius * Math.sin(angle) + noise * normal(source)];
    return { label: isInner ? "inner" : "outer", x };
  });
}
