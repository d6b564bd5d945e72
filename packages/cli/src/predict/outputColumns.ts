import { type Column, type Posterior } from "kernelbayes";
import { predictionSets } from "kernelbayes/compare";
import type { DecisionRule } from "kernelbayes/evaluate";
import { decisionColumns } from "./decide.ts";
import { keptColumns, renamedColumns, type Kept } from "./keptColumns.ts";
import { listColumn } from "./listColumn.ts";
import { outsideColumn } from "./outsideColumn.ts";
import type { PredictedChunk } from "./predictedChunks.ts";
import { predictionColumns } from "./predictionColumns.ts";
import type { SetRule } from "./setRule.ts";

export interface OutputRules {
  readonly sets: SetRule | undefined;
  readonly rule: DecisionRule | undefined;
  /** Whether the quantity behind the probabilities is among the columns. */
  readonly hasLatent: boolean;
  /** Says what the user may not expect, once. */
  readonly remark: (text: string) => void;
}

/** Makes the columns of the output, those that are kept apart from those that are predicted. */
export function outputColumns(
  posterior: Posterior,
  kept: Kept,
  { sets, rule, hasLatent, remark }: OutputRules,
): (chunk: PredictedChunk) => { readonly kept: readonly Column[]; readonly predicted: readonly Column[] } {
  const keptOf = keptColumns(posterior, kept);
  return ({ table, prediction, first }) => {
    const predicted = [
      ...predictionColumns(prediction, hasLatent),
      ...(rule ? decisionColumns(prediction, rule) : []),
      ...(sets
        ? [
            listColumn(
              "set",
              predictionSets(prediction.probabilities, sets.threshold, { firstRow: first }),
              prediction.classes,
            ),
          ]
        : []),
      outsideColumn(prediction.outside),
    ];
    const { columns, renamed } = renamedColumns(
      keptOf(table),
      predicted.map(({ name }) => name),
    );
    if (first === 0) {
      for (const [from, to] of renamed) {
        remark(
          `Column ${JSON.stringify(from)} of the table is written as ${JSON.stringify(to)}: the predictions have one of its name.`,
        );
      }
    }
    return { kept: columns, predicted };
  };
}
