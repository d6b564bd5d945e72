import { chartColors } from "./chartColors.ts";
import { classStyle } from "./classStyle.ts";
import type { LineStyle } from "./legend.ts";

/** The line of a class by its number: its color, dashed from the eighth class on. */
export function curveStyle(number: number): LineStyle {
  return { color: classStyle(number).color, width: 1.8, ...(number >= 7 && { dashes: "5,2.5" }) };
}

/** A line of chance, against which curves are seen. */
export const chanceLine: LineStyle = { color: chartColors.gray, width: 1.2, dashes: "3,3" };

interface Stroke {
  readonly stroke: string;
  readonly strokeWidth: number;
  readonly strokeDasharray?: string;
}

/** A style as options of a mark. */
export function strokeOf({ color, width, dashes }: LineStyle): Stroke {
  return { stroke: color, strokeWidth: width, ...(dashes !== undefined && { strokeDasharray: dashes }) };
}
