import { loadPosterior, type Posterior, type Table } from "kernelbayes";
import { encodeDocument } from "kernelbayes/models";
import { asText, columnNamed } from "kernelbayes/table";
import { changedDraft, type Draft, type Kind, type Role } from "../data/draft.ts";
import type { FitRecord } from "../data/fitRecord.ts";
import { text } from "../text.ts";
import type { OpenFit } from "./fitOnce.ts";
import { fittable, prepared, type Fittable } from "./prepared.ts";

interface ModelFile {
  readonly id: number;
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly table: Table | undefined;
  readonly draft: Draft;
}

/** Opens a saved model: on the table at hand where it was fitted to that, else by itself. */
export function openModel({ id, name, bytes, table, draft }: ModelFile): { open: OpenFit; record: FitRecord } {
  const posterior = loadPosterior(bytes);
  const { model, seed, target, classes, encoding, training, library } = posterior;
  const found = table && fittedTable(posterior, table, draft);
  // Held-out rows are those of its own leave-one-out, where it has such: the report takes them from the posterior.
  const measured = {
    heldOut: undefined,
    relevance: undefined,
    warnings: [{ code: "opened-model", message: text.fits.opened(name) }],
  };
  const record: FitRecord = {
    id,
    title: name,
    origin: "file",
    hasTable: found !== undefined,
    request: { model, seed },
    draft: found?.draft ?? draft,
    target,
    classes,
    rows: training.of?.rows ?? training.rows.length,
    columns: encoding.columns.length,
    document: new Uint8Array(encodeDocument(posterior.toDocument())),
    measured,
    figures: undefined,
    folds: "",
    losses: new Float64Array(0),
    seconds: undefined,
    created: "",
    library,
    options: {},
  };
  return { open: { posterior, fittable: found?.rows, draft: record.draft, measured }, record };
}

/** The table under the roles that the model asks for, if it holds the labels and the ranges of values that the model has learned. */
function fittedTable(
  posterior: Posterior,
  table: Table,
  draft: Draft,
): { readonly draft: Draft; readonly rows: Fittable } | undefined {
  const { target, encoding, seed } = posterior;
  const used = new Set(encoding.columns.map(({ name }) => name));
  const names = new Set(table.columns.map(({ name }) => name));
  if (![target, ...used].every((name) => names.has(name))) return undefined;
  const roleOf = (name: string): Role => {
    if (name === target) return "label";
    if (used.has(name)) return "feature";
    const own = draft.roles[name];
    return own === "name" || own === "group" ? own : "out";
  };
  const roles = Object.fromEntries([...names].map((name) => [name, roleOf(name)]));
  const kinds = Object.fromEntries(
    encoding.columns.flatMap(({ name, kind }): [string, Kind][] => (kind === "category" ? [[name, "category"]] : [])),
  );
  const adapted = changedDraft(draft, { roles, kinds: { ...kinds, ...draft.kinds } });
  try {
    const rows = fittable(prepared(table, adapted), seed);
    return agrees(posterior, rows.table) ? { draft: adapted, rows } : undefined;
  } catch {
    // A table that cannot be prepared so is not the one that the model was fitted to.
    return undefined;
  }
}

/** Whether all training rows have the labels, and all numbers the least and largest values, that the model knows. */
function agrees({ target, classes, training, profiles = [] }: Posterior, table: Table): boolean {
  const labels = asText(columnNamed(table, target));
  if (!training.rows.every((row, at) => labels[row] === classes[training.classes[at]])) return false;
  // Ranges are those of all rows, of which the rows of the model may be a sample.
  if (training.of) return true;
  return profiles.every((profile) => {
    const column = columnNamed(table, profile.name);
    if (profile.kind !== "number" || column.type !== "number") return true;
    const values = training.rows.map((row) => column.values[row]).filter((value) => !Number.isNaN(value));
    const ends = [Math.min(...values), Math.max(...values)];
    return [profile.quantiles[0], profile.quantiles.at(-1)!].every(
      (end, at) => Math.abs(end - ends[at]) <= 1e-9 * Math.max(1, Math.abs(end)),
    );
  });
}
