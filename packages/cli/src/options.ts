import { Option } from "@commander-js/extra-typings";
import { InputError } from "kernelbayes";

/** The option that every random choice hangs on. */
export function seedOption(): Option<"--seed <number>", undefined, string> {
  return new Option("--seed <number>", "whole number; equal seeds give equal results").default("1");
}

/** A whole number from a command line, within bounds. */
export function wholeNumber(name: string, value: string, least: number): number {
  const number = Number(value);
  if (value.trim() !== "" && Number.isSafeInteger(number) && number >= least) return number;
  throw new InputError("invalid-option", `--${name} takes a whole number from ${least}; got "${value}".`);
}
