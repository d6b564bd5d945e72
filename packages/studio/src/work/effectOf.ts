import { effectsSync } from "kernelbayes/explain";
import type { ColumnEffect } from "../data/calls.ts";
import type { OpenFit } from "./fitOnce.ts";

/** How the class probabilities depend on one column, averaged over rows of the table. */
export function effectOf({ posterior, fittable }: OpenFit, column: string): ColumnEffect {
  if (!fittable) throw new Error("There is no table.");
  const [{ kind, values, texts, classes, mean, lower, upper }] = effectsSync(posterior, fittable.table, {
    columns: [column],
    curves: 0,
  });
  return {
    column,
    kind,
    texts,
    positions: values.map((value, at) => (typeof value === "number" ? value : at)),
    classes,
    mean: mean.data,
    lower: lower?.data,
    upper: upper?.data,
  };
}
