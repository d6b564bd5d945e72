import type { Work } from "kernelbayes/progress";
import type { ExperimentInput, Measured } from "@kernelbayes/experiment/node";
import { fitStudy } from "./fitStudy.ts";

/** Fits a model to the rows of a study, measures it on the others and keeps what was found on the way. */
export function* fitTask(input: ExperimentInput): Work<Measured> {
  const { measured, found } = yield* fitStudy(input);
  return { ...measured, found: JSON.stringify(found) };
}
