import type { ScaleOptions } from "@observablehq/plot";
import { axisLabel } from "./axisLabel.ts";

/** Scales of two shares from 0 to 1. */
export function unitAxes(x: string, y: string): { readonly x: ScaleOptions; readonly y: ScaleOptions } {
  return {
    x: { domain: [0, 1], ...axisLabel("x", x) },
    y: { domain: [0, 1], ...axisLabel("y", y) },
  };
}
