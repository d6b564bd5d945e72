import { InputError } from "../../errors.ts";
import { loadPosterior } from "../../fit/loadPosterior.ts";
import type { Posterior } from "../../posterior/posterior.ts";
import type { Table } from "../../table/table.ts";
import { ensure } from "../check.ts";
import {
  clouds,
  describeError,
  ensureRefused,
  ensureSameDocument,
  ensureSamePredictions,
  ensureValid,
  firstDifference,
  fitted,
  modelCheck,
  type ModelCheck,
  type Trial,
} from "./trial.ts";

/** A posterior and its document are worth the same; a document from elsewhere can do no harm. */
export const documentChecks: readonly ModelCheck[] = [
  modelCheck("document-round-trip", "a posterior that was saved and loaded predicts the same, bit for bit", (trial) => {
    const { posterior, text } = saved(trial);
    const table = clouds(trial.classes, 30, 5);
    const loaded = loadPosterior(text);
    const [before, after] = [posterior.predict(table), loaded.predict(table)];
    ensureSamePredictions(before, after, 0);
    for (const name of ["lower", "upper", "latentMean", "latentDeviation"] as const) {
      ensure(
        before[name].data.every((value, at) => value === after[name].data[at]),
        `${name} differs`,
      );
    }
    ensureSameDocument(posterior, loaded);
    ensure(loaded.score?.total === posterior.score?.total, "the score differs");
  }),
  modelCheck("document-is-json", "a document holds nothing that JSON cannot", (trial) => {
    const { posterior, text } = saved(trial);
    const path = firstDifference(posterior.toDocument(), JSON.parse(text), "document");
    ensure(path === undefined, `${path} does not survive JSON`);
  }),
  modelCheck(
    "document-says-where-from",
    "a document says what it is, from which model, library, engine and seed",
    (trial) => {
      const document = saved(trial).posterior.toDocument();
      for (const part of [
        "format",
        "version",
        "library",
        "engine",
        "seed",
        "model",
        "target",
        "classes",
        "encoding",
        "warnings",
      ]) {
        ensure(document[part] !== undefined, `${part} is missing`);
      }
    },
  ),
  modelCheck("truncated-document", "a truncated document is refused, wherever it ends", (trial) => {
    const { text } = saved(trial);
    for (let part = 0; part < 20; part++) {
      ensureRefused(() => loadPosterior(text.slice(0, Math.floor((text.length * part) / 20))));
    }
  }),
  modelCheck(
    "incomplete-document",
    "a document with any part missing or of another type is refused or predicts validly, and never crashes",
    (trial) => {
      const { text } = saved(trial);
      const paths = pathsOf(JSON.parse(text));
      const table = clouds(trial.classes, 3);
      // All short paths, and a spread of the long ones (single numbers in long lists).
      const chosen = paths.filter((path, at) => path.length <= 3 || at % Math.ceil(paths.length / 150) === 0);
      const document: unknown = JSON.parse(text);
      for (const path of chosen) {
        const before = replace(document, path, undefined);
        for (const junk of [undefined, null, "junk", -1, 1e308, [], {}, [[]], { rows: 1e9, columns: 1e9, data: [] }]) {
          replace(document, path, junk);
          try {
            loadPosterior(document).predict(table);
          } catch (error) {
            ensure(
              error instanceof InputError,
              `${path.join(".")} replaced by ${JSON.stringify(junk)} gave ${describeError(error)}`,
            );
          }
        }
        replace(document, path, before);
      }
      ensure(firstDifference(document, JSON.parse(text), "document") === undefined, "the document was mended");
    },
  ),
  modelCheck(
    "mismatched-document",
    "a document without one of its columns, or with a huge parameter, is refused when loaded or predicts validly",
    (trial) => {
      const { text } = saved(trial);
      const table = clouds(trial.classes, 3);
      const whole = JSON.parse(text) as { readonly encoding: { readonly columns: readonly unknown[] } };
      for (const column of whole.encoding.columns.keys()) {
        const columns = whole.encoding.columns.toSpliced(column, 1);
        const without = { ...whole, encoding: { ...whole.encoding, columns } };
        ensureRefusedOrValid(without, table, `without encoding.columns.${column}`);
      }
      const document: unknown = JSON.parse(text);
      for (const path of someNumbers(document, ["parameters"], 60)) {
        const before = replace(document, path, undefined);
        for (const huge of [1e150, 1.7e308, -1.7e308]) {
          replace(document, path, huge);
          ensureRefusedOrValid(document, table, `with ${path.join(".")} = ${huge}`);
        }
        replace(document, path, before);
      }
    },
  ),
  modelCheck("future-document", "a document of a later version is refused with the advice to update", (trial) => {
    const document = { ...saved(trial).posterior.toDocument(), version: 999 };
    ensureRefused(() => loadPosterior(document), "999", "Update");
  }),
  modelCheck("not-a-document", "what is not a document is refused", () => {
    for (const junk of [
      undefined,
      null,
      1,
      "",
      "{}",
      "[]",
      "kind,width\nash,1",
      {},
      [],
      { format: "kernelbayes-posterior" },
    ]) {
      ensureRefused(() => loadPosterior(junk));
    }
  }),
  modelCheck(
    "prototype-pollution",
    "a document with __proto__ and constructor keys leaves all other objects alone",
    (trial) => {
      const { text } = saved(trial);
      const hostile = text.replace("{", '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},');
      try {
        loadPosterior(hostile);
      } catch (error) {
        ensure(error instanceof InputError, describeError(error));
      }
      for (const name of ["__proto__", "constructor", "toString", "hasOwnProperty"]) {
        const document: Record<string, unknown> = JSON.parse(text) as Record<string, unknown>;
        ensureRefused(() => loadPosterior({ ...document, model: { name } }), name);
      }
      ensure(!("polluted" in {}), "an object was polluted");
    },
  ),
];

