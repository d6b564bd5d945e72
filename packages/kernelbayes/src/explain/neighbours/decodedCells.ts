import type { ColumnEncoding, Encoding, NumberEncoding, RankEncoding } from "../../encoding/encoding.ts";
import { widthOf } from "../../encoding/encoding.ts";
import { encodeRank } from "../../encoding/learnNumber.ts";
import type { CellValue } from "../columnDomain.ts";

/**
 * The cells of an encoded row, a list of the columns of the encoding: numbers to twelve digits, dates in days since 1970, levels by their names.
 * Undefined where a cell was missing, or was none of the known levels.
 */
export function decodedCells({ columns }: Encoding, row: Float64Array): CellValue[] {
  let from = 0;
  return columns.map((column) => {
    const own = row.subarray(from, from + widthOf(column));
    from += own.length;
    return decoded(column, own);
  });
}

function decoded(column: ColumnEncoding, own: Float64Array): CellValue {
  switch (column.kind) {
    case "category": {
      const level = column.coding === "hamming" ? own[0] : own.findIndex((value) => value > 0);
      if (column.rareLevels && level === column.levels.length)
        return column.rareLevels.length === 1 ? column.rareLevels[0] : "(rare levels)";
      return column.levels[level];
    }
    case "presence":
      return own[0] === 1 ? undefined : "present";
    case "date":
      if (column.indicator && own[own.length - 1] === 1) return undefined;
      return column.elapsed && decodedNumber(column.elapsed, own[0]);
    case "number":
      return column.indicator && own[1] === 1 ? undefined : decodedNumber(column, own[0]);
    case "rank":
      return column.indicator && own[1] === 1 ? undefined : decodedRank(column, own[0]);
  }
}

function decodedNumber({ unit, origin, center, scale }: NumberEncoding, value: number): number {
  return Number(((origin + center + scale * value) * unit).toPrecision(12));
}

/** The training value of the nearest rank. */
function decodedRank(column: RankEncoding, rank: number): number {
  return column.values.reduce((best, value) =>
    Math.abs(encodeRank(column, value) - rank) < Math.abs(encodeRank(column, best) - rank) ? value : best,
  );
}
