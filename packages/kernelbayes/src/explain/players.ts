import { columnGroups, type Encoding } from "../encoding/encoding.ts";

/** The columns of the table that a model uses, each with all that it is encoded as: what takes part in a prediction as one. */
export interface Players {
  readonly names: readonly string[];
  /** The number of the player of each encoded column. */
  readonly groups: Int32Array;
}

export function playersOf(encoding: Encoding): Players {
  return { names: encoding.columns.map(({ name }) => name), groups: Int32Array.from(columnGroups(encoding)) };
}
