import { InputError, type Model } from "kernelbayes";
import { kernels } from "kernelbayes/kernels";
import { modelFromDocument, models } from "kernelbayes/models";
import type { FitRequest, ShownModel } from "../data/fitRecord.ts";

/** The model of a request, or an `InputError` that says which option is wrong. */
export function modelOf({ model }: FitRequest): Model {
  const { name, ...options } = model;
  const entry = Object.hasOwn(models, name) ? models[name as keyof typeof models] : undefined;
  if (!entry) {
    // Throws, with the nearest names.
    modelFromDocument({ name });
    throw new InputError("unknown-model", `There is no model "${name}".`);
  }
  return entry.create(options);
}

/** The catalogue as forms show it: `auto` first. */
export function catalogue(): { readonly models: readonly ShownModel[]; readonly kernels: readonly string[] } {
  const shown = Object.entries(models).map(([name, { title, summary, family, options }]): ShownModel => ({
    name,
    title,
    summary,
    family,
    options: options.map(({ name: option, type, choices, bounds, defaultText, values, text }) => ({
      name: option,
      type,
      choices,
      ...(bounds && { bounds }),
      defaultText,
      values,
      text,
    })),
  }));
  return {
    models: shown.toSorted((a, b) => Number(b.name === "auto") - Number(a.name === "auto")),
    kernels: Object.keys(kernels),
  };
}
