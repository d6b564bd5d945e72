import { InputError } from "../errors.ts";
import { sketchBytes } from "../encoding/rowSketch.ts";
import { option, wording } from "../wording.ts";
import { modelForClasses } from "../models/coupled/modelForClasses.ts";
import type { Cost, Model } from "../models/model.ts";

/** The cost of a fit before it is begun. */
export interface CostEstimate extends Cost {
  /** What to expect of one core with the default engine. */
  readonly time: "under a second" | "seconds" | "minutes" | "hours";
}

/** Operations a second that fits to a few hundred rows reached on one core with the default engine, rounded down. */
const speed = 3e9;

/**
 * Memory and time class of fitting a model to n rows and p encoded columns, before anything is computed; the sketch of rows that drift is
 * judged by is made when the model is done. A model of two classes is coupled for more, as in a fit.
 *
 * @example estimateCost(linearDiscriminant(), 1000, 20).time // "under a second"
 */
export function estimateCost(model: Model, rows: number, columns: number, classes = 2): CostEstimate {
  const cost = modelForClasses(model, classes).cost(rows, columns, classes);
  const seconds = cost.operations / speed;
  const time = seconds < 1 ? "under a second" : seconds < 60 ? "seconds" : seconds < 3600 ? "minutes" : "hours";
  return { ...cost, memory: Math.max(cost.memory, sketchBytes(rows)), time };
}

/** Refuses a fit that would need more memory than allowed. */
export function checkMemory(model: Model, rows: number, columns: number, classes: number, limit: number): void {
  const { memory } = estimateCost(model, rows, columns, classes);
  if (memory <= limit) return;
  const megabytes = (bytes: number): string => `${Math.ceil(bytes / 2 ** 20)} MiB`;
  throw new InputError(
    "memory-limit",
    `Fitting ${model.name} to ${rows} rows and ${columns} encoded columns needs about ${megabytes(memory)} of ` +
      `memory; the limit is ${megabytes(limit)}.`,
    {},
    wording`Raise ${option("memoryLimit")}, use fewer rows or columns, or a model whose memory grows with the rows alone, such as lssvm, orkfd, logistic or rda.`,
  );
}
