import type { Work } from "kernelbayes/progress";
import type { ExperimentInput, Measured, ResultRow } from "@kernelbayes/experiment/node";
import { fitStudy } from "../fitStudy.ts";
import type { Found } from "../found.ts";
import { planeDrawings, type PlaneDrawings } from "./planeDrawings.ts";

/** What is kept of a fit to Ripley's data. */
export interface FoundRipley extends Found {
  readonly drawings: PlaneDrawings;
}

/** Fits a model of draws to Ripley's data, measures it, and draws what the draws say. */
export function* ripleyTask(input: ExperimentInput): Work<Measured> {
  const { posterior, train, test, measured, found } = yield* fitStudy(input);
  const names = { data: "Ripley's data", model: input.experiment.method.toUpperCase() };
  const kept: FoundRipley = {
    ...found,
    drawings: planeDrawings(posterior, train, test, names),
  };
  return { ...measured, found: JSON.stringify(kept) };
}

/** What a row of the store keeps of such a fit. */
export function foundRipley({ found }: Pick<ResultRow, "found">): FoundRipley {
  return JSON.parse(found) as FoundRipley;
}
