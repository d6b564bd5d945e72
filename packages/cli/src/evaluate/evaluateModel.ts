import { basename } from "node:path";
import { evaluationReport, type EvaluationInput } from "@kernelbayes/report";
import { livingRows, svgDocument } from "@kernelbayes/report/node";
import { type Posterior } from "kernelbayes";
import { matrix } from "kernelbayes/engine";
import { toRows } from "kernelbayes/numeric";
import {
  decideByThreshold,
  driftMonitor,
  type Drift,
  type DriftMonitor,
  type ThresholdRule,
} from "kernelbayes/evaluate";
import { chosenExecutor, type ExecutorWords } from "../cluster/chosenExecutor.ts";
import { clusterAddressOf } from "../cluster/clusterPackage.ts";
import { tableOptions, type TableWords } from "../input/tableOptions.ts";
import { confusionLines } from "../measure/confusionLines.ts";
import { measuredScores, type MeasuredScores } from "../measure/measuredScores.ts";
import { rarestLine } from "../measure/rarestLine.ts";
import { scoreLines } from "../measure/scoreLines.ts";
import { choice, fraction, wholeNumber } from "../options.ts";
import { createdNow } from "../output/createdNow.ts";
import { prepareFile, writeWhole } from "../output/writeWhole.ts";
import { print, printJson, remark } from "../output/standardOutput.ts";
import { classThreshold } from "../predict/classThreshold.ts";
import { columnTypes } from "../predict/columnTypes.ts";
import { inputChunks } from "../predict/inputChunks.ts";
import { predictedChunks, rowsAtATime, type PredictedChunk } from "../predict/predictedChunks.ts";
import { readModel } from "../predict/readModel.ts";
import { setRuleOf } from "../predict/setRule.ts";
import { interruptible } from "../progress/interruption.ts";
import { decisionScores, decisionSentences } from "./decisionScores.ts";
import { driftLines } from "./driftLines.ts";
import { evaluatedRows, type EvaluatedRows } from "./evaluatedRows.ts";

/** What the options of `evaluate` were given, as written. */
export interface EvaluateWords extends TableWords, Omit<ExecutorWords, "jobs"> {
  readonly target?: string | undefined;
  readonly level: string;
  readonly abstain?: string | undefined;
  readonly threshold?: string | undefined;
  readonly unseen: string;
  readonly sets?: string | undefined;
  readonly calibrate?: string | undefined;
  readonly report?: string | undefined;
  readonly seed: string;
  readonly json?: true | undefined;
  readonly quiet?: true | undefined;
}

