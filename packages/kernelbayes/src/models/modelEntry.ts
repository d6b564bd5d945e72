import type { Model } from "./model.ts";

/** One option of a model, for documents, help texts and forms. */
export interface OptionDescription {
  readonly name: string;
  readonly default: unknown;
  /** What is accepted, in words. */
  readonly values: string;
  readonly text: string;
}

/** The families that models come in; a family may have no member yet. */
export const modelFamilies = ["discriminant", "fisher", "support-vector", "projection", "auto"] as const;

export type ModelFamily = (typeof modelFamilies)[number];

/** A member of the catalogue of models. */
export interface ModelEntry {
  readonly title: string;
  readonly family: ModelFamily;
  /** One sentence: what it does and when to use it. */
  readonly summary: string;
  /** Builds the model from the options of its document; wrong options are an `InputError`. */
  create(options?: Readonly<Record<string, unknown>>): Model;
  readonly options: readonly OptionDescription[];
  /** Options under which a fit takes little time, where the defaults take long: for trying a model out and for its battery. */
  readonly quick?: Readonly<Record<string, unknown>>;
  /** Whether it combines members, whose own predictions its posterior can show: `Posterior.members`. */
  readonly combines?: boolean;
  /** What predictions far from all training rows tend to; "constant": the same doubtful probabilities everywhere. */
  readonly farLimit: "certainty" | "class frequencies" | "one half" | "constant";
  /** Checks of the model battery that do not apply to this model, each with the reason. */
  readonly exemptions: Readonly<Record<string, string>>;
}
