import type { Work } from "kernelbayes";
import type { Measured } from "../experiment/experiment.ts";
import type { ExperimentInput } from "../experiment/experimentTask.ts";
import { fitStudy } from "./fitStudy.ts";

/** Fits a model to the rows of a study, measures it on the others and keeps what was found on the way. */
export function* fitTask(input: ExperimentInput): Work<Measured> {
  const { measured, found } = yield* fitStudy(input);
  return { ...measured, found: JSON.stringify(found) };
}
