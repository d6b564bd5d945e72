import type { Column, Table } from "kernelbayes";
import { isListColumn } from "./listColumn.ts";
import { namesOutside } from "./outsideColumn.ts";

/** What has been written so far, counted. */
export interface Tally {
  /** Takes in the written columns of a chunk. */
  add(table: Table): void;
  readonly rows: number;
  /** Rows by label. */
  readonly labels: ReadonlyMap<string, number>;
  /** Rows by decision; undecided rows are under undefined. Empty if no decisions are written. */
  readonly decisions: ReadonlyMap<string | undefined, number>;
  /** Rows by the size of their set; empty if no sets are written. */
  readonly setSizes: ReadonlyMap<number, number>;
  /** Rows that are unlike the training rows, and how many there are by column: a row may be in several. */
  readonly unlike: number;
  readonly outside: ReadonlyMap<string, number>;
  /** The sum of the expected costs; NaN if there are none. */
  readonly expectedCost: number;
}

export function tally(): Tally {
  let rows = 0;
  let unlike = 0;
  let expectedCost = Number.NaN;
  const labels = new Map<string, number>();
  const decisions = new Map<string | undefined, number>();
  const setSizes = new Map<number, number>();
  const outside = new Map<string, number>();
  const countCells = (column: Column, count: (level: number, cells: number) => void): void => {
    if (column.type === "number") return;
    const cells = new Float64Array(column.levels.length + 1);
    for (const code of column.codes) cells[code + 1]++;
    cells.forEach((number, place) => number > 0 && count(place - 1, number));
  };
  const raise = <Key>(counts: Map<Key, number>, key: Key, by: number): void => {
    counts.set(key, (counts.get(key) ?? 0) + by);
  };
  return {
    add(table) {
      rows += table.rows;
      for (const column of table.columns) {
        if (isListColumn(column)) {
          countCells(column, (level, cells) => raise(setSizes, column.lists[level].length, cells));
        } else if (column.type === "number") {
          if (column.name !== "expected_cost") continue;
          expectedCost = column.values.reduce((sum, cost) => sum + cost, Number.isNaN(expectedCost) ? 0 : expectedCost);
        } else if (column.name === "label") {
          countCells(column, (level, cells) => raise(labels, column.levels[level], cells));
        } else if (column.name === "outside") {
          countCells(column, (level, cells) => {
            if (level < 0) return;
            unlike += cells;
            for (const name of namesOutside(column.levels[level])) raise(outside, name, cells);
          });
        } else if (column.name === "decision") {
          countCells(column, (level, cells) => raise(decisions, level < 0 ? undefined : column.levels[level], cells));
        }
      }
    },
    get rows() {
      return rows;
    },
    labels,
    decisions,
    setSizes,
    get unlike() {
      return unlike;
    },
    outside,
    get expectedCost() {
      return expectedCost;
    },
  };
}
