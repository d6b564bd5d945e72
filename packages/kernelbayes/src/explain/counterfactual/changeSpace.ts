import { matrix, type Matrix } from "../../engine/matrix.ts";
import type { ColumnProfile } from "../../encoding/columnProfile.ts";
import type { ColumnEncoding } from "../../encoding/encoding.ts";
import { InputError } from "../../errors.ts";
import type { Posterior } from "../../posterior/posterior.ts";
import { quote } from "../../table/quote.ts";
import { columnDomains, domainNamed, type CellValue, type ColumnDomain } from "../columnDomain.ts";

/** A column that may be changed, and how far. */
export interface FreeColumn {
  readonly domain: ColumnDomain;
  /** The cell of the row. */
  readonly cell: CellValue;
  /** Of numbers: the training range, one standardized unit, and whether only whole numbers are meant. */
  readonly low: number;
  readonly high: number;
  readonly unit: number;
  readonly isWhole: boolean;
  /** Of categories: the other levels. */
  readonly levels: readonly string[];
}

/** Cells of the free columns, in their order. */
export type Change = readonly CellValue[];

/** What may be changed of a row. */
export interface ChangeSpace {
  readonly columns: readonly FreeColumn[];
  /** The row as it is. */
  readonly start: Change;
  /** The standardized units that a cell is away from the row's; a changed category is one. */
  size(column: number, cell: CellValue): number;
  /** Of a whole change. */
  total(change: Change): number;
  /** Changes as encoded rows. */
  encode(changes: readonly Change[]): Matrix;
  /** The space of changes of some of its columns only. */
  of(columns: readonly FreeColumn[]): ChangeSpace;
}

export interface ChangeLimits {
  /** Columns that stay as they are. */
  readonly fixed?: readonly string[] | undefined;
  /** Columns of whole numbers. Default: those whose least, largest and decile values in training are whole. */
  readonly whole?: readonly string[] | undefined;
  /** Ranges of numbers in place of those of the training rows. */
  readonly ranges?: Readonly<Record<string, readonly [number, number]>> | undefined;
}

/** The outer deciles of a normal distribution lie so many deviations apart. */
const betweenDeciles = 2.5631;

/**
 * The space of changes of one row. Dates stay as they are, and so do cells that are missing and columns that were constant in training.
 */
export function changeSpace(
  { encoding, profiles }: Pick<Posterior, "encoding" | "profiles">,
  X: Matrix,
  cells: readonly CellValue[],
  { fixed = [], whole = [], ranges = {} }: ChangeLimits,
): ChangeSpace {
  const domains = columnDomains(encoding);
  const held = new Set(fixed.map((name) => domainNamed(domains, name).name));
  const wholes = new Set(whole.map((name) => domainNamed(domains, name).name));
  for (const name of Object.keys(ranges)) domainNamed(domains, name);
  if (!profiles) {
    throw new InputError(
      "no-profiles",
      "The model was fitted by an earlier version, which did not keep the ranges of its training rows.",
      {},
      "Fit it again.",
    );
  }
  const columns = domains.flatMap((domain, place): FreeColumn[] => {
    if (held.has(domain.name)) return [];
    const limits = limitsOf(
      domain,
      encoding.columns[place],
      profiles[place],
      cells[place],
      wholes,
      ranges[domain.name],
    );
    return limits ? [{ domain, cell: cells[place], ...limits }] : [];
  });
  return spaceOf(columns, X);
}

function spaceOf(columns: readonly FreeColumn[], X: Matrix): ChangeSpace {
  const size = (at: number, cell: CellValue): number => {
    const { domain, cell: own, unit } = columns[at];
    if (cell === own) return 0;
    return domain.kind === "category" ? 1 : Math.abs(Number(cell) - Number(own)) / unit;
  };
  return {
    columns,
    start: columns.map(({ cell }) => cell),
    size,
    total: (change) => change.reduce<number>((sum, cell, at) => sum + size(at, cell), 0),
    encode(changes) {
      const rows = matrix(changes.length, X.columns);
      for (let i = 0; i < changes.length; i++) rows.data.set(X.data, i * X.columns);
      columns.forEach(({ domain, cell }, at) => {
        // A cell that is not changed keeps its code to the last bit.
        const changed = Array.from(changes.keys()).filter((i) => changes[i][at] !== cell);
        if (changed.length === 0) return;
        const own = domain.encode(changed.map((i) => changes[i][at]));
        changed.forEach((i, k) => {
          rows.data.set(own.data.subarray(k * domain.width, (k + 1) * domain.width), i * X.columns + domain.from);
        });
      });
      return rows;
    },
    of: (some) => spaceOf(some, X),
  };
}

function limitsOf(
  domain: ColumnDomain,
  encoding: ColumnEncoding,
  profile: ColumnProfile,
  cell: CellValue,
  wholes: ReadonlySet<string>,
  range: readonly [number, number] | undefined,
): Omit<FreeColumn, "domain" | "cell"> | undefined {
  const nothing = { low: NaN, high: NaN, unit: 1, isWhole: false, levels: [] };
  if (domain.kind === "category") {
    const levels = domain.levels.filter((level) => level !== cell);
    return cell === undefined || levels.length === 0 ? undefined : { ...nothing, levels };
  }
  if (domain.kind === "date" || encoding.kind === "presence" || profile.kind !== "number" || cell === undefined) {
    return undefined;
  }
  const { quantiles } = profile;
  const [low, high] = range ?? [quantiles[0], quantiles[quantiles.length - 1]];
  if (!(low <= high)) {
    throw new InputError(
      "invalid-option",
      `The range of ${quote(domain.name)} must go from a number to one that is not smaller; got ${low} to ${high}.`,
      { column: domain.name },
    );
  }
  const unit = unitOf(encoding, quantiles);
  const isWhole = wholes.has(domain.name) || quantiles.every(Number.isInteger);
  return low < high && unit > 0 ? { low, high, unit, isWhole, levels: [] } : undefined;
}

/** One deviation of the training rows. */
function unitOf(encoding: ColumnEncoding, quantiles: readonly number[]): number {
  if (encoding.kind === "number" && !(encoding.center === 0 && encoding.scale === 1 && encoding.unit === 1)) {
    return encoding.unit * encoding.scale;
  }
  const last = quantiles.length - 1;
  const spread = (quantiles[last - 1] - quantiles[1]) / betweenDeciles;
  return spread > 0 ? spread : (quantiles[last] - quantiles[0]) / betweenDeciles;
}
