import { InputError } from "../../errors.ts";

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

/** Whether a value is a positive number that is not infinite. */
export function isPositive(value: unknown): value is number {
  return typeof value === "number" && value > 0 && value < Infinity;
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
