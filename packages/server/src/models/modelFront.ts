import { type Posterior, type Warning } from "kernelbayes";
import { version, type Provenance } from "kernelbayes/models";

/** What predicting takes, in milliseconds: `call` whatever the number of rows, and `row` for each of them. */
export interface PredictionCost {
  readonly call: number;
  readonly row: number;
}

/** What the serving thread knows of a model: plain data, without what only predicting needs. */
export interface ModelFront extends Omit<Provenance, "training" | "sketch"> {
  /** Training rows, and those of each class. */
  readonly rows: number;
  readonly classRows: readonly number[];
  /** Whether it has what intervals need. */
  readonly intervals: boolean;
  /** Whether it has leave-one-out probabilities, which prediction sets are cut by. */
  readonly hasSets: boolean;
  readonly warnings: readonly Warning[];
  /** The version of the library that reads it. */
  readonly reader: string;
}

/** The front of a posterior. */
export function frontOf(posterior: Posterior): ModelFront {
  const { model, target, classes, encoding, profiles, priors, seed, engine, library, training, intervals, warnings } =
    posterior;
  const classRows = new Array<number>(classes.length).fill(0);
  for (const one of training.classes) classRows[one]++;
  return {
    model,
    target,
    classes,
    encoding,
    profiles,
    priors,
    seed,
    engine,
    library,
    rows: training.rows.length,
    classRows,
    intervals,
    hasSets: posterior.leaveOneOut !== undefined,
    warnings,
    reader: version,
  };
}
