import type { Draft } from "../data/draft.ts";
import type { FitRecord } from "../data/fitRecord.ts";

/** The fit of a record as lines that repeat it, on the table that the studio hands out. */
export interface Snippets {
  readonly commandLine: string;
  readonly typescript: string;
}

export function snippetsOf(
  record: FitRecord,
  file: string,
  features: readonly string[],
  texts: readonly string[],
): Snippets {
  return { commandLine: commandLine(record, file, features, texts), typescript: typescript(record, file, texts) };
}

/** Columns that somebody put back in by hand have to be named, since the command would leave them out again. */
function isForced({ roles }: Draft): boolean {
  return Object.values(roles).includes("feature");
}

function commandLine(
  { request, options, target, draft }: FitRecord,
  file: string,
  features: readonly string[],
  texts: readonly string[],
): string {
  const { name, effort, ...others } = request.model;
  const exclude = (options["exclude"] ?? []) as readonly string[];
  const asCategory = (options["asCategory"] ?? []) as readonly string[];
  const words = [
    `kernelbayes fit ${shellWord(file)} --target ${shellWord(target)}`,
    `--model ${name}`,
    ...(typeof effort === "string" ? [`--effort ${effort}`] : []),
    ...Object.entries(others).map(
      ([key, value]) => `--option ${shellWord(`${key}=${typeof value === "string" ? value : JSON.stringify(value)}`)}`,
    ),
    `--seed ${request.seed}`,
    ...(isForced(draft)
      ? [`--columns ${shellWord(list(features))}`]
      : exclude.length > 0
        ? [`--exclude ${shellWord(list(exclude))}`]
        : []),
    ...(asCategory.length > 0 ? [`--category ${shellWord(list(asCategory))}`] : []),
    ...(options["weights"] ? [`--weights ${shellWord(String(options["weights"]))}`] : []),
    ...(options["group"] ? [`--group ${shellWord(String(options["group"]))}`] : []),
    ...(texts.length > 0 ? [`--types ${shellWord(list(texts.map((text) => `${text}=text`)))}`] : []),
  ];
  return words.join(" \\\n  ");
}

function typescript({ request, options }: FitRecord, file: string, texts: readonly string[]): string {
  const { name, ...others } = request.model;
  const types = Object.fromEntries(texts.map((text) => [text, "text"]));
  const reading = texts.length > 0 ? `, ${JSON.stringify({ types })}` : "";
  return `import { fit } from "kernelbayes";
import { models } from "kernelbayes/models";
import { readTable } from "kernelbayes/node";

const table = await readTable(${JSON.stringify(file)}${reading});
const model = models[${JSON.stringify(name)}].create(${JSON.stringify(others)});
const posterior = await fit(model, table, ${JSON.stringify(options, undefined, 2)});
`;
}

/** Names between commas; those with a comma or a blank at an end are quoted. */
function list(names: readonly string[]): string {
  return names.map((name) => (/,|^\s|\s$/.test(name) ? `"${name}"` : name)).join(",");
}

function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
