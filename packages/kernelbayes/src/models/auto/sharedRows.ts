import { list, ownValue, refuse, wholeNumber } from "../../codec.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import { selectRows } from "../../matrix/row.ts";

/** Parameters of a model as plain data. */
type Parameters = Readonly<Record<string, unknown>>;

/** Parameters that refer to rows which stand elsewhere, once. */
export interface RowSharing {
  /** Undefined where no rows are shared. */
  readonly rows: Matrix | undefined;
  readonly parameters: readonly Parameters[];
}

/** What stands in the place of rows: their numbers among those that are shared, or all of these in their order. */
interface RowReference {
  readonly shared: "all" | readonly number[];
}

/**
 * Takes out the rows that parameters hold under the name `rows`, and puts references to one matrix of them all into their places, if this is shorter. They have as many columns as
 * the rows that their models see. Rows are the same if they are so bit for bit.
 */
export function shareRows(parameters: readonly Parameters[], columns: number): RowSharing {
  const found: Matrix[] = [];
  for (const each of parameters) eachRows(each, columns, (rows) => found.push(rows));
  const store = rowStore(columns);
  const references = new Map<Matrix, RowReference>();
  // The largest first: often the others are some of its rows.
  for (const rows of found.toSorted((a, b) => b.rows - a.rows)) references.set(rows, { shared: store.places(rows) });
  if (store.count() >= found.reduce((sum, { rows }) => sum + rows, 0)) return { rows: undefined, parameters };
  const rows = store.rows();
  const all = { shared: "all" } as const;
  const isAll = ({ shared }: RowReference): boolean =>
    shared.length === rows.rows && Array.prototype.every.call(shared, (place, at) => place === at);
  return {
    rows,
    parameters: parameters.map((each) =>
      withRows(each, (value) => {
        const reference = references.get(value as Matrix);
        return reference && (isAll(reference) ? all : reference);
      }),
    ),
  };
}

/** Parameters with the rows that they refer to. */
export function ownRows(parameters: Parameters, rows: Matrix | undefined, path: string): Parameters {
  return withRows(parameters, (value) => {
    const shared = ownValue(value, "shared");
    if (shared === undefined) return undefined;
    if (!rows) return refuse(`${path}: rows.shared`, "a reference to rows of a view that has them", shared);
    if (shared === "all") return rows;
    const places = list(wholeNumber(0, rows.rows - 1)).read(shared, `${path}: rows.shared`);
    // Otherwise a short list could stand for any amount of memory.
    if (new Set(places).size < places.length) refuse(`${path}: rows.shared`, "a list of different rows", shared);
    return selectRows(rows, places);
  });
}

/** Rows of a machine of a coupled model are four levels deep. What lies deeper is left alone, so that no document nests too deep for this. */
const deepest = 8;

/** A copy in which some values under the name `rows` are replaced; undefined leaves a value as it is. */
function withRows(parameters: Parameters, replaced: (value: object) => unknown): Parameters {
  const changed = (value: unknown, depth: number, name?: string): unknown => {
    if (typeof value !== "object" || value === null || ArrayBuffer.isView(value) || depth > deepest) return value;
    const other = name === "rows" ? replaced(value) : undefined;
    if (other !== undefined) return other;
    // Lists of numbers are long, and hold nothing else.
    if (Array.isArray(value)) {
      return typeof value[0] === "object" ? value.map((part) => changed(part, depth + 1)) : (value as unknown);
    }
    return Object.fromEntries(Object.keys(value).map((key) => [key, changed(ownValue(value, key), depth + 1, key)]));
  };
  return changed(parameters, 0) as Parameters;
}

function eachRows(parameters: Parameters, columns: number, see: (rows: Matrix) => void): void {
  withRows(parameters, (value) => {
    if ((value as Partial<Matrix>).columns === columns && "data" in value) see(value as Matrix);
    return undefined;
  });
}

/** Different rows, in the order in which they came. */
function rowStore(columns: number): {
  /** The numbers of the rows of a matrix, of which new ones are kept. */
  places(rows: Matrix): number[];
  count(): number;
  rows(): Matrix;
} {
  const kept: Float64Array[] = [];
  const byHash = new Map<number, number[]>();
  return {
    places: ({ data, rows }) =>
      Array.from({ length: rows }, (_, i) => {
        const row = Float64Array.from({ length: columns }, (_unused, j) => data[i * columns + j]);
        const words = new Int32Array(row.buffer);
        const hash = words.reduce((sum, word) => Math.imul(sum ^ word, 0x01000193), 0x811c9dc5);
        const alike = byHash.get(hash) ?? [];
        const known = alike.find((place) => row.every((value, j) => Object.is(value, kept[place][j])));
        if (known !== undefined) return known;
        byHash.set(hash, [...alike, kept.length]);
        return kept.push(row) - 1;
      }),
    count: () => kept.length,
    rows: () => {
      const all = matrix(kept.length, columns);
      kept.forEach((row, i) => all.data.set(row, i * columns));
      return all;
    },
  };
}
