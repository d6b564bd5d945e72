import { canonicalText, InputError, modelFromDocument, models, type ModelFamily, type ModelName } from "kernelbayes";

/** A model of the catalogue with all its options, those by default included. */
export interface Method {
  readonly name: string;
  readonly options: Readonly<Record<string, unknown>>;
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
 * A method as written on a command line: the name of a model, then its options, each after a colon. Values are JSON; what
 * is not is taken as text.
 *
 * @example methodOf("lda:shrinkage=0.1")
 */
export function methodOf(text: string): Method {
  const [name, ...assignments] = text.split(":");
  const given: Record<string, unknown> = {};
  for (const assignment of assignments) {
    const [, option, value] = /^([^=]+)=(.*)$/s.exec(assignment) ?? [];
    if (option === undefined) {
      throw new InputError("invalid-method", `"${text}": an option is written NAME=VALUE; got "${assignment}".`);
    }
    given[option] = valueOf(value);
  }
  // The document of the model names every option, so that one given by default and one given by hand are the same.
  const { name: known, ...options } = modelFromDocument({ ...given, name }).toDocument();
  return { name: known, options };
}

/** The method in a few words: its name, and the options that are not the default. */
export function methodTitle({ name, options }: Method): string {
  const usual = Object.hasOwn(models, name) ? models[name as ModelName].create().toDocument() : options;
  const special = Object.entries(options).filter(
    // Stored options come back with their keys sorted.
    ([option, value]) => usual[option] === undefined || canonicalText(value) !== canonicalText(usual[option]),
  );
  return [
    name,
    ...special.map(([option, value]) => `${option}=${typeof value === "string" ? value : JSON.stringify(value)}`),
  ].join(":");
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