/** Measures a model on the labelled rows of a table, a chunk at a time, and prints what came out. */
export async function evaluateModel(model: string, path: string, options: EvaluateWords): Promise<void> {
  const { json, quiet } = options;
  const level = fraction("level", options.level);
  const unseen = choice("unseen", options.unseen, ["zeros", "refuse"]);
  const seed = wholeNumber("seed", options.seed, Number.MIN_SAFE_INTEGER);
  const threshold = options.abstain === undefined ? undefined : fraction("abstain", options.abstain);
  const setLevel = options.sets === undefined ? undefined : fraction("sets", options.sets);
  const reading = tableOptions(options);
  const inputs = [model, path];
  const { report } = options;
  if (report !== undefined) await prepareFile(report, inputs);
  const posterior = await readModel(model, quiet ? () => undefined : remark);
  const { calibrate } = options;
  const sets =
    setLevel === undefined && calibrate === undefined
      ? undefined
      : await setRuleOf(posterior, { level: setLevel, seed, calibrate, reading });
  const flag = options.threshold === undefined ? undefined : classThreshold(options.threshold, posterior.classes);
  const target = options.target ?? posterior.target;
  const source = path === "-" ? "standard input" : path;
  // Models of earlier versions do not know what their training rows held.
  const monitor = posterior.profiles && driftMonitor(posterior);
  const { rows, cluster } = await interruptible(
    async (signal) => {
      const chunks = inputChunks(path, {
        ...reading,
        rows: rowsAtATime(posterior),
        types: columnTypes({ ...posterior, target }, { ...reading, others: "text" }),
        declared: Object.keys(reading.types ?? {}),
      });
      // Without a cluster rows are predicted here.
      const address = clusterAddressOf(options.cluster);
      const chosen = await chosenExecutor({ ...options, ...(address === undefined && { jobs: "1" }) });
      try {
        const { executor } = chosen;
        const how = { source, level: undefined, unseen, signal, executor };
        const predicted = predictedChunks(posterior, chunks, how);
        const evaluated = await evaluatedRows(posterior, monitored(predicted, monitor), { target, source });
        return { rows: evaluated, cluster: chosen.record() };
      } finally {
        await chosen.close();
      }
    },
    () => "Nothing was measured.",
  );
  const { classes } = posterior;
  const measured = measuredScores({ how: "hold-out", ...rows, ...(flag && decidedBy(rows, flag)) }, { seed, level });
  const decided = decisionScores(rows, { threshold, sets, level });
  const drift = monitor?.drift();
  if (report !== undefined) {
    const input = evaluationInput(posterior, {
      rows: { ...rows, ...(flag && decidedBy(rows, flag)) },
      drift,
      model,
      source,
    });
    await writeWhole(report, evaluationReport(input, { document: svgDocument(), living: livingRows }), inputs);
  }
  if (json) {
    printJson({
      model: posterior.model.name,
      file: model,
      table: path,
      target,
      ...dataOf(measured, classes),
      ...(flag && { threshold: { class: classes[flag.positive], threshold: flag.threshold } }),
      ...decided,
      drift: drift ? { columns: drift.columns, together: drift.together ?? null } : null,
      trainingRows: drift ? drift.isTraining : null,
      unlabelled: rows.unlabelled,
      ...(report !== undefined && { report }),
      ...(cluster && { cluster }),
    });
    return;
  }
  if (!quiet) {
    print(`${model} (${posterior.model.name}) on ${measured.rows} rows of ${source}, target ${target}.`);
    if (rows.unlabelled > 0) print(`${rows.unlabelled} rows without a label were left out.`);
    if (drift?.isTraining) {
      remark(
        "These are the rows that the model was fitted to: it looks better on them than it is. Evaluate it on new rows.",
      );
    }
    print();
  }
  print(scoreLines(measured));
  print();
  print(confusionLines(measured.scores.confusion, classes, measured.scores.precisionRecall));
  for (const line of rarestLine(measured.scores.confusion, classes)) print(`\n${line}`);
  const sentences = decisionSentences(decided);
  if (sentences.length > 0) print(`\n${sentences.join("\n")}`);
  if (quiet) return;
  print();
  print(calibrationSentence(measured));
  print(
    drift
      ? driftLines(drift)
      : "Drift: not known, as the model file is of an earlier version. Fit it again to compare rows with those of the fit.",
  );
  if (report !== undefined) print(`\nReport  ${report}`);
  const { floored } = measured.scores.logLoss;
  if (floored > 0) remark(`${floored} true classes had a probability below 1e-15 and were counted as having that.`);
}

/** Counts rows on their way, to compare them with the training rows. */
async function* monitored(
  chunks: AsyncIterable<PredictedChunk>,
  monitor: DriftMonitor | undefined,
): AsyncGenerator<PredictedChunk> {
  for await (const chunk of chunks) {
    monitor?.add(chunk.table);
    yield chunk;
  }
}

/** What the report of an evaluation is made of. */
function evaluationInput(
  posterior: Posterior,
  found: { rows: EvaluatedRows; drift: Drift | undefined; model: string; source: string },
): EvaluationInput {
  const { rows, drift, model, source } = found;
  const { truth, decided, logProbabilities, places } = rows;
  return {
    posterior,
    rows: { truth, decided, logProbabilities, rows: places },
    drift,
    model: basename(model),
    source: basename(source),
    command: ["kernelbayes", ...process.argv.slice(2)],
    created: createdNow(),
    versions: { node: process.versions.node },
  };
}

/** Labels by a threshold in place of those of the model, for all figures that go by labels. */
function decidedBy({ logProbabilities }: EvaluatedRows, flag: ThresholdRule): Pick<EvaluatedRows, "decided"> {
  const { rows, columns, data } = logProbabilities;
  return { decided: decideByThreshold(matrix(rows, columns, data.map(Math.exp)), flag) };
}

/** What the calibration error says about the probabilities. */
function calibrationSentence({ calibration: { estimate, upper } }: MeasuredScores): string {
  return estimate <= upper
    ? "Predicted and observed frequencies agree as well as so many rows can show."
    : "Predicted and observed frequencies differ by more than chance: the probabilities do not fit these rows. Are they like the rows of the fit?";
}

function dataOf({ scores, ...measured }: MeasuredScores, classes: readonly string[]): Record<string, unknown> {
  const { calibration, classwiseCalibration, matthews, precisionRecall, confusion, logLoss } = scores;
  return {
    rows: measured.rows,
    classes,
    level: measured.level,
    errorRate: measured.errorRate,
    logLoss: { ...measured.logLoss, floored: logLoss.floored },
    areaUnderCurve: measured.areaUnderCurve ?? null,
    brier: measured.brier,
    calibration: { ...measured.calibration, debiasedRoot: calibration.debiasedRoot },
    classwiseCalibration,
    matthews,
    guessing: measured.guessing,
    perClass: Object.fromEntries(classes.map((label, number) => [label, precisionRecall.perClass[number]])),
    confusion: toRows(confusion).map((counts) => Array.from(counts)),
  };
}
