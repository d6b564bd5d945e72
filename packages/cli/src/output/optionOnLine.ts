import { optionInProgram, type NamedOption } from "kernelbayes";

/** Options of the library that the commands have, by their names there. */
const onLine: Readonly<Record<string, string>> = {
  columns: "--columns",
  decimal: "--decimal",
  delimiter: "--delimiter",
  encoding: "--encoding",
  exclude: "--exclude",
  folds: "--folds",
  format: "--format",
  limits: "--limit",
  memoryLimit: "--memory",
  missing: "--missing",
  target: "--target",
  unseen: "--unseen",
  weights: "--weights",
};

/**
 * An option in a message, for somebody at a command line: `missing: "impute"` in a program is --missing impute here, and `format`
 * is --format. What the commands do not have is shown as in a program.
 */
export function optionOnLine({ option, value }: NamedOption): string {
  const name = Object.hasOwn(onLine, option) ? onLine[option] : undefined;
  if (name === undefined) return optionInProgram({ option, value });
  if (value === undefined) return name;
  const words =
    typeof value === "object" && value !== null ? Object.entries(value).map((pair) => pair.join("=")) : [value];
  return words.map((word) => `${name} ${String(word)}`).join(" ");
}
