import { shapleyValuesSync } from "kernelbayes/explain";
import type { Cells, RowContributions } from "../living/questions.ts";
import type { Started } from "./answerTo.ts";

/** Sampled values have few orders, so that they come soon; their standard errors are shown. */
const orders = 2;

/** The Shapley values of a row, compared with training rows. */
export function contributionsOf({ posterior, table }: Started, cells: Cells): RowContributions {
  if (!table) throw new Error("The report holds no training rows to compare with.");
  const { columns, scale, method, backgroundRows, outputs } = shapleyValuesSync(posterior, [cells], {
    background: table,
    orders,
  });
  return {
    columns,
    scale,
    method,
    backgroundRows,
    outputs: outputs.map(({ class: name, against, base, totals, contributions, errors }) => ({
      class: name,
      against,
      base,
      total: totals[0],
      contributions: Array.from(contributions.data),
      errors: errors && Array.from(errors.data),
    })),
  };
}
