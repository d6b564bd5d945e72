import { join } from "node:path";
import { InputError, type FitOptions } from "kernelbayes";
import { encodeLabels, groupCodes } from "kernelbayes/table";
import { outputFolder } from "kernelbayes/node";
import { chosenExecutor, type ExecutorWords } from "../cluster/chosenExecutor.ts";
import { checkWarnings } from "../fit/checkWarnings.ts";
import { preparedTable } from "../fit/preparedTable.ts";
import { understoodLines } from "../fit/understoodLines.ts";
import { writeFigures } from "../fit/writeFigures.ts";
import { readInputTable } from "../input/readInputTable.ts";
import { ignoredColumns, tableOptions, type TableWords } from "../input/tableOptions.ts";
import { choice, fraction, nameList, wholeNumber, workersOf } from "../options.ts";
import { print, printJson, remark } from "../output/standardOutput.ts";
import { interruptible } from "../progress/interruption.ts";
import { progressLine } from "../progress/progressLine.ts";
import { prepareFile, writeWhole } from "../output/writeWhole.ts";
import { comparisonPage } from "./comparisonPage.ts";
import { commonSplits } from "./commonSplits.ts";
import { compareModels } from "./comparison.ts";
import { comparisonData } from "./comparisonData.ts";
import { comparisonTable, comparisonVerdict, explanation, failureLines } from "./comparisonLines.ts";
import { contestantsOf } from "./contestants.ts";
import { figureOf } from "./figureOf.ts";
import { measureModels } from "./measureModels.ts";
import { measureNamed } from "./measureNames.ts";

/** What the options of `compare` were given, as written. */
export interface CompareWords extends TableWords, ExecutorWords {
  readonly target: string;
  readonly models: string;
  readonly splits: string;
  readonly holdout: string;
  readonly folds?: string | undefined;
  readonly measure: string;
  readonly alpha: string;
  readonly exclude?: readonly string[] | undefined;
  readonly weights?: string | undefined;
  readonly group?: string | undefined;
  readonly missing: string;
  readonly figures?: string | undefined;
  readonly report?: string | undefined;
  readonly seed: string;
  readonly json?: true | undefined;
  readonly quiet?: true | undefined;
}

/** Compares models on common splits of a table and prints what came out. */
export async function compareTable(path: string, words: CompareWords): Promise<void> {
  const { target, json, quiet, figures, report } = words;
  const contestants = contestantsOf(words.models);
  const measure = measureNamed(words.measure);
  const alpha = fraction("alpha", words.alpha);
  const seed = wholeNumber("seed", words.seed, Number.MIN_SAFE_INTEGER);
  const plan = planOf(words);
  workersOf(words.jobs);
  const reading = tableOptions(words);
  if (figures !== undefined) await outputFolder(figures);
  if (report !== undefined) await prepareFile(report, [path]);
  const read = await readInputTable(path, { ...reading, target });
  const prepared = preparedTable(
    read,
    { options: { ...fitOptionsOf(words), seed }, id: undefined },
    Object.keys(reading.types ?? {}),
  );
  const { table, options } = prepared;
  const groups = options.group === undefined ? undefined : groupCodes(table, options.group);
  const splits = commonSplits(encodeLabels(table, target).classes, { ...plan, seed, groups });

  if (!quiet && !json)
    for (const line of understoodLines(path === "-" ? "standard input" : path, prepared)) print(line);
  if (!quiet && !json) for (const { message } of checkWarnings(prepared)) remark(`Note: ${message}`);
  const line = progressLine({ isSilent: quiet ?? json });
  const chosen = await chosenExecutor(words, { aside: true });
  const measured = await interruptible(
    async (signal) => {
      line.begin(`comparing ${contestants.length} models`);
      try {
        return await measureModels(contestants, {
          table,
          options,
          splits: splits.splits,
          executor: chosen.executor!,
          signal,
          onProgress: line.onProgress,
        });
      } finally {
        line.end();
        await chosen.close();
      }
    },
    () => "Nothing was compared.",
  );

  const failures = failureLines(measured, splits.splits.length);
  const fitted = measured.filter(({ failed }) => failed === 0);
  if (fitted.length < 2) {
    throw new InputError("too-few-models", `There are fewer than two models left to compare. ${failures.join(" ")}`);
  }
  const comparison = compareModels(fitted, { measure, alpha, ...splits });
  const written = figures === undefined ? [] : await writeFigures(figures, [figureOf(comparison, splits)], [path]);
  const charts = written.map((name) => join(figures ?? "", name));
  if (report !== undefined) {
    const about = { source: path, target, rows: table.rows, seed, failures };
    await writeWhole(report, comparisonPage(comparison, fitted, { ...about, splits }), [path]);
  }
  const files = [...charts, ...(report === undefined ? [] : [report])];
  if (json) {
    const cluster = chosen.record();
    const data = comparisonData(comparison, { splits, seed, rows: table.rows, target, measured, files });
    printJson({ ...data, ...(cluster && { cluster }) });
    return;
  }
  if (!quiet) {
    const { title, trainRows, testRows } = splits;
    print(`${title}, ${Math.round(trainRows)} rows to learn from and ${Math.round(testRows)} to test, seed ${seed}.\n`);
  }
  print(comparisonTable(comparison));
  if (!quiet) print(`\n${explanation}\n\n${comparisonVerdict(comparison)}`);
  for (const failure of failures) remark(failure);
  if (files.length > 0 && !quiet) print(`\n${files.join("\n")}`);
}

/** How many splits of which kind; folds where they are asked for, or where groups must not be divided. */
function planOf({ splits, holdout, folds, group }: CompareWords): { splits: number; holdout: number | undefined } {
  if (folds !== undefined) return { splits: wholeNumber("folds", folds, 2), holdout: undefined };
  return {
    splits: wholeNumber("splits", splits, 2),
    holdout: group === undefined ? fraction("holdout", holdout) : undefined,
  };
}

/** Levels that a training part happens not to hold are no reason to give up a comparison. */
function fitOptionsOf(words: CompareWords): FitOptions {
  const { target, weights, group, missing } = words;
  const exclude = [
    ...(words.exclude === undefined ? [] : nameList("exclude", words.exclude)),
    ...ignoredColumns(words),
  ];
  return {
    target,
    missing: choice("missing", missing, ["impute", "drop", "refuse"]),
    unseen: "zeros",
    ...(exclude.length > 0 && { exclude }),
    ...(weights !== undefined && { weights }),
    ...(group !== undefined && { group }),
  };
}
