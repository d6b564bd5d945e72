import { crossValidate, estimateCost, type Model, type Scores, type Table } from "kernelbayes";
import { datasets, type DatasetName } from "kernelbayes/data";
import { models, type ModelName } from "kernelbayes/models";
import { type RunControl } from "kernelbayes/progress";
import { encodeLabels } from "kernelbayes/table";
import { jointProgress } from "../progress/jointProgress.ts";

/** A data set of the library with what models made of it. */
export interface MeasuredDataset {
  readonly name: DatasetName;
  readonly table: Table;
  readonly target: string;
  readonly results: readonly {
    readonly model: ModelName;
    readonly scores: Scores;
  }[];
}

interface MeasureOptions extends RunControl {
  readonly folds: number;
  readonly seed: number;
}

/** A model with its defaults, but for Markov chains: those are shorter, so that a demonstration does not take minutes. */
export function demoModel(name: ModelName): Model {
  const { create, family, quick } = models[name];
  return family === "projection" ? create({ ...quick, sweeps: 80 }) : create();
}

/** Cross-validates models on a data set, all on the same folds, and all at once as far as there are workers. */
export async function measureDataset(
  name: DatasetName,
  names: readonly ModelName[],
  { folds, seed, onProgress, ...control }: MeasureOptions,
): Promise<MeasuredDataset> {
  const { make, target } = datasets[name];
  const table = make();
  const chosen = names.map(demoModel);
  const { classes } = encodeLabels(table, target);
  const weights = chosen.map(
    (model) => estimateCost(model, table.rows, table.columns.length, new Set(classes).size).operations,
  );
  const progressOf = jointProgress(weights, (progress) => onProgress?.(progress));
  const results = await Promise.all(
    names.map(async (model, at) => {
      const fits = progressOf(at);
      const { scores } = await crossValidate(chosen[at], table, {
        target,
        folds,
        seed,
        ...control,
        onProgress: fits.onProgress,
      });
      fits.end();
      return { model, scores };
    }),
  );
  return { name, table, target, results };
}
