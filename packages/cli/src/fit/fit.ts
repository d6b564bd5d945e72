import { join } from "node:path";
import { EnvironmentError, estimateCost, InputError } from "kernelbayes";
import { wording } from "kernelbayes/errors";
import { encodedColumns } from "kernelbayes/table";
import { measurePlan } from "kernelbayes/evaluate";
import { outputFolder } from "kernelbayes/node";
import { chosenExecutor, type ChosenExecutor, type ExecutorWords } from "../cluster/chosenExecutor.ts";
import { readInputTable } from "../input/readInputTable.ts";
import { ignoredColumns, tableOptions, type TableWords } from "../input/tableOptions.ts";
import { workersOf } from "../options.ts";
import { print, printJson, remark } from "../output/standardOutput.ts";
import { prepareFile } from "../output/writeWhole.ts";
import { interruptible } from "../progress/interruption.ts";
import { progressLine, type ProgressLine } from "../progress/progressLine.ts";
import { checkWarnings } from "./checkWarnings.ts";
import { fitInChunks } from "./chunks/fitInChunks.ts";
import { readInChunks } from "./chunks/readInChunks.ts";
import { announcedCost, costLine, type AnnouncedCost } from "./costLine.ts";
import { fitAndMeasure, type FitOutcome } from "./fitAndMeasure.ts";
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
  readonly chunks?: boolean | undefined;
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
  const reason = await readInChunks(path, words, settings.model);
  const prepared =
    reason === undefined
      ? preparedTable(
          await readInputTable(path, { ...reading, target: words.target }),
          settings,
          Object.keys(reading.types ?? {}),
        )
      : undefined;
  const chosen = await chosenExecutor(words);
  const way: FitWay = { path, words, began, chosen };
  try {
    if (prepared) await fitPrepared(prepared, settings, way);
    else await fitLarge(settings, way, reason ?? "");
  } finally {
    await chosen.close();
  }
}

/** The same for a table whose rows are read in chunks. */
async function fitLarge(settings: FitSettings, way: FitWay, reason: string): Promise<void> {
  const { path, words, chosen } = way;
  const isLowered = words.model === "auto" && words.effort === undefined;
  const used = isLowered ? fitSettings({ ...words, effort: "low" }, ignoredColumns(words)) : settings;
  if (!isSilent(words)) {
    remark(`${path} is read in chunks, ${reason}. Hyperparameters are chosen on a random sample of its rows.`);
    if (isLowered)
      remark("auto fits one model then; --effort normal combines several, each with passes over the rows of its own.");
  }
  await written(way, async ({ line, signal, onModel }) => {
    const work = { source: path, reading: tableOptions(words), executor: chosen.executor, folder: words.out };
    const { outcome, prepared, rows } = await fitInChunks(used, { ...work, line, signal, onModel });
    const { training, encoding } = outcome.posterior;
    const columns = encodedColumns(encoding).length;
    const { classes, engine } = outcome.posterior;
    const estimate = estimateCost(used.model, training.rows.length, columns, classes.length);
    const cost = { ...estimate, rows, columns, engine };
    return { outcome, prepared, cost, rows };
  });
}

/** How a fit is run and where its results go. */
interface FitWay {
  readonly path: string;
  readonly words: CommandWords;
  /** By the clock of the process. */
  readonly began: number;
  readonly chosen: ChosenExecutor;
}

async function fitPrepared(prepared: PreparedTable, settings: FitSettings, way: FitWay): Promise<void> {
  const { path, words, chosen } = way;
  const split = settings.holdout === undefined ? undefined : holdOutSplit(prepared, settings.holdout);
  const cost = announcedCost(settings.model, prepared, split && split.train.length / prepared.training.rows.length);
  if (!isSilent(words)) {
    understoodLines(path === "-" ? "standard input" : path, prepared).forEach(remark);
    for (const { message } of checkWarnings(prepared)) remark(`Note: ${message}`);
    remark(costLine(settings.model.name, cost, split ? 1 : 1 + fitsToMeasure(settings, prepared, cost)));
  }
  await written(way, async ({ line, signal, onModel }) => {
    const work = { split, executor: chosen.executor, line, signal, folder: words.out, source: path, onModel };
    return { outcome: await fitAndMeasure(prepared, settings, work), prepared, cost };
  });
}

function isSilent({ json, quiet }: CommandWords): boolean {
  return json === true || quiet === true;
}

/** How a fit reports and is stopped. */
interface Watched {
  readonly line: ProgressLine;
  readonly signal: AbortSignal;
  /** To be called with the file of the model when that is written. */
  onModel(file: string): void;
}

/** A fit with what it is reported with. */
interface Fitted {
  readonly outcome: FitOutcome;
  readonly prepared: PreparedTable;
  readonly cost: AnnouncedCost;
  /** Rows of the table, where those of `prepared` are some of them. */
  readonly rows?: number;
}

/** Runs a fit, writes report, card and charts, and prints what came out. A model that was written before something failed stays, and is named. */
async function written(
  { path, words, began, chosen }: FitWay,
  work: (watched: Watched) => Promise<Fitted>,
): Promise<void> {
  const { out, figures, report, json, quiet } = words;
  const line = progressLine({ isSilent: isSilent(words) });
  const kept: string[] = [];
  try {
    const { fitted, files } = await interruptible(
      async (signal) => {
        const found = await work({ line, signal, onModel: (file) => kept.push(file) });
        const isWanted = { report, staticReport: words.staticReport === true, card: words.card === true };
        const how = { prepared: found.prepared, source: path, out, ...isWanted, figures, line, signal };
        return { fitted: found, files: await writeOutcome(found.outcome, how) };
      },
      () => (kept.length > 0 ? `Kept ${kept.join(", ")}, which is complete.` : "Nothing was written."),
    );
    line.end();
    const { outcome, prepared, cost, rows = prepared.table.rows } = fitted;
    const seconds = (performance.now() - began) / 1000;
    const cluster = chosen.record();
    const result = { outcome, files };
    if (json)
      printJson({
        ...outcomeJson(path, { ...prepared, count: rows }, cost, result, seconds),
        ...(cluster && { cluster }),
      });
    else for (const text of outcomeLines(prepared, result, { isQuiet: quiet === true, seconds })) print(text);
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
