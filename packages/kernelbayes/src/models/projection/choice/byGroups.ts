import type { LeftOutGroup } from "./leftOutGroups.ts";
import { sampleNumbers } from "../../../rows/sampleRows.ts";
import { type CountedRows, takeRows } from "../../../rows/labelledRows.ts";

/** Rows, and what is left out together of them where they come in groups. */
export interface GroupedRows extends CountedRows {
  /** What is left out together; without, every row by itself. */
  readonly groups?: readonly LeftOutGroup[] | undefined;
}

/** So many of the rows, drawn by the seed, where there are more; of groups those of their rows that are left. */
export function partOf(rows: GroupedRows, most: number, seed: number): GroupedRows {
  if (rows.X.rows <= most) return rows;
  const chosen = sampleNumbers(rows.classes, most, seed);
  const placeOf = new Map(Array.from(chosen, (row, at) => [row, at]));
  const groups = rows.groups?.map((group) => membersLeft(group, placeOf)).filter((group) => group.rows.length > 0);
  return { ...takeRows(rows, chosen), groups };
}

function membersLeft({ rows, units }: LeftOutGroup, placeOf: ReadonlyMap<number, number>): LeftOutGroup {
  const members = Array.from(rows.keys()).flatMap((at) => {
    const place = placeOf.get(rows[at]);
    return place === undefined ? [] : [{ place, unit: units[at] }];
  });
  return {
    rows: Int32Array.from(members, ({ place }) => place),
    units: Float64Array.from(members, ({ unit }) => unit),
  };
}

/** Rows whose groups are halved whole: a row that several groups have is there once for each. */
export function byGroups({ groups, ...rows }: GroupedRows): CountedRows {
  if (!groups) return rows;
  const members = groups.flatMap((group, number) =>
    Array.from(group.rows, (row, at) => ({ row, unit: group.units[at], number })),
  );
  const chosen = Int32Array.from(members, ({ row }) => row);
  return {
    ...takeRows(rows, chosen),
    weights: Float64Array.from(members, ({ unit }) => unit),
    rowGroups: Int32Array.from(members, ({ number }) => number),
  };
}
