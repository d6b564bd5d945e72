import { basename } from "node:path";
import { InputError } from "kernelbayes";
import type { NamedFile } from "../settings/serverOptions.ts";

const extensions = /\.(json|safetensors)$/i;

/** Names of models and versions stand in addresses as they are, and never lead to a file by themselves. */
export function isModelName(name: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(name);
}

/** Whether a file may be that of a model, by its name. */
export function isModelFile(name: string): boolean {
  return extensions.test(name) && !name.startsWith(".");
}

/** The name of a model file without what tells its format. */
export function nameOfFile(path: string): string {
  return basename(path).replace(extensions, "");
}

/**
 * A model file from a command line: a path, or a name and a path.
 *
 * @example namedFile("iris=models/flowers.json") // { name: "iris", path: "models/flowers.json" }
 */
export function namedFile(word: string): NamedFile {
  const [, given, rest] = /^([^=/\\]+)=(.+)$/s.exec(word) ?? [];
  const path = rest ?? word;
  const name = given ?? nameOfFile(path);
  if (isModelName(name)) return { name, path };
  throw new InputError(
    "model-name",
    `${JSON.stringify(name)} cannot be the name of a model in an address.`,
    {},
    `Give it a name of letters, digits, ".", "_" and "-": NAME=${path}.`,
  );
}

/** Versions in their order: numbers by value, others by their text; the last is the one that is used by default. */
export function compareVersions(one: string, other: string): number {
  return one.localeCompare(other, "en", { numeric: true });
}
