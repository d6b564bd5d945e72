import { columnRanking } from "../report/columnRanking.ts";
import type { Findings, HeldOut } from "../report/findings.ts";
import { heldPlaces } from "./heldPlaces.ts";
import type { HeldOutData, LivingData } from "./livingData.ts";
import { rowForm } from "./rowForm.ts";

/** Of more held-out rows the first are listed. */
const mostHeldOut = 5000;

/** What the script of a living report works on: with the rows of the table where they are kept. */
export function livingDataOf(
  findings: Findings,
  kept: { readonly table: boolean; readonly hasModel: boolean },
): LivingData {
  const { posterior, input, heldOut } = findings;
  const { table, rowNames } = input;
  const names = posterior.encoding.columns.map(({ name }) => name);
  const places = kept.hasModel && !kept.table ? heldPlaces(posterior, table) : undefined;
  const hasRows = kept.table || places !== undefined;
  const order = names.length > 1 ? columnRanking(findings).columns.map(({ name }) => name) : names;
  const form = rowForm(posterior, { table, rowNames, order });
  return {
    ...form,
    ...(!hasRows && { names: [], labels: [] }),
    table: kept.table ? form.table : undefined,
    heldPlaces: places,
    heldOut: heldOut && heldOutData(heldOut),
    hasModel: kept.hasModel,
  };
}

/** Held-out rows as data. */
export function heldOutData({ names, truth, probabilities, weights, places }: HeldOut): HeldOutData {
  const count = Math.min(mostHeldOut, truth.length);
  const C = probabilities.columns;
  return {
    names: names.slice(0, count),
    places: places && Array.from(places).slice(0, count),
    truth: Array.from(truth).slice(0, count),
    probabilities: Array.from(probabilities.data.subarray(0, count * C), (p) => Number(p.toPrecision(6))),
    weights: weights && Array.from(weights).slice(0, count),
  };
}
