import { InputError } from "../errors.ts";
import { plainObject, text } from "../codec.ts";
import { nearestNames } from "../table/nearestNames.ts";
import { oneVersusRest } from "./coupled/oneVersusRest.ts";
import { pairwise } from "./coupled/pairwise.ts";
import type { Model } from "./model.ts";
import type { ModelEntry } from "./modelEntry.ts";
import { inPresentWords } from "./parts/inPresentWords.ts";
import { checkOptions } from "./parts/option.ts";

/** How deep models may be nested in a document. */
const deepest = 4;

const couplings: Readonly<Record<string, (model: Model) => Model>> = {
  "one-versus-rest": oneVersusRest,
  pairwise,
};

/**
 * A model from its document: a name of the catalogue with its options, or a coupling with the model inside. Documents may hold
 * former names and words of options.
 */
export function readModel(
  models: Readonly<Record<string, ModelEntry>>,
  document: unknown,
  path: string,
  depth = 0,
): Model {
  const { name: unchecked, ...options } = plainObject.read(document, path);
  const name = text.read(unchecked, `${path}.name`);
  if (Object.hasOwn(couplings, name)) {
    checkOptions(name, options, ["model"]);
    if (depth >= deepest) throw new InputError("invalid-document", `${path} nests models too deeply.`);
    return couplings[name](readModel(models, options.model, `${path}.model`, depth + 1));
  }
  if (Object.hasOwn(models, name)) {
    const entry = models[name];
    return entry.create(inPresentWords(entry.renamings ?? [], options));
  }
  const known = [...Object.keys(models), ...Object.keys(couplings)];
  const near = nearestNames(name, known);
  const hint = near.length > 0 ? `Did you mean ${near.join(" or ")}?` : `There are ${known.join(", ")}.`;
  throw new InputError("unknown-model", `There is no model "${name}". ${hint}`);
}
