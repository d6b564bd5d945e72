import type { CalibrationError } from "kernelbayes";

/** Whether promised and observed frequencies lie hardly further apart than chance would put them. */
export function isCalibrated({ error, byChance }: CalibrationError): boolean {
  return error <= 1.5 * byChance + 0.005;
}
