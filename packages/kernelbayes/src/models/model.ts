import type { Engine } from "../engine/engine.ts";
import type { FitFigures, NumericPosterior } from "../posterior/numericPosterior.ts";
import type { Problem } from "../rows/labelledRows.ts";
import type { Work } from "../run/work.ts";
import type { Renaming } from "./parts/inPresentWords.ts";

export interface Context {
  readonly engine: Engine;
  readonly seed: number;
  /** Seconds since some moment, for models that have a time budget; none where nobody gave a clock. */
  readonly clock?: (() => number) | undefined;
}

/** What a fit takes. */
export interface Cost {
  /** An upper estimate of the bytes of arrays held at one time. */
  readonly memory: number;
  /** Floating-point operations, to within a factor of a few. */
  readonly operations: number;
}

/** A model as plain data: its name in the catalogue and its options. */
export interface ModelDocument {
  readonly name: string;
  readonly [option: string]: unknown;
}

/** A description of how to classify; `fit` makes a posterior of it and changes nothing. */
export interface Model {
  /** Name in the catalogue and on the command line. */
  readonly name: string;
  /** Whether it takes many classes by itself, or two. */
  readonly classes: "two" | "many";
  /** How a model of two classes takes more, unless it is coupled by hand. Default "one-versus-rest". */
  readonly coupling?: "one-versus-rest" | "pairwise";
  /**
   * Whether it learns from rows that are not in memory as well, by sums over them: then `problem.others` may be there. Default false. The words say
   * what to change in its options where these do not go with it.
   */
  readonly sums?: boolean | { readonly instead: string };
  fit(problem: Problem, context: Context): Work<NumericPosterior>;
  /**
   * The same model with the hyperparameters of one of its posteriors, but for what it learns about single columns, taken as
   * known: for refits to most of the same rows.
   */
  near?(posterior: NumericPosterior): Model;
  /** The posterior again, from what its `parameters` gave; anything else is an `InputError`. */
  restore(parameters: unknown, figures: FitFigures, context: Context): NumericPosterior;
  cost(rows: number, columns: number, classes: number): Cost;
  toDocument(): ModelDocument;
  /** Former names and words of its options: documents may hold them, while its factory refuses them with the present ones. */
  readonly renamings?: readonly Renaming[];
}

/**
 * The function that makes a model, such as `linearDiscriminant`. Without options the model has its defaults; wrong options are an
 * `InputError`. The type is that of a method, whose parameters may be narrower: factories declare their own options, documents have any.
 */
export type ModelFactory = { create(options?: Readonly<Record<string, unknown>>): Model }["create"];
