import type { Posterior } from "kernelbayes";
import { neededTypes } from "kernelbayes/predict";
import type { DeclaredTypes } from "../input/tableOptions.ts";

/**
 * The types in which a model needs the columns of a table. Of other columns nothing is declared, or that they are texts. Types that the command line declares go first.
 */
export function columnTypes(
  { encoding, target }: Pick<Posterior, "encoding" | "target">,
  { types: declared = {}, others }: { readonly types?: DeclaredTypes; readonly others?: "text" | undefined } = {},
): (name: string) => "number" | "text" | undefined {
  const needed = neededTypes(encoding);
  return (name) =>
    (Object.hasOwn(declared, name) ? declared[name] : undefined) ?? needed(name) ?? (name === target ? "text" : others);
}
