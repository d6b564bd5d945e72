import { join } from "node:path";
import { fit, tableFromColumns, type Posterior, type Table } from "kernelbayes";
import { models, type ModelName } from "kernelbayes/models";
import { random } from "kernelbayes/numeric";
import { writePosterior } from "kernelbayes/node";

/** Columns of the rows that are sent. */
const width = 10;

/** A row as a client sends it. */
export type ClientRow = Readonly<Record<string, number>>;

/** Labelled rows of ten columns, with a curved boundary and some noise. */
export function trainingTable(rows: number, seed: number): Table {
  const clean = clientRows(rows, seed);
  const source = random.stream(seed, 2);
  const columns = Object.fromEntries(Object.keys(clean[0]).map((name) => [name, clean.map((row) => row[name])]));
  const label = clean.map(({ x0, x1 }) => (Math.sin(3 * x0) + x1 + 0.6 * (source.uniform() - 0.5) > 0 ? "yes" : "no"));
  return tableFromColumns({ ...columns, label });
}

/** Rows between −1 and 1 in each column. */
export function clientRows(rows: number, seed: number): ClientRow[] {
  const source = random.stream(seed, 1);
  const names = Array.from({ length: width }, (_, column) => `x${column}`);
  return Array.from({ length: rows }, () => Object.fromEntries(names.map((name) => [name, 2 * source.uniform() - 1])));
}

/** Words of a command that serves these models of a folder: files that are named are loaded before there are requests. */
export function servedFiles(folder: string, names: Iterable<string>): string[] {
  return Array.from(names, (name) => `${name}=${join(folder, `${name}.json`)}`);
}

/** Fits a model to 400 rows, and writes it into a folder under its name, or under another one. */
export async function writeServedModel(
  folder: string,
  name: ModelName,
  { file = `${name}.json`, seed = 1 }: { readonly file?: string; readonly seed?: number } = {},
): Promise<Posterior> {
  const posterior = await fit(models[name].create({}), trainingTable(400, seed), { target: "label", seed });
  await writePosterior(join(folder, file), posterior);
  return posterior;
}
