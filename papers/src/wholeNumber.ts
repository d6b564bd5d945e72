import { InputError } from "kernelbayes";

/** The value of a command-line option that takes a whole number. */
export function wholeNumber(name: string, value: string, least: number): number {
  const number = Number(value);
  if (value.trim() !== "" && Number.isSafeInteger(number) && number >= least) return number;
  throw new InputError("invalid-option", `--${name} takes a whole number from ${least}; got "${value}".`);
}
