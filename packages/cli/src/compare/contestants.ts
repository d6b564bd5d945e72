import { InputError } from "kernelbayes";
import { modelFromDocument, models } from "kernelbayes/models";
import { methodOf, methodTitle, splitOptions } from "@kernelbayes/experiment";
import { defaultModel } from "../input/modelNamed.ts";
import { nameList } from "../options.ts";
import type { Contestant } from "./measureModels.ts";

/** A straight boundary, a careful discriminant, the fast tuned kernel machine, and what `fit` would take. */
export const defaultContestants: string = [...new Set(["logistic", "rda", "lssvm", defaultModel])]
  .filter((name) => Object.hasOwn(models, name))
  .join(",");

/** The models of a comma list, each a name with options after colons: "lda,lssvm:ard=true,rda:select=50". */
export function contestantsOf(text: string): Contestant[] {
  const contestants = nameList("models", text).map((word): Contestant => {
    const method = methodOf(word);
    const { model, encoding } = splitOptions(method.options);
    return { title: methodTitle(method), model: modelFromDocument({ ...model, name: method.name }), encoding };
  });
  const titles = contestants.map(({ title }) => title);
  const twice = titles.find((title, place) => titles.indexOf(title) < place);
  if (twice !== undefined) throw new InputError("invalid-option", `--models names ${twice} twice.`);
  if (titles.length < 2) {
    throw new InputError("invalid-option", `--models takes at least two models to compare; got "${text}".`);
  }
  return contestants;
}
