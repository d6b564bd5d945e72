import type { CategoryProfile, ColumnProfile, NumberProfile } from "../../encoding/columnProfile.ts";
import { encode } from "../../encoding/encode.ts";
import type { Levels } from "../../encoding/columnEncoder.ts";
import type { CategoryEncoding, ColumnEncoding } from "../../encoding/encoding.ts";
import { columnValues } from "../../encoding/columnValues.ts";
import { levelsOf } from "../../encoding/numbersOf.ts";
import { InputError } from "../../errors.ts";
import type { Column } from "../../table/column.ts";
import type { Provenance } from "../provenance.ts";
import { columnOf, readLevels, readNumbers } from "../recordCells.ts";
import { isList, recordsOf, rowsToPredict, type RowRecord, type RowsToPredict } from "../rowsToPredict.ts";
import { kernelTest, type KernelTest } from "./kernelTest.ts";
import { stabilityIndex, type StabilityIndex } from "./stabilityIndex.ts";

/** How far a column has moved. */
export interface ColumnDrift extends StabilityIndex {
  readonly name: string;
  /**
   * "none" where chance explains it: Holm's method over all columns finds a change in one of twenty tables without any. Else by what the index has beyond
   * chance: "small" below 0.1, "moderate" below 0.25, "large" from there on.
   */
  readonly shift: "none" | "small" | "moderate" | "large";
}

/** How far new rows have moved from the training rows. */
export interface Drift {
  /** How many new rows were compared. */
  readonly rows: number;
  /** In the order of the encoding. */
  readonly columns: readonly ColumnDrift[];
  /** All columns together. Undefined with fewer than 10 rows on either side. */
  readonly together: KernelTest | undefined;
  /** Whether every column has the counts of the training rows, to the row: then they are these rows. */
  readonly isTraining: boolean;
}

/** What a monitor has counted, as plain data. */
export interface DriftCounts {
  readonly rows: number;
  /** For each column of the encoding how many rows are in each bin. */
  readonly columns: readonly (readonly number[])[];
  /** The sums of the features of whole rows; absent where the monitor does not compare these. */
  readonly together?: Float64Array | undefined;
}

/** Counts rows as they come, and compares all of them with the training rows. */
export interface DriftMonitor {
  /** Counts the rows of a table, which needs the columns of the model, or row objects. */
  add(rows: RowsToPredict): void;
  /** What was counted so far: to be kept, or to be sent to another thread. */
  counts(): DriftCounts;
  /** Adds what another monitor of the same model has counted. */
  addCounts(counts: DriftCounts): void;
  drift(): Drift;
}

export interface DriftMonitorOptions {
  /** Whether whole rows are compared too, all columns together. Default true; it takes most of the time. */
  readonly together?: boolean | undefined;
}

/** The chance that a table without any change is said to have moved. */
const falseAlarms = 0.05;

/**
 * Compares new rows with what a posterior keeps of its training rows: counts in the deciles and levels of each column, and a sketch of whole rows. Memory and time do not
 * depend on how many rows came before.
 *
 * @example
 * const monitor = driftMonitor(posterior);
 * for (const batch of batches) monitor.add(batch);
 * const { columns, together } = monitor.drift();
 * const moved = columns.filter(({ shift }) => shift !== "none");
 */
export function driftMonitor(
  { encoding, profiles, sketch }: Pick<Provenance, "encoding" | "profiles" | "sketch">,
  { together: hasTogether = true }: DriftMonitorOptions = {},
): DriftMonitor {
  if (profiles === undefined) {
    throw new InputError(
      "no-profiles",
      "The model was fitted by an earlier version, which did not keep what its training rows hold.",
      {},
      "Fit it again to compare new rows with them.",
    );
  }
  const counters = encoding.columns.map((column, at) => binsOf(column, profiles[at]));
  const together = sketch && hasTogether ? kernelTest(sketch) : undefined;
  const tolerant = { ...encoding, missing: "impute", unseen: "zeros" } as const;
  let rows = 0;
  return {
    add(given) {
      const records = recordsOf(given);
      if (isList(records)) {
        together?.add(encode(tolerant, rowsToPredict(encoding, records)));
        const room = new Float64Array(records.length);
        for (const { countRecords } of counters) countRecords(records, room);
        rows += records.length;
      } else {
        together?.add(encode(tolerant, records));
        const byName = new Map(records.columns.map((column) => [column.name, column]));
        for (const { name, count } of counters) count(byName.get(name)!);
        rows += records.rows;
      }
    },
    counts: () => ({
      rows,
      columns: counters.map(({ fresh }) => [...fresh]),
      ...(together && { together: together.sums() }),
    }),
    addCounts(counts) {
      if (!areOfModel(counts, counters) || (together && !counts.together)) {
        throw new InputError("other-model", "These counts are those of another model.");
      }
      counters.forEach(({ fresh }, at) => counts.columns[at].forEach((count, bin) => (fresh[bin] += count)));
      if (counts.together) together?.addSums(counts.together, counts.rows);
      rows += counts.rows;
    },
    drift() {
      const found = counters.map(({ name, training, fresh }) => ({ name, ...stabilityIndex(training, fresh) }));
      const isSame = counters.every(({ training, fresh }) => training.every((count, bin) => count === fresh[bin]));
      return {
        rows,
        columns: withShifts(found),
        together: together?.test(),
        isTraining: rows > 0 && isSame,
      };
    },
  };
}

