import type { Column, Table } from "kernelbayes";

type DateOrder = NonNullable<Extract<Column, { type: "date" }>["order"]>;

/** What a column of the model looks like as a field of a form. */
export interface FieldData {
  readonly name: string;
  readonly kind: "number" | "category" | "date";
  /** Of numbers: the least and the largest training value; null where there are none. */
  readonly low: number | null;
  readonly high: number | null;
  readonly isWhole: boolean;
  /** Of categories: the levels, those of rare ones included. */
  readonly levels: readonly string[];
  /** A usual cell: the median or the most frequent level. */
  readonly usual: string | number | null;
}

/** A column of the table, as JSON can hold it. */
export type TableData =
  | {
      readonly name: string;
      readonly type: "number";
      readonly values: readonly (number | null)[];
      readonly texts?: readonly (string | null)[];
    }
  | {
      readonly name: string;
      readonly type: "text" | "date";
      readonly levels: readonly string[];
      readonly codes: readonly number[];
      readonly order?: DateOrder;
    };

/** Rows that were predicted without having been seen. */
export interface HeldOutData {
  readonly names: readonly string[];
  /** Places in the table, from 0, where they are rows of it. */
  readonly places: readonly number[] | undefined;
  readonly truth: readonly number[];
  /** One class after the other for each row, to six digits. */
  readonly probabilities: readonly number[];
  readonly weights: readonly number[] | undefined;
}

/** All that the script of a living report works on. */
export interface LivingData {
  readonly target: string;
  readonly classes: readonly string[];
  /** The number of training rows of each class. */
  readonly counts: readonly number[];
  readonly fields: readonly FieldData[];
  /** What rows of the table are called, and the class of each; −1 where it was not learned from. */
  readonly names: readonly string[];
  readonly labels: readonly number[];
  readonly table: readonly TableData[] | undefined;
  /** Without a table: the place in it of each training row that the model holds, in the order of the model; undefined where it does not hold all of them. */
  readonly heldPlaces: readonly number[] | undefined;
  readonly heldOut: HeldOutData | undefined;
  readonly hasModel: boolean;
}

/** The columns of a table by name, as data. */
export function tableData({ columns }: Table, names: readonly string[]): TableData[] {
  const wanted = new Set(names);
  return columns
    .filter(({ name }) => wanted.has(name))
    .map((column): TableData => {
      if (column.type !== "number") return { ...column, codes: Array.from(column.codes) };
      const { name, type, values, texts } = column;
      return {
        name,
        type,
        values: Array.from(values, (value) => (Number.isFinite(value) ? value : null)),
        ...(texts && { texts: Array.from(values, (_, row) => texts[row] ?? null) }),
      };
    });
}
