import { InputError, type Model } from "kernelbayes";
import { modelFromDocument, models, type ModelName } from "kernelbayes/models";
import { kernelFromText } from "./kernelFromText.ts";

/** The model that is fitted unless another is named. */
export const defaultModel: string = "auto";

/** A name of the catalogue of models; any other is refused with those that are like it. */
export function modelName(text: string): ModelName {
  const name = text.trim();
  if (Object.hasOwn(models, name)) return name as ModelName;
  // Throws, with the nearest names; couplings have names too, but cannot be asked for here.
  modelFromDocument({ name, model: { name: "lda" } });
  throw new InputError("unknown-model", `There is no model "${name}". Name the model that is to be coupled.`);
}

/**
 * The model of that name with the options of a command line, each of which reads name=value: a value is JSON, or else a text.
 * The kernel is a name, which goes to the model as it is, an expression such as sum(gaussian, constant), or a document.
 */
export function modelFromWords(name: string, words: readonly string[] = [], kernel?: string): Model {
  const options = new Map(words.map(assignment));
  if (kernel !== undefined) options.set("kernel", kernel);
  const given = options.get("kernel");
  if (typeof given === "string") options.set("kernel", isName(given) ? given.trim() : kernelFromText(given));
  return models[modelName(name)].create(Object.fromEntries(options));
}

/** Whether a kernel is named without parentheses. A word that is no name of a kernel is refused by the model. */
function isName(text: string): boolean {
  return /^\s*[A-Za-z]\w*\s*$/.test(text);
}

function assignment(text: string): [name: string, value: unknown] {
  const found = /^\s*([\w-]+)\s*=(.*)$/s.exec(text);
  if (found === null) {
    throw new InputError("invalid-option", `--option takes name=value, such as starts=[1,10]; got "${text}".`);
  }
  return [found[1], valueOf(found[2].trim())];
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
