import type { Matrix } from "kernelbayes";
import type { PrecisionRecallTable } from "kernelbayes/evaluate";
import { textTable } from "@kernelbayes/report";

/** More classes than these do not fit beside each other. */
const mostClasses = 8;
const mostMistakes = 12;

/**
 * Who was taken for whom: the whole matrix, true classes in rows, with the share of each true class that was found (recall), of each
 * decision that is right (precision), and their harmonic mean (F1); of many classes those mistakes that were made most often.
 */
export function confusionLines(confusion: Matrix, classes: readonly string[], rates: PrecisionRecallTable): string {
  return classes.length > mostClasses ? mistakes(confusion, classes) : whole(confusion, classes, rates);
}

function whole({ data }: Matrix, classes: readonly string[], { perClass }: PrecisionRecallTable): string {
  const C = classes.length;
  return textTable(
    classes.map((label, own) => ({
      "true class": label,
      ...Object.fromEntries(classes.map((decided, other) => [`as ${decided}`, data[own * C + other]])),
      "recall %": (100 * perClass[own].recall).toFixed(1),
      "precision %": (100 * perClass[own].precision).toFixed(1),
      F1: perClass[own].f1.toFixed(3),
    })),
  );
}

function mistakes({ data }: Matrix, classes: readonly string[]): string {
  const C = classes.length;
  const found = classes.flatMap((label, own) =>
    classes.flatMap((decided, other) => {
      const rows = data[own * C + other];
      return own === other || rows === 0 ? [] : [{ "true class": label, "taken for": decided, rows }];
    }),
  );
  if (found.length === 0) return "No row was taken for another class.";
  return textTable(found.toSorted((a, b) => b.rows - a.rows).slice(0, mostMistakes));
}
