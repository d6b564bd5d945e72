/** Options of the library that the commands have under the same name. */
const options = ["encoding", "missing", "unseen", "delimiter", "decimal", "format", "columns", "exclude", "folds"];

/**
 * A message of the library for somebody at a command line: `missing: "impute"` in a program is --missing impute here, and `format`
 * is --format.
 */
export function messageInWords(message: string): string {
  return message
    .replaceAll(/`(\w+): "([^"`]*)"`/g, (found, name: string, value: string) =>
      options.includes(name) ? `--${name} ${value}` : found,
    )
    .replaceAll(/`limits: \{ (\w+): (\d+) \}`/g, "--limit $1=$2")
    .replaceAll(/\bmemoryLimit\b/g, "--memory")
    .replaceAll(/`(\w+)`/g, (found, name: string) => (options.includes(name) ? `--${name}` : found));
}
