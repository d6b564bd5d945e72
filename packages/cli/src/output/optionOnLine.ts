import { optionInProgram, type NamedOption } from "kernelbayes/errors";

/** Options of the library that the commands have, by their names there. */
const onLine: Readonly<Record<string, string>> = {
  background: "--background",
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
  port: "--port",
  scale: "--scale",
  sheet: "--sheet",
  skip: "--skip",
  target: "--target",
  types: "--types",
  unseen: "--unseen",
  weights: "--weights",
};

/**
 * An option in a message, for somebody at a command line: `missing: "impute"` in a program is --missing impute here, and `format`
 * is --format. What the commands do not have is shown as in a program.
 */
export function optionOnLine({ option, value }: NamedOption): string {
  // A rule for missing cells is a word; the texts that stand for them are a list.
  if (option === "missing" && Array.isArray(value))
    return value.map((text) => `--na ${inShell(String(text))}`).join(" ");
  if (option === "missing" && value === undefined) return "--na";
  if (option === "header" && value === false) return "--no-header";
  const name = Object.hasOwn(onLine, option) ? onLine[option] : undefined;
  if (name === undefined) return optionInProgram({ option, value });
  if (value === undefined) return name;
  const words =
    typeof value === "object" && value !== null ? Object.entries(value).map((pair) => pair.join("=")) : [value];
  return words.map((word) => `${name} ${inShell(String(word))}`).join(" ");
}

/** A word as it is written in a shell, in quotation marks if it holds what a shell would take for something else. */
function inShell(word: string): string {
  return /^[\w.,:=@%+/-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
