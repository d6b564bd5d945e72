import { InputError } from "../../errors.ts";

/** An option of a model that had another name, or a word of an option that is another word now. */
export interface Renaming {
  /** The option by its former name. */
  readonly option: string;
  /** The former word, where the option itself kept its name. */
  readonly word?: string;
  /** The options that have the same meaning now. */
  readonly now: (value: unknown) => Readonly<Record<string, unknown>>;
}

/** Options with each former name and word replaced, for documents. A former option beside the one it became stays, and is refused. */
export function inPresentWords(
  renamings: readonly Renaming[],
  options: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  let present = options;
  for (const renaming of renamings) {
    if (!isUsed(renaming, present)) continue;
    const { [renaming.option]: value, ...others } = present;
    const now = renaming.now(value);
    if (Object.keys(now).every((name) => !Object.hasOwn(others, name))) present = { ...others, ...now };
  }
  return present;
}

/** Refuses options by former names or words, with what to write now. */
export function refuseFormerWords(model: string, renamings: readonly Renaming[], options: object): void {
  const given = options as Readonly<Record<string, unknown>>;
  const used = renamings.find((renaming) => isUsed(renaming, given));
  if (!used) return;
  const value = given[used.option];
  const now = Object.entries(used.now(value)).map(([name, present]) => `${name}: ${JSON.stringify(present)}`);
  throw new InputError(
    "renamed-option",
    `The model ${model} no longer takes ${used.option}: ${JSON.stringify(value)}. Write ${now.join(", ")}, which has the same meaning.`,
  );
}

function isUsed({ option, word }: Renaming, options: Readonly<Record<string, unknown>>): boolean {
  // Callers without types may give anything, which is refused elsewhere.
  if (typeof options !== "object" || options === null || !Object.hasOwn(options, option)) return false;
  const value = options[option];
  return value !== undefined && (word === undefined || value === word);
}
