import { InputError, type FitOptions, type Model } from "kernelbayes";
import { modelFromWords, modelName } from "../input/modelNamed.ts";
import { priorsOf } from "./priorsOf.ts";
import { thresholdRequest, type ThresholdRequest } from "./thresholdRequest.ts";
import { choice, fraction, nameList, positiveNumber, seconds, wholeNumber } from "../options.ts";

/** What the options of `fit` were given, as written. */
export interface FitWords {
  readonly target: string;
  readonly model: string;
  readonly option?: readonly string[] | undefined;
  readonly kernel?: string | undefined;
  readonly effort?: string | undefined;
  readonly budget?: string | undefined;
  readonly holdout?: string | undefined;
  readonly folds?: string | undefined;
  readonly time?: string | undefined;
  readonly weights?: string | undefined;
  readonly group?: string | undefined;
  readonly id?: string | undefined;
  readonly columns?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
  readonly category?: readonly string[] | undefined;
  readonly select?: string | undefined;
  readonly missing: string;
  readonly unseen: string;
  readonly priors?: string | undefined;
  readonly threshold?: string | undefined;
  readonly positive?: string | undefined;
  readonly memory?: string | undefined;
  readonly seed: string;
}

/** What is to be fitted and how it is to be measured, checked as far as it can be without the table. */
export interface FitSettings {
  readonly model: Model;
  readonly options: FitOptions & { readonly seed: number };
  /** The share of rows that is held out. */
  readonly holdout: number | undefined;
  readonly folds: number | undefined;
  /** The column of times, by which rows are ordered. */
  readonly time: string | undefined;
  /** The column that names the rows. */
  readonly id: string | undefined;
  /** The threshold that is asked for, and the class that it is for, by name. */
  readonly threshold: ThresholdRequest | undefined;
  readonly positive: string | undefined;
  /** Seconds that the fit may take. */
  readonly budget: number | undefined;
}

const gigabyte = 2 ** 30;

/** The settings of a fit from the words of a command line. */
export function fitSettings(words: FitWords, ignored: readonly string[] = []): FitSettings {
  const { holdout, folds, time, weights, group, id, columns, category, memory } = words;
  const given = [...(words.exclude ?? []), ...(time === undefined ? [] : [time])];
  const exclude = [...(given.length > 0 ? nameList("exclude", given) : []), ...ignored];
  const budget = words.budget === undefined ? undefined : seconds("budget", words.budget);
  if ([holdout, folds, time].filter((each) => each !== undefined).length > 1) {
    throw new InputError(
      "invalid-option",
      "Choose one of --holdout, --folds and --time: each says on which rows the model is measured.",
    );
  }
  const { positive } = words;
  if (positive !== undefined && words.threshold === undefined) {
    throw new InputError("invalid-option", "--positive names the class of a --threshold: add --threshold recall=0.9.");
  }
  return {
    model: modelFromWords(words.model, [...(words.option ?? []), ...effortOf(words, budget)], words.kernel),
    options: {
      target: words.target,
      seed: wholeNumber("seed", words.seed, Number.MIN_SAFE_INTEGER),
      missing: choice("missing", words.missing, ["impute", "drop", "refuse"]),
      unseen: choice("unseen", words.unseen, ["refuse", "zeros"]),
      ...(words.priors !== undefined && { priors: priorsOf(words.priors) }),
      ...(weights !== undefined && { weights }),
      ...(group !== undefined && { group }),
      ...(columns !== undefined && { columns: nameList("columns", columns) }),
      ...(exclude.length > 0 && { exclude }),
      ...(category !== undefined && { asCategory: nameList("category", category) }),
      ...(words.select !== undefined && { select: wholeNumber("select", words.select, 1) }),
      ...(memory !== undefined && { memoryLimit: gigabyte * positiveNumber("memory", memory) }),
    },
    holdout: holdout === undefined ? undefined : fraction("holdout", holdout),
    folds: folds === undefined ? undefined : wholeNumber("folds", folds, 2),
    time,
    id,
    threshold: words.threshold === undefined ? undefined : thresholdRequest(words.threshold),
    positive,
    budget,
  };
}

/** Effort and budget as options of `auto`, the only model that has them. */
function effortOf({ model, effort }: FitWords, budget: number | undefined): string[] {
  const given = [...(effort === undefined ? [] : ["--effort"]), ...(budget === undefined ? [] : ["--budget"])];
  if (given.length > 0 && modelName(model) !== "auto") {
    throw new InputError(
      "invalid-option",
      `${given.join(" and ")} belong to --model auto; ${model} does not know them.`,
    );
  }
  return [
    ...(effort === undefined ? [] : [`effort=${choice("effort", effort, ["low", "normal", "high"])}`]),
    ...(budget === undefined ? [] : [`budget=${budget}`]),
  ];
}
