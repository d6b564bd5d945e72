/** What a column is for. */
export type Role = "label" | "feature" | "group" | "weight" | "name" | "out";

/** How the cells of a column are read. */
export type Kind = "number" | "category" | "date";

/** What was decided about a table, as plain data: each change makes a new draft, so that every step can be undone. */
export interface Draft {
  /** Roles that differ from what the studio suggests. */
  readonly roles: Readonly<Record<string, Role>>;
  /** Kinds that were chosen. */
  readonly kinds: Readonly<Record<string, Kind>>;
  /** By column: cells that are read as another text, or as missing (null). */
  readonly cells: Readonly<Record<string, Readonly<Record<string, string | null>>>>;
  /** Labels that were corrected, by the place of the row, from 0. */
  readonly labels: Readonly<Record<number, string>>;
  /** Rows whose surprising label was confirmed. */
  readonly trusted: readonly number[];
}

export const emptyDraft: Draft = { roles: {}, kinds: {}, cells: {}, labels: {}, trusted: [] };

/** A change of a draft: what it names is added to what is there. */
export type DraftPatch = Partial<Draft>;

/** The draft with a change; a column has at most one of the roles that only one column can have. */
export function changedDraft(draft: Draft, { roles, kinds, cells, labels, trusted }: DraftPatch): Draft {
  const merged: Record<string, Readonly<Record<string, string | null>>> = { ...draft.cells };
  for (const [column, texts] of Object.entries(cells ?? {})) merged[column] = { ...merged[column], ...texts };
  return {
    roles: { ...withoutDoubles(draft.roles, roles ?? {}), ...roles },
    kinds: { ...draft.kinds, ...kinds },
    cells: merged,
    labels: { ...draft.labels, ...labels },
    trusted: [...new Set([...draft.trusted, ...(trusted ?? [])])],
  };
}

const single: readonly Role[] = ["label", "group", "weight", "name"];

function withoutDoubles(roles: Draft["roles"], change: Draft["roles"]): Record<string, Role> {
  const taken = new Set(Object.values(change).filter((role) => single.includes(role)));
  return Object.fromEntries(
    Object.entries(roles).map(([name, role]) => [name, taken.has(role) ? "feature" : role] as const),
  );
}
