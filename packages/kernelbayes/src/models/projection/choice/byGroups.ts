import type { LeftOutGroup } from "./leftOutGroups.ts";
import type { UtilityRows } from "./utilityChoice.ts";
import { rowSample } from "../../../rows/rowSample.ts";
import { selectRows } from "../../../matrix/selectRows.ts";
import type { CountedRows } from "../chainRequests.ts";

/** Rows, and what is left out together of them where they come in groups. */
export interface GroupedRows extends CountedRows {
  readonly groups: readonly LeftOutGroup[] | undefined;
}

/** So many of the rows, drawn by the seed, where there are more; of groups those of their rows that are left. */
export function partOf(rows: GroupedRows, most: number, seed: number): GroupedRows {
  if (rows.X.rows <= most) return rows;
  const chosen = rowSample(rows.classes, most, seed);
  const placeOf = new Map(Array.from(chosen, (row, at) => [row, at]));
  const groups = rows.groups?.map((group) => membersLeft(group, placeOf)).filter((group) => group.rows.length > 0);
  return {
    ...rows,
    X: selectRows(rows.X, chosen),
    classes: Int32Array.from(chosen, (row) => rows.classes[row]),
    weights: Float64Array.from(chosen, (row) => rows.weights[row]),
    groups,
  };
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
export function byGroups({ groups, ...rows }: GroupedRows): UtilityRows {
  if (!groups) return { ...rows, rowGroups: undefined };
  const members = groups.flatMap((group, number) =>
    Array.from(group.rows, (row, at) => ({ row, unit: group.units[at], number })),
  );
  const chosen = Int32Array.from(members, ({ row }) => row);
  return {
    X: selectRows(rows.X, chosen),
    classes: Int32Array.from(chosen, (row) => rows.classes[row]),
    classCount: rows.classCount,
    weights: Float64Array.from(members, ({ unit }) => unit),
    rowGroups: Int32Array.from(members, ({ number }) => number),
  };
}
