import type { DraftPatch, Kind, Role } from "./draft.ts";

/** Counts of a column by class: bins of numbers, or the most frequent levels. */
export interface Histogram {
  /** What each bar stands for. */
  readonly names: readonly string[];
  /** For each bar the rows of each class; the last count is of rows without a label or of classes beyond those shown. */
  readonly counts: readonly (readonly number[])[];
}

/** A button that mends what was found. */
export interface Fix {
  readonly title: string;
  readonly patch: DraftPatch;
}

/** Something that the check of the table found. */
export interface ShownFinding {
  readonly code: string;
  readonly column: string | undefined;
  readonly problem: string;
  /** What the studio has done about it. */
  readonly done: string | undefined;
  readonly rows: readonly number[];
  readonly fixes: readonly Fix[];
  readonly isSerious: boolean;
}

/** A column as the table screen shows it. */
export interface ColumnProfile {
  readonly name: string;
  readonly role: Role;
  readonly kind: Kind;
  readonly isDate: boolean;
  readonly missing: number;
  readonly distinct: number;
  /** Of numbers: least, median and largest value. */
  readonly range: readonly [number, number, number] | undefined;
  readonly histogram: Histogram;
}

/** All that is known of a table under a draft. */
export interface TableProfile {
  readonly rows: number;
  readonly target: string | undefined;
  /** Classes with their numbers of rows, the most frequent first. */
  readonly classes: readonly { readonly name: string; readonly rows: number }[];
  /** How many classes have a color of their own in histograms. */
  readonly shownClasses: number;
  readonly unlabelled: number;
  readonly columns: readonly ColumnProfile[];
  readonly findings: readonly ShownFinding[];
  /** Why nothing can be fitted as the table is; undefined where a fit can begin. */
  readonly hindrance: string | undefined;
}
