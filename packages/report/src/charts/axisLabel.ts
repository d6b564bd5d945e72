import type { ScaleOptions } from "@observablehq/plot";

/** The name of an axis in its middle, without an arrow, and few ticks. */
export function axisLabel(label: string): ScaleOptions {
  return { label, labelAnchor: "center", labelArrow: "none", labelOffset: 40, ticks: 6 };
}
