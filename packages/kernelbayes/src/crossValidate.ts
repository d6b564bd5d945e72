import { encodeLabels } from "./encoding/encodeLabels.ts";
import { groupCodes } from "./encoding/groupCodes.ts";
import { columnWeights } from "./encoding/columnWeights.ts";
import { selectEngine } from "./engine/select.ts";
import { selectionName } from "./engine/selectionName.ts";
import { matrix, type Matrix } from "./engine/matrix.ts";
import { InputError } from "./errors.ts";
import { evaluate, type Scores } from "./evaluate/evaluate.ts";
import { groupedFolds } from "./evaluate/splits/groupedFolds.ts";
import type { Split } from "./evaluate/splits/split.ts";
import { stratifiedFolds } from "./evaluate/splits/stratifiedFolds.ts";
import { fitWork, type FitOptions } from "./fitWork.ts";
import { modelFromDocument } from "./models/index.ts";
import type { Model, ModelDocument } from "./models/model.ts";
import { parallel, type Work } from "./run/work.ts";
import { selectRows, type Table } from "./table/table.ts";

export interface CrossValidateOptions extends FitOptions {
  /** Number of folds. Default 10. */
  readonly folds?: number;
  /** Splits to use instead of folds. Every row is tested at most once. */
  readonly splits?: readonly Split[];
}

/** Predictions of rows by models that did not see them. */
export interface CrossValidation {
  readonly classes: readonly string[];
  /** Rows of the table that were tested, ascending, and their class numbers. */
  readonly rows: Int32Array;
  readonly truth: Int32Array;
  readonly logProbabilities: Matrix;
  readonly scores: Scores;
}

/** What the task "fold" is given. */
export interface FoldInput {
  readonly model: ModelDocument;
  readonly training: Table;
  readonly test: Table;
  readonly options: FitOptions;
}

interface FoldOutput {
  readonly classes: readonly string[];
  readonly logProbabilities: Matrix;
}

/**
 * Cross-validation of the whole flow: encoding and model are learned on the training part of each fold alone. Folds are
 * stratified by class, and keep groups together where a group column is named.
 */
export function* crossValidateWork(model: Model, table: Table, options: CrossValidateOptions): Work<CrossValidation> {
  const { folds = 10, splits: given, ...fitOptions } = options;
  const { seed = 1, engine } = fitOptions;
  const { classes, names } = encodeLabels(table, options.target);
  const weights = options.weights === undefined ? undefined : columnWeights(table, options.weights);
  const splits =
    given ??
    (options.group === undefined
      ? stratifiedFolds(classes, { folds, seed })
      : groupedFolds(classes, groupCodes(table, options.group), { folds, seed }));
  const outputs = yield* parallel<FoldInput, FoldOutput>(
    "fold",
    splits.map(({ train, test }) => ({
      model: model.toDocument(),
      training: selectRows(table, train),
      test: selectRows(table, test),
      // Workers know engines by name only.
      options: typeof engine === "object" ? { ...fitOptions, engine: selectionName(engine) } : fitOptions,
    })),
  );
  const tested = splits.flatMap(({ test }) => Array.from(test));
  if (new Set(tested).size < tested.length)
    throw new InputError("invalid-split", "A row is tested by more than one split.");
  const rows = Int32Array.from(tested).toSorted();
  const place = new Map(Array.from(rows, (row, at) => [row, at]));
  const C = names.length;
  const logProbabilities = matrix(rows.length, C, new Float64Array(rows.length * C).fill(-Infinity));
  for (const [index, { test }] of splits.entries()) {
    const output = outputs[index];
    test.forEach((row, i) => {
      output.classes.forEach((name, c) => {
        logProbabilities.data[place.get(row)! * C + names.indexOf(name)] =
          output.logProbabilities.data[i * output.classes.length + c];
      });
    });
  }
  const truth = Int32Array.from(rows, (row) => classes[row]);
  const probabilities = matrix(rows.length, C, logProbabilities.data.map(Math.exp));
  const scores = evaluate(
    { probabilities, logProbabilities },
    truth,
    weights && Float64Array.from(rows, (row) => weights[row]),
  );
  return { classes: names, rows, truth, logProbabilities, scores };
}

/** Fits on the training rows of one fold and predicts its test rows. */
export function* foldTask({ model, training, test, options }: FoldInput): Work<FoldOutput> {
  const engine = selectEngine(typeof options.engine === "string" ? options.engine : undefined);
  const posterior = yield* fitWork(modelFromDocument(model), training, { ...options, engine });
  return { classes: posterior.classes, logProbabilities: posterior.predict(test).logProbabilities };
}