/** Whether counts from elsewhere fall into the same bins of the same columns. */
function areOfModel({ columns }: DriftCounts, counters: readonly ColumnBins[]): boolean {
  return columns.length === counters.length && counters.every(({ fresh }, at) => fresh.length === columns[at].length);
}

/** The bins of a column, with the counts of both sides. */
interface ColumnBins {
  readonly name: string;
  readonly training: readonly number[];
  readonly fresh: number[];
  readonly count: (column: Column) => void;
  /** The same for row objects; `room` is for as many numbers as there are rows. */
  readonly countRecords: (records: readonly RowRecord[], room: Float64Array) => void;
}

/** Between deciles of numbers, or levels; and missing cells. */
function binsOf(encoded: ColumnEncoding, profile: ColumnProfile): ColumnBins {
  const { name } = profile;
  if (encoded.kind === "category") return levelBins(encoded, profile as CategoryProfile);
  const { quantiles, upTo } = profile as NumberProfile;
  const last = quantiles.length - 1;
  // Equal deciles are one bound, and what is beyond the largest training value falls into the last bin.
  const bounds = quantiles.slice(1, last).filter((value, at) => value > (at === 0 ? -Infinity : quantiles[at]));
  const inner = bounds.filter((bound) => bound < quantiles[last]);
  const cumulative = [...inner.map((bound) => upTo[quantiles.lastIndexOf(bound)]), upTo[last]];
  const training = [...cumulative.map((sum, bin) => sum - (bin === 0 ? 0 : cumulative[bin - 1])), profile.missing];
  const fresh = training.map(() => 0);
  return {
    name,
    training,
    fresh,
    count: (column) => countNumbers(inner, columnValues(encoded, column), fresh),
    countRecords(records, room) {
      const isRead = encoded.kind !== "date" && readNumbers(records, name, room);
      countNumbers(inner, isRead ? room : columnValues(encoded, columnOf(records, name)), fresh);
    },
  };
}

/** Adds each value to its bin: up to the first bound, up to the next, …, beyond all of them; missing. */
function countNumbers(bounds: readonly number[], values: Float64Array, counts: number[]): void {
  for (let row = 0; row < values.length; row++) {
    const value = values[row];
    let bin = 0;
    // All bounds are asked: a loop that ends at the right one takes longer, because processors cannot guess its end.
    for (let at = 0; at < bounds.length; at++) bin += value > bounds[at] ? 1 : 0;
    counts[Number.isNaN(value) ? bounds.length + 1 : bin]++;
  }
}

/**
 * A bin for each level, one for levels that are new, one for missing cells. Levels that were rare in training are rarer there than elsewhere, as new ones prove:
 * by Good and Turing the levels of r rows have a share of (r + 1) f₍ᵣ₊₁₎/n, with fᵣ the number of levels of r rows. So all levels of fewer rows than the first
 * r with fᵣ = 0 are in the bin of new levels: its share is then what it was in training.
 */
function levelBins(
  { levels, rareLevels, numeric }: CategoryEncoding,
  { name, counts, missing }: CategoryProfile,
): ColumnBins {
  const sizes = new Set(counts.slice(0, levels.length).map(Math.round));
  if (rareLevels) sizes.add(1);
  let least = 1;
  while (sizes.has(least)) least++;
  const training = [0, missing];
  const bins = new Map<string, number>();
  levels.forEach((level, number) => {
    if (Math.round(counts[number]) < least) training[0] += counts[number];
    else bins.set(level, training.push(counts[number]) - 1);
  });
  if (rareLevels) training[0] += counts[levels.length];
  const fresh = training.map(() => 0);
  const add = (cells: Levels): void => {
    for (const level of cells) fresh[level === undefined ? 1 : (bins.get(level) ?? 0)]++;
  };
  const count = (column: Column): void => add(levelsOf(column, numeric));
  return {
    name,
    training,
    fresh,
    count,
    countRecords(records) {
      const cells = numeric ? undefined : readLevels(records, name);
      if (cells) add(cells);
      else count(columnOf(records, name));
    },
  };
}

/** Holm's method: the smallest of k p-values is multiplied by k, the next by k − 1, and so on, none below the one before. */
function withShifts(columns: readonly Omit<ColumnDrift, "shift">[]): ColumnDrift[] {
  const order = columns.toSorted((a, b) => a.pValue - b.pValue);
  const isFirst = order.findIndex(({ pValue }, rank) => pValue * (order.length - rank) >= falseAlarms);
  const moved = new Set(order.slice(0, isFirst < 0 ? order.length : isFirst));
  return columns.map((column) => ({ ...column, shift: moved.has(column) ? sizeOf(column) : "none" }));
}

/** The usual bands of the index, beyond what chance gives. */
function sizeOf({ index, chance }: StabilityIndex): "small" | "moderate" | "large" {
  return index - chance < 0.1 ? "small" : index - chance < 0.25 ? "moderate" : "large";
}