const knownDocuments = new WeakMap<Trial, Saved>();

interface Saved {
  readonly posterior: Posterior;
  readonly text: string;
}

/** A small fit and its document, made once. */
function saved(trial: Trial): Saved {
  const known = knownDocuments.get(trial);
  if (known) return known;
  const posterior = fitted(trial, clouds(trial.classes, 10));
  const made = { posterior, text: JSON.stringify(posterior.toDocument()) };
  knownDocuments.set(trial, made);
  return made;
}

/** A document that loads must predict numbers; to find out then is too late. */
function ensureRefusedOrValid(document: unknown, table: Table, change: string): void {
  let loaded: Posterior;
  try {
    loaded = loadPosterior(document);
  } catch (error) {
    ensure(error instanceof InputError, `loaded ${change} it gave ${describeError(error)}`);
    return;
  }
  try {
    ensureValid(loaded.predict(table));
  } catch (error) {
    throw new Error(`${change} it loads, but then: ${describeError(error)}`, { cause: error });
  }
}

/** The paths of the numbers in a part of the document: all that have a name, and so many or fewer, evenly spread, of those in lists. */
function someNumbers(document: unknown, part: readonly string[], most: number): string[][] {
  const valueAt = (path: readonly string[]): unknown =>
    path.reduce((value, name) => (value as Record<string, unknown>)[name], document);
  const numbers = pathsOf(valueAt(part), part).filter((path) => typeof valueAt(path) === "number");
  const isListed = (path: readonly string[]): boolean => Array.isArray(valueAt(path.slice(0, -1)));
  const listed = numbers.filter(isListed);
  const step = Math.ceil(listed.length / most);
  return [...numbers.filter((path) => !isListed(path)), ...listed.filter((_, at) => at % step === 0)];
}

function pathsOf(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [[...path, name], ...pathsOf(inner, [...path, name])]);
}

/** Puts something else in the place, or nothing, and returns what was there. */
function replace(document: unknown, path: readonly string[], replacement: unknown): unknown {
  let place = document as Record<string, unknown>;
  for (const name of path.slice(0, -1)) place = place[name] as Record<string, unknown>;
  const last = path[path.length - 1];
  const before = place[last];
  if (replacement === undefined && !Array.isArray(place)) delete place[last];
  else place[last] = replacement;
  return before;
}
