import { encodeLabels, selectEngine, type EncodingOptions, type Work } from "kernelbayes";
import type { ExperimentInput, Measured } from "@kernelbayes/experiment/node";
import { fitStudy, type StudyWish } from "../fitStudy.ts";
import { studyRows } from "../studyData.ts";
import { chooseByFolds, type FoldedMachine } from "./chooseByFolds.ts";
import { featureMatrix } from "./featureMatrix.ts";

/** Folds in which the papers leave rows out. */
export const folds = 10;

/** A machine whose width and regularization are chosen by left-out folds. */
export interface FoldedWish extends StudyWish {
  readonly folds: number;
  /** Default: "least-squares". */
  readonly machine?: FoldedMachine;
}

/**
 * Chooses the Gaussian kernel and the regularization of a least-squares support vector machine by cross-validation, fits it with
 * them and measures it. What its options say of either is replaced.
 */
export function* foldedTask({ experiment, directory }: ExperimentInput): Work<Measured> {
  const { dataset, partition, options, seed, engine } = experiment;
  const study = options.study as FoldedWish;
  const { train, target } = studyRows({ directory, dataset, partition, seed }, study);
  const { classes } = encodeLabels(train, target);
  const { kernel, regularization } = yield* chooseByFolds(
    selectEngine(engine),
    featureMatrix(train, target, options.encoding as EncodingOptions | undefined),
    Float64Array.from(classes, (q) => (q === 1 ? 1 : -1)),
    { folds: study.folds, seed, ...(study.machine && { machine: study.machine }) },
  );
  const chosen = { ...experiment, options: { ...options, kernel, regularization } };
  const { measured, found } = yield* fitStudy({ experiment: chosen, directory });
  return { ...measured, found: JSON.stringify({ ...found, chosen: { ...found.chosen, regularization } }) };
}
