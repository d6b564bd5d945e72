import { readFile } from "node:fs/promises";
import { InputError } from "kernelbayes";
import { costsOf, type Costs } from "kernelbayes/evaluate";

/** Costs from a file; see `costsOf`. */
export async function readCosts(path: string, classes: readonly string[]): Promise<Costs> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    throw new InputError("unreadable-file", `${path} cannot be read: ${(error as Error).message}.`);
  }
  let document: unknown;
  try {
    document = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new InputError("invalid-costs", `${path} is not valid JSON: ${(error as Error).message}.`);
  }
  try {
    return costsOf(document, classes);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw error.at({ source: path });
  }
}
