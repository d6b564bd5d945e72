import type { Work } from "kernelbayes/progress";
import type { ExperimentInput, Measured, ResultRow } from "@kernelbayes/experiment/node";
import { fitStudy } from "../fitStudy.ts";
import type { Found } from "../found.ts";
import { predictedLine, type PredictedLine } from "./predictedLine.ts";

/** What is kept of a fit to one column. */
interface LineFound extends Found {
  readonly line: PredictedLine;
}

/** Fits a model to rows of one column and keeps its probabilities along it. */
export function* lineTask(input: ExperimentInput): Work<Measured> {
  const { posterior, train, measured, found } = yield* fitStudy(input);
  const kept: LineFound = { ...found, line: predictedLine(posterior, train) };
  return { ...measured, found: JSON.stringify(kept) };
}

/** What a row of the store keeps of it. */
export function lineOf({ found }: Pick<ResultRow, "found">): PredictedLine {
  return (JSON.parse(found) as LineFound).line;
}
