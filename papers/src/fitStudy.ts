import { type Posterior, type Prediction, type Table } from "kernelbayes";
import { selectEngine } from "kernelbayes/engine";
import { modelFromDocument } from "kernelbayes/models";
import { fitWork, type Work } from "kernelbayes/progress";
import { asText, columnNamed } from "kernelbayes/table";
import { splitOptions } from "@kernelbayes/experiment";
import { measure, type Experiment, type ExperimentInput, type Measured } from "@kernelbayes/experiment/node";
import { boundaryDrawing } from "./boundaryDrawing.ts";
import { foundIn, type Found } from "./found.ts";
import { labelsOfOutputs } from "./labelsOfOutputs.ts";
import { fingerprintOf, studyRows, type DataWish } from "./studyData.ts";

/** What the option `study` of an experiment says: where its rows come from, and how labels are decided. */
export interface StudyWish extends DataWish {
  /** "output": the class on whose side the output lies before it is calibrated. Default: the label that the model gives. */
  readonly decision?: "output";
  /** The title of a drawing of the decision boundary between training rows in two columns, where one is wished for. */
  readonly boundary?: string;
}

/** A model that was fitted to the rows of a study. */
export interface StudyFit {
  readonly posterior: Posterior;
  readonly train: Table;
  readonly test: Table;
  /** Of the test rows. */
  readonly prediction: Prediction;
  /** The true labels of the test rows. */
  readonly truth: readonly (string | undefined)[];
  readonly measured: Omit<Measured, "found">;
  /** What the fit is kept by, beside its measures. */
  readonly found: Found;
  /** Seconds that all threads of the process computed during the fit alone: those of the fit where nothing runs beside it. */
  readonly fitCpuSeconds: number;
  /** Seconds of the fit by the clock. */
  readonly fitSeconds: number;
}

/** Bytes that a fit of a study may take: the largest table of the papers has 7494 rows, in several square matrices. */
const memoryLimit = 2 ** 33;

/** The options of an experiment apart: those of the study, of the model and of the encoding. */
function studyOptions({ study = {}, ...options }: Experiment["options"]): ReturnType<typeof splitOptions> & {
  readonly study: StudyWish;
} {
  return { study: study as StudyWish, ...splitOptions(options) };
}

/** Fits a model of the catalogue to the rows of a study and measures it on the others: for tasks that look at the posterior. */
export function* fitStudy({ experiment, directory }: ExperimentInput): Work<StudyFit> {
  const { dataset, fingerprint, partition, method, options, seed, engine } = experiment;
  const { study, model: modelOptions, encoding } = studyOptions(options);
  const { train, test, target } = studyRows({ directory, dataset, partition, seed }, study);
  if (fingerprintOf({ directory, dataset }, study) !== fingerprint) {
    throw new Error(`The files of ${dataset} were changed while the experiment ran. Begin it again.`);
  }
  // The first call starts the engine, which is not to be counted.
  selectEngine(engine);
  const [began, beganCpu] = [performance.now(), process.cpuUsage()];
  const model = modelFromDocument({ ...modelOptions, name: method });
  const posterior = yield* fitWork(model, train, { ...encoding, target, seed, engine, memoryLimit });
  const { user, system } = process.cpuUsage(beganCpu);
  const fitSeconds = (performance.now() - began) / 1000;
  const prediction = posterior.predict(test);
  const seconds = (performance.now() - began) / 1000;
  const labels = study.decision === "output" ? labelsOfOutputs(posterior, prediction) : prediction.labels;
  const truth = asText(columnNamed(test, target));
  return {
    posterior,
    train,
    test,
    prediction,
    truth,
    measured: {
      ...measure({ ...prediction, labels }, truth),
      trainRows: train.rows,
      columns: train.columns.length - 1,
      warnings: posterior.warnings.length,
      seconds,
    },
    found: {
      ...foundIn(posterior),
      confusion: confusionOf(prediction.classes, truth, labels),
      ...(study.boundary !== undefined && { svg: boundaryDrawing(posterior, train, study.boundary) }),
    },
    fitCpuSeconds: (user + system) / 1e6,
    fitSeconds,
  };
}

/** Rows by their true class (down) and the class they were given (across). */
function confusionOf(
  classes: readonly string[],
  truth: readonly (string | undefined)[],
  labels: readonly string[],
): number[][] {
  const counts = classes.map(() => classes.map(() => 0));
  truth.forEach((label, row) => counts[classes.indexOf(label ?? "")][classes.indexOf(labels[row])]++);
  return counts;
}
