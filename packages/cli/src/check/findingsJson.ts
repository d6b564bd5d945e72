import type { Finding } from "kernelbayes/check";
import { findingText } from "kernelbayes/check";
import { optionOnLine } from "../output/optionOnLine.ts";

/** Findings as plain data, with a sentence that names options as a command has them. */
export function findingsJson(findings: readonly Finding[]): Record<string, unknown>[] {
  return findings.map(({ code, column, other, count, rows, example, action, ...finding }) => ({
    code,
    ...(column !== undefined && { column }),
    ...(other !== undefined && { other }),
    count,
    rows,
    ...(example !== undefined && { example }),
    action,
    message: findingText({ code, count, rows, action, ...finding }, optionOnLine),
  }));
}
