import { InputError } from "kernelbayes";
import { duration } from "../duration.ts";

const units: Readonly<Record<string, number>> = { "": 1, k: 2 ** 10, m: 2 ** 20, g: 2 ** 30 };

/** A size from a command line: "512MB", "2GB", "100000". */
export function sizeInBytes(name: string, value: string): number {
  const [, number, unit] = /^(\d+(?:\.\d+)?)\s*(|k|m|g)(?:i?b)?$/.exec(value.trim().toLowerCase()) ?? [];
  const bytes = number === undefined ? Number.NaN : Math.round(Number(number) * units[unit]);
  if (Number.isSafeInteger(bytes) && bytes > 0) return bytes;
  throw new InputError("invalid-option", `--${name} takes a size, such as 512MB or 2GB; got "${value}".`);
}

/** Seconds from a command line, none included: "0", "2ms", "1m30s". */
export function secondsFromZero(name: string, value: string): number {
  const time = duration(value);
  if (time !== undefined) return time;
  throw new InputError("invalid-option", `--${name} takes a time, such as 2ms, 10s or 1h; got "${value}".`);
}
