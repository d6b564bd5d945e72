import { join } from "node:path";
import { EnvironmentError, InputError, wording } from "kernelbayes";
import { measurePlan } from "kernelbayes/evaluate";
import { outputFolder } from "kernelbayes/node";
import { chosenExecutor, type ChosenExecutor, type ExecutorWords } from "../cluster/chosenExecutor.ts";
import { readInputTable } from "../input/readInputTable.ts";
import { ignoredColumns, tableOptions, type TableWords } from "../input/tableOptions.ts";
import { workersOf } from "../options.ts";
import { print, printJson, remark } from "../output/standardOutput.ts";
import { prepareFile } from "../output/writeWhole.ts";
import { interruptible } from "../progress/interruption.ts";
import { progressLine } from "../progress/progressLine.ts";
import { checkWarnings } from "./checkWarnings.ts";
import { announcedCost, costLine, type AnnouncedCost } from "./costLine.ts";
import { fitAndMeasure } from "./fitAndMeasure.ts";
import { fitSettings, type FitSettings, type FitWords } from "./fitSettings.ts";
import { holdOutSplit } from "./heldOut.ts";
import { preparedTable, type PreparedTable } from "./preparedTable.ts";
import { outcomeJson } from "./outcomeJson.ts";
import { outcomeLines } from "./outcomeLines.ts";
import { understoodLines } from "./understoodLines.ts";
import { modelNames } from "./writeModel.ts";
import { cardName, writeOutcome } from "./writeOutcome.ts";

/** What the command was given beside the settings of the fit. */
interface CommandWords extends FitWords, TableWords, ExecutorWords {
  readonly out: string;
  readonly figures?: string | undefined;
  readonly report: boolean;
  readonly staticReport?: true | undefined;
  readonly card?: true | undefined;
  readonly json?: true | undefined;
  readonly quiet?: true | undefined;
}

/**
 * The command `fit`: from a table to a model, its measures, its file and its report. Whatever can be wrong with the words, the
 * folders and the table is told before the work begins.
 */
export async function fit(path: string, words: CommandWords): Promise<void> {
  const began = performance.now();
  const { out, figures, report } = words;
  const settings = fitSettings(words, ignoredColumns(words));
  workersOf(words.jobs);
  const reading = tableOptions(words);
  const names = [...modelNames, ...(report ? ["report.html"] : []), ...(words.card ? [cardName] : [])];
  for (const name of names) await prepareFile(join(out, name), [path]);
  if (figures !== undefined) await outputFolder(figures);
  const prepared = preparedTable(
    await readInputTable(path, { ...reading, target: words.target }),
    settings,
    Object.keys(reading.types ?? {}),
  );
  const chosen = await chosenExecutor(words);
  try {
    await fitPrepared(prepared, settings, { path, words, began, chosen });
  } finally {
    await chosen.close();
  }
}

interface PreparedFit {
  readonly path: string;
  readonly words: CommandWords;
  /** By the clock of the process. */
  readonly began: number;
  readonly chosen: ChosenExecutor;
}

async function fitPrepared(
  prepared: PreparedTable,
  settings: FitSettings,
  { path, words, began, chosen }: PreparedFit,
): Promise<void> {
  const { out, figures, report, json, quiet } = words;
  const isSilent = json === true || quiet === true;
  const split = settings.holdout === undefined ? undefined : holdOutSplit(prepared, settings.holdout);
  const cost = announcedCost(settings.model, prepared, split && split.train.length / prepared.training.rows.length);
  if (!isSilent) {
    understoodLines(path === "-" ? "standard input" : path, prepared).forEach(remark);
    for (const { message } of checkWarnings(prepared)) remark(`Note: ${message}`);
    remark(costLine(settings.model.name, cost, split ? 1 : 1 + fitsToMeasure(settings, prepared, cost)));
  }

  const line = progressLine({ isSilent });
  const kept: string[] = [];
  try {
    const written = await interruptible(
      async (signal) => {
        const outcome = await fitAndMeasure(prepared, settings, {
          split,
          executor: chosen.executor,
          line,
          signal,
          folder: out,
          source: path,
          onModel: (file) => kept.push(file),
        });
        const isWanted = { report, staticReport: words.staticReport === true, card: words.card === true };
        const how = { out, ...isWanted, figures };
        const files = await writeOutcome(outcome, { prepared, source: path, ...how, line, signal });
        return { outcome, files };
      },
      () => (kept.length > 0 ? `Kept ${kept.join(", ")}, which is complete.` : "Nothing was written."),
    );
    line.end();
    const seconds = (performance.now() - began) / 1000;
    const cluster = chosen.record();
    if (json) printJson({ ...outcomeJson(path, prepared, cost, written, seconds), ...(cluster && { cluster }) });
    else for (const text of outcomeLines(prepared, written, { isQuiet: quiet === true, seconds })) print(text);
  } catch (error) {
    if (kept.length === 0) throw error;
    const complete = `(${kept.join(", ")} was written before, and is complete.)`;
    if (error instanceof InputError) {
      throw error.withRemedy(error.remedy === undefined ? complete : wording`${error.remedy} ${complete}`);
    }
    if (!(error instanceof EnvironmentError)) throw error;
    throw new EnvironmentError(error.code, error.problem, [error.remedy ?? [], complete].flat().join(" "));
  } finally {
    line.end();
  }
}

/** How many fits it takes to predict rows that they have not seen. */
function fitsToMeasure(
  { folds, time }: FitSettings,
  { training }: PreparedTable,
  { operations }: AnnouncedCost,
): number {
  const plan = measurePlan(training, { folds, time, operations });
  return plan.folds * plan.rounds;
}
