import type { Model } from "../model.ts";
import type { OptionDescription } from "../modelEntry.ts";
import type { OptionKind, ReadableKind } from "./optionKinds.ts";
import { refuseFormerWords, type Renaming } from "./inPresentWords.ts";
import { InputError } from "../../errors.ts";

/** One option of a model as it is declared, without the type of what users give. */
interface DeclaredOption<Setting> {
  readonly kind: ReadableKind<unknown>;
  /** The setting where the option is left out; undefined where that depends on rows or on other options. */
  readonly default: Setting | undefined;
  readonly defaultText: string;
  readonly text: string;
  /** Never set. It carries the type of the setting, which `default` would lose where it is undefined. */
  readonly setting?: () => Setting;
}

/** One option of a model: what users give, and the setting that a fit reads. */
export interface Option<Given, Setting = Given> extends DeclaredOption<Setting> {
  readonly kind: OptionKind<Given, unknown>;
}

/** All options of a model, each declared once; the compiler compares them with the public interface of the options. */
export type OptionSchema<Options extends object> = {
  readonly [Name in keyof Options]-?: Option<Exclude<Options[Name], undefined>, unknown>;
};

type AnySchema = Readonly<Record<string, DeclaredOption<unknown>>>;

/** The options of a model, read. */
export type SettingsOf<Schema> = {
  readonly [Name in keyof Schema]: Schema[Name] extends { readonly setting?: () => infer Setting } ? Setting : never;
};

/** An option with a default that is one of its values. */
/* @__NO_SIDE_EFFECTS__ */
export function option<Given, Setting extends Given>(
  kind: OptionKind<Given, Setting>,
  usual: NoInfer<Setting>,
  text: string,
): Option<Given, Setting> {
  return { kind, default: usual, defaultText: JSON.stringify(usual), text };
}

/** An option whose default depends on rows or on other options, and is stated in words. */
/* @__NO_SIDE_EFFECTS__ */
export function dependentOption<Given, Setting>(
  kind: OptionKind<Given, Setting>,
  defaultText: string,
  text: string,
): Option<Given, Setting | undefined> {
  return { kind, default: undefined, defaultText, text };
}

/**
 * Reads the options of a model. An option that is left out, or undefined, has its default; an unknown option, or a value of
 * the wrong kind, is an `InputError`, and so is a former name or word, by an error that has the present one.
 */
export function readOptions<Schema extends AnySchema>(
  model: string,
  schema: Schema,
  given: object,
  renamings: readonly Renaming[] = [],
): SettingsOf<Schema> {
  refuseFormerWords(model, renamings, given);
  checkOptions(model, given, Object.keys(schema));
  const read = Object.entries(schema).map(([name, { kind, default: usual }]) => {
    const value: unknown = (given as Readonly<Record<string, unknown>>)[name];
    if (value === undefined) return [name, usual];
    const setting = kind.read(value);
    if (setting === undefined) throw invalidOption(model, name, inWords(kind.alternatives), value);
    return [name, setting];
  });
  return Object.fromEntries(read) as SettingsOf<Schema>;
}

/**
 * The options of a model, read, and what identifies it: its name, its document with these options, and their former names and
 * words.
 */
export function readModelOptions<Schema extends AnySchema>(
  name: string,
  schema: Schema,
  given: object,
  renamings: readonly Renaming[] = [],
): { readonly settings: SettingsOf<Schema>; readonly identity: Pick<Model, "name" | "toDocument" | "renamings"> } {
  const settings = readOptions(name, schema, given, renamings);
  return {
    settings,
    identity: { name, toDocument: () => ({ name, ...optionsDocument(schema, settings) }), renamings },
  };
}

/** Settings as plain data for the document of a model, without those that nobody gave and that have no fixed default. */
export function optionsDocument<Schema extends AnySchema>(
  schema: Schema,
  settings: SettingsOf<Schema>,
): Record<string, unknown> {
  const written = Object.keys(schema)
    .filter((name) => settings[name] !== undefined)
    .map((name) => [name, plainData(settings[name])]);
  return Object.fromEntries(written) as Record<string, unknown>;
}

/** The options of a model for the catalogue: help texts and forms. */
/* @__NO_SIDE_EFFECTS__ */
export function describeOptions(schema: AnySchema): readonly OptionDescription[] {
  return Object.entries(schema).map(([name, { kind, default: usual, defaultText, text }]) => ({
    name,
    type: kind.type,
    choices: kind.choices,
    ...(kind.bounds && { bounds: kind.bounds }),
    default: usual === undefined ? undefined : plainData(usual),
    defaultText,
    values: inWords(kind.alternatives),
    text,
  }));
}

/** A kernel as its document, and copies of lists and objects. */
function plainData(setting: unknown): unknown {
  if (typeof setting !== "object" || setting === null) return setting;
  if ("toDocument" in setting && typeof setting.toDocument === "function") return setting.toDocument() as unknown;
  return structuredClone(setting);
}

/** `"a", "b" or a positive number`. */
function inWords(alternatives: readonly string[]): string {
  return alternatives.length < 2
    ? alternatives.join("")
    : `${alternatives.slice(0, -1).join(", ")} or ${alternatives[alternatives.length - 1]}`;
}

/** Refuses options that a model does not have, so that a misspelt one is never quietly ignored. */
export function checkOptions(model: string, options: object, known: readonly string[]): void {
  // Callers without types may give anything.
  const given: unknown = options;
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw new InputError(
      "invalid-option",
      `The options of ${model} must be an object; got ${JSON.stringify(given) ?? String(given)}.`,
    );
  }
  for (const name of Object.keys(options)) {
    if (!known.includes(name)) {
      throw new InputError(
        "unknown-option",
        `The model ${model} has no option "${name}". It has ${known.length > 0 ? known.join(", ") : "none"}.`,
      );
    }
  }
}

/** Values are cut here in messages. */
const longest = 60;

/** The error of an option of the wrong kind. */
export function invalidOption(model: string, name: string, expected: string, value: unknown): InputError {
  const shown = JSON.stringify(value) ?? String(value);
  return new InputError(
    "invalid-option",
    `The option ${name} of ${model} must be ${expected}; got ${shown.length > longest ? `${shown.slice(0, longest)}…` : shown}.`,
  );
}
