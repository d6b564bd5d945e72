import {
  crossValidate,
  datasets,
  models,
  type DatasetName,
  type Model,
  type ModelName,
  type RunControl,
  type Scores,
  type Table,
} from "kernelbayes";

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
  let done = 0;
  const step = (): void => onProgress?.({ kind: "progress", stage: "fits", step: ++done, of: names.length * folds });
  const results = await Promise.all(
    names.map(async (model) => {
      const { scores } = await crossValidate(demoModel(model), table, {
        target,
        folds,
        seed,
        ...control,
        onProgress: step,
      });
      return { model, scores };
    }),
  );
  return { name, table, target, results };
}
