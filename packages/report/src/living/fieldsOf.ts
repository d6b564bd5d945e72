import type { Posterior } from "kernelbayes";
import type { FieldData } from "./livingData.ts";

const nothing = { low: null, high: null, isWhole: false, levels: [], usual: null } as const;

/** The fields of a form for a row, in the order that is given by the names of columns; others follow in that of the model. */
export function fieldsOf({ encoding, profiles }: Posterior, order: readonly string[]): FieldData[] {
  const fields = encoding.columns.map((column, at): FieldData => {
    const { name } = column;
    const profile = profiles?.[at];
    if (column.kind === "category") {
      const counts = profile?.kind === "category" ? profile.counts : [];
      const most = counts.indexOf(Math.max(...counts.slice(0, column.levels.length)));
      const levels = [...column.levels, ...(column.rareLevels ?? [])];
      return { ...nothing, name, kind: "category", levels, usual: levels[Math.max(0, most)] ?? null };
    }
    const quantiles = profile?.kind === "number" ? profile.quantiles : [];
    const middle = quantiles.at((quantiles.length - 1) / 2);
    if (column.kind === "date") {
      return { ...nothing, name, kind: "date", usual: middle === undefined ? null : dateText(middle) };
    }
    return {
      ...nothing,
      name,
      kind: "number",
      low: quantiles.at(0) ?? null,
      high: quantiles.at(-1) ?? null,
      isWhole: quantiles.length > 0 && quantiles.every(Number.isInteger),
      usual: middle ?? null,
    };
  });
  const rank = new Map(order.map((name, at) => [name, at]));
  return fields.toSorted((a, b) => (rank.get(a.name) ?? fields.length) - (rank.get(b.name) ?? fields.length));
}

/** The ISO 8601 text of days since 1970. */
function dateText(days: number): string {
  return new Date(Math.round(days * 86_400_000)).toISOString().slice(0, 10);
}
