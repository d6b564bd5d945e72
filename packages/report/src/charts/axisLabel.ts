import type { ScaleOptions } from "@observablehq/plot";

/** The space for the names and ticks of the axes, in pixels. */
export const axisMargins = { marginLeft: 62, marginBottom: 46 } as const;

/** The name of an axis in its middle at the edge of the chart, without an arrow, and few ticks. */
export function axisLabel(axis: "x" | "y", label: string): ScaleOptions {
  const labelOffset = axis === "x" ? axisMargins.marginBottom - 6 : axisMargins.marginLeft - 6;
  return { label, labelAnchor: "center", labelArrow: "none", labelOffset, ticks: 5 };
}
