import { InputError } from "../errors.ts";
import { plainObject, text } from "../codec.ts";
import { nearestNames } from "../table/nearestNames.ts";
import { oneVersusRest } from "./coupled/oneVersusRest.ts";
import { pairwise } from "./coupled/pairwise.ts";
import type { Model, ModelFactory } from "./model.ts";
import { inPresentWords } from "./parts/inPresentWords.ts";
import { checkOptions } from "./parts/option.ts";

/** How deep models may be nested in a document. */
const deepest = 4;

const couplings: Readonly<Record<string, (model: Model) => Model>> = {
  "one-versus-rest": oneVersusRest,
  pairwise,
};

/** The models that a document may name: all of the catalogue, or a part of it. */
export interface KnownModels {
  /** Where they are, for the message about a model that is not among them: " among the members of auto". */
  readonly place?: string;
  readonly factories: Readonly<Record<string, { readonly create: ModelFactory }>>;
}

/** A model from its document: a name with its options, or a coupling with the model inside. Documents may hold former names and words of options. */
export function readModel(known: KnownModels, document: unknown, path: string, depth = 0): Model {
  const { name: unchecked, ...options } = plainObject.read(document, path);
  const name = text.read(unchecked, `${path}.name`);
  if (Object.hasOwn(couplings, name)) {
    checkOptions(name, options, ["model"]);
    if (depth >= deepest) throw new InputError("invalid-document", `${path} nests models too deeply.`);
    return couplings[name](readModel(known, options.model, `${path}.model`, depth + 1));
  }
  const { factories, place = "" } = known;
  if (Object.hasOwn(factories, name)) {
    const { create } = factories[name];
    return create(inPresentWords(create().renamings ?? [], options));
  }
  const names = [...Object.keys(factories), ...Object.keys(couplings)];
  const near = nearestNames(name, names);
  const hint = near.length > 0 ? `Did you mean ${near.join(" or ")}?` : `There are ${names.join(", ")}.`;
  throw new InputError("unknown-model", `There is no model "${name}"${place}. ${hint}`);
}
