import type { CalibrationError } from "kernelbayes/evaluate";

/** Whether predicted and observed frequencies differ by no more than chance explains. */
export function isCalibrated({ error, byChance }: CalibrationError): boolean {
  return error <= 1.5 * byChance + 0.005;
}
