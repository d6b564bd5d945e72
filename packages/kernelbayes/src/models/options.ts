import { InputError } from "../errors.ts";

/** Refuses options that a model does not have, so that a misspelt one is never quietly ignored. */
export function checkOptions(model: string, options: object, known: readonly string[]): void {
  for (const name of Object.keys(options)) {
    if (!known.includes(name)) {
      throw new InputError(
        "unknown-option",
        `The model ${model} has no option "${name}". It has ${known.length > 0 ? known.join(", ") : "none"}.`,
      );
    }
  }
}

/** A number between two bounds, both allowed. */
export function numberOption(model: string, name: string, value: unknown, least: number, most: number): number {
  if (typeof value === "number" && value >= least && value <= most) return value;
  throw new InputError(
    "invalid-option",
    `The option ${name} of ${model} must be a number from ${least} to ${most}; got ${String(value)}.`,
  );
}
