import { InputError, type Posterior, type Table } from "kernelbayes";
import { tableOf, type TableWriter } from "kernelbayes/table";
import { writeTable } from "kernelbayes/node";
import { tableOptions, type TableWords } from "../input/tableOptions.ts";
import { choice, fraction, nameList, wholeNumber } from "../options.ts";
import { printJson, remark, writePart } from "../output/standardOutput.ts";
import { refuseInputs } from "../output/refuseInputs.ts";
import { prepareFile } from "../output/writeWhole.ts";
import { interruptible } from "../progress/interruption.ts";
import { classThreshold } from "./classThreshold.ts";
import { columnTypes } from "./columnTypes.ts";
import { inputChunks } from "./inputChunks.ts";
import { formulaCells } from "./formulaCells.ts";
import type { Kept } from "./keptColumns.ts";
import { outputColumns } from "./outputColumns.ts";
import { outputFormat, writerOf } from "./outputFormat.ts";
import { predictedChunks, rowsAtATime } from "./predictedChunks.ts";
import { readCosts } from "./readCosts.ts";
import { readModel } from "./readModel.ts";
import { digitsOf, rounded } from "./rounded.ts";
import { rowProgress } from "./rowProgress.ts";
import { setRuleOf } from "./setRule.ts";
import { summaryData, summaryLines } from "./summary.ts";
import { tally } from "./tally.ts";

/** What the options of `predict` were given, as written. */
export interface PredictWords extends TableWords {
  readonly interval: string;
  readonly intervals: boolean;
  readonly abstain?: string | undefined;
  readonly cost?: string | undefined;
  readonly threshold?: string | undefined;
  readonly unseen: string;
  readonly cautious?: true | undefined;
  readonly sets?: string | undefined;
  readonly calibrate?: string | undefined;
  readonly id?: string | undefined;
  readonly keep: string;
  readonly out?: string | undefined;
  readonly as?: string | undefined;
  readonly formulas: string;
  readonly digits?: string | undefined;
  readonly latent?: true | undefined;
  readonly seed: string;
  readonly json?: true | undefined;
  readonly quiet?: true | undefined;
}

/** Predicts the rows of a table, a chunk at a time, and writes what came out. */
export async function predict(model: string, path: string, options: PredictWords): Promise<void> {
  const { out, json, quiet } = options;
  const asked = fraction("interval", options.interval);
  const unseenRule = choice("unseen", options.unseen, ["zeros", "refuse"]);
  const threshold = options.abstain === undefined ? undefined : fraction("abstain", options.abstain);
  if (options.threshold !== undefined && (threshold ?? options.cost ?? options.cautious) !== undefined) {
    throw new InputError(
      "invalid-option",
      "Choose --threshold, or --abstain, --cost and --cautious: each decides rows.",
    );
  }
  const kept: Kept =
    options.id === undefined
      ? choice("keep", options.keep, ["others", "all", "none"])
      : { names: nameList("id", options.id) };
  const reading = tableOptions(options);
  const format = outputFormat({
    out,
    as: options.as ?? (json && out === undefined ? "ndjson" : undefined),
    isTerminal: process.stdout.isTTY,
  });
  const formulas = formulaCells(format, choice("formulas", options.formulas, ["keep", "quote"]));
  const digits = digitsOf(options.digits, format);
  const setLevel = options.sets === undefined ? undefined : fraction("sets", options.sets);
  const seed = wholeNumber("seed", options.seed, Number.MIN_SAFE_INTEGER);
  const inputs = [model, path, options.cost, options.calibrate].filter((file) => file !== undefined);
  await refuseInputs(out, inputs);
  const posterior = await readModel(model, quiet ? () => undefined : remark);
  const level = levelOf(posterior, options, asked);
  if (options.intervals && level === undefined && !quiet) {
    remark(`${model} was saved without intervals: only labels and probabilities are predicted.`);
  }
  const costs = options.cost === undefined ? undefined : await readCosts(options.cost, posterior.classes);
  const flag = options.threshold === undefined ? undefined : classThreshold(options.threshold, posterior.classes);
  if (out !== undefined) await prepareFile(out, inputs);
  const { calibrate } = options;
  const sets =
    setLevel === undefined && calibrate === undefined
      ? undefined
      : await setRuleOf(posterior, { level: setLevel, seed, calibrate, reading });

  // Texts of columns that only pass through need not be understood where the output is text itself.
  const isText = (format === "csv" || format === "tsv") && posterior.encoding.selectedFrom === undefined;
  const source = path === "-" ? "standard input" : path;
  const chunks = inputChunks(path, {
    ...reading,
    rows: rowsAtATime(posterior),
    types: columnTypes(posterior, { ...reading, others: isText ? "text" : undefined }),
    declared: Object.keys(reading.types ?? {}),
  });
  const counts = tally();
  const progress = rowProgress({ isSilent: quiet === true || (json === true && out !== undefined) });
  const began = performance.now();
  const hasRule = flag !== undefined || costs !== undefined || threshold !== undefined || options.cautious === true;
  const rule = hasRule ? { costs, flag, threshold, cautious: options.cautious } : undefined;
  const columnsOf = outputColumns(posterior, kept, {
    sets,
    rule,
    hasLatent: options.latent === true,
    remark: quiet ? () => undefined : remark,
  });

  async function* predicted(signal: AbortSignal): AsyncGenerator<Table> {
    for await (const chunk of predictedChunks(posterior, chunks, { source, level, unseen: unseenRule, signal })) {
      const { kept: beside, predicted: columns } = columnsOf(chunk);
      counts.add({ rows: chunk.table.rows, columns });
      yield formulas.pass(tableOf([...beside, ...rounded(columns, digits)]));
      progress.step(counts.rows);
    }
  }
  const writer = (): TableWriter => writerOf(format);
  await interruptible(
    async (signal) => {
      try {
        if (out === undefined) await writeToStandardOutput(predicted(signal), writer());
        else await writeTable(out, predicted(signal), { writer, signal });
      } finally {
        progress.end();
      }
    },
    () => (out === undefined ? `${counts.rows} rows were predicted until then.` : `${out} was not written.`),
  );

  const run = { counts, seconds: (performance.now() - began) / 1000, sets, rule, out };
  if (json && out !== undefined) {
    printJson({ ...summaryData(run), ...(formulas.found > 0 && { formulaCells: formulas.found }) });
  } else if (!quiet) for (const line of [...summaryLines(run), ...formulas.lines()]) remark(line);
}

/** The level of the intervals; undefined where there are none to be had or wanted. */
function levelOf(posterior: Posterior, { intervals, cautious }: PredictWords, asked: number): number | undefined {
  if (intervals && posterior.intervals) return asked;
  if (cautious) {
    const reason = intervals ? "the model was saved without them" : "--no-intervals leaves them out";
    throw new InputError("invalid-option", `--cautious decides by the intervals, and ${reason}.`);
  }
  return undefined;
}

async function writeToStandardOutput(tables: AsyncIterable<Table>, writer: TableWriter): Promise<void> {
  for await (const table of tables) if (!(await writePart(writer.add(table)))) return;
  await writePart(writer.end());
}
