import { InputError, tableFromColumns, type Model } from "kernelbayes";
import { modelFromDocument, models, type ModelFamily, type ModelName } from "kernelbayes/models";
import { learnEncoding, type EncodingOptions } from "kernelbayes/table";
import { canonicalText } from "./job.ts";

/** A model of the catalogue with all its options, those by default included, and how its columns are encoded. */
export interface Method {
  readonly name: string;
  /** The options of the model; what concerns the encoding, if anything, is the option `encoding` beside them. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** Options of the encoding that a method may be given; those that name columns belong to a data set. */
const encodingNames: readonly string[] = ["select", "standardize", "rank", "missing", "unseen", "categories"];

/** The options of a method apart: those of its model, and those of the encoding. */
export function splitOptions({ encoding, ...model }: Method["options"]): {
  readonly model: Readonly<Record<string, unknown>>;
  readonly encoding: EncodingOptions;
} {
  return { model, encoding: encoding ?? {} };
}

/** The models of a family, or of all families, with default options. */
export function methodsOfFamily(family: ModelFamily | "all"): Method[] {
  const names = (Object.keys(models) as ModelName[]).filter(
    (name) => family === "all" || models[name].family === family,
  );
  if (names.length > 0) return names.map((name) => methodOf(name));
  const present = [...new Set(Object.values(models).map((entry) => entry.family))];
  throw new InputError(
    "empty-family",
    `There is no model of the family "${family}" yet. Families with models: ${present.join(", ")}.`,
  );
}

/**
 * A method as written on a command line: the name of a model, then its options and those of the encoding, each after a colon.
 * Values are JSON; what is not is taken as text.
 *
 * @example methodOf("lda:shrinkage=0.1:select=50")
 */
export function methodOf(text: string): Method {
  const [name, ...assignments] = text.split(":");
  const given: Record<string, unknown> = {};
  const encoding: EncodingOptions & Record<string, unknown> = {};
  for (const assignment of assignments) {
    const [, option, value] = /^([^=]+)=(.*)$/s.exec(assignment) ?? [];
    if (option === undefined) {
      throw new InputError("invalid-method", `"${text}": an option is written NAME=VALUE; got "${assignment}".`);
    }
    (encodingNames.includes(option) ? encoding : given)[option] = valueOf(value);
  }
  // The document of the model names every option, so that one given by default and one given by hand are the same.
  const { name: known, ...options } = modelOf(name, given).toDocument();
  if (Object.keys(encoding).length === 0) return { name: known, options };
  // Refused here, if they are wrong, and not by every job.
  learnEncoding(tableFromColumns({ any: [0, 1] }), encoding, undefined, [0, 1]);
  return { name: known, options: { ...options, encoding } };
}

/** The model of a command line, where former names of options are refused, unlike in documents. */
function modelOf(name: string, given: Readonly<Record<string, unknown>>): Model {
  return Object.hasOwn(models, name) ? models[name as ModelName].create(given) : modelFromDocument({ ...given, name });
}

/** The method in a few words: its name, and the options that are not the default. */
export function methodTitle({ name, options }: Method): string {
  const { model, encoding } = splitOptions(options);
  const usual = Object.hasOwn(models, name) ? models[name as ModelName].create().toDocument() : model;
  const special = Object.entries(model).filter(
    // Stored options come back with their keys sorted.
    ([option, value]) => usual[option] === undefined || canonicalText(value) !== canonicalText(usual[option]),
  );
  return [
    name,
    ...[...special, ...Object.entries(encoding)].map(
      ([option, value]) => `${option}=${typeof value === "string" ? value : JSON.stringify(value)}`,
    ),
  ].join(":");
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
