import { type Posterior } from "kernelbayes";
import { models, type ModelEntry } from "kernelbayes/models";

/** The entry of a posterior's model in the catalogue; none for models that are not in it, such as couplings given by hand. */
export function modelEntry(name: string): ModelEntry | undefined {
  return Object.hasOwn(models, name) ? models[name as keyof typeof models] : undefined;
}

/** "Shrunken Gaussian discriminant (rda)". */
export function modelTitle({ model }: Pick<Posterior, "model">): string {
  const entry = modelEntry(model.name);
  return entry ? `${entry.title} (${model.name})` : model.name;
}
