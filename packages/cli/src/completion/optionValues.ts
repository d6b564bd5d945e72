import { kernels } from "kernelbayes/kernels";
import { models } from "kernelbayes/models";
import { formats } from "kernelbayes/table";
import { measureNames } from "../compare/measureNames.ts";
import { outputFormats } from "../predict/outputFormat.ts";

/**
 * The words that options take, by the name of the option, or of the command and its argument. Where there is a catalogue they come from
 * there.
 */
const values: Readonly<Record<string, readonly string[]>> = {
  model: Object.keys(models),
  models: Object.keys(models),
  "models names": Object.keys(models),
  kernel: Object.keys(kernels),
  "kernels names": Object.keys(kernels),
  format: Object.keys(formats),
  as: outputFormats,
  formulas: ["keep", "quote"],
  decimal: [".", ","],
  keep: ["others", "all", "none"],
  missing: ["impute", "drop", "refuse"],
  unseen: ["refuse", "zeros"],
  effort: ["low", "normal", "high"],
  measure: measureNames,
  log: ["debug", "info", "warn", "error", "silent"],
  slices: ["loss", "errors", "beyond"],
  method: ["background", "removed", "sampled"],
  scale: ["log-odds", "latent"],
};

/** The options whose words may be several, with commas between them. */
export const listValues: ReadonlySet<string> = new Set(["models"]);

export function valuesOf(name: string): readonly string[] | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
