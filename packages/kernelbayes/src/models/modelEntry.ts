import type { ModelFactory } from "./model.ts";

/** What an option holds beside its choices, for a form. "choice": nothing else; "object" and "matrix": plain data. */
export type OptionType = "choice" | "flag" | "number" | "whole number" | "numbers" | "kernel" | "object" | "matrix";

/** The bounds of a number: greater than `above`, at least `from`, less than `below`, at most `to`. */
export interface OptionBounds {
  readonly above?: number;
  readonly from?: number;
  readonly below?: number;
  readonly to?: number;
}

/** One option of a model, for documents, help texts and forms. */
export interface OptionDescription {
  readonly name: string;
  readonly type: OptionType;
  /** The words and truth values that it takes. */
  readonly choices: readonly (string | boolean)[];
  /** The bounds of its number, or of the numbers in its list. */
  readonly bounds?: OptionBounds;
  /** The value that has the same effect as leaving the option out; undefined where that depends on rows or other options. */
  readonly default: unknown;
  /** The default in words; every option has one. */
  readonly defaultText: string;
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
  readonly create: ModelFactory;
  readonly options: readonly OptionDescription[];
  /** Options under which a fit takes little time, where the defaults take long: for trying a model out and for its battery. */
  readonly quick?: Readonly<Record<string, unknown>>;
  /** Whether it combines members, whose own predictions its posterior can show: `Posterior.members`. */
  readonly combines?: boolean;
  /**
   * What predictions far from all training rows tend to; "near certainty": certainty but for a share that few rows leave open; "constant":
   * the same doubtful probabilities everywhere; "members": what its members tend to, of which some may be certain, combined and never certain.
   */
  readonly farLimit: "certainty" | "near certainty" | "class frequencies" | "one half" | "constant" | "members";
  /** Checks of the model battery that do not apply to this model, each with the reason. */
  readonly exemptions: Readonly<Record<string, string>>;
}

/** Why checks of the battery do not apply to some models; texts rather than spread objects, so that bundlers can drop entries. */
export const notByGradients = "No hyperparameter is searched by gradients.";
export const followedForTwo =
  "Many classes are coupled, and the machines of a coupling are counted and not followed; of two classes a test of its own sees the criterion rise.";

/** The exemptions of models that search nothing by gradients of a criterion. */
export const noSearch: Readonly<Record<string, string>> = {
  "evidence-rises": "There is no criterion that a search would raise step by step.",
  "gradient-at-optimum": notByGradients,
};

/** These and others. A spread where the module is loaded would keep the whole entry in every bundle. */
export function noSearchNor(others: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return { ...noSearch, ...others };
}

/** The exemption of models of two classes whose coupled machines are tasks of their own. */
export const countedMachines: Readonly<Record<string, string>> = {
  "evidence-rises":
    "With many classes the machines are fitted as tasks of their own, whose steps are counted and not followed.",
};
