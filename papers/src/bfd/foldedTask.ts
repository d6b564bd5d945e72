import { NumericalError, type Posterior } from "kernelbayes";
import { leaveOneOutRows } from "kernelbayes/compare";
import { selectEngine } from "kernelbayes/engine";
import { type KernelDocument } from "kernelbayes/kernels";
import { modelFromDocument } from "kernelbayes/models";
import { fitWork, progress, type Work } from "kernelbayes/progress";
import { encodeLabels, type EncodingOptions } from "kernelbayes/table";
import type { ExperimentInput, Measured } from "@kernelbayes/experiment/node";
import { fitStudy, type StudyWish } from "../fitStudy.ts";
import { studyRows } from "../studyData.ts";
import { chooseByFolds, widths, type FoldedMachine } from "./chooseByFolds.ts";
import { featureMatrix, medianSquaredDistance } from "./featureMatrix.ts";

/** Folds in which the papers leave rows out. */
export const folds = 10;

/** A machine whose width and regularization are chosen by left-out folds. */
export interface FoldedWish extends StudyWish {
  readonly folds: number;
  /** Default: "least-squares". "eigenvalues": the kernel Fisher discriminant that leaves out small eigenvalues. */
  readonly machine?: FoldedMachine | "eigenvalues";
}

/**
 * Chooses the Gaussian kernel of the discriminant that leaves out small eigenvalues by the errors on rows of left-out folds, of equals by their log
 * loss; its threshold is chosen by these folds at each width. Then measures it.
 */
function* eigenvalueTask({ experiment, directory }: ExperimentInput): Work<Measured> {
  const { dataset, partition, options, seed, engine } = experiment;
  const { train, target } = studyRows({ directory, dataset, partition, seed }, options.study as FoldedWish);
  const encoding = options.encoding as EncodingOptions | undefined;
  const unit = medianSquaredDistance(selectEngine(engine), featureMatrix(train, target, encoding));
  let best: { readonly kernel: KernelDocument; readonly errors: number; readonly loss: number } | undefined;
  for (const width of widths) {
    const kernel = { kind: "gaussian", lengthScale: (width / unit) ** -0.5 };
    const model = modelFromDocument({ name: "kfd", form: "threshold", kernel });
    let posterior: Posterior;
    try {
      posterior = yield* fitWork(model, train, { ...encoding, target, seed, engine });
    } catch (error) {
      // A kernel so narrow that the discriminant runs through every row.
      if (error instanceof NumericalError) continue;
      throw error;
    }
    const { probabilities, classes } = leaveOneOutRows(posterior);
    let [errors, loss] = [0, 0];
    classes.forEach((label, row) => {
      const own = probabilities.data[2 * row + label];
      if (own <= 0.5) errors++;
      loss -= Math.log(own);
    });
    if (!best || errors < best.errors || (errors === best.errors && loss < best.loss)) best = { kernel, errors, loss };
    yield progress("widths by folds", widths.indexOf(width) + 1, widths.length);
  }
  if (!best) throw new RangeError("No width has a discriminant that can be judged.");
  const chosen = { ...experiment, options: { ...options, kernel: best.kernel } };
  const { measured, found } = yield* fitStudy({ experiment: chosen, directory });
  return { ...measured, found: JSON.stringify(found) };
}

/**
 * Chooses the Gaussian kernel and the regularization of a least-squares support vector machine by cross-validation, fits it with
 * them and measures it. What its options say of either is replaced.
 */
export function* foldedTask(input: ExperimentInput): Work<Measured> {
  const { experiment, directory } = input;
  const { dataset, partition, options, seed, engine } = experiment;
  const study = options.study as FoldedWish;
  if (study.machine === "eigenvalues") return yield* eigenvalueTask(input);
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
