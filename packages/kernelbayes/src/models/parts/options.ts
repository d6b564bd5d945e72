import { InputError } from "../../errors.ts";

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
  throw invalidOption(model, name, `a number from ${least} to ${most}`, value);
}

/** One of some words. */
export function choiceOption<Choice extends string>(
  model: string,
  name: string,
  value: unknown,
  choices: readonly Choice[],
): Choice {
  const found = choices.find((choice) => choice === value);
  if (found !== undefined) return found;
  throw invalidOption(model, name, choices.map((choice) => `"${choice}"`).join(" or "), value);
}

/** A list of 1 to 100 positive numbers, where searches start. */
export function startsOption(model: string, starts: unknown, least = 1): readonly number[] {
  if (Array.isArray(starts) && starts.length >= least && starts.length <= 100 && starts.every(isPositive)) {
    return [...starts];
  }
  throw invalidOption(model, "starts", `a list of ${least} to 100 positive numbers`, starts);
}

/** The shape and the rate of a Gamma prior. */
export function gammaPriorOption(
  model: string,
  name: string,
  prior: unknown,
): { readonly shape: number; readonly rate: number } {
  if (typeof prior === "object" && prior !== null) {
    const { shape, rate, ...others } = prior as Record<string, unknown>;
    if (isPositive(shape) && isPositive(rate) && Object.keys(others).length === 0) return { shape, rate };
  }
  throw invalidOption(model, name, "{ shape, rate }, both positive", prior);
}

/** Whether a value is a positive number that is not infinite. */
export function isPositive(value: unknown): value is number {
  return typeof value === "number" && value > 0 && value < Infinity;
}

/** The error of an option of the wrong kind. */
export function invalidOption(model: string, name: string, expected: string, value: unknown): InputError {
  return new InputError(
    "invalid-option",
    `The option ${name} of ${model} must be ${expected}; got ${JSON.stringify(value) ?? String(value)}.`,
  );
}
