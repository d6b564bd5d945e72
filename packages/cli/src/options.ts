import { Option } from "@commander-js/extra-typings";
import { InputError } from "kernelbayes";
import { duration } from "./duration.ts";

/** The option that every random choice hangs on. */
export function seedOption(): Option<"--seed <number>", undefined, "1"> {
  return new Option("--seed <number>", "whole number; equal seeds give equal results").default("1");
}

/** The option for categories that did not occur in training; `choice` reads it. */
export function unseenOption(): Option<"--unseen <rule>", undefined, "zeros"> {
  return new Option(
    "--unseen <rule>",
    "categories that did not occur in training: zeros (like rare ones, else like none), or refuse",
  ).default("zeros");
}

/** The option that makes a command print one JSON value, and nothing else, on the standard output. */
export function jsonOption(): Option<"--json"> {
  return new Option("--json", "print one JSON value and nothing else");
}

/** The option that leaves the result and nothing else. */
export function quietOption(): Option<"--quiet"> {
  return new Option("--quiet", "print the result only: no progress, no remarks");
}

/** The option for the number of worker threads. */
export function jobsOption(): Option<"--jobs <number>"> {
  return new Option("--jobs <number>", "worker threads; results do not depend on it (default: one per processor)");
}

/** The option for the address of a cluster. */
export function clusterOption(): Option<"--cluster <address>"> {
  return new Option(
    "--cluster <address>",
    "share the work out over the Redis at this address (or KERNELBAYES_CLUSTER)",
  );
}

/** The option that lets machines take part which may compute other bits. */
export function mixedBuildsOption(): Option<"--mixed-builds"> {
  return new Option("--mixed-builds", "let workers take part whose engine or code may differ in the last digits");
}

/** Collects the values of an option that may be given several times; to be passed to `option`. */
export function repeated(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value];
}

/** A whole number from a command line, within bounds. */
export function wholeNumber(name: string, value: string, least: number): number {
  const number = Number(value);
  if (value.trim() !== "" && Number.isSafeInteger(number) && number >= least) return number;
  throw invalid(name, least > Number.MIN_SAFE_INTEGER ? `a whole number from ${least}` : "a whole number", value);
}

/** A number greater than 0 from a command line. */
export function positiveNumber(name: string, value: string): number {
  const number = Number(value);
  if (value.trim() !== "" && Number.isFinite(number) && number > 0) return number;
  throw invalid(name, "a number greater than 0", value);
}

/** A number between 0 and 1, neither of them, from a command line; "90%" is 0.9. */
export function fraction(name: string, value: string): number {
  const text = value.trim();
  const number = text.endsWith("%") ? Number(text.slice(0, -1)) / 100 : Number(text);
  if (/\d/.test(text) && number > 0 && number < 1) return number;
  throw invalid(name, "a number between 0 and 1, or a percentage", value);
}

/** Seconds from a command line: "90", "90s", "1.5m", "1h", "1m30s". */
export function seconds(name: string, value: string): number {
  const time = duration(value);
  if (time !== undefined && time > 0) return time;
  throw invalid(name, "a time, such as 60s, 2m or 1m30s", value);
}

/**
 * Names from a command line, separated by commas; a name with a comma in it is put in double quotation marks. Options that may
 * be repeated give several texts.
 */
export function nameList(name: string, values: string | readonly string[]): string[] {
  const texts = typeof values === "string" ? [values] : values;
  const names = texts.flatMap((text) => Array.from(text.matchAll(/\s*(?:"([^"]*)"\s*|([^,]*))(?:,|$)/gy)));
  const found = names.map((match) => match[1] ?? match[2].trim()).filter((one) => one !== "");
  if (found.length > 0) return found;
  throw invalid(name, "names separated by commas", texts.join(","));
}

/** One of several words from a command line. */
export function choice<const Choice extends string>(name: string, value: string, choices: readonly Choice[]): Choice {
  const found = choices.find((one) => one === value);
  if (found !== undefined) return found;
  throw invalid(name, `one of ${choices.join(", ")}`, value);
}

/** The number of workers that `--jobs` asks for; none where it was not given. */
export function workersOf(jobs: string | undefined): { readonly workers?: number } {
  return jobs === undefined ? {} : { workers: wholeNumber("jobs", jobs, 1) };
}

function invalid(name: string, expected: string, value: string): InputError {
  return new InputError("invalid-option", `--${name} takes ${expected}; got "${value}".`);
}
