import { selectRows, type FitOptions, type Table } from "kernelbayes";
import { asText, columnNamed, columnWeights } from "kernelbayes/table";
import { checkTable, type Finding } from "kernelbayes/check";
import type { Draft, Kind, Role } from "../data/draft.ts";
import { editedTable } from "./editedTable.ts";
import { guessTarget } from "./guessTarget.ts";

/** A table under a draft, with what the check of the library made of it. */
export interface Prepared {
  /** All rows, with what could be read safely. */
  readonly table: Table;
  readonly target: string | undefined;
  readonly roles: Readonly<Record<string, Role>>;
  readonly kinds: Readonly<Record<string, Kind>>;
  readonly findings: readonly Finding[];
}

/** Applies a draft to a table, checks it, and gives each column a role and a kind: those chosen, else those that the check suggests. */
export function prepared(given: Table, draft: Draft): Prepared {
  const chosen = (role: Role): string | undefined => Object.entries(draft.roles).find(([, own]) => own === role)?.[0];
  const target =
    chosen("label") ??
    guessTarget({ ...given, columns: given.columns.filter(({ name }) => draft.roles[name] === undefined) });
  const edited = editedTable(given, draft, target);
  const features = Object.entries(draft.roles)
    .filter(([, role]) => role === "feature")
    .map(([name]) => name);
  const asCategory = Object.entries(draft.kinds)
    .filter(([name, kind]) => kind === "category" && name !== target && columnNamed(edited, name).type !== "text")
    .map(([name]) => name);
  const weights = chosen("weight");
  const unused = Object.entries(draft.roles).filter(([, role]) => ["out", "group", "name"].includes(role));
  const { table, findings, leaveOut } = checkTable(edited, {
    ...(target !== undefined && { target }),
    ...(weights !== undefined && { weights }),
    exclude: unused.map(([name]) => name),
    declared: Object.keys(draft.kinds),
    asCategory,
  });
  const left = new Set([
    ...leaveOut,
    ...findings.flatMap(({ action, column }) => (action === "left-out" && column !== undefined ? [column] : [])),
  ]);
  const names = chosen("name") ?? identifierOf(table, target, draft);
  const roles = Object.fromEntries(
    table.columns.map(({ name }): [string, Role] => {
      if (name === target) return [name, "label"];
      if (draft.roles[name] !== undefined) return [name, draft.roles[name]];
      if (name === names) return [name, "name"];
      return [name, left.has(name) && !features.includes(name) ? "out" : "feature"];
    }),
  );
  const kinds = Object.fromEntries(
    table.columns.map(({ name, type }): [string, Kind] => [
      name,
      type === "text" || asCategory.includes(name) ? "category" : type,
    ]),
  );
  return { table, target, roles, kinds, findings };
}

/** The first column of texts that differ in every row. */
function identifierOf({ columns, rows }: Table, target: string | undefined, draft: Draft): string | undefined {
  return columns.find(
    ({ name, ...column }) =>
      column.type === "text" &&
      column.levels.length === rows &&
      rows > 2 &&
      name !== target &&
      draft.roles[name] === undefined,
  )?.name;
}

/** The rows that can be learned from, what they are called, and the options of a fit. */
export interface Fittable {
  readonly table: Table;
  /** Their places among all rows, from 0. */
  readonly rows: Int32Array;
  readonly rowNames: readonly string[];
  readonly options: FitOptions & { readonly seed: number };
}

/** What a fit takes: rows with a label and a weight above 0, and the columns that have a part in it. */
export function fittable({ table, target, roles, kinds }: Prepared, seed: number): Fittable {
  if (target === undefined) throw new RangeError("There is no label column.");
  const named = (role: Role): string | undefined => table.columns.find(({ name }) => roles[name] === role)?.name;
  const [weights, group, id] = [named("weight"), named("group"), named("name")];
  const labels = asText(columnNamed(table, target));
  const mass = weights === undefined ? undefined : columnWeights(table, weights);
  const rows = Int32Array.from({ length: table.rows }, (_, row) => row).filter(
    (row) => labels[row] !== undefined && mass?.[row] !== 0,
  );
  const kept = rows.length === table.rows ? table : selectRows(table, rows);
  const names = id === undefined ? undefined : asText(columnNamed(kept, id));
  const exclude = table.columns.map(({ name }) => name).filter((name) => ["out", "name"].includes(roles[name]));
  const asCategory = table.columns
    .filter(({ name, type }) => roles[name] === "feature" && kinds[name] === "category" && type !== "text")
    .map(({ name }) => name);
  return {
    table: kept,
    rows,
    rowNames: Array.from(rows, (row, at) => names?.[at] ?? `row ${row + 1}`),
    options: {
      target,
      seed,
      missing: "impute",
      unseen: "zeros",
      ...(weights !== undefined && { weights }),
      ...(group !== undefined && { group }),
      ...(exclude.length > 0 && { exclude }),
      ...(asCategory.length > 0 && { asCategory }),
    },
  };
}
