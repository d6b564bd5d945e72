import type { ColumnProfile } from "../encoding/columnProfile.ts";
import type { ColumnEncoding } from "../encoding/encoding.ts";
import type { Provenance } from "./provenance.ts";

/** A column that a model needs in every table. */
export interface NeededColumn {
  readonly name: string;
  readonly kind: ColumnEncoding["kind"];
  /** Of a category the levels that occurred in training, and those among them that share a place because they are rare. */
  readonly levels?: readonly string[];
  readonly rareLevels?: readonly string[];
  /** What the training rows hold in it; models of earlier versions do not know. */
  readonly training?: Readonly<Record<string, unknown>>;
}

/** The columns that a model needs, as plain data to be shown or sent. */
export function neededColumns({ encoding, profiles }: Pick<Provenance, "encoding" | "profiles">): NeededColumn[] {
  return encoding.columns.map((column, at) => {
    const profile = profiles?.[at];
    return {
      name: column.name,
      kind: column.kind,
      ...(column.kind === "category" && {
        levels: column.levels,
        ...(column.rareLevels && { rareLevels: column.rareLevels }),
      }),
      ...(profile && { training: figuresOf(profile) }),
    };
  });
}

function figuresOf(profile: ColumnProfile): Readonly<Record<string, unknown>> {
  const { name: _, kind: __, ...figures } = profile;
  return figures;
}
