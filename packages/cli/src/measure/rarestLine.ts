import { rateText } from "@kernelbayes/report";
import type { Matrix } from "kernelbayes";
import { rarestClass } from "kernelbayes/evaluate";
import { counts } from "../output/counts.ts";

/**
 * What was found of the rarest class, and what was missed, in a sentence, as a small error rate says little about it; none where all classes have
 * as many rows, or only one class has any.
 */
export function rarestLine(confusion: Matrix, classes: readonly string[]): string[] {
  const { number, rows, found, missed, falseAlarms, rest, recall, precision, f1 } = rarestClass(confusion);
  const others = falseAlarms + rest;
  if (others === 0 || rows * classes.length === rows + others) return [];
  const mass = (value: number): string => String(Number(value.toPrecision(6)));
  const decided = found + falseAlarms;
  const right =
    decided === 0
      ? "no row was labeled so"
      : `of ${mass(decided)} labeled so ${mass(found)} ${found === 1 ? "is" : "are"} right (precision ${rateText(precision)})`;
  const all = rows === 1 ? counts(1, "row") : `${mass(rows)} rows`;
  return [
    `Of ${all} of the rarest class, "${classes[number]}", ${mass(found)} ${found === 1 ? "was" : "were"} found (recall ${rateText(recall)}) and ` +
      `${mass(missed)} missed; ${right}; F1 ${f1.toFixed(3)}.`,
  ];
}
